// Highlights of a board: the inspected pile, and the piles and spaces that can be chosen.

import { svg } from "../common/dom.js";
import { round1, UNIT } from "../geometry/points.js";

/** @import { Space } from "../types/wire.d.ts" */
/** @import { BoardView } from "./board-view.js" */

const RING_DISTANCE = 0.6; // of a counter's side, from its middle to a ring
const MARK_HEIGHT = 0.84; // the same to the mark above it, ...
const MARK_GAP = 0.36; // ... and from the counters of a space to the mark above them
const EMPTY_SPACE_OFFSET = 45; // drawing units from the middle of an empty space, where its sign is printed

/** Draw a ring round a pile, below the number of its pieces. @param {SVGElement} pile @param {number} size @param {string} name */
function drawRing(pile, size, name) {
  const h = size * RING_DISTANCE,
    box = { x: round1(-h), y: round1(-h), width: round1(2 * h), height: round1(2 * h), rx: round1(size * 0.14) };
  const made = [svg("rect", { class: "ring-halo", ...box }), svg("rect", { class: name, ...box })];
  const count = pile.querySelector(".count");
  count ? count.before(...made) : pile.append(...made);
}

/** Highlight an inspected pile with a solid ring and a shadow. @param {SVGElement} pile @param {number} size */
export function markInspected(pile, size) {
  pile.classList.add("asked");
  if (!pile.querySelector(".ring")) drawRing(pile, size, "ring");
}

/** A ring round a pile of which something may be chosen; on a map with a mark above it. @param {SVGElement} pile @param {number} size @param {boolean} isOnMap */
export function markChoosable(pile, size, isOnMap) {
  pile.classList.add("can");
  drawRing(pile, size, "ring");
  if (!isOnMap) return;
  const place = { class: "beacon", transform: `translate(0 ${round1(-size * MARK_HEIGHT)})` };
  pile.append(svg("g", place, svg("path", { d: "M-15-14H15L0 9Z" })));
}

/** A mark in a space that can be chosen, for users who cannot tell the colours: above its counters and badges, or above its sign. @param {BoardView} boardView @param {Space} space */
export function choiceMarker(boardView, space) {
  const box = boardView.boxOfPieces(space, 0), [x, y] = space.at.map((at) => at * UNIT);
  const place = box
    ? [(box[0] + box[2]) / 2, box[1] - (boardView.board.piece ?? 1) * MARK_GAP * UNIT]
    : [x, boardView.board.kind === "scene" ? y : y - EMPTY_SPACE_OFFSET];
  return svg(
    "g",
    { class: "beacon", transform: `translate(${round1(place[0])} ${round1(place[1])})` },
    svg("path", { d: "M0-15L15 0L0 15L-15 0Z" }),
  );
}
