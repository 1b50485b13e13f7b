// What will come of an action, as a list: what cannot be taken back, warnings, notes, odds, what is left undone.

import { clause } from "../common/clauses.js";
import { element } from "../common/dom.js";
import { say } from "../common/messages.js";
import { chanceText, meanLosses, percentOf, short } from "./chances.js";
import { icon } from "./icons.js";

/** @import { Consequence, Preview, Odds, UnusedOption } from "../types/wire.d.ts" */

/** Whether there is anything to tell. @param {Preview | null | undefined} foresight */
export const tells = (foresight) =>
  Boolean(
    foresight && (foresight.final || foresight.lines?.length || foresight.odds?.length || foresight.undone?.length),
  );

/** What is warned of: each with what it is known by, so that it need not be asked again. @param {Preview | null | undefined} foresight @returns {string[]} */
export function warnings(foresight) {
  const lines = (foresight?.lines ?? []).filter((line) => line.weight === "warning").map((line) =>
    line.event || line.clause || line.text
  );
  const undone = (foresight?.undone ?? []).filter((each) => each.weight === "warning").map((each) =>
    `undone ${each.clause || each.text}`
  );
  return [...new Set([...lines, ...undone])];
}

/**
 * @param {Preview} foresight @param {string} game
 * @param {{goTo?: (undone: UnusedOption) => void, line?: (number: number) => void, you?: string | null}} [doing] where what is left undone leads, and what is said of a line of a sheet; the seat of who reads it
 * @returns {Node[]}
 */
export function foresightParts(foresight, game, doing = {}) {
  return [
    ...(foresight.lines ?? []).map((line) => lineOf(line, game, doing.line)),
    ...(foresight.odds ?? []).map((odds) => oddsOf(odds, game, doing.you)),
    ...((foresight.undone ?? []).length ? [undoneList(foresight.undone ?? [], game, doing.goTo)] : []),
    ...(foresight.final
      ? [element("p", { class: "foreseen final" }, icon("final"), element("span", {}, say("foresight.final")))]
      : []),
  ];
}

/** @param {Consequence} line @param {string} game @param {((number: number) => void) | undefined} goTo */
function lineOf(line, game, goTo) {
  const chance = line.event && line.chance !== undefined && line.chance < 1 && !line.text.includes("%")
    ? element("b", { class: "chance" }, " ", chanceText(line.chance, line.of))
    : null;
  const where = line.line
    ? goTo
      ? element(
        "button",
        { type: "button", class: "finding-line", onclick: () => goTo(line.line ?? 0) },
        say("desk.line", { n: line.line }),
      )
      : element("b", {}, say("desk.line", { n: line.line }))
    : null;
  return element(
    "p",
    { class: `foreseen ${line.weight}` },
    icon(line.weight, line.weight === "warning" ? say("foresight.warning") : ""),
    element(
      "span",
      {},
      where,
      where ? " " : null,
      line.text,
      chance,
      " ",
      line.clause ? clause(game, line.clause) : null,
    ),
  );
}

/** @param {Odds} odds @param {string} game @param {string | null | undefined} you the seat of who reads it */
function oddsOf(odds, game, you) {
  const losses = meanLosses(odds.results).filter(([, lost]) => lost >= 0.05).map(([seat, lost]) =>
    say("odds.loses", { seat: seat === you ? say("odds.you") : seat, n: short(lost) })
  );
  const parts = (odds.parts ?? []).map(([amount, reason, id]) =>
    element("li", {}, element("b", {}, amount), " ", reason, " ", id ? clause(game, id) : null)
  );
  return element(
    "figure",
    { class: "odds" },
    element("figcaption", {}, odds.title, " ", odds.clause ? clause(game, odds.clause) : null),
    element(
      "ul",
      { class: "bars" },
      ...odds.results.filter((each) => each.chance > 0).map((each) => bar(each.text, each.chance, each.of)),
    ),
    losses.length ? element("p", { class: "odds-mean" }, say("odds.mean", { losses: losses.join(", ") })) : null,
    parts.length ? element("ul", { class: "odds-parts" }, ...parts) : null,
  );
}

/** @param {string} text @param {number} chance @param {number | null} [of] */
function bar(text, chance, of) {
  const filled = element("span", { class: "bar-filled" });
  filled.style.width = `${percentOf(chance)}%`;
  const told = chanceText(chance, of);
  return element(
    "li",
    {},
    element("span", { class: "bar-text" }, text),
    text.includes(told) ? null : element("span", { class: "bar-chance" }, told),
    element("span", { class: "bar", "aria-hidden": "true" }, filled),
  );
}

/** @param {UnusedOption[]} undone @param {string} game @param {((undone: UnusedOption) => void) | undefined} goTo */
export function undoneList(undone, game, goTo) {
  return element(
    "div",
    { class: "undone" },
    element("p", { class: "list-title" }, say("foresight.undone")),
    element(
      "ul",
      {},
      ...undone.map((each) =>
        element(
          "li",
          { class: each.weight ?? "note" },
          each.weight === "warning" ? icon("warning", say("foresight.warning")) : null,
          goTo && (each.spaces?.length || each.action)
            ? element("button", {
              type: "button",
              class: "undone-go",
              onclick: () => goTo(each),
            }, each.text)
            : element("span", {}, each.text),
          " ",
          each.clause ? clause(game, each.clause) : null,
        )
      ),
    ),
  );
}
