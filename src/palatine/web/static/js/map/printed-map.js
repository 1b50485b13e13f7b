// A map drawn from its data: the printed sheet.

import { svg } from "../common/dom.js";
import { path, round1, UNIT } from "../geometry/points.js";
import { drawLabels, freeSpots } from "./labels.js";
import { drawLines, freeStrips } from "./lines.js";
import { drawGrounds, drawHazes, drawWaters, hasWaters, realmNames } from "./shapes.js";
import { shorelines } from "./shoreline.js";
import { letterScale } from "./space-box.js";
import { drawVegetation } from "./vegetation.js";
import { paintGround } from "./watercolour.js";

/** @import { Board, Space } from "../types/wire.d.ts" */

/** Units of paper around the spaces of a map. */
const MARGIN = 0.7;
/** Sheets printed so far: each has an edge of its own name. */
let drawn = 0;

/** The frame of a drawing: its viewBox. @param {Board} board */
export function frame(board) {
  const margin = board.kind === "scene" ? 0.2 : MARGIN;
  return { margin, x: -margin, y: -margin, width: board.width + 2 * margin, height: board.height + 2 * margin };
}

/** An empty drawing as large as a board. @param {Board} board @param {string} name */
export function emptyDrawing(board, name) {
  const f = frame(board);
  const drawing = svg("svg", {
    class: name,
    viewBox: [f.x, f.y, f.width, f.height].map((n) => round1(n * UNIT)).join(" "),
    "aria-hidden": "true",
    focusable: "false",
  });
  drawing.style.setProperty("--k", letterScale(board).toFixed(2));
  return drawing;
}

/**
 * The printed sheet of a map.
 * @param {Board} board
 * @param {boolean} dark
 */
export function printedMap(board, dark) {
  const f = frame(board);
  const map = emptyDrawing(board, "printed");
  const [x, y, width, height] = [f.x, f.y, f.width, f.height].map((n) => round1(n * UNIT));
  const edge = `edge-${++drawn}`;
  const clip = svg("clipPath", { id: edge }, svg("rect", { x, y, width, height }));
  map.append(svg("defs", {}, clip));
  const land = svg("g", { "clip-path": `url(#${edge})` });
  land.append(
    svg("image", {
      class: "wash",
      x,
      y,
      width,
      height,
      preserveAspectRatio: "none",
      href: paintGround(board, f.margin, dark),
    }),
  );
  const lines = drawLines(board);
  const water = hasWaters(board) ? null : shorelines(board, f.margin);
  const rivers = lines.group;
  if (water) {
    land.append(rivers, svg("path", { class: "water", d: water.shore }));
    water.lines.forEach((d, i) => land.append(svg("path", { class: `water-line water-line-${i}`, d })));
  } else land.append(drawGrounds(board), rivers, drawWaters(board), drawHazes(board));
  land.append(lines.borders);
  const edges = board.spaces.map((space) => (space.outline?.length ? path(space.outline, true) : "")).join("");
  const { signs, names, numbers } = drawLabels(board);
  land.append(
    svg("path", { class: "grid", d: edges }),
    drawVegetation(board, freeSpots(board), freeStrips(board)),
    lines.peaks,
    realmNames(board),
    lines.names,
    signs,
    numbers,
    names,
  );
  map.append(land, drawBorder(x, y, width, height));
  return map;
}

/** The border of the sheet, ruled as on an atlas. @param {number} x @param {number} y @param {number} width @param {number} height */
function drawBorder(x, y, width, height) {
  const ring = (/** @type {number} */ k) => `M${x + k} ${y + k}h${width - 2 * k}v${height - 2 * k}h${-width + 2 * k}z`;
  const group = svg("g", { class: "neatline" });
  group.append(svg("path", { class: "neat-band", "fill-rule": "evenodd", d: ring(0) + ring(34) }));
  const ticks = (/** @type {number} */ length, /** @type {(a: number, b: number) => string} */ bar) => {
    const count = 2 * Math.round(length / 360) || 2, each = length / count;
    let d = "";
    for (let i = 0; i < count; i += 2) d += bar(i * each, each);
    return d;
  };
  const along = ticks(
    width - 52,
    (a, b) =>
      `M${round1(x + 26 + a)} ${y + 20}h${round1(b)}v6h${round1(-b)}zM${round1(x + 26 + a)} ${
        round1(y + height - 26)
      }h${round1(b)}v6h${round1(-b)}z`,
  );
  const down = ticks(
    height - 52,
    (a, b) =>
      `M${x + 20} ${round1(y + 26 + a)}v${round1(b)}h6v${round1(-b)}zM${round1(x + width - 26)} ${round1(y + 26 + a)}v${
        round1(b)
      }h6v${round1(-b)}z`,
  );
  group.append(
    svg("path", { class: "neat-rule", d: ring(12) + ring(20) + ring(26) + ring(34) }),
    svg("path", { class: "neat-ticks", d: along + down }),
  );
  return group;
}
