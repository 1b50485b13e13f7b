// The dry run: what each order would do, and all of them together.

import { byId, element } from "../common/dom.js";
import { say } from "../common/messages.js";
import { tableOf } from "./reports.js";

/** @import { SheetCheck } from "../types/wire.d.ts" */

export class DryRun {
  /** @param {() => Promise<unknown>} look has the referee look the sheet over */
  constructor(look) {
    this.look = look;
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

  /** @param {SheetCheck} checked */
  show({ forecasts, problems }) {
    const whole = forecasts.filter((each) => !each.line);
    const rows = forecasts.filter((each) => each.line).map((each) => [String(each.line), each.text, (each.notes ?? []).join(" · ")]);
    const notes = rows.some((row) => row[2]);
    const columns = [say("desk.column-line"), say("desk.column-order"), ...(notes ? [say("desk.column-foreseen")] : [])];
    const wrong = problems.filter((each) => !each.doubt).length;
    this.box.replaceChildren(
      ...whole.map((each) => element("p", { class: "dry-run-whole" }, element("strong", {}, each.text), " ", (each.notes ?? []).join(" · "))),
      rows.length ? tableOf({ columns, rows: notes ? rows : rows.map((row) => row.slice(0, 2)), numeric: [0] }) : element("p", { class: "soft" }, say("desk.nothing-foreseen")),
      element("p", { class: "soft small" }, wrong ? say("desk.dry-run-wrong", { n: wrong }) : say("desk.dry-run-note")),
    );
  }
}
