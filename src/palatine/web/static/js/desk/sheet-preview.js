// The preview of a sheet: the effect of each order, their sum, and the odds of their battles.

import { debounced } from "../common/debounce.js";
import { byId, element } from "../common/dom.js";
import { say } from "../common/messages.js";
import { previewParts } from "../guidance/preview-view.js";
import { tableOf } from "./reports.js";

/** @import { Preview, SheetCheck } from "../types/wire.d.ts" */

const REHEARSAL_DELAY_MS = 600; // milliseconds from the check of a sheet to its rehearsal

export class SheetPreview {
  /** @param {() => Promise<unknown>} look has the referee look the sheet over @param {() => Promise<{preview: Preview, seat: string} | null>} preview for whom, and what @param {string} game */
  constructor(look, preview, game) {
    this.look = look;
    this.preview = preview;
    this.game = game;
    this.odds = element("div", { class: "dry-run-odds" });
    this.renew = debounced(() => this.showOdds(), REHEARSAL_DELAY_MS);
    this.panel = byId("dry-run");
    this.box = /** @type {HTMLElement} */ (this.panel.querySelector(".dry-run-body"));
    byId("dry-run-button").addEventListener("click", () => this.toggle());
  }

  toggle() {
    const { panel } = this;
    panel.hidden = !panel.hidden;
    byId("dry-run-button").setAttribute("aria-expanded", String(!panel.hidden));
    if (panel.hidden) return;
    this.look().then(() => panel.scrollIntoView({ block: "nearest" }));
    byId("dry-run-title").focus({ preventScroll: true });
  }

  /** The chances of the battles that the sheet leads to, as far as the seat can know. */
  async showOdds() {
    const told = await this.preview().catch(() => null); // the confirmation before handing in shows them as well
    this.odds.replaceChildren(
      ...(told
        ? previewParts({ ...told.preview, lines: [], unused_options: [], is_irrevocable: false }, this.game, {
          you: told.seat,
        })
        : []),
    );
  }

  /** @param {SheetCheck} checked */
  show({ forecasts, problems }) {
    const whole = forecasts.filter((each) => !each.line);
    const rows = forecasts.filter((each) => each.line).map((
      each,
    ) => [String(each.line), each.text, (each.notes ?? []).join(" · ")]);
    const notes = rows.some((row) => row[2]);
    const columns = [
      say("desk.column-line"),
      say("desk.column-order"),
      ...(notes ? [say("desk.column-preview")] : []),
    ];
    const wrong = problems.filter((each) => !each.doubt).length;
    this.box.replaceChildren(
      ...whole.map((each) =>
        element("p", { class: "dry-run-whole" }, element("strong", {}, each.text), " ", (each.notes ?? []).join(" · "))
      ),
      rows.length
        ? tableOf({ columns, rows: notes ? rows : rows.map((row) => row.slice(0, 2)), numeric: [0] })
        : element("p", { class: "soft" }, say("desk.nothing-to-preview")),
      this.odds,
      element("p", { class: "soft small" }, wrong ? say("desk.dry-run-wrong", { n: wrong }) : say("desk.dry-run-note")),
    );
    if (!this.panel.hidden) this.renew();
  }
}
