// The page of a match.

import { Problem } from "../common/http.js";
import { say } from "../common/messages.js";
import "../common/theme.js";
import "../match/bottom-sheet.js";
import { Match } from "../match/match.js";

const match = new Match();
match.start().catch((error) => {
  match.page.dataset.ready = "failed";
  if (!(error instanceof Problem)) console.error(error);
  const why = error instanceof Problem ? error.message : say("problem.page");
  match.toast(why);
  for (const place of document.querySelectorAll(".unrolling")) place.textContent = why;
});
