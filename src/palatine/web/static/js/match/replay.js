// A match action by action, with a slider; and a what-if from any of them.

import { element } from "../common/dom.js";
import { post } from "../common/http.js";
import { say } from "../common/messages.js";
import { remembered } from "../common/storage.js";

/** @import { Player, SeatInfo, MatchView } from "../types/wire.d.ts" */
/** @import { Match } from "./match.js" */

const PACE = 900; // milliseconds after an action that left a line in the journal, while it plays by itself
const HASTE = 60; // and after one that left none

export class Replay {
  /** @param {Match} match @param {HTMLElement} place */
  constructor(match, place) {
    this.match = match;
    this.place = place;
    this.at = -1;
    this.plies = match.info.at;
    this.wanted = -1;
    this.running = false;
    const find = (/** @type {string} */ name) => /** @type {HTMLElement} */ (place.querySelector(`[data-replay=${name}]`));
    this.slider = /** @type {HTMLInputElement} */ (find("slider"));
    this.eyes = /** @type {HTMLSelectElement} */ (find("eyes"));
    this.count = find("count");
    this.button = find("play");
    this.slider.max = String(this.plies);
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    find("first").addEventListener("click", () => this.go(0));
    find("back").addEventListener("click", () => this.go(this.at - 1));
    find("next").addEventListener("click", () => this.go(this.at + 1));
    find("last").addEventListener("click", () => this.go(this.plies));
    find("branch").addEventListener("click", () => this.branch());
    this.button.addEventListener("click", () => this.run(!this.running));
    const over = match.info.status === "over";
    const seats = [["", say("replay.spectator")], ...match.info.seats.filter((s) => over || match.mine.includes(s.seat)).map((s) => [s.seat, s.seat]), ...(over ? [["referee", say("replay.referee")]] : [])];
    this.eyes.append(...seats.map(([value, text]) => element("option", { value }, text)));
    const eyes = new URLSearchParams(location.search).get("eyes");
    this.eyes.value = eyes && seats.some(([value]) => value === eyes) ? eyes : over ? "referee" : match.mine[0] ?? "";
    this.eyes.addEventListener("change", () => { const at = this.at; this.at = -1; this.go(at); });
    document.addEventListener("keydown", (event) => {
      if (/** @type {HTMLElement} */ (event.target).closest("input, select, .port")) return;
      if (event.key === "ArrowRight") this.go(this.at + 1);
      if (event.key === "ArrowLeft") this.go(this.at - 1);
    });
  }

  async start() {
    this.place.hidden = false;
    const wanted = new URLSearchParams(location.search).get("at");
    await this.go(wanted === null ? this.plies : Number(wanted));
  }

  /** Go to the position after `at` actions; while one is being fetched, only the newest wish counts. @param {number} at */
  async go(at) {
    this.wanted = Math.max(0, Math.min(this.plies, at || 0));
    this.slider.value = String(this.wanted);
    if (this.fetching) return;
    this.fetching = true;
    try {
      while (this.wanted !== this.at) {
        const aim = this.wanted;
        const matchView = await this.match.api.replay(this.eyes.value || null, aim);
        const near = Math.abs(aim - this.at) === 1;
        this.at = aim;
        this.show(matchView, !near);
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
    match.matchView = matchView;
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
    if (on) this.onward(this.at >= this.plies ? 0 : this.at + 1);
  }

  /** Play on to an action, and from there to the next. @param {number} at */
  async onward(at) {
    if (at > this.plies) return this.run(false);
    await this.go(at);
    if (this.running) this.timer = setTimeout(() => this.running && this.onward(this.at + 1), this.match.matchView?.entries.length ? PACE : HASTE);
  }

  /** A new match from here, everybody of it in this browser's hands or a bot's. */
  async branch() {
    const match = this.match;
    await match.attempt(async () => {
      const seat = match.mine[0] ?? match.info.seats[0].seat;
      const bot = JSON.parse(document.getElementById("match")?.dataset.bots ?? "[]")[0];
      /** @type {Record<string, Player>} */
      const players = {};
      for (const each of match.info.seats) players[each.seat] = each.seat === seat ? { kind: "person", name: remembered("name") ?? "" } : { kind: "bot", bot };
      const made = await match.api.branch({ at: this.at, seat: match.mine[0] ?? null, players });
      await post(`/api/matches/${made.match}/seats`, { key: made.keys[seat], number: "" });
      location.href = `/play/${made.match}`;
    });
  }
}
