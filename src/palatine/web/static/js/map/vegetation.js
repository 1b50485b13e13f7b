// Trees, hills, peaks, reeds and dunes in the style of an old atlas, scattered over the ground of a board.

import { svg } from "../common/dom.js";
import { seededRandom, seedOf } from "../geometry/noise.js";
import { distanceToSegment, inside, path, round1, UNIT } from "../geometry/points.js";
import { dryTest } from "./shapes.js";
import { letterScale } from "./space-box.js";
import { groundOf, isWater } from "./terrain.js";

/** @import { Ground } from "./terrain.js" */
/** @import { Board, Space } from "../types/wire.d.ts" */

/** @typedef {import("../geometry/points.js").Point} Point */
/** @typedef {() => number} Random */
/** A drawing in layers: class of the layer, and its path. @typedef {[string, string][]} Drawing */

/** Moves and lines, from numbers. @param {TemplateStringsArray} parts @param {...number} numbers */
const d = (parts, ...numbers) => parts.reduce((text, part, i) => text + round1(numbers[i - 1]) + part);

/** @type {Record<string, (x: number, y: number, random: Random) => Drawing>} */
const GLYPHS = {
  tree(x, y, random) {
    const s = 11 + random() * 5;
    if (random() < 0.3) {
      const h = s * 2.5;
      return [[
        "tree",
        d`M${x - s * 0.75} ${y}L${x} ${y - h}L${x + s * 0.75} ${y}Q${x} ${y + s * 0.35} ${x - s * 0.75} ${y}ZM${x} ${
          y + 2
        }v${s * 0.4}`,
      ], [
        "shade",
        d`M${x + s * 0.05} ${y - h + 3}L${x + s * 0.72} ${y}Q${x + s * 0.4} ${y + s * 0.15} ${x + s * 0.12} ${
          y + s * 0.15
        }Z`,
      ]];
    }
    const top = y - s * 1.75;
    return [[
      "tree",
      d`M${x - s * 0.5} ${y - s * 0.35}C${x - s * 1.35} ${y - s * 0.4} ${x - s * 1.15} ${y - s * 1.5} ${x - s * 0.45} ${
        top + s * 0.35
      }C${x - s * 0.3} ${top - s * 0.3} ${x + s * 0.5} ${top - s * 0.25} ${x + s * 0.55} ${top + s * 0.4}C${
        x + s * 1.2
      } ${y - s * 1.3} ${x + s * 1.2} ${y - s * 0.4} ${x + s * 0.45} ${y - s * 0.35}ZM${x} ${y - s * 0.35}v${s * 0.5}`,
    ], [
      "shade",
      d`M${x + s * 0.1} ${y - s * 0.4}C${x + s * 0.5} ${y - s * 0.8} ${x + s * 0.55} ${y - s * 1.2} ${x + s * 0.42} ${
        top + s * 0.5
      }C${x + s * 1.15} ${y - s * 1.3} ${x + s * 1.1} ${y - s * 0.5} ${x + s * 0.45} ${y - s * 0.4}Z`,
    ]];
  },
  hill(x, y, random) {
    const w = 27 + random() * 11, h = w * (0.6 + random() * 0.16);
    let hatch = "";
    for (let k = 0; k < 5; k++) {
      const t = 0.08 + k * 0.17;
      hatch += d`M${x + w * (t * 0.85 + 0.06)} ${y - h * (0.93 - t * t * 0.85)}q${w * 0.12} ${h * 0.12} ${w * 0.1} ${
        h * (0.4 - 0.25 * t + 0.08 * random())
      }`;
    }
    return [[
      "hill",
      d`M${x - w} ${y}C${x - w * 0.62} ${y - h * 0.35} ${x - w * 0.45} ${y - h} ${x} ${y - h}C${x + w * 0.45} ${
        y - h
      } ${x + w * 0.62} ${y - h * 0.3} ${x + w * 1.05} ${y + 2}`,
    ], [
      "shade",
      d`M${x + w * 0.1} ${y - h * 0.98}C${x + w * 0.5} ${y - h * 0.9} ${x + w * 0.62} ${y - h * 0.3} ${x + w * 1.05} ${
        y + 2
      }Q${x + w * 0.5} ${y} ${x + w * 0.3} ${y - h * 0.3}Z`,
    ], ["line", hatch]];
  },
  peak(x, y, random) {
    const w = 33 + random() * 12, h = w * (1.3 + random() * 0.45), lean = (random() - 0.5) * 8, top = y - h;
    const ridge = d`L${x + lean + w * 0.1} ${top + h * 0.3}L${x + lean - w * 0.06} ${top + h * 0.48}L${
      x + lean + w * 0.14
    } ${top + h * 0.74}L${x + lean * 0.4} ${y + 3}`;
    let hatch = "";
    for (let k = 1; k < 5; k++) {
      const t = k / 5.4;
      hatch += d`M${x + lean * (1 - t) + w * t * 0.88} ${top + h * t + 3}l${-w * 0.16 + random() * 3} ${
        h * (0.17 + 0.06 * random())
      }`;
    }
    return [
      [
        "peak",
        d`M${x - w} ${y}L${x - w * 0.62 + lean * 0.4} ${y - h * 0.42}L${x - w * 0.44 + lean * 0.5} ${y - h * 0.5}L${
          x + lean
        } ${top}L${x + lean + w * 0.34} ${top + h * 0.36}L${x + lean * 0.5 + w * 0.5} ${top + h * 0.44}L${x + w} ${y}`,
      ],
      [
        "shade",
        d`M${x + lean} ${top}` + ridge +
        d`L${x + w} ${y}L${x + lean * 0.5 + w * 0.5} ${top + h * 0.44}L${x + lean + w * 0.34} ${top + h * 0.36}Z`,
      ],
      ["line", hatch],
    ];
  },
  reed(x, y, random) {
    const s = 8 + random() * 4;
    return [[
      "line",
      d`M${x} ${y}v${-s * 1.3}M${x - s * 0.45} ${y}q${-s * 0.1} ${-s * 0.6} ${-s * 0.4} ${-s}M${x + s * 0.45} ${y}q${
        s * 0.1
      } ${-s * 0.6} ${s * 0.4} ${-s}M${x - s * 1.25} ${y + 1}h${s * 2.5}`,
    ], ["ripple", d`M${x - s * 0.6} ${y + 5}h${s * 1.5}`]];
  },
  dune(x, y, random) {
    const s = 16 + random() * 9;
    const dots = [0, 1, 2, 3].map(() => d`M${x - s * 0.6 + random() * s * 1.3} ${y + 4 + random() * 9}h0.1`).join("");
    return [[
      "faint",
      d`M${x - s} ${y}q${s * 0.7} ${-s * 0.55} ${s * 1.25} ${-s * 0.3}q${s * 0.45} ${s * 0.14} ${s * 0.8} ${s * 0.4}`,
    ], ["dots", dots]];
  },
  steppe(x, y, random) {
    const s = 7 + random() * 4;
    return [["faint", d`M${x} ${y}v${-s}M${x} ${y}l${-s * 0.55} ${-s * 0.75}M${x} ${y}l${s * 0.55} ${-s * 0.75}`]];
  },
  grass(x, y, random) {
    const s = 5 + random() * 3;
    return [[
      "faint",
      d`M${x - s} ${y}l${s * 0.4} ${-s}M${x} ${y}l${s * 0.15} ${-s * 1.2}M${x + s} ${y}l${-s * 0.1} ${-s}`,
    ]];
  },
  rock(x, y, random) {
    const s = 9 + random() * 6;
    return [[
      "hill",
      d`M${x - s} ${y}l${s * 0.4} ${-s * 0.8}l${s * 0.6} ${-s * 0.2}l${s * 0.7} ${s * 0.5}l${s * 0.3} ${s * 0.5}Z`,
    ], ["line", d`M${x + s * 0.1} ${y - s * 0.95}l${s * 0.1} ${s * 0.6}l${-s * 0.3} ${s * 0.3}`]];
  },
};

