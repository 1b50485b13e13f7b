// The undo button. It shows the server's answer, requested after the player's own actions.

import { debounced } from "../common/debounce.js";
import { byId } from "../common/dom.js";
import { say } from "../common/messages.js";

/** @import { MatchView } from "../types/wire.d.ts" */
/** @import { MatchApi } from "./api.js" */

/** The server's answer about an undo. @typedef {Pick<MatchView, "can_undo" | "why_not" | "takes_back">} Known */

const HOVER_DELAY_MS = 200; // milliseconds of hovering before the request

export class UndoButton {
  /** @param {MatchApi} api @param {() => void} undo */
  constructor(api, undo) {
    this.api = api;
    this.button = byId("undo");
    this.version = -1;
    this.seat = "";
    this.isAsking = false;
    /** @type {Known} */
    this.known = { can_undo: false, why_not: "", takes_back: "" };
    this.ask = debounced(() => this.weigh(), HOVER_DELAY_MS);
    this.button.addEventListener("click", undo);
  }

  /** @param {MatchView} matchView @param {boolean} isOffered */
  show(matchView, isOffered) {
    const isNew = matchView.version !== this.version || matchView.seat !== this.seat;
    this.button.hidden = !isOffered;
    if (!isNew) return;
    [this.version, this.seat] = [matchView.version, matchView.seat ?? ""];
    this.ask.cancel();
    if (isOffered && matchView.can_undo) {
      this.tell({ can_undo: false, why_not: say("undo.asking"), takes_back: matchView.takes_back });
      this.isAsking = true;
      this.ask();
    } else this.tell(matchView);
  }

  async weigh() {
    const { version, seat } = this;
    const whole = await this.api.whole(seat, version).catch(() => null); // the next view repeats the request
    if (version !== this.version || seat !== this.seat) return;
    this.isAsking = false;
    if (whole) this.tell(whole);
  }

  /** @param {Known} known */
  tell(known) {
    this.known = known;
    this.button.setAttribute("aria-disabled", String(!known.can_undo));
    this.button.title = !known.can_undo
      ? known.why_not
      : known.takes_back
      ? say("undo.this", { text: known.takes_back })
      : say("undo.can");
    byId("undo-what").textContent = known.takes_back;
  }

  /** The reason against an undo; "" if it is possible. Requested immediately if unknown. */
  async whyNot() {
    this.ask.cancel();
    if (this.isAsking) await this.weigh();
    return this.known.can_undo ? "" : this.known.why_not || say("undo.cannot");
  }
}
