// Those whom a seat can give orders to, and what each could be ordered to do.

import { walkList } from "../common/arrow-keys.js";
import { html } from "../common/dom.js";
import { say } from "../common/messages.js";
import { headsOf, numberOf, ownerOf, slotFor, wordOf } from "./sheet-lines.js";

/** @import { Suggestion } from "../types/wire.d.ts" */

const MOST = 500; // lines of a sheet that are looked at
const FEW = 7; // suggestions of a group that are shown at once

export class Characters {
  /**
   * @param {{suggestions: (who: string | null) => Promise<Suggestion[]>, pick: (who: string | null, suggestion: Suggestion) => void, turn: (who: string | null) => void, point: (spaces: string[]) => void, where: (who: string) => string, picture: (who: string) => Node | null, insert: (word: string) => void}} callbacks
   */
  constructor(callbacks) {
    this.callbacks = callbacks;
    this.list = /** @type {HTMLElement} */ (document.getElementById("desk-characters"));
    this.offers = /** @type {HTMLElement} */ (document.getElementById("desk-suggestions"));
    this.title = /** @type {HTMLElement} */ (document.getElementById("desk-offers-title"));
    /** @type {string[]} */
    this.names = [];
    /** @type {string | null | undefined} */
    this.chosen = undefined;
    /** @type {Map<string, Suggestion[]>} */
    this.known = new Map();
    /** The words that stand before a name at the beginning of its orders. @type {Set<string>} */
    this.heads = new Set();
    this.place = "";
    /** The lines of the sheet. @type {string[]} */
    this.lines = [];
    /** Where the next suggestion goes, if not to the first slot that is free. */
    this.slot = "";
    this.mark = ""; // of what the list shows
    this.slots = html("div", { class: "slots", role: "group", hidden: true });
    for (const box of [this.list, this.offers]) box.addEventListener("keydown", (event) => walkList(box, event));
  }

  /** @param {string[]} names */
  async set(names) {
    const was = this.names.length ? this.chosen : undefined;
    this.names = names;
    this.known.clear();
    this.place = "";
    this.chosen = was !== undefined && (was === null || names.includes(was)) ? was : names[0] ?? null;
    this.show([]);
    await this.choose(this.chosen, false);
  }

  /** Whose line of a sheet it is; null for nobody's. @param {string} line */
  ownerOf(line) {
    return ownerOf(line, this.names, this.heads);
  }

  /** The list of characters, with the order each has. @param {string[]} lines of the sheet */
  show(lines) {
    this.lines = lines;
    this.showSlots();
    const orders = new Map();
    for (const line of lines.slice(0, MOST)) {
      const who = this.ownerOf(line);
      if (who) orders.set(who, orders.has(who) && numberOf(who).length ? `${orders.get(who)} · ${line.trim()}` : orders.get(who) ?? line.trim());
    }
    const mark = JSON.stringify([this.names, this.chosen, [...orders], this.names.map((name) => this.callbacks.where(name))]);
    if (mark === this.mark) return;
    this.mark = mark;
    const held = this.list.contains(document.activeElement);
    const whole = html("li", {}, this.button(null, say(this.names.length ? "desk.whole" : "desk.whole-alone"), this.names.length ? say("desk.whole-note") : "", ""));
    this.list.replaceChildren(...this.names.map((name) => html("li", {}, this.button(name, name, this.callbacks.where(name), orders.get(name) ?? ""))), whole);
    this.list.parentElement?.toggleAttribute("data-none", !this.names.length);
    if (held) /** @type {HTMLElement | null} */ (this.list.querySelector("[aria-pressed=true]"))?.focus({ preventScroll: true });
  }

  /** @param {string | null} who @param {string} name @param {string} where @param {string} order */
  button(who, name, where, order) {
    const chosen = who === this.chosen;
    return html("button", { type: "button", class: "character", "aria-pressed": String(chosen), "data-character": who ?? "", onclick: () => this.choose(who) },
      who ? this.callbacks.picture(who) : null,
      html("span", { class: "character-about" }, html("strong", {}, name), where ? html("span", { class: "soft" }, " ", where) : null,
        who ? html("span", { class: order ? "character-order" : "character-order none" }, order || say("desk.no-order")) : null));
  }

  /** @param {string | null} who @param {boolean} [point] whether the map shows where he is */
  async choose(who, point = true) {
    this.chosen = who;
    this.place = "";
    this.slot = "";
    this.callbacks.turn(point ? who : null);
    this.mark = "";
    for (const button of this.list.querySelectorAll(".character")) button.setAttribute("aria-pressed", String(button.getAttribute("data-character") === (who ?? "")));
    this.title.textContent = who ? say("desk.offers-for", { name: who }) : say(this.names.length ? "desk.offers-whole" : "desk.offers-alone");
    const key = who ?? "";
    this.rewind();
    if (!this.known.has(key)) {
      this.offers.replaceChildren(html("p", { class: "soft small" }, say("desk.asking")));
      try {
        const found = await this.callbacks.suggestions(who);
        if (who) headsOf(who, found.map((each) => each.text)).forEach((head) => this.heads.add(head));
        this.known.set(key, found);
      } catch (problem) {
        this.offers.replaceChildren(html("p", { class: "soft small" }, /** @type {Error} */ (problem).message));
        return;
      }
    }
    if (this.chosen === who) this.offer();
    this.callbacks.turn(point ? who : null);
  }

