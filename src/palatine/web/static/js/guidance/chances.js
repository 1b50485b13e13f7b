// Chances in words.

import { say } from "../common/messages.js";

const SIMPLE_DICE = [6, 4, 5, 10, 36, 20]; // one die, one of few, dice of ten sides, two dice, dice of twenty sides

/** A chance as a fraction of its dice, otherwise of the simplest dice that fit; null if none fit. @param {number} chance @param {number | null} [of] how many throws it is counted in, 0 for an estimate @returns {[number, number] | null} */
export function fractionOf(chance, of = null) {
  for (const each of of === null ? SIMPLE_DICE : [of]) {
    const n = Math.round(chance * each);
    if (n > 0 && n < each && Math.abs(chance * each - n) < 0.001) return [n, each];
  }
  return null;
}

/** Per cent; 0 and 100 only for certainty. @param {number} chance */
export function percentOf(chance) {
  const percent = Math.round(chance * 100);
  return chance > 0 && chance < 1 ? Math.max(1, Math.min(99, percent)) : percent;
}

/** "4 in 6 (67%)". @param {number} chance @param {number | null} [of] how many throws it is counted in @returns {string} */
export function chanceText(chance, of) {
  if (chance <= 0 || chance >= 1) return say(chance <= 0 ? "chance.never" : "chance.sure");
  const found = fractionOf(chance, of);
  return found
    ? say("chance.of", { n: found[0], of: found[1], percent: percentOf(chance) })
    : say("chance.percent", { percent: percentOf(chance) });
}

/** A number with at most one decimal. @param {number} amount */
export const roundedText = (amount) => String(Math.round(amount * 10) / 10);

/** The mean losses of each seat over all results. @param {{chance: number, losses?: Record<string, number>}[]} results @returns {[string, number][]} */
export function meanLosses(results) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { chance, losses } of results) {
    for (const [seat, lost] of Object.entries(losses ?? {})) sums.set(seat, (sums.get(seat) ?? 0) + chance * lost);
  }
  return [...sums];
}
