// Faces and silhouettes, which the server sends with the first board that uses them.

/** @import { Board } from "../types/wire.d.ts" */

/** Boards with all their faces and silhouettes. @param {Board[]} boards @returns {Board[]} */
export function withSharedFaces(boards) {
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
