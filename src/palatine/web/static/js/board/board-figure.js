// A static board, for reading and printing.

import { isDark, onThemeChange } from "../common/theme.js";
import { UNIT } from "../geometry/points.js";
import { printedMap } from "../map/printed-map.js";
import { BoardView } from "./board-view.js";

/** @import { Board, SentView } from "../types/wire.d.ts" */

const DEFAULT_WIDTH = 640; // pixels of a figure that is not laid out yet
const NO_CHOICES = { spaces: new Map(), pieces: new Map(), far: new Map() };
const NO_CALLBACKS = { pick: () => {}, look: () => {}, press: () => {}, inspect: () => {} };

/** Draw a board with its pieces into a figure, before the caption, and return it. @param {HTMLElement} figure @param {Board} board @param {SentView} view */
export function drawStaticBoard(figure, board, view) {
  const boardView = new BoardView(board, NO_CALLBACKS);
  const sheet = document.createElement("div");
  sheet.className = "paper-sheet map-board";
  sheet.dataset.level = "mid";
  const draw = (/** @type {boolean} */ dark) => sheet.replaceChildren(printedMap(board, dark), boardView.over.map);
  const { width, height } = boardView.frame;
  sheet.style.aspectRatio = `${width} / ${height}`;
  figure.style.setProperty("--shape", String(width / height));
  draw(isDark());
  boardView.pixel = (width * UNIT) / (figure.clientWidth || DEFAULT_WIDTH);
  boardView.show({ marks: {}, ...view }, NO_CHOICES, true);
  onThemeChange(() => draw(isDark()));
  // Paper is light.
  matchMedia("print").addEventListener("change", (event) => draw(!event.matches && isDark()));
  figure.prepend(sheet);
  figure.dataset.drawn = "1";
  return boardView;
}
