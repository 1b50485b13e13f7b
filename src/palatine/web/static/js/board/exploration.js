// Maps that a seat explores: its knowledge of spaces, drawn as if printed.

/** @import { Board, KnownSpace, Space, View } from "../types/wire.d.ts" */

/** A board with the known spaces of a view; the board itself if there are none. @param {Board} board @param {View} view */
export function asExplored(board, view) {
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
