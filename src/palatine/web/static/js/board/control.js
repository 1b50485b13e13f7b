// Spaces held by a seat: shaded in its colour, an ally's with slanted lines, with a sign.

import { svg } from "../common/dom.js";
import { path, round1, UNIT } from "../geometry/points.js";
import { boxOf } from "../map/space-box.js";
import { applyStyle } from "./counters.js";

/** @import { Board, Mark, Space } from "../types/wire.d.ts" */

const LINE_SPACING = 62; // drawing units between two slanted lines

const SIGNS_WIDTH = 0.9; // units that the signs in the corner take

/** Whether a mark shades its space instead of standing in it. @param {Mark} mark */
export const isControl = (mark) => (mark.kind === "held" || mark.kind === "allied") && Boolean(mark.style);

/** A space shaded. @param {Board} board @param {Space} space @param {Mark} mark */
export function drawControl(board, space, mark) {
  const group = svg("g", { class: `hold hold-${mark.kind}${space.ground?.length ? "" : " hold-walled"}` });
  applyStyle(group, board.styles?.[mark.style ?? ""]);
  const d = path(space.outline ?? [], true);
  group.append(svg("path", { class: "hold-ground", d }));
  if (mark.kind === "allied" && space.ground?.length) {
    group.append(svg("path", { class: "hold-lines", d: slantedLines(space) }));
  }
  group.append(
    svg("path", { class: "hold-edge", d: path(insetOutline(space), true) }),
    svg("title", {}, mark.name || mark.kind),
  );
  return group;
}

/** An outline inset slightly, so that edges of neighbours do not overlap. @param {Space} space @returns {[number, number][]} */
function insetOutline(space) {
  const [left, top, right, bottom] = boxOf(space), x = (left + right) / 2, y = (top + bottom) / 2;
  const k = 1 - 0.14 / Math.max(0.5, Math.min(right - left, bottom - top) / 2);
  return (space.outline ?? []).map((/** @type {[number, number]} */ [px, py]) => [x + (px - x) * k, y + (py - y) * k]);
}

/** Lines at 45 degrees through a space, cut at its outline. @param {Space} space */
export function slantedLines(space) {
  const outline = insetOutline(space).map(([x, y]) => [x * UNIT, y * UNIT]);
  const sums = outline.map(([x, y]) => x + y);
  let d = "";
  for (let c = Math.ceil(Math.min(...sums) / LINE_SPACING) * LINE_SPACING; c < Math.max(...sums); c += LINE_SPACING) {
    const cuts = outline.flatMap(([x, y], i) => {
      const next = (i + 1) % outline.length, from = sums[i] - c, to = sums[next] - c;
      return from < 0 === to < 0 ? [] : [x + ((outline[next][0] - x) * from) / (from - to)];
    }).sort((one, other) => one - other);
    for (let i = 0; i + 1 < cuts.length; i += 2) {
      d += `M${round1(cuts[i])} ${round1(c - cuts[i])}L${round1(cuts[i + 1])} ${round1(c - cuts[i + 1])}`;
    }
  }
  return d;
}

/** As much of a name as there is room for: all of it, its last word, or the beginning of that. @param {string} name @param {number} room in letters */
function shortenName(name, room) {
  const last = name.length > room ? name.split(" ").at(-1) ?? name : name;
  return last.length > room ? `${last.slice(0, room - 1)}…` : last;
}

/** The owner's name, between the number of the space and the signs in its corner. @param {Board} board @param {Space} space @param {Mark} mark */
export function controlLabel(board, space, mark) {
  const [left, , right, bottom] = boxOf(space);
  const aside = 0.42 + 0.4 * Math.max(3, space.id.length + 1);
  const name = shortenName(
    board.styles?.[mark.style ?? ""]?.name || mark.style || "",
    Math.max(2, Math.floor(((right - left - aside - SIGNS_WIDTH) * UNIT - 26) / 30)),
  );
  const group = svg("g", {
    class: `hold-label hold-label-${mark.kind}`,
    transform: `translate(${round1((left + aside) * UNIT)} ${round1((bottom - 0.36) * UNIT)})`,
  });
  applyStyle(group, board.styles?.[mark.style ?? ""]);
  const wide = 26 + name.length * 30;
  group.append(
    svg("rect", { x: 0, y: -50, width: wide, height: 66, rx: 12 }),
    svg("text", { x: wide / 2, y: 3 }, name),
  );
  return group;
}
