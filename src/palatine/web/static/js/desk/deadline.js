// The deadline of a turn, the seats awaited, and the actions against absent players.

import { dayAndTime } from "../common/dates.js";
import { element } from "../common/dom.js";
import { listed, say } from "../common/messages.js";
import { awaitedBy, nameOf, titleOf } from "../common/seat-names.js";

/** @import { MatchInfo } from "../types/wire.d.ts" */
/** @import { Names } from "../common/seat-names.js" */

const MISSED_TURNS_FOR_VOTE = 2; // turns in a row after which a seat may be voted out

export class Deadline {
  /** @param {{vote: (against: string, out: boolean) => void, run: () => void, ready: (ready: boolean) => void}} callbacks */
  constructor(callbacks) {
    this.callbacks = callbacks;
    this.box = /** @type {HTMLElement} */ (document.getElementById("desk-time"));
    this.count = /** @type {HTMLElement} */ (this.box.querySelector(".desk-count > .wide-only"));
    this.shortCount = /** @type {HTMLElement} */ (this.box.querySelector(".desk-count > .narrow-only"));
    this.until = /** @type {HTMLElement} */ (this.box.querySelector(".desk-until"));
    this.awaited = /** @type {HTMLElement} */ (this.box.querySelector(".desk-awaited"));
    this.rule = /** @type {HTMLElement} */ (this.box.querySelector(".desk-rule"));
    this.left = /** @type {HTMLElement} */ (this.box.querySelector(".desk-left"));
    this.votes = /** @type {HTMLElement} */ (this.box.querySelector(".desk-votes"));
    this.deadline = "";
    this.early = ""; // when the turn runs since all orders are in
    this.stuck = "";
    this.master = ""; // the seat that may run the turn
    this.isMaster = false;
  }

  /** @param {MatchInfo} info @param {string | null} seat @param {Names} names */
  show(info, seat, names) {
    this.box.hidden = info.status !== "playing" || Boolean(info.lesson); // a lesson has no deadlines
    if (this.box.hidden) return clearTimeout(this.timer);
    const said = (/** @type {string} */ name) => (name === seat ? say("desk.you") : nameOf(names, name));
    const asked = awaitedBy(info.asked, seat);
    const n = info.handed_in.length, of = n + info.asked.length;
    const count = say(n < of ? "desk.count" : "desk.nobody-awaited", { n, of });
    if (this.count.textContent !== count) this.count.textContent = count;
    this.early = info.times?.early ?? "";
    this.shortCount.textContent = say("desk.count-short", { n, of });
    const parts = [asked.length ? say("desk.awaited", { seats: listed(asked.map(said)) }) : say("desk.nobody-awaited")];
    if (info.handed_in.length) parts.push(say("desk.given", { seats: listed(info.handed_in.map(said)) }));
    if (this.awaited.textContent !== parts.join(" ")) this.awaited.textContent = parts.join(" ");
    this.deadline = info.deadline;
    this.stuck = info.stuck;
    this.master = info.master && nameOf(names, info.master);
    this.isMaster = Boolean(info.master) && info.master === seat;
    this.tick();
    this.offer(info, seat, names);
  }

  /** Count down: by the minute, towards the end by the second. */
  tick() {
    clearTimeout(this.timer);
    const isOpen = !this.deadline && !this.stuck;
    const rule = this.isMaster ? "desk.no-deadline-you" : this.master ? "desk.no-deadline-but" : "desk.no-deadline";
    this.rule.textContent = isOpen ? say(rule, { seat: this.master }) : "";
    const seconds = this.deadline ? Math.max(0, Math.round((Date.parse(this.deadline) - Date.now()) / 1000)) : 0;
    this.until.textContent = seconds ? say("desk.ends", { at: dayAndTime(this.deadline) }) : "";
    if (this.early) {
      this.left.textContent = say("desk.early", { at: dayAndTime(this.early) });
      return;
    }
    if (!this.deadline) {
      this.left.textContent = isOpen ? say("desk.no-deadline-short") : "";
      return;
    }
    const soon = seconds < 3600;
    this.left.classList.toggle("soon", soon);
    this.left.textContent = seconds
      ? say(soon ? "desk.left-soon" : "desk.left", { time: durationText(seconds) })
      : this.stuck
      ? ""
      : say("desk.left-none");
    this.timer = setTimeout(() => this.tick(), seconds < 600 ? 1000 : 20000);
  }

  /** @param {MatchInfo} info @param {string | null} seat @param {Names} names */
  offer(info, seat, names) {
    const out = [];
    const mine = seat ? info.times?.seats?.[seat] : undefined;
    const isIn = Boolean(seat && info.handed_in.includes(seat)), isAsked = Boolean(seat && info.asked.includes(seat));
    if (isAsked || mine?.ready || (isIn && info.clock?.early && (info.asked.length || mine?.waits || info.deadline))) {
      const ready = isAsked || Boolean(mine?.waits);
      out.push(
        element("button", {
          type: "button",
          class: "quiet",
          "data-ready": String(ready),
          onclick: () => this.callbacks.ready(ready),
        }, say(ready ? "desk.ready" : "desk.wait")),
      );
    }
    const isIdle = !info.master && !info.deadline && !info.asked.length; // all orders are in, and no clock runs
    if (seat && (info.master === seat || isIdle)) {
      out.push(element("button", {
        type: "button",
        id: "run-turn",
        onclick: () => this.callbacks.run(),
      }, say(info.stuck ? "desk.run-again" : "desk.run")));
    }
    for (const each of info.seats) {
      if (!seat || each.seat === seat || each.kind !== "person" || each.missed < MISSED_TURNS_FOR_VOTE) continue;
      const voters = info.votes[each.seat] ?? [];
      const mine = voters.includes(seat);
      out.push(
        element(
          "p",
          { class: "desk-vote" },
          element(
            "span",
            {},
            say("desk.missed", { seat: titleOf(names, each.seat), n: each.missed }),
            " ",
            voters.length ? say("desk.votes", { seats: listed(voters.map((name) => nameOf(names, name))) }) : null,
          ),
          element("button", {
            type: "button",
            "data-against": each.seat,
            onclick: () => this.callbacks.vote(each.seat, !mine),
          }, say(mine ? "desk.unvote" : "desk.vote", { seat: nameOf(names, each.seat) })),
        ),
      );
    }
    this.votes.replaceChildren(...out);
  }
}

/** A span of time in its two largest parts. @param {number} seconds */
function durationText(seconds) {
  const parts = [[86400, "desk.days"], [3600, "desk.hours"], [60, "desk.minutes"], [1, "desk.seconds"]];
  const out = [];
  for (const [size, key] of /** @type {[number, string][]} */ (parts)) {
    const n = Math.floor(seconds / size);
    if (n || (out.length && out.length < 2)) out.push(say(key, { n }));
    seconds %= size;
    if (out.length === 2) break;
  }
  return out.join(" ");
}
