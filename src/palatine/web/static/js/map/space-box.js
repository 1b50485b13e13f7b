// The size of the spaces of a board.

/** @import { Board, Space } from "../types/wire.d.ts" */

/** The height of a space about its middle, in units. @param {Space} space */
export function halfHeight(space) {
  if (!space.outline?.length) return (space.size?.[1] || 1.6) / 2;
  return Math.max(...space.outline.map((p) => p[1])) - space.at[1];
}

/** The box around an outline: left, top, right, bottom. @param {Space} space @returns {[number, number, number, number]} */
export function boxOf(space) {
  const [w, h] = space.size?.[0] ? space.size : [1.6, 1.6];
  if (!space.outline?.length) {
    return [space.at[0] - w / 2, space.at[1] - h / 2, space.at[0] + w / 2, space.at[1] + h / 2];
  }
  const xs = space.outline.map((p) => p[0]), ys = space.outline.map((p) => p[1]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

const USUAL_HEIGHT = 2.4; // in units: names of spaces up to this height have the normal size

/** How much larger than usual a board is lettered: by how large its spaces are. @param {Board} board */
export function letterScale(board) {
  const known = sizes.get(board);
  if (known) return known;
  const size = measured(board);
  sizes.set(board, size);
  return size;
}

/** @type {WeakMap<Board, number>} */
const sizes = new WeakMap();

/** @param {Board} board */
function measured(board) {
  const heights = board.spaces.filter((s) => s.outline?.length && s.ground?.length).map((s) => {
    const box = boxOf(s);
    return box[3] - box[1];
  }).sort((a, b) => a - b);
  const height = heights[Math.floor(heights.length / 2)] ?? 0;
  return board.kind === "scene" || height <= USUAL_HEIGHT ? 1 : Math.min(3, height / 1.73);
}
