// The result of a match, and what players can do next.

import { clauseLink } from "../common/clauses.js";
import { element } from "../common/dom.js";
import { listed, say } from "../common/messages.js";
import { nameOf, titleOf } from "../common/seat-names.js";

/** @import { View } from "../types/wire.d.ts" */

/** The winners and the victory condition. @param {NonNullable<View["outcome"]>} outcome @param {string} game @param {View["names"]} [names] @returns {(Node | string)[]} */
export function outcomeText({ winners, margin, clause: id }, game, names) {
  const line = winnersText(winners, names);
  return [
    element("strong", { class: "verdict" }, line),
    " ",
    margin ? `${margin.charAt(0).toUpperCase()}${margin.slice(1).replace(/\.$/, "")}.` : "",
    " ",
    id ? clauseLink(game, id) : "",
  ];
}

/** @param {string[]} winners @param {View["names"]} names */
export function winnersText(winners, names) {
  if (winners.length === 1) return say("over.won", { seat: titleOf(names, winners[0]) });
  return winners.length
    ? say("over.shared", { seats: listed(winners.map((seat) => nameOf(names, seat))) })
    : say("over.nobody");
}

/** Links to what players can do next. @param {string} match @param {string} game */
export function nextSteps(match, game) {
  const link = (/** @type {string} */ href, /** @type {string} */ key, main = false) =>
    element("a", { class: main ? "button primary" : "button quiet", href }, say(key));
  return element(
    "span",
    { class: "row" },
    link(`/story/${match}`, "over.story", true),
    link(`/replay/${match}?at=0`, "over.replay"),
    link(`/verify/${match}`, "menu.verify"),
    link(`/new/${game}`, "over.again"),
  );
}
