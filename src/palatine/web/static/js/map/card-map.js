// The map of a game on a card.

import { get } from "../common/http.js";
import { isDark, onThemeChange } from "../common/theme.js";
import { printedMap } from "./printed-map.js";

/** @import { Board } from "../types/wire.d.ts" */

/** @type {Map<string, Promise<Board | undefined>>} */
const maps = new Map();

/** The main board of a game, requested once. @param {string} game */
export function fetchMap(game) {
  if (!maps.has(game)) {
    maps.set(
      game,
      get(`/api/games/${encodeURIComponent(game)}/boards?sample=true`).then((/** @type {Board[]} */ boards) =>
        boards.find((each) => each.kind !== "scene")
      ),
    );
  }
  return /** @type {Promise<Board | undefined>} */ (maps.get(game));
}

/** Return whether a map shows any land: some games begin on an unknown one. @param {Board | undefined} board */
export const isCharted = (board) => new Set(board?.spaces.map((space) => space.ground?.join())).size > 1;

/** @param {HTMLElement} where @param {Board | undefined} board */
export function showMap(where, board) {
  if (!board) return;
  const draw = () => {
    where.dataset.level = "mid";
    where.replaceChildren(printedMap(board, isDark()));
    where.classList.add("drawn");
  };
  draw();
  onThemeChange(draw);
}
