// What concerns one match, asked of the referee.

import { get, post } from "../common/http.js";
import { query } from "../common/query.js";

/** @import { Board, BranchRequest, Layer, MatchCreated, Reasons, Seat, MatchView, SitRequest, TableInfo, Text } from "../types/wire.d.ts" */

/** An action as it is chosen: a verb, and the number of what it is done with. @typedef {[string, number]} Action */

/** Every question about a match and every deed in it, each with the seat in whose name it is put. */
export class MatchApi {
  /** @param {string} match */
  constructor(match) {
    this.base = `/api/matches/${encodeURIComponent(match)}`;
  }

  /** @returns {Promise<TableInfo>} */
  info() {
    return get(this.base);
  }

  /** @returns {Promise<Board[]>} */
  boards() {
    return get(`${this.base}/boards`);
  }

  /** @param {string | null} seat @param {number} [since] @returns {Promise<MatchView>} */
  sight(seat, since = 0) {
    return get(`${this.base}/sight${query({ seat, since })}`);
  }

  /** @param {string | null} seat @returns {Promise<Layer[]>} */
  layers(seat) {
    return get(`${this.base}/layers${query({ seat })}`);
  }

  /** @param {string | null} seat @returns {Promise<Text>} */
  text(seat) {
    return get(`${this.base}/text${query({ seat })}`);
  }

  /** @param {string} seat @param {Action[]} actions @param {number} version @param {string} [until] @returns {Promise<MatchView>} */
  act(seat, actions, version, until = "") {
    return post(`${this.base}/actions`, { seat, actions: moves(actions), version, until });
  }

  /** @param {string} seat @param {number} version @returns {Promise<MatchView>} */
  undo(seat, version) {
    return post(`${this.base}/undo`, { seat, version });
  }

  /** @param {string} seat @param {string} against @param {boolean} out @returns {Promise<MatchView>} */
  vote(seat, against, out) {
    return post(`${this.base}/votes`, { seat, against, out });
  }

  /** @param {string} seat @param {number} version @returns {Promise<MatchView>} */
  resign(seat, version) {
    return post(`${this.base}/resign`, { seat, version });
  }

  /** @param {string} seat @param {Action[]} actions @returns {Promise<Reasons>} */
  why(seat, actions) {
    return post(`${this.base}/why`, { seat, actions: moves(actions) });
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

  /** @param {string} seat @param {string} bot @returns {Promise<TableInfo>} */
  lend(seat, bot) {
    return post(`${this.base}/seats/lend`, { seat, bot });
  }

  /** @param {string} seat @returns {Promise<TableInfo>} */
  takeBack(seat) {
    return post(`${this.base}/seats/take-back`, { seat });
  }

  /** The address of what happens. @param {string | null} seat @param {number} since */
  events(seat, since) {
    return `${this.base}/events${query({ seat, since })}`;
  }
}

/** @param {Action[]} actions */
const moves = (actions) => actions.map(([verb, operand]) => ({ verb, operand }));
