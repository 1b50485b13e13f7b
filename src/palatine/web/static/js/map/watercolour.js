// The watercolour under a map: every space in the colours of its ground, blended into its neighbours.

import { rgb } from "../geometry/colours.js";
import { noise } from "../geometry/noise.js";
import { inside } from "../geometry/points.js";
import { hasWaters } from "./shapes.js";
import { groundOf, isWater } from "./terrain.js";

/** @import { Board, Space } from "../types/wire.d.ts" */

const PIXELS_PER_UNIT = 14; // pixels for one unit of the board; the browser smooths it

/**
 * The space of each pixel; outside all spaces, the nearest one.
 * @param {Board} board @param {number} width @param {number} height @param {number} margin
 */
function territories(board, width, height, margin) {
  const map = new Int16Array(width * height).fill(-1);
  const drawn = hasWaters(board);
  board.spaces.forEach((space, index) => {
    if (!space.outline?.length || !space.ground?.length) return;
    if (drawn && space.ground.every((key) => isWater(board, key))) return;
    const xs = space.outline.map((p) => p[0]), ys = space.outline.map((p) => p[1]);
    const pixel = (/** @type {number} */ v) => Math.floor((v + margin) * PIXELS_PER_UNIT);
    for (let y = Math.max(0, pixel(Math.min(...ys))); y <= Math.min(height - 1, pixel(Math.max(...ys))); y++) {
      for (let x = Math.max(0, pixel(Math.min(...xs))); x <= Math.min(width - 1, pixel(Math.max(...xs))); x++) {
        if (inside((x + 0.5) / PIXELS_PER_UNIT - margin, (y + 0.5) / PIXELS_PER_UNIT - margin, space.outline)) {
          map[y * width + x] = index;
        }
      }
    }
  });
  fillGaps(map, width, height);
  return map;
}

/** Fill pixels without a space from their neighbours. @param {Int16Array} map @param {number} width @param {number} height */
function fillGaps(map, width, height) {
  /** @type {number[]} */
  let edge = [];
  for (let i = 0; i < map.length; i++) if (map[i] >= 0) edge.push(i);
  while (edge.length) {
    /** @type {number[]} */
    const next = [];
    for (const i of edge) {
      const x = i % width;
      for (const n of [x ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width]) {
        if (n >= 0 && n < map.length && map[n] < 0) {
          map[n] = map[i];
          next.push(n);
        }
      }
    }
    edge = next;
  }
}

/** A running mean along rows or columns. @param {Float32Array} from @param {Float32Array} to @param {number} width @param {number} height @param {number} radius @param {boolean} across */
function blur(from, to, width, height, radius, across) {
  const [lines, length, step, stride] = across ? [height, width, 3, width * 3] : [width, height, width * 3, 3];
  const span = 2 * radius + 1;
  for (let line = 0; line < lines; line++) {
    for (let c = 0; c < 3; c++) {
      const base = line * stride + c;
      const at = (/** @type {number} */ k) => from[base + Math.max(0, Math.min(length - 1, k)) * step];
      let sum = 0;
      for (let k = -radius; k <= radius; k++) sum += at(k);
      for (let k = 0; k < length; k++) {
        to[base + k * step] = sum / span;
        sum += at(k + radius + 1) - at(k - radius);
      }
    }
  }
}

/**
 * Paint the ground of a board. The picture covers the board and `margin` units around it.
 * @param {Board} board @param {number} margin @param {boolean} dark
 * @returns {string} the address of a picture
 */
export function paintGround(board, margin, dark) {
  const width = Math.ceil((board.width + 2 * margin) * PIXELS_PER_UNIT),
    height = Math.ceil((board.height + 2 * margin) * PIXELS_PER_UNIT);
  const map = territories(board, width, height, margin);
  const colours = board.spaces.map((space) => {
    const dry = (space.ground ?? []).filter((key) => !isWater(board, key));
    return (dry.length ? dry : space.ground ?? []).map((key) => rgb(groundOf(board, key)[dark ? "dark" : "fill"]));
  });
  let paint = new Float32Array(width * height * 3), spare = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const u = x / PIXELS_PER_UNIT, v = y / PIXELS_PER_UNIT;
      const wx = Math.round(
        x + PIXELS_PER_UNIT * (0.34 * noise(u * 1.1, v * 1.1, 1) + 0.12 * noise(u * 3.1, v * 3.1, 2)),
      );
      const wy = Math.round(
        y + PIXELS_PER_UNIT * (0.34 * noise(u * 1.1, v * 1.1, 3) + 0.12 * noise(u * 3.1, v * 3.1, 4)),
      );
      const id = map[Math.max(0, Math.min(height - 1, wy)) * width + Math.max(0, Math.min(width - 1, wx))];
      const kinds = id >= 0 ? colours[id] : [];
      const pick = kinds.length > 1
        ? Math.min(kinds.length - 1, Math.floor((0.5 + 0.62 * noise(u * 0.9, v * 0.9, 5)) * kinds.length))
        : 0;
      const [r, g, b] = kinds[Math.max(0, pick)] ?? (dark ? [38, 44, 51] : [236, 227, 196]);
      const i = (y * width + x) * 3;
      paint[i] = r;
      paint[i + 1] = g;
      paint[i + 2] = b;
    }
  }
  const radius = Math.round(PIXELS_PER_UNIT * 0.2);
  for (let pass = 0; pass < 2; pass++) {
    blur(paint, spare, width, height, radius, true);
    blur(spare, paint, width, height, radius, false);
  }
  return paintPicture(paint, width, height, dark);
}

/** Colours, a little uneven as paint is. @param {Float32Array} paint @param {number} width @param {number} height @param {boolean} dark */
function paintPicture(paint, width, height, dark) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const image = pen.createImageData(width, height);
  const depth = dark ? 5 : 7;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const u = x / PIXELS_PER_UNIT, v = y / PIXELS_PER_UNIT;
      const shade = depth *
        (0.6 * noise(u * 0.5, v * 0.5, 6) + 0.4 * noise(u * 2.3, v * 2.3, 7) + 0.35 * noise(u * 9, v * 9, 8));
      const i = y * width + x;
      for (let c = 0; c < 3; c++) image.data[i * 4 + c] = paint[i * 3 + c] + shade;
      image.data[i * 4 + 3] = 255;
    }
  }
  pen.putImageData(image, 0, 0);
  return canvas.toDataURL("image/png");
}
