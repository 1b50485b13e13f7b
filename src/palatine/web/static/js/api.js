// Talking to the referee.

import { say } from "./words.js";

/** What the referee answers when something cannot be done (RFC 9457). */
export class Problem extends Error {
  /** @param {any} body @param {number} status */
  constructor(body, status) {
    super(body.detail || body.title || say("problem.unknown", { status }));
    this.status = status;
    this.clause = body.clause ?? "";
    this.sight = body.sight ?? null;
    this.problems = body.problems ?? [];
  }
}

/** @param {string} method @param {string} path @param {any} [body] */
async function call(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? { accept: "application/json" } : { accept: "application/json", "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Problem({ detail: say("problem.unreachable") }, 0);
  }
  const text = await answer.text();
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = { detail: say("problem.unknown", { status: answer.status }) };
  }
  if (!answer.ok) throw new Problem(data ?? {}, answer.status);
  return data;
}

/** @param {string} path */
export const get = (path) => call("GET", path);
/** @param {string} path @param {any} [body] */
export const post = (path, body = {}) => call("POST", path, body);
/** @param {string} path @param {any} body */
export const put = (path, body) => call("PUT", path, body);

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
