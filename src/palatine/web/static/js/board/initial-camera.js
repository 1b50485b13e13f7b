// The initial camera of a board.

/** @import { BoardSet } from "./board-set.js" */
/** @import { BoardView } from "./board-view.js" */

const MAX_FIRST_SCALE = 52; // highest initial scale, in pixels for a unit of a map
const ALWAYS_WHOLE_SPACES = 40; // a board of no more spaces is always shown whole
const WHOLE_MAP_SHARE = 0.82; // the share of a map that must be lost for it to fill the window
const BLANK_MARGIN = 2.6; // units of blank map shown around the known part
const MAX_KNOWN_SCALE = 74; // highest scale of a map of which little is known
const MARGIN = 1.6; // units of map around the choices
const MIN_SCALE = 18; // pixels for a unit below which a map is not made smaller to show all that may be chosen
const READABLE_COUNTER = 33; // pixels of a counter whose strength can be read
const LARGE_PAGE = 900; // pixels of a page on which counters can be read from the beginning

/** Restore the last camera if a choice is visible there; otherwise show the choices, or the player's pieces. @param {BoardSet} boards @param {BoardView} boardView */
export function setInitialCamera(boards, boardView) {
  const camera = boardView.camera;
  if (boards.looks.putBack(boardView) && (!boards.lit(boardView).length || boards.seesLit(boardView))) return;
  camera.touched = false;
  camera.fill();
  // Show the whole board if little would be cut off.
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

/** Show the known part of a map that is explored gradually; return whether there is one. @param {BoardSet} boards @param {BoardView} boardView @param {boolean} small */
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

/** Show all choices if they are then large enough to read; return whether they are. @param {BoardSet} boards @param {BoardView} boardView @param {number} most */
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
