// The layout of pieces in a space, in piles and rows.

import { svg } from "../common/dom.js";
import { inside, round1, UNIT } from "../geometry/points.js";
import { boxOf, letterScale } from "../map/space-box.js";
import { blankCounter, drawCounter } from "./counters.js";
import { sideOf } from "./sides.js";

/** @import { Board, Piece, Space } from "../types/wire.d.ts" */

/** @typedef {{key: string, space: Space, pieces: Piece[], x: number, y: number, size: number}} Pile */

/** The piles of a board, each with its place. @param {Board} board @param {Piece[]} pieces @param {Map<string, Space>} spaces @returns {Pile[]} */
export function piles(board, pieces, spaces) {
  /** @type {Map<string, Piece[]>} */
  const lying = new Map();
  for (const piece of pieces) {
    if ((piece.board ?? "map") !== board.id || !spaces.has(piece.space)) continue;
    const there = lying.get(piece.space);
    if (there) there.push(piece);
    else lying.set(piece.space, [piece]);
  }
  const out = [];
  for (const [id, all] of lying) {
    const space = /** @type {Space} */ (spaces.get(id));
    const groups = space.spread === "row" || space.spread === "list" ? all.map((piece) => [piece]) : byPile(all);
    out.push(...arrange(board, space, groups));
  }
  return out;
}

/** @param {Piece[]} pieces @returns {Piece[][]} */
function byPile(pieces) {
  /** @type {Map<string, Piece[]>} */
  const groups = new Map();
  for (const piece of pieces) {
    const key = piece.pile ?? "";
    groups.set(key, [...(groups.get(key) ?? []), piece]);
  }
  return [...groups.values()];
}

/**
 * Lay groups side by side in the room there is: smaller when they must be, overlapping rather than very small.
 * @param {Board} board @param {Space} space @param {Piece[][]} groups @returns {Pile[]}
 */
function arrange(board, space, groups) {
  const full = board.piece ?? 1;
  const [width, height] = roomIn(board, space, full);
  const high = board.kind === "scene" ? height - 0.42 : height, wide = width - 0.08;
  const apart = groups.some((pieces) => pieces[0].badges?.length) ? 1.18 : 1.06; // of a row of badges over a counter's edge
  const fits = (/** @type {number} */ columns) =>
    Math.min(full, wide / (columns * 1.08), high / (Math.ceil(groups.length / columns) * apart));
  let columns = 1;
  for (let c = 2; c <= groups.length; c++) if (fits(c) > fits(columns)) columns = c;
  let size = fits(columns);
  const least = full * (board.kind === "scene" && height > width ? MIN_SCALE_IN_CELL : MIN_SCALE);
  if (size < least) {
    const rows = Math.max(1, Math.floor(high / (least * apart)));
    columns = Math.ceil(groups.length / rows);
    size = Math.min(full, high / (rows * apart), Math.max(least, size));
  }
  const rows = Math.ceil(groups.length / columns);
  const step = columns > 1 ? Math.min(size * 1.08, (wide - size) / (columns - 1)) : 0;
  // In a long box counters start at the left end, so that the used part is together.
  const long = board.kind === "scene" && width > full * 3.5;
  const down = board.kind === "scene"
    ? 0.15
    : letterScale(board) > 1 && space.ground?.length
    ? height * OFFSET_BELOW_MIDDLE
    : 0;
  const [right, below] = board.kind === "scene"
    ? [0, 0]
    : offsetIn(space, columns > 1 ? (columns - 1) * step + size : size, rows * size * apart);
  return groups.map((pieces, i) => {
    const row = Math.floor(i / columns), inRow = Math.min(columns, groups.length - row * columns);
    const x = long
      ? space.at[0] - wide / 2 + size * 0.62 + (i % columns) * step
      : space.at[0] + ((i % columns) - (inRow - 1) / 2) * step;
    const y = space.at[1] + (row - (rows - 1) / 2) * size * apart + down;
    return {
      key: `${space.id}|${pieces[0].pile ?? ""}|${i}`,
      space,
      pieces,
      x: (x + right) * UNIT,
      y: (y + below) * UNIT,
      size: size * UNIT,
    };
  });
}

