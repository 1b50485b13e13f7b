// Where on the map somebody is of whom an order speaks.

/** @import { BoardSet } from "../board/board-set.js" */

/** The place he is told to be at; "" when that is not seen. @param {BoardSet | undefined} boards @param {string} who */
export function whereIs(boards, who) {
  const found = boards?.find(who);
  return found ? found.space.name || found.space.id : "";
}

/** His counter, if it is one of one's own. @param {BoardSet | undefined} boards @param {string} who */
export function pictureOf(boards, who) {
  const found = boards?.find(who);
  return found && (found.piece.operand ?? -1) >= 0 ? boards?.portrait(found.piece) ?? null : null;
}

/** Show on the map where he is. @param {BoardSet | undefined} boards @param {string | null} who */
export function showWhere(boards, who) {
  const found = who ? boards?.find(who) : null;
  boards?.pointOut(found ? [found.space.id] : [], "chosen-here");
  if (found) boards?.boardView?.reveal(found.space);
}
