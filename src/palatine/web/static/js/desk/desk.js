// The desk: write, check and hand in a sheet of secret orders while a turn is open.

import { dayAndTime, timeOfDay } from "../common/dates.js";
import { debounced } from "../common/debounce.js";
import { byId } from "../common/dom.js";
import { Problem } from "../common/http.js";
import { say } from "../common/messages.js";
import { REFEREE } from "../common/seat-names.js";
import { GuidanceApi } from "../guidance/api.js";
import { OrdersInAdvance } from "./orders-in-advance.js";
import { DeskApi } from "./api.js";
import { Characters } from "./characters.js";
import { Deadline } from "./deadline.js";
import { showDraftRoutes } from "./draft-routes.js";
import { SheetPreview } from "./sheet-preview.js";
import { Editor } from "./editor.js";
import { HandingIn } from "./handing-in.js";
import { showLateSheet } from "./late-sheet.js";
import { Letters } from "./letters.js";
import { LocalDraft } from "./local-draft.js";
import { PlaceCard } from "./place-card.js";
import { insertOrder } from "./insert-order.js";
import { Reports } from "./reports.js";
import { offerBoth } from "./stale-draft.js";
import { runTurn, setReady, vote } from "./turns.js";
import { placeOf, portraitOf, showOnMap } from "./character-place.js";

/** @import { SheetCheck, MatchView, Space, MatchInfo, SheetDraft } from "../types/wire.d.ts" */
/** @import { Host } from "./host.d.ts" */

const CHECK_DELAY_MS = 250; // milliseconds from the last key to the check of the sheet
const SAVE_DELAY_MS = 700; // from the last key to saving
const RETRY_DELAY_MS = 4000; // from a failed attempt to the next

