// What guides the player of a match: previews before clicks, what the others did, advice, results of battles.

import { byId, element } from "../common/dom.js";
import { say } from "../common/messages.js";
import { REFEREE } from "../common/seat-names.js";
import { Advice } from "../guidance/advice.js";
import { GuidanceApi } from "../guidance/api.js";
import { PreviewCard } from "../guidance/preview.js";
import { RecapPanel } from "../guidance/recap.js";
import { resultCard } from "../guidance/result-card.js";
import { Overview } from "./overview.js";

/** @import { Card, JournalLine, ClientView, UnusedOption } from "../types/wire.d.ts" */
/** @import { Action, ActionsOrPlan } from "../common/actions.js" */
/** @import { Match } from "./match.js" */

export class MatchGuidance {
  /** @param {Match} match */
  constructor(match) {
    this.match = match;
    this.api = new GuidanceApi(match.state.api.base);
    const seat = () => (match.state.mode === "play" ? match.state.seat : null);
    this.preview = new PreviewCard(this.api, {
      game: match.state.game,
      match: match.state.id,
      seat,
      version: () => match.state.version,
      goTo: (unused) => this.goTo(unused),
    });
    this.recap = new RecapPanel(byId("since"), this.api, {
      game: match.state.game,
      seat,
      boards: () => match.boards,
      mine: () => Boolean(match.state.matchView && match.state.decides(match.state.matchView.view)),
    });
    this.advice = new Advice(byId("advice"), this.api, {
      game: match.state.game,
      seat,
      position: () => match.state.info.orders ? match.state.info.turn : match.state.version,
      attempt: (action) => match.state.attempt(action),
      choose: (actions, label) => match.choose(actions, label),
      decide: (request) => match.state.decide(request),
      useSheet: (sheet) => match.desk?.useSheet(sheet),
      setUp: () => match.desk?.reload(),
      hint: (actions) => this.hint(actions),
    });
    for (const id of ["choices", "fan", "advice"]) this.preview.attend(byId(id));
    this.overview = new Overview(() => match.boards);
    this.own = false; // whether what is being taken is what one did oneself
  }

  /** What is pointed at on the board. @param {ActionsOrPlan | null} chosen @param {Element | null} beside */
  point(chosen, beside) {
    if (chosen && beside && this.match.state.mode === "play") this.preview.point(chosen, beside);
    else this.preview.leave();
  }

  /** Somebody has come to look from a seat. */
  async sat() {
    byId("result").hidden = true;
    this.preview.hide();
    if (this.match.state.mode !== "replay" && this.match.state.info.status !== "open") {
      await this.recap.begin(this.match.state.version);
    }
  }

  /** Whether to do what is chosen; then what was before is past. @param {ActionsOrPlan} chosen @param {string} label */
  async allows(chosen, label) {
    if (!(await this.preview.allows(chosen, label))) return false;
    byId("result").hidden = true;
    this.recap.clear();
    return true;
  }

  /** Do something of one's own: what comes of it is no news of others. @param {() => Promise<unknown>} action */
  async doing(action) {
    this.own = true;
    try {
      await action();
    } finally {
      this.own = false;
    }
  }

  /** The match has moved on. @param {ClientView | null} before @param {ClientView} now */
  took(before, now) {
    if (!before || this.match.state.mode === "replay") return;
    const fresh = (now.entries ?? []).filter((entry) => entry.version > before.version);
    if (this.own && fresh.some((entry) => entry.tally?.length)) this.showResult(before.version);
    const isOfOthers = !this.own || fresh.some((entry) => entry.version > before.version + 1);
    if (fresh.length && isOfOthers) this.recap.news();
  }

  /** What can be asked now is offered. @param {ClientView} matchView */
  shown(matchView) {
    const { state } = this.match;
    const isMine = state.mode === "play" && state.decides(matchView.view) && !matchView.view.outcome;
    this.overview.renew();
    const mayAsk = isMine && state.info.advice !== false && state.info.status === "playing" && state.seat !== REFEREE;
    this.advice.offer(mayAsk, isMine && Boolean(matchView.sets_up));
    if (isMine) {
      this.preview.listUnused(byId("choices"));
      this.preview.tellOdds(byId("choices"));
    }
  }

  /** The result of a battle of one's own. @param {number} since */
  async showResult(since) {
    const told = await this.api.recap(this.match.state.seat, since).catch(() => null); // it stands in the journal, too
    const cards = (told?.items ?? []).flatMap((item) => (item.card ? [item.card] : []));
    if (cards.length) this.layOut(cards);
  }

  /** @param {Card[]} cards */
  layOut(cards) {
    const place = byId("result");
    place.replaceChildren(
      element("button", {
        type: "button",
        class: "quiet icon",
        "aria-label": say("close"),
        onclick: () => (place.hidden = true),
      }, "×"),
      ...cards.map((card) => resultCard(card, this.match.state.game)),
    );
    place.hidden = !cards.length;
  }

  /** Lead to an unused option. @param {UnusedOption} unused */
  goTo(unused) {
    const { boards, choices } = this.match;
    const ids = unused.spaces ?? [];
    const board = boards?.boards.find((each) => each.spaces.some((space) => ids.includes(space.id)));
    if (boards && board) {
      if (boards.front !== board.id) boards.turnTo(board.id, true);
      boards.pointOut([]);
      boards.pointOut(ids);
      const space = boards.boardView?.spaces.get(ids[0]);
      if (space) boards.boardView?.at(space.id, true);
      boards.boardView?.port.focus({ preventScroll: true });
    }
    if (unused.action) {
      /** @type {HTMLElement | null} */ (choices.place.querySelector(
        `[data-action="${CSS.escape(unused.action.join(" "))}"]`,
      ))?.focus();
    }
  }

  /** Show where something of the journal happened. @param {JournalLine} entry */
  goToPlace(entry) {
    const boards = this.match.boards;
    const board = boards?.boards.find((each) => each.id === (entry.board || "map")) ?? boards?.boards[0];
    if (!boards || !board) return;
    this.goTo({
      text: entry.text,
      spaces: board.spaces.filter((space) => entry.spaces?.includes(space.operand)).map((space) => space.id),
    });
  }

  /** Show on the board what actions would do. @param {Action[] | null} actions */
  hint(actions) {
    const view = this.match.state.matchView?.view, boards = this.match.boards;
    if (!actions || !view || !boards) return void boards?.hint(null);
    const [, operand] = actions[actions.length - 1];
    const space = actions.length > 1
      ? boards.boardView?.board.spaces.find((each) => each.operand === operand)
      : undefined;
    boards.hint(
      (view.choices ?? []).find((choice) => choice.verb === actions[0][0] && choice.operand === actions[0][1]) ?? null,
    );
    if (space) {
      boards.pointOut([space.id]);
      boards.boardView?.reveal(space);
    }
  }
}
