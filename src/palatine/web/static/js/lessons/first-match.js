// A first match with one click: against the captain, in the easiest seat.

import { enterMatch, freshNumber } from "../common/enter-match.js";
import { get, post } from "../common/http.js";
import { remembered } from "../common/storage.js";

/** @import { GameInfo, MatchCreated } from "../types/wire.d.ts" */

/** Begin it, and go there. @param {string} game */
export async function playFirst(game) {
  const info = /** @type {GameInfo} */ (await get(`/api/games/${encodeURIComponent(game)}`));
  const { scenario, seats = [], seat = "", options = {} } = info.first_match;
  const name = remembered("name") ?? "";
  const number = freshNumber();
  const players = Object.fromEntries(
    seats.map((
      each,
    ) => [each, each === seat ? { kind: "person", name, me: true, number } : { kind: "bot", bot: info.bots[0] }]),
  );
  const made = /** @type {MatchCreated} */ (await post("/api/matches", { game, scenario, seats, options, players }));
  await enterMatch(made, [seat], name, number);
}
