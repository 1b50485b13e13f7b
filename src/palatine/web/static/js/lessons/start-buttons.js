// Start buttons in the lobby and on the page of a game: learn until the first lesson is done, then play.

import { say } from "../common/messages.js";
import { startFirstMatch } from "./first-match.js";
import { nextLesson, openLesson, progressOf } from "./progress.js";

/** @import { LessonInfo } from "../types/wire.d.ts" */

/** Run a button's action; errors appear below it. @param {HTMLElement} place @param {HTMLButtonElement} button @param {() => Promise<void>} act */
function onClick(place, button, act) {
  button.addEventListener("click", async () => {
    const error = /** @type {HTMLElement | null} */ (place.querySelector(".error"));
    if (error) error.hidden = true;
    const text = button.textContent;
    button.disabled = true;
    button.textContent = say("lesson.starting");
    try {
      await act();
    } catch (problem) {
      button.textContent = text;
      button.disabled = false;
      if (error) Object.assign(error, { textContent: /** @type {Error} */ (problem).message, hidden: false });
    }
  });
}

/** @param {HTMLElement} place */
function offerLesson(place) {
  const game = place.dataset.begin ?? "";
  const lessons = /** @type {LessonInfo[]} */ (JSON.parse(place.dataset.lessons ?? "[]"));
  const learn = /** @type {HTMLButtonElement | null} */ (place.querySelector("[data-learn]"));
  const captain = /** @type {HTMLButtonElement | null} */ (place.querySelector("[data-captain]"));
  const next = nextLesson(lessons);
  const isTaught = lessons.length > 0 && Boolean(progressOf(game, lessons[0].lesson)?.done);
  if (learn && captain) {
    const isBegun = next && (progressOf(game, next.lesson)?.step ?? 0) > 0;
    if (!next) learn.hidden = true;
    else if (isBegun) learn.textContent = say("lesson.go-on");
    else learn.textContent = say(isTaught ? "lesson.learn-next" : "lesson.learn", { n: next.minutes });
    learn.classList.toggle("primary", !isTaught);
    captain.classList.toggle("primary", isTaught || !lessons.length);
    if (isTaught) learn.before(captain);
  } else if (learn && isTaught) place.hidden = true;
  if (learn) onClick(place, learn, async () => next && openLesson(game, next.lesson));
  if (captain) onClick(place, captain, () => startFirstMatch(game));
}

/** Connect all start buttons of the page. */
export function connectStartButtons() {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-begin]"))) {
    offerLesson(place);
  }
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lesson-of]"))) {
    const game = line.dataset.lessonOf ?? "", lesson = line.dataset.lesson ?? "";
    const known = progressOf(game, lesson), state = line.querySelector(".lesson-state");
    if (state && known) {
      state.textContent = known.done
        ? say("lesson.is-done")
        : known.step
        ? say("lesson.is-begun", { n: known.step + 1, of: known.steps })
        : "";
    }
    const button = /** @type {HTMLButtonElement | null} */ (line.querySelector("button"));
    if (button) onClick(line, button, () => openLesson(game, lesson));
  }
}

connectStartButtons();
