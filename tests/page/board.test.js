import assert from "node:assert/strict";
import { withSharedFaces } from "../../src/palatine/web/static/js/board/faces.js";
import { test } from "node:test";
import { clampPosition, edgeOf, scaleLimits } from "../../src/palatine/web/static/js/board/camera-limits.js";
import { slantedLines } from "../../src/palatine/web/static/js/board/control.js";
import { belongsTo, sideOf, startsWith } from "../../src/palatine/web/static/js/board/sides.js";
import { asExplored } from "../../src/palatine/web/static/js/board/exploration.js";
import { drawingOrder, piles, signature } from "../../src/palatine/web/static/js/board/stacks.js";
import { inside } from "../../src/palatine/web/static/js/geometry/points.js";
import { boardOf, hexMap } from "./helpers.js";

/** @import { Board, Piece, View } from "../../src/palatine/web/static/js/types/wire.d.ts" */

/** @param {Board} board @param {Piece[]} pieces */
const arranged = (board, pieces) => piles(board, pieces, new Map(board.spaces.map((space) => [space.id, space])));
/** @param {number} count @param {Partial<Piece>} [more] @returns {Piece[]} */
const pieces = (count, more = {}) => Array.from({ length: count }, (_, i) => ({ id: `p${i}`, space: "s0", ...more }));

test("pieces of one pile lie on each other", () => {
  const [pile, ...others] = arranged(boardOf([{ at: [2, 3] }]), pieces(5));
  assert.equal(others.length, 0);
  assert.equal(pile.pieces.length, 5);
  assert.deepEqual([pile.x, pile.y], [200, 300]);
});

test("two piles lie side by side, smaller, and do not overlap", () => {
  const [one, other, ...more] = arranged(boardOf([{}]), pieces(2).map((piece, i) => ({ ...piece, pile: String(i) })));
  assert.equal(more.length, 0);
  assert.ok(one.size < 100);
  assert.ok(other.x - one.x >= one.size);
  assert.equal(one.y, other.y);
});

test("in a row every piece lies by itself, overlapping rather than very small", () => {
  const found = arranged(boardOf([{ spread: "row", size: [3, 1.4] }], { kind: "scene" }), pieces(12));
  assert.equal(found.length, 12);
  assert.ok(found.every((pile) => pile.size >= 70));
});

test("lower counters are drawn over higher ones, whose marks would else be hidden", () => {
  const [upper, lower] = arranged(boardOf([{ spread: "row", size: [1.6, 2.5] }], { kind: "scene" }), pieces(2));
  assert.ok(upper.y < lower.y);
  assert.deepEqual(drawingOrder([upper, lower]), [upper, lower]);
  const [first, second] = arranged(boardOf([{ spread: "row", size: [3, 1.4] }], { kind: "scene" }), pieces(12));
  assert.deepEqual(drawingOrder([first, second]), [second, first]);
});

test("counters with badges lie so far apart that a badge covers no strength", () => {
  const cell = boardOf([{ spread: "row", size: [1.6, 2.5] }], { kind: "scene" });
  const [bare, below] = arranged(cell, pieces(2)), [upper, lower] = arranged(cell, pieces(2, { badges: ["wounded"] }));
  assert.ok((below.y - bare.y) / bare.size < 1.1);
  assert.ok((lower.y - upper.y) / upper.size > 1.15);
});

test("pieces of another board or of no space are not laid", () => {
  assert.deepEqual(
    arranged(boardOf([{}]), [{ id: "a", space: "s0", board: "other" }, { id: "b", space: "nowhere" }]),
    [],
  );
});

test("a pile is drawn anew when something of it changes", () => {
  const board = boardOf([{}]);
  const [before] = arranged(board, pieces(2)),
    [same] = arranged(board, pieces(2)),
    [turned] = arranged(board, pieces(2, { face: "knight" }));
  assert.equal(signature(before, "0"), signature(same, "0"));
  assert.notEqual(signature(before, "0"), signature(turned, "0"));
  assert.notEqual(signature(before, "0"), signature(before, "1"));
});

test("a board may be seen as far as it fits and as near as its counters can be read", () => {
  const { fit, least, most } = scaleLimits({ width: 800, height: 600 }, { width: 20, height: 10 });
  assert.equal(fit, 40);
  assert.ok(least < fit);
  assert.equal(most, 130);
  assert.equal(scaleLimits({ width: 800, height: 600 }, { width: 4, height: 4 }).most, 300); // a small board can be larger than the window
});

