// Pages show in their icon, and in their title, that somebody waits; the page of a match says that one looks at it.
// It is sent to those alone who have an account: nobody else can be called.

import "../common/time-zone.js";
import { follow, markIcon, present } from "../common/turns.js";
import { say } from "../common/messages.js";

const START_DELAY_MS = 2000; // milliseconds: what the page itself asks for goes first

const match = document.getElementById("match")?.dataset ?? {};
const title = document.title;
let isPresent = false;

const hear = (/** @type {import("../common/turns.js").Call[]} */ calls) => {
  markIcon(calls.length > 0);
  if (!match.match) document.title = calls.length ? say("title.waiting", { count: calls.length, title }) : title;
  if (match.mode === "play" && match.match && !isPresent) present(match.match);
  isPresent = true;
};

const account = /** @type {HTMLElement | null} */ (document.querySelector(".account"))?.dataset.account;
if (account) setTimeout(() => follow(account, hear), START_DELAY_MS);
