// The state of a match on the page: match information, seat, last view and version, running action.

import { Problem } from "../common/http.js";
import { withPlayers } from "../common/seat-names.js";
import { applyChanges, canApply } from "./changes.js";

/** @import { Action, ActionsOrPlan } from "../common/actions.js" */
/** @import { Changes, ClientView, MatchInfo, Shortcuts, View } from "../types/wire.d.ts" */
/** @import { MatchApi } from "./api.js" */

const MAX_REASON_REQUESTS = 40; // maximum number of actions whose refusals are requested together
const IDLE_MS = 3600e3; // milliseconds without an action after which a match counts as idle

/**
 * @typedef {object} Hooks
 * @property {() => void} informed the table has changed
 * @property {(before: ClientView | null, now: ClientView, still: boolean) => void} took there is another view
 * @property {() => void} unseated the seat belongs to another player now
 * @property {(busy: boolean) => void} busy an action begins or ends
 * @property {(works: boolean) => void} working the player waits for an action or its preview, or no longer does
 * @property {(error: unknown) => void} failed an action or a question has failed
 */

export class MatchState {
  /** @param {{id: string, game: string, mode: string}} page @param {MatchApi} api @param {Hooks} hooks */
  constructor({ id, game, mode }, api, hooks) {
    this.id = id;
    this.game = game;
    this.mode = mode;
    this.api = api;
    this.hooks = hooks;
    /** Set when the page has loaded. */
    this.info = /** @type {MatchInfo} */ (/** @type {unknown} */ (null));
    /** @type {string[]} */
    this.mine = [];
    /** @type {string | null} */
    this.seat = null;
    /** @type {ClientView | null} */
    this.matchView = null;
    this.version = 0;
    this.isBroken = false; // true if the server may have restarted since
    this.busy = false;
    this.asking = false; // whether an action waits for its preview
  }

  /** The titles of seats, as far as known. */
  get names() {
    return this.matchView?.view.names;
  }

  /** The same, with the names of the players. */
  get titles() {
    return withPlayers(this.names, this.info.seats);
  }

  /** Return whether nothing has happened for an hour while another player must act. */
  get standsStill() {
    const { info } = this;
    const isAwaited = info.seats.some((each) =>
      each.kind === "person" && each.seat !== this.seat && info.asked.includes(each.seat)
    );
    return info.status === "playing" && isAwaited && Date.now() - Date.parse(info.updated) > IDLE_MS;
  }

  /** Another seat of the player that must act, if any. */
  get otherAsked() {
    return this.mine.find((seat) => seat !== this.seat && this.matchView?.view.asked.includes(seat));
  }

  /** The seat to show: among the player's, one that must act. */
  seatToShow() {
    return this.mine.find((seat) => this.info.asked.includes(seat)) ?? this.mine[0] ?? null;
  }

  /** Return whether this seat must decide itself; automatic answers do not count. @param {View} view */
  decides(view) {
    return this.seat !== null && view.asked.includes(this.seat) && !this.matchView?.answers_soon;
  }

  // The table

  /** The match information. @param {MatchInfo} info */
  updateInfo(info) {
    this.info = info;
    this.mine = this.mode === "watch" ? [] : info.yours ?? [];
    this.hooks.informed();
  }

  /** The table as everybody hears of it, which does not say whose seats are whose. @param {MatchInfo} info */
  hearInfo(info) {
    this.updateInfo({ ...info, yours: this.info.yours });
  }

  async refresh() {
    try {
      this.updateInfo(await this.api.info());
    } catch { /* the next news will bring it */ }
  }

  /** The player no longer holds the seat: show another of theirs, or the spectators' view. */
  async leaveSeat() {
    this.seat = null;
    this.updateInfo(await this.api.info());
    this.seat = this.seatToShow();
  }

  // The view

  /** Read the view of `seat`. */
  async look() {
    this.matchView = null;
    this.version = 0;
    this.take(/** @type {ClientView} */ (await this.api.view(this.seat)), true);
  }

