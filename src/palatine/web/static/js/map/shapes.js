// Shapes across spaces: seas with round coasts, and the names of realms.

import { svg } from "../common/dom.js";
import { path, round1, smooth, UNIT } from "../geometry/points.js";
import { isWater, patternOf } from "./terrain.js";

/** @import { Board, Label, Shape } from "../types/wire.d.ts" */

/** @typedef {import("../geometry/points.js").Point} Point */

const SAMPLES_PER_UNIT = 10; // samples for one unit of the board
const COAST_LINE_DISTANCES = [118, 84, 54, 28]; // distances of the lines along a coast, the farthest first

/** A closed outline as a smooth curve through the middles of its sides. @param {Point[]} points */
function closedCurve(points) {
  const at = (/** @type {number} */ i) => points[(i + points.length) % points.length];
  const mid = (/** @type {number} */ i) =>
    `${round1(((at(i)[0] + at(i + 1)[0]) / 2) * UNIT)} ${round1(((at(i)[1] + at(i + 1)[1]) / 2) * UNIT)}`;
  return points.reduce((d, [x, y], i) => `${d}Q${round1(x * UNIT)} ${round1(y * UNIT)} ${mid(i)}`, `M${mid(-1)}`) + "Z";
}

/** @param {Shape} shape */
const curve = (shape) => shape.outlines.map(closedCurve).join("");

/** The shapes of a board that are water, or not. @param {Board} board @param {boolean} wet */
const shapesOf = (board, wet) =>
  (board.shapes ?? []).filter((shape) => isWater(board, shape.style) === wet && !isHaze(board, shape));

/** Whether a shape is a veil of colour over the water. @param {Board} board @param {Shape} shape */
const isHaze = (board, shape) => patternOf(board, shape.style) === "haze";

/** Whether the board gives its waters as shapes. @param {Board} board */
export const hasWaters = (board) => shapesOf(board, true).length > 0;

/** Shapes of dry ground, in the colours of their styles. @param {Board} board */
export function drawGrounds(board) {
  const group = svg("g", { class: "shapes" });
  for (const shape of shapesOf(board, false)) {
    const { fill, dark } = board.styles?.[shape.style] ?? {};
    const element = svg("path", { class: "shape", d: curve(shape), "fill-rule": "evenodd" });
    if (fill) element.style.setProperty("--own", fill);
    if (fill) element.style.setProperty("--own-dark", dark || fill);
    group.append(element);
  }
  return group;
}

/** Veils of colour over the water: where a sea is no common sea. @param {Board} board */
export function drawHazes(board) {
  const group = svg("g", { class: "hazes" });
  for (const shape of board.shapes ?? []) {
    if (!isHaze(board, shape)) continue;
    const { fill, dark } = board.styles?.[shape.style] ?? {};
    const element = svg("path", { class: "haze", d: curve(shape), "fill-rule": "evenodd" });
    if (fill) element.style.setProperty("--own", fill);
    if (fill) element.style.setProperty("--own-dark", dark || fill);
    group.append(element);
  }
  return group;
}

/** Waters as an engraver draws them: lines that follow the coast, closer the nearer to it. @param {Board} board */
export function drawWaters(board) {
  const group = svg("g", { class: "waters" });
  shapesOf(board, true).forEach((shape, i) => {
    const d = curve(shape), id = `waters-${board.id}-${i}`;
    const within = svg("g", { "clip-path": `url(#${id})` }, svg("path", { class: "sea", d, "fill-rule": "evenodd" }));
    COAST_LINE_DISTANCES.forEach((far, k) =>
      within.append(
        svg("path", { class: "shoal-line", d, "stroke-width": 2 * far + 3 }),
        svg("path", { class: `shoal shoal-${k}`, d, "stroke-width": 2 * far }),
      )
    );
    group.append(
      svg("clipPath", { id }, svg("path", { d, "clip-rule": "evenodd" })),
      within,
      svg("path", { class: "coast", d }),
    );
  });
  return group;
}

/**
 * Return a test whether a point is dry with `room` around it; null if the board has no water.
 * @param {Board} board
 * @returns {((p: Point, room: number) => boolean) | null}
 */
export function dryTest(board) {
  if (!hasWaters(board)) return null;
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(board.width * SAMPLES_PER_UNIT);
  canvas.height = Math.ceil(board.height * SAMPLES_PER_UNIT);
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  pen.scale(SAMPLES_PER_UNIT / UNIT, SAMPLES_PER_UNIT / UNIT);
  shapesOf(board, true).forEach((shape) => pen.fill(new Path2D(curve(shape)), "evenodd"));
  const wet = pen.getImageData(0, 0, canvas.width, canvas.height).data;
  const dry = (/** @type {number} */ x, /** @type {number} */ y) =>
    x >= 0 && y >= 0 && x < board.width && y < board.height &&
    wet[(Math.floor(y * SAMPLES_PER_UNIT) * canvas.width + Math.floor(x * SAMPLES_PER_UNIT)) * 4 + 3] < 128;
  return ([x, y], room) =>
    [[0, 0], [-room, 0], [room, 0], [0, -1.4 * room], [0, room * 0.4]].every(([dx, dy]) => dry(x + dx, y + dy));
}

/** The names of realms and seas, spread along their runs. @param {Board} board */
export function realmNames(board) {
  const group = svg("g", { class: "realms" });
  (board.labels ?? []).forEach((label, i) => {
    const id = `realm-${board.id}-${i}`, points = smooth(label.points, 12);
    const long = points.slice(1).reduce((sum, p, k) => sum + Math.hypot(p[0] - points[k][0], p[1] - points[k][1]), 0);
    const { fill, dark } = board.styles?.[label.style] ?? {};
    const text = svg("text", {
      class: `realm realm-${label.style}`,
      "font-size": round1((label.size ?? 1) * 1.5 * UNIT),
    });
    if (fill) text.style.setProperty("--own", fill);
    if (fill) text.style.setProperty("--own-dark", dark || fill);
    const count = label.text.length + (label.figure ? label.figure.length + 1 : 0), size = (label.size ?? 1) * 1.5;
    const apart = Math.max(0, (long / size - 0.57 * count) / label.text.length);
    const along = svg(
      "textPath",
      { href: `#${id}`, startOffset: "50%" },
      svg("tspan", { "letter-spacing": `${apart.toFixed(2)}em` }, label.text),
    );
    if (label.figure) along.append(svg("tspan", { class: "realm-figure" }, ` ${label.figure}`));
    text.append(along);
    group.append(svg("path", { id, class: "unseen", d: path(points) }), text);
  });
  return group;
}
