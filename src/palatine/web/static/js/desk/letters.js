// Letters between seats.

import { dateAndTime } from "../common/dates.js";
import { element } from "../common/dom.js";
import { listed, say, turnTitle } from "../common/messages.js";
import { codeOf, nameOf, titleOf } from "../common/seat-names.js";
import { browserStorage } from "../common/storage.js";

/** @import { LetterInfo, MatchInfo } from "../types/wire.d.ts" */
/** @import { DeskApi } from "./api.js" */
/** @import { Host } from "./host.d.ts" */

export class Letters {
  /** @param {Host} match @param {DeskApi} api */
  constructor(match, api) {
    this.match = match;
    this.api = api;
    this.box = /** @type {HTMLElement} */ (document.getElementById("letters"));
    this.tab = /** @type {HTMLElement} */ (document.getElementById("tab-letters"));
    this.count = /** @type {HTMLElement} */ (this.tab.querySelector(".news-count"));
    /** @type {LetterInfo[]} */
    this.letters = [];
    /** @type {string | null} */
    this.seat = null;
    this.mark = ""; // for whom the recipients are shown
    this.hasBegun = false;
    this.isKnown = false; // true if the letters are loaded or being loaded
    this.to = element("fieldset", { class: "letter-to" });
    this.text = element("textarea", { id: "letter-text", rows: 4, maxLength: 10000, required: true });
    this.error = element("p", { class: "error", role: "alert", hidden: true });
    this.note = element("p", { class: "soft small" });
    this.paper = element("details", { class: "letter-paper card" }); // folded on a phone, so that letters are in sight
    this.form = this.newForm();
    this.paper.append(element("summary", { class: "desk-title" }, say("letters.write")), this.form);
    this.paper.open = matchMedia("(min-width: 1000px)").matches;
    this.list = element("ol", { class: "letter-list" });
    this.box.append(this.paper, this.list);
    this.tab.addEventListener("click", () => this.read());
  }

  newForm() {
    return element(
      "form",
      {
        class: "letter-form",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.send();
        },
      },
      this.to,
      element("label", {}, say("letters.text"), this.text),
      this.error,
      element("div", { class: "row" }, element("button", { class: "primary" }, say("letters.send")), this.note),
    );
  }

  /** @param {string | null} seat @param {MatchInfo} info */
  async sit(seat, info) {
    this.seat = seat;
    this.hasBegun = info.status !== "open";
    this.paper.hidden = !seat || !this.hasBegun;
    this.note.textContent = say(info.clock?.letters === "now" ? "letters.now" : "letters.turn");
    const others = info.seats.map((each) => each.seat).filter((name) => name !== seat);
    const { names } = this.match.state, titles = this.titles;
    const mark = JSON.stringify([seat, others, titles]);
    if (this.mark !== mark) {
      this.mark = mark;
      this.to.replaceChildren(
        element("legend", {}, say("letters.to")),
        ...others.map((name) =>
          element(
            "label",
            { class: "letter-seat" },
            element("input", { type: "checkbox", name: "to", value: name, checked: others.length === 1 }),
            titleOf(titles, name),
            codeOf(names, name) ? element("small", { class: "seat-code" }, " ", name) : null,
          )
        ),
      );
    }
    // The first load happens when the connection is established.
    if (this.isKnown || !seat) await this.look();
    this.isKnown = true;
  }

  /** The names of the seats with those of their players, and those that bots play marked. */
  get titles() {
    const { titles, info } = this.match.state;
    const bots = info.seats.filter((each) => each.kind === "bot").map(({ seat }) => seat);
    const marked = bots.map((seat) => [seat, say("letters.bot", { name: nameOf(titles, seat) })]);
    return { ...titles, ...Object.fromEntries(marked) };
  }

  /** Load the letters: after a new turn, a new letter and each reconnection. */
  async look() {
    if (!this.hasBegun) return this.list.replaceChildren(element("li", { class: "soft" }, say("desk.not-begun")));
    if (!this.seat) return this.list.replaceChildren(element("li", { class: "soft" }, say("letters.watching")));
    try {
      this.letters = await this.api.letters(this.seat);
    } catch {
      return; // the next load may bring them
    }
    this.show();
  }

  get key() {
    return `came.${this.match.state.id}.${this.seat}`;
  }

  show() {
    const seen = Number(browserStorage(this.key) ?? 0);
    const open = document.getElementById("panel-letters")?.classList.contains("shown");
    const fresh = this.letters.filter((each) => each.sender !== this.seat && each.n > seen);
    this.count.hidden = !fresh.length || Boolean(open);
    this.count.textContent = fresh.length ? say("letters.fresh", { n: fresh.length }) : "";
    this.list.replaceChildren(
      ...[...this.letters].reverse().map((each) => this.letter(each, fresh.includes(each))),
      ...(this.letters.length ? [] : [element("li", { class: "soft" }, say("letters.none"))]),
    );
    if (open) this.read();
  }

  /** @param {LetterInfo} each @param {boolean} fresh */
  letter(each, fresh) {
    const mine = each.sender === this.seat, titles = this.titles;
    const title = mine
      ? say("letters.from-you", { to: listed(each.to.map((name) => nameOf(titles, name))) })
      : say("letters.from", {
        sender: titleOf(titles, each.sender),
        to: listed(each.to.map((name) => (name === this.seat ? say("desk.you") : nameOf(titles, name)))),
      });
    const when = dateAndTime(each.time);
    return element(
      "li",
      { class: `letter ${mine ? "mine" : ""}` },
      element(
        "header",
        {},
        element("h3", {}, title),
        element(
          "p",
          { class: "soft small" },
          say("letters.when", { turn: turnTitle(each.turn), when }),
          fresh ? element("b", { class: "letter-new" }, say("letters.new")) : null,
          each.delivered ? null : element("b", { class: "letter-new" }, say("letters.waiting")),
        ),
      ),
      element("p", { class: "letter-text" }, each.text),
      mine ? null : element(
        "button",
        { type: "button", class: "quiet", onclick: () => this.reply(each.sender) },
        say("letters.reply"),
      ),
    );
  }

  /** Start a letter to one seat. @param {string} to */
  reply(to) {
    for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (this.to.querySelectorAll("input"))) {
      box.checked = box.value === to;
    }
    this.paper.open = true;
    this.text.focus();
  }

  /** They have been seen. */
  read() {
    const last = Math.max(0, ...this.letters.map((each) => each.n));
    if (last) browserStorage(this.key, String(last));
    this.count.hidden = true;
  }

  async send() {
    const to = [...this.to.querySelectorAll("input:checked")].map((box) => /** @type {HTMLInputElement} */ (box).value);
    this.error.hidden = true;
    try {
      if (!to.length) throw new Error(say("letters.nobody"));
      await this.api.write(/** @type {string} */ (this.seat), to, this.text.value);
      this.text.value = "";
      await this.look();
    } catch (problem) {
      this.error.textContent = /** @type {Error} */ (problem).message;
      this.error.hidden = false;
    }
  }
}
