import assert from "node:assert/strict";
import { test } from "node:test";
import { History } from "../../src/palatine/web/static/js/desk/history.js";
import { arrow, beside, laneOf, trimmed } from "../../src/palatine/web/static/js/board/route-geometry.js";

// Modules that display text read their messages from the page.
/** @type {any} */ (globalThis).document ??= { getElementById: () => null };
const { fractionOf, meanLosses, percentOf, roundedText } = await import(
  "../../src/palatine/web/static/js/guidance/chances.js"
);
const { sharesOf, totals } = await import("../../src/palatine/web/static/js/guidance/analysis.js");
const { separateHeights, shortened, frame, seriesOf, labelledTicks, separatePositions, ticks } = await import(
  "../../src/palatine/web/static/js/guidance/chart.js"
);

test("a chance is said in the dice that are rolled for it", () => {
  assert.deepEqual(fractionOf(4 / 6, 6), [4, 6]);
  assert.deepEqual(fractionOf(9 / 36, 36), [9, 36]);
  assert.deepEqual(fractionOf(14 / 20, 20), [14, 20]);
  assert.equal(fractionOf(0.4137, 36), null);
});

test("a chance of which no dice are known is said in the simplest that fit, an estimate in none", () => {
  assert.deepEqual(fractionOf(4 / 6), [4, 6]);
  assert.deepEqual(fractionOf(1 / 4), [1, 4]);
  assert.deepEqual(fractionOf(1 / 5), [1, 5]);
  assert.deepEqual(fractionOf(0.3), [3, 10]);
  assert.deepEqual(fractionOf(21 / 36), [21, 36]);
  assert.equal(fractionOf(22 / 36, 0), null);
  assert.equal(fractionOf(1 / 4, 0), null);
  assert.equal(fractionOf(0), null);
  assert.equal(fractionOf(1), null);
});

test("what may be is never said to be sure, nor impossible", () => {
  assert.equal(percentOf(0.999), 99);
  assert.equal(percentOf(0.001), 1);
  assert.equal(percentOf(1), 100);
  assert.equal(percentOf(2 / 3), 67);
});

test("losses are told in the mean over all results, by seat", () => {
  const losses = Object.fromEntries(
    meanLosses([{ chance: 0.5, losses: { North: 2 } }, { chance: 0.25, losses: { North: 1, South: 4 } }, {
      chance: 0.25,
    }]),
  );
  assert.deepEqual(losses, { North: 1.25, South: 1 });
  assert.equal(roundedText(1.25), "1.3");
});

test("an arrow ends in its last point, and its head turns the way it comes", () => {
  const { shaft, tip, turn } = arrow([[0, 0], [100, 0], [100, 100]]);
  assert.ok(shaft.startsWith("M0 0") && shaft.endsWith("L100 100"), shaft);
  assert.deepEqual([tip, turn], [[100, 100], 90]);
});

test("an arrow leaves and reaches counters at their edges, and never shrinks to nothing", () => {
  const run = trimmed([[0, 0], [100, 0]], [-30, -30, 30, 30], [80, -20, 120, 20]);
  assert.deepEqual(run, [[30, 0], [80, 0]]);
  const [from, to] = trimmed([[0, 0], [100, 0]], [-70, -30, 70, 30], [30, -30, 170, 30]);
  assert.ok(to[0] - from[0] >= 25, String([from, to]));
  assert.deepEqual(trimmed([[0, 0], [100, 0]], null, null), [[0, 0], [100, 0]]);
});

test("arrows through one space have lanes of their own, in both directions", () => {
  const one = { spaces: [1, 2, 3], lane: 0 };
  assert.equal(laneOf([5, 2, 6], [one]), 1);
  assert.equal(laneOf([3, 2], [one]), 1);
  assert.equal(laneOf([3, 2], [one, { spaces: [2, 3], lane: 1 }]), -1);
  assert.equal(laneOf([7, 3], [one]), 0);
  assert.deepEqual(beside([[0, 0], [100, 0]], 7), [[0, 7], [100, 7]]);
  assert.deepEqual(beside([[100, 0], [0, 0]], 7), [[100, 7], [0, 7]]);
});

test("round numbers span the values of a chart", () => {
  assert.deepEqual(ticks(0, 10), [0, 5, 10]);
  assert.deepEqual(ticks(-3, 7), [-5, 0, 5, 10]);
  assert.deepEqual(ticks(0, 1), [0, 0.5, 1]);
});

