// Names of seats: of nations or Kings; a seat without a name is called by its id.

/** @typedef {Record<string, string> | undefined} Names as a view gives them, as within a sentence */

import { say } from "./messages.js";

/** @import { SeatInfo } from "../types/wire.d.ts" */

export const REFEREE = "Referee"; // the seat that runs the turns, in games that have one

/** @param {Names} names @param {string} seat */
export const nameOf = (names, seat) => names?.[seat] || seat;

/** Return the seats that a seat waits for. A referee need not hand in, so they do not wait for themselves. @param {string[]} asked @param {string | null} seat */
export const awaitedBy = (asked, seat) => asked.filter((each) => each !== REFEREE || seat !== REFEREE);

/** The name of a seat at the beginning of a sentence, or alone. @param {Names} names @param {string} seat */
export function titleOf(names, seat) {
  const name = nameOf(names, seat);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The names of seats with those of their players. @param {Names} names @param {readonly SeatInfo[]} seats @returns {Record<string, string>} */
export function withPlayers(names, seats) {
  const title = (/** @type {SeatInfo} */ each) => {
    const seat = nameOf(names, each.seat), name = each.name ?? "";
    const isThere = each.seated && !each.left && (each.kind === "person" || each.lent);
    const isBare = ["", seat.toLowerCase(), each.seat.toLowerCase()].includes(name.toLowerCase());
    return isThere && !isBare ? say("seat.player", { name, seat }) : seat;
  };
  return Object.fromEntries(seats.map((each) => [each.seat, title(each)]));
}

/**
 * A sentence of the game in which these seats are named with their players.
 * @param {string} text @param {readonly string[]} seats @param {Names} names @param {Names} titles
 */
export function namePlayers(text, seats, names, titles) {
  return seats.reduce((said, seat) => {
    const name = nameOf(names, seat).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return said.replace(new RegExp(`(?<![\\p{L}(])(the )?${name}(?!\\p{L})`, "u"), (found) => {
      return nameOf(titles, seat) === nameOf(names, seat) ? found : nameOf(titles, seat);
    });
  }, text);
}

/** The seat's id, if orders need it and the name does not contain it; otherwise "". @param {Names} names @param {string} seat */
export function codeOf(names, seat) {
  const name = nameOf(names, seat), number = /\d+$/.exec(seat)?.[0] ?? "";
  return name === seat || (number && name.endsWith(` ${number}`)) ? "" : seat;
}
