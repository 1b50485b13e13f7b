// Progress of the lessons in this browser, and starting or continuing one.

import { get, post } from "../common/http.js";
import { browserStorage } from "../common/storage.js";

/** @import { LessonInfo, MatchCreated, MatchInfo } from "../types/wire.d.ts" */

/** @typedef {{step: number, steps: number, done: boolean, match: string}} Progress */

/** @returns {Record<string, Progress>} */
function all() {
  try {
    return JSON.parse(browserStorage("lessons") ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} game @param {string} lesson */
const nameOf = (game, lesson) => `${game}/${lesson}`;

/** The progress of a lesson; undefined if it was never started. @param {string} game @param {string} lesson @returns {Progress | undefined} */
export const progressOf = (game, lesson) => all()[nameOf(game, lesson)];

/** Store the progress. A completed lesson stays completed. @param {string} game @param {string} lesson @param {Progress} progress */
export function saveProgress(game, lesson, progress) {
  const known = all();
  const name = nameOf(game, lesson);
  known[name] = { ...progress, done: progress.done || Boolean(known[name]?.done) };
  browserStorage("lessons", JSON.stringify(known));
}

/** Which lesson comes next: the first that is not done. @param {LessonInfo[]} lessons */
export const nextLesson = (lessons) => lessons.find((each) => !progressOf(each.game, each.lesson)?.done);

/** Open a lesson where it was left, if that match still exists; otherwise start it and go to that step. @param {string} game @param {string} lesson */
export async function openLesson(game, lesson) {
  const known = progressOf(game, lesson);
  const isAmid = known && known.step > 0 && known.step < known.steps;
  if (isAmid && known.match) {
    const info = /** @type {MatchInfo | null} */ (await get(`/api/matches/${known.match}`).catch(() => null));
    if (info?.lesson === lesson && info.yours.length) return void (location.href = `/play/${known.match}`);
  }
  const made =
    /** @type {MatchCreated} */ (await post(`/api/lessons/${encodeURIComponent(game)}/${encodeURIComponent(lesson)}`, {
      step: isAmid ? known.step : 0,
    }));
  location.href = `/play/${made.match}`;
}
