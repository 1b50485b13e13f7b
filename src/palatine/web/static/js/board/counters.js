// The faces and backs of counters, drawn from data.

import { svg } from "../common/dom.js";
import { inkOn, night } from "../geometry/colours.js";
import { round1 } from "../geometry/points.js";
import { silhouette } from "../map/labels.js";
import { ownBadge, sideOf } from "./sides.js";

/** @import { Board, Counter, Piece, Style } from "../types/wire.d.ts" */

/** The position of each figure, in sides of a counter: x, y, and its alignment. @type {Record<string, [number, number, string]>} */
const PLACES = {
  nw: [-0.43, -0.27, "start"],
  n: [0, -0.27, "middle"],
  ne: [0.43, -0.27, "end"],
  w: [-0.43, 0.09, "start"],
  e: [0.43, 0.09, "end"],
  sw: [-0.43, 0.42, "start"],
  s: [0, 0.42, "middle"],
  se: [0.43, 0.42, "end"],
};

/** Give an element the colours of a style. @param {SVGElement | HTMLElement} element @param {Style | undefined} style */
export function applyStyle(element, style) {
  const fill = style?.fill || "#cbbf9f";
  element.style.setProperty("--side", fill);
  element.style.setProperty("--side-dark", style?.dark || "");
  element.style.setProperty("--side-ink", style?.ink || inkOn(fill));
  if (!style?.dark) element.style.removeProperty("--side-dark");
}

const RIM_WIDTH = 0.055; // of a counter's side

/** A blank counter; with a rim in the owner's colour if its own colour does not show the owner. @param {number} size @param {Style | undefined} style @param {string} name @param {Style | undefined} [side] */
export function blankCounter(size, style, name, side) {
  const h = size / 2;
  const group = svg("g", { class: name });
  applyStyle(group, style);
  if (side) {
    const out = h + size * RIM_WIDTH;
    const rim = svg("rect", {
      class: "rim",
      x: round1(-out),
      y: round1(-out),
      width: round1(out * 2),
      height: round1(out * 2),
      rx: round1(size * 0.13),
    });
    applyStyle(rim, side);
    group.append(rim);
  }
  group.append(
    svg("rect", {
      class: "card",
      x: round1(-h),
      y: round1(-h),
      width: round1(size),
      height: round1(size),
      rx: round1(size * 0.09),
    }),
    svg("path", {
      class: "bevel",
      d: `M${round1(-h + size * 0.045)} ${round1(h - size * 0.09)}V${round1(-h + size * 0.09)}Q${
        round1(-h + size * 0.045)
      } ${round1(-h + size * 0.045)} ${round1(-h + size * 0.09)} ${round1(-h + size * 0.045)}H${
        round1(h - size * 0.09)
      }`,
    }),
  );
  return group;
}

/**
 * A counter of a board, centred on the origin.
 * @param {Board} board
 * @param {Piece} piece
 * @param {number} size
 */
export function drawCounter(board, piece, size) {
  const face = board.counters?.[piece.face ?? ""];
  const style = board.styles?.[piece.style || face?.style || ""];
  const group = blankCounter(size, style, face ? "counter" : "counter back", board.styles?.[sideOf(piece)]);
  if (!face) {
    const k = size * 0.3;
    group.append(
      svg("path", {
        class: "crest",
        d: `M0 ${round1(-k)}L${round1(k)} 0L0 ${round1(k)}L${round1(-k)} 0ZM0 ${round1(-k * 0.55)}L${
          round1(k * 0.55)
        } 0L0 ${round1(k * 0.55)}L${round1(-k * 0.55)} 0Z`,
      }),
    );
  } else group.append(...frontOf(board, face, size));
  const told = ownBadge(piece);
  const badges = (piece.badges ?? []).filter((badge) => badge !== told).slice(0, 3);
  if (badges.length) {
    const high = Object.keys(face?.figures ?? {}).some((place) => place.startsWith("n")) ? -0.56 : -0.47;
    group.append(badgesOf(badges, size, high));
  }
  return group;
}

