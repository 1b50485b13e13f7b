// Recap items on a board: routes as arrows, marks for changes.

import { applyStyle } from "./counters.js";
import { svg } from "../common/dom.js";
import { round1, UNIT } from "../geometry/points.js";
import { arrow, beside, laneOf, trimmed } from "./route-geometry.js";
import { icon } from "../common/icons.js";

/** @import { BoardView } from "../board/board-view.js" */
/** @import { Flag, RecapItem, Route } from "../types/wire.d.ts" */

const ARROW_GAP_PX = 9; // pixels between a counter and the end of an arrow, which has its head there
const LANE_WIDTH_PX = 7; // pixels between arrows side by side, ...
const MAX_LANE_SHARE = 0.16; // ... but no more than this share of a counter
const RADIUS = 20; // radius of a sign's circle in drawing units, before scaling
const SIGN_HEIGHT = 34; // distance of its middle from the counters, whose number is at their corner

/** The ways that are drawn on a layer. @type {WeakMap<SVGElement, {spaces: number[], lane: number}>} */
const ways = new WeakMap();

/** The spaces of a board by the numbers actions call them by. @param {BoardView} boardView */
const byOperand = (boardView) => new Map(boardView.board.spaces.map((space) => [space.operand, space]));

/** Return whether a part of an item is on this board; a part without a board is on the main one. @param {string | undefined} named @param {BoardView} boardView */
const isOn = (named, boardView) =>
  (named || "map") === boardView.board.id || (!named && boardView.board.kind !== "scene");

/** The spaces of an item on a board; its end is the last. @param {BoardView} boardView @param {RecapItem} item */
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

/** Return whether any part of the item is drawn. @param {RecapItem} item */
export const isDrawn = (item) => Boolean(item.routes?.length || item.flags?.length);

/** Remove all recap drawings. @param {BoardView} boardView */
export function clearRecap({ over: { routes, recap } }) {
  routes.replaceChildren();
  recap.replaceChildren();
}

/** Draw an item over a board. @param {BoardView} boardView @param {RecapItem} item @param {{calm: boolean, milliseconds: number}} how @returns {SVGElement[]} */
export function drawRecapItem(boardView, item, how) {
  const { routes, recap } = boardView.over;
  const made = [
    ...(item.routes ?? []).filter((route) => isOn(route.board ?? item.board, boardView)).map((route) =>
      drawRoute(boardView, route, routes)
    ),
    ...(item.flags ?? []).filter((flag) => isOn(flag.board ?? item.board, boardView)).map((flag) =>
      drawFlag(boardView, flag)
    ),
  ].filter((each) => each !== null);
  recap.append(...made.filter((each) => !each.parentElement));
  if (!how.calm) made.forEach((group) => animateIn(group, how.milliseconds));
  return made;
}

/** Draw a route on a layer, beside those that are there. @param {BoardView} boardView @param {Route} route @param {SVGElement} layer */
export function drawRoute(boardView, route, layer) {
  const spaces = byOperand(boardView);
  const known = route.spaces.map((number) => spaces.get(number)).filter((space) => space !== undefined);
  if (known.length < 2) return null;
  const others = [...layer.children].flatMap((each) => ways.get(/** @type {SVGElement} */ (each)) ?? []);
  const way = { spaces: route.spaces, lane: laneOf(route.spaces, others) };
  const pixel = boardView.pixel,
    aside = Math.min(LANE_WIDTH_PX * pixel, MAX_LANE_SHARE * (boardView.board.piece ?? 1) * UNIT);
  const run = beside(known.map(({ at: [x, y] }) => [x * UNIT, y * UNIT]), way.lane * aside);
  const [from, to] = [known[0], known[known.length - 1]].map((space) =>
    boardView.boxOfPieces(space, ARROW_GAP_PX * pixel)
  );
  const { shaft, tip, turn } = arrow(trimmed(run, from, to));
  const place = { transform: `translate(${round1(tip[0])} ${round1(tip[1])}) rotate(${turn})` };
  const group = svg(
    "g",
    { class: `route-arrow route-${route.kind ?? "march"}` },
    svg("path", { class: "route-halo", d: shaft }),
    svg("g", place, svg("path", { class: "route-head route-head-halo", d: ARROW_HEAD })),
    svg("path", { class: "route-shaft", d: shaft }),
    svg("g", place, svg("path", { class: "route-head", d: ARROW_HEAD })),
  );
  applyStyle(group, boardView.board.styles?.[route.style ?? ""]);
  if (route.text) group.append(svg("title", {}, route.text));
  ways.set(group, way);
  layer.append(group);
  return group;
}

const ARROW_HEAD = "M7 0L-6 -6V6Z"; // in pixels, about the end of the shaft

/** @param {BoardView} boardView @param {Flag} flag */
function drawFlag(boardView, flag) {
  const space = byOperand(boardView).get(flag.space);
  if (!space) return null;
  const kind = flag.kind ?? "other";
  const sign = icon(kind);
  for (const [name, value] of Object.entries({ x: -13, y: -13, width: 26, height: 26 })) {
    sign.setAttribute(name, String(value));
  }
  // It is above the last counter of the space and covers none.
  const half = ((boardView.board.piece ?? 1) * UNIT) / 2, [x, y] = space.at.map((at) => at * UNIT);
  const [, top, right] = boardView.boxOfPieces(space, 0) ?? [0, y - half, x + half, 0];
  const group = svg(
    "g",
    { class: `recap-flag flag-${kind}`, transform: `translate(${round1(right)} ${round1(top)})` },
    svg("g", { class: "flag-sign" }, svg("circle", { cy: -SIGN_HEIGHT, r: RADIUS }), sign),
  );
  sign.setAttribute("y", String(-SIGN_HEIGHT - 13));
  if (flag.style) applyStyle(group, boardView.board.styles?.[flag.style]);
  group.append(svg("title", {}, flag.text || kind));
  return group;
}

/** Animate the appearance, a route along its way. @param {SVGElement} group @param {number} milliseconds */
function animateIn(group, milliseconds) {
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
