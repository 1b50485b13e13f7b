// The replay of a match with a slider; a what-if can start at any action.

import { element } from "../common/dom.js";
import { enterMatch } from "../common/enter-match.js";
import { say, turnTitle } from "../common/messages.js";
import { titleOf } from "../common/seat-names.js";
import { browserStorage } from "../common/storage.js";
import { clearRecap, drawRecapItem } from "../board/route-arrows.js";
import { chapterAt, nextStop } from "./replay-steps.js";

/** @import { Chapter, Player, SeatInfo, MatchView } from "../types/wire.d.ts" */
/** @import { Match } from "./match.js" */
/** @import { Unit } from "./replay-steps.js" */

const STEP_MS = 900; // milliseconds after an action that left a line in the journal, while it plays by itself
const SILENT_STEP_MS = 60; // milliseconds after an action without a journal line

export class Replay {
  /** @param {Match} match @param {HTMLElement} place */
  constructor(match, place) {
    this.match = match;
    this.place = place;
    this.at = -1;
    this.plies = match.state.info.at;
    this.wanted = -1;
    this.running = false;
    /** @type {Chapter[]} */
    this.chapters = [];
    const find = (
      /** @type {string} */ name,
    ) => /** @type {HTMLElement} */ (place.querySelector(`[data-replay=${name}]`));
    this.slider = /** @type {HTMLInputElement} */ (find("slider"));
    this.eyes = /** @type {HTMLSelectElement} */ (find("eyes"));
    this.count = find("count");
    this.button = find("play");
    this.slider.max = String(this.plies);
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    find("first").addEventListener("click", () => this.go(0));
    find("back").addEventListener("click", () => this.step(-1));
    find("next").addEventListener("click", () => this.step(1));
    find("last").addEventListener("click", () => this.go(this.plies));
    find("branch").addEventListener("click", () => this.branch());
    this.unit = /** @type {HTMLSelectElement} */ (find("unit"));
    this.speed = /** @type {HTMLSelectElement} */ (find("speed"));
    this.chapter = /** @type {HTMLSelectElement} */ (find("chapter"));
    this.chapter.addEventListener("change", () => this.go(Number(this.chapter.value)));
    this.button.addEventListener("click", () => this.run(!this.running));
    const { info, mine } = match.state, over = info.status === "over";
    const seats = [
      ["", say("replay.spectator")],
      ...info.seats.filter((s) => over || mine.includes(s.seat)).map((s) => [s.seat, s.seat]),
      ...(over ? [["referee", say("replay.referee")]] : []),
    ];
    this.eyes.append(...seats.map(([value, text]) => element("option", { value }, text)));
    const eyes = new URLSearchParams(location.search).get("eyes");
    this.eyes.value = eyes && seats.some(([value]) => value === eyes) ? eyes : over ? "referee" : mine[0] ?? "";
    this.eyes.addEventListener("change", () => {
      const at = this.at;
      this.at = -1;
      this.go(at);
      this.learn();
    });
    document.addEventListener("keydown", (event) => {
      if (/** @type {HTMLElement} */ (event.target).closest("input, select, .port")) return;
      if (event.key === "ArrowRight") this.step(1);
      if (event.key === "ArrowLeft") this.step(-1);
    });
  }

  async start() {
    this.place.hidden = false;
    const wanted = new URLSearchParams(location.search).get("at");
    await this.go(wanted === null ? this.plies : Number(wanted));
    this.learn();
  }

  /** Learn where turns and phases begin, as this viewer may know them. */
  async learn() {
    const eyes = this.eyes.value || null;
    const chapters = await this.match.guide.api.chapters(eyes).catch(() => []); // action by action it goes without
    if (eyes !== (this.eyes.value || null)) return;
    this.chapters = chapters;
    const named = chapters.map((each) =>
      element("option", { value: String(each.at) }, each.heading || turnTitle(each.turn))
    );
    this.chapter.replaceChildren(element("option", { value: "0" }, say("replay.begin")), ...named);
    const hasPhases = chapters.some((each) => each.heading);
    /** @type {HTMLElement} */ (this.chapter.closest("label")).hidden = !chapters.length;
    /** @type {HTMLElement} */ (this.unit.closest("label")).hidden = !chapters.length || this.match.state.info.orders;
    /** @type {HTMLElement} */ (this.unit.querySelector("[value=phase]")).hidden = !hasPhases;
    this.mark();
  }

