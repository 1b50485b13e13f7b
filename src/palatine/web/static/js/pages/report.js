// The report of a turn on a page of its own: the map as it was, and what is to be pressed.

import { BoardView } from "../board/board-view.js";
import { isDark, onTheme } from "../common/theme.js";
import { printedMap } from "../map/printed-map.js";

/** @import { Board, View } from "../types/wire.d.ts" */

/** @type {{boards: Board[], view: View}} */
const drawing = JSON.parse(document.getElementById("drawing")?.textContent ?? "{}");
const nothing = { spaces: new Map(), pieces: new Map(), far: new Map() };

for (const figure of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".paper-map"))) {
  const board = drawing.boards.find((each) => each.id === figure.dataset.board);
  if (board) picture(figure, board);
  else figure.remove();
}

/** A board that lies still, as it is to be printed. @param {HTMLElement} figure @param {Board} board */
function picture(figure, board) {
  const boardView = new BoardView(board, { pick: () => {}, look: () => {}, press: () => {}, inspect: () => {} });
  const sheet = document.createElement("div");
  sheet.className = "paper-sheet map-board";
  sheet.dataset.level = "mid";
  const draw = (/** @type {boolean} */ dark) => sheet.replaceChildren(printedMap(board, dark), boardView.over.map);
  const { width, height } = boardView.frame;
  sheet.style.aspectRatio = `${width} / ${height}`;
  figure.style.setProperty("--shape", String(width / height));
  draw(isDark());
  boardView.show({ marks: {}, ...drawing.view }, nothing, true);
  onTheme(() => draw(isDark()));
  // Paper is light.
  matchMedia("print").addEventListener("change", (event) => draw(!event.matches && isDark()));
  figure.append(sheet);
  figure.dataset.drawn = "1";
}

document.getElementById("print")?.addEventListener("click", () => print());

document.documentElement.dataset.js = "1";
const which = /** @type {HTMLFormElement | null} */ (document.getElementById("which"));
which?.addEventListener("change", () => which.requestSubmit());
