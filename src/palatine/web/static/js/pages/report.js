// The report of a turn on its own page, with the map of that time.

import { drawStaticBoard } from "../board/board-figure.js";
import "../common/theme.js";

/** @import { Board, View } from "../types/wire.d.ts" */

/** @type {{boards: Board[], view: View}} */
const drawing = JSON.parse(document.getElementById("drawing")?.textContent ?? "{}");

for (const figure of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".paper-map"))) {
  const board = drawing.boards.find((each) => each.id === figure.dataset.board);
  if (board) drawStaticBoard(figure, board, drawing.view);
  else figure.remove();
}

document.getElementById("print")?.addEventListener("click", () => print());

document.documentElement.dataset.js = "1";
const which = /** @type {HTMLFormElement | null} */ (document.getElementById("which"));
which?.addEventListener("change", () => which.requestSubmit());
