// Small tools for drawing: elements, points, numbers that look random but never change.

/** Drawing units for one unit of a board: whole numbers keep the paths short. */
export const UNIT = 100;

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element with attributes and children.
 * @param {string} name
 * @param {Record<string, string | number | undefined>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== "") element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}

/**
 * An HTML element with properties, attributes (in `data` and `aria` style) and children.
 * @param {string} name
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function html(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (key === "class") element.className = value;
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key in element && !key.includes("-") && key !== "list") /** @type {any} */ (element)[key] = value;
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A number of the drawing, short. @param {number} n */
export const r = (n) => Math.round(n * 10) / 10;

/** A seed from a text (FNV-1a). @param {string} text */
export function seedOf(text) {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). @param {number} seed */
export function jitter(seed) {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** @param {number} x @param {number} y @param {number} salt */
function lattice(x, y, salt) {
  let h = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(salt, 1442695041);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Smooth noise from -1 to 1 with features about one unit wide. @param {number} x @param {number} y @param {number} salt */
export function noise(x, y, salt = 0) {
  const ix = Math.floor(x), iy = Math.floor(y);
  const fx = x - ix, fy = y - iy;
  const sx = fx * fx * (3 - 2 * fx), sy = fy * fy * (3 - 2 * fy);
  const top = lattice(ix, iy, salt) * (1 - sx) + lattice(ix + 1, iy, salt) * sx;
  const low = lattice(ix, iy + 1, salt) * (1 - sx) + lattice(ix + 1, iy + 1, salt) * sx;
  return (top * (1 - sy) + low * sy) * 2 - 1;
}

/** @typedef {[number, number]} Point */

/** How far a point lies from a segment. @param {Point} p @param {Point} a @param {Point} b */
export function fromSegment([px, py], [ax, ay], [bx, by]) {
  const dx = bx - ax, dy = by - ay;
  const length = dx * dx + dy * dy;
  const t = length ? Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / length)) : 0;
  return Math.hypot(px - ax - t * dx, py - ay - t * dy);
}

/** Whether a point lies in a polygon. @param {number} x @param {number} y @param {Point[]} outline */
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
  const mid = (/** @type {Point} */ a, /** @type {Point} */ b) => /** @type {Point} */ ([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
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
  points.forEach(([x, y], i) => (d += `${i ? "L" : "M"}${r(x * UNIT)} ${r(y * UNIT)}`));
  return closed ? d + "Z" : d;
}
