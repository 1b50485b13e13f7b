import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { farShortcuts, haveTexts } from "../../src/palatine/web/static/js/board/far-shortcuts.js";
import { applyChanges, canApply } from "../../src/palatine/web/static/js/match/changes.js";

/** Cases shared with the test of the server's function (tests/matches/test_wire.py). */
const cases = JSON.parse(readFileSync(new URL("../matches/changes.json", import.meta.url), "utf-8"));

for (const each of cases) {
  test(`changes are read alike everywhere: ${each.name}`, () => {
    const before = JSON.stringify(each);
    assert.ok(canApply(each.seen, each.changes));
    assert.deepEqual(applyChanges(each.seen, each.changes), each.then);
    assert.equal(JSON.stringify(each), before, "neither is altered");
  });
}

test("changes of another version, seat or match do not fit", () => {
  const [{ seen: matchView, changes }] = cases;
  for (const wrong of [{ since: 3 }, { seat: "South" }, { match: "other" }]) {
    assert.ok(!canApply(matchView, { ...changes, ...wrong }));
  }
  assert.ok(!canApply(null, changes));
});

test("what has not changed is the very same as before", () => {
  const panels = [{ id: "losses", title: "Losses" }], piece = { id: "a", space: "1" };
  const matchView = /** @type {any} */ ({
    match: "m",
    seat: null,
    version: 1,
    view: { panels, pieces: [piece, { id: "b", space: "1" }] },
  });
  const then = applyChanges(matchView, { match: "m", seat: null, since: 1, version: 2, lists: { pieces: [[0, 1]] } });
  assert.equal(then.view.panels, panels);
  assert.equal(then.view.pieces[0], piece);
  assert.equal(then.view.pieces.length, 1);
});

test("shortcuts lie at the spaces they lead to, those of lists with their texts", () => {
  const view = {
    goals: [1, 2, 2],
    detours: [3, 9],
    shortcuts: [{ text: "To the ford", actions: [], space: 2 }, { text: "All", actions: [] }],
  };
  const far = farShortcuts(view, new Map([[1, "one"], [2, "two"], [3, "three"]]));
  assert.deepEqual([...far], [["one", [{ space: 1 }]], ["two", [{
    space: 2,
    text: "To the ford",
    duration_key: undefined,
  }, {
    space: 2,
  }]], ["three", [{ space: 3 }]]]);
  assert.ok(!haveTexts(far.get("two") ?? []));
  assert.ok(haveTexts([{ text: "To the ford" }]));
});
