// What concerns one match, asked of the referee.

import { get, post } from "../common/http.js";

/** @param {[string, number][]} actions */
const moves = (actions) => actions.map(([verb, operand]) => ({ verb, operand }));

/** What concerns one match. @param {string} match */
export function matchApi(match) {
  const base = `/api/matches/${encodeURIComponent(match)}`;
  const query = (/** @type {Record<string, any>} */ data) => {
    const pairs = Object.entries(data).filter(([, value]) => value !== null && value !== undefined);
    return pairs.length ? "?" + new URLSearchParams(pairs.map(([k, v]) => [k, String(v)])) : "";
  };
  return {
    base,
    query,
    info: () => get(base),
    boards: () => get(`${base}/boards`),
    sight: (/** @type {string | null} */ seat, since = 0) => get(`${base}/sight${query({ seat, since })}`),
    layers: (/** @type {string | null} */ seat) => get(`${base}/layers${query({ seat })}`),
    text: (/** @type {string | null} */ seat) => get(`${base}/text${query({ seat })}`),
    act: (/** @type {string} */ seat, /** @type {[string, number][]} */ actions, /** @type {number} */ version, until = "") => post(`${base}/actions`, { seat, actions: moves(actions), version, until }),
    undo: (/** @type {string} */ seat, /** @type {number} */ version) => post(`${base}/undo`, { seat, version }),
    resign: (/** @type {string} */ seat, /** @type {number} */ version) => post(`${base}/resign`, { seat, version }),
    why: (/** @type {string} */ seat, /** @type {[string, number][]} */ actions) => post(`${base}/why`, { seat, actions: moves(actions) }),
    replay: (/** @type {string | null} */ seat, /** @type {number} */ at) => get(`${base}/replay${query({ seat, at })}`),
    branch: (/** @type {any} */ body) => post(`${base}/branch`, body),
    sit: (/** @type {any} */ body) => post(`${base}/seats`, body),
    lend: (/** @type {string} */ seat, /** @type {string} */ bot) => post(`${base}/seats/lend`, { seat, bot }),
    takeBack: (/** @type {string} */ seat) => post(`${base}/seats/take-back`, { seat }),
    events: (/** @type {string | null} */ seat, /** @type {number} */ since) => `${base}/events${query({ seat, since })}`,
  };
}