test("a board that fits lies in the middle; a larger one covers the window", () => {
  assert.equal(clampPosition(999, 400, 600, 24), 100);
  assert.equal(clampPosition(-300, 1000, 600, 24), -300);
  assert.equal(clampPosition(500, 1000, 600, 24), 24);
  assert.equal(clampPosition(-900, 1000, 600, 24), -424);
});

test("what a seat knows of a blank map is drawn in, and the board itself stays as it is", () => {
  const blank = boardOf([{ id: "0101", name: "0101", ground: ["unknown"] }, {
    id: "0102",
    name: "0102",
    ground: ["unknown"],
  }]);
  const view = /** @type {View} */ (/** @type {unknown} */ ({
    seen: { "0101": { ground: ["wood"], name: "Burgundy", lines: [{ style: "strait", points: [] }] } },
  }));
  const seen = asExplored(blank, view);
  assert.deepEqual(seen.spaces.map((space) => [space.name, space.ground?.[0]]), [["Burgundy", "wood"], [
    "0102",
    "unknown",
  ]]);
  assert.equal(seen.lines?.length, 1);
  assert.equal(blank.spaces[0].name, "0101");
  assert.equal(asExplored(blank, /** @type {View} */ (/** @type {unknown} */ ({}))), blank);
});

test("boards have all faces that those before them have told", () => {
  const one = boardOf([], { counters: { a: { name: "A", style: "x" } }, silhouettes: { s: "M0 0" } });
  const two = boardOf([], { id: "battle", counters: { b: { name: "B", style: "x" } } });
  const [first, second] = withSharedFaces([one, two]);
  assert.deepEqual(Object.keys(first.counters ?? {}), ["a"]);
  assert.deepEqual(Object.keys(second.counters ?? {}), ["a", "b"]);
  assert.deepEqual(second.silhouettes, { s: "M0 0" });
  assert.equal(second.id, "battle");
});

test("slanted lines of allied land stay inside the outline of a space", () => {
  const [hex] = hexMap(["a"], { a: "plain" }).spaces, lines = slantedLines(hex).match(/[-\d.]+/g)?.map(Number) ?? [];
  assert.ok(lines.length >= 8, String(lines));
  for (let i = 0; i < lines.length; i += 2) {
    assert.ok(inside(lines[i] / 100, lines[i + 1] / 100, hex.outline ?? []), `${lines[i]} ${lines[i + 1]}`);
  }
});

test("a piece is whose its badge or its pile says, and its own colour needs no rim", () => {
  const of = { styles: { Hosar: "hosar", Jade: "jade" }, piles: { 1: "Jade" } };
  /** @param {Partial<Piece>} more */
  const side = (more) => sideOf({ id: "p", space: "s0", ...more }, of);
  assert.equal(side({ style: "pan-tang", badges: ["Jade", "1 spell"] }), "jade");
  assert.equal(side({ style: "woods", badges: ["serves Hosar"] }), "hosar");
  assert.equal(side({ style: "ferlarie", pile: "1" }), "jade");
  assert.equal(side({ style: "jade", pile: "1" }), "");
  assert.equal(side({ style: "ancients", pile: "2" }), "");
  assert.ok(belongsTo({ id: "p", space: "s0", style: "pan-tang", badges: ["Jade"] }, "Jade", of));
  assert.ok(belongsTo({ id: "p", space: "s0", style: "hosar" }, "Hosar", of));
  assert.ok(!belongsTo({ id: "p", space: "s0", style: "ferlarie", pile: "1" }, "Hosar", of));
});

test("a text starts with a name only when the name ends there", () => {
  assert.ok(startsWith("King 1 marches.", "King 1"));
  assert.ok(!startsWith("King 10 marches.", "King 1"));
});

test("a place out of sight is counted at the edge that it lies furthest beyond", () => {
  const size = { width: 100, height: 80 };
  assert.equal(edgeOf({ x: 50, y: 40 }, size), null);
  assert.equal(edgeOf({ x: -20, y: -10 }, size), "left");
  assert.equal(edgeOf({ x: 130, y: 90 }, size), "right");
  assert.equal(edgeOf({ x: 101, y: 99 }, size), "down");
  assert.equal(edgeOf({ x: 50, y: -1 }, size), "up");
});
