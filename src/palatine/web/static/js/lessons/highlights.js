// Highlights of a lesson: a halo and an arrow on the board, a frame around other elements.

import { svg } from "../common/dom.js";
import { boxOf } from "../map/space-box.js";
import { round1, UNIT } from "../geometry/points.js";

/** @import { BoardSet } from "../board/board-set.js" */
/** @import { BoardView } from "../board/board-view.js" */
/** @import { LessonPoint, LessonWay, ClientView, Space } from "../types/wire.d.ts" */

/** A ring round a space, and an arrow that comes down to it. @param {BoardView} boardView @param {Space} space */
function halo(boardView, space) {
  const [left, top, right, bottom] = boxOf(space);
  const size = Math.max(right - left, bottom - top, (boardView.board.piece ?? 1) * 1.2) * UNIT * 0.62;
  const group = svg("g", {
    class: "lesson-halo",
    transform: `translate(${round1(space.at[0] * UNIT)} ${round1(space.at[1] * UNIT)})`,
  });
  const arrow = svg("path", {
    class: "lesson-arrow",
    d: `M-${round1(size * 0.16)} ${round1(-size * 1.9)}H${round1(size * 0.16)}V${round1(-size * 1.5)}H${
      round1(size * 0.36)
    }L0 ${round1(-size * 1.08)}L-${round1(size * 0.36)} ${round1(-size * 1.5)}H-${round1(size * 0.16)}Z`,
  });
  group.append(
    svg("circle", { r: round1(size), class: "lesson-ring-halo" }),
    svg("circle", { r: round1(size), class: "lesson-ring" }),
    arrow,
  );
  return group;
}

/** Draw halos round these spaces, and make the first one visible. @param {BoardSet} boards @param {LessonPoint[]} points @param {boolean} isNew */
export function highlightSpaces(boards, points, isNew) {
  for (const boardView of boards.boardViews.values()) {
    boardView.over.map.querySelectorAll(".lesson-halo").forEach((each) => each.remove());
  }
  for (const point of points) {
    const boardView = boards.viewOf(point.board ?? "map");
    const space = boardView?.spaces.get(point.name ?? "");
    if (!boardView || !space) continue;
    boardView.over.map.append(halo(boardView, space));
    if (!isNew) continue;
    if (boards.used.split(",").includes(boardView.board.id) && boards.front !== boardView.board.id) {
      boards.turnTo(boardView.board.id, true);
    }
    boardView.reveal(space);
  }
}

/**
 * Dim everything that is not part of the step, on the boards and in the list; it stays clickable.
 * @param {BoardSet} boards
 * @param {HTMLElement} list
 * @param {ClientView} matchView
 * @param {LessonWay[]} ways the accepted actions; without any, nothing is dimmed
 * @returns {LessonPoint[]} the spaces that belong to it
 */
export function dimOthers(boards, list, matchView, ways) {
  const listed = new Set([...list.querySelectorAll(".choice.shortcut .choice-text")].map((text) => text.textContent));
  const wanted = new Set(
    ways.map((way) => (listed.has(way.text ?? "") ? `shortcut ${way.text}` : `${way.verb} ${way.operand}`)),
  );
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(".choice"))) {
    const isShortcut = button.classList.contains("shortcut");
    const name = isShortcut
      ? `shortcut ${button.querySelector(".choice-text")?.textContent}`
      : button.dataset.action ?? "";
    button.classList.toggle("off-step", wanted.size > 0 && !wanted.has(name));
  }
  const operands = new Map(ways.map((way) => [way.text ? way.space ?? -1 : way.operand, way]));
  const kind = (
    /** @type {LessonWay} */ way,
  ) => (way.text
    ? "space"
    : matchView.view.choices?.find((each) => each.verb === way.verb && each.operand === way.operand)?.on ?? "button");
  /** @type {LessonPoint[]} */
  const found = [];
  for (const boardView of boards.boardViews.values()) {
    const spaces = new Set(
      boardView.board.spaces.filter((space) =>
        space.operand >= 0 && operands.has(space.operand) &&
        kind(/** @type {LessonWay} */ (operands.get(space.operand))) === "space"
      ).map((space) => space.id),
    );
    for (const piece of boardView.lying) {
      const way = operands.get(piece.operand ?? -1);
      if (way && kind(way) === "piece") spaces.add(piece.space);
    }
    found.push(...[...spaces].map((name) => ({ kind: "space", name, board: boardView.board.id })));
    for (const [id, shape] of boardView.over.shapes) {
      shape.classList.toggle("off-step", wanted.size > 0 && !spaces.has(id));
    }
    for (const mark of boardView.over.map.querySelectorAll(".pile")) {
      mark.classList.toggle("off-step", wanted.size > 0 && !spaces.has(mark.getAttribute("data-space") ?? ""));
    }
    const lit = [...(boardView.lit?.spaces.keys() ?? [])];
    [...boardView.over.beacons.children].forEach((beacon, i) =>
      beacon.classList.toggle("off-step", wanted.size > 0 && !spaces.has(lit[i]))
    );
  }
  return found;
}