  /** Receive a view or its changes; if these do not fit, request the whole view. @param {ClientView | Changes} news @returns {Promise<void>} */
  async hear(news) {
    if (!("since" in news)) {
      this.isBroken = false;
      return this.take(news);
    }
    if (news.seat !== this.seat || news.version <= this.version) return;
    if (!this.isBroken && this.matchView && canApply(this.matchView, news)) {
      return this.take(applyChanges(this.matchView, news));
    }
    await this.hear(await this.api.view(this.seat, this.isBroken ? 0 : this.version));
  }

  /** Show a view, unless it is known already or of another seat. @param {ClientView} matchView @param {boolean} [still] */
  take(matchView, still = false) {
    if (this.seat && matchView.seat === null) return this.hooks.unseated();
    if (
      matchView.seat !== this.seat || matchView.version < this.version ||
      (this.matchView && matchView.version === this.version)
    ) return;
    const before = this.matchView;
    this.matchView = matchView;
    this.version = matchView.version;
    this.hooks.took(before, matchView, still);
  }

  // Actions

  /** Run a request that may fail; no other runs meanwhile. @param {() => Promise<unknown>} action */
  async attempt(action) {
    if (this.busy) return;
    this.busy = true;
    this.hooks.busy(true);
    this.hooks.working(true);
    try {
      await action();
    } catch (error) {
      this.hooks.failed(error);
    } finally {
      this.busy = false;
      this.hooks.busy(false);
      this.hooks.working(false);
    }
  }

  /** Return whether an action may start: none is running, and `allows` agrees. @param {() => Promise<boolean>} allows */
  async mayAct(allows) {
    if (this.busy || this.asking || !this.seat || this.mode !== "play") return false;
    this.asking = true;
    this.hooks.working(true);
    const goes = await allows().finally(() => {
      this.asking = false;
      this.hooks.working(false);
    });
    return goes && this.seat !== null;
  }

  /** @param {ActionsOrPlan} chosen @param {number} offered the version at which it was offered */
  async act(chosen, offered) {
    const seat = /** @type {string} */ (this.seat);
    await this.decide((version) => this.api.act(seat, chosen, version, offered));
  }

  /**
   * Send a decision with the current version; once more if only other things than decisions were recorded since: a
   * player who sat down, a proposal, the end of an outage.
   * @param {(version: number) => Promise<ClientView | Changes>} request
   */
  async decide(request) {
    const at = this.matchView?.at;
    try {
      await this.hear(await request(this.version));
    } catch (error) {
      const now = error instanceof Problem && error.status === 409 ? error.matchView : null;
      if (!now || now.at !== at || now.version <= this.version) throw error;
      this.take(now);
      await this.hear(await request(this.version));
    }
  }

  async undo() {
    await this.hear(await this.api.undo(/** @type {string} */ (this.seat), this.version));
  }

  // Questions

  /** The shortcuts to a space with their texts; none if the match has moved on. @param {number} space @returns {Promise<Shortcuts["shortcuts"]>} */
  async shortcuts(space) {
    try {
      const { version, shortcuts } = await this.api.shortcuts(/** @type {string} */ (this.seat), space);
      return version === this.version ? shortcuts : [];
    } catch (error) {
      this.hooks.failed(error);
      return [];
    }
  }

  /** The actions that a click on a space (-1 for none) or on pieces in it could mean. @param {number} space @param {number[]} pieces */
  actionsAt(space, pieces) {
    const verbs = Object.entries(this.matchView?.view.verbs ?? {});
    const named = (/** @type {string} */ kind, /** @type {number[]} */ operands) =>
      verbs.filter(([, names]) => names === kind).flatMap(([verb]) =>
        operands.map((operand) => /** @type {Action} */ ([verb, operand]))
      );
    return [...named("piece", pieces), ...named("space", space < 0 ? [] : [space])].slice(0, MAX_REASON_REQUESTS);
  }
}
