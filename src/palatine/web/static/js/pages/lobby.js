// The lobby: a map behind the title and on every card, and joining by a link.

import "../social/my-invitations.js";
import "../social/lobby-matches.js";
import { dayAndTime, durationText, roundedDuration } from "../common/dates.js";
import { say } from "../common/messages.js";
import "../common/theme.js";
import "../lessons/start-buttons.js";
import { fetchMap, isCharted, showMap } from "../map/card-map.js";

const hero = /** @type {HTMLElement | null} */ (document.querySelector(".hero-map"));
const cards = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".card-map")]);

/** Beside the title hangs the map of the game to begin with. */
async function showHeroMap() {
  const names = cards.map((card) => card.dataset.game ?? "");
  for (const game of [hero?.dataset.game ?? "", ...names].filter(Boolean)) {
    const board = await fetchMap(game);
    if (hero && isCharted(board)) {
      showMap(hero, board);
      return;
    }
  }
}

/** A game's own map hangs over its card as soon as that comes into sight. */
const watcher = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) {
    if (!isIntersecting) continue;
    watcher.unobserve(target);
    const card = /** @type {HTMLElement} */ (target);
    fetchMap(card.dataset.game ?? "").then((board) => showMap(card, board)).catch(() => {/* the card does without */});
  }
}, { rootMargin: "200px" });

showHeroMap().catch(() => {/* the lobby does without the map */}).finally(() =>
  cards.forEach((card) => watcher.observe(card))
);

document.getElementById("join")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = /** @type {HTMLInputElement} */ (document.getElementById("join-link")).value.trim();
  const found = text.match(/\/(play|watch|replay)\/([\w-]+)(#[\w-]+)?/);
  /** @type {HTMLElement} */ (document.getElementById("join-error")).hidden = Boolean(found);
  if (found) location.href = `/${found[1]}/${found[2]}${found[3] ?? ""}`;
});

// Show times in the browser's format; for the player's own turn the time left.
for (const time of document.querySelectorAll("time[datetime]")) {
  const moment = time.getAttribute("datetime") ?? "";
  const left = (Date.parse(moment) - Date.now()) / 1000;
  if (time.hasAttribute("data-since")) time.textContent = say("lobby.since", { time: roundedDuration(-left) });
  else if (left <= 0) time.textContent = say("social.time-is-up");
  else if (time.hasAttribute("data-left")) time.textContent = say("social.left", { time: durationText(left) });
  else time.textContent = say("lobby.until", { time: dayAndTime(moment) });
  /** @type {HTMLElement} */ (time).title = dayAndTime(moment);
}
