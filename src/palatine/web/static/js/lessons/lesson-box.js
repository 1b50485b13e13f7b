// The box of a lesson in place of the prompt: texts, questions, answers and highlights.

import { byId, element } from "../common/dom.js";
import { get, post } from "../common/http.js";
import { listed, say } from "../common/messages.js";
import { expandTermLinks, glossaryOf } from "../common/glossary.js";
import { dimOthers, highlightSpaces } from "./highlights.js";
import { startFirstMatch } from "./first-match.js";
import { openLesson, saveProgress } from "./progress.js";

/** @import { Host } from "./host.d.ts" */
/** @import { GameInfo, LessonPoint, LessonView, ClientView } from "../types/wire.d.ts" */

const HINT_DELAY_MS = 20_000; // milliseconds after which the hint comes by itself
const WRONG_CLICKS_BEFORE_HINT = 2; // number of wrong clicks before the hint

/** The name of a highlighted element for screen readers. */
const SELECTOR_NAMES = /** @type {Record<string, string>} */ ({
  panel: "lesson.panel",
  choice: "lesson.choices",
  verb: "lesson.choices",
  journal: "lesson.journal",
  sheet: "lesson.sheet",
  report: "lesson.report",
});

export class LessonBox {
  /** @param {Host} match */
  constructor(match) {
    this.match = match;
    this.box = byId("lesson");
    this.text = /** @type {HTMLElement} */ (this.box.querySelector(".lesson-text"));
    this.dots = /** @type {HTMLElement} */ (this.box.querySelector(".lesson-dots"));
    /** The displayed step. @type {LessonView | null} */
    this.shown = null;
    this.hinted = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    byId("match").classList.add("has-lesson");
    for (const name of /** @type {const} */ (["on", "show", "back"])) {
      this.button(name).addEventListener("click", () => this.move(name));
    }
    this.button("hint").addEventListener("click", () => this.hint());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.hinted && this.unhint());
  }

  /** @param {string} name */
  button(name) {
    return /** @type {HTMLButtonElement} */ (this.box.querySelector(`[data-lesson="${name}"]`));
  }

  /** @param {ClientView} matchView */
  show(matchView) {
    const lesson = matchView.lesson;
    if (!lesson) return void (this.box.hidden = true);
    const before = this.shown;
    const isNew = before?.step !== lesson.step || before.done !== lesson.done;
    this.shown = lesson;
    this.matchView = matchView;
    if (isNew) this.hinted = false;
    if ((lesson.tries ?? 0) >= WRONG_CLICKS_BEFORE_HINT) this.hinted = true;
    clearTimeout(this.timer);
    byId("match").classList.toggle("lesson-over", Boolean(lesson.done));
    byId("match").classList.toggle("plays-on", Boolean(lesson.puzzle && !lesson.done)); // by oneself: the prompt says what is asked
    if (!lesson.done && !lesson.goes_on && !lesson.puzzle) this.timer = setTimeout(() => this.hint(), HINT_DELAY_MS);
    saveProgress(lesson.game, lesson.lesson, {
      step: lesson.done ? 0 : lesson.step,
      steps: lesson.steps,
      done: Boolean(lesson.done && (!lesson.puzzle || lesson.found)),
      match: this.match.state.id,
    });
    this.tell(lesson);
    this.offer(lesson);
    this.point(lesson, isNew);
    if (before && isNew) this.catchUp(before);
  }

  /** The lesson's sheet, after a step was shown or taken back. @param {LessonView} before */
  catchUp(before) {
    const desk = this.match.desk;
    if (desk && (this.moved || before.again)) void desk.catchUp();
    this.moved = false;
  }

  /** @param {LessonView} lesson */
  tell(lesson) {
    const { game } = this.match.state;
    this.dots.replaceChildren(
      ...Array.from(
        { length: lesson.steps },
        (_, i) => element("i", { class: lesson.done || i < lesson.step ? "past" : i === lesson.step ? "now" : "" }),
      ),
    );
    this.dots.setAttribute(
      "aria-label",
      lesson.done ? say("lesson.done") : say("lesson.step", { n: lesson.step + 1, of: lesson.steps }),
    );
    const line = (/** @type {string} */ kind, /** @type {string | undefined} */ text) =>
      text && element("p", { class: `lesson-${kind}` }, ...expandTermLinks(game, text));
    const places = (lesson.point ?? []).map((each) =>
      each.text || (SELECTOR_NAMES[each.kind] ? say(SELECTOR_NAMES[each.kind]) : "")
    )
      .filter(Boolean);
    this.text.replaceChildren(
      .../** @type {Node[]} */ ([
        line("after", lesson.after),
        lesson.again && !lesson.done && line("again", say("lesson.again")),
        lesson.puzzle && lesson.done && line("after", say(lesson.found ? "puzzle.found" : "puzzle.shown")),
        line("say", lesson.say || say("lesson.alone")),
        lesson.solution?.length && element("pre", { class: "lesson-solution" }, lesson.solution.join("\n")),
        line("answer", lesson.answer),
        this.hinted && !lesson.done && line("hint", lesson.hint || say("lesson.no-hint")),
        places.length
          ? element("span", { class: "aloud" }, say("lesson.look", { places: listed([...new Set(places)]) }))
          : "",
      ].filter((each) => each)),
    );
    this.text.scrollTop = 0;
    if (lesson.answer) this.text.querySelector(".lesson-answer")?.scrollIntoView({ block: "nearest" });
    if (lesson.done) void this.tellEnd(lesson);
  }

  /** The summary of the lesson and the next one. @param {LessonView} lesson */
  async tellEnd(lesson) {
    const keys = lesson.teaches ?? [], glossary = await glossaryOf(this.match.state.game);
    if (keys.length) {
      this.text.append(
        element(
          "p",
          { class: "lesson-knows" },
          ...expandTermLinks(
            this.match.state.game,
            say("lesson.knows", {
              words: listed(keys.map((key) => `{term:${key}|${glossary.byKey.get(key)?.term ?? key}}`)),
            }),
          ),
        ),
      );
    }
    const next = lesson.next ?? "";
    const bar = element("p", { class: "row lesson-onward" });
    if (lesson.puzzle) {
      bar.append(
        element(
          "a",
          { class: "button primary", href: `/games/${encodeURIComponent(lesson.game)}#puzzles` },
          say("puzzle.others"),
        ),
      );
    }
    if (next) {
      bar.append(element("button", {
        type: "button",
        class: "primary",
        onclick: () => this.match.state.attempt(() => openLesson(lesson.game, next)),
      }, say("lesson.next")));
    }
    bar.append(
      element("button", {
        type: "button",
        class: next || lesson.puzzle ? "" : "primary",
        onclick: () => this.match.state.attempt(() => startFirstMatch(lesson.game)),
      }, say("lesson.captain")),
    );
    this.text.append(bar);
    const { first_match: first } = /** @type {GameInfo} */ (await get(`/api/games/${encodeURIComponent(lesson.game)}`));
    if (first.why) bar.after(element("p", { class: "soft small first-why" }, first.why));
  }

  /** @param {LessonView} lesson */
  offer(lesson) {
    this.button("on").hidden = !lesson.goes_on;
    this.button("hint").hidden = Boolean(lesson.done || lesson.goes_on);
    this.button("show").hidden = Boolean(lesson.goes_on || (lesson.done && !(lesson.puzzle && lesson.found)));
    if (lesson.puzzle) this.offerPuzzle(lesson);
    this.button("back").disabled = !lesson.can_back;
  }

  /** Buttons to restart a puzzle, play its solution or show its hint, if it has one. @param {LessonView} lesson */
  offerPuzzle(lesson) {
    this.button("hint").hidden ||= !lesson.hint;
    this.button("back").textContent = say("puzzle.again");
    this.button("show").textContent = say("puzzle.show");
  }

  /** Draw halo, arrow and frames and dim the rest, unless the player should find the step alone. @param {LessonView} lesson @param {boolean} isNew */
  point(lesson, isNew) {
    const boards = this.match.boards;
    if (!boards || !this.matchView) return;
    const points = lesson.point ?? [];
    const isTold = Boolean(lesson.say) || this.hinted;
    const meant = dimOthers(
      boards,
      byId("choices"),
      this.matchView,
      isTold && !lesson.done ? lesson.expects ?? [] : [],
    );
    const places = points.filter((each) => each.kind === "space");
    highlightSpaces(boards, places.length || !this.hinted ? places : meant, isNew);
    document.querySelectorAll(".lesson-frame").forEach((each) => each.classList.remove("lesson-frame"));
    for (const each of points) this.frame(each, isNew);
    const buttons = (lesson.expects ?? []).filter((way) => way.text || !this.isOnBoard(way));
    if (isTold && isNew && !points.length && buttons.length && matchMedia("(max-width: 999px)").matches) {
      this.match.turnTo("choices");
    }
  }

  /** @param {{verb: string, operand: number}} way */
  isOnBoard(way) {
    return (this.matchView?.view.choices ?? []).some((each) =>
      each.verb === way.verb && each.operand === way.operand && (each.on ?? "button") !== "button"
    );
  }

  /** Frame something beside the board, and bring it into sight. @param {LessonPoint} point @param {boolean} isNew */
  frame(point, isNew) {
    const found = /** @type {HTMLElement | null} */ (document.querySelector(this.selector(point)));
    if (!found) return;
    found.classList.add("lesson-frame");
    if (!isNew) return;
    const tab =
      ({ panel: "panels", journal: "journal", sheet: "desk", report: "report", choice: "choices", verb: "choices" })[
        point.kind
      ];
    if (tab && (tab !== "choices" || matchMedia("(max-width: 999px)").matches)) this.match.turnTo(tab);
    if (point.kind === "board") this.match.boards?.turnTo(point.name ?? "map", true);
    found.scrollIntoView({ block: "nearest" });
  }

  /** @param {LessonPoint} point */
  selector({ kind, name = "", verb = "", operand = -1 }) {
    if (kind === "panel") return `[data-panel="${CSS.escape(name)}"]`;
    if (kind === "choice") return `#choices [data-action="${CSS.escape(`${verb} ${operand}`)}"]`;
    if (kind === "verb") return `#choices [data-action^="${CSS.escape(name)} "]`;
    return { journal: "#panel-journal", sheet: "#sheet-editor", report: "#panel-report" }[kind] ?? "#none";
  }

  /** Show the hint and the choices of the step. */
  hint() {
    if (!this.shown || this.shown.done) return;
    clearTimeout(this.timer);
    this.hinted = true;
    this.tell(this.shown);
    this.point(this.shown, true);
  }

  unhint() {
    this.hinted = false;
    if (this.shown) this.tell(this.shown);
  }

  /** @param {"on" | "show" | "back"} what */
  async move(what) {
    const { seat, api } = this.match.state;
    if (!seat) return;
    this.moved = true;
    this.match.desk?.save.cancel();
    await this.match.state.attempt(async () =>
      this.match.state.hear(
        await post(`${api.base}/lesson?changes=true`, { seat, do: what, version: this.match.state.version }),
      )
    );
    this.text.focus({ preventScroll: true });
  }
}
