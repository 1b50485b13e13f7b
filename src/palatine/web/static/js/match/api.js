// Requests about one match.

import { withSharedFaces } from "../board/faces.js";
import { asObjects, requestBody } from "../common/actions.js";
import { get, post } from "../common/http.js";
import { query } from "../common/query.js";

/** @import { Action, ActionsOrPlan } from "../common/actions.js" */
/** @import { Board, BranchRequest, Changes, Layer, MatchCreated, MatchView, Shortcuts, Reasons, Seat, ClientView, SitRequest, MatchInfo, Text } from "../types/wire.d.ts" */

/** Every request about a match and every action in it, each with its seat. */
export class MatchApi {
  /** @param {string} match */
  constructor(match) {
    this.base = `/api/matches/${encodeURIComponent(match)}`;
  }

  /** @returns {Promise<MatchInfo>} */
  info() {
    return get(this.base);
  }

  /** @returns {Promise<Board[]>} */
  async boards() {
    return withSharedFaces(await get(`${this.base}/boards?once=true`));
  }

  /** @param {string | null} seat @param {number} [since] the version whose view is known here @returns {Promise<ClientView | Changes>} */
  view(seat, since = 0) {
    return get(`${this.base}/view${query({ seat, since, changes: "true" })}`);
  }

  /** The whole view: only there is it weighed whether undo would reveal anything. @param {string} seat @param {number} since @returns {Promise<MatchView>} */
  whole(seat, since) {
    return get(`${this.base}/view${query({ seat, since })}`);
  }

  /** What the shortcuts that lead to a space are called. @param {string} seat @param {number} space @returns {Promise<Shortcuts>} */
  shortcuts(seat, space) {
    return get(`${this.base}/shortcuts${query({ seat, space })}`);
  }

  /** @param {string | null} seat @returns {Promise<Layer[]>} */
  layers(seat) {
    return get(`${this.base}/layers${query({ seat })}`);
  }

  /** @param {string | null} seat @returns {Promise<Text>} */
  text(seat) {
    return get(`${this.base}/text${query({ seat })}`);
  }

  /** @param {string} seat @param {ActionsOrPlan} chosen @param {number} version @param {number} offered the version at which it was offered @returns {Promise<ClientView | Changes>} */
  act(seat, chosen, version, offered) {
    return post(`${this.base}/actions?changes=true`, { seat, version, offered, ...requestBody(chosen) });
  }

  /** @param {string} seat @param {number} version @returns {Promise<ClientView | Changes>} */
  undo(seat, version) {
    return post(`${this.base}/undo?changes=true`, { seat, version });
  }

  /** @param {string} seat @param {string} against @param {boolean} out @returns {Promise<MatchView>} */
  vote(seat, against, out) {
    return post(`${this.base}/votes`, { seat, against, out });
  }

  /** @param {string} seat @param {number} version @returns {Promise<ClientView | Changes>} */
  resign(seat, version) {
    return post(`${this.base}/resign?changes=true`, { seat, version });
  }

  /** @param {string} seat @param {Action[]} actions @returns {Promise<Reasons>} */
  why(seat, actions) {
    return post(`${this.base}/why`, { seat, actions: asObjects(actions) });
  }

  /** @param {string | null} seat @param {number} at @returns {Promise<MatchView>} */
  replay(seat, at) {
    return get(`${this.base}/replay${query({ seat, at })}`);
  }

  /** @param {BranchRequest} body @returns {Promise<MatchCreated>} */
  branch(body) {
    return post(`${this.base}/branch`, body);
  }

  /** @param {SitRequest} body @returns {Promise<Seat>} */
  sit(body) {
    return post(`${this.base}/seats`, body);
  }

  /** @param {string} seat @param {string} bot @returns {Promise<MatchInfo>} */
  lend(seat, bot) {
    return post(`${this.base}/seats/lend`, { seat, bot });
  }

  /** @param {string} seat @returns {Promise<MatchInfo>} */
  takeBack(seat) {
    return post(`${this.base}/seats/take-back`, { seat });
  }

  /** The address of what happens. @param {string | null} seat @param {number} since */
  events(seat, since) {
    return `${this.base}/events${query({ seat, since, changes: "true" })}`;
  }
}
