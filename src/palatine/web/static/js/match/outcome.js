// How a match ended, and what may be done then.

import { clause } from "../common/clauses.js";
import { element } from "../common/dom.js";
import { listed, say } from "../common/messages.js";

/** @import { View } from "../types/wire.d.ts" */

/** Who won, and by what. @param {NonNullable<View["outcome"]>} outcome @param {string} game @returns {(Node | string)[]} */
export function verdict({ winners, margin, clause: id }, game) {
  const line = winners.length === 1 ? say("over.won", { seat: winners[0] }) : winners.length ? say("over.shared", { seats: listed(winners) }) : say("over.nobody");
  return [element("strong", { class: "verdict" }, line), " ", margin ? `${margin.charAt(0).toUpperCase()}${margin.slice(1).replace(/\.$/, "")}.` : "", " ", id ? clause(game, id) : ""];
}

/** Where to go from there. @param {string} match @param {string} game */
export function afterwards(match, game) {
  const link = (/** @type {string} */ href, /** @type {string} */ key, main = false) => element("a", { class: main ? "button primary" : "button", href }, say(key));
  return element("span", { class: "row" }, link(`/story/${match}`, "over.story", true), link(`/replay/${match}?at=0`, "over.replay"), link(`/verify/${match}`, "menu.verify"), link(`/new/${game}`, "over.again"));
}