test("each seat has a line, the best at the end first", () => {
  const moments = [{ at: 0, values: { points: { North: 1, South: 5 } } }, {
    at: 9,
    values: { points: { North: 7, South: 2 } },
  }];
  assert.deepEqual(seriesOf(moments, "points").map(({ name, end, points }) => [name, end, points.length]), [[
    "North",
    7,
    2,
  ], ["South", 2, 2]]);
  assert.deepEqual(seriesOf(moments, "cities"), []);
});

test("names at the ends of lines do not lie on each other, nor below the chart", () => {
  const box = frame(940, ["Hosar 38", "The Hammerhold of Karrgrim 28"]);
  const placed = separateHeights([300, 301, 302, 305], box);
  placed.slice(1).forEach((y, i) => assert.ok(y - placed[i] >= 16.9));
  assert.ok(placed[placed.length - 1] <= box.height - box.bottom + 0.1);
  for (const name of ["Hosar 38", "The Hammerhold of Karrgrim 28"]) assert.equal(shortened(name, box.right), name);
  assert.match(shortened("A name that no chart has any room for at all", 200), /^A name that .*…$/);
});

test("turns are numbered as far as there is room", () => {
  assert.deepEqual(labelledTicks([44, 50, 90, 110, 130]), [true, false, true, false, true]);
});

test("the numbers of turning points stand beside each other within the chart", () => {
  assert.deepEqual(separatePositions([50, 60, 200], 400), [50, 72, 200]);
  assert.deepEqual(separatePositions([390, 395, 399], 400), [356, 378, 400]);
});

test("what is typed in one go is undone in one step, what is put there at once is a step of its own", () => {
  let now = 0;
  const history = new History(() => now);
  history.begin("");
  for (const text of ["A", "An", "Ann"]) history.note(text, false), (now += 100);
  now += 5000;
  history.note("Ann r", false);
  history.note("Ann rides\nBo waits", true);
  assert.equal(history.undo(), "Ann r");
  assert.equal(history.undo(), "Ann");
  assert.equal(history.undo(), "");
  assert.equal(history.undo(), null);
  assert.equal(history.redo(), "Ann");
  history.note("Ann sits", true);
  assert.equal(history.redo(), null);
});

test("a replay goes by turns, by phases or by actions", async () => {
  const { chapterAt, nextStop, stops } = await import("../../src/palatine/web/static/js/match/replay-steps.js");
  const chapters = [{ at: 3, heading: "Turn 1 Movement", turn: 1 }, { at: 8, heading: "Turn 1 Combat", turn: 1 }, {
    at: 20,
    heading: "Turn 2 Movement",
    turn: 2,
  }];
  assert.deepEqual(stops(chapters, "phase", 30), [0, 3, 8, 20, 30]);
  assert.deepEqual(stops(chapters, "turn", 30), [0, 3, 20, 30]);
  assert.equal(nextStop(chapters, "turn", 30, 3, 1), 20);
  assert.equal(nextStop(chapters, "phase", 30, 20, -1), 8);
  assert.equal(nextStop(chapters, "turn", 30, 30, 1), 30);
  assert.equal(nextStop(chapters, "action", 30, 30, 1), 30);
  assert.equal(nextStop(chapters, "action", 30, 4, -1), 3);
  assert.equal(chapterAt(chapters, 10)?.heading, "Turn 1 Combat");
  assert.equal(chapterAt(chapters, 1), null);
});

test("of an analysis a gain counts as a bad choice only where it is beyond doubt", () => {
  const found = {
    seat: "North",
    expected: 0.5,
    hidden: -0.104,
    dice: 0.05,
    after: 0.446,
    gain: 0.12,
    error: 0.02,
    samples: 240,
  };
  assert.deepEqual(sharesOf(found), { choice: 0, hidden: -10, dice: 5 });
  assert.deepEqual(sharesOf({ ...found, is_mistake: true }), { choice: -12, hidden: -10, dice: 5 });
  assert.deepEqual(totals([found, { ...found, is_mistake: true }, { ...found, seat: "South" }]).get("North"), {
    choice: -12,
    hidden: -20,
    dice: 10,
  });
});

test("a sentence begins with a capital, whatever stands first", async () => {
  const { capitalized } = await import("../../src/palatine/web/static/js/common/messages.js");
  assert.equal(capitalized("the Confluence holds 6 units."), "The Confluence holds 6 units.");
  assert.equal(capitalized("6 units"), "6 units");
  assert.equal(capitalized(""), "");
});
