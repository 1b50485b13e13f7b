// The end of a match: the final standing, the curve, the turning points, and where to go from there.

import { element } from "../common/dom.js";
import { say } from "../common/messages.js";
import { GuidanceApi } from "../guidance/api.js";
import { changesOf, courseChart, headline, standingTable } from "../guidance/match-result.js";
import { nextSteps } from "./outcome.js";

/** @import { MatchInfo, Story, TurningPoint } from "../types/wire.d.ts" */

const MAX_TURNING_POINTS = 3; // the largest of the story's turning points

/** The turning points with the largest changes, in order of play. @param {Story} story @returns {{point: TurningPoint, number: number}[]} */
export function largestTurningPoints(story) {
  const size = (/** @type {TurningPoint} */ point) => Math.max(0, ...Object.values(point.change).map(Math.abs));
  return story.turning_points.map((point, i) => ({ point, number: i + 1 })).sort((a, b) =>
    size(b.point) - size(a.point)
  )
    .slice(0, MAX_TURNING_POINTS).sort((a, b) => a.number - b.number);
}

/** Show how a match ended; the story follows when it is loaded. @param {HTMLElement} place @param {MatchInfo} info */
export async function showEnding(place, info) {
  place.hidden = false;
  place.replaceChildren(nextSteps(info.match, info.game));
  const story = await new GuidanceApi(`/api/matches/${encodeURIComponent(info.match)}`).story("referee");
  place.append(standingTable(story, info));
  if (story.measures.length && story.moments.length > 1) {
    place.append(courseChart(story, story.measures[0].id, { isSmall: true }));
  }
  const points = largestTurningPoints(story);
  if (points.length) {
    place.append(element("ol", { class: "ending-points" }, ...points.map((each) => pointOf(each, story, info))));
  }
  place.dataset.ready = "1";
}

/** @param {{point: TurningPoint, number: number}} each @param {Story} story @param {MatchInfo} info */
const pointOf = ({ point, number }, story, info) =>
  element(
    "li",
    {},
    element("span", { class: "point-number", "aria-hidden": "true" }, String(number)),
    element(
      "a",
      { href: `/story/${info.match}#point-${number}` },
      point.items?.[0] ? headline(point.items[0]) : say("story.point", { n: number }),
    ),
    element("p", { class: "changes" }, ...changesOf(point, story, info).slice(0, 2).flatMap((each) => [each, " "])),
  );
