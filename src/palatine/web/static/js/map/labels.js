// The text of a map: places, names, numbers of spaces.

import { svg } from "../common/dom.js";
import { path, round1, UNIT } from "../geometry/points.js";
import { boxOf, halfHeight, letterScale } from "./space-box.js";

/** @import { Point } from "../geometry/points.js" */
/** @import { Board, Mark, Space } from "../types/wire.d.ts" */

/** A name in lines of a bearable length. @param {string} name @param {number} [longest] @returns {string[]} */
export function wrap(name, longest = 13) {
  /** @type {string[]} */
  const lines = [];
  for (const word of name.split(" ")) {
    const last = lines[lines.length - 1];
    if (last !== undefined && last.length + 1 + word.length <= longest) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A silhouette (drawn on 512 by 512) about a point. @param {string} d @param {number} x @param {number} y @param {number} size @param {string} name */
export function silhouette(d, x, y, size, name) {
  const scale = size / 512;
  return svg("path", {
    class: name,
    d,
    transform: `translate(${round1(x - size / 2)} ${round1(y - size / 2)}) scale(${scale.toFixed(4)})`,
  });
}

/** @param {Board} board */
export function drawLabels(board) {
  const k = letterScale(board);
  const signs = svg("g", { class: "signs" }),
    names = svg("g", { class: "names" }),
    numbers = svg("g", { class: "numbers" });
  for (const space of board.spaces) {
    const [x, y] = [space.at[0] * UNIT, space.at[1] * UNIT];
    const half = halfHeight(space) * UNIT;
    if (board.kind !== "scene" && space.outline?.length && space.ground?.length && /^[^.]*\d/.test(space.id)) {
      numbers.append(drawNumber(space, x, y - half * 0.74, k));
    }
    for (const mark of space.marks ?? []) {
      const d = board.silhouettes?.[mark.silhouette ?? ""];
      if (mark.at) {
        drawPlacedMark(mark, mark.at, d, signs, names);
        continue;
      }
      if (d && space.ground?.length) {
        signs.append(
          svg("ellipse", { class: "sign-ground", cx: round1(x), cy: round1(y + 6), rx: 46, ry: 40 }),
          silhouette(d, x, y + 4, 72, `sign sign-${mark.kind}`),
        );
      } else if (d) {
        signs.append(
          svg("path", { class: "sign-box", d: path(space.outline ?? [], true) }),
          silhouette(d, x, y, half * 1.62, `sign sign-${mark.kind}`),
        );
      }
      if (mark.name && k > 1 && !space.ground?.length) names.append(drawNameBeside(board, space, mark));
      else if (mark.name) names.append(nameAt(mark, x, y + (d ? half * 0.97 : 0)));
    }
  }
  return { signs, names, numbers };
}

/** A mark that has its own place in its space, its name below it. @param {Mark} mark @param {Point} at @param {string | undefined} d @param {SVGElement} signs @param {SVGElement} names */
function drawPlacedMark(mark, at, d, signs, names) {
  const [x, y] = [at[0] * UNIT, at[1] * UNIT];
  if (d) {
    signs.append(
      svg("ellipse", { class: `sign-ground sign-ground-${mark.kind}`, cx: round1(x), cy: round1(y), rx: 40, ry: 36 }),
      silhouette(d, x, y, 66, `sign sign-${mark.kind}`),
    );
  }
  if (mark.name) names.append(nameAt(mark, x, y + (d ? 62 : 10)));
}

/** The number of a space: in the middle above, in a large space in its corner. @param {Space} space @param {number} x @param {number} y @param {number} k */
function drawNumber(space, x, y, k) {
  if (k === 1) return svg("text", { x: round1(x), y: round1(y) }, space.id);
  const [left, , , bottom] = boxOf(space);
  const short = space.name?.startsWith(space.id) && space.name.length < 6 ? space.name : space.id;
  return svg(
    "text",
    { class: "corner-number", x: round1((left + 0.28) * UNIT), y: round1((bottom - 0.3) * UNIT) },
    short,
  );
}

/** The name of a walled place within a large space: on the side where there is more room. @param {Board} board @param {Space} space @param {Mark} mark */
function drawNameBeside(board, space, mark) {
  const [left, top, right, bottom] = boxOf(space);
  const around =
    board.spaces.map(boxOf).find((box) => box[0] < left && right < box[2] && box[1] < top && bottom < box[3]) ??
      [left, top, right, bottom];
  const onLeft = left - around[0] > around[2] - right;
  const x = onLeft ? left - 0.14 : right + 0.14;
  const group = svg("g", {
    class: `name name-walled name-${mark.kind} ${onLeft ? "name-end" : "name-start"}`,
    transform: `translate(${round1(x * UNIT)} ${round1(((top + bottom) / 2 + 0.22) * UNIT)})`,
  });
  group.append(svg("text", {}, mark.name ?? ""));
  return group;
}

/** @param {Mark} mark @param {number} x @param {number} y */
function nameAt(mark, x, y) {
  const group = svg("g", { class: `name name-${mark.kind}`, transform: `translate(${round1(x)} ${round1(y)})` });
  const text = svg("text", {});
  wrap(mark.name ?? "").forEach((line, i) => text.append(svg("tspan", { x: 0, dy: i ? "0.92em" : "0" }, line)));
  group.append(text);
  return group;
}

/** Points that drawings of the ground keep clear of. @param {Board} board */
export function freeSpots(board) {
  const keep = [];
  for (const space of board.spaces) {
    const [x, y] = space.at;
    if (space.outline?.length) keep.push({ at: /** @type {Point} */ ([x, y - halfHeight(space) * 0.7]), room: 0.2 });
    for (const mark of space.marks ?? []) {
      const [left, top] = mark.at ?? [x, y + 0.05];
      const under = mark.at ? top + (mark.silhouette ? 0.56 : 0) : y + halfHeight(space) * 0.88;
      if (mark.silhouette) keep.push({ at: /** @type {Point} */ ([left, top]), room: 0.44 });
      if (!mark.name) continue;
      wrap(mark.name).forEach((line, i) => {
        for (let k = -1; k <= 1; k++) {
          keep.push({ at: /** @type {Point} */ ([left + k * line.length * 0.055, under + i * 0.26]), room: 0.2 });
        }
      });
    }
  }
  return keep;
}
