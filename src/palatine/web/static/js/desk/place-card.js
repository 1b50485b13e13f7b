// A clicked place of the map, with the chosen character's suggestions there.

import { byId, element } from "../common/dom.js";
import { say } from "../common/messages.js";
import { html, nothing, render } from "../vendor/lit-html.js";

/** @import { Space } from "../types/wire.d.ts" */
/** @import { Host } from "./host.d.ts" */
/** @import { Characters } from "./characters.js" */
/** @import { Editor } from "./editor.js" */

export class PlaceCard {
  /** @param {Host} match @param {Characters} characters @param {Editor} editor */
  constructor(match, characters, editor) {
    this.match = match;
    this.characters = characters;
    this.editor = editor;
    this.card = element("div", { class: "place-card", role: "dialog", "aria-modal": "false", hidden: true });
    byId("stage").append(this.card);
  }

  /** With a chosen character, show the suggestions for the place; otherwise insert its name. Return whether there was anything to do. @param {Space} space @param {boolean} keyboard */
  open(space, keyboard) {
    const who = this.characters.chosen ?? null, { active } = this.editor;
    if (!(who || active) || this.match.boards?.boardView?.board.kind === "scene") return false;
    const inserted = active && this.characters.ownerOf(this.editor.lines[this.editor.row] ?? "") === who;
    if (inserted) this.editor.insert(space.id, !keyboard);
    this.show(who, space, inserted, keyboard);
    return true;
  }

  /** @param {string | null} who @param {Space} space @param {boolean} inserted @param {boolean} keyboard */
  show(who, space, inserted, keyboard) {
    const fitting = this.characters.offer(space.id);
    const title = say("desk.at", { name: who ?? say("desk.whole"), place: space.name || space.id });
    const close = () => {
      this.hide();
      if (keyboard) this.toBoard();
    };
    const write = () => {
      this.editor.insert(space.id, !keyboard);
      this.hide();
    };
    const look = () => {
      this.hide();
      this.match.boards?.inspect(space, keyboard);
    };
    this.card.setAttribute("aria-label", title);
    render(
      html`
        <header><h2>${title}</h2><button type="button" class="quiet icon" aria-label=${say(
          "close",
        )} @click=${close}>×</button></header>${inserted
          ? html`<p class="soft small" role="status">${say("desk.inserted", { place: space.id })}</p>`
          : nothing}<div
          class="place-offers">${fitting.length
            ? fitting.map((each) => this.characters.suggestion(each))
            : html`<p class="soft small">${say("desk.none-here")}</p>`}</div><div
          class="row">${inserted
            ? nothing
            : html`<button type="button" class="quiet place-write" @click=${write}>${
              say("desk.write-place", { place: space.id })
            }</button>`}<button type="button" class="quiet" @click=${look}>${say("desk.look-there")}</button></div>
      `,
      this.card,
    );
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
