// Panels beside the boards: losses, prisoners, spells, points, the turn.

import { portrait } from "../board/counters.js";
import { element, updateChildren } from "../common/dom.js";
import { say } from "../common/messages.js";

/** @import { Board, Panel, Row } from "../types/wire.d.ts" */

/** @param {HTMLElement} place @param {Panel[]} panels @param {Board[]} boards @param {(text: string) => HTMLElement | null} colourOf the colour of the seat that a text starts with */
export function showPanels(place, panels, boards, colourOf) {
  const mark = JSON.stringify(panels);
  if (place.dataset.mark === mark) return;
  place.dataset.mark = mark;
  const board = (/** @type {string} */ face) => boards.find((each) => each.counters?.[face]);
  updateChildren(
    place,
    ...panels.map((panel) =>
      element(
        "section",
        { class: "panel", "data-panel": panel.id },
        element("h2", {}, colourOf(panel.title), panel.title),
        panel.rows?.length
          ? element("ul", {}, ...panel.rows.map((row) => line(row, row.piece ? board(row.piece) : null, colourOf)))
          : element("p", { class: "soft small" }, say("panel.empty")),
      )
    ),
  );
}

/** @param {Row} row @param {Board | null | undefined} board @param {(text: string) => HTMLElement | null} colourOf */
function line(row, board, colourOf) {
  return element(
    "li",
    {},
    board ? portrait(board, { id: "", space: "", face: row.piece }, 34) : null,
    element(
      "span",
      { class: "row-label" },
      colourOf(row.label),
      row.label,
      row.note ? element("small", {}, row.note) : null,
    ),
    row.value ? element("span", { class: "row-value" }, row.value) : null,
  );
}
