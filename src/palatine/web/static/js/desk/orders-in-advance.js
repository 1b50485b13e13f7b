// Orders written in advance for a later turn: they count if the player is on vacation then.

import { byId, element } from "../common/dom.js";
import { say, turnTitle } from "../common/messages.js";
import { onceAtATime } from "../common/leave-page.js";

/** @import { MatchInfo } from "../types/wire.d.ts" */
/** @import { DeskApi } from "./api.js" */

const MAX_TURNS_AHEAD = 10; // the number of later turns that can be chosen

export class OrdersInAdvance {
  /** @param {DeskApi} api */
  constructor(api) {
    this.api = api;
    this.box = byId("desk-advance");
    this.which = /** @type {HTMLSelectElement} */ (byId("advance-turn"));
    this.text = /** @type {HTMLTextAreaElement} */ (byId("advance-text"));
    this.status = byId("advance-status");
    this.button = /** @type {HTMLButtonElement} */ (byId("advance-save"));
    this.seat = "";
    this.reads = 0;
    this.box.addEventListener("toggle", () => {
      if (/** @type {HTMLDetailsElement} */ (this.box).open) this.box.scrollIntoView({ block: "nearest" });
      void this.read();
    });
    this.which.addEventListener("change", () => this.read());
    this.button.addEventListener("click", () => this.save());
  }

  /** @param {string | null} seat who writes, if anybody @param {MatchInfo} info */
  sit(seat, info) {
    this.box.hidden = !seat || info.status !== "playing" || Boolean(info.lesson);
    if (this.box.hidden) return;
    this.seat = seat ?? "";
    const chosen = Number(this.which.value);
    this.which.replaceChildren(
      ...Array.from({ length: MAX_TURNS_AHEAD }, (_, n) => info.turn + 1 + n).map((turn) =>
        element("option", { value: String(turn), selected: turn === chosen }, turnTitle(turn))
      ),
    );
    if (Number(this.which.value) !== chosen) void this.read();
  }

  /**
   * Show what has been written for the turn that is chosen. Until it is there nothing can be typed or saved: it would be
   * lost, or kept for another turn.
   */
  async read() {
    if (!(/** @type {HTMLDetailsElement} */ (this.box)).open) return;
    const read = ++this.reads;
    this.text.disabled = this.button.disabled = true;
    try {
      const draft = await this.api.draft(this.seat, Number(this.which.value));
      if (read !== this.reads) return;
      this.text.value = draft.text;
      this.status.textContent = draft.saved ? say("desk.advance-saved") : "";
      this.text.disabled = this.button.disabled = false;
    } catch (problem) {
      this.status.textContent = /** @type {Error} */ (problem).message;
    }
  }

  save = onceAtATime(async () => {
    try {
      await this.api.save(this.seat, Number(this.which.value), this.text.value, undefined);
      this.status.textContent = say("desk.advance-saved");
    } catch (problem) {
      this.status.textContent = /** @type {Error} */ (problem).message;
    }
  });
}
