// The expectations that searching bots recorded with their plans in a finished match.

import { element } from "../common/dom.js";
import { say, turnTitle } from "../common/messages.js";
import { titleOf } from "../common/seat-names.js";

/** @import { Expected, Story } from "../types/wire.d.ts" */

/** @param {number} chance */
const percent = (chance) => say("chance.percent", { percent: Math.round(chance * 100) });

/** How a plan compared with the captain's. @param {Expected} each */
export function preference({ gain = 0 }) {
  const points = Math.round(gain * 100);
  return gain <= 0 ? say("expected.own") : points ? say("expected.gain", { n: points }) : say("expected.little");
}

/** The section with the plans of each seat; null without expectations. @param {Expected[]} all @param {Story} story @param {(at: number) => string} replay @param {boolean} bySheets whether it is a game of secret orders */
export function expectations(all, story, replay, bySheets) {
  if (!all.length) return null;
  const seats = [...new Set(all.map((each) => each.seat))];
  return element(
    "section",
    { class: "card stackv", id: "story-expected" },
    element("h2", {}, say("expected.title")),
    element("p", { class: "soft" }, say("expected.note")),
    ...seats.flatMap((seat) => [
      element("h3", {}, titleOf(story.names, seat)),
      element("div", {}, ...all.filter((each) => each.seat === seat).map((each) => planOf(each, replay, bySheets))),
    ]),
  );
}

/** @param {Expected} each @param {(at: number) => string} replay @param {boolean} bySheets */
function planOf(each, replay, bySheets) {
  const line = each.line ?? [];
  return element(
    "details",
    { class: "story-expected" },
    element(
      "summary",
      {},
      each.turn
        ? say("expected.turn", { turn: turnTitle(each.turn), chance: percent(each.chance) })
        : say("expected.chance", { chance: percent(each.chance) }),
      " ",
      element("span", { class: "soft" }, preference(each)),
    ),
    line.length
      ? element("ol", {}, ...line.map((/** @type {string} */ text) => element("li", {}, text)))
      : element("p", {}, say(bySheets ? "expected.sheet" : "expected.nothing")),
    element("p", { class: "row" }, element("a", { class: "button", href: replay(each.at) }, say("story.see"))),
  );
}
