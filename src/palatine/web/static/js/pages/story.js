// The story of a finished match.

import { clauseLink } from "../common/clauses.js";
import { byId, element } from "../common/dom.js";
import { get, post } from "../common/http.js";
import { capitalized, say, turnTitle } from "../common/messages.js";
import { query } from "../common/query.js";
import { titleOf } from "../common/seat-names.js";
import { enterMatch } from "../common/enter-match.js";
import { browserStorage } from "../common/storage.js";
import "../common/theme.js";
import { GuidanceApi } from "../guidance/api.js";
import { analysis } from "../guidance/analysis.js";
import { boardPicture } from "../guidance/board-picture.js";
import { expectations } from "../guidance/expectations.js";
import { roundedText } from "../guidance/chances.js";
import { changesOf, courseChart, headline, seatAndPlayer, standingTable } from "../guidance/match-result.js";
import { resultCard } from "../guidance/result-card.js";
import { winnersText } from "../match/outcome.js";

/** @import { Card, Luck, RecapItem, Story, MatchInfo, TurningPoint } from "../types/wire.d.ts" */

const page = byId("story");
const match = page.dataset.match ?? "", game = page.dataset.game ?? "";
const base = `/api/matches/${encodeURIComponent(match)}`;

async function start() {
  const api = new GuidanceApi(base);
  const [story, info] = await Promise.all([api.story("referee"), /** @type {Promise<MatchInfo>} */ (get(base))]);
  const expected = info.seats.some((each) => each.bot) ? await api.expectations() : [];
  byId("story-loading").hidden = true;
  page.append(
    ...[
      ending(story, info),
      measureCharts(story),
      turningPoints(api, story, info),
      analysis(api, story, info, {
        replay,
        picture: (at, items, label) => boardPicture(api, at, items, { label, isWhole: true }),
      }),
      expectations(expected, story, replay, Boolean(info.orders)),
      lossesSection(story),
      luckSection(story),
      rematch(story, info),
    ].filter((each) => each !== null),
  );
  page.dataset.ready = "1";
}

/** @param {string} key @param {...(Node | string | null)} parts */
const section = (key, ...parts) =>
  element("section", { class: "card stackv", id: `story-${key}` }, element("h2", {}, say(`story.${key}`)), ...parts);

/** @param {number} at @param {string} [eyes] */
const replay = (at, eyes = "") => `/replay/${encodeURIComponent(match)}${query({ at, eyes: eyes || null })}`;

/** The winners, the reason, and the final places. @param {Story} story @param {MatchInfo} info */
function ending(story, info) {
  const { outcome, turns } = story;
  const margin = outcome.margin
    ? `${outcome.margin.charAt(0).toUpperCase()}${outcome.margin.slice(1).replace(/\.$/, "")}.`
    : "";
  return element(
    "section",
    { class: "card story-end", id: "story-end" },
    element("p", { class: "story-verdict" }, element("strong", {}, verdictOn(story, info))),
    element("p", { class: "lead" }, margin, " ", outcome.clause ? clauseLink(game, outcome.clause) : null),
    standingTable(story, info),
    element(
      "p",
      { class: "row" },
      turns ? element("span", { class: "soft" }, say("story.ended-in", { n: turns })) : null,
      element("a", { class: "button", href: replay(0) }, say("over.replay")),
    ),
  );
}

/** The winning seat with its player. @param {Story} story @param {MatchInfo} info */
function verdictOn(story, info) {
  const winners = /** @type {string[]} */ (story.outcome.winners || []);
  return winners.length === 1
    ? say("over.won", { seat: seatAndPlayer(story, info, winners[0]) })
    : winnersText(winners, story.names);
}

/** The measures over time. @param {Story} story */
function measureCharts(story) {
  if (!story.measures.length || story.moments.length < 2) return null;
  const box = element("div", { class: "stackv" });
  const show = (/** @type {string} */ id) => box.replaceChildren(courseChart(story, id), asTable(story, id));
  const pick = story.measures.length > 1
    ? element(
      "label",
      { class: "story-pick" },
      say("story.measure"),
      " ",
      element("select", {
        onchange: (/** @type {Event} */ event) => show(/** @type {HTMLSelectElement} */ (event.target).value),
      }, ...story.measures.map((each) => element("option", { value: each.id }, each.title))),
    )
    : null;
  show(story.measures[0].id);
  return section("course", pick, box);
}

