// Measures over time as lines: what is drawn where. Pure, but for the drawing at the end.

import { svg } from "../common/dom.js";
import { r } from "../geometry/points.js";

/** @typedef {{name: string, points: [number, number][], end: number, index: number}} Series the values of a seat, by the number of actions */
/** @typedef {{width: number, height: number, left: number, right: number, top: number, bottom: number}} Frame */

/** @type {Frame} */
export const FRAME = { width: 940, height: 340, left: 52, right: 150, top: 26, bottom: 34 };
const LINE = 17; // units between two names at the end of lines

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

/** Heights at which names may stand without lying on each other, near those they belong to, in the same order. @param {number[]} wanted from the top down @returns {number[]} */
export function apart(wanted) {
  /** @type {number[]} */
  const out = [];
  for (const y of wanted) out.push(out.length ? Math.max(y, out[out.length - 1] + LINE) : y);
  const over = out.length ? out[out.length - 1] - (FRAME.height - FRAME.bottom) : 0;
  return over > 0 ? out.map((y, i) => Math.max(FRAME.top + i * LINE, y - over)) : out;
}

/**
 * @param {Series[]} series
 * @param {{turns: {at: number, turn: number}[], points: {at: number, number: number}[], plies: number, label: string, turnName: (n: number) => string}} about
 */
export function chart(series, { turns, points, plies, label, turnName }) {
  const values = series.flatMap((each) => each.points.map(([, value]) => value));
  const steps = ticks(Math.min(0, ...values), Math.max(1, ...values));
  const low = steps[0], high = steps[steps.length - 1];
  const x = (/** @type {number} */ at) =>
    FRAME.left + (at / Math.max(1, plies)) * (FRAME.width - FRAME.left - FRAME.right);
  const y = (/** @type {number} */ value) =>
    FRAME.top + (1 - (value - low) / (high - low || 1)) * (FRAME.height - FRAME.top - FRAME.bottom);
  const ends = apart(series.map((each) => y(each.end)));
  const every = Math.ceil(turns.length / 14);
  return svg(
    "svg",
    { class: "chart", viewBox: `0 0 ${FRAME.width} ${FRAME.height}`, role: "img", "aria-label": label },
    svg(
      "g",
      { class: "chart-grid" },
      ...steps.flatMap((
        value,
      ) => [
        svg("path", { d: `M${FRAME.left} ${r(y(value))}H${FRAME.width - FRAME.right}` }),
        svg("text", { x: FRAME.left - 8, y: r(y(value) + 4), "text-anchor": "end" }, String(value)),
      ]),
    ),
    svg(
      "g",
      { class: "chart-turns" },
      ...turns.flatMap((
        { at, turn },
        i,
      ) => [
        svg("path", { d: `M${r(x(at))} ${FRAME.top}V${FRAME.height - FRAME.bottom + 5}` }),
        ...(i % every
          ? []
          : [svg("text", { x: r(x(at)), y: FRAME.height - 10, "text-anchor": "start" }, turnName(turn))]),
      ]),
    ),
    svg(
      "g",
      { class: "chart-points" },
      ...points.flatMap((
        { at, number },
      ) => [
        svg("path", { d: `M${r(x(at))} ${FRAME.top}V${FRAME.height - FRAME.bottom}` }),
        svg("circle", { cx: r(x(at)), cy: FRAME.top - 10, r: 10 }),
        svg("text", { x: r(x(at)), y: FRAME.top - 6, "text-anchor": "middle" }, String(number)),
      ]),
    ),
    ...series.map((each) =>
      svg("path", {
        class: `chart-line line-${each.index % 8}`,
        d: each.points.map(([at, value], i) => `${i ? "L" : "M"}${r(x(at))} ${r(y(value))}`).join(""),
      })
    ),
    ...series.flatMap((each, i) => [
      svg("path", {
        class: `chart-lead line-${each.index % 8}`,
        d: `M${r(x(each.points[each.points.length - 1]?.[0] ?? 0) + 2)} ${r(y(each.end))}L${
          FRAME.width - FRAME.right + 10
        } ${r(ends[i])}`,
      }),
      svg(
        "text",
        { class: `chart-name name-${each.index % 8}`, x: FRAME.width - FRAME.right + 14, y: r(ends[i] + 5) },
        `${each.name} ${Math.round(each.end * 10) / 10}`,
      ),
    ]),
  );
}
