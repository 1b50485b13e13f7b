// The result of a match: the final standing, the course as a chart, and the turning points.

import { element } from "../common/dom.js";
import { capitalized, listed, say } from "../common/messages.js";
import { titleOf } from "../common/seat-names.js";
import { chart, coloured, isNarrow, seriesOf } from "./chart.js";
import { roundedText } from "./chances.js";

/** @import { MatchInfo, RecapItem, Standing, Story, TurningPoint } from "../types/wire.d.ts" */

const MOST_LINES = 8; // a chart with more would say nothing; those that came off best are drawn
const MOST_CHANGES = 4; // of a turning point, the largest
const MAX_HEADLINE_LENGTH = 110; // letters that a headline has at most
const CHANCES_MEASURE = "chances";

/** A seat with its player or bot, alone or at the beginning of a sentence. @param {Story} story @param {MatchInfo} info @param {string} seat */
export function seatAndPlayer(story, info, seat) {
  const name = titleOf(story.names, seat), bot = info.seats.find((each) => each.seat === seat)?.bot;
  return bot ? say("story.bot", { seat: name, bot }) : name;
}

/** The colours of a seat, as on the map. @param {Story} story @param {string} seat */
export function swatch(story, seat) {
  const at = story.standing.map((each) => each.seat).sort().indexOf(seat);
  return coloured(
    element("span", { class: `swatch name-${Math.max(0, at) % 8}`, "aria-hidden": "true" }),
    story.colours[seat],
  );
}

/** All seats with their places and scores. @param {Story} story @param {MatchInfo} info */
export function standingTable(story, info) {
  const measure = story.measures.find((each) => each.id === story.score), isWon = story.outcome.winners.length > 0;
  return element(
    "table",
    { class: "ranking" },
    element("caption", { class: "aloud" }, say("story.standing")),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        element("th", { scope: "col", class: "numeric" }, say("story.place")),
        element("th", { scope: "col" }, say("story.seat")),
        measure ? element("th", { scope: "col", class: "numeric" }, measure.title) : null,
      ),
    ),
    element(
      "tbody",
      {},
      ...story.standing.map((each) =>
        element(
          "tr",
          { "data-seat": each.seat, class: each.place === 1 ? "first" : "" },
          element("td", { class: "numeric" }, isWon ? String(each.place) : "–"),
          element(
            "th",
            { scope: "row" },
            swatch(story, each.seat),
            " ",
            seatAndPlayer(story, info, each.seat),
            exitText(each),
          ),
          measure
            ? element("td", { class: "numeric" }, typeof each.score === "number" ? roundedText(each.score) : "–")
            : null,
        )
      ),
    ),
  );
}

/** The text for a seat that left or was eliminated. @param {Standing} each */
function exitText({ out, has_left }) {
  const key = out ? "eliminated" : has_left ? "left" : "";
  return key ? element("span", { class: "soft small fate" }, " ", say(`story.${key}`, { n: out ?? 0 })) : null;
}

/** An event as a sentence; for a battle its name, if the sentence is long or incomplete. @param {RecapItem} item */
export function headline({ card, text }) {
  const isPart = card && card.result !== text && card.result.includes(text);
  return capitalized(card?.title && (isPart || text.length > MAX_HEADLINE_LENGTH) ? card.title : text);
}

/** By how much the chances changed in a turning point. @param {TurningPoint} point @param {Story} story @param {MatchInfo} info */
export function changesOf(point, story, info) {
  const isChance = story.measures[0]?.id === CHANCES_MEASURE;
  const all = Object.entries(point.change).map(([seat, by]) => ({ seat, by: isChance ? Math.round(by) : by }));
  return all.filter(({ by }) => by).sort((a, b) => Math.abs(b.by) - Math.abs(a.by)).slice(0, MOST_CHANGES).map((
    { seat, by },
  ) => {
    const amount = `${by > 0 ? "+" : "−"}${roundedText(Math.abs(by))}`;
    return element(
      "span",
      { class: by > 0 ? "change up" : "change down" },
      swatch(story, seat),
      " ",
      seatAndPlayer(story, info, seat),
      " ",
      isChance ? say("analysis.points", { n: amount }) : amount,
    );
  });
}

/** The lines of a measure, the best at the end first. @param {Story} story @param {string} id */
const seriesWithNames = (story, id) =>
  seriesOf(story.moments, id).map((each) => ({
    ...each,
    name: titleOf(story.names, each.name),
    colours: story.colours[each.name],
  }));

/** A measure over time, redrawn to the width it has. @param {Story} story @param {string} id @param {{isSmall?: boolean}} [how] */
export function courseChart(story, id, { isSmall = false } = {}) {
  const measure = story.measures.find((each) => each.id === id) ?? story.measures[0];
  const series = seriesWithNames(story, measure.id), shown = series.slice(0, MOST_LINES);
  const title = measure.unit ? say("story.in-units", { title: measure.title, unit: measure.unit }) : measure.title;
  const about = {
    turns: story.moments.filter((moment) => moment.begins && moment.turn),
    points: story.turning_points.map((point, i) => ({ at: point.after, number: i + 1 })),
    plies: story.plies,
    label: say("story.chart", { title, ends: listed(shown.map((each) => `${each.name} ${roundedText(each.end)}`)) }),
    turnName: (/** @type {number} */ n) => say("story.turn-short", { n }),
    isSmall,
  };
  const place = element("div", { class: "chart-place" });
  const legend = element(
    "ul",
    { class: "chart-legend", "aria-hidden": "true" },
    ...shown.map((each) =>
      element(
        "li",
        {},
        coloured(element("span", { class: `swatch name-${each.index % 8}` }), each.colours),
        ` ${each.name} ${roundedText(each.end)}`,
      )
    ),
  );
  let drawn = 0;
  const draw = () => {
    const width = Math.floor(place.clientWidth);
    if (!width || width === drawn) return;
    drawn = width;
    legend.hidden = isSmall || !isNarrow(width);
    place.replaceChildren(chart(shown, { ...about, width }));
  };
  new ResizeObserver(draw).observe(place);
  return element(
    "div",
    { class: "story-chart" },
    element(isSmall ? "p" : "h3", { class: "story-measure" }, title), // beside a board there is no heading above it
    legend,
    place,
    series.length > shown.length
      ? element("p", { class: "soft small" }, say("story.only-best", { n: shown.length, all: series.length }))
      : null,
  );
}
