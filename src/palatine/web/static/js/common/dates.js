// Formats of dates and times.

import { say } from "./messages.js";

/** @type {Intl.DateTimeFormatOptions} */
const DATE_AND_TIME = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };

/** A moment with its day. @param {string} time ISO 8601 */
export const dayAndTime = (time) => new Date(time).toLocaleString(undefined, DATE_AND_TIME);

/** A moment with its date. @param {string} time ISO 8601 */
export const dateAndTime = (time) => new Date(time).toLocaleString(undefined, { ...DATE_AND_TIME, weekday: undefined });

/** The day of a moment, with its year. @param {string} time ISO 8601 */
export const dayOf = (time) =>
  new Date(time).toLocaleDateString(undefined, { day: "numeric", month: "short", year: "numeric" });

/** The time of day of a moment. @param {string} time ISO 8601 */
export const timeOfDay = (time) => new Date(time).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });

/** A length of time in its largest part, at least a minute. @param {number} seconds */
export function roundedDuration(seconds) {
  const [size, key] = seconds >= 86400
    ? [86400, "time.days"]
    : seconds >= 3600
    ? [3600, "time.hours"]
    : [60, "time.minutes"];
  return say(/** @type {string} */ (key), { n: Math.max(1, Math.floor(seconds / /** @type {number} */ (size))) });
}

/** A length of time in its two largest parts. @param {number} seconds */
export function durationText(seconds) {
  const parts = [[86400, "time.days"], [3600, "time.hours"], [60, "time.minutes"], [1, "time.seconds"]];
  const out = [];
  for (const [size, key] of /** @type {[number, string][]} */ (parts)) {
    const n = Math.floor(seconds / size);
    if (n || (out.length && out.length < 2) || (size === 1 && !out.length)) out.push(say(key, { n }));
    seconds %= size;
    if (out.length === 2) break;
  }
  return out.join(" ");
}
