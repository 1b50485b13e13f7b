// Helpers that build boards for the tests.

/** @import { Board, Space } from "../../src/palatine/web/static/js/types/wire.d.ts" */
/** @import { Point } from "../../src/palatine/web/static/js/geometry/points.js" */

const HALF = Math.sqrt(3) / 2;

/** Return the outline of a hexagon around a point, one unit from its centre to its corners. @param {Point} at @returns {Point[]} */
const hexagon = ([x, y]) =>
  [[1, 0], [0.5, HALF], [-0.5, HALF], [-1, 0], [-0.5, -HALF], [0.5, -HALF]].map(([dx, dy]) => [x + dx, y + dy]);

/** Return a map of hexes, one letter for each. Every other column is half a hex lower. @param {string[]} rows @param {Record<string, string>} grounds by letter @returns {Board} */
export function hexMap(rows, grounds) {
  /** @type {Space[]} */
  const spaces = rows.flatMap((row, y) =>
    [...row].map((letter, x) => {
      /** @type {Point} */
      const at = [1 + 1.5 * x, HALF * (1 + 2 * y + (x % 2))];
      return {
        id: `${x}.${y}`,
        operand: x * rows.length + y,
        name: "",
        at,
        outline: hexagon(at),
        ground: [grounds[letter]],
      };
    })
  );
  return {
    id: "map",
    title: "A map",
    width: 1.5 * rows[0].length + 0.5,
    height: HALF * (2 * rows.length + 1),
    spaces,
    styles: { sea: { pattern: "water" }, land: { pattern: "open" } },
  };
}

/** Return a map with these spaces, with or without outlines. @param {Partial<Space>[]} spaces @param {Partial<Board>} [more] @returns {Board} */
export const boardOf = (spaces, more = {}) => ({
  id: "map",
  title: "A map",
  width: 10,
  height: 10,
  spaces: spaces.map((space, i) => ({ id: `s${i}`, operand: i, name: "", at: [i, 0], ...space })),
  ...more,
});
