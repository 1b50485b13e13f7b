// The layout and drawing of measures over time as lines. Only the last function draws.

import { svg } from "../common/dom.js";
import { round1 } from "../geometry/points.js";

/** @import { Colours } from "../types/wire.d.ts" */

/** @typedef {{name: string, points: [number, number][], end: number, index: number, colours?: Colours}} Series the values of a seat, by the number of actions */
/** @typedef {{width: number, height: number, left: number, right: number, top: number, bottom: number}} Frame */

const NAME_HEIGHT = 17; // units between two names at the end of lines
const POINT_SPACING = 22; // units between the numbers of two turning points
const TICK_SPACING = 30; // units between the numbers of two turns
const LETTER_WIDTH = 7.8; // units that a letter of a name takes, on average
const MAX_NAME_SHARE = 0.34; // most of the width that names may take
const NARROW_WIDTH = 640; // width in units below which the names are above the chart

/** The chart's box, with room at the right for the longest name. @param {number} width @param {string[]} names @returns {Frame} */
export function frame(width, names) {
  const longest = Math.max(0, ...names.map((name) => name.length)) * LETTER_WIDTH + 40;
  return {
    width,
    height: Math.round(Math.min(400, Math.max(220, width * 0.36))),
    left: 44,
    right: isNarrow(width) ? 14 : Math.round(Math.min(longest, width * MAX_NAME_SHARE)),
    top: 26,
    bottom: 34,
  };
}

/** Whether a chart is too narrow to name its lines at their ends. @param {number} width */
export const isNarrow = (width) => width < NARROW_WIDTH;

/** As much of a name as there is room for. @param {string} name @param {number} room in units */
export function shortened(name, room) {
  const most = Math.max(3, Math.round((room - 40) / LETTER_WIDTH));
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}

/** The line of every seat, the highest at the end first. @param {{at: number, values: Record<string, Record<string, number>>}[]} moments @param {string} measure @returns {Series[]} */
export function seriesOf(moments, measure) {
  const names = [...new Set(moments.flatMap((moment) => Object.keys(moment.values[measure] ?? {})))];
  return names.map((name, index) => {
    const points = moments.flatMap((moment) => {
      const value = moment.values[measure]?.[name];
      return value === undefined ? [] : [/** @type {[number, number]} */ ([moment.at, value])];
    });
    return { name, points, end: points[points.length - 1]?.[1] ?? 0, index };
  }).sort((a, b) => b.end - a.end);
}

/** Round numbers that span some values. @param {number} least @param {number} most @returns {number[]} */
export function ticks(least, most) {
  const span = most - least || 1;
  const raw = span / 4, power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((each) => each * power >= raw) ?? 10) * power;
  /** @type {number[]} */
  const out = [];
  for (let value = Math.floor(least / step) * step; value <= Math.ceil(most / step) * step + step / 2; value += step) {
    out.push(Math.round(value * 1000) / 1000);
  }
  return out;
}

/** Heights of names without overlap, near the ends of their lines, in the same order. @param {number[]} wanted from the top down @param {Frame} box @returns {number[]} */
export function separateHeights(wanted, box) {
  /** @type {number[]} */
  const out = [];
  for (const y of wanted) out.push(out.length ? Math.max(y, out[out.length - 1] + NAME_HEIGHT) : y);
  const over = out.length ? out[out.length - 1] - (box.height - box.bottom) : 0;
  return over > 0 ? out.map((y, i) => Math.max(box.top + i * NAME_HEIGHT, y - over)) : out;
}

/** Positions for the numbers of turning points, in order, without overlap. @param {number[]} wanted from the left @param {number} most @returns {number[]} */
export function separatePositions(wanted, most) {
  /** @type {number[]} */
  const out = [];
  for (const x of wanted) out.push(out.length ? Math.max(x, out[out.length - 1] + POINT_SPACING) : x);
  for (let i = out.length - 1, limit = most; i >= 0; i--, limit -= POINT_SPACING) out[i] = Math.min(out[i], limit);
  return out;
}

/** Which of several places can be named, without names that touch. @param {number[]} places from the left @returns {boolean[]} */
export function labelledTicks(places) {
  let last = -Infinity;
  return places.map((x) => {
    const hasRoom = x - last >= TICK_SPACING;
    if (hasRoom) last = x;
    return hasRoom;
  });
}

/** Where a line ends for good before the end of the chart: its seat has been eliminated. @param {Series} each @param {number} plies */
const endsEarly = (each, plies) => (each.points[each.points.length - 1]?.[0] ?? plies) < plies;

