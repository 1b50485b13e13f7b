// An arrow along a run of points: pure geometry.

import { r } from "../geometry/points.js";

/** @typedef {[number, number]} Point */

/** The unit vector from one point to another. @param {Point} a @param {Point} b @returns {Point} */
function toward(a, b) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  return [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
}

/**
 * The shaft, rounded at its bends, and the head of an arrow, as paths.
 * @param {Point[]} points at least two @param {number} size of the head, from base to tip
 */
export function arrow(points, size) {
  const last = points.length - 1;
  const [ux, uy] = toward(points[last - 1], points[last]);
  const length = Math.hypot(points[last][0] - points[last - 1][0], points[last][1] - points[last - 1][1]);
  const back = Math.min(size, length * 0.6);
  /** @type {Point} */
  const neck = [points[last][0] - ux * back, points[last][1] - uy * back];
  const run = [...points.slice(0, last), neck];
  const half = back * 0.62;
  const at = (/** @type {Point} */ [x, y]) => `${r(x)} ${r(y)}`;
  const head = `M${at(points[last])}L${at([neck[0] - uy * half, neck[1] + ux * half])}L${
    at([neck[0] + uy * half, neck[1] - ux * half])
  }Z`;
  return { shaft: rounded(run), head };
}

/** A run of points whose bends are rounded. @param {Point[]} run */
function rounded(run) {
  const at = (/** @type {Point} */ [x, y]) => `${r(x)} ${r(y)}`;
  const middle = (
    /** @type {Point} */ a,
    /** @type {Point} */ b,
  ) => /** @type {Point} */ ([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
  let d = `M${at(run[0])}`;
  for (let i = 1; i < run.length - 1; i++) {
    d += `${i === 1 ? `L${at(middle(run[0], run[1]))}` : ""}Q${at(run[i])} ${at(middle(run[i], run[i + 1]))}`;
  }
  return `${d}L${at(run[run.length - 1])}`;
}
