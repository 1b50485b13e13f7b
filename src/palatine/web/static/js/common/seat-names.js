// What seats are called: by nation, by King; one without a name by its own id.

/** @typedef {Record<string, string> | undefined} Names as a view gives them, as within a sentence */

export const REFEREE = "Referee"; // the seat that sees to the turns, in every game of orders that has one

/** @param {Names} names @param {string} seat */
export const nameOf = (names, seat) => names?.[seat] || seat;

/** Those a seat waits for: a referee need not hand in, and so does not wait for themself. @param {string[]} asked @param {string | null} seat */
export const awaitedBy = (asked, seat) => asked.filter((each) => each !== REFEREE || seat !== REFEREE);

/** At the beginning of a sentence, or alone. @param {Names} names @param {string} seat */
export function titleOf(names, seat) {
  const name = nameOf(names, seat);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The seat's own id, where orders need it and the name does not tell it; "" else. @param {Names} names @param {string} seat */
export function codeOf(names, seat) {
  const name = nameOf(names, seat), number = /\d+$/.exec(seat)?.[0] ?? "";
  return name === seat || (number && name.endsWith(` ${number}`)) ? "" : seat;
}
