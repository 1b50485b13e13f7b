// A first match with one click: against the captain, in the easiest seat.

import { enterMatch, randomNumber } from "../common/enter-match.js";
import { get, post } from "../common/http.js";
import { browserStorage } from "../common/storage.js";

/** @import { GameInfo, MatchCreated } from "../types/wire.d.ts" */

/** Begin it, and go there. @param {string} game */
export async function startFirstMatch(game) {
  const info = /** @type {GameInfo} */ (await get(`/api/games/${encodeURIComponent(game)}`));
  const { scenario, seats = [], seat = "", options = {} } = info.first_match;
  const name = browserStorage("name") ?? "";
  const number = randomNumber();
  const players = Object.fromEntries(
    seats.map((
      each,
    ) => [each, each === seat ? { kind: "person", name, me: true, number } : { kind: "bot", bot: info.bots[0] }]),
  );
  const made = /** @type {MatchCreated} */ (await post("/api/matches", { game, scenario, seats, options, players }));
  await enterMatch(made, [seat], name, number);
}
