// The analysis of a finished match: the value of its most important decisions in order.

import { element } from "../common/dom.js";
import { say, turnTitle } from "../common/messages.js";
import { GuidanceApi } from "./api.js";
import { headline, seatAndPlayer } from "./match-result.js";

/** @import { Analysis, KeyDecision, MatchInfo, RecapItem, Story } from "../types/wire.d.ts" */

const SHARES = /** @type {const} */ (["choice", "hidden", "dice"]);
/** Changes of chances in whole per cent. @typedef {Record<typeof SHARES[number], number>} Shares */

/** A chance in whole per cent. @param {number} chance */
const percent = (chance) => Math.round(chance * 100);
/** @param {number} chance */
const ofHundred = (chance) => say("chance.percent", { percent: percent(chance) });

/** The shares of choice, hidden information and dice. @param {Analysis} found @returns {Shares} */
export const sharesOf = (found) => ({
  choice: found.is_mistake ? -percent(found.gain) : 0,
  hidden: percent(found.hidden),
  dice: percent(found.dice),
});

/** The sums by seat. @param {Analysis[]} all @returns {Map<string, Shares>} */
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

/** @typedef {{replay: (at: number) => string, picture: (at: number, items: RecapItem[], label: string) => HTMLElement | null}} Shows how a position is shown: the address of its replay, and a part of its board */

/** The section with the button for the analysis; it fills as results arrive. @param {GuidanceApi} api @param {Story} story @param {MatchInfo} info @param {Shows} shows */
export function analysis(api, story, info, shows) {
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
        list.append(decisionOf(decision, found, seatAndPlayer(story, info, found.seat), shows));
      }
      told.textContent = all.length ? say("analysis.done") : say("analysis.none");
      list.after(...sums(all, (seat) => seatAndPlayer(story, info, seat)));
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

/** A sentence without its full stop, to go on after it. @param {RecapItem | undefined} item */
const clauseOf = (item) => item ? headline(item).replace(/\.$/, "") : "";

/** The title of a decision with its value: the action taken, or the one not taken. @param {Analysis} found */
function verdictOn(found) {
  const worth = ofHundred(found.expected), decided = clauseOf(found.decided?.[0]);
  if (!found.is_mistake) return say(decided ? "analysis.well" : "analysis.well-unnamed", { decided, worth });
  const best = ofHundred(found.expected + found.gain), better = clauseOf(found.plan?.[0]);
  if (decided) return say("analysis.better", { decided, worth, best });
  return say(better ? "analysis.undone" : "analysis.better-unnamed", { better, worth, best });
}

/** @param {KeyDecision} decision @param {Analysis} found @param {string} who @param {Shows} shows */
function decisionOf(decision, found, who, { replay, picture }) {
  const plan = found.plan ?? [], decided = found.decided ?? [];
  const before = found.expected + (found.is_mistake ? found.gain : 0); // from the same estimate as the next value: the parts are the differences up to the end
  const shown = found.is_mistake ? plan : decided;
  const drawn = [...shown.slice(0, 1), ...shown.slice(1).filter((item) => item.routes?.length)];
  const label = say(found.is_mistake ? "analysis.plan" : "analysis.decided-plan", { who });
  const figure = picture(decision.before, drawn, label);
  figure?.append(element("figcaption", {}, label));
  return element(
    "li",
    {},
    figure,
    element(
      "div",
      { class: "point-text" },
      element(
        "h3",
        {},
        decision.turn ? say("analysis.turn", { turn: turnTitle(decision.turn), who }) : who,
        " ",
        element(
          "span",
          { class: "change" },
          say("analysis.change", { before: ofHundred(before), after: ofHundred(found.after) }),
        ),
      ),
      element("p", { class: "decision-verdict" }, verdictOn(found)),
      plan.length
        ? element(
          "p",
          { class: "decision-better" },
          element("strong", {}, say("analysis.instead")),
          " ",
          headline(plan[0]),
        )
        : null,
      bars(sharesOf(found)),
      rest("analysis.rest", plan),
      rest("analysis.rest-decided", decided),
      element(
        "p",
        { class: "row" },
        element("a", { class: "button", href: replay(decision.before) }, say("story.see")),
      ),
    ),
  );
}

/** The decisions after the first ones, to unfold. @param {string} key @param {RecapItem[]} items */
const rest = (key, items) =>
  items.length > 1
    ? element(
      "details",
      { class: "story-better" },
      element("summary", {}, say(key, { n: items.length - 1 })),
      element("ol", { start: 2 }, ...items.slice(1).map((item) => element("li", {}, headline(item)))),
    )
    : null;

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

/** The sums of all decisions. @param {Analysis[]} all @param {(seat: string) => string} nameOf */
const sums = (all, nameOf) =>
  [...totals(all)].map(([seat, shares]) =>
    element(
      "p",
      { class: "lead" },
      say("analysis.sum", {
        who: nameOf(seat),
        choice: signed(shares.choice),
        hidden: signed(shares.hidden),
        dice: signed(shares.dice),
      }),
    )
  );
