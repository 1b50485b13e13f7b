import assert from "node:assert/strict";
import { test } from "node:test";

// Modules that display text read their messages from the page.
/** @type {any} */ (globalThis).document ??= { getElementById: () => null };
const { Problem } = await import("../../src/palatine/web/static/js/common/http.js");
const { MatchState } = await import("../../src/palatine/web/static/js/match/match-state.js");

/** Return a view of a seat at a version. @param {number} version @param {object} [view] @param {string | null} [seat] */
const viewAt = (version, view = {}, seat = "North") => /** @type {any} */ ({
  match: "m",
  seat,
  version,
  status: "playing",
  entries: [],
  view: { asked: [], ...view },
});

/** Return the changes from a version to the next one. @param {number} since @param {object} [view] */
const changes = (since, view = {}) => /** @type {any} */ ({
  match: "m",
  seat: "North",
  since,
  version: since + 1,
  view,
});

/** Return a match state of North's seat, the calls of its hooks and the requests to its referee. @param {object} [api] @param {string} [mode] */
function stateOf(api = {}, mode = "play") {
  /** @type {any[]} */
  const heard = [];
  /** @type {any[]} */
  const asked = [];
  const referee = new Proxy(/** @type {any} */ (api), {
    get: (answers, name) => async (/** @type {any[]} */ ...given) => {
      asked.push([name, ...given]);
      return await answers[name](...given);
    },
  });
  const state = new MatchState({ id: "m", game: "ford", mode }, referee, {
    informed: () => heard.push("informed"),
    took: (before, now, still) => heard.push(["took", before?.version ?? null, now.version, still]),
    unseated: () => heard.push("unseated"),
    busy: (busy) => heard.push(busy ? "busy" : "idle"),
    working: () => {},
    failed: (error) => heard.push(/** @type {Error} */ (error).message),
  });
  state.seat = "North";
  return { state, heard, asked };
}

test("a view is taken once, and none older or of another seat", () => {
  const { state, heard } = stateOf();
  state.take(viewAt(3), true);
  for (const view of [viewAt(3), viewAt(2), viewAt(4, {}, "South")]) state.take(view);
  state.take(viewAt(5));
  assert.deepEqual(heard, [["took", null, 3, true], ["took", 3, 5, false]]);
  assert.equal(state.version, 5);
});

test("who has lost the seat hears of it, and keeps the view until another is read", () => {
  const { state, heard } = stateOf();
  state.take(viewAt(3));
  state.take(viewAt(4, {}, null));
  assert.deepEqual(heard.slice(1), ["unseated"]);
  assert.equal(state.version, 3);
});

test("changes that go on from the view are carried out without a question", async () => {
  const { state, asked } = stateOf();
  state.take(viewAt(3, { heading: "before", asked: ["North"] }));
  await state.hear(changes(3, { heading: "after" }));
  assert.deepEqual([state.version, state.matchView?.view.heading, state.decides(viewAt(4).view)], [4, "after", false]);
  assert.deepEqual(asked, []);
});

test("changes that do not fit have the view read again from what is known", async () => {
  const { state, asked } = stateOf({ view: () => viewAt(6) });
  state.take(viewAt(3));
  await state.hear(changes(5));
  assert.deepEqual([state.version, asked], [6, [["view", "North", 3]]]);
});

test("after the connection was lost the whole view is read, even where changes would fit", async () => {
  const { state, asked } = stateOf({ view: () => viewAt(4) });
  state.take(viewAt(3));
  state.isBroken = true;
  await state.hear(changes(3));
  assert.deepEqual([state.version, state.isBroken, asked], [4, false, [["view", "North", 0]]]);
});

test("changes of another seat, or known already, are left", async () => {
  const { state, heard, asked } = stateOf();
  state.take(viewAt(3));
  await state.hear(changes(2));
  await state.hear({ ...changes(3), seat: "South" });
  assert.deepEqual([heard.length, asked], [1, []]);
});

test("while an action is under way no other begins", async () => {
  const { state, heard } = stateOf();
  let done = () => {};
  const first = state.attempt(() => new Promise((resolve) => (done = () => resolve(null))));
  await state.attempt(async () => heard.push("second"));
  assert.equal(await state.mayAct(async () => true), false);
  done();
  await first;
  assert.deepEqual(heard, ["busy", "idle"]);
  assert.equal(await state.mayAct(async () => true), true);
});

test("an action that fails is told, and the next may begin", async () => {
  const { state, heard } = stateOf();
  await state.attempt(async () => {
    throw new Error("refused");
  });
  assert.deepEqual(heard, ["busy", "refused", "idle"]);
  assert.equal(state.busy, false);
});

test("while it is asked whether to act nothing else begins, and a lost seat ends it", async () => {
  const { state } = stateOf();
  /** @type {(goes: boolean) => void} */
  let answer = () => {};
  const first = state.mayAct(() => new Promise((resolve) => (answer = resolve)));
  assert.equal(await state.mayAct(async () => true), false);
  state.seat = null;
  answer(true);
  assert.equal(await first, false);
  state.seat = "North";
  await assert.rejects(state.mayAct(() => Promise.reject(new Error("away"))));
  assert.equal(state.asking, false);
});

