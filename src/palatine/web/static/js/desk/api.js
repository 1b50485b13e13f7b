// What a desk of secret orders says to the referee.

import { get, post, put } from "../common/http.js";

/** @param {any} api what concerns the match */
export function deskApi(api) {
  const { base, query } = api;
  return {
    draft: (/** @type {string} */ seat) => get(`${base}/draft${query({ seat })}`),
    save: (/** @type {string} */ seat, /** @type {number} */ turn, /** @type {string} */ text) => put(`${base}/draft`, { seat, turn, text }),
    check: (/** @type {string} */ seat, /** @type {string} */ text) => post(`${base}/check`, { seat, text }),
    characters: (/** @type {string} */ seat) => get(`${base}/characters${query({ seat })}`),
    suggestions: (/** @type {string} */ seat, /** @type {string | null} */ character) => get(`${base}/suggestions${query({ seat, character })}`),
    handIn: (/** @type {string} */ seat, /** @type {number} */ turn, /** @type {string} */ text) => put(`${base}/orders`, { seat, turn, text }),
    runTurn: (/** @type {string} */ seat) => post(`${base}/run-turn`, { seat }),
    report: (/** @type {string | null} */ seat, /** @type {number | null} */ turn) => get(`${base}/report${query({ seat, turn })}`),
    letters: (/** @type {string} */ seat) => get(`${base}/letters${query({ seat })}`),
    write: (/** @type {string} */ seat, /** @type {string[]} */ to, /** @type {string} */ text) => post(`${base}/letters`, { seat, to, text }),
    vote: (/** @type {string} */ seat, /** @type {string} */ against, /** @type {boolean} */ out) => post(`${base}/votes`, { seat, against, out }),
  };
}

/** The report as a page of its own, or as plain text. @param {any} api @param {string} match @param {string | null} seat @param {number | null} turn */
export const reportLinks = (api, match, seat, turn) => ({
  page: `/report/${encodeURIComponent(match)}${api.query({ turn, seat })}`,
  text: `${api.base}/report.txt${api.query({ turn, seat })}`,
});

/** Something done when nobody has asked for it for a while. @param {() => void} action @param {number} wait milliseconds */
export function debounced(action, wait) {
  /** @type {any} */
  let timer = 0;
  const later = () => { clearTimeout(timer); timer = setTimeout(() => { timer = 0; action(); }, wait); };
  later.now = () => { if (timer) { clearTimeout(timer); timer = 0; action(); } };
  later.waits = () => Boolean(timer);
  later.forget = () => { clearTimeout(timer); timer = 0; };
  return later;
}
