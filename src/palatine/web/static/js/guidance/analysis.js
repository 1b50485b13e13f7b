// The analysis of a finished match: what its weightiest decisions were worth, one after the other.

import { element } from "../common/dom.js";
import { say } from "../common/messages.js";
import { titleOf } from "../common/seat-names.js";
import { GuidanceApi } from "./api.js";

/** @import { Analysis, KeyDecision, Story } from "../types/wire.d.ts" */

const SHARES = /** @type {const} */ (["choice", "hidden", "dice"]);
/** What chances changed by, in whole per cent. @typedef {Record<typeof SHARES[number], number>} Shares */

/** A chance in whole per cent. @param {number} chance */
const percent = (chance) => Math.round(chance * 100);
/** @param {number} chance */
const ofHundred = (chance) => say("chance.percent", { percent: percent(chance) });

/** What of it was choice, what was hidden, what was dice. @param {Analysis} found @returns {Shares} */
export const sharesOf = (found) => ({
  choice: found.is_mistake ? -percent(found.gain) : 0,
  hidden: percent(found.hidden),
  dice: percent(found.dice),
});

/** What several add up to, by seat. @param {Analysis[]} all @returns {Map<string, Shares>} */
export function totals(all) {
  /** @type {Map<string, Shares>} */
  const found = new Map();
  for (const each of all) {
    const shares = sharesOf(each), before = found.get(each.seat) ?? { choice: 0, hidden: 0, dice: 0 };
    found.set(each.seat, {
      choice: before.choice + shares.choice,
      hidden: before.hidden + shares.hidden,
      dice: before.dice + shares.dice,
    });
  }
  return found;
}

/** The section that asks for it, and fills as it comes. @param {GuidanceApi} api @param {Story} story @param {(at: number) => string} replay */
export function analysis(api, story, replay) {
  const list = element("ol", { class: "story-points" });
  const told = element("p", { role: "status", class: "soft", hidden: true });
  const button = element("button", { type: "button", class: "primary", onclick: () => run() }, say("analysis.begin"));

  async function run() {
    button.hidden = true;
    told.hidden = false;
    told.textContent = say("analysis.looking");
    /** @type {Analysis[]} */
    const all = [];
    try {
      const decisions = await api.decisions();
      for (const [i, decision] of decisions.entries()) {
        told.textContent = say("analysis.at", { n: i + 1, all: decisions.length });
        const found = await api.analysis(decision.before, decision.seat);
        all.push(found);
        list.append(decisionOf(decision, found, story, replay));
      }
      told.textContent = all.length ? say("analysis.done") : say("analysis.none");
      list.after(...sums(all, story));
    } catch (error) {
      told.textContent = /** @type {Error} */ (error).message;
      button.hidden = false;
      list.replaceChildren();
    }
  }

  return element(
    "section",
    { class: "card stackv", id: "story-analysis" },
    element("h2", {}, say("analysis.title")),
    element("p", { class: "soft" }, say("analysis.note")),
    element("div", { class: "row" }, button),
    told,
    list,
  );
}

/** @param {KeyDecision} decision @param {Analysis} found @param {Story} story @param {(at: number) => string} replay */
function decisionOf(decision, found, story, replay) {
  const better = found.better ?? [], who = titleOf(story.names, found.seat);
  const before = found.expected + (found.is_mistake ? found.gain : 0); // of the same estimate as what follows: the parts are what leads from it to the end
  return element(
    "li",
    {},
    element(
      "h3",
      {},
      decision.turn ? say("analysis.turn", { n: decision.turn, who }) : who,
      " ",
      element(
        "span",
        { class: "change" },
        say("analysis.change", { before: ofHundred(before), after: ofHundred(found.after) }),
      ),
    ),
    element(
      "p",
      {},
      found.is_mistake
        ? say("analysis.better", { best: ofHundred(found.expected + found.gain), worth: ofHundred(found.expected) })
        : say("analysis.well", { worth: ofHundred(found.expected) }),
    ),
    bars(sharesOf(found)),
    better.length
      ? element(
        "details",
        { class: "story-better" },
        element("summary", {}, say("analysis.instead")),
        element("ol", {}, ...better.map((/** @type {string} */ step) => element("li", {}, step))),
      )
      : null,
    element("p", { class: "row" }, element("a", { class: "button", href: replay(decision.before) }, say("story.see"))),
  );
}

/** Each share as a figure and a bar. @param {Shares} shares */
const bars = (shares) =>
  element(
    "dl",
    { class: "shares" },
    ...SHARES.flatMap((key) => [
      element("dt", {}, say(`analysis.${key}`)),
      element(
        "dd",
        { class: shares[key] > 0 ? "up" : shares[key] < 0 ? "down" : "" },
        element("span", {
          class: "share-bar",
          "aria-hidden": "true",
          style: `--size: ${Math.min(100, Math.abs(shares[key]))}`,
        }),
        signed(shares[key]),
      ),
    ]),
  );

/** @param {number} n */
const signed = (n) => say("analysis.points", { n: n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0" });

/** What they add up to. @param {Analysis[]} all @param {Story} story */
const sums = (all, story) =>
  [...totals(all)].map(([seat, shares]) =>
    element(
      "p",
      { class: "lead" },
      say("analysis.sum", {
        who: titleOf(story.names, seat),
        choice: signed(shares.choice),
        hidden: signed(shares.hidden),
        dice: signed(shares.dice),
      }),
    )
  );
