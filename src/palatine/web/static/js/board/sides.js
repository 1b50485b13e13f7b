// Whose a piece is, and in which colours a seat is shown.

import { element } from "../common/dom.js";

/** @import { Board, Piece, Style } from "../types/wire.d.ts" */

/**
 * The seats of a game as a page knows them.
 * @typedef {object} Sides
 * @property {Record<string, string>} styles by seat: the style that has its colours
 * @property {Record<string, string>} piles by pile: the seat whose pieces lie in it
 */

/** @type {Sides | undefined} */
let known;

/** @returns {Sides} */
const sides = () =>
  known ??= JSON.parse(
    /** @type {HTMLElement | null} */ (document.querySelector("[data-sides]"))?.dataset.sides ??
      '{"styles": {}, "piles": {}}',
  );

/** The badge of a piece that names its seat, alone or in a phrase. @param {Piece} piece @param {Sides} [of] */
export const ownBadge = (piece, { styles } = sides()) =>
  piece.badges?.find((badge) => badge.split(" ").some((word) => word in styles));

/** The style of the seat that owns a piece; "" if the piece's own colour shows it. @param {Piece} piece @param {Sides} [of] */
export function sideOf(piece, of = sides()) {
  const named = ownBadge(piece, of)?.split(" ").find((word) => word in of.styles);
  const style = of.styles[named ?? of.piles[piece.pile ?? ""] ?? ""] ?? "";
  return style === piece.style ? "" : style;
}

/** Whether a piece is a seat's; where a page knows no colours of seats, every piece may be. @param {Piece} piece @param {string} seat @param {Sides} [of] */
export const belongsTo = (piece, seat, of = sides()) =>
  !(seat in of.styles) || (sideOf(piece, of) || piece.style) === of.styles[seat];

/** The style in which a board shows a seat; the player's own may differ from that for others. @param {Board | undefined} board @param {string} seat @param {boolean} yours @returns {Style | undefined} */
export const styleOfSeat = (board, seat, yours) =>
  (yours ? board?.styles?.own : undefined) ?? board?.styles?.[sides().styles[seat] ?? ""];

/** Whether a text starts with a name. @param {string} text @param {string} name */
export const startsWith = (text, name) => text.startsWith(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length));

/** A seat's colour as a small square; nothing if it has no colour. @param {Style | undefined} style */
export function swatch(style) {
  if (!style) return null;
  const square = element("span", { class: "swatch", "aria-hidden": "true" });
  square.style.setProperty("--line", `light-dark(${style.fill}, ${style.dark || style.fill})`);
  return square;
}