/** @param {string} kind @param {number} x @param {number} y @param {Random} random */
export function glyph(kind, x, y, random) {
  return GLYPHS[kind]?.(x, y, random) ?? [];
}

/** How much larger than usual things grow on a board of large spaces. @param {Board} board */
const plantScale = (board) => Math.min(1.9, Math.sqrt(letterScale(board)));

/** Plants of a space, by position. @param {Board} board @param {Space} space @param {number} tall @param {(p: Point, room: number) => boolean} free */
function plantsIn(board, space, tall, free) {
  const random = seededRandom(seedOf(space.id + board.id));
  const { ground = [], outline = [] } = space;
  const kinds =
    /** @type {Required<Ground>[]} */ (ground.filter((key) => !isWater(board, key)).map((key) => groundOf(board, key))
      .filter((kind) => kind.glyph));
  const xs = outline.map((p) => p[0]), ys = outline.map((p) => p[1]);
  const left = Math.min(...xs), top = Math.min(...ys), wide = Math.max(...xs) - left, high = Math.max(...ys) - top;
  const size = Math.max(0.4, (wide * high) / 3.46 / tall ** 2);
  /** @type {[Point, number, string][]} */
  const placed = [];
  // The large ones first: they need the room.
  kinds.sort((a, b) => b.room - a.room);
  for (const kind of kinds) {
    const share = kinds.length > 1 ? (kind.glyph === "grass" ? 0.2 : 1.15 / kinds.length) : 1;
    let wanted = Math.max(1, Math.round(kind.many * share * size));
    for (let trial = 0; trial < 90 && wanted; trial++) {
      const p = /** @type {Point} */ ([left + wide * (0.06 + 0.88 * random()), top + high * (0.12 + 0.86 * random())]);
      const room = kind.room * tall * (0.9 + 0.2 * random());
      if (!inside(p[0], p[1] - 0.08, outline) || !free(p, room)) continue;
      if (placed.some(([q, other]) => Math.hypot((p[0] - q[0]) * 0.85, p[1] - q[1]) < (room + other) / 2)) continue;
      placed.push([p, room, kind.glyph]);
      wanted--;
    }
  }
  return placed.map(([p, , kind]) => ({
    y: p[1],
    layers: glyph(kind, (p[0] * UNIT) / tall, (p[1] * UNIT) / tall, random),
  }));
}

