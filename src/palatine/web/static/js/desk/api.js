// Requests of the desk for secret orders.

import { get, post, put } from "../common/http.js";
import { query } from "../common/query.js";

/** @import { SheetCheck, LetterInfo, Report, MatchView, Suggestion, SheetDraft, MatchInfo } from "../types/wire.d.ts" */

export class DeskApi {
  /** @param {string} base where the API has the match */
  constructor(base) {
    this.base = base;
  }

  /** @param {string} seat @param {number} [turn] a later turn, for orders in advance @returns {Promise<SheetDraft>} */
  draft(seat, turn) {
    return get(`${this.base}/draft${query({ seat, turn })}`);
  }

  /** @param {string} seat @param {number} turn @param {string} text @param {string | undefined} based_on the version it was written from @returns {Promise<SheetDraft>} */
  save(seat, turn, text, based_on) {
    return put(`${this.base}/draft`, { seat, turn, text, based_on });
  }

  /** @param {string} seat @param {string} text @returns {Promise<SheetCheck>} */
  check(seat, text) {
    return post(`${this.base}/check`, { seat, text });
  }

  /** @param {string} seat @returns {Promise<string[]>} */
  characters(seat) {
    return get(`${this.base}/characters${query({ seat })}`);
  }

  /** @param {string} seat @param {string | null} character @returns {Promise<Suggestion[]>} */
  suggestions(seat, character) {
    return get(`${this.base}/suggestions${query({ seat, character })}`);
  }

  /** @param {string} seat @param {number} turn @param {string} text @param {string | undefined} based_on the version it was written from @returns {Promise<MatchView>} */
  handIn(seat, turn, text, based_on) {
    return put(`${this.base}/orders`, { seat, turn, text, based_on });
  }

  /** @param {string} seat @returns {Promise<MatchView>} */
  runTurn(seat) {
    return post(`${this.base}/run-turn`, { seat });
  }

  /** @param {string | null} seat @param {number | null} turn @returns {Promise<Report>} */
  report(seat, turn) {
    return get(`${this.base}/report${query({ seat, turn })}`);
  }

  /** The address of a report as plain text. @param {string | null} seat @param {number | null} turn */
  reportText(seat, turn) {
    return `${this.base}/report.txt${query({ turn, seat })}`;
  }

  /** @param {string} seat @returns {Promise<LetterInfo[]>} */
  letters(seat) {
    return get(`${this.base}/letters${query({ seat })}`);
  }

  /** @param {string} seat @param {string[]} to @param {string} text @returns {Promise<LetterInfo>} */
  write(seat, to, text) {
    return post(`${this.base}/letters`, { seat, to, text });
  }

  /** @param {string} seat @param {string} against @param {boolean} out @returns {Promise<MatchView>} */
  vote(seat, against, out) {
    return post(`${this.base}/votes`, { seat, against, out });
  }

  /** @param {string} seat @param {boolean} ready @returns {Promise<MatchInfo>} */
  ready(seat, ready) {
    return put(`${this.base}/ready`, { seat, ready });
  }
}
