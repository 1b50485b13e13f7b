// The captain's advice, its reasons, and its automatic set-up.

import { clauseLink } from "../common/clauses.js";
import { element } from "../common/dom.js";
import { say } from "../common/messages.js";
import { icon } from "../common/icons.js";

/** @import { Advice as AdviceData, Changes, ClientView } from "../types/wire.d.ts" */
/** @import { Action } from "../common/actions.js" */
/** @import { GuidanceApi } from "./api.js" */

/**
 * @typedef {object} Host
 * @property {string} game
 * @property {() => string | null} seat
 * @property {() => number} position the turn of a game of orders, in which others may still hand in; or the version
 * @property {(action: () => Promise<unknown>) => Promise<void>} attempt
 * @property {(actions: Action[], label: string) => void} choose
 * @property {(request: (version: number) => Promise<ClientView | Changes>) => Promise<void>} decide
 * @property {(sheet: string) => void} useSheet
 * @property {() => void} setUp what is to be done when the captain has drafted a sheet
 * @property {(actions: Action[] | null) => void} hint
 */

export class Advice {
  /** @param {HTMLElement} place @param {GuidanceApi} api @param {Host} host */
  constructor(place, api, host) {
    this.place = place;
    this.api = api;
    this.host = host;
    this.position = -1;
    this.row = element("div", { class: "advice-row" });
    this.answer = element("div", { class: "advice-answer", role: "status", "aria-live": "polite" });
    place.append(this.row, this.answer);
  }

  /** Offer the kinds of advice available now. @param {boolean} mayAsk @param {boolean} setsUp */
  offer(mayAsk, setsUp) {
    const button = (/** @type {string} */ key, /** @type {() => void} */ act) =>
      element(
        "button",
        { type: "button", class: "quiet advice-button", "data-advice": key, onclick: act },
        key === "ask" ? icon("captain") : null,
        say(`advice.${key}`),
      );
    const mark = `${mayAsk} ${setsUp}`;
    if (this.row.dataset.mark !== mark) {
      this.row.replaceChildren(
        ...(setsUp ? [button("set-up", () => this.setUp())] : []),
        ...(mayAsk ? [button("ask", () => this.ask())] : []),
      );
    }
    this.row.dataset.mark = mark;
    this.place.hidden = !mayAsk && !setsUp;
    if (this.position !== this.host.position()) this.drop();
  }

  drop() {
    if (this.answer.firstChild) this.host.hint(null);
    this.answer.replaceChildren();
    this.row.hidden = false;
    this.position = this.host.position();
  }

  async ask() {
    const seat = this.host.seat(), position = this.host.position();
    if (!seat) return;
    await this.host.attempt(async () => {
      this.wait("advice.thinking");
      try {
        const advice = await this.api.advise(seat);
        if (position === this.host.position()) this.show(advice);
      } catch (problem) {
        this.drop();
        throw problem;
      }
    });
  }

  async setUp() {
    const seat = this.host.seat();
    if (!seat) return;
    await this.host.attempt(async () => {
      this.wait("advice.setting-up");
      try {
        await this.host.decide((version) => this.api.setUp(seat, version));
      } finally {
        this.drop();
      }
      this.host.setUp();
    });
  }

  /** Replace the buttons by a line that says what the captain does; its card has buttons of its own. @param {string} key */
  wait(key) {
    this.row.hidden = true;
    this.answer.replaceChildren(element("p", { class: "advice-wait soft" }, say(key)));
    this.position = this.host.position();
  }

  /** @param {AdviceData} advice */
  show(advice) {
    const isSheet = advice.kind === "sheet";
    const actions = /** @type {Action[]} */ (advice.actions ?? []);
    const reasons = (advice.reasons ?? []).map((each) =>
      element("li", {}, each.text, " ", each.clause ? clauseLink(this.host.game, each.clause) : null)
    );
    const isSaid = (advice.reasons ?? []).some((each) =>
      each.text.includes(`(${Math.round((advice.sure ?? 0) * 100)}%)`)
    );
    const others = (advice.alternatives ?? []).map((each) =>
      element(
        "li",
        {},
        element("span", { class: "other" }, each.text),
        ": ",
        each.reason,
        " ",
        each.clause ? clauseLink(this.host.game, each.clause) : null,
      )
    );
    const act = isSheet
      ? element("button", {
        type: "button",
        class: "primary",
        onclick: () => {
          this.drop();
          this.host.useSheet(advice.sheet ?? "");
        },
      }, say("advice.use-sheet"))
      : actions.length
      ? element("button", {
        type: "button",
        class: "primary",
        "data-preview": JSON.stringify(actions),
        onclick: () => {
          this.drop();
          this.host.choose(actions, advice.text);
        },
      }, say("advice.do"))
      : null;
    this.answer.replaceChildren(
      element(
        "div",
        { class: "advice-card" },
        element("p", { class: "advice-text" }, element("strong", {}, advice.text || say("advice.sheet"))),
        typeof advice.chance === "number"
          ? element("p", { class: "advice-chance" }, say("advice.chance", { percent: Math.round(advice.chance * 100) }))
          : null,
        isSheet && advice.sheet ? element("pre", { class: "advice-sheet", tabIndex: 0 }, advice.sheet) : null,
        reasons.length ? element("ul", { class: "reasons" }, ...reasons) : null,
        others.length
          ? element(
            "div",
            { class: "alternatives" },
            element("p", { class: "list-title" }, say("advice.alternatives")),
            element("ul", {}, ...others),
          )
          : null,
        advice.sure && !isSaid
          ? element("p", { class: "soft small" }, say("advice.sure", { percent: Math.round(advice.sure * 100) }))
          : null,
        element(
          "div",
          { class: "row" },
          act,
          element("button", { type: "button", class: "quiet", onclick: () => this.drop() }, say("close")),
        ),
      ),
    );
    if (!isSheet) this.host.hint(actions);
  }
}
