// Previews: the consequences of a choice beside it, and one confirmation for a warning.

import { element } from "../common/dom.js";
import { say } from "../common/messages.js";
import { percentOf } from "./chances.js";
import { hasContent, previewParts, unusedList, warnings } from "./preview-view.js";
import { askToConfirm, SilencedWarnings } from "./confirmation.js";

/** @import { Odds, Preview, UnusedOption } from "../types/wire.d.ts" */
/** @import { ActionsOrPlan } from "../common/actions.js" */
/** @import { GuidanceApi } from "./api.js" */

const HOVER_DELAY_MS = 140; // milliseconds of pointing at a choice before the server is asked
const HIDE_DELAY_MS = 220; // milliseconds until the preview disappears, unless the pointer is on it
const PREVIEW_TIMEOUT_MS = 4000; // how long a click waits for a preview; after that the server counts as unreachable, for the action as well
const LONG_PRESS_MS = 480; // milliseconds until a touch shows the preview instead of choosing
const DICE_DELAY_MS = 1200; // milliseconds that a list is shown before its dice are requested
const MAX_PREFETCHED_SPACES = 4; // spaces of a list whose previews load without pointing
const MAX_BUTTONS_WITH_UNUSED = 4; // number of buttons with their unused options listed below

const wait = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));

