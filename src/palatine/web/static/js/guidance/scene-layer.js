// What happened, drawn over a board: ways as arrows, marks where something changed.

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

/** Whether a part of a scene is on this board: one that names none is on the map in front. @param {string | undefined} named @param {BoardView} boardView */
const isOn = (named, boardView) =>
  (named || "map") === boardView.board.id || (!named && boardView.board.kind !== "scene");

/** The spaces a scene speaks of on a board, the last the one where it ends. @param {BoardView} boardView @param {RecapItem} scene */
export function spacesOf(boardView, scene) {
  const spaces = byOperand(boardView);
  const numbers = [
    ...(scene.ways ?? []).filter((way) => isOn(way.board ?? scene.board, boardView)).flatMap((
      way,
    ) => [way.spaces[0], way.spaces[way.spaces.length - 1]]),
    ...(scene.flags ?? []).filter((flag) => isOn(flag.board ?? scene.board, boardView)).map((flag) => flag.space),
    ...(isOn(scene.board, boardView) ? scene.spaces ?? [] : []),
    ...(scene.card && (scene.card.space ?? -1) >= 0 && isOn(scene.card.board, boardView)
      ? [scene.card.space ?? -1]
      : []),
  ];
  return numbers.map((number) => spaces.get(number)).filter((space) => space !== undefined);
}

/** Whether there is anything of it to be drawn. @param {RecapItem} scene */
export const isDrawn = (scene) => Boolean(scene.ways?.length || scene.flags?.length);

/** How large signs are drawn, by the counters of a board. @param {BoardView} boardView */
const sizeOn = (boardView) => (boardView.board.piece ?? 1) * Math.min(MOST, boardView.letterScale);

/** Draw a scene over a board. @param {BoardView} boardView @param {RecapItem} scene @param {{calm: boolean, milliseconds: number}} how @returns {SVGElement[]} */
export function drawScene(boardView, scene, how) {
  const made = [
    ...(scene.ways ?? []).filter((way) => isOn(way.board ?? scene.board, boardView)).map((way) =>
      drawWay(boardView, way)
    ),
    ...(scene.flags ?? []).filter((flag) => isOn(flag.board ?? scene.board, boardView)).map((flag) =>
      drawFlag(boardView, flag)
    ),
  ].filter((each) => each !== null);
  boardView.over.recall.append(...made);
  if (!how.calm) made.forEach((group) => appear(group, how.milliseconds));
  return made;
}

/** @param {BoardView} boardView @param {Route} way */
export function drawWay(boardView, way) {
  const spaces = byOperand(boardView);
  const points = way.spaces.map((number) => spaces.get(number)?.at).filter((at) => at !== undefined);
  if (points.length < 2) return null;
  const size = sizeOn(boardView);
  const { shaft, head } = arrow(points.map(([x, y]) => [x * UNIT, y * UNIT]), size * 54);
  const group = svg(
    "g",
    { class: `way-arrow way-${way.kind ?? "march"}` },
    svg("path", { class: "way-halo", d: shaft + head }),
    svg("path", { class: "way-shaft", d: shaft }),
    svg("path", { class: "way-head", d: head }),
  );
  group.style.setProperty("--way", String(r(size * 11)));
  applyStyle(group, boardView.board.styles?.[way.style ?? ""]);
  if (way.text) group.append(svg("title", {}, way.text));
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
    { class: `scene-flag flag-${kind}`, transform: `translate(${r(x * UNIT)} ${r(y * UNIT)}) scale(${r(size * 1.6)})` },
    svg("circle", { r: 20 }),
    sign,
  );
  if (flag.style) applyStyle(group, boardView.board.styles?.[flag.style]);
  group.append(svg("title", {}, flag.text || kind));
  return group;
}

/** Let it come into sight: a way as if it were walked. @param {SVGElement} group @param {number} milliseconds */
function appear(group, milliseconds) {
  const shaft = /** @type {SVGPathElement | null} */ (group.querySelector(".way-shaft"));
  group.animate([{ opacity: 0 }, { opacity: 1 }], { duration: Math.min(220, milliseconds / 2), easing: "ease-out" });
  if (!shaft) return;
  const length = shaft.getTotalLength();
  shaft.animate([{ strokeDasharray: `${length}`, strokeDashoffset: `${length}` }, {
    strokeDasharray: `${length}`,
    strokeDashoffset: "0",
  }], { duration: milliseconds * 0.75, easing: "ease-in-out" });
  for (const late of group.querySelectorAll(".way-head, .way-halo")) {
    late.animate([{ opacity: 0 }, { opacity: 0, offset: 0.7 }, { opacity: 1 }], { duration: milliseconds * 0.8 });
  }
}
