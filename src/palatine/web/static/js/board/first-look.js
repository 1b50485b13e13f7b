// The first look at a board: how near, and at what.

/** @import { BoardSet } from "./board-set.js" */
/** @import { BoardView } from "./board-view.js" */

const MAX_FIRST_SCALE = 52; // pixels for a unit of a map, at most, when it is first seen
const ALWAYS_WHOLE_SPACES = 40; // a board of no more spaces is always shown whole
const WHOLE_MAP_SHARE = 0.82; // the share of a map that must be lost for it to fill the window
const BLANK_MARGIN = 2.6; // units of blank map that are shown around what is known
const MAX_KNOWN_SCALE = 74; // pixels for a unit of a map of which little is known, at most
const MARGIN = 1.6; // units of map around what may be chosen
const MIN_SCALE = 18; // pixels for a unit below which a map is not made smaller to show all that may be chosen
const READABLE_COUNTER = 33; // pixels of a counter whose strength can be read
const LARGE_PAGE = 900; // pixels of a page on which counters can be read from the beginning

/** As it was left, if something that may be chosen is in sight there; else what may be chosen, or one's own. @param {BoardSet} boards @param {BoardView} boardView */
export function firstLook(boards, boardView) {
  const camera = boardView.camera;
  if (boards.looks.putBack(boardView) && (!boards.lit(boardView).length || boards.seesLit(boardView))) return;
  camera.touched = false;
  camera.fill();
  // Where little would be cut off, all of it is shown.
  if (boardView.board.spaces.length <= ALWAYS_WHOLE_SPACES || camera.bounds.fit > camera.scale * WHOLE_MAP_SHARE) {
    camera.fit();
  }
  const most = Math.max(camera.bounds.fit, MAX_FIRST_SCALE);
  if (camera.scale > most) camera.zoom(most / camera.scale);
  const small = camera.bounds.width < 760;
  if (frameKnown(boards, boardView, small)) return;
  const focus = boards.focusOf(boardView)[0] ?? boards.homeOf(boardView);
  const near = small ? 30 : innerWidth < LARGE_PAGE ? 0 : READABLE_COUNTER / (boardView.board.piece ?? 1);
  if (frameLit(boards, boardView, Math.max(camera.scale, near))) return;
  if (focus) boardView.reveal(focus, Math.max(camera.scale + (small ? 0 : 0.01), near));
}

/** Of a map that is explored bit by bit, what is known of it; whether there is anything. @param {BoardSet} boards @param {BoardView} boardView @param {boolean} small */
function frameKnown(boards, boardView, small) {
  const known = boardView.board.spaces.filter((space) => boards.view.seen?.[space.id]);
  if (!known.length) return false;
  const [xs, ys] = [0, 1].map((k) => known.map((space) => space.at[k]));
  const x = Math.min(...xs) - BLANK_MARGIN, y = Math.min(...ys) - BLANK_MARGIN;
  boardView.camera.frame({
    x: x - boardView.frame.x,
    y: y - boardView.frame.y,
    width: Math.max(...xs) + BLANK_MARGIN - x,
    height: Math.max(...ys) + BLANK_MARGIN - y,
  }, MAX_KNOWN_SCALE);
  if (small && boardView.camera.scale < 30) boardView.reveal(boards.homeOf(boardView) ?? known[0], 30);
  return true;
}

/** Show all that may be chosen, where it is large enough to be read; whether it is. @param {BoardSet} boards @param {BoardView} boardView @param {number} most */
function frameLit(boards, boardView, most) {
  const lit = boards.lit(boardView);
  if (lit.length < 2 || lit.length > ALWAYS_WHOLE_SPACES) return false;
  const [xs, ys] = [0, 1].map((k) => lit.map((space) => space.at[k]));
  const x = Math.min(...xs) - MARGIN, y = Math.min(...ys) - MARGIN;
  const part = { width: Math.max(...xs) + MARGIN - x, height: Math.max(...ys) + MARGIN - y };
  const { width, height, fit } = boardView.camera.bounds;
  if (Math.min(width / part.width, height / part.height) < Math.max(fit, MIN_SCALE)) return false;
  boardView.camera.frame({ ...part, x: x - boardView.frame.x, y: y - boardView.frame.y }, most);
  return true;
}
