// The page of a match.

import { dayOf } from "../common/dates.js";
import { Problem } from "../common/http.js";
import { say } from "../common/messages.js";
import "../common/theme.js";
import "../social/chat-button.js";
import "../match/bottom-sheet.js";
import { Match } from "../match/match.js";

const expiry = document.querySelector("#expires time");
if (expiry) expiry.textContent = dayOf(expiry.getAttribute("datetime") ?? "");

const match = new Match();
match.start().catch((error) => {
  match.page.dataset.ready = "failed";
  if (!(error instanceof Problem)) console.error(error);
  const why = error instanceof Problem ? error.message : say("problem.page");
  match.toast(why);
  for (const place of document.querySelectorAll(".unrolling")) place.textContent = why;
});
