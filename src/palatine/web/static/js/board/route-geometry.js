// An arrow along a run of points: pure geometry.

import { round1 } from "../geometry/points.js";

/** @typedef {[number, number]} Point */
/** A box: left, top, right, bottom. @typedef {[number, number, number, number]} Box */

const MIN_END_SHARE = 0.3; // the minimum share of an arrow's first and last step that stays visible beside large counters

/** The unit vector from one point to another. @param {Point} a @param {Point} b @returns {Point} */
function toward(a, b) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  return [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
}

/**
 * The shaft of an arrow, rounded at its bends, with the place and the direction (degrees) of its head.
 * @param {Point[]} points at least two
 */
export function arrow(points) {
  const tip = points[points.length - 1];
  const [ux, uy] = toward(points[points.length - 2], tip);
  return { shaft: roundBends(points), tip, turn: round1((Math.atan2(uy, ux) * 180) / Math.PI) };
}

/** A line shortened to the edges of the boxes at its ends. @param {Point[]} points @param {Box | null} from @param {Box | null} to @returns {Point[]} */
export function trimmed(points, from, to) {
  const last = points.length - 1, out = [...points];
  out[0] = exitPoint(points[0], points[1], from);
  out[last] = exitPoint(points[last], points[last - 1], to);
  return out;
}

/** The point where a segment leaves a box, at most part of the way along. @param {Point} a @param {Point} b @param {Box | null} box @returns {Point} */
function exitPoint(a, b, box) {
  if (!box) return a;
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const out = [
    dx > 0 ? (box[2] - a[0]) / dx : dx < 0 ? (box[0] - a[0]) / dx : Infinity,
    dy > 0 ? (box[3] - a[1]) / dy : dy < 0 ? (box[1] - a[1]) / dy : Infinity,
  ];
  const share = Math.max(0, Math.min(0.5 - MIN_END_SHARE / 2, ...out));
  return [a[0] + dx * share, a[1] + dy * share];
}

/** A run of points moved aside by some distance, to the same hand in whichever direction it goes. @param {Point[]} points @param {number} aside @returns {Point[]} */
export function beside(points, aside) {
  const [wx, wy] = toward(points[0], points[points.length - 1]);
  const hand = wx > 0 || (wx === 0 && wy > 0) ? aside : -aside;
  return points.map(([x, y], i) => {
    const [ux, uy] = toward(points[Math.max(0, i - 1)], points[Math.min(points.length - 1, i + 1)]);
    return [x - uy * hand, y + ux * hand];
  });
}

/** The lane of a route through spaces: the one nearest the middle that is free in all of them. @param {number[]} spaces @param {{spaces: number[], lane: number}[]} others @returns {number} 0, 1, −1, 2, … */
export function laneOf(spaces, others) {
  const here = new Set(spaces);
  const taken = new Set(
    others.filter((other) =>
      other.spaces.filter((space) => here.has(space)).length > 1 || crosses(spaces, other.spaces)
    )
      .map(({ lane }) => lane),
  );
  for (let i = 0;; i++) {
    const lane = i % 2 ? (i + 1) / 2 : -i / 2 || 0;
    if (!taken.has(lane)) return lane;
  }
}

/** Return whether two routes cross in a space that one of them passes through. @param {number[]} one @param {number[]} other */
function crosses(one, other) {
  return one.slice(1, -1).some((space) => other.includes(space)) ||
    other.slice(1, -1).some((space) => one.includes(space));
}

/** A run of points whose bends are rounded. @param {Point[]} run */
function roundBends(run) {
  const at = (/** @type {Point} */ [x, y]) => `${round1(x)} ${round1(y)}`;
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
