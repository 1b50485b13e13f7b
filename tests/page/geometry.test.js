import assert from "node:assert/strict";
import { test } from "node:test";
import { inkOn, night, rgb } from "../../src/palatine/web/static/js/geometry/colours.js";
import { noise, seededRandom, seedOf } from "../../src/palatine/web/static/js/geometry/noise.js";
import { distanceToSegment, inside, path, smooth } from "../../src/palatine/web/static/js/geometry/points.js";

test("a point is as far from a segment as from its nearest point", () => {
  assert.equal(distanceToSegment([0, 3], [-1, 0], [1, 0]), 3);
  assert.equal(distanceToSegment([4, 4], [-1, 0], [1, 0]), 5); // beyond one end
  assert.equal(distanceToSegment([3, 4], [0, 0], [0, 0]), 5); // a segment of length zero
});

test("a point is inside a polygon or not, also of one that is not convex", () => {
  /** @type {[number, number][]} */
  const hook = [[0, 0], [4, 0], [4, 4], [3, 4], [3, 1], [0, 1]];
  assert.ok(inside(3.5, 3, hook));
  assert.ok(inside(1, 0.5, hook));
  assert.ok(!inside(1, 3, hook));
  assert.ok(!inside(5, 0.5, hook));
});

test("a smooth run keeps its ends and stays within the chain", () => {
  const run = smooth([[0, 0], [2, 4], [4, 0]]);
  assert.deepEqual(run[0], [0, 0]);
  assert.deepEqual(run.at(-1), [4, 0]);
  assert.ok(run.every(([x, y]) => x >= 0 && x <= 4 && y >= 0 && y <= 4));
  assert.deepEqual(smooth([[0, 0], [1, 1]]), [[0, 0], [1, 1]]);
});

test("a path is written in drawing units, short", () => {
  assert.equal(path([[0, 0], [1.23456, 2]]), "M0 0L123.5 200");
  assert.equal(path([[0, 0], [1, 0], [1, 1]], true), "M0 0L100 0L100 100Z");
});

test("numbers that look random are the same for the same seed", () => {
  const [one, other] = [seededRandom(seedOf("0101")), seededRandom(seedOf("0101"))];
  const drawn = Array.from({ length: 20 }, one);
  assert.deepEqual(Array.from({ length: 20 }, other), drawn);
  assert.ok(drawn.every((n) => n >= 0 && n < 1));
  assert.notEqual(seedOf("0101"), seedOf("0102"));
});

test("noise is smooth and between -1 and 1", () => {
  for (let x = -3; x < 3; x += 0.05) {
    assert.ok(Math.abs(noise(x, 1.5)) <= 1);
    assert.ok(Math.abs(noise(x + 0.01, 1.5) - noise(x, 1.5)) < 0.1);
  }
});

test("ink is dark on light colours and light on dark ones", () => {
  assert.equal(inkOn("#ffffff"), inkOn("#ece3c4"));
  assert.equal(inkOn("#000000"), inkOn("#203040"));
  assert.notEqual(inkOn("#ffffff"), inkOn("#000000"));
});

test("a colour by night is darker and still a colour", () => {
  assert.deepEqual(rgb("#fa0"), [255, 170, 0]);
  assert.match(night("#ffeecc"), /^#[0-9a-f]{6}$/);
  assert.ok(rgb(night("#ffeecc")).every((part, i) => part < rgb("#ffeecc")[i]));
});
