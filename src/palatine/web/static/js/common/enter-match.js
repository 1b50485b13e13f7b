// Opening a new match: with accounts the player has a seat already; otherwise the page takes the player's seats by
// their keys and stores the other keys, to be sent to the other players.

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
