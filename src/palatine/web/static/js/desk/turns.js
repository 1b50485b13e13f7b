// Running a turn, declaring readiness, and voting on absent players.

import { listed, say } from "../common/messages.js";
import { awaitedBy, nameOf } from "../common/seat-names.js";

/** @import { Host } from "./host.d.ts" */
/** @import { DeskApi } from "./api.js" */

/** @param {Host} match @param {DeskApi} api @param {string} seat */
export async function runTurn(match, api, seat) {
  const missing = awaitedBy(match.state.info.asked, seat).map((
    each,
  ) => (each === seat ? say("desk.you") : nameOf(match.state.titles, each)));
  if (missing.length && !confirm(say("desk.run-sure", { seats: listed(missing) }))) return;
  await match.state.attempt(async () => match.state.take(await api.runTurn(seat)));
}

/** @param {Host} match @param {DeskApi} api @param {string} seat @param {string} against @param {boolean} out */
export async function vote(match, api, seat, against, out) {
  await match.state.attempt(async () => {
    match.state.take(await api.vote(seat, against, out));
    await match.state.refresh();
  });
}

/** @param {Host} match @param {DeskApi} api @param {string} seat @param {boolean} ready */
export async function setReady(match, api, seat, ready) {
  await match.state.attempt(async () => {
    await api.ready(seat, ready);
    await match.state.refresh();
  });
}
