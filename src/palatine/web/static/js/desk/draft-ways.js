// The ways of all orders of a draft, as arrows on the map.

import { drawWay } from "../guidance/scene-layer.js";

/** @import { BoardSet } from "../board/board-set.js" */
/** @import { Forecast } from "../types/wire.d.ts" */

/** Draw the ways of every order; that of the line the caret is in stands out. @param {BoardSet | undefined} boards @param {Forecast[]} forecasts @param {number} line */
export function showDraftWays(boards, forecasts, line) {
  const all = forecasts.flatMap((forecast) => (forecast.ways ?? []).map((way) => ({ way, line: forecast.line })));
  for (const boardView of boards?.boardViews.values() ?? []) {
    const here = all.filter(({ way }) => (way.board || "map") === boardView.board.id);
    boardView.over.drafts.replaceChildren(...here.map(({ way, line: of }) => {
      const drawn = drawWay(boardView, way);
      drawn?.classList.add("draft-way");
      drawn?.classList.toggle("at-line", of === line);
      return drawn ?? "";
    }));
  }
}
