// The steps of a replay: by action, phase or turn. Pure functions.

/** @import { Chapter } from "../types/wire.d.ts" */

/** @typedef {"action" | "phase" | "turn"} Unit */

/** The positions a replay stops at, in their order; the first and the last always. @param {Chapter[]} chapters @param {Unit} unit @param {number} plies @returns {number[]} */
export function stops(chapters, unit, plies) {
  const begun = chapters.filter((each, i) => unit === "phase" || !i || each.turn !== chapters[i - 1].turn).map((each) =>
    each.at
  );
  return [...new Set([0, ...begun, plies])].filter((at) => at >= 0 && at <= plies).sort((a, b) => a - b);
}

/** The next position in a direction. @param {Chapter[]} chapters @param {Unit} unit @param {number} plies @param {number} at @param {1 | -1} way */
export function nextStop(chapters, unit, plies, at, way) {
  if (unit === "action") return Math.max(0, Math.min(plies, at + way));
  const all = stops(chapters, unit, plies);
  return (way > 0 ? all.find((each) => each > at) : all.filter((each) => each < at).pop()) ?? (way > 0 ? plies : 0);
}

/** The chapter a position belongs to; null before the first. @param {Chapter[]} chapters @param {number} at @returns {Chapter | null} */
export const chapterAt = (chapters, at) => chapters.filter((each) => each.at <= at).pop() ?? null;
