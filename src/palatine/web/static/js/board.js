// A board drawn from its data: the printed sheet below, and above it what can be pointed at.

import { cover } from "./glyphs.js";
import { clearings, labels, lettering } from "./labels.js";
import { grounds, hasWaters, hazes, lettered, waters } from "./shapes.js";
import { path, r, svg, UNIT } from "./svg.js";
import { wash } from "./wash.js";
import { shores } from "./water.js";
import { clearances, ways } from "./ways.js";

/** Units of paper around the spaces of a map. */
const MARGIN = 0.7;
/** Sheets printed so far: each has an edge of its own name. */
let drawn = 0;

/** The frame of a drawing: its viewBox. @param {any} board */
export function frame(board) {
  const margin = board.kind === "scene" ? 0.2 : MARGIN;
  return { margin, x: -margin, y: -margin, width: board.width + 2 * margin, height: board.height + 2 * margin };
}

/** @param {any} board @param {string} name */
function sheet(board, name) {
  const f = frame(board);
  const drawing = svg("svg", { class: name, viewBox: [f.x, f.y, f.width, f.height].map((n) => r(n * UNIT)).join(" "), "aria-hidden": "true", focusable: "false" });
  drawing.style.setProperty("--k", lettering(board).toFixed(2));
  return drawing;
}

/**
 * The printed sheet of a map.
 * @param {any} board
 * @param {boolean} dark
 */
export function printed(board, dark) {
  const f = frame(board);
  const map = sheet(board, "printed");
  const [x, y, width, height] = [f.x, f.y, f.width, f.height].map((n) => r(n * UNIT));
  const edge = `edge-${++drawn}`;
  const clip = svg("clipPath", { id: edge }, svg("rect", { x, y, width, height }));
  map.append(svg("defs", {}, clip));
  const land = svg("g", { "clip-path": `url(#${edge})` });
  land.append(svg("image", { class: "wash", x, y, width, height, preserveAspectRatio: "none", href: wash(board, f.margin, dark) }));
  const lines = ways(board);
  const water = hasWaters(board) ? null : shores(board, f.margin);
  const rivers = lines.group;
  if (water) {
    land.append(rivers, svg("path", { class: "water", d: water.shore }));
    water.lines.forEach((d, i) => land.append(svg("path", { class: `water-line water-line-${i}`, d })));
  } else land.append(grounds(board), rivers, waters(board), hazes(board));
  land.append(lines.borders);
  const edges = board.spaces.filter((/** @type {any} */ s) => s.outline?.length).map((/** @type {any} */ s) => path(s.outline, true)).join("");
  const { signs, names, numbers } = labels(board);
  land.append(svg("path", { class: "grid", d: edges }), cover(board, clearings(board), clearances(board)), lines.peaks, lettered(board), lines.names, signs, numbers, names);
  map.append(land, neatline(x, y, width, height));
  return map;
}

/** The border of the sheet, ruled as on an atlas. @param {number} x @param {number} y @param {number} width @param {number} height */
function neatline(x, y, width, height) {
  const ring = (/** @type {number} */ k) => `M${x + k} ${y + k}h${width - 2 * k}v${height - 2 * k}h${-width + 2 * k}z`;
  const group = svg("g", { class: "neatline" });
  group.append(svg("path", { class: "neat-band", "fill-rule": "evenodd", d: ring(0) + ring(34) }));
  const ticks = (/** @type {number} */ length, /** @type {(a: number, b: number) => string} */ bar) => {
    const count = 2 * Math.round(length / 360) || 2, each = length / count;
    let d = "";
    for (let i = 0; i < count; i += 2) d += bar(i * each, each);
    return d;
  };
  const along = ticks(width - 52, (a, b) => `M${r(x + 26 + a)} ${y + 20}h${r(b)}v6h${r(-b)}zM${r(x + 26 + a)} ${r(y + height - 26)}h${r(b)}v6h${r(-b)}z`);
  const down = ticks(height - 52, (a, b) => `M${x + 20} ${r(y + 26 + a)}v${r(b)}h6v${r(-b)}zM${r(x + width - 26)} ${r(y + 26 + a)}v${r(b)}h6v${r(-b)}z`);
  group.append(svg("path", { class: "neat-rule", d: ring(12) + ring(20) + ring(26) + ring(34) }), svg("path", { class: "neat-ticks", d: along + down }));
  return group;
}

/** The shape of a space in the drawing. @param {any} space */
export function shape(space) {
  if (space.outline?.length) return svg("path", { d: path(space.outline, true) });
  const [w, h] = [(space.size?.[0] || 1.6) * UNIT, (space.size?.[1] || 1.6) * UNIT];
  return svg("rect", { x: r(space.at[0] * UNIT - w / 2), y: r(space.at[1] * UNIT - h / 2), width: r(w), height: r(h), rx: 12 });
}

/**
 * The sheet that lies over the print: a shape for every space, and layers for lights, marks and counters.
 * @param {any} board
 */
export function overlay(board) {
  const map = sheet(board, "overlay");
  const layers = { holds: svg("g", { class: "holds" }), marks: svg("g", { class: "marks" }), lights: svg("g", { class: "lights" }), pieces: svg("g", { class: "pieces" }), beacons: svg("g", { class: "beacons" }), figures: svg("g", { class: "figures" }) };
  const spaces = svg("g", { class: "spaces" });
  /** @type {Map<string, SVGElement>} */
  const shapes = new Map();
  for (const space of board.spaces) {
    const element = shape(space);
    element.setAttribute("class", "space");
    element.dataset.space = space.id;
    shapes.set(space.id, element);
    spaces.append(element);
  }
  /** @type {Map<string, SVGElement>} */
  const captions = new Map();
  if (board.kind === "scene") for (const space of board.spaces) if (space.name) captions.set(space.id, caption(space));
  map.append(spaces, ...captions.values(), layers.holds, layers.marks, layers.lights, layers.pieces, layers.beacons, layers.figures);
  return { map, shapes, captions, ...layers };
}

/** The name of a place of a scene, above it. @param {any} space */
function caption(space) {
  const [width, height] = space.size?.[0] ? space.size : [1.6, 1.6];
  const long = width > 3.5;
  const x = (space.at[0] - (long ? width / 2 - 0.12 : 0)) * UNIT, y = (space.at[1] - height / 2) * UNIT;
  return svg("text", { class: long ? "caption caption-long" : "caption", x: r(x), y: r(y + 19) }, space.name);
}
