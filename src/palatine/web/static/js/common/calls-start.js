// Every page shows in its icon, and in its title, that somebody waits; the page of a match says that one looks at it.

import { follow, markIcon, present } from "./calls.js";
import { say } from "./messages.js";

const match = document.getElementById("match")?.dataset ?? {};
const title = document.title;
let isPresent = false;

follow((calls) => {
  markIcon(calls.length > 0);
  if (!match.match) document.title = calls.length ? say("title.waiting", { count: calls.length, title }) : title;
  if (match.mode === "play" && match.match && !isPresent) present(match.match);
  isPresent = true;
});
