// Letters between seats.

import { html } from "../common/dom.js";
import { listed, say } from "../common/messages.js";
import { remembered } from "../common/storage.js";

const EVERY = 20000; // milliseconds between two looks into the box, where letters come at once

export class Letters {
  /** @param {any} match @param {any} api */
  constructor(match, api) {
    this.match = match;
    this.api = api;
    this.box = /** @type {HTMLElement} */ (document.getElementById("letters"));
    this.tab = /** @type {HTMLElement} */ (document.getElementById("tab-letters"));
    this.count = /** @type {HTMLElement} */ (this.tab.querySelector(".news-count"));
    /** @type {any[]} */
    this.letters = [];
    /** @type {string | null} */
    this.seat = null;
    this.form = this.written();
    this.list = html("ol", { class: "letter-list" });
    this.box.append(this.form, this.list);
    this.tab.addEventListener("click", () => this.read());
    setInterval(() => !document.hidden && this.match.info?.clock?.letters === "now" && this.look(), EVERY);
  }

  written() {
    this.to = html("fieldset", { class: "letter-to" });
    this.text = html("textarea", { id: "letter-text", rows: 4, maxLength: 10000, required: true });
    this.error = html("p", { class: "error", role: "alert", hidden: true });
    this.note = html("p", { class: "soft small" });
    return html("form", { class: "letter-form card", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.send(); } },
      html("h2", { class: "desk-title" }, say("letters.write")), this.to, html("label", {}, say("letters.text"), this.text), this.error,
      html("div", { class: "row" }, html("button", { class: "primary" }, say("letters.send")), this.note));
  }

  /** @param {string | null} seat @param {any} info */
  async sit(seat, info) {
    this.seat = seat;
    this.form.hidden = !seat;
    this.note.textContent = say(info.clock?.letters === "now" ? "letters.now" : "letters.turn");
    const others = info.seats.map((/** @type {any} */ each) => each.seat).filter((/** @type {string} */ name) => name !== seat);
    if (this.names !== `${seat} ${others}`) {
      this.names = `${seat} ${others}`;
      this.to.replaceChildren(html("legend", {}, say("letters.to")), ...others.map((/** @type {string} */ name) => html("label", { class: "letter-seat" }, html("input", { type: "checkbox", name: "to", value: name, checked: others.length === 1 }), name)));
    }
    await this.look();
  }

  async look() {
    if (!this.seat) return this.list.replaceChildren(html("li", { class: "soft" }, say("letters.watching")));
    try {
      this.letters = await this.api.letters(this.seat);
    } catch {
      return; // the next look may bring them
    }
    this.show();
  }

  get key() {
    return `read.${this.match.id}.${this.seat}`;
  }

  show() {
    const seen = Number(remembered(this.key) ?? 0);
    const open = document.getElementById("panel-letters")?.classList.contains("shown");
    const fresh = this.letters.filter((each) => each.sender !== this.seat && each.n > seen);
    this.count.hidden = !fresh.length || Boolean(open);
    this.count.textContent = fresh.length ? say("letters.fresh", { n: fresh.length }) : "";
    this.list.replaceChildren(...[...this.letters].reverse().map((each) => this.letter(each, fresh.includes(each))), ...(this.letters.length ? [] : [html("li", { class: "soft" }, say("letters.none"))]));
    if (open) this.read();
  }

  /** @param {any} each @param {boolean} fresh */
  letter(each, fresh) {
    const mine = each.sender === this.seat;
    const title = mine ? say("letters.from-you", { to: listed(each.to) }) : say("letters.from", { sender: each.sender, to: listed(each.to.map((/** @type {string} */ name) => (name === this.seat ? say("desk.you") : name))) });
    const when = new Date(each.time).toLocaleString(undefined, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
    return html("li", { class: `letter ${mine ? "mine" : ""}` }, html("header", {}, html("h3", {}, title), html("p", { class: "soft small" }, say("letters.when", { turn: each.turn, when }), fresh ? html("b", { class: "letter-new" }, say("letters.new")) : null, each.delivered ? null : html("b", { class: "letter-new" }, say("letters.waiting")))),
      html("p", { class: "letter-text" }, each.text));
  }

  /** They have been seen. */
  read() {
    const last = Math.max(0, ...this.letters.map((each) => each.n));
    if (last) remembered(this.key, String(last));
    this.count.hidden = true;
  }

  async send() {
    const to = [...this.to.querySelectorAll("input:checked")].map((box) => /** @type {HTMLInputElement} */ (box).value);
    this.error.hidden = true;
    try {
      if (!to.length) throw new Error(say("letters.nobody"));
      await this.api.write(this.seat, to, this.text.value);
      this.text.value = "";
      await this.look();
    } catch (problem) {
      this.error.textContent = /** @type {Error} */ (problem).message;
      this.error.hidden = false;
    }
  }
}
