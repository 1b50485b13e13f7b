// The sheet as text: numbered lines, with the server's remarks below each.

import { clauseLink } from "../common/clauses.js";
import { element } from "../common/dom.js";
import { say } from "../common/messages.js";
import { History } from "./history.js";

/** @import { SheetCheck, Forecast, Problem } from "../types/wire.d.ts" */

const MIN_LINES = 6; // lines that are always shown
const MAX_LINES = 500; // lines after which the text scrolls by itself: a sheet is shorter

export class Editor {
  /** @param {string} game @param {() => void} onInput */
  constructor(game, onInput) {
    this.game = game;
    this.onInput = onInput;
    const find = (/** @type {string} */ name) => /** @type {HTMLElement} */ (document.querySelector(name));
    this.area = /** @type {HTMLTextAreaElement} */ (document.getElementById("sheet-text"));
    this.gutter = find("#sheet-editor .sheet-gutter");
    this.notes = find("#sheet-editor .sheet-notes");
    this.told = find("#sheet-line");
    this.findings = find("#findings");
    this.findingsTitle = find("#findings-title");
    /** @type {SheetCheck | null} */
    this.checked = null;
    this.history = new History();
    for (const [id, step] of /** @type {const} */ ([["sheet-undo", "undo"], ["sheet-redo", "redo"]])) {
      document.getElementById(id)?.addEventListener("click", () => this.step(step));
    }
    this.area.addEventListener("keydown", (event) => this.key(event));
    this.active = false; // whether the last thing done was done in the text: then places go to the caret
    this.area.addEventListener("input", () => {
      this.active = true;
      this.history.note(this.text, false);
      this.offerSteps();
      this.fit();
      this.stale();
      this.onInput();
    });
    this.area.addEventListener("focus", () => (this.active = true));
    for (const name of ["keyup", "click", "select"]) this.area.addEventListener(name, () => this.tellLine());
    this.fit();
  }

  get text() {
    return this.area.value;
  }

  get lines() {
    return this.area.value.split("\n");
  }

  /** Another text in its place; the caret stays where it was, as far as can be. @param {string} text */
  set(text) {
    if (this.area.value !== text) {
      const at = this.area.selectionStart;
      this.area.value = text;
      this.area.setSelectionRange(Math.min(at, text.length), Math.min(at, text.length));
    }
    this.history.begin(text);
    this.offerSteps();
    this.checked = null;
    this.fit();
    this.mark();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const name = event.key.toLowerCase();
    if (name !== "z" && name !== "y") return;
    event.preventDefault();
    this.step(name === "y" || event.shiftKey ? "redo" : "undo");
  }

  /** Undo or redo a step. @param {"undo" | "redo"} which */
  step(which) {
    const text = this.history[which]();
    if (text === null) return;
    const at = Math.min(this.area.selectionStart, text.length);
    this.area.value = text;
    this.area.setSelectionRange(at, at);
    this.offerSteps();
    this.fit();
    this.stale();
    this.onInput();
  }

  offerSteps() {
    /** @type {HTMLButtonElement} */ (document.getElementById("sheet-undo")).disabled = !this.history.past.length;
    /** @type {HTMLButtonElement} */ (document.getElementById("sheet-redo")).disabled = !this.history.future.length;
  }

  /** The line the caret is in, from 0. */
  get row() {
    return this.area.value.slice(0, this.area.selectionStart).split("\n").length - 1;
  }

  /** As high as its text; the numbers beside it. */
  fit() {
    const count = Math.min(Math.max(this.lines.length, MIN_LINES), MAX_LINES);
    this.area.classList.toggle("overlong", this.lines.length > MAX_LINES);
    this.area.rows = count;
    if (this.gutter.childElementCount !== count) {
      this.gutter.replaceChildren(
        ...Array.from(
          { length: count },
          (_, i) => element("span", { class: "gutter-line" }, element("b", {}, String(i + 1)), element("i", {})),
        ),
      );
    }
    const used = this.lines.length;
    this.gutter.querySelectorAll(".gutter-line").forEach((line, i) => line.classList.toggle("beyond", i >= used));
  }

  /** Remarks on an older text stay in place until the server has read the new one. */
  stale() {
    this.notes.classList.add("stale");
  }

  /** @param {SheetCheck} checked what the referee says of the text */
  show(checked) {
    this.checked = checked;
    this.mark();
  }

  /** All remarks on a line, numbered from 1. @param {number} number */
  about(number) {
    const problems = (this.checked?.problems ?? []).filter((each) => each.line === number);
    const forecasts = (this.checked?.forecasts ?? []).filter((each) => each.line === number);
    return { problems, forecasts };
  }

  mark() {
    this.notes.classList.remove("stale");
    const lines = this.lines.slice(0, MAX_LINES), kinds = lines.map((line, i) => this.kindOf(i + 1));
    this.gutter.querySelectorAll(".gutter-line").forEach((line, i) => {
      line.setAttribute("data-kind", kinds[i] ?? "");
      /** @type {HTMLElement} */ (line.querySelector("i")).textContent = SIGNS[kinds[i] ?? ""] ?? "";
    });
    this.notes.replaceChildren(...lines.flatMap((line, i) => {
      const text = this.noteOf(i + 1, line);
      if (!text) return [];
      const note = element("p", { class: "sheet-note", "data-kind": kinds[i], title: text }, text);
      note.style.setProperty("--row", String(i));
      return [note];
    }));
    this.list();
    this.tellLine();
  }

  /** @param {number} number @returns {string} */
  kindOf(number) {
    const { problems, forecasts } = this.about(number);
    if (problems.some((each) => !each.doubt)) return "wrong";
    return problems.length ? "doubt" : forecasts.length ? "good" : "";
  }

