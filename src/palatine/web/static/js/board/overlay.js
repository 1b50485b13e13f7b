// The overlay of a board's print: a shape for every space, and layers for highlights, marks and counters.

import { svg } from "../common/dom.js";
import { path, round1, UNIT } from "../geometry/points.js";
import { emptyDrawing } from "../map/printed-map.js";

/** @import { Board, Space } from "../types/wire.d.ts" */

/** The shape of a space in the drawing. @param {Space} space */
export function shape(space) {
  if (space.outline?.length) return svg("path", { d: path(space.outline, true) });
  const [w, h] = [(space.size?.[0] || 1.6) * UNIT, (space.size?.[1] || 1.6) * UNIT];
  return svg("rect", {
    x: round1(space.at[0] * UNIT - w / 2),
    y: round1(space.at[1] * UNIT - h / 2),
    width: round1(w),
    height: round1(h),
    rx: 12,
  });
}

/**
 * The overlay: a shape for every space, and layers for highlights, marks and counters.
 * @param {Board} board
 */
export function overlay(board) {
  const map = emptyDrawing(board, "overlay");
  const layers = {
    holds: svg("g", { class: "holds" }),
    marks: svg("g", { class: "marks" }),
    lights: svg("g", { class: "lights" }),
    drafts: svg("g", { class: "drafts" }),
    routes: svg("g", { class: "recap routes" }),
    recap: svg("g", { class: "recap" }),
    pieces: svg("g", { class: "pieces" }),
    beacons: svg("g", { class: "beacons" }),
    figures: svg("g", { class: "figures" }),
  };
  const spaces = svg("g", { class: "spaces" });
  /** @type {Map<string, SVGElement>} */
  const shapes = new Map();
  for (const space of board.spaces) {
    const element = shape(space);
    element.setAttribute("class", "space");
    element.dataset.space = space.id;
    shapes.set(space.id, element);
    spaces.append(element);
  }
  /** @type {Map<string, SVGElement>} */
  const captions = new Map();
  if (board.kind === "scene") {
    for (const space of board.spaces) {
      if (space.name.length * LETTER < roomFor(space)[0]) captions.set(space.id, captionOf(space));
      else shapes.get(space.id)?.classList.add("unnamed");
    }
  }
  map.append(
    spaces,
    layers.holds,
    layers.marks,
    layers.lights,
    layers.routes,
    layers.drafts,
    layers.pieces,
    ...captions.values(),
    layers.recap,
    layers.beacons,
    layers.figures,
  );
  return { map, shapes, captions, ...layers };
}

const LETTER = 0.14; // width of a caption's letter in units, at least

/** Width and height of a place of a scene. @param {Space} space */
const roomFor = (space) => space.size?.[0] ? space.size : [1.6, 1.6];

/** The name of a place of a scene, above it. @param {Space} space */
function captionOf(space) {
  const [width, height] = roomFor(space);
  const long = width > 3.5;
  const x = (space.at[0] - (long ? width / 2 - 0.12 : 0)) * UNIT, y = (space.at[1] - height / 2) * UNIT;
  const text = svg(
    "text",
    { class: long ? "caption caption-long" : "caption", x: round1(x), y: round1(y - 4) },
    space.name,
  );
  text.style.setProperty("--most", `${round1(height * UNIT * 0.38)}px`); // it leaves room for the counters
  return text;
}
