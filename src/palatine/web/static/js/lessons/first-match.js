// A first match of a game, begun with one click: against the captain, from the seat that is easiest.

import { get, post } from "../common/http.js";
import { remembered } from "../common/storage.js";

/** @import { GameInfo, MatchCreated } from "../types/wire.d.ts" */

/** Begin it, and go there. @param {string} game */
export async function playFirst(game) {
  const info = /** @type {GameInfo} */ (await get(`/api/games/${encodeURIComponent(game)}`));
  const { scenario, seats = [], seat = "", options = {} } = info.first_match;
  const name = remembered("name") ?? "";
  const players = Object.fromEntries(seats.map((each) => [each, each === seat ? { kind: "person", name } : { kind: "bot", bot: info.bots[0] }]));
  const made = /** @type {MatchCreated} */ (await post("/api/matches", { game, scenario, seats, options, players }));
  const number = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  await post(`/api/matches/${made.match}/seats`, { key: made.keys[seat], name: name || null, number });
  location.href = `/play/${made.match}`;
}