/** @param {Board} board @param {Counter} face @param {number} size */
function frontOf(board, face, size) {
  const out = [];
  const d = board.silhouettes?.[face.silhouette ?? ""];
  const figures = Object.entries(face.figures ?? {}).filter(([, text]) => text !== "");
  const low = figures.some(([place]) => place.startsWith("s")), high = figures.some(([place]) => place.startsWith("n"));
  const shift = (high ? 0.06 : 0) - (low ? 0.08 : 0);
  const aside = (face.figures?.e ? -0.1 : 0) + (face.figures?.w ? 0.1 : 0);
  const scale = low && high ? 0.52 : low || high ? 0.6 : 0.72;
  if (d) out.push(silhouette(d, aside * size, shift * size, scale * size, `figure figure-${face.tone || "solid"}`));
  for (const [place, text] of figures) {
    const [x, y, anchor] = PLACES[place] ?? PLACES.s;
    const words = /** @type {string[]} */ (text.split(" "));
    if ((place === "e" || place === "w") && words.length > 1) {
      // Several figures on one side are placed below each other.
      const step = Math.min(0.27, 0.86 / words.length);
      words.forEach((word, i) =>
        out.push(
          showFigures(
            place,
            x,
            y - 0.02 + (i - (words.length - 1) / 2) * step,
            anchor,
            word,
            Math.min(0.25, 0.34 / (word.length * 0.5)),
            size,
          ),
        )
      );
      continue;
    }
    const small = place.startsWith("n") ? 0.2 : 0.27;
    const fit = Math.min(small, (place === "s" || place === "n" ? 0.86 : 0.5) / (text.length * 0.56));
    out.push(showFigures(place, x, y, anchor, text, fit, size));
  }
  return out;
}

/** A figure of a counter, all measures in its side. @param {string} place @param {number} x @param {number} y @param {string} anchor @param {string} text @param {number} height @param {number} size */
function showFigures(place, x, y, anchor, text, height, size) {
  return svg("text", {
    class: `number number-${place}`,
    x: round1(x * size),
    y: round1(y * size),
    "text-anchor": anchor,
    "font-size": round1(height * size),
  }, text);
}

/** The badges of a counter side by side over its edge. @param {string[]} badges @param {number} size @param {number} high */
function badgesOf(badges, size, high) {
  const row = svg("g", { class: "badges" }, ...badges.map((badge, i) => badgeOf(badge, size, i)));
  row.style.setProperty("--letters", String(round1(size * BADGE_LETTER_HEIGHT)));
  return svg("g", { transform: `translate(${round1(size * 0.02)} ${round1(size * high)})` }, row);
}

const BADGE_LETTER_HEIGHT = 0.2; // height of a badge's letters, in a counter's side

/** A badge: a slip with the first letters of its word. @param {string} badge @param {number} size @param {number} i */
function badgeOf(badge, size, i) {
  const group = svg("g", { class: "badge", transform: `translate(${round1(-size * i * 0.3)} 0)` });
  const word = badge.length > 3 ? badge.slice(0, 1).toUpperCase() : badge;
  const half = Math.max(0.13, word.length * 0.075) * size;
  group.append(
    svg("rect", {
      x: round1(-half),
      y: round1(-size * 0.12),
      width: round1(half * 2),
      height: round1(size * 0.24),
      rx: round1(size * 0.05),
    }),
    svg("text", { y: round1(size * 0.075), "font-size": round1(size * BADGE_LETTER_HEIGHT) }, word),
  );
  group.append(svg("title", {}, badge));
  return group;
}

/**
 * A counter as a picture of its own, for lists.
 * @param {Board} board @param {Piece} piece @param {number} pixels
 */
export function portrait(board, piece, pixels) {
  const picture = svg("svg", {
    class: "portrait",
    viewBox: "-54 -70 108 124",
    width: pixels,
    height: Math.round(pixels * 1.15),
    "aria-hidden": "true",
  });
  picture.append(drawCounter(board, piece, 100));
  return picture;
}

export { night };