  /** @param {number} number @param {string} line @returns {string} */
  noteOf(number, line) {
    const { problems, forecasts } = this.about(number);
    return [...problems.map(problemText), ...forecasts.map((each) => forecastText(each, line))].filter(Boolean).join(
      " · ",
    );
  }

  /** The problems as a list, each with the way to its line. */
  list() {
    const problems = this.checked?.problems ?? [];
    const wrong = problems.filter((each) => !each.doubt).length;
    this.findings.parentElement?.toggleAttribute("data-none", !problems.length);
    this.findingsTitle.textContent = !this.checked
      ? ""
      : wrong
      ? say("desk.wrong", { n: wrong })
      : problems.length
      ? say("desk.doubts", { n: problems.length })
      : this.checked.orders
      ? say("desk.fine", { n: this.checked.orders })
      : say("desk.empty");
    this.findings.replaceChildren(
      ...problems.map((each) =>
        element(
          "li",
          { class: "finding", "data-kind": each.doubt ? "doubt" : "wrong" },
          each.line
            ? element(
              "button",
              { type: "button", class: "finding-line", onclick: () => this.goTo(each.line) },
              say("desk.line", { n: each.line }),
            )
            : element("strong", { class: "finding-line" }, say("desk.whole-sheet")),
          element(
            "span",
            {},
            element("b", { class: "finding-kind" }, each.doubt ? say("desk.doubt") : say("desk.problem")),
            " ",
            each.reason,
            " ",
            each.suggestion ? element("em", {}, say("desk.try", { text: each.suggestion })) : null,
            " ",
            each.clause ? clauseLink(this.game, each.clause) : null,
            each.fix
              ? element(
                "button",
                { type: "button", class: "finding-fix", onclick: () => this.applyFix(each) },
                say("desk.fix"),
                " ",
                element("code", {}, each.fix),
              )
              : null,
          ),
        )
      ),
    );
  }

  /** Put a line right as the referee proposes. @param {Problem} problem */
  applyFix(problem) {
    this.putLine(problem.fix ?? "", problem.line - 1);
    this.goTo(problem.line);
  }

  /** For screen readers: the remarks on the caret's line. */
  tellLine() {
    const number = this.row + 1;
    const note = this.noteOf(number, this.lines[number - 1] ?? "");
    const text = note ? say("desk.at-line", { n: number, text: note }) : "";
    if (this.told.textContent !== text) this.told.textContent = text;
    // Do not repeat what the list of problems shows.
    this.told.classList.toggle("aloud", this.about(number).problems.length > 0);
  }

  /** @param {number} number */
  goTo(number) {
    const start = this.lines.slice(0, number - 1).reduce((sum, line) => sum + line.length + 1, 0);
    this.area.focus();
    this.area.setSelectionRange(start, start + (this.lines[number - 1] ?? "").length);
    this.tellLine();
  }

  /** Put the caret at the end of a line, from 0, without moving the focus. @param {number} row */
  caretTo(row) {
    const end = this.lines.slice(0, row + 1).join("\n").length;
    this.area.setSelectionRange(end, end);
  }

  /** Write over a part of the text; the browser's own undo knows of it where it can. @param {number} from @param {number} to @param {string} text @param {boolean} focus */
  write(from, to, text, focus) {
    this.area.setSelectionRange(from, to);
    const done = focus && this.area.offsetParent &&
      (this.area.focus(), document.execCommand("insertText", false, text));
    if (done) return;
    this.area.setRangeText(text, from, to, "end");
    this.history.note(this.text, true);
    this.offerSteps();
    this.fit();
    this.stale();
    this.onInput();
  }

  /** Put a word at the caret, apart from its neighbours. @param {string} word @param {boolean} focus */
  insert(word, focus) {
    const { selectionStart: from, selectionEnd: to, value } = this.area;
    const before = from && !/\s$/.test(value.slice(0, from)) ? " " : "";
    const after = to < value.length && !/^[\s,;]/.test(value.slice(to)) ? " " : "";
    this.write(from, to, before + word + after, focus);
  }

  /** Put a whole sheet in place of all that is written. @param {string} text */
  putSheet(text) {
    this.write(0, this.area.value.length, text, false);
    this.caretTo(0);
    this.active = false;
  }

  /** Put a line in place of another, or after the last. @param {string} text @param {number} row of the line it replaces, or -1 */
  putLine(text, row) {
    const lines = this.lines;
    if (row < 0) {
      const bare = this.area.value.replace(/\s+$/, "");
      this.write(bare.length, this.area.value.length, `${bare ? "\n" : ""}${text}\n`, false);
      row = bare ? bare.split("\n").length : 0;
    } else {
      const start = lines.slice(0, row).reduce((sum, line) => sum + line.length + 1, 0);
      this.write(start, start + lines[row].length, text, false);
    }
    this.caretTo(row);
    this.active = false;
  }
}

const SIGNS = /** @type {Record<string, string>} */ ({ wrong: "✕", doubt: "?", good: "✓" });

/** @param {Problem} problem */
const problemText = (problem) =>
  [
    problem.reason,
    problem.suggestion ? say("desk.try", { text: problem.suggestion }) : "",
    problem.clause ? `[${problem.clause}]` : "",
  ].filter(Boolean).join(" ");

/** The effect of an order, without its own text. @param {Forecast} forecast @param {string} line */
function forecastText(forecast, line) {
  const notes = forecast.notes ?? [];
  const same = forecast.text.trim().toLowerCase() === line.split(/[;#]/)[0].trim().toLowerCase();
  return [...(same || notes.length ? [] : [forecast.text]), ...notes].join(" · ");
}
