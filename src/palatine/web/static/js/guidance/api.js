// Requests for previews, recaps, advice and analyses.

import { get, post } from "../common/http.js";
import { requestBody } from "../common/actions.js";
import { query } from "../common/query.js";

/** @import { ActionsOrPlan } from "../common/actions.js" */
/** @import { Advice, Analysis, Board, Changes, Expected, Chapter, Preview, KeyDecision, Recap, SentView, SheetPreview, ClientView, Story } from "../types/wire.d.ts" */

export class GuidanceApi {
  /** @param {string} base where the API has the match */
  constructor(base) {
    this.base = base;
  }

  /** @param {string} seat @param {ActionsOrPlan} chosen @param {number} version @returns {Promise<Preview>} */
  preview(seat, chosen, version) {
    return post(`${this.base}/preview`, { seat, version, ...requestBody(chosen) });
  }

  /** @param {string} seat @param {string} text @returns {Promise<SheetPreview>} */
  previewSheet(seat, text) {
    return post(`${this.base}/preview-sheet`, { seat, text });
  }

  /** @param {string | null} seat @param {number} [since] @returns {Promise<Recap>} */
  recap(seat, since) {
    return get(`${this.base}/recap${query({ seat, since })}`);
  }

  /** @param {string | null} seat @returns {Promise<Chapter[]>} */
  chapters(seat) {
    return get(`${this.base}/chapters${query({ seat })}`);
  }

  /** @param {string | null} seat @param {number} after @param {number} upto @returns {Promise<Recap>} */
  recapBetween(seat, after, upto) {
    return get(`${this.base}/recap-between${query({ seat, after, upto })}`);
  }

  /** @param {string} seat @returns {Promise<Advice>} */
  advise(seat) {
    return post(`${this.base}/advice`, { seat });
  }

  /** @param {string} seat @param {number} version @returns {Promise<ClientView | Changes>} */
  setUp(seat, version) {
    return post(`${this.base}/set-up?changes=true`, { seat, version });
  }

  /** @returns {Promise<KeyDecision[]>} */
  decisions() {
    return get(`${this.base}/decisions`);
  }

  /** @returns {Promise<Expected[]>} */
  expectations() {
    return get(`${this.base}/expectations`);
  }

  /** @param {number} before @param {string} seat @returns {Promise<Analysis>} */
  analysis(before, seat) {
    return get(`${this.base}/analysis${query({ before, seat })}`);
  }

  /** A part of a board after some actions. @param {number} at @param {number[]} spaces @param {string} board @returns {Promise<{board: Board, view: SentView}>} */
  picture(at, spaces, board) {
    const asked = new URLSearchParams([
      ["at", String(at)],
      ["board", board],
      ...spaces.map((n) => ["spaces", String(n)]),
    ]);
    return get(`${this.base}/picture?${asked}`);
  }

  /** @param {string | null} seat @returns {Promise<Story>} */
  story(seat) {
    return get(`${this.base}/story${query({ seat })}`);
  }
}
