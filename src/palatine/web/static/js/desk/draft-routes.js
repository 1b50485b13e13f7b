// The routes of all orders of a draft, as arrows on the map.

import { drawRoute } from "../board/route-arrows.js";

/** @import { BoardSet } from "../board/board-set.js" */
/** @import { Forecast } from "../types/wire.d.ts" */

/** Draw the routes of all orders; that of the caret's line is highlighted. @param {BoardSet | undefined} boards @param {Forecast[]} forecasts @param {number} line */
export function showDraftRoutes(boards, forecasts, line) {
  const all = forecasts.flatMap((forecast) => (forecast.routes ?? []).map((route) => ({ route, line: forecast.line })));
  for (const boardView of boards?.boardViews.values() ?? []) {
    const here = all.filter(({ route }) => (route.board || "map") === boardView.board.id);
    const layer = boardView.over.drafts;
    layer.replaceChildren();
    for (const { route, line: of } of here) {
      const drawn = drawRoute(boardView, route, layer);
      drawn?.classList.add("draft-route");
      drawn?.classList.toggle("at-line", of === line);
    }
  }
}
