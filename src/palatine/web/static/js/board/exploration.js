// Maps that are blank until a seat explores them: what it knows of their spaces, drawn as if it were printed.

/** @import { Board, KnownSpace, Space, View } from "../types/wire.d.ts" */

/** A board with what a view knows of its spaces; the board itself where that is nothing. @param {Board} board @param {View} view */
export function asSeen(board, view) {
  const known = view.seen ?? {};
  if (!board.spaces.some((space) => known[space.id])) return board;
  const spaces = board.spaces.map((space) => (known[space.id] ? filledIn(space, known[space.id]) : space));
  const lines = board.spaces.flatMap((space) => known[space.id]?.lines ?? []);
  return { ...board, spaces, lines: [...(board.lines ?? []), ...lines] };
}

/** @param {Space} space @param {KnownSpace} seen */
function filledIn(space, seen) {
  const { ground = [], name, text, marks = [] } = seen;
  return {
    ...space,
    ...(ground.length ? { ground } : {}),
    ...(name ? { name } : {}),
    ...(text ? { text } : {}),
    ...(marks.length ? { marks: [...(space.marks ?? []), ...marks] } : {}),
  };
}