  /** Move forward or back by the chosen unit. @param {1 | -1} way */
  step(way) {
    return this.go(nextStop(this.chapters, /** @type {Unit} */ (this.unit.value), this.plies, this.at, way));
  }

  /** The current chapter; in games of orders with its report. */
  mark() {
    const chapter = chapterAt(this.chapters, this.at);
    this.chapter.value = String(chapter?.at ?? 0);
    for (const each of this.eyes.options) {
      if (this.match.state.info.seats.some(({ seat }) => seat === each.value)) {
        each.textContent = titleOf(this.match.state.names, each.value);
      }
    }
    if (this.match.desk) {
      this.match.desk.showReport(this.eyes.value === "referee" ? null : this.eyes.value || null, chapter?.turn ?? null);
    }
  }

  /** Draw the events up to here. @param {number} from */
  async draw(from) {
    const { match, at } = this, boards = match.boards;
    for (const boardView of boards?.boardViews.values() ?? []) clearRecap(boardView);
    if (from < 0 || from >= at) return;
    const told = await match.guide.api.recapBetween(this.eyes.value || null, from, at).catch(() => null); // the journal has it all
    if (!told || at !== this.at) return;
    for (const item of told.items ?? []) {
      for (const boardView of boards?.boardViews.values() ?? []) {
        drawRecapItem(boardView, item, { calm: true, milliseconds: 0 });
      }
    }
    const cards = (told.items ?? []).flatMap((item) => (item.card ? [item.card] : []));
    if (cards.length && cards.length <= 3) match.guide.layOut(cards);
    else match.guide.layOut([]);
  }

  /** Go to the position after `at` actions; of several requests only the newest counts. @param {number} at */
  async go(at) {
    this.wanted = Math.max(0, Math.min(this.plies, at || 0));
    this.slider.value = String(this.wanted);
    if (this.fetching) return;
    this.fetching = true;
    try {
      while (this.wanted !== this.at) {
        const aim = this.wanted;
        const matchView = await this.match.state.api.replay(this.eyes.value || null, aim);
        const near = Math.abs(aim - this.at) === 1, from = this.at;
        this.at = aim;
        this.show(matchView, !near);
        this.mark();
        this.draw(from);
      }
    } catch (error) {
      this.run(false);
      this.match.explain(error);
    } finally {
      this.fetching = false;
    }
  }

  /** @param {MatchView} matchView @param {boolean} still */
  show(matchView, still) {
    const match = this.match;
    match.state.matchView = matchView;
    match.journal.empty(say("journal.quiet"));
    match.journal.add(matchView.entries);
    match.show(matchView, still);
    this.count.textContent = say("replay.count", { at: this.at, plies: this.plies });
    this.slider.setAttribute("aria-valuetext", `${this.count.textContent}. ${matchView.view.heading}`);
    history.replaceState(null, "", `?at=${this.at}`);
  }

  /** @param {boolean} on */
  run(on) {
    this.running = on;
    this.button.setAttribute("aria-pressed", String(on));
    this.button.textContent = say(on ? "replay.pause" : "replay.play");
    clearTimeout(this.timer);
    if (on) this.onward(this.at >= this.plies ? 0 : null);
  }

  /** Play on to an action (null: the next stop), and from there to the next. @param {number | null} at */
  async onward(at) {
    if (at === null && this.at >= this.plies) return this.run(false);
    await (at === null ? this.step(1) : this.go(at));
    const pace =
      (this.match.state.matchView?.entries.length || this.unit.value !== "action" ? STEP_MS : SILENT_STEP_MS) /
      Number(this.speed.value);
    if (this.running) this.timer = setTimeout(() => this.running && this.onward(null), pace);
  }

  /** A new match from here, everybody of it in this browser's hands or a bot's. */
  async branch() {
    const match = this.match;
    await match.state.attempt(async () => {
      const seat = match.state.mine[0] ?? match.state.info.seats[0].seat;
      const bot = JSON.parse(document.getElementById("match")?.dataset.bots ?? "[]")[0];
      /** @type {Record<string, Player>} */
      const players = {};
      for (const each of match.state.info.seats) {
        players[each.seat] = each.seat === seat
          ? { kind: "person", name: browserStorage("name") ?? "" }
          : { kind: "bot", bot };
      }
      const made = await match.state.api.branch({ at: this.at, seat: match.state.mine[0] ?? null, players });
      await enterMatch(made, [seat], "", "");
    });
  }
}