  /** The sheet has been saved: what follows from it may be suggested now. */
  async follow() {
    const who = this.chosen, key = who ?? "";
    if (who === undefined || !this.known.has(key)) return;
    for (const other of this.known.keys()) if (other !== key) this.known.delete(other);
    let found;
    try {
      found = await this.callbacks.suggestions(who);
    } catch (problem) {
      if (this.chosen === who) this.offers.replaceChildren(html("p", { class: "soft small" }, /** @type {Error} */ (problem).message));
      return;
    }
    if (this.chosen !== who || JSON.stringify(found) === JSON.stringify(this.known.get(key))) return;
    this.known.set(key, found);
    const held = this.offers.contains(document.activeElement) ? document.activeElement?.textContent : null, top = this.offers.scrollTop;
    this.offer(this.place);
    this.offers.scrollTop = top;
    const buttons = [...this.offers.querySelectorAll("button")];
    if (held !== null) (buttons.find((each) => each.textContent === held) ?? buttons[0])?.focus({ preventScroll: true });
  }

  /** Back to the first suggestion, once they can be seen. */
  rewind() {
    requestAnimationFrame(() => (this.offers.scrollTop = 0));
  }

  /** What the chosen one could be ordered to do; with a place, what concerns it. @param {string} [place] */
  offer(place = "") {
    this.place = place;
    const all = this.known.get(this.chosen ?? "") ?? [];
    const fitting = place ? all.filter((each) => (each.spaces ?? []).includes(place)) : all;
    /** @type {Map<string, Suggestion[]>} */
    const groups = new Map();
    for (const each of fitting) groups.set(each.group ?? "", [...(groups.get(each.group ?? "") ?? []), each]);
    const filter = place ? html("p", { class: "desk-filter" }, say("desk.at-place", { place }), " ", html("button", { type: "button", class: "quiet", onclick: () => this.offer() }, say("desk.all-places"))) : null;
    this.showSlots();
    this.offers.replaceChildren(this.slots, ...(filter ? [filter] : []), ...[...groups].map(([title, those]) => this.group(title, those)));
    if (!fitting.length) this.offers.append(html("p", { class: "soft small" }, place ? say("desk.none-here") : say("desk.none")));
    return fitting;
  }

  /** The slots of the chosen one: what each holds, and into which the next suggestion goes. */
  showSlots() {
    const slots = /** @type {string[]} */ ((this.known.get(this.chosen ?? "") ?? []).find((each) => each.slots?.length)?.slots ?? []);
    const next = slotFor(slots, this.slot, this.lines);
    const held = this.slots.contains(document.activeElement);
    this.slots.hidden = !slots.length;
    this.slots.replaceChildren(html("span", { class: "soft small" }, say("desk.slots")), ...slots.map((slot) => {
      const line = this.lines.find((each) => wordOf(each) === slot);
      const about = line ? line.trim() : say("desk.slot-free", { slot });
      return html("button", { type: "button", class: line ? "slot taken" : "slot", "aria-pressed": String(slot === next), title: about, "aria-label": about, "data-slot": slot, onclick: () => { this.slot = slot; this.showSlots(); } }, slot.replace(/^.*[.:]/, ""));
    }));
    if (held) /** @type {HTMLElement | null} */ (this.slots.querySelector("[aria-pressed=true]"))?.focus({ preventScroll: true });
  }

  /** The text of a suggestion as it is to be written now. @param {Suggestion} each @returns {string} */
  textOf(each) {
    if (!each.slots?.length) return each.text;
    const text = `${slotFor(each.slots, this.slot, this.lines)} ${each.text.replace(/^\S+\s*/, "")}`;
    this.slot = "";
    return text;
  }

  /** @param {string} title @param {Suggestion[]} those */
  group(title, those) {
    const list = (/** @type {Suggestion[]} */ some) => html("ul", {}, ...some.map((each) => html("li", {}, this.suggestion(each))));
    const cut = those.length > FEW + 2 ? FEW : those.length;
    return html("section", { class: "offer-group" }, title ? html("h3", {}, title) : null, list(those.slice(0, cut)),
      cut < those.length ? html("details", { class: "fold" }, html("summary", {}, say("desk.more", { n: those.length - cut })), list(those.slice(cut))) : null);
  }

  /** @param {Suggestion} each */
  suggestion(each) {
    const who = this.chosen ?? null;
    const button = html("button", { type: "button", class: "offer", "data-order": each.text, onclick: () => this.callbacks.pick(who, each) },
      html("span", { class: "offer-title" }, each.title), each.instead === "sheet" ? null : html("code", { class: "offer-order" }, each.slots?.length ? each.text.replace(/^\S+\s*/, "") : each.text),
      each.chance || each.cost ? html("span", { class: "offer-facts" }, each.chance ? html("span", { class: "offer-chance" }, html("span", { class: "aloud" }, say("desk.chance")), each.chance) : null, each.cost ? html("span", { class: "offer-cost" }, html("span", { class: "aloud" }, say("desk.cost")), each.cost) : null) : null);
    for (const name of ["pointerenter", "focus"]) button.addEventListener(name, () => this.callbacks.point(each.spaces ?? []));
    for (const name of ["pointerleave", "blur"]) button.addEventListener(name, () => this.callbacks.point([]));
    return button;
  }
}
