// Lakes and seas: a field that is high in water, and the shorelines where it falls through a level.

import { noise } from "../geometry/noise.js";
import { distanceToSegment, inside, path, smooth } from "../geometry/points.js";
import { isWater } from "./terrain.js";

/** @import { Board, Line, Space } from "../types/wire.d.ts" */

/** @typedef {import("../geometry/points.js").Point} Point */

const SAMPLES_PER_UNIT = 7; // samples for one unit of the board
const HALF_WIDTH = 0.62; // half the width of a river

/** The depth of a point: above 0.5 it is under water. @param {Board} board @returns {((p: Point) => number) | null} */
function depthOf(board) {
  const lines = (board.lines ?? []).filter((line) => isWater(board, line.style));
  const whole = board.spaces.filter((s) =>
    s.outline?.length && s.ground?.length && s.ground.every((g) => isWater(board, g))
  );
  if (!lines.length && !whole.length) return null;
  return (p) => {
    let best = 0;
    for (const line of lines) {
      for (let i = 1; i < line.points.length; i++) {
        const d = distanceToSegment(p, line.points[i - 1], line.points[i]);
        if (d < 2 * HALF_WIDTH) best += Math.max(0, 1 - d / (2 * HALF_WIDTH)) ** 2;
      }
    }
    best = Math.sqrt(best);
    for (const { at, outline = [] } of whole) {
      if (Math.abs(at[0] - p[0]) > 2 || Math.abs(at[1] - p[1]) > 2) continue;
      let edge = Infinity;
      outline.forEach((a, i) => (edge = Math.min(edge, distanceToSegment(p, a, outline[(i + 1) % outline.length]))));
      best = Math.max(best, inside(p[0], p[1], outline) ? 0.6 + edge : 0.6 - edge);
    }
    return best + 0.07 * noise(p[0] * 1.7, p[1] * 1.7, 11) + 0.03 * noise(p[0] * 5, p[1] * 5, 12);
  };
}

/** Closed shorelines of a field at a level, by marching squares. @param {Float32Array} field @param {number} width @param {number} height @param {number} level */
function contours(field, width, height, level) {
  // By the side of a cell where a piece of shore begins: the point where it ends, and the side it ends on. Sides are
  // numbered, for two points on different sides may lie in the same place.
  /** @type {Map<number, [Point, number]>} */
  const next = new Map();
  const across = (/** @type {number} */ x, /** @type {number} */ y) => 2 * (y * width + x),
    down = (/** @type {number} */ x, /** @type {number} */ y) => across(x, y) + 1;
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      const v = [
        field[y * width + x],
        field[y * width + x + 1],
        field[(y + 1) * width + x + 1],
        field[(y + 1) * width + x],
      ];
      const cut = (/** @type {number} */ i, /** @type {number} */ j) => (level - v[i]) / (v[j] - v[i]);
      /** @type {(() => Point)[]} */
      const point = [
        () => [x + cut(0, 1), y],
        () => [x + 1, y + cut(1, 2)],
        () => [x + cut(3, 2), y + 1],
        () => [x, y + cut(0, 3)],
      ];
      const side = [across(x, y), down(x + 1, y), across(x, y + 1), down(x, y)];
      const code = v.reduce((sum, value, i) => sum + (value > level ? 1 << i : 0), 0);
      for (const [a, b] of CASES[code]) next.set(side[a], [point[b](), side[b]]);
    }
  }
  const rings = [];
  for (const start of [...next.keys()]) {
    const ring = [];
    let at = start;
    while (next.has(at)) {
      const [point, side] = /** @type {[Point, number]} */ (next.get(at));
      next.delete(at);
      ring.push(point);
      at = side;
    }
    if (ring.length > 8) rings.push(ring);
  }
  return rings;
}

/** For each pattern of wet corners: the sides of the cell the shore runs from and to. @type {[number, number][][]} */
const CASES = [
  [],
  [[3, 0]],
  [[0, 1]],
  [[3, 1]],
  [[1, 2]],
  [[3, 0], [1, 2]],
  [[0, 2]],
  [[3, 2]],
  [[2, 3]],
  [[2, 0]],
  [[0, 1], [2, 3]],
  [[2, 1]],
  [[1, 3]],
  [[1, 0]],
  [[0, 3]],
  [],
];

/**
 * Paths of the water of a board: the shore, and lines within that follow it.
 * @param {Board} board @param {number} margin
 * @returns {{shore: string, lines: string[]} | null}
 */
export function shorelines(board, margin) {
  const deep = depthOf(board);
  if (!deep) return null;
  const pad = margin + 0.4;
  const width = Math.ceil((board.width + 2 * pad) * SAMPLES_PER_UNIT),
    height = Math.ceil((board.height + 2 * pad) * SAMPLES_PER_UNIT);
  const field = new Float32Array(width * height);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      field[y * width + x] = deep([x / SAMPLES_PER_UNIT - pad, y / SAMPLES_PER_UNIT - pad]);
    }
  }
  const trace = (/** @type {number} */ level) =>
    contours(field, width, height, level)
      .map((ring) => {
        const points = ring.map((
          [x, y],
        ) => /** @type {Point} */ ([x / SAMPLES_PER_UNIT - pad, y / SAMPLES_PER_UNIT - pad]));
        return path(smooth([...points, points[0], points[1]], 3).slice(1), true);
      })
      .join("");
  return { shore: trace(0.5), lines: [0.58, 0.68, 0.8].map(trace) };
}