/** @param {Story} story @param {string} id */
const asTable = (story, id) =>
  element(
    "details",
    {},
    element("summary", {}, say("story.as-table")),
    element("div", { class: "scroll", tabIndex: 0 }, table(story, id, story.standing.map((each) => each.seat))),
  );

/** @param {Story} story @param {string} id @param {string[]} names */
function table(story, id, names) {
  const last = story.moments[story.moments.length - 1];
  const rows = [
    ...story.moments.filter((moment) => moment.begins && moment !== last).map((moment) => ({
      moment,
      text: moment.turn ? turnTitle(moment.turn) : say("story.begins"),
    })),
    { moment: last, text: say("story.ends") },
  ];
  return element(
    "table",
    {},
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        element("th", { scope: "col" }, say("story.when")),
        ...names.map((name) => element("th", { scope: "col", class: "numeric" }, titleOf(story.names, name))),
      ),
    ),
    element(
      "tbody",
      {},
      ...rows.map(({ moment, text }) =>
        element(
          "tr",
          {},
          element("th", { scope: "row" }, text),
          ...names.map((name) => element("td", { class: "numeric" }, valueOf(moment.values[id]?.[name]))),
        )
      ),
    ),
  );
}

/** A value in a table; empty for an eliminated seat. @param {number | undefined} value */
const valueOf = (value) => value === undefined ? "–" : roundedText(value);

/** Where it turned. @param {GuidanceApi} api @param {Story} story @param {MatchInfo} info */
function turningPoints(api, story, info) {
  if (!story.turning_points.length) return null;
  const title = story.measures[0]?.title ?? "";
  return section(
    "points",
    element("p", { class: "soft" }, say("story.points-note", { title })),
    element(
      "ol",
      { class: "story-points" },
      ...story.turning_points.map((point, i) => pointOf(api, point, i + 1, story, info)),
    ),
  );
}

/** @param {GuidanceApi} api @param {TurningPoint} point @param {number} number @param {Story} story @param {MatchInfo} info */
function pointOf(api, point, number, story, info) {
  const [first, ...others] = point.items ?? [];
  const title = first ? headline(first) : say("story.point", { n: number });
  const eyes = element(
    "select",
    {
      "aria-label": say("story.eyes"),
      onchange: () => eyes.value && (location.href = replay(point.after, eyes.value)),
    },
    element("option", { value: "" }, say("story.eyes")),
    ...info.seats.map((seat) => element("option", { value: seat.seat }, seatAndPlayer(story, info, seat.seat))),
  );
  return element(
    "li",
    { id: `point-${number}` },
    boardPicture(api, point.before, point.items ?? [], { label: say("story.picture", { title }) }),
    element(
      "div",
      { class: "point-text" },
      element(
        "h3",
        {},
        element("span", { class: "point-number", "aria-hidden": "true" }, String(number)),
        element("span", {}, title),
      ),
      element(
        "p",
        { class: "changes" },
        point.turn ? element("span", { class: "soft" }, turnTitle(point.turn)) : null,
        " ",
        ...changesOf(point, story, info).flatMap((each) => [each, " "]),
      ),
      first?.card?.sides?.length ? battleOf(first.card, title) : null,
      others.length
        ? element("ul", { class: "point-others" }, ...others.map((item) => element("li", {}, headline(item))))
        : null,
      element(
        "p",
        { class: "row" },
        element("a", { class: "button", href: replay(point.before) }, say("story.see")),
        eyes,
      ),
    ),
  );
}

/** A battle; its result is left out if the headline has it. @param {Card} card @param {string} title */
function battleOf(card, title) {
  return resultCard({ ...card, result: capitalized(card.result) === title ? "" : card.result }, game);
}

