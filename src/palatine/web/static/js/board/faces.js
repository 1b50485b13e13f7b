// Faces and silhouettes, which are told with the first board that has them.

/** @import { Board } from "../types/wire.d.ts" */

/** Boards with all their faces and silhouettes. @param {Board[]} boards @returns {Board[]} */
export function together(boards) {
  /** @type {Board["counters"]} */
  let counters = {};
  /** @type {Board["silhouettes"]} */
  let silhouettes = {};
  return boards.map((board) => {
    counters = { ...counters, ...board.counters };
    silhouettes = { ...silhouettes, ...board.silhouettes };
    return { ...board, counters, silhouettes };
  });
}