/**
 * All plants of a board from back to front.
 * @param {Board} board
 * @param {{at: Point, room: number}[]} keep places to keep free
 * @param {[Point, Point, number][]} ways segments to keep free, and how far
 */
export function drawVegetation(board, keep, ways) {
  const wide = 2 * letterScale(board);
  const near = (/** @type {Point} */ p, /** @type {Point} */ q) =>
    Math.abs(p[0] - q[0]) < wide && Math.abs(p[1] - q[1]) < wide;
  const tall = plantScale(board);
  const dry = dryTest(board);
  const all = [];
  for (const space of board.spaces) {
    if (!space.outline?.length || !space.ground?.length) continue;
    const spots = keep.filter((spot) => near(spot.at, space.at));
    const lines = ways.filter(([a, b]) => near(a, space.at) || near(b, space.at));
    const free = (/** @type {Point} */ p, /** @type {number} */ room) =>
      spots.every((spot) => Math.hypot(p[0] - spot.at[0], (p[1] - spot.at[1]) * 1.3) > spot.room + room * 0.4) &&
      lines.every(([a, b, width]) => distanceToSegment([p[0], p[1] - 0.1], a, b) > width + room * 0.34) &&
      (!dry || dry(p, room * 0.55));
    all.push(...plantsIn(board, space, tall, free));
  }
  all.sort((a, b) => a.y - b.y);
  const group = drawLayers(all);
  if (tall !== 1) group.setAttribute("transform", `scale(${tall.toFixed(3)})`);
  return group;
}

/** One element for all drawings of a map strip that share a layer. @param {{y: number, layers: Drawing}[]} all */
function drawLayers(all) {
  const group = svg("g", { class: "growth" });
  /** @type {Map<string, string>} */
  let strip = new Map();
  let floor = -Infinity;
  const flush = () => {
    for (const layer of ["tree", "hill", "peak", "shade", "line", "faint", "ripple", "dots"]) {
      const d = strip.get(layer);
      if (d) group.append(svg("path", { class: `g-${layer}`, d }));
    }
    strip = new Map();
  };
  for (const { y, layers } of all) {
    if (y > floor) {
      flush();
      floor = y + 0.22;
    }
    for (const [layer, d] of layers) strip.set(layer, (strip.get(layer) ?? "") + d);
  }
  flush();
  return group;
}

/** A chain of great peaks along a line, as for a barrier. @param {Point[]} points @param {string} seed */
export function mountainRange(points, seed) {
  const random = seededRandom(seedOf(seed));
  const all = [];
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]];
    const count = Math.max(2, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / 0.3));
    for (let k = 0; k < count; k++) {
      const t = (k + 0.5) / count;
      const x = a[0] + (b[0] - a[0]) * t, y = a[1] + (b[1] - a[1]) * t + 0.14;
      all.push({ y, layers: glyph("peak", x * UNIT, y * UNIT, random) });
    }
  }
  return all;
}

export { drawLayers, path };
