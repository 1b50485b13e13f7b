// The named patterns of a board: colours by day and night, and the density of plants.

import { night, rgb } from "../geometry/colours.js";

/** @import { Board } from "../types/wire.d.ts" */

/**
 * @typedef {object} Ground
 * @property {string} fill by day
 * @property {string} dark by night
 * @property {string} [glyph] which drawing is scattered over it
 * @property {number} [many] how many in a space that holds nothing else
 * @property {number} [room] how much room each keeps to itself, in units of the board
 */

/** @type {Record<string, Ground>} */
const GROUNDS = {
  open: { fill: "#ece3c4", dark: "#333b40", glyph: "grass", many: 5, room: 0.3 },
  steppe: { fill: "#e6dba4", dark: "#42451f", glyph: "steppe", many: 9, room: 0.3 },
  desert: { fill: "#f0d49b", dark: "#5c421e", glyph: "dune", many: 7, room: 0.36 },
  forest: { fill: "#c3cd9c", dark: "#17352a", glyph: "tree", many: 17, room: 0.27 },
  hills: { fill: "#dfcb9b", dark: "#3d3226", glyph: "hill", many: 7, room: 0.5 },
  mountains: { fill: "#cfbd9f", dark: "#46434a", glyph: "peak", many: 6, room: 0.56 },
  swamp: { fill: "#bfcbac", dark: "#1e443f", glyph: "reed", many: 10, room: 0.32 },
  snow: { fill: "#eceae2", dark: "#3d434d", glyph: "peak", many: 4, room: 0.56 },
  waste: { fill: "#d2c3b4", dark: "#4d3136", glyph: "rock", many: 7, room: 0.34 },
  plain: { fill: "#ece3c4", dark: "#262c33" },
  water: { fill: "#b3cfcf", dark: "#17344a" },
};

/** @param {Board} board @param {string} key @returns {boolean} */
export const isWater = (board, key) => patternOf(board, key) === "water";

/** Other words for a pattern. @type {Record<string, string>} */
const ALIASES = { lake: "water", sea: "water", "lake-side": "water", alps: "peaks", clear: "open", woods: "forest" };

/** The pattern a key of the board's styles is drawn in. @param {Board} board @param {string} key @returns {string} */
export function patternOf(board, key) {
  const name = board.styles?.[key]?.pattern || key;
  return ALIASES[name] ?? name;
}

/**
 * The ground of a key: a known pattern in the colours used here, so that all maps look alike; any other in the board's
 * colours.
 * @param {Board} board
 * @param {string} key
 * @returns {Ground}
 */
export function groundOf(board, key) {
  const known = GROUNDS[patternOf(board, key)];
  const { fill, dark } = board.styles?.[key] ?? {};
  if (known) {
    return fill && known.glyph && isShared(board, key)
      ? { ...known, fill: between(known.fill, fill), dark: night(fill) }
      : known;
  }
  return fill ? { fill, dark: dark || night(fill) } : GROUNDS.plain;
}

/** The colour halfway between two. @param {string} one @param {string} two */
const between = (one, two) =>
  "#" + rgb(one).map((c, i) => Math.round((c + rgb(two)[i]) / 2).toString(16).padStart(2, "0")).join("");

/** Return whether other grounds of the board have the same pattern, so that the colour must distinguish them. @param {Board} board @param {string} key */
const isShared = (board, key) =>
  Object.entries(board.styles ?? {}).some(([other, { pattern }]) =>
    other !== key && pattern && patternOf(board, other) === patternOf(board, key)
  );
