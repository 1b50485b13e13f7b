// The preview of an action as a list: no undo, warnings, notes, odds, unused options.

import { clauseLink } from "../common/clauses.js";
import { element } from "../common/dom.js";
import { say } from "../common/messages.js";
import { chanceText, meanLosses, percentOf, roundedText } from "./chances.js";
import { icon } from "../common/icons.js";

/** @import { Consequence, Preview, Odds, UnusedOption } from "../types/wire.d.ts" */

/** Return whether the preview has anything to show. @param {Preview | null | undefined} preview */
export const hasContent = (preview) =>
  Boolean(
    preview &&
      (preview.is_irrevocable || preview.lines?.length || preview.odds?.length || preview.unused_options?.length),
  );

/** The warnings of a preview, each with a key, so that it is confirmed only once. @param {Preview | null | undefined} preview @returns {string[]} */
export function warnings(preview) {
  const lines = (preview?.lines ?? []).filter((line) => line.weight === "warning").map((line) =>
    line.event || line.clause || line.text
  );
  const unused = (preview?.unused_options ?? []).filter((each) => each.weight === "warning").map((each) =>
    `unused ${each.clause || each.text}`
  );
  return [...new Set([...lines, ...unused])];
}

/**
 * @param {Preview} preview @param {string} game
 * @param {{goTo?: (unused: UnusedOption) => void, line?: (number: number) => void, you?: string | null}} [doing] where an unused option leads, and what is said of a line of a sheet; the seat of who reads it
 * @returns {Node[]}
 */
export function previewParts(preview, game, doing = {}) {
  return [
    ...(preview.lines ?? []).map((line) => lineOf(line, game, doing.line)),
    ...(preview.odds ?? []).map((odds) => oddsOf(odds, game, doing.you)),
    ...((preview.unused_options ?? []).length ? [unusedList(preview.unused_options ?? [], game, doing.goTo)] : []),
    ...(preview.is_irrevocable
      ? [
        element(
          "p",
          { class: "preview-line irrevocable" },
          icon("irrevocable"),
          element("span", {}, say("preview.irrevocable")),
        ),
      ]
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
    { class: `preview-line ${line.weight}` },
    icon(line.weight, line.weight === "warning" ? say("preview.warning") : ""),
    element(
      "span",
      {},
      where,
      where ? " " : null,
      line.text,
      chance,
      " ",
      line.clause ? clauseLink(game, line.clause) : null,
    ),
  );
}

/** @param {Odds} odds @param {string} game @param {string | null | undefined} you the seat of who reads it */
function oddsOf(odds, game, you) {
  const losses = meanLosses(odds.results).filter(([, lost]) => lost >= 0.05).map(([seat, lost]) =>
    say("odds.loses", { seat: seat === you ? say("odds.you") : seat, n: roundedText(lost) })
  );
  const parts = (odds.parts ?? []).map(([amount, reason, id]) =>
    element("li", {}, element("b", {}, amount), " ", reason, " ", id ? clauseLink(game, id) : null)
  );
  return element(
    "figure",
    { class: "odds" },
    element("figcaption", {}, odds.title, " ", odds.clause ? clauseLink(game, odds.clause) : null),
    element(
      "ul",
      { class: "bars" },
      ...odds.results.filter((each) => each.chance > 0).map((each) => chanceBar(each.text, each.chance, each.of)),
    ),
    losses.length ? element("p", { class: "odds-mean" }, say("odds.mean", { losses: losses.join(", ") })) : null,
    odds.plays ? element("p", { class: "odds-plays" }, say("odds.plays", { n: odds.plays })) : null,
    parts.length ? element("ul", { class: "odds-parts" }, ...parts) : null,
  );
}

/** @param {string} text @param {number} chance @param {number | null} [of] */
function chanceBar(text, chance, of) {
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

/** @param {UnusedOption[]} unused @param {string} game @param {((unused: UnusedOption) => void) | undefined} goTo */
export function unusedList(unused, game, goTo) {
  return element(
    "div",
    { class: "unused-options" },
    element("p", { class: "list-title" }, say("preview.unused")),
    element(
      "ul",
      {},
      ...unused.map((each) =>
        element(
          "li",
          { class: each.weight ?? "note" },
          each.weight === "warning" ? icon("warning", say("preview.warning")) : null,
          goTo && (each.spaces?.length || each.action)
            ? element("button", {
              type: "button",
              class: "unused-go",
              onclick: () => goTo(each),
            }, each.text)
            : element("span", {}, each.text),
          " ",
          each.clause ? clauseLink(game, each.clause) : null,
        )
      ),
    ),
  );
}
