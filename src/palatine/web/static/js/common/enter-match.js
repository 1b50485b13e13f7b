// From a match that has just been made to its board: where people are known one sits already; else one takes the
// seats by their keys, and keeps those of the others to be sent to them.

import { post } from "./http.js";
import { browserStorage } from "./storage.js";

/** @import { MatchCreated } from "../types/wire.d.ts" */

/** @param {MatchCreated} made @param {string[]} own @param {string} name @param {string} number for the first of them */
export async function enterMatch({ match, keys }, own, name, number) {
  for (const seat of own) {
    if (keys[seat]) {
      await post(`/api/matches/${match}/seats`, {
        key: keys[seat],
        name: name || null,
        number: seat === own[0] ? number : "",
      });
    }
  }
  const others = Object.fromEntries(Object.entries(keys).filter(([seat]) => !own.includes(seat)));
  if (Object.keys(others).length) browserStorage(`invite.${match}`, JSON.stringify(others));
  if (name) browserStorage("name", name);
  location.href = own.length ? `/play/${match}` : `/watch/${match}`;
}

/** A random number for the dice, known only to this browser. */
export const randomNumber = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
