// The lobby: the map of a game behind its title, and the way in by a link.

import { get } from "./api.js";
import { printed } from "./board.js";
import { isDark, onTheme } from "./theme.js";
import { say } from "./words.js";

const hero = /** @type {HTMLElement | null} */ (document.querySelector(".hero-map"));

async function unroll() {
  const game = hero?.dataset.game;
  if (!hero || !game) return;
  const boards = await get(`/api/games/${encodeURIComponent(game)}/boards`);
  const board = boards.find((/** @type {any} */ each) => each.kind !== "scene");
  if (!board) return;
  const draw = () => {
    hero.dataset.level = "mid";
    hero.replaceChildren(printed(board, isDark()));
    hero.classList.add("drawn");
  };
  draw();
  onTheme(draw);
}

unroll().catch(() => { /* the lobby does without the map */ });

document.getElementById("join")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = /** @type {HTMLInputElement} */ (document.getElementById("join-link")).value.trim();
  const found = text.match(/\/(play|watch|replay)\/([\w-]+)(#[\w-]+)?/);
  /** @type {HTMLElement} */ (document.getElementById("join-error")).hidden = Boolean(found);
  if (found) location.href = `/${found[1]}/${found[2]}${found[3] ?? ""}`;
});

// Times are told as they are here.
for (const time of document.querySelectorAll("time[datetime]")) {
  const at = new Date(time.getAttribute("datetime") ?? "");
  time.textContent = say("lobby.until", { time: at.toLocaleString(undefined, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }) });
}
