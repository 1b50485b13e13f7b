// The place on the map of a character named in an order.

/** @import { BoardSet } from "../board/board-set.js" */

/** The place of a character; "" if it is not visible. @param {BoardSet | undefined} boards @param {string} who */
export function placeOf(boards, who) {
  const found = boards?.find(who);
  return found ? found.space.name || found.space.id : "";
}

/** The character's counter, if it is the player's own. @param {BoardSet | undefined} boards @param {string} who */
export function portraitOf(boards, who) {
  const found = boards?.find(who);
  return found && (found.piece.operand ?? -1) >= 0 ? boards?.portrait(found.piece) ?? null : null;
}

/** Show a character's place on the map. @param {BoardSet | undefined} boards @param {string | null} who */
export function showOnMap(boards, who) {
  const found = who ? boards?.find(who) : null;
  boards?.pointOut(found ? [found.space.id] : [], "chosen-here");
  if (found) boards?.boardView?.reveal(found.space);
}
