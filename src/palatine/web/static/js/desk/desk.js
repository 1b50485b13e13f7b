// The desk: a sheet of secret orders written, looked over and handed in while a turn is open.

import { html } from "../common/dom.js";
import { Problem } from "../common/http.js";
import { say } from "../common/messages.js";
import { deskApi, debounced } from "./api.js";
import { Characters, wordOf } from "./characters.js";
import { Deadline } from "./deadline.js";
import { Editor } from "./editor.js";
import { Letters } from "./letters.js";
import { LocalDraft } from "./local-draft.js";
import { tableOf, Reports } from "./reports.js";

const CHECK = 250; // milliseconds after the last key before the sheet is looked over
const SAVE = 700; // and before it is saved
const AGAIN = 4000; // and before it is tried again, when that failed

const at = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class Desk {
  /** @param {any} match */
  constructor(match) {
    this.match = match;
    this.api = deskApi(match.api);
    /** @type {string | null} */
    this.seat = null;
    this.turn = -1;
    this.open = false; // whether there is a sheet to write on
    this.version = -1;
    /** @type {any} */
    this.written = null;
    this.asked = 0;
    this.isNew = false; // whether the sheet has not been looked at yet
    /** What is on its way to the referee. @type {string | null} */
    this.handing = null;
    this.saving = Promise.resolve();
    this.editor = new Editor(match.game, () => this.typed());
    this.people = new Characters({
      suggestions: (who) => this.api.suggestions(/** @type {string} */ (this.seat), who),
      pick: (who, each) => this.put(who, each),
      turn: (who) => this.turnTo(who),
      point: (ids) => match.boards?.pointOut(ids),
      where: (who) => this.where(who),
      picture: (who) => this.picture(who),
      insert: (word) => this.editor.insert(word, true),
    });
    this.time = new Deadline({ vote: (against, out) => this.vote(against, out), run: () => this.runTurn() });
    this.post = new Letters(match, this.api);
    this.reports = new Reports(match, this.api);
    this.check = debounced(() => this.look(), CHECK);
    this.save = debounced(() => this.keep(), SAVE);
    this.again = debounced(() => this.keep(), AGAIN);
    this.kept = new LocalDraft(match.id, (text) => this.adopt(text));
    this.card = html("div", { class: "place-card", role: "dialog", "aria-modal": "false", hidden: true });
    at("stage").append(this.card);
    at("hand-in").addEventListener("click", () => this.handIn());
    at("tab-desk").addEventListener("click", () => this.showFirstLook());
    at("dry-run-button").addEventListener("click", () => this.dryRun());
    addEventListener("pagehide", () => this.save.now());
    document.addEventListener("visibilitychange", () => (document.hidden ? this.save.now() : this.catchUp()));
    addEventListener("online", () => this.again.now());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** The tab to begin with. */
  opening() {
    const play = this.match.mode === "play" && this.match.seat;
    return play ? "desk" : matchMedia("(min-width: 1000px)").matches ? "report" : "map";
  }

  // What is heard

  /** @param {any} info */
  updateInfo(info) {
    if (this.match.mode === "replay") return;
    this.time.show(info, this.match.seat);
    if (this.version >= 0) this.settle();
  }

  /** @param {any} sight */
  see(sight) {
    this.version = sight.version;
    if (this.match.mode === "replay") return;
    this.settle();
    this.people.show(this.editor.lines);
  }

  /** Turn to the turn that is open and the seat that writes, when one of them has changed. */
  settle() {
    const { info, seat } = this.match;
    /** @type {string} */
    const mark = `${seat} ${info.turn} ${info.status} ${info.seats.map((/** @type {any} */ each) => `${each.kind}${each.lent}`)}`;
    if (mark === this.mark) return;
    const news = this.mark !== undefined && info.turn !== this.turn && seat === this.seat;
    this.mark = mark;
    this.time.show(info, seat);
    this.reports.see(seat, info, news);
    this.post.sit(seat, info);
    if (news) this.renew();
    this.sit(seat, info, news);
  }

  /** The boards of some games change with a turn. */
  async renew() {
    try {
      this.match.boards.renew(await this.match.api.boards());
    } catch { /* the old ones do until the next turn */ }
  }

  /** @param {string | null} seat @param {any} info @param {boolean} news */
  async sit(seat, info, news) {
    this.save.forget();
    this.again.forget();
    this.check.forget();
    this.hideCard();
    if (this.open && seat === this.seat && info.turn !== this.turn) this.putAside();
    this.seat = seat;
    this.kept.sit(seat, info.turn);
    this.turn = info.turn;
    this.open = false;
    at("desk-body").hidden = true;
    at("desk-note").hidden = false;
    if (news) this.match.turnTo("report");
    if (news) this.reports.count.hidden = true;
    at("match").toggleAttribute("data-over", info.status === "over");
    if (!seat || info.status !== "playing") return void (at("desk-note").textContent = say(seat ? info.status === "open" ? "desk.not-begun" : "desk.over" : "desk.watching"));
    at("desk-note").textContent = say("desk.loading");
    try {
      const [written, names] = await Promise.all([this.api.draft(seat), this.api.characters(seat)]);
      if (this.seat !== seat || this.turn !== info.turn) return;
      this.written = written;
      this.first = written.saved ? null : written.text;
      this.open = true;
      at("desk-note").hidden = true;
      at("desk-body").hidden = false;
      const unsaved = this.kept.unsaved;
      this.editor.set(unsaved ?? written.text);
      this.showLate();
      this.isNew = true;
      at("sheet-title").textContent = written.turn ? say("desk.sheet-of", { turn: written.turn }) : say("desk.sheet-first");
      this.saved(unsaved !== null ? "waiting" : written.saved ? "saved" : "");
      if (unsaved !== null) this.save();
      this.stand();
      await this.people.set(names);
      this.people.show(this.editor.lines);
      await this.look();
    } catch (problem) {
      at("desk-note").textContent = /** @type {Error} */ (problem).message;
    } finally {
      at("match").dataset.desk = `${this.turn}`;
    }
  }

  /** A new sheet is shown from its beginning. */
  showFirstLook() {
    if (!this.isNew) return;
    this.isNew = false;
    this.people.rewind();
    at("sheet-title").closest(".desk-sheet")?.scrollTo(0, 0);
  }

  // Writing

  typed() {
    this.saved("waiting");
    this.kept.note(this.editor.text, false);
    this.check();
    this.save();
    this.stand();
    this.people.show(this.editor.lines);
  }

  /** Have the referee look the sheet over; only the newest answer counts. */
  async look() {
    const asked = ++this.asked, text = this.editor.text;
    if (!this.open) return null;
    try {
      const checked = await this.api.check(/** @type {string} */ (this.seat), text);
      if (asked !== this.asked) return null;
      this.editor.show(checked);
      this.tellRun(checked);
      return checked;
    } catch (problem) {
      if (asked === this.asked) this.saved("failed", /** @type {Error} */ (problem).message);
      return null;
    }
  }

  /** Save the draft; one at a time, so that the newest comes last. */
  keep() {
    const { seat, turn } = this, text = this.editor.text;
    if (!this.open || !seat) return this.saving;
    this.saved("saving");
    this.saving = this.saving.then(async () => {
      try {
        const written = await this.api.save(seat, turn, text);
        if (this.seat !== seat || this.turn !== turn) return;
        this.written = written;
        if (this.editor.text !== text) return;
        this.kept.note(text, true);
        this.saved("saved");
        await this.people.follow();
      } catch (problem) {
        this.saved("failed", /** @type {Error} */ (problem).message);
        if (problem instanceof Problem && problem.status === 409) await this.tooLate(problem);
        else if (problem instanceof Problem && (!problem.status || problem.status >= 500)) this.again();
      }
    });
    return this.saving;
  }

  /** The same sheet has been written on elsewhere: it is one sheet. @param {string} text */
  adopt(text) {
    if (!this.open || text === this.editor.text || this.save.waits() || this.again.waits()) return;
    this.editor.set(text);
    this.stand();
    this.check();
    this.people.show(this.editor.lines);
  }

  /** Back at this page: perhaps it was written on elsewhere, at another door. */
  async catchUp() {
    const { seat, turn } = this;
    if (!this.open || !seat || this.save.waits() || this.again.waits()) return;
    const before = this.editor.text;
    const written = await this.api.draft(seat).catch(() => null);
    if (written?.turn !== turn || this.seat !== seat || this.editor.text !== before || this.turn !== turn) return;
    this.written = written;
    this.adopt(written.text);
    this.stand();
  }

  /** The turn was run meanwhile: how the match stands now is asked for; what was written stays. @param {any} problem */
  async tooLate(problem) {
    this.match.explain(problem);
    await this.match.refresh();
  }

  /** What was handed in came too late: it is laid aside even if the news of the next turn was here before the answer. @param {any} problem @param {number} turn @param {string} text */
  async refusedLate(problem, turn, text) {
    await this.tooLate(problem);
    if (this.turn === turn || this.kept.tooLate || !text.trim()) return;
    this.kept.tooLate = { turn, text };
    this.showLate();
  }

  /** What was being written for a turn that is over, and was not handed in, is laid aside. */
  putAside() {
    const text = this.editor.text;
    const given = this.handing ?? this.written?.handed_in ?? null;
    const blank = given ?? this.first ?? "";
    this.kept.forget();
    if (text.trim() && text.trim() !== blank.trim()) this.kept.tooLate = { turn: this.turn, text };
  }

  /** What came too late, to be taken up again or thrown away. */
  showLate() {
    const late = this.kept.tooLate, box = at("desk-late");
    box.hidden = !late;
    if (!late) return;
    const take = () => { this.editor.set(late.text); this.kept.tooLate = null; this.showLate(); this.typed(); };
    const drop = () => { this.kept.tooLate = null; this.showLate(); };
    box.replaceChildren(html("p", {}, say("desk.late", { turn: late.turn })), html("pre", { tabIndex: 0 }, late.text),
      html("div", { class: "row" }, html("button", { type: "button", id: "late-take", onclick: take }, say("desk.late-take")), html("button", { type: "button", class: "quiet", onclick: drop }, say("desk.late-drop"))));
  }

  /** @param {string} how @param {string} [why] */
  saved(how, why = "") {
    const when = how === "saved" && this.written?.saved ? clock(this.written.saved) : "";
    at("desk-saved").dataset.how = how;
    at("desk-saved").textContent = how ? say(`desk.draft-${how}`, { when, why }) : "";
  }

  /** Whether what is on the desk is what has been handed in. */
  stand() {
    const given = this.written?.handed_in;
    const same = given !== null && given !== undefined && given === this.editor.text.replace(/\r\n?/g, "\n");
    const how = given === null || given === undefined ? "none" : same ? "same" : "other";
    at("desk-standing").dataset.how = how;
    const { deadline } = this.match.info;
    const until = deadline ? say("desk.until", { time: moment(deadline) }) : say("desk.until-run");
    at("desk-standing").textContent = say(`desk.standing-${how}`, { when: this.written?.handed_at ? clock(this.written.handed_at) : "", until });
    at("hand-in").textContent = say(how === "none" ? "desk.hand-in" : "desk.hand-in-again");
    /** @type {HTMLButtonElement} */ (at("hand-in")).disabled = how === "same";
  }

  async handIn() {
    const { seat, turn, match } = this, text = this.editor.text;
    if (!seat || !this.open) return;
    this.save.forget();
    await this.saving;
    this.handing = text;
    await match.attempt(async () => {
      try {
        const sight = await this.api.handIn(seat, turn, text);
        match.take(sight);
        if (this.match.info.turn === turn && this.turn === turn) {
          const written = await this.api.draft(seat).catch(() => null);
          if (written?.turn === turn) this.written = written;
          this.stand();
          this.saved(this.editor.text === text ? "" : "waiting");
        }
      } catch (problem) {
        this.handing = null;
        if (problem instanceof Problem && problem.status === 409) return this.refusedLate(problem, turn, text);
        if (!(problem instanceof Problem) || !problem.problems.length) {
          this.save();
          throw problem;
        }
        await this.look();
        match.toast(say("desk.refused", { reason: problem.message }), problem.clause);
        const first = problem.problems.find((/** @type {any} */ each) => !each.doubt) ?? problem.problems[0];
        if (first.line) this.editor.goTo(first.line);
      }
    });
    this.handing = null;
  }

  // The dry run

  dryRun() {
    const panel = at("dry-run");
    panel.hidden = !panel.hidden;
    at("dry-run-button").setAttribute("aria-expanded", String(!panel.hidden));
    if (panel.hidden) return;
    this.check.forget();
    this.look().then(() => panel.scrollIntoView({ block: "nearest" }));
    at("dry-run-title").focus({ preventScroll: true });
  }

  /** What each order would do, and all of them together. @param {any} checked */
  tellRun(checked) {
    const box = /** @type {HTMLElement} */ (at("dry-run").querySelector(".dry-run-body"));
    const whole = checked.forecasts.filter((/** @type {any} */ each) => !each.line);
    const rows = checked.forecasts.filter((/** @type {any} */ each) => each.line).map((/** @type {any} */ each) => [String(each.line), each.text, (each.notes ?? []).join(" · ")]);
    const notes = rows.some((/** @type {string[]} */ row) => row[2]);
    const columns = [say("desk.column-line"), say("desk.column-order"), ...(notes ? [say("desk.column-foreseen")] : [])];
    const wrong = checked.problems.filter((/** @type {any} */ each) => !each.doubt).length;
    box.replaceChildren(
      ...whole.map((/** @type {any} */ each) => html("p", { class: "dry-run-whole" }, html("strong", {}, each.text), " ", (each.notes ?? []).join(" · "))),
      rows.length ? tableOf({ columns, rows: notes ? rows : rows.map((/** @type {string[]} */ row) => row.slice(0, 2)), numeric: [0] }) : html("p", { class: "soft" }, say("desk.nothing-foreseen")),
      html("p", { class: "soft small" }, wrong ? say("desk.dry-run-wrong", { n: wrong }) : say("desk.dry-run-note")),
    );
  }

  // Characters and places

  /** @param {string} who */
  where(who) {
    const found = this.match.boards?.find(who);
    return found ? found.space.name || found.space.id : "";
  }

  /** @param {string} who */
  picture(who) {
    const found = this.match.boards?.find(who);
    return found && found.piece.operand >= 0 ? this.match.boards.portrait(found.piece.operand, { pieces: [found.piece] }) : null;
  }

  /** Show on the map where somebody is. @param {string | null} who */
  turnTo(who) {
    this.hideCard();
    const found = who ? this.match.boards?.find(who) : null;
    this.match.boards?.pointOut(found ? [found.space.id] : [], "chosen-here");
    if (found) this.match.boards.stage.reveal(found.space);
  }

  /** Put a suggested order in the sheet, in place of an earlier one of the same character. @param {string | null} who @param {any} each */
  put(who, each) {
    if (each.instead) return this.putFor(each);
    const lines = this.editor.lines;
    const same = lines.findIndex((line) => line.trim() === each.text.trim());
    const row = same >= 0 ? same : who ? lines.findIndex((line) => this.people.ownerOf(line) === who) : -1;
    this.editor.putLine(each.text, row);
    this.hideCard();
    at("aloud").textContent = say(row >= 0 ? "desk.replaced" : "desk.added", { text: each.text });
  }

  /** Take up a suggestion in place of the whole sheet, or of the lines that begin as its own do. @param {any} each */
  putFor(each) {
    if (each.instead === "sheet") {
      const text = this.editor.text.trim(), offered = this.people.known.get("") ?? [];
      const known = [this.first ?? "", ...offered.map((other) => other.text)].some((other) => other.trim() === text);
      if (text && !known && !confirm(say("desk.replace-sheet"))) return;
      this.editor.putSheet(each.text);
    } else {
      for (const line of this.people.textOf(each).trim().split("\n")) this.editor.putLine(line, this.editor.lines.findIndex((other) => wordOf(other) === wordOf(line)));
    }
    this.hideCard();
    at("aloud").textContent = say("desk.replaced", { text: each.title });
  }

  /** A place has been clicked on the map: with somebody chosen, what he could do there; else it is written down. @param {any} space @param {boolean} keyboard */
  place(space, keyboard) {
    const who = this.people.chosen ?? null, { active } = this.editor;
    if (!this.open || !(who || active) || this.match.boards.stage?.board.kind === "scene") return false;
    const inserted = active && this.people.ownerOf(this.editor.lines[this.editor.row] ?? "") === who;
    if (inserted) this.editor.insert(space.id, !keyboard);
    this.offerAt(who, space, inserted, keyboard);
    return true;
  }

  /** @param {string | null} who @param {any} space @param {boolean} inserted @param {boolean} keyboard */
  offerAt(who, space, inserted, keyboard) {
    const fitting = this.people.offer(space.id);
    const close = html("button", { type: "button", class: "quiet icon", "aria-label": say("close"), onclick: () => { this.hideCard(); if (keyboard) this.match.boards.stage.port.focus(); } }, "×");
    const write = html("button", { type: "button", class: "quiet place-write", onclick: () => { this.editor.insert(space.id, !keyboard); this.hideCard(); } }, say("desk.write-place", { place: space.id }));
    const look = html("button", { type: "button", class: "quiet", onclick: () => { this.hideCard(); this.match.boards.inspect(space, keyboard); } }, say("desk.look-there"));
    const title = say("desk.at", { name: who ?? say("desk.whole"), place: space.name || space.id });
    this.card.setAttribute("aria-label", title);
    this.card.replaceChildren(...[
      html("header", {}, html("h3", {}, title), close),
      inserted ? html("p", { class: "soft small", role: "status" }, say("desk.inserted", { place: space.id })) : null,
      html("div", { class: "place-offers" }, ...fitting.map((/** @type {any} */ each) => this.people.suggestion(each)), fitting.length ? null : html("p", { class: "soft small" }, say("desk.none-here"))),
      html("div", { class: "row" }, inserted ? null : write, look),
    ].filter((each) => each !== null));
    this.card.hidden = false;
    this.match.boards.pointOut([space.id]);
    if (keyboard) this.card.querySelector("button:not(.icon)")?.focus();
  }

  hideCard() {
    if (this.card.hidden) return;
    this.card.hidden = true;
    this.match.boards?.pointOut([]);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Escape" && !this.card.hidden) {
      const held = this.card.contains(document.activeElement);
      this.hideCard();
      if (held) this.match.boards.stage.port.focus();
    } else if ((event.ctrlKey || event.metaKey) && event.key === "Enter" && at("panel-desk").contains(document.activeElement)) {
      event.preventDefault();
      this.handIn();
    } else if (!event.ctrlKey && !event.metaKey && !event.altKey && event.key === "s" && !/** @type {Element} */ (event.target).closest("input, select, textarea, dialog") && this.open) {
      event.preventDefault();
      this.match.turnTo("desk");
      this.editor.area.focus();
    }
  }

  // Turns and votes

  async runTurn() {
    const { asked } = this.match.info;
    if (asked.length && !confirm(say("desk.run-sure", { seats: asked.join(", ") }))) return;
    await this.match.attempt(async () => this.match.take(await this.api.runTurn(/** @type {string} */ (this.seat))));
  }

  /** @param {string} against @param {boolean} out */
  async vote(against, out) {
    await this.match.attempt(async () => {
      this.match.take(await this.api.vote(/** @type {string} */ (this.seat), against, out));
      await this.match.refresh();
    });
  }
}

/** A moment, with its day. @param {string} time */
const moment = (time) => new Date(time).toLocaleString(undefined, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

/** The time of day of a moment. @param {string} moment */
const clock = (moment) => new Date(moment).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