export class Desk {
  /** @param {Host} match */
  constructor(match) {
    this.match = match;
    this.api = new DeskApi(match.state.api.base);
    /** @type {string | null} */
    this.seat = null;
    this.turn = -1;
    this.open = false; // whether there is a sheet to write on
    this.version = -1;
    /** @type {SheetDraft | null} */
    this.written = null;
    this.asked = 0;
    this.isNew = false; // true until the sheet was first checked
    /** The text that is being handed in. @type {string | null} */
    this.handing = null;
    this.adopted = ""; // text from another tab of this browser
    /** A key of the displayed sheet. @type {string | undefined} */
    this.mark = undefined;
    this.saving = Promise.resolve();
    this.editor = new Editor(match.state.game, () => this.typed());
    this.characters = new Characters({
      suggestions: (who) => this.api.suggestions(/** @type {string} */ (this.seat), who),
      pick: (who, each) => insertOrder(this, who, each),
      turn: (who) => {
        this.card.hide();
        showOnMap(match.boards, who);
      },
      point: (ids) => match.boards?.pointOut(ids),
      where: (who) => placeOf(match.boards, who),
      picture: (who) => portraitOf(match.boards, who),
      insert: (word) => this.editor.insert(word, true),
    });
    this.deadline = new Deadline({
      vote: (against, out) => vote(match, this.api, this.seat ?? "", against, out),
      run: () => runTurn(match, this.api, this.seat ?? ""),
      ready: (ready) => setReady(match, this.api, this.seat ?? "", ready),
    });
    this.handingIn = new HandingIn(new GuidanceApi(match.state.api.base), {
      game: match.state.game,
      match: match.state.id,
      goTo: (line) => this.editor.goTo(line),
      goToSpaces: (unused) => match.guide.goTo(unused),
    });
    this.letters = new Letters(match, this.api);
    this.reports = new Reports(match, this.api);
    this.advance = new OrdersInAdvance(this.api);
    this.check = debounced(() => this.look(), CHECK_DELAY_MS);
    this.save = debounced(() => this.keep(), SAVE_DELAY_MS);
    this.retry = debounced(() => this.keep(), RETRY_DELAY_MS);
    this.localDraft = new LocalDraft(match.state.id, (text) => this.adopt(text));
    this.card = new PlaceCard(match, this.characters, this.editor);
    this.dryRun = new SheetPreview(
      () => {
        this.check.cancel();
        return this.look();
      },
      () => this.handingIn.preview(this.seat ?? "", this.editor.text),
      match.state.game,
    );
    byId("hand-in").addEventListener("click", () => this.handIn());
    byId("tab-desk").addEventListener("click", () => this.showFirstLook());
    addEventListener("pagehide", () => this.save.now());
    document.addEventListener("visibilitychange", () => (document.hidden ? this.save.now() : this.catchUp()));
    addEventListener("online", () => this.retry.now());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** The tab to begin with. */
  opening() {
    return this.match.state.mode === "play" && this.match.state.seat
      ? "desk"
      : matchMedia("(min-width: 1000px)").matches
      ? "report"
      : "map";
  }

  // News from the server.

  /** @param {MatchInfo} info */
  updateInfo(info) {
    if (this.match.state.mode === "replay") return;
    this.deadline.show(info, this.match.state.seat, this.match.state.titles);
    if (this.version >= 0) this.settle();
  }

  /** @param {MatchView} matchView */
  see(matchView) {
    this.version = matchView.version;
    if (this.match.state.mode === "replay") return;
    this.settle();
    this.deadline.show(this.match.state.info, this.match.state.seat, this.match.state.titles); // so may names
    if (this.open) this.stand(); // the heading may come after the news of the turn
    this.characters.show(this.editor.lines);
  }

  /** Show the open turn and the writing seat, if one of them has changed. */
  settle() {
    const { info, seat } = this.match.state;
    const mark = `${seat} ${info.turn} ${info.status} ${info.seats.map((each) => `${each.kind}${each.lent}`)}`;
    if (mark === this.mark) return;
    const news = this.mark !== undefined && info.turn !== this.turn && seat === this.seat;
    this.mark = mark;
    this.deadline.show(info, seat, this.match.state.titles);
    this.reports.see(seat, info, news);
    this.letters.sit(seat, info);
    this.advance.sit(seat, info);
    if (news) this.renew();
    this.sit(seat, info, news);
  }

  /** The boards of some games change with a turn. */
  async renew() {
    try {
      this.match.boards?.renew(await this.match.state.api.boards());
    } catch { /* the old ones do until the next turn */ }
  }

  /** @param {string | null} seat @param {MatchInfo} info @param {boolean} news */
  async sit(seat, info, news) {
    this.save.cancel();
    this.retry.cancel();
    this.check.cancel();
    this.card.hide();
    if (this.open && seat === this.seat && info.turn !== this.turn) this.putAside();
    this.seat = seat;
    this.localDraft.sit(seat, info.turn);
    this.turn = info.turn;
    this.open = false;
    this.showWays();
    byId("desk-body").hidden = true;
    byId("desk-note").hidden = false;
    if (news) this.reports.turnUp();
    byId("match").toggleAttribute("data-over", info.status === "over");
    for (const tab of ["desk", "letters"]) byId(`tab-${tab}`).hidden = !seat && info.status === "over";
    if (!seat || info.status !== "playing") {
      return void (byId("desk-note").textContent = say(
        seat ? info.status === "open" ? "desk.not-begun" : "desk.over" : "desk.watching",
      ));
    }
    byId("desk-note").textContent = say("desk.loading");
    try {
      const [written, names] = await Promise.all([this.api.draft(seat), this.api.characters(seat)]);
      if (this.seat !== seat || this.turn !== info.turn) return;
      this.written = written;
      this.first = written.saved ? null : written.text;
      this.open = true;
      byId("desk-note").hidden = true;
      byId("desk-body").hidden = false;
      const unsaved = this.localDraft.unsaved;
      this.editor.set(unsaved ?? written.text);
      this.showLate();
      this.isNew = true;
      this.saved(unsaved !== null ? "waiting" : written.saved ? "saved" : "");
      if (unsaved !== null) this.save();
      this.stand();
      await this.characters.set(names);
      this.characters.show(this.editor.lines);
      await this.look();
    } catch (problem) {
      byId("desk-note").textContent = /** @type {Error} */ (problem).message;
    } finally {
      byId("match").dataset.desk = `${this.turn}`;
    }
  }

  /** A new sheet is shown from its beginning. */
  showFirstLook() {
    if (!this.isNew) return;
    this.isNew = false;
    this.characters.rewind();
    byId("sheet-title").closest(".desk-sheet")?.scrollTo(0, 0);
  }

  // Writing

  typed() {
    this.saved("waiting");
    this.localDraft.note(this.editor.text, false);
    this.check();
    this.save();
    this.stand();
    this.characters.show(this.editor.lines);
  }

  /** Let the server check the sheet; only the newest answer counts. */
  async look() {
    const asked = ++this.asked, text = this.editor.text;
    if (!this.open) return null;
    try {
      const checked = await this.api.check(/** @type {string} */ (this.seat), text);
      if (asked !== this.asked) return null;
      this.editor.show(checked);
      this.dryRun.show(checked);
      this.showWays();
      return checked;
    } catch (problem) {
      if (asked === this.asked) this.saved("failed", /** @type {Error} */ (problem).message);
      return null;
    }
  }

  /** Save the draft; one request at a time, so that the newest text is saved last. */
  keep() {
    const { seat, turn } = this, text = this.editor.text;
    if (!this.open || !seat) return this.saving;
    this.saved("saving");
    this.saving = this.saving.then(async () => {
      try {
        const written = await this.api.save(seat, turn, text, this.written?.version);
        if (this.seat !== seat || this.turn !== turn) return;
        this.written = written;
        if (this.editor.text !== text) return;
        this.localDraft.note(text, true);
        this.saved("saved");
        await this.characters.follow();
      } catch (problem) {
        this.saved("failed", /** @type {Error} */ (problem).message);
        if (problem instanceof Problem && problem.status === 409) await this.tooLate(problem);
        else if (problem instanceof Problem && (!problem.status || problem.status >= 500)) this.retry();
      }
    });
    return this.saving;
  }

  /** The routes of the draft on the map. */
  showWays() {
    showDraftRoutes(this.match.boards, this.open ? this.editor.checked?.forecasts ?? [] : [], this.editor.row + 1);
  }

  /** Replace the text with a whole sheet, such as the captain's. @param {string} text */
  useSheet(text) {
    this.editor.putSheet(text);
    this.match.turnTo("desk");
  }

  /** The server has written the draft: load it. */
  reload() {
    this.localDraft.forget();
    this.mark = undefined;
    this.settle();
    this.match.turnTo("desk");
  }

  /** In a replay: show the report of a turn (null: no turn yet). @param {string | null} seat @param {number | null} turn */
  showReport(seat, turn) {
    if (turn !== null) this.reports.turnTo(seat, this.match.state.info, turn);
  }

  /** Another tab has changed the same sheet: take over its text. @param {string} text */
  adopt(text) {
    if (!this.open || text === this.editor.text || this.save.waits() || this.retry.waits()) return;
    this.adopted = text;
    this.editor.set(text);
    this.stand();
    this.check();
    this.characters.show(this.editor.lines);
  }

  /** Back at this page: perhaps it was written on elsewhere, by another client. */
  async catchUp() {
    const { seat, turn } = this;
    if (!this.open || !seat || this.save.waits() || this.retry.waits()) return;
    const before = this.editor.text;
    const written = await this.api.draft(seat).catch(() => null);
    if (written?.turn !== turn || this.seat !== seat || this.editor.text !== before || this.turn !== turn) return;
    this.written = written;
    this.adopt(written.text);
    this.stand();
  }

  /** The turn ran meanwhile, or another device wrote: load the current draft; the text here stays. @param {Problem} problem */
  async tooLate(problem) {
    if (problem.draft) return this.stale(problem.draft);
    this.match.explain(problem);
    await this.match.state.refresh();
  }

  /** The server has another text. If it came from another tab, this text is based on it; otherwise offer both. @param {SheetDraft} draft */
  stale(draft) {
    const known = [this.adopted, this.editor.text].includes(draft.text) && draft.handed_in === this.written?.handed_in;
    const keep = () => {
      this.written = draft;
      this.save();
    };
    if (known) return keep();
    offerBoth(draft, {
      mine: this.editor.text,
      keep,
      take: (text) => {
        this.written = draft;
        this.editor.putSheet(text);
      },
    });
  }

  /** Keep a sheet that was handed in too late, even if the next turn arrived before the answer. @param {Problem} problem @param {number} turn @param {string} text */
  async refusedLate(problem, turn, text) {
    await this.tooLate(problem);
    if (problem.draft || this.turn === turn || this.localDraft.tooLate || !text.trim()) return;
    this.localDraft.tooLate = { turn, text };
    this.showLate();
  }

  /** Keep the unfinished text of a turn that is over. */
  putAside() {
    const text = this.editor.text;
    const given = this.handing ?? this.written?.handed_in ?? null;
    const blank = given ?? this.first ?? "";
    this.localDraft.forget();
    if (text.trim() && text.trim() !== blank.trim()) this.localDraft.tooLate = { turn: this.turn, text };
  }

  showLate() {
    showLateSheet(this.localDraft, (text) => {
      this.editor.set(text);
      this.typed();
    });
  }

  /** @param {string} how @param {string} [why] */
  saved(how, why = "") {
    const when = how === "saved" && this.written?.saved ? timeOfDay(this.written.saved) : "";
    byId("desk-saved").dataset.how = how;
    byId("desk-saved").textContent = how ? say(`desk.draft-${how}`, { when, why }) : "";
  }

  /** Return whether the text is the sheet that was handed in. */
  stand() {
    byId("sheet-title").textContent = this.turn
      ? say("desk.sheet-of", { heading: this.match.state.matchView?.view.heading ?? "" })
      : say("desk.sheet-first");
    const given = this.written?.handed_in;
    const same = given !== null && given !== undefined && given === this.editor.text.replace(/\r\n?/g, "\n");
    const how = given === null || given === undefined ? "none" : same ? "same" : "other";
    byId("desk-status").dataset.how = how;
    const { deadline, times } = this.match.state.info, early = times?.early;
    const until = early
      ? dayAndTime(early)
      : deadline
      ? say("desk.until", { time: dayAndTime(deadline) })
      : say("desk.until-run");
    const key = how === "none" && this.seat === REFEREE ? "referee" : how;
    byId("desk-status").textContent = say(`desk.status-${key}`, {
      when: this.written?.handed_at ? timeOfDay(this.written.handed_at) : "",
      until,
    });
    byId("hand-in").textContent = say(how === "none" ? "desk.hand-in" : "desk.hand-in-again");
    /** @type {HTMLButtonElement} */ (byId("hand-in")).disabled = how === "same";
  }

  async handIn() {
    const { seat, turn, match } = this, text = this.editor.text;
    if (!seat || !this.open) return;
    if (
      !(await this.handingIn.allows(seat, text)) || this.seat !== seat || this.turn !== turn ||
      this.editor.text !== text
    ) return;
    this.save.cancel();
    await this.saving;
    this.handing = text;
    await match.state.attempt(async () => {
      try {
        const matchView = await this.api.handIn(seat, turn, text, this.written?.version);
        match.state.take(matchView);
        if (this.match.state.info.turn === turn && this.turn === turn && this.written) {
          const written = await this.api.draft(seat).catch(() => null); // of the next turn, when this sheet was the last
          if (this.turn !== turn) return;
          this.written = written?.turn === turn
            ? written
            : { ...this.written, handed_in: text, handed_at: new Date().toISOString() };
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
        const first = problem.problems.find((each) => !each.doubt) ?? problem.problems[0];
        if (first.line) this.editor.goTo(first.line);
      }
    });
    this.handing = null;
  }

  // Characters and places

  /** A place has been clicked on the map. Whether that is the desk's concern. @param {Space} space @param {boolean} keyboard */
  place(space, keyboard) {
    return this.open && this.card.open(space, keyboard);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Escape") this.card.escape();
    else if (
      (event.ctrlKey || event.metaKey) && event.key === "Enter" && byId("panel-desk").contains(document.activeElement)
    ) {
      event.preventDefault();
      this.handIn();
    } else if (
      !event.ctrlKey && !event.metaKey && !event.altKey && event.key === "s" &&
      !/** @type {Element} */ (event.target).closest("input, select, textarea, dialog") && this.open
    ) {
      event.preventDefault();
      this.match.turnTo("desk");
      this.editor.area.focus();
    }
  }
}