/** The losses of each side. @param {Story} story */
function lossesSection(story) {
  if (!story.losses.length) return null;
  const sides = [...new Set(story.losses.map((loss) => loss.side))];
  return section(
    "losses",
    ...sides.map((side) => {
      const all = story.losses.filter((loss) => loss.side === side);
      return element(
        "details",
        { class: "story-loss" },
        element(
          "summary",
          {},
          element("strong", {}, side),
          " ",
          element("span", { class: "soft" }, say("story.battles", { n: all.length })),
        ),
        element(
          "ul",
          {},
          ...all.map((loss) =>
            element(
              "li",
              {},
              element(
                "a",
                { href: replay(Math.max(0, loss.at - 1)) },
                loss.turn ? say("story.where", { turn: turnTitle(loss.turn), where: loss.where }) : loss.where,
              ),
              ": ",
              loss.text,
            )
          ),
        ),
      );
    }),
  );
}

/** How the dice fell. @param {Story} story */
function luckSection(story) {
  const check = element("button", { type: "button", onclick: () => checkDice(check) }, say("story.check"));
  const head = ["who", "die", "rolls", "mean", "expected", "verdict"];
  const rows = story.luck.map((each) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, each.seat ? titleOf(story.names, each.seat) : say("story.all")),
      element("td", {}, say("story.die-of", { n: each.sides })),
      ...[String(each.rolls), short2(each.mean), short2(each.expected)].map((text) =>
        element("td", { class: "numeric" }, text)
      ),
      element("td", {}, say(`story.luck-${verdictOf(each)}`)),
    )
  );
  return section(
    "luck",
    rows.length
      ? element(
        "div",
        { class: "scroll", tabIndex: 0 },
        element(
          "table",
          { class: "luck" },
          element(
            "thead",
            {},
            element(
              "tr",
              {},
              ...head.map((key, i) =>
                element("th", { scope: "col", class: i > 1 && i < 5 ? "numeric" : "" }, say(`story.${key}`))
              ),
            ),
          ),
          element("tbody", {}, ...rows),
        ),
      )
      : null,
    rows.length ? element("p", { class: "soft small" }, say("story.luck-note")) : null,
    element(
      "div",
      { class: "row" },
      check,
      element("a", { class: "button quiet", href: `/verify/${encodeURIComponent(match)}` }, say("story.verify")),
    ),
  );
}

const short2 = (/** @type {number} */ n) => n.toFixed(2);

/** How far off the dice were. @param {Luck} luck */
function verdictOf({ deviations }) {
  const size = Math.abs(deviations);
  return size < 1 ? "usual" : `${size < 2 ? "bit" : "very"}-${deviations > 0 ? "high" : "low"}`;
}

/** Have the referee check all dice. @param {HTMLButtonElement} button */
async function checkDice(button) {
  button.disabled = true;
  button.textContent = say("story.checking");
  const told = await get(`${base}/verify`).then(
    (found) => say(`story.verdict-${found.verdict}`, { n: found.rolls }),
    (problem) => problem.message,
  );
  button.replaceWith(element("p", { role: "status", class: "story-checked" }, told));
}

/** The same table again. @param {Story} story @param {MatchInfo} info */
function rematch({ rematch: again }, info) {
  const problem = element("p", { class: "error", role: "alert", hidden: true });
  const mine = info.yours ?? [];
  const play = element("button", {
    type: "button",
    class: "primary large",
    onclick: async () => {
      play.disabled = true;
      try {
        const made = await post("/api/matches", {
          ...again,
          players: Object.fromEntries(
            Object.entries(again.players).map(([seat, player]) => [seat, { ...player, me: mine.includes(seat) }]),
          ),
        });
        await enterMatch(made, mine, browserStorage("name") ?? "", "");
      } catch (error) {
        problem.textContent = /** @type {Error} */ (error).message;
        problem.hidden = false;
        play.disabled = false;
      }
    },
  }, say("story.again"));
  return element(
    "section",
    { class: "story-again stackv" },
    element(
      "div",
      { class: "row" },
      play,
      element("a", { class: "button large", href: `/new/${encodeURIComponent(game)}` }, say("story.other")),
    ),
    problem,
  );
}

start().catch((error) => {
  byId("story-loading").hidden = false;
  byId("story-loading").textContent = error.message;
});
