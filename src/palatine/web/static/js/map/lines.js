// Rivers, roads, and their crossings.

import { svg } from "../common/dom.js";
import { noise } from "../geometry/noise.js";
import { path, round1, smooth, UNIT } from "../geometry/points.js";
import { isWater, patternOf as named } from "./terrain.js";
import { drawLayers, mountainRange } from "./vegetation.js";

/** @import { Board, Line, Space } from "../types/wire.d.ts" */

/** @typedef {import("../geometry/points.js").Point} Point */

/** @param {Board} board @param {Line} line @returns {string} */
const patternOf = (board, line) => named(board, line.style);

/** A point shifted with the ground: all rivers and roads bend by the same small amount. @param {Point} p @returns {Point} */
const bent = (
  [x, y],
) => [
  x + 0.07 * noise(x * 1.4, y * 1.4, 21) + 0.03 * noise(x * 4, y * 4, 22),
  y + 0.07 * noise(x * 1.4, y * 1.4, 23) + 0.03 * noise(x * 4, y * 4, 24),
];

/** The course of a line; one that ends at the edge of the map continues beyond it. @param {Board} board @param {Line} line @returns {Point[]} */
export function courseOf(board, line) {
  const points = [...line.points];
  const first = pastTheEdge(board, points[0]), last = pastTheEdge(board, points[points.length - 1]);
  if (first) points.unshift(first);
  if (last) points.push(last);
  return smooth(points).map(bent);
}

/** The end of a road outside the map, if it ends near the edge. @param {Board} board @param {Point} p @returns {Point | null} */
function pastTheEdge(board, [x, y]) {
  const near = 1.02, out = 1.5;
  const inSite = board.spaces.some((s) => s.marks?.length && Math.hypot(s.at[0] - x, s.at[1] - y) < 0.1);
  if (inSite) return null;
  if (x < near) return [-out, y + 0.25];
  if (x > board.width - near) return [board.width + out, y - 0.25];
  if (y < near) return [x + 0.2, -out];
  if (y > board.height - near) return [x - 0.2, board.height + out];
  return null;
}

/** Segments that plants and hills keep clear of. @param {Board} board @returns {[Point, Point, number][]} */
export function freeStrips(board) {
  /** @type {[Point, Point, number][]} */
  const out = [];
  for (const line of board.lines ?? []) {
    const kind = patternOf(board, line);
    const width = isWater(board, line.style)
      ? 0.6
      : kind === "peaks"
      ? 0.3
      : kind === "road" || kind === "river"
      ? 0.1
      : 0;
    if (!width) continue;
    const points = courseOf(board, line);
    for (let i = 1; i < points.length; i += 2) {
      out.push([points[i - 1], points[Math.min(points.length - 1, i + 1)], width]);
    }
  }
  return out;
}

/** The colours of a line with an unknown pattern or of a border, from its style. @param {Board} board @param {Line} line */
function ownColours(board, line) {
  const style = board.styles?.[line.style] ?? {};
  if (
    !["border", "frontier", "tint", "way"].includes(patternOf(board, line)) &&
    KNOWN_STYLES.includes(patternOf(board, line))
  ) return "";
  const own = [];
  if (style.fill) own.push(`--own: ${style.fill}`);
  if (style.dark) own.push(`--own-dark: ${style.dark}`);
  return own.join(";");
}

const KNOWN_STYLES = ["river", "road", "bridge", "ford", "wall", "border", "frontier", "tint", "peaks", "water"];

/**
 * The lines of a board in drawing order.
 * @param {Board} board
 */
export function drawLines(board) {
  const group = svg("g", { class: "ways" }), borders = svg("g", { class: "ways" });
  const names = svg("g", { class: "way-names" });
  const lines = board.lines ?? [];
  const of = (/** @type {string} */ kind) =>
    lines.filter((/** @type {Line} */ line) => patternOf(board, line) === kind);
  const stroke = (/** @type {string} */ name, /** @type {Line} */ line, /** @type {string} */ d) => {
    const element = svg("path", { class: name, d });
    const own = ownColours(board, line);
    if (own) {
      own.split(";").forEach((pair) =>
        element.style.setProperty(...(/** @type {[string, string]} */ (pair.split(": "))))
      );
    }
    return element;
  };
  const layers = (/** @type {string} */ kind, /** @type {string[]} */ names, into = group) => {
    const drawn = of(kind).map((line) => ({ line, d: path(courseOf(board, line)) }));
    for (const name of names) for (const { line, d } of drawn) into.append(stroke(name, line, d));
  };
  layers("tint", ["frontier-wash"]);
  layers("frontier", ["frontier-wash", "frontier"]);
  layers("river", ["river-bank", "river"]);
  layers("road", ["road-edge", "road"]);
  for (const line of of("bridge")) group.append(crossing(line, "bridge"));
  for (const line of of("ford")) group.append(crossing(line, "ford"));
  layers("wall", ["wall-edge", "wall"]);
  layers("border", ["border"], borders);
  for (const line of lines) {
    const kind = patternOf(board, line);
    if (!KNOWN_STYLES.includes(kind)) group.append(stroke("way", line, path(courseOf(board, line))));
  }
  const peaks = of("peaks").flatMap((line) => mountainRange(line.points, JSON.stringify(line.points)));
  peaks.sort((a, b) => a.y - b.y);
  of("river").forEach((line, i) => names.append(...riverName(board, line, i)));
  return { group, borders, names, peaks: svg("g", { class: "alps" }, drawLayers(peaks)) };
}

/** A bridge or a ford across a river side, given by the side's two ends. @param {Line} line @param {string} kind */
function crossing(line, kind) {
  const [a, b] = [line.points[0], line.points[line.points.length - 1]];
  const [x, y] = bent([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
  const angle = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  const group = svg("g", {
    class: kind,
    transform: `translate(${round1(x * UNIT)} ${round1(y * UNIT)}) rotate(${round1(angle)})`,
  });
  if (kind === "bridge") {
    group.append(
      svg("path", { class: "bridge-deck", d: "M-8-15H8V15H-8Z" }),
      svg("path", { class: "bridge-rail", d: "M-13-19Q-8-16-8-12V12Q-8 16-13 19M13-19Q8-16 8-12V12Q8 16 13 19" }),
    );
  } else {
    group.append(svg("path", { class: "ford-marks", d: "M-10-13V13M0-15V15M10-13V13" }));
  }
  return group;
}

/** The name of a river along it. @param {Board} board @param {Line} line @param {number} i */
function riverName(board, line, i) {
  const name = line.name?.replace(/\s*\(.*\)/, "");
  if (!name) return [];
  let points = courseOf(board, line);
  if (points.length < 12) return [];
  const middle = Math.floor(points.length * 0.5), half = Math.min(middle, 22 + name.length * 2);
  points = points.slice(middle - half, middle + half);
  if (points[0][0] > points[points.length - 1][0]) points.reverse();
  // Lettering goes along a calmer line than the water does.
  const calm = points.filter((_, k) => k % 8 === 0 || k === points.length - 1);
  const id = `way-${board.id}-${i}`;
  const text = svg("text", { class: "river-name", dy: -12 });
  const along = svg("textPath", { href: `#${id}`, startOffset: "50%", "text-anchor": "middle" }, name);
  text.append(along);
  return [svg("path", { id, class: "unseen", d: path(smooth(calm)) }), text];
}
