// What happened, drawn over a board: routes as arrows, marks where something changed.

import { applyStyle } from "../board/counters.js";
import { svg } from "../common/dom.js";
import { r, UNIT } from "../geometry/points.js";
import { arrow } from "./arrows.js";
import { icon } from "./icons.js";

/** @import { BoardView } from "../board/board-view.js" */
/** @import { Flag, RecapItem, Route } from "../types/wire.d.ts" */

const MOST = 1.35; // signs are lettered no larger than so, by the size of counters

/** The spaces of a board by the numbers actions call them by. @param {BoardView} boardView */
const byOperand = (boardView) => new Map(boardView.board.spaces.map((space) => [space.operand, space]));

/** Whether a part of an item is on this board: one that names none is on the map in front. @param {string | undefined} named @param {BoardView} boardView */
const isOn = (named, boardView) =>
  (named || "map") === boardView.board.id || (!named && boardView.board.kind !== "scene");

/** The spaces an item speaks of on a board, the last the one where it ends. @param {BoardView} boardView @param {RecapItem} item */
export function spacesOf(boardView, item) {
  const spaces = byOperand(boardView);
  const numbers = [
    ...(item.routes ?? []).filter((route) => isOn(route.board ?? item.board, boardView)).flatMap((
      route,
    ) => [route.spaces[0], route.spaces[route.spaces.length - 1]]),
    ...(item.flags ?? []).filter((flag) => isOn(flag.board ?? item.board, boardView)).map((flag) => flag.space),
    ...(isOn(item.board, boardView) ? item.spaces ?? [] : []),
    ...(item.card && (item.card.space ?? -1) >= 0 && isOn(item.card.board, boardView) ? [item.card.space ?? -1] : []),
  ];
  return numbers.map((number) => spaces.get(number)).filter((space) => space !== undefined);
}

/** Whether there is anything of it to be drawn. @param {RecapItem} item */
export const isDrawn = (item) => Boolean(item.routes?.length || item.flags?.length);

/** How large signs are drawn, by the counters of a board. @param {BoardView} boardView */
const sizeOn = (boardView) => (boardView.board.piece ?? 1) * Math.min(MOST, boardView.letterScale);

/** Draw an item over a board. @param {BoardView} boardView @param {RecapItem} item @param {{calm: boolean, milliseconds: number}} how @returns {SVGElement[]} */
export function drawRecapItem(boardView, item, how) {
  const made = [
    ...(item.routes ?? []).filter((route) => isOn(route.board ?? item.board, boardView)).map((route) =>
      drawRoute(boardView, route)
    ),
    ...(item.flags ?? []).filter((flag) => isOn(flag.board ?? item.board, boardView)).map((flag) =>
      drawFlag(boardView, flag)
    ),
  ].filter((each) => each !== null);
  boardView.over.recap.append(...made);
  if (!how.calm) made.forEach((group) => appear(group, how.milliseconds));
  return made;
}

/** @param {BoardView} boardView @param {Route} route */
export function drawRoute(boardView, route) {
  const spaces = byOperand(boardView);
  const points = route.spaces.map((number) => spaces.get(number)?.at).filter((at) => at !== undefined);
  if (points.length < 2) return null;
  const size = sizeOn(boardView);
  const { shaft, head } = arrow(points.map(([x, y]) => [x * UNIT, y * UNIT]), size * 54);
  const group = svg(
    "g",
    { class: `route-arrow route-${route.kind ?? "march"}` },
    svg("path", { class: "route-halo", d: shaft + head }),
    svg("path", { class: "route-shaft", d: shaft }),
    svg("path", { class: "route-head", d: head }),
  );
  group.style.setProperty("--route", String(r(size * 11)));
  applyStyle(group, boardView.board.styles?.[route.style ?? ""]);
  if (route.text) group.append(svg("title", {}, route.text));
  return group;
}

/** @param {BoardView} boardView @param {Flag} flag */
function drawFlag(boardView, flag) {
  const space = byOperand(boardView).get(flag.space);
  if (!space) return null;
  const size = sizeOn(boardView);
  const kind = flag.kind ?? "other";
  const sign = icon(kind);
  for (const [name, value] of Object.entries({ x: -13, y: -13, width: 26, height: 26 })) {
    sign.setAttribute(name, String(value));
  }
  const x = space.at[0] + size * 0.5, y = space.at[1] - size * 0.5;
  const group = svg(
    "g",
    { class: `recap-flag flag-${kind}`, transform: `translate(${r(x * UNIT)} ${r(y * UNIT)}) scale(${r(size * 1.6)})` },
    svg("circle", { r: 20 }),
    sign,
  );
  if (flag.style) applyStyle(group, boardView.board.styles?.[flag.style]);
  group.append(svg("title", {}, flag.text || kind));
  return group;
}

/** Let it come into sight: a route as if it were walked. @param {SVGElement} group @param {number} milliseconds */
function appear(group, milliseconds) {
  const shaft = /** @type {SVGPathElement | null} */ (group.querySelector(".route-shaft"));
  group.animate([{ opacity: 0 }, { opacity: 1 }], { duration: Math.min(220, milliseconds / 2), easing: "ease-out" });
  if (!shaft) return;
  const length = shaft.getTotalLength();
  shaft.animate([{ strokeDasharray: `${length}`, strokeDashoffset: `${length}` }, {
    strokeDasharray: `${length}`,
    strokeDashoffset: "0",
  }], { duration: milliseconds * 0.75, easing: "ease-in-out" });
  for (const late of group.querySelectorAll(".route-head, .route-halo")) {
    late.animate([{ opacity: 0 }, { opacity: 0, offset: 0.7 }, { opacity: 1 }], { duration: milliseconds * 0.8 });
  }
}
