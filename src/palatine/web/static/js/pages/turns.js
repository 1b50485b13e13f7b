// The page's icon and title show that a player waits; the page of a match reports that its player is present.
// Only for users with an account: only they can be notified.

import "../common/time-zone.js";
import { followTurns, markIcon, reportPresence } from "../common/turn-feed.js";
import { say } from "../common/messages.js";

const START_DELAY_MS = 2000; // in milliseconds: the page's own requests go first

const match = document.getElementById("match")?.dataset ?? {};
const title = document.title;
let isPresent = false;

const hear = (/** @type {import("../common/turn-feed.js").Call[]} */ calls) => {
  markIcon(calls.length > 0);
  if (!match.match) document.title = calls.length ? say("title.waiting", { count: calls.length, title }) : title;
  if (match.mode === "play" && match.match && !isPresent) reportPresence(match.match);
  isPresent = true;
};

const account = /** @type {HTMLElement | null} */ (document.querySelector(".account"))?.dataset.account;
if (account) setTimeout(() => followTurns(account, hear), START_DELAY_MS);
