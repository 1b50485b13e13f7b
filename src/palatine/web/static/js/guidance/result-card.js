// The result of a battle, a siege or a duel: dice, modifiers, losses.

import { clauseLink } from "../common/clauses.js";
import { element } from "../common/dom.js";
import { say } from "../common/messages.js";

/** @import { Card, CardSide } from "../types/wire.d.ts" */

/** @param {Card} card @param {string} game */
export function resultCard(card, game) {
  return element(
    "article",
    { class: "result-card" },
    element("p", { class: "card-title" }, card.title, " ", card.clause ? clauseLink(game, card.clause) : null),
    card.result && card.result !== card.title ? element("p", { class: "result" }, card.result) : null,
    (card.sides ?? []).length
      ? element("div", { class: "sides" }, ...(card.sides ?? []).map((side) => sideOf(side, game)))
      : null,
  );
}

/** @param {CardSide} side @param {string} game */
function sideOf(side, game) {
  return element(
    "section",
    { class: "side" },
    element(
      "p",
      { class: "card-side" },
      side.name,
      side.strength ? element("span", { class: "strength" }, " ", side.strength) : null,
    ),
    (side.dice ?? []).length
      ? element("p", {
        class: "dice",
        role: "img",
        "aria-label": say("card.dice", { dice: (side.dice ?? []).join(", ") }),
      }, ...(side.dice ?? []).map((value) => element("span", { class: "die", "aria-hidden": "true" }, String(value))))
      : null,
    (side.parts ?? []).length
      ? element(
        "ul",
        { class: "parts" },
        ...(side.parts ?? []).map(([amount, reason, id]) =>
          element("li", {}, element("b", {}, amount), " ", reason, " ", id ? clauseLink(game, id) : null)
        ),
      )
      : null,
    side.losses
      ? element(
        "p",
        { class: "losses" },
        isLabelled(side.losses) ? null : element("b", {}, say("card.losses"), " "),
        side.losses,
      )
      : null,
  );
}

/** Return whether the game's text already says that these are losses ("Lost: ..."). @param {string} text */
const isLabelled = (text) => /^\p{L}+:/u.test(text);
