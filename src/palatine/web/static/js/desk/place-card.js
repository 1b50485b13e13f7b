// A place clicked on the map: what the one who is chosen could do there.

import { byId, html } from "../common/dom.js";
import { say } from "../common/messages.js";

/** @import { Space } from "../types/wire.d.ts" */
/** @import { Host } from "./host.d.ts" */
/** @import { Characters } from "./characters.js" */
/** @import { Editor } from "./editor.js" */

export class PlaceCard {
  /** @param {Host} match @param {Characters} people @param {Editor} editor */
  constructor(match, people, editor) {
    this.match = match;
    this.people = people;
    this.editor = editor;
    this.card = html("div", { class: "place-card", role: "dialog", "aria-modal": "false", hidden: true });
    byId("stage").append(this.card);
  }

  /** With somebody chosen: what he could do there; else the place is written down. Whether there was anything to do. @param {Space} space @param {boolean} keyboard */
  open(space, keyboard) {
    const who = this.people.chosen ?? null, { active } = this.editor;
    if (!(who || active) || this.match.boards?.boardView?.board.kind === "scene") return false;
    const inserted = active && this.people.ownerOf(this.editor.lines[this.editor.row] ?? "") === who;
    if (inserted) this.editor.insert(space.id, !keyboard);
    this.show(who, space, inserted, keyboard);
    return true;
  }

  /** @param {string | null} who @param {Space} space @param {boolean} inserted @param {boolean} keyboard */
  show(who, space, inserted, keyboard) {
    const fitting = this.people.offer(space.id);
    const close = html("button", { type: "button", class: "quiet icon", "aria-label": say("close"), onclick: () => { this.hide(); if (keyboard) this.toBoard(); } }, "×");
    const write = html("button", { type: "button", class: "quiet place-write", onclick: () => { this.editor.insert(space.id, !keyboard); this.hide(); } }, say("desk.write-place", { place: space.id }));
    const look = html("button", { type: "button", class: "quiet", onclick: () => { this.hide(); this.match.boards?.inspect(space, keyboard); } }, say("desk.look-there"));
    const title = say("desk.at", { name: who ?? say("desk.whole"), place: space.name || space.id });
    this.card.setAttribute("aria-label", title);
    this.card.replaceChildren(...[
      html("header", {}, html("h3", {}, title), close),
      inserted ? html("p", { class: "soft small", role: "status" }, say("desk.inserted", { place: space.id })) : null,
      html("div", { class: "place-offers" }, ...fitting.map((each) => this.people.suggestion(each)), fitting.length ? null : html("p", { class: "soft small" }, say("desk.none-here"))),
      html("div", { class: "row" }, inserted ? null : write, look),
    ].filter((each) => each !== null));
    this.card.hidden = false;
    this.match.boards?.pointOut([space.id]);
    if (keyboard) /** @type {HTMLElement | null} */ (this.card.querySelector("button:not(.icon)"))?.focus();
  }

  hide() {
    if (this.card.hidden) return;
    this.card.hidden = true;
    this.match.boards?.pointOut([]);
  }

  /** Escape. Whether there was anything to close. */
  escape() {
    if (this.card.hidden) return false;
    const held = this.card.contains(document.activeElement);
    this.hide();
    if (held) this.toBoard();
    return true;
  }

  toBoard() {
    this.match.boards?.boardView?.port.focus();
  }
}
