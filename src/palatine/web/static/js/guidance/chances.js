// Chances as players say them.

import { say } from "../common/messages.js";

const DICE = [6, 36, 10, 20]; // the dice a player may hold: one, two, ten-sided, twenty-sided

/** A chance as so many results of a die, if it is one; null otherwise. @param {number} chance @returns {[number, number] | null} */
export function fractionOf(chance) {
  for (const of of DICE) {
    const n = Math.round(chance * of);
    if (n > 0 && n < of && Math.abs(chance * of - n) < 0.001 * of) return [n, of];
  }
  return null;
}

/** Per cent, never 0 or 100 for what may or may not be. @param {number} chance */
export function percentOf(chance) {
  const percent = Math.round(chance * 100);
  return chance > 0 && chance < 1 ? Math.max(1, Math.min(99, percent)) : percent;
}

/** "4 in 6 (67%)". @param {number} chance @returns {string} */
export function chanceText(chance) {
  if (chance <= 0 || chance >= 1) return say(chance <= 0 ? "chance.never" : "chance.sure");
  const found = fractionOf(chance);
  return found ? say("chance.of", { n: found[0], of: found[1], percent: percentOf(chance) }) : say("chance.percent", { percent: percentOf(chance) });
}

/** A number with at most one decimal. @param {number} amount */
export const short = (amount) => String(Math.round(amount * 10) / 10);

/** What each seat loses in the mean, over all results. @param {{chance: number, losses?: Record<string, number>}[]} results @returns {[string, number][]} */
export function meanLosses(results) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { chance, losses } of results) for (const [seat, lost] of Object.entries(losses ?? {})) sums.set(seat, (sums.get(seat) ?? 0) + chance * lost);
  return [...sums];
}