/** Give an element the colours of a seat. @param {HTMLElement | SVGElement} element @param {Colours | undefined} colours */
export function coloured(element, colours) {
  if (colours) element.style.setProperty("--line", `light-dark(${colours.fill}, ${colours.dark})`);
  return element;
}

/**
 * @param {Series[]} series
 * @param {{turns: {at: number, turn: number}[], points: {at: number, number: number}[], plies: number, label: string, turnName: (n: number) => string, width: number, isSmall?: boolean}} about
 */
export function chart(series, { turns, points, plies, label, turnName, width, isSmall = false }) {
  const texts = series.map((each) => `${each.name} ${Math.round(each.end * 10) / 10}`);
  const box = frame(width, texts);
  if (isSmall) [box.height, box.right] = [Math.round(Math.max(150, width * 0.4)), 14];
  const values = series.flatMap((each) => each.points.map(([, value]) => value));
  const steps = ticks(Math.min(...values), Math.max(...values));
  const low = steps[0], high = steps[steps.length - 1];
  const x = (/** @type {number} */ at) => box.left + (at / Math.max(1, plies)) * (box.width - box.left - box.right);
  const y = (/** @type {number} */ value) =>
    box.top + (1 - (value - low) / (high - low || 1)) * (box.height - box.top - box.bottom);
  const ends = separateHeights(series.map((each) => y(each.end)), box);
  const tops = separatePositions(points.map(({ at }) => x(at)), box.width - 11);
  const named = labelledTicks(turns.map(({ at }) => x(at)));
  const line = (/** @type {Series} */ each, /** @type {string} */ name) =>
    coloured(
      svg("path", {
        class: `${name} line-${each.index % 8}`,
        d: each.points.map(([at, value], i) => `${i ? "L" : "M"}${round1(x(at))} ${round1(y(value))}`).join(""),
      }),
      each.colours,
    );
  return svg(
    "svg",
    {
      class: "chart",
      viewBox: `0 0 ${box.width} ${box.height}`,
      width: box.width,
      height: box.height,
      role: "img",
      "aria-label": label,
    },
    svg(
      "g",
      { class: "chart-grid" },
      ...steps.flatMap((
        value,
      ) => [
        svg("path", { d: `M${box.left} ${round1(y(value))}H${box.width - box.right}` }),
        svg("text", { x: box.left - 8, y: round1(y(value) + 4), "text-anchor": "end" }, String(value)),
      ]),
    ),
    svg(
      "g",
      { class: "chart-turns" },
      ...turns.flatMap((
        { at, turn },
        i,
      ) => [
        svg("path", { d: `M${round1(x(at))} ${box.top}V${box.height - box.bottom + 5}` }),
        ...(!named[i]
          ? []
          : [svg("text", { x: round1(x(at)), y: box.height - 10, "text-anchor": "start" }, turnName(turn))]),
      ]),
    ),
    svg(
      "g",
      { class: "chart-points" },
      ...points.flatMap(({ at, number }, i) => [
        svg("path", {
          d: `M${round1(tops[i])} ${box.top - 4}L${round1(x(at))} ${box.top + 6}V${box.height - box.bottom}`,
        }),
        svg("circle", { cx: round1(tops[i]), cy: box.top - 12, r: 10 }),
        svg("text", { x: round1(tops[i]), y: box.top - 8, "text-anchor": "middle" }, String(number)),
      ]),
    ),
    ...series.flatMap((each) => [line(each, "chart-casing"), line(each, "chart-line")]),
    ...series.filter((each) => endsEarly(each, plies)).map((each) => {
      const [at, value] = each.points[each.points.length - 1];
      return svg("path", { class: "chart-out", d: `M${round1(x(at) - 5)} ${round1(y(value) - 5)}l10 10m0-10l-10 10` });
    }),
    ...(isSmall || isNarrow(width) ? [] : series.flatMap((each, i) => [
      svg("path", {
        class: "chart-lead",
        d: `M${round1(x(each.points[each.points.length - 1]?.[0] ?? 0) + 2)} ${round1(y(each.end))}L${
          box.width - box.right + 10
        } ${round1(ends[i])}`,
      }),
      coloured(
        svg("rect", {
          class: `chart-swatch name-${each.index % 8}`,
          x: box.width - box.right + 13,
          y: round1(ends[i] - 5),
          width: 10,
          height: 10,
          rx: 2,
        }),
        each.colours,
      ),
      svg(
        "text",
        { class: "chart-name", x: box.width - box.right + 28, y: round1(ends[i] + 5) },
        shortened(texts[i], box.right),
      ),
    ])),
  );
}