/** The offset of counters in a space that keeps its print readable. @param {Space} space @param {number} width @param {number} height of the counters @returns {[number, number]} */
function offsetIn(space, width, height) {
  const [x, y] = space.at, outline = space.outline ?? [];
  // A sign with its name below it.
  const printed = (space.marks ?? []).flatMap((
    { at, name },
  ) => (at && name ? [{ x: at[0], y: at[1] + 0.17, w: Math.max(0.36, name.length * HALF_LETTER_WIDTH), h: 0.5 }] : []));
  if (!printed.length || !outline.length) return [0, 0];
  const meet = (/** @type {number} */ apart, /** @type {number} */ room) => Math.max(0, room - Math.abs(apart));
  const bad = (/** @type {[number, number]} */ [dx, dy]) =>
    printed.reduce(
      (sum, each) => sum + meet(each.x - x - dx, each.w + width / 2) * meet(each.y - y - dy, each.h + height / 2),
      Math.hypot(dx, dy) * 0.2,
    );
  const ways = DIRECTIONS.filter(([dx, dy]) => (!dx && !dy) || inside(x + dx, y + dy, outline));
  return ways.reduce((best, way) => (bad(way) < bad(best) - 0.01 ? way : best));
}

const HALF_LETTER_WIDTH = 0.11; // half the width of a letter of a name, in units
/** The possible offsets of counters, the smallest first. @type {[number, number][]} */
const DIRECTIONS = [
  [0, 0],
  ...[0.3, 0.6, 0.9, 1.2].flatMap((far) =>
    Array.from(
      { length: 8 },
      (
        _,
        i,
      ) => /** @type {[number, number]} */ ([far * Math.cos((i * Math.PI) / 4), far * Math.sin((i * Math.PI) / 4)]),
    )
  ),
];

/** The area for counters in a space: all of a large one except its edges. @param {Board} board @param {Space} space @param {number} full */
function roomIn(board, space, full) {
  if (space.size?.[0]) return space.size;
  if (letterScale(board) === 1) return [full * 1.75, full * 1.5];
  const [left, top, right, bottom] = boxOf(space);
  return space.ground?.length
    ? [(right - left) * 0.94, Math.max(full, (bottom - top) * 0.4)]
    : [(right - left) * 0.96, (bottom - top) * 0.8];
}

const OFFSET_BELOW_MIDDLE = 0.16; // of its room: in a large space counters lie below its middle, since names stand above
const MIN_SCALE = 0.72; // of a counter's full size, before counters overlap
const MIN_SCALE_IN_CELL = 0.55; // the same in a high cell of a battle, where six fighters lie side by side

const MAX_DRAWN = 4; // of a pile, no more than the edges of three below the top one

/** A pile drawPile. The first piece is the top one. @param {Board} board @param {Pile} pile */
export function drawPile(board, pile) {
  const { pieces, size } = pile;
  const below = Math.min(MAX_DRAWN, pieces.length) - 1;
  const step = size * 0.055;
  const group = svg("g", { class: "pile", transform: `translate(${round1(pile.x)} ${round1(pile.y)})` });
  group.dataset.pile = pile.key;
  group.dataset.space = pile.space.id;
  for (let k = below; k > 0; k--) {
    const piece = pieces[k];
    const style = board.styles?.[piece.style || board.counters?.[piece.face ?? ""]?.style || ""];
    const card = blankCounter(size, style, "counter under", board.styles?.[sideOf(piece)]);
    card.setAttribute("transform", `translate(${round1((k - below / 2) * step)} ${round1((k - below / 2) * step)})`);
    group.append(card);
  }
  const top = drawCounter(board, pieces[0], size);
  top.setAttribute("transform", `translate(${round1((-below / 2) * step)} ${round1((-below / 2) * step)})`);
  top.dataset.piece = pieces[0].id;
  group.append(top);
  if (pieces.length > 1) {
    const tab = svg("g", {
      class: "count",
      transform: `translate(${round1(size * 0.46 + (below / 2) * step)} ${
        round1(-size * 0.46 - (below / 2) * step * 0.2)
      })`,
    });
    tab.append(
      svg("circle", { r: round1(size * 0.17) }),
      svg("text", { y: round1(size * 0.075), "font-size": round1(size * 0.23) }, String(pieces.length)),
    );
    group.append(tab);
  }
  return group;
}

/** The order in which piles are drawn: lower ones over higher ones, in a row of overlapping counters the first on top. @param {Pile[]} piles */
export const drawingOrder = (piles) => [...piles].reverse().sort((a, b) => a.y - b.y);

/** A key of everything that a pile's drawing depends on. @param {Pile} pile @param {string} lit */
export function signature(pile, lit) {
  return [
    pile.x,
    pile.y,
    pile.size,
    lit,
    ...pile.pieces.map((p) => `${p.id}/${p.face ?? ""}/${p.style ?? ""}/${p.badges ?? ""}`),
  ].join(";");
}

/** The player's own movable pieces, otherwise those with visible faces. @param {Piece[]} lying */
export function ownOrVisiblePieces(lying) {
  const mine = lying.filter((piece) => (piece.operand ?? -1) >= 0);
  return mine.length ? mine : lying.filter((piece) => piece.face);
}
