// What is printed on a map: places and their names, numbers of spaces.

import { r, svg, UNIT } from "./svg.js";

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
  return svg("path", { class: name, d, transform: `translate(${r(x - size / 2)} ${r(y - size / 2)}) scale(${scale.toFixed(4)})` });
}

/** The height of a space about its middle, in units. @param {any} space */
function reach(space) {
  if (!space.outline?.length) return (space.size?.[1] || 1.6) / 2;
  return Math.max(...space.outline.map((/** @type {number[]} */ p) => p[1])) - space.at[1];
}

/** @param {any} board */
export function labels(board) {
  const signs = svg("g", { class: "signs" }), names = svg("g", { class: "names" }), numbers = svg("g", { class: "numbers" });
  for (const space of board.spaces) {
    const [x, y] = [space.at[0] * UNIT, space.at[1] * UNIT];
    const half = reach(space) * UNIT;
    if (board.kind !== "scene" && space.outline?.length) numbers.append(svg("text", { x: r(x), y: r(y - half * 0.74) }, space.id));
    for (const mark of space.marks ?? []) {
      const d = board.silhouettes?.[mark.silhouette];
      if (d) signs.append(svg("ellipse", { class: "sign-ground", cx: r(x), cy: r(y + 6), rx: 46, ry: 40 }), silhouette(d, x, y + 4, 72, `sign sign-${mark.kind}`));
      if (mark.name) names.append(lettered(mark, x, y + (d ? half * 0.97 : 0)));
    }
  }
  return { signs, names, numbers };
}

/** @param {any} mark @param {number} x @param {number} y */
function lettered(mark, x, y) {
  const group = svg("g", { class: `name name-${mark.kind}`, transform: `translate(${r(x)} ${r(y)})` });
  const text = svg("text", {});
  wrap(mark.name).forEach((line, i) => text.append(svg("tspan", { x: 0, dy: i ? "0.92em" : "0" }, line)));
  group.append(text);
  return group;
}

/** Points that drawings of the ground keep clear of. @param {any} board */
export function clearings(board) {
  const keep = [];
  for (const space of board.spaces) {
    const [x, y] = space.at;
    if (space.outline?.length) keep.push({ at: /** @type {[number, number]} */ ([x, y - reach(space) * 0.7]), room: 0.2 });
    for (const mark of space.marks ?? []) {
      if (mark.silhouette) keep.push({ at: /** @type {[number, number]} */ ([x, y + 0.05]), room: 0.44 });
      if (!mark.name) continue;
      wrap(mark.name).forEach((line, i) => {
        for (let k = -1; k <= 1; k++) keep.push({ at: /** @type {[number, number]} */ ([x + k * line.length * 0.055, y + reach(space) * 0.88 + i * 0.26]), room: 0.2 });
      });
    }
  }
  return keep;
}
