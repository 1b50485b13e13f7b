// The characters of a seat and their suggested orders.

import { moveFocus } from "../common/arrow-keys.js";
import { say } from "../common/messages.js";
import { ignoreClicks } from "../common/ignore-clicks.js";
import { html, nothing, render, repeat } from "../vendor/lit-html.js";
import { byNumber, headsOf, numberOf, ownerOf, slotFor, wordOf } from "./sheet-lines.js";

/** @import { TemplateResult } from "../vendor/lit-html.d.ts" */
/** @import { Suggestion } from "../types/wire.d.ts" */

const MAX_LINES = 500; // lines of a sheet to read
const MAX_SHOWN_SUGGESTIONS = 7; // suggestions of a group shown without unfolding

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
    /** The words before a name at the beginning of its orders. @type {Set<string>} */
    this.heads = new Set();
    this.place = "";
    /** The lines of the sheet. @type {string[]} */
    this.lines = [];
    /** Where the next suggestion goes, if not to the first slot that is free. */
    this.slot = "";
    this.failed = ""; // why nothing can be offered
    /** Drawn once for a sheet. @type {Map<string, Node>} */
    this.pictures = new Map();
    for (const box of [this.list, this.offers]) box.addEventListener("keydown", (event) => moveFocus(box, event));
  }

  /** @param {string[]} names */
  async set(names) {
    const was = this.names.length ? this.chosen : undefined;
    this.names = names;
    this.known.clear();
    this.pictures.clear();
    this.place = "";
    this.chosen = was !== undefined && (was === null || names.includes(was)) ? was : names[0] ?? null;
    this.lines = [];
    await this.choose(this.chosen, false);
  }

  /** The owner of a line of a sheet; null for nobody. @param {string} line */
  ownerOf(line) {
    return ownerOf(byNumber(line, this.names), this.names, this.heads);
  }

  /** @param {string[]} lines of the sheet */
  show(lines) {
    this.lines = lines.map((line) => byNumber(line, this.names));
    this.draw();
  }

  /** Render both lists; unchanged elements stay. */
  draw() {
    const alone = !this.names.length, who = this.chosen ?? null, orders = this.orders();
    render(
      html`${
        repeat(this.names, (name) =>
          name, (name) =>
          html`<li>${this.button(name, name, this.callbacks.where(name), orders.get(name))}</li>`)
      }<li>${
        this.button(null, say(alone ? "desk.whole-alone" : "desk.whole"), alone ? "" : say("desk.whole-note"))
      }</li>`,
      this.list,
    );
    this.list.parentElement?.toggleAttribute("data-none", alone);
    this.title.textContent = who
      ? say("desk.offers-for", { name: who })
      : say(alone ? "desk.offers-alone" : "desk.offers-whole");
    const known = this.known.get(who ?? "");
    const note = this.failed || (known ? "" : say("desk.asking"));
    const held = this.offers.contains(document.activeElement);
    render(
      html`${
        repeat(
          [who],
          (each) => each,
          () => (note ? html`<p class="soft small">${note}</p>` : this.suggestions(known ?? [])),
        )
      }`,
      this.offers,
    );
    if (held && !this.offers.contains(document.activeElement)) {
      this.offers.querySelector("button")?.focus({ preventScroll: true });
    }
  }

  /** The current order of each character in the sheet. */
  orders() {
    /** @type {Map<string, string>} */
    const orders = new Map();
    for (const line of this.lines.slice(0, MAX_LINES)) {
      const who = this.ownerOf(line);
      if (who) {
        orders.set(
          who,
          orders.has(who) && numberOf(who).length
            ? `${orders.get(who)} · ${line.trim()}`
            : orders.get(who) ?? line.trim(),
        );
      }
    }
    return orders;
  }

  /** @param {string | null} who @param {string} name @param {string} where @param {string} [order] */
  button(who, name, where, order) {
    return html`
      <button type="button" class="character" aria-pressed=${String(
        who === (this.chosen ?? null),
      )} data-character=${who ?? ""}
        @click=${() => this.choose(who)}>${who
          ? this.picture(who)
          : nothing}<span class="character-about"><strong>${name}</strong>${where
          ? html`<span class="soft"> ${where}</span>`
          : nothing}${who
          ? html`<span class=${order ? "character-order" : "character-order none"}>${
            order || say("desk.no-order")
          }</span>`
          : nothing}</span></button>
    `;
  }

  /** @param {string} who */
  picture(who) {
    const picture = this.pictures.get(who) ?? this.callbacks.picture(who);
    if (picture) this.pictures.set(who, picture);
    return picture ?? nothing;
  }

  /** @param {string | null} who @param {boolean} [point] whether the map shows where he is */
  async choose(who, point = true) {
    this.chosen = who;
    this.place = "";
    this.slot = "";
    this.failed = "";
    this.callbacks.turn(point ? who : null);
    this.draw();
    this.rewind();
    if (!this.known.has(who ?? "")) await this.ask(who);
    if (this.chosen === who) this.draw();
    this.callbacks.turn(point ? who : null);
  }

  /** The sheet was saved: suggestions that depend on it can change. */
  async follow() {
    const who = this.chosen, key = who ?? "";
    if (who === undefined || !this.known.has(key)) return;
    for (const other of this.known.keys()) if (other !== key) this.known.delete(other);
    await this.ask(who);
    if (this.chosen !== who) return;
    ignoreClicks(this.offers);
    this.draw();
  }

  /** Load the suggestions of a character. @param {string | null} who */
  async ask(who) {
    try {
      const found = await this.callbacks.suggestions(who);
      if (who) headsOf(who, found.map((each) => each.text)).forEach((head) => this.heads.add(head));
      this.known.set(who ?? "", found);
      if (this.chosen === who) this.failed = "";
    } catch (problem) {
      if (this.chosen === who) this.failed = /** @type {Error} */ (problem).message;
    }
  }

  /** Back to the first suggestion, once they can be seen. */
  rewind() {
    requestAnimationFrame(() => (this.offers.scrollTop = 0));
  }

  /** The suggestions for the chosen character; with a place, those about it. @param {string} [place] */
  offer(place = "") {
    this.place = place;
    this.draw();
    return this.fitting(this.known.get(this.chosen ?? "") ?? []);
  }

  /** @param {Suggestion[]} all */
  fitting(all) {
    return this.place ? all.filter((each) => (each.spaces ?? []).includes(this.place)) : all;
  }

  /** @param {Suggestion[]} all */
  suggestions(all) {
    const { place } = this, fitting = this.fitting(all);
    /** @type {Map<string, Suggestion[]>} */
    const groups = new Map();
    for (const each of fitting) groups.set(each.group ?? "", [...(groups.get(each.group ?? "") ?? []), each]);
    return html`${this.slots(all)}${
      place
        ? html`<p class="desk-filter">${
          say("desk.at-place", { place })
        } <button type="button" class="quiet" @click=${() => this.offer()}>${say("desk.all-places")}</button></p>`
        : nothing
    }${repeat(groups, ([title]) => title, ([title, those]) => this.group(title, those))}${
      fitting.length ? nothing : html`<p class="soft small">${say(place ? "desk.none-here" : "desk.none")}</p>`
    }`;
  }

  /** The slots of the chosen character: their orders, and the slot for the next suggestion. @param {Suggestion[]} all */
  slots(all) {
    const slots = all.find((each) => each.slots?.length)?.slots ?? [];
    const next = slotFor(slots, this.slot, this.lines);
    return html`<div class="slots" role="group" ?hidden=${!slots.length}><span class="soft small">${
      say("desk.slots")
    }</span>${
      slots.map((slot) => {
        const line = this.lines.find((each) => wordOf(each) === slot);
        const about = line ? line.trim() : say("desk.slot-free", { slot });
        return html`
          <button type="button" class=${line ? "slot taken" : "slot"} aria-pressed=${String(
            slot === next,
          )} title=${about} aria-label=${about}
            data-slot=${slot} @click=${() => {
              this.slot = slot;
              this.draw();
            }}>${slot.replace(/^.*[.:]/, "")}</button>
        `;
      })
    }</div>`;
  }

  /** The text of a suggestion for the current slot. @param {Suggestion} each @returns {string} */
  textOf(each) {
    if (!each.slots?.length) return each.text;
    const text = `${slotFor(each.slots, this.slot, this.lines)} ${each.text.replace(/^\S+\s*/, "")}`;
    this.slot = "";
    return text;
  }

  /** @param {string} title @param {Suggestion[]} those */
  group(title, those) {
    const list = (/** @type {Suggestion[]} */ some) =>
      html`<ul>${
        repeat(some, (each) => `${each.text}|${each.title}`, (each) => html`<li>${this.suggestion(each)}</li>`)
      }</ul>`;
    const cut = those.length > MAX_SHOWN_SUGGESTIONS + 2 ? MAX_SHOWN_SUGGESTIONS : those.length;
    return html`<section class="offer-group">${title ? html`<h3>${title}</h3>` : nothing}${list(those.slice(0, cut))}${
      cut < those.length
        ? html`<details class="fold"><summary>${say("desk.more", { n: those.length - cut })}</summary>${
          list(those.slice(cut))
        }</details>`
        : nothing
    }</section>`;
  }

  /** @param {Suggestion} each @returns {TemplateResult} */
  suggestion(each) {
    const who = this.chosen ?? null;
    const point = () => this.callbacks.point(each.spaces ?? []), leave = () => this.callbacks.point([]);
    const order = each.slots?.length ? each.text.replace(/^\S+\s*/, "") : each.text;
    return html`
      <button type="button" class="offer" data-order=${each.text} @click=${() => {
        ignoreClicks(this.offers);
        this.callbacks.pick(who, each);
      }} @pointerenter=${point}
        @focus=${point} @pointerleave=${leave}
        @blur=${leave}><span class="offer-title">${each.title}</span>${each.instead === "sheet"
          ? nothing
          : html`<code class="offer-order">${order}</code>`}${each.chance || each.cost
          ? html`<span class="offer-facts">${fact("offer-chance", say("desk.chance"), each.chance)}${
            fact("offer-cost", say("desk.cost"), each.cost)
          }</span>`
          : nothing}</button>
    `;
  }
}

/** @param {string} name @param {string} title told to the ear alone @param {string} [value] */
const fact = (
  name,
  title,
  value,
) => (value ? html`<span class=${name}><span class="aloud">${title}</span>${value}</span>` : nothing);
