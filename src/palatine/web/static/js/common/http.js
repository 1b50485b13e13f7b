// Requests to the server.

import { say } from "./messages.js";
import { reloadIfOutdated } from "./upgrade.js";

/** @import { ProblemDetails } from "../types/wire.d.ts" */

/** The server's answer to a refused request (RFC 9457). */
export class Problem extends Error {
  /** @param {Partial<ProblemDetails>} body @param {number} status */
  constructor(body, status) {
    super(body.detail || body.title || say("problem.unknown", { status }));
    this.status = status;
    this.clause = body.clause ?? "";
    this.matchView = body.view ?? null;
    this.problems = body.problems ?? [];
    this.draft = body.draft ?? null;
  }
}

/** @param {string} method @param {string} path @param {object} [body] */
async function call(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: body === undefined
        ? { accept: "application/json" }
        : { accept: "application/json", "content-type": "application/json" },
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
  if (answer.status === 404 || answer.status === 405) await reloadIfOutdated();
  if (!answer.ok) throw new Problem(data ?? {}, answer.status);
  return data;
}

/** @param {string} path @returns {Promise<any>} */
export const get = (path) => call("GET", path);
/** @param {string} path @param {object} [body] @returns {Promise<any>} */
export const post = (path, body = {}) => call("POST", path, body);
/** @param {string} path @param {object} body @returns {Promise<any>} */
export const put = (path, body) => call("PUT", path, body);
/** @param {string} path @param {object} body @returns {Promise<any>} */
export const patch = (path, body) => call("PATCH", path, body);
/** @param {string} path @param {object} [body] @returns {Promise<any>} */
export const remove = (path, body) => call("DELETE", path, body);