test("spectators and replays act on nothing", async () => {
  for (const mode of ["watch", "replay"]) {
    assert.equal(await stateOf({}, mode).state.mayAct(async () => true), false);
  }
});

test("an action names the version it was offered at and the one that is shown", async () => {
  const { state, asked } = stateOf({ act: () => changes(3), undo: () => changes(4) });
  state.take(viewAt(3));
  await state.act([["march", 4]], 2);
  await state.undo();
  assert.deepEqual(asked, [["act", "North", [["march", 4]], 3, 2], ["undo", "North", 4]]);
  assert.equal(state.version, 5);
});

test("shortcuts of a version that is past are left out", async () => {
  let version = 3;
  const { state, heard } = stateOf({ shortcuts: () => ({ version, shortcuts: ["a"] }) });
  state.take(viewAt(3));
  assert.deepEqual(await state.shortcuts(1), ["a"]);
  version = 2;
  assert.deepEqual(await state.shortcuts(1), []);
  assert.deepEqual(heard, [["took", null, 3, false]]);
  const away = stateOf({ shortcuts: () => Promise.reject(new Error("away")) });
  assert.deepEqual([await away.state.shortcuts(1), away.heard], [[], ["away"]]);
});

test("what could be meant with a space and its pieces are forty actions at most", () => {
  const { state } = stateOf();
  assert.deepEqual(state.actionsAt(1, [2]), []);
  state.take(viewAt(3, { verbs: { march: "piece", enter: "space", wait: "" } }));
  assert.deepEqual(state.actionsAt(1, [2, 5]), [["march", 2], ["march", 5], ["enter", 1]]);
  assert.deepEqual(state.actionsAt(-1, []), []);
  assert.equal(state.actionsAt(1, Array.from({ length: 99 }, (_, n) => n)).length, 40);
});

test("the seat to show is one's own that is asked, and the screen goes to the other", async () => {
  const info = /** @type {any} */ ({ yours: ["North", "South"], asked: ["South"], seats: [] });
  const { state, heard } = stateOf({
    info: () => ({ ...info, yours: ["South"] }),
    view: () => viewAt(7, {}, "South"),
  });
  state.updateInfo(info);
  assert.equal(state.seatToShow(), "South");
  state.take(viewAt(3, { asked: ["South"] }));
  assert.equal(state.otherAsked, "South");
  state.hearInfo({ ...info, yours: undefined, asked: [] });
  assert.deepEqual([state.mine, state.seatToShow()], [["North", "South"], "North"]);
  await state.leaveSeat();
  await state.look();
  assert.deepEqual([state.seat, state.version, heard.at(-1)], ["South", 7, ["took", null, 7, true]]);
});

test("a spectator has no seat of their own", () => {
  const { state } = stateOf({}, "watch");
  state.updateInfo(/** @type {any} */ ({ yours: ["North"], asked: ["North"] }));
  assert.deepEqual([state.mine, state.seatToShow()], [[], null]);
});

test("a match stands still when another player has been asked for an hour", () => {
  const { state } = stateOf();
  const info = (/** @type {object} */ more) => /** @type {any} */ ({
    status: "playing",
    asked: ["South"],
    seats: [{ seat: "South", kind: "person" }],
    updated: new Date(Date.now() - 3601e3).toISOString(),
    ...more,
  });
  const stands = (/** @type {object} */ more) => {
    state.updateInfo(info(more));
    return state.standsStill;
  };
  assert.ok(stands({}));
  for (
    const more of [
      { status: "over" },
      { asked: [] },
      { seats: [{ seat: "South", kind: "bot" }] },
      { updated: new Date(Date.now() - 3500e3).toISOString() },
    ]
  ) assert.ok(!stands(more));
});

test("a decision is sent again when nothing but a record without a decision came between", async () => {
  const conflict = (/** @type {number} */ at) => new Problem({ view: { ...viewAt(4), at } }, 409);
  for (const [at, again] of /** @type {const} */ ([[7, true], [8, false]])) {
    const { state, asked } = stateOf({
      act: (/** @type {any[]} */ ...[, , version]) => {
        if (version === 3) throw conflict(at);
        return { ...viewAt(5), at: at + 1 };
      },
    });
    state.take({ ...viewAt(3), at: 7 });
    const sent = state.act([["march", 1]], 3);
    if (again) await sent;
    else await assert.rejects(sent, Problem);
    assert.deepEqual(asked.map(([, , , version, offered]) => [version, offered]), again ? [[3, 3], [4, 3]] : [[3, 3]]);
    assert.equal(state.version, again ? 5 : 3);
  }
});

test("a table that cannot be read is left to the next news", async () => {
  const { state, heard } = stateOf({ info: () => Promise.reject(new Error("away")) });
  await state.refresh();
  assert.deepEqual(heard, []);
});