export class PreviewCard {
  /**
   * @param {GuidanceApi} api
   * @param {{game: string, match: string, seat: () => string | null, version: () => number, goTo: (unused: UnusedOption) => void}} host
   */
  constructor(api, host) {
    this.api = api;
    this.host = host;
    this.silenced = new SilencedWarnings(host.match);
    this.version = -1;
    /** @type {Map<string, Promise<Preview | null>>} */
    this.asked = new Map();
    /** @type {Map<string, Preview | null>} */
    this.known = new Map();
    this.wanted = "";
    this.card = element("div", { class: "preview", id: "preview", role: "status", hidden: true });
    this.card.addEventListener("pointerenter", () => clearTimeout(this.going));
    this.card.addEventListener("pointerleave", () => this.leave());
    document.body.append(this.card);
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.hide());
    addEventListener("scroll", (event) => !this.card.contains(/** @type {Node} */ (event.target)) && this.hide(), {
      capture: true,
      passive: true,
    });
  }

  /** The preview of the choice; null without one. @param {ActionsOrPlan} chosen @returns {Promise<Preview | null>} */
  ask(chosen) {
    const seat = this.host.seat(), version = this.host.version();
    if (!seat) return Promise.resolve(null);
    if (version !== this.version) {
      this.version = version;
      this.asked.clear();
      this.known.clear();
    }
    const key = JSON.stringify(chosen);
    let found = this.asked.get(key);
    if (!found) {
      // A preview that fails (the match has moved on, for example) leaves the error to the action itself.
      found = this.api.preview(seat, chosen, version).catch(() => null).then((preview) => {
        if (this.version === version) this.known.set(key, preview);
        return preview;
      });
      this.asked.set(key, found);
    }
    return found;
  }

  // The card beside the choice

  /** After a moment of pointing at a choice, show its preview beside it. @param {ActionsOrPlan} chosen @param {Element} beside @param {boolean} [reach] whether the pointer can be moved onto the preview */
  point(chosen, beside, reach = false) {
    const key = JSON.stringify(chosen);
    clearTimeout(this.going);
    if (this.wanted === key && !this.card.hidden) return;
    clearTimeout(this.coming);
    this.wanted = key;
    this.coming = setTimeout(async () => {
      const preview = await this.ask(chosen);
      if (this.wanted === key && beside.isConnected) this.show(preview, beside, reach);
    }, this.known.has(key) && this.version === this.host.version() ? 0 : HOVER_DELAY_MS);
  }

  /** The pointer has left the choice. */
  leave() {
    clearTimeout(this.coming);
    this.wanted = "";
    clearTimeout(this.going);
    this.going = setTimeout(() => this.hide(), HIDE_DELAY_MS);
  }

  hide() {
    clearTimeout(this.coming);
    clearTimeout(this.going);
    this.wanted = "";
    this.card.hidden = true;
  }

  /** @param {Preview | null} preview @param {Element} beside @param {boolean} reach */
  show(preview, beside, reach) {
    const isListed = beside.nextElementSibling?.classList.contains("unused-options");
    const left = preview && isListed ? { ...preview, unused_options: [] } : preview;
    if (!left || !hasContent(left)) return this.hide();
    this.card.classList.toggle("reach", reach);
    this.card.replaceChildren(...previewParts(left, this.host.game, {
      you: this.host.seat(),
      goTo: (unused) => {
        this.hide();
        this.host.goTo(unused);
      },
    }));
    this.card.hidden = false;
    this.place(beside.getBoundingClientRect());
    if (beside instanceof HTMLElement && preview) markButton(beside, preview);
  }

  /** @param {DOMRect} box */
  place(box) {
    const size = this.card.getBoundingClientRect(), gap = 10;
    const preview = document.querySelector(".inspector:not([hidden])")?.getBoundingClientRect();
    const ways = [box.left - size.width - gap, box.right + gap].filter((x) =>
      x >= 8 && x + size.width <= innerWidth - 8
    );
    const sideways = ways.find((x) => !preview || x >= preview.right || x + size.width <= preview.left) ?? ways[0] ??
      null;
    const left = sideways ?? Math.max(8, Math.min(innerWidth - size.width - 8, box.left));
    const top = sideways !== null
      ? box.top + box.height / 2 - size.height / 2
      : box.top - size.height - gap >= 8
      ? box.top - size.height - gap
      : box.bottom + gap;
    this.card.style.left = `${Math.round(left)}px`;
    this.card.style.top = `${Math.round(Math.max(8, Math.min(innerHeight - size.height - 8, top)))}px`;
  }

  /** Show previews for the buttons of an element that have `data-preview`. @param {HTMLElement} place */
  attend(place) {
    const buttonOf = (
      /** @type {Event} */ event,
    ) => /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.("[data-preview]"));
    const point = (/** @type {Event} */ event) => {
      const button = buttonOf(event);
      if (button) this.point(JSON.parse(button.dataset.preview ?? "[]"), button, true);
    };
    // An element that moved under a resting pointer does not count.
    place.addEventListener("pointermove", (event) => event.pointerType === "mouse" && point(event));
    place.addEventListener("focusin", (event) => buttonOf(event)?.matches(":focus-visible") && point(event));
    place.addEventListener("pointerout", (event) => event.pointerType === "mouse" && buttonOf(event) && this.leave());
    place.addEventListener("focusout", (event) => buttonOf(event) && this.leave());
    this.attendFingers(place, buttonOf, point);
  }

  /** A long press shows the preview; lifting the finger then does not choose. @param {HTMLElement} place @param {(event: Event) => HTMLElement | null} buttonOf @param {(event: Event) => void} point */
  attendFingers(place, buttonOf, point) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let rested = false;
    place.addEventListener("pointerdown", (event) => {
      rested = false;
      if (event.pointerType === "mouse" || !buttonOf(event)) return;
      timer = setTimeout(() => {
        rested = true;
        point(event);
      }, LONG_PRESS_MS);
    });
    for (const name of ["pointerup", "pointercancel", "pointermove"]) {
      place.addEventListener(name, (event) =>
        (name !== "pointermove" ||
          Math.hypot(/** @type {PointerEvent} */ (event).movementX, /** @type {PointerEvent} */ (event).movementY) >
            4) && clearTimeout(timer));
    }
    place.addEventListener("contextmenu", (event) => rested && event.preventDefault());
    place.addEventListener("click", (event) => {
      if (rested) {
        rested = false;
        event.stopPropagation();
        event.preventDefault();
      }
    }, { capture: true });
  }

  /** Show the odds on the first spaces of a list. @param {HTMLElement} place */
  async tellOdds(place) {
    const version = this.host.version();
    await wait(DICE_DELAY_MS);
    for (const button of [...place.querySelectorAll(".places [data-preview]")].slice(0, MAX_PREFETCHED_SPACES)) {
      if (!button.isConnected || version !== this.host.version() || document.hidden) return;
      const preview = await this.ask(JSON.parse(/** @type {HTMLElement} */ (button).dataset.preview ?? "[]"));
      if (preview) markButton(/** @type {HTMLElement} */ (button), preview);
    }
  }

  /** List unused options below the few buttons that may end something. @param {HTMLElement} place */
  async listUnused(place) {
    const version = this.host.version();
    const buttons = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(".buttons [data-preview]")]);
    if (!this.host.seat() || buttons.length > MAX_BUTTONS_WITH_UNUSED) return;
    await wait(HOVER_DELAY_MS);
    for (const button of buttons) {
      if (!button.isConnected || version !== this.host.version()) return;
      const preview = await this.ask(JSON.parse(button.dataset.preview ?? "[]"));
      if (!preview || !button.isConnected || version !== this.host.version()) continue;
      markButton(button, preview);
      // Unused options with a button of their own are left out.
      const left = (preview.unused_options ?? []).filter(({ action }) =>
        !action || !buttons.some((each) => each.dataset.action === action.join(" "))
      );
      if (left.length) button.after(unusedList(left, this.host.game, this.host.goTo));
    }
  }

  // Asked about

  /** Return whether to act; ask once if there is a warning. @param {ActionsOrPlan} chosen @param {string} label @returns {Promise<boolean>} */
  async allows(chosen, label) {
    this.hide();
    const key = JSON.stringify(chosen);
    const isKnown = this.version === this.host.version() && this.known.has(key);
    const preview = isKnown
      ? this.known.get(key)
      : await Promise.race([this.ask(chosen), wait(PREVIEW_TIMEOUT_MS).then(() => null)]);
    const left = this.silenced.left(warnings(preview));
    if (!preview || !left.length) return true;
    return askToConfirm({
      title: say("question.title"),
      confirm: label,
      parts: (close) =>
        previewParts(preview, this.host.game, {
          you: this.host.seat(),
          goTo: (unused) => {
            close();
            this.host.goTo(unused);
          },
        }),
      never: () => this.silenced.add(left),
    });
  }
}

/** Mark a button with its warning, "no undo", and the likeliest result. @param {HTMLElement} button @param {Preview} preview */
function markButton(button, preview) {
  const [odds] = preview.odds ?? [];
  const told = button.querySelector(".cost")?.textContent.includes("%"); // a game that says the chances itself says all
  if (odds?.results.length && button.matches(".choice") && !told) button.dataset.odds = likeliest(odds);
  button.dataset.consequence = warnings(preview).length ? "warning" : preview.is_irrevocable ? "irrevocable" : "";
}

/** @param {Odds} odds */
function likeliest({ results }) {
  const best = results.reduce((one, other) => (other.chance > one.chance ? other : one));
  return best.text.includes("%")
    ? best.text
    : `${best.text} ${say("chance.percent", { percent: percentOf(best.chance) })}`;
}
