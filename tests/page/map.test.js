import assert from "node:assert/strict";
import { test } from "node:test";
import { wrap } from "../../src/palatine/web/static/js/map/labels.js";
import { shorelines } from "../../src/palatine/web/static/js/map/shoreline.js";
import { boxOf, letterScale } from "../../src/palatine/web/static/js/map/space-box.js";
import { rgb } from "../../src/palatine/web/static/js/geometry/colours.js";
import { groundOf, isWater, patternOf } from "../../src/palatine/web/static/js/map/terrain.js";
import { boardOf, hexMap } from "./helpers.js";

/** A sea with islands, straits and bays. */
const SEA = hexMap([
  "~^~~^^^^^~^^^^^^^^",
  "~^^~~^^~~^^^^^^^^^",
  "^^^~^^^^^^^^^^^^^^",
  "~~~^^^^^^^^^^^^^^^",
  "~~^^^^^^^^^^~^^^^~",
  "^^^^~^^^~^^^~^^~^^",
  "^^^~~~~^~^~^^^^^^^",
  "~^^^^^~~~~^~^^^^^^",
  "^^^^^^^^~^^^^^^^^~",
], { "~": "sea", "^": "land" });

test("every shore runs round its water without a break", () => {
  const water = shorelines(SEA, 0.7);
  assert.ok(water);
  const levels = [water.shore, ...water.lines].map((d) =>
    d.split("M").slice(1).map((part) => (part.match(/-?[\d.]+/g) ?? []).map(Number))
  );
  assert.ok(levels[0].length >= 8, "lakes, bays and isles have shores of their own");
  for (const numbers of levels.flat()) {
    const points = Array.from({ length: numbers.length / 2 }, (_, i) => numbers.slice(2 * i, 2 * i + 2));
    const steps = points.map(([x, y], i) => {
      const [nx, ny] = points[(i + 1) % points.length];
      return Math.hypot(nx - x, ny - y);
    });
    assert.ok(Math.max(...steps) < 60, "a hexside is 100 long; a shore is drawn in far smaller steps");
  }
});

test("a map without water has no shores", () => {
  assert.equal(shorelines(hexMap(["^^", "^^"], { "^": "land" }), 0.7), null);
});

test("a ground is drawn in the pattern its style names, or in its own name's", () => {
  const board = boardOf([], { styles: { deep: { pattern: "sea" }, ice: { fill: "#ffffff", dark: "#445566" } } });
  assert.equal(patternOf(board, "deep"), "water");
  assert.ok(isWater(board, "lake"));
  assert.ok(!isWater(board, "forest"));
  assert.equal(groundOf(board, "woods").glyph, "tree");
  assert.deepEqual(groundOf(board, "ice"), { fill: "#ffffff", dark: "#445566" });
});

test("grounds of one pattern keep apart by their colours", () => {
  const board = boardOf([], {
    styles: { oak: { pattern: "forest", fill: "#00ff00" }, pine: { pattern: "forest", fill: "#004400" } },
  });
  assert.notEqual(groundOf(board, "oak").fill, groundOf(board, "pine").fill);
});

test("grounds can be told apart by night, whatever grows on them", () => {
  const board = boardOf([], {}),
    names = ["open", "steppe", "waste", "forest", "swamp", "desert", "water", "hills", "mountains"];
  const colours = names.map((name) => rgb(groundOf(board, name).dark));
  names.forEach((name, i) =>
    colours.slice(0, i).forEach((other, k) => {
      const apart = Math.hypot(...colours[i].map((part, n) => part - other[n]));
      assert.ok(apart >= 20, `${name} and ${names[k]}: ${apart}`);
    })
  );
});

test("the box of a space is that of its outline, or of its size", () => {
  assert.deepEqual(boxOf(boardOf([{ outline: [[1, 2], [3, 2], [2, 5]] }]).spaces[0]), [1, 2, 3, 5]);
  assert.deepEqual(boxOf(boardOf([{ at: [5, 5], size: [2, 4] }]).spaces[0]), [4, 3, 6, 7]);
});

test("maps of large spaces are lettered larger, up to three times", () => {
  const square = (/** @type {number} */ n) =>
    boardOf([{ ground: ["land"], outline: [[0, 0], [n, 0], [n, n], [0, n]] }]);
  assert.equal(letterScale(square(1.7)), 1);
  assert.ok(letterScale(square(3.46)) > 1.9);
  assert.equal(letterScale(square(30)), 3);
});

test("a long name is broken between its words", () => {
  assert.deepEqual(wrap("Moor"), ["Moor"]);
  assert.deepEqual(wrap("The Isle of the Purple Towns"), ["The Isle of", "the Purple", "Towns"]);
});
