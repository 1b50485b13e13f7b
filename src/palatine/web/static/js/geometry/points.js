// Points of a board and runs of them.

/** Drawing units for one unit of a board: whole numbers keep the paths short. */
export const UNIT = 100;

/** A number of the drawing, short. @param {number} n */
export const round1 = (n) => Math.round(n * 10) / 10;

/** @typedef {[number, number]} Point */

/** The distance of a point from a segment. @param {Point} p @param {Point} a @param {Point} b */
export function distanceToSegment([px, py], [ax, ay], [bx, by]) {
  const dx = bx - ax, dy = by - ay;
  const length = dx * dx + dy * dy;
  const t = length ? Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / length)) : 0;
  return Math.hypot(px - ax - t * dx, py - ay - t * dy);
}

/** Return whether a point is inside a polygon. @param {number} x @param {number} y @param {Point[]} outline */
export function inside(x, y, outline) {
  let within = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [xi, yi] = outline[i], [xj, yj] = outline[j];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) within = !within;
  }
  return within;
}

/**
 * A smooth run of points that touches the middle of every side of a chain, and its two ends.
 * @param {Point[]} chain
 * @param {number} steps
 * @returns {Point[]}
 */
export function smooth(chain, steps = 8) {
  if (chain.length < 3) return chain;
  const mid = (
    /** @type {Point} */ a,
    /** @type {Point} */ b,
  ) => /** @type {Point} */ ([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
  const out = [chain[0]];
  for (let i = 1; i < chain.length - 1; i++) {
    const a = i === 1 ? chain[0] : mid(chain[i - 1], chain[i]);
    const b = i === chain.length - 2 ? chain[i + 1] : mid(chain[i], chain[i + 1]);
    const c = chain[i];
    for (let k = 1; k <= steps; k++) {
      const t = k / steps, u = 1 - t;
      out.push([u * u * a[0] + 2 * u * t * c[0] + t * t * b[0], u * u * a[1] + 2 * u * t * c[1] + t * t * b[1]]);
    }
  }
  return out;
}

/** Points of a board as a path of the drawing. @param {Point[]} points @param {boolean} [closed] */
export function path(points, closed = false) {
  let d = "";
  points.forEach(([x, y], i) => (d += `${i ? "L" : "M"}${round1(x * UNIT)} ${round1(y * UNIT)}`));
  return closed ? d + "Z" : d;
}
