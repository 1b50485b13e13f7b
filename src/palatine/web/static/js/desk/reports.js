// The reports of turns, beside the map.

import { element } from "../common/dom.js";
import { say, turnTitle } from "../common/messages.js";
import { query } from "../common/query.js";

/** @import { Grid, Section, MatchInfo } from "../types/wire.d.ts" */
/** @import { DeskApi } from "./api.js" */
/** @import { Host } from "./host.d.ts" */

export class Reports {
  /** @param {Host} match @param {DeskApi} api */
  constructor(match, api) {
    this.match = match;
    this.api = api;
    this.box = /** @type {HTMLElement} */ (document.getElementById("report"));
    this.tab = /** @type {HTMLElement} */ (document.getElementById("tab-report"));
    this.count = /** @type {HTMLElement} */ (this.tab.querySelector(".news-count"));
    this.shown = "";
    this.tab.addEventListener("click", () => (this.count.hidden = true));
  }

  /** Show the report of the last turn that was run. @param {string | null} seat @param {MatchInfo} info @param {boolean} fresh whether it is news */
  async see(seat, info, fresh) {
    const mark = `${seat} ${info.turn} ${info.status}`;
    if (mark === this.shown) return;
    this.shown = mark;
    if (fresh && !document.getElementById("panel-report")?.classList.contains("shown")) {
      this.count.textContent = say("report.fresh");
      this.count.hidden = false;
    }
    if (info.status === "open") this.box.replaceChildren(element("p", { class: "soft" }, say("desk.not-begun")));
    else await this.turnTo(seat, info, null);
  }

  /** Lay the newest before the reader. */
  turnUp() {
    this.match.turnTo("report");
    this.count.hidden = true;
  }

  /** @param {string | null} seat @param {MatchInfo} info @param {number | null} turn null: the last */
  async turnTo(seat, info, turn) {
    let report;
    try {
      report = await this.api.report(seat, turn);
    } catch (problem) {
      return this.box.replaceChildren(element("p", { class: "soft" }, /** @type {Error} */ (problem).message));
    }
    if (!info.turn && !report.sections.some((section) => section.grids?.length)) {
      return this.box.replaceChildren(element("p", { class: "soft" }, say("report.none")));
    }
    const last = info.turn - 1, now = turn ?? last;
    const shown = turn ?? (last >= 0 ? last : null);
    const page = `/report/${encodeURIComponent(this.match.state.id)}${query({ turn: shown, seat })}`;
    const pick = element(
      "select",
      { id: "report-turn", onchange: () => this.turnTo(seat, info, Number(pick.value)) },
      ...Array.from(
        { length: Math.max(0, last + 1) },
        (_, n) => element("option", { value: String(n), selected: n === now }, turnTitle(n)),
      ),
    );
    this.box.replaceChildren(
      element(
        "div",
        { class: "report-bar" },
        last >= 0 ? element("label", {}, say("report.of"), pick) : null,
        element("a", { class: "button", href: page, target: "_blank" }, say("report.page")),
        element(
          "a",
          { class: "button quiet", href: this.api.reportText(seat, shown), target: "_blank" },
          say("report.text"),
        ),
      ),
      element("h2", {}, report.title),
      element("p", { class: "soft" }, report.subtitle),
      ...report.sections.filter((section) => (section.paragraphs ?? []).length || (section.grids ?? []).length).map(
        sectionOf,
      ),
    );
  }
}

/** @param {Section} section */
function sectionOf(section) {
  return element(
    "section",
    { class: section.typed ? "report-section to-copy" : "report-section" },
    element("h3", {}, section.title),
    ...(section.paragraphs ?? []).map((text) => element("p", {}, text)),
    ...(section.grids ?? []).map(tableOf),
  );
}

/** @param {Grid} grid */
export function tableOf(grid) {
  const number = (/** @type {number} */ i) => ((grid.numeric ?? []).includes(i) ? "numeric" : "");
  const head = grid.columns.some((name) => name)
    ? element(
      "thead",
      {},
      element("tr", {}, ...grid.columns.map((name, i) => element("th", { scope: "col", class: number(i) }, name))),
    )
    : null;
  return element(
    "div",
    { class: "scroll", tabIndex: 0 },
    element(
      "table",
      {},
      head,
      element(
        "tbody",
        {},
        ...grid.rows.map((row) =>
          element("tr", {}, ...row.map((text, i) => element("td", { class: number(i) }, text)))
        ),
      ),
    ),
  );
}
