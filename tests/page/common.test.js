import assert from "node:assert/strict";
import { test } from "node:test";
import { debounced } from "../../src/palatine/web/static/js/common/debounce.js";
import { fillIn } from "../../src/palatine/web/static/js/common/fill-in.js";
import { query } from "../../src/palatine/web/static/js/common/query.js";

// Modules that display text read their messages from the page.
/** @type {any} */ (globalThis).document ??= { getElementById: () => null };
const { awaitedBy, codeOf, namePlayers, nameOf, titleOf } = await import(
  "../../src/palatine/web/static/js/common/seat-names.js"
);

const rest = (/** @type {number} */ wait) => new Promise((done) => setTimeout(done, wait));

test("blanks of a message are filled, numbers with the word they ask for", () => {
  assert.equal(fillIn("{seat} has won by {margin}", { seat: "Amber" }), "Amber has won by ");
  assert.equal(fillIn("{n:plural,letter,letters}", { n: 1 }), "1 letter");
  assert.equal(fillIn("{n:plural,letter,letters} from {who}", { n: 3, who: "Jade" }), "3 letters from Jade");
});

test("a query holds what is known and nothing else", () => {
  assert.equal(query({ seat: "The King", since: 0, turn: null, at: undefined }), "?seat=The+King&since=0");
  assert.equal(query({ seat: null }), "");
});

test("what is asked for again and again is done once, when it rests", async () => {
  let done = 0;
  const save = debounced(() => done++, 20);
  save();
  save();
  assert.ok(save.waits());
  assert.equal(done, 0);
  await rest(60);
  assert.equal(done, 1);
  assert.ok(!save.waits());
});

test("what waits can be done at once or forgotten", async () => {
  let done = 0;
  const save = debounced(() => done++, 10);
  save.now(); // no save is pending
  assert.equal(done, 0);
  save();
  save.now();
  assert.equal(done, 1);
  save();
  save.cancel();
  await rest(40);
  assert.equal(done, 1);
});

test("a sentence of the game names the players of the seats it waits for", () => {
  const titles = { Jade: "Emil (Jade)", Kingdoms: "Ann (Kingdoms)", P1: "Bo (the Smoking Maw)", Amber: "Amber" };
  const names = { Jade: "Jade", Kingdoms: "Kingdoms", P1: "the Smoking Maw", Amber: "Amber" };
  const name = (/** @type {string} */ text, /** @type {string[]} */ ...seats) =>
    namePlayers(text, seats, names, titles);
  assert.equal(name("Waiting for Jade: the Jades move.", "Jade"), "Waiting for Emil (Jade): the Jades move.");
  assert.equal(name("Waiting for the Kingdoms: combat.", "Kingdoms"), "Waiting for Ann (Kingdoms): combat.");
  assert.equal(name("Waiting for the Smoking Maw and Jade.", "P1"), "Waiting for Bo (the Smoking Maw) and Jade.");
  assert.equal(name("Waiting for Amber.", "Amber"), "Waiting for Amber.");
});

test("seats go by name, with their id beside it where the name is another", () => {
  const names = { P1: "the Jarls of Ravenfell", P2: "Hargaar", P3: "P3" };
  assert.equal(nameOf(names, "P1"), "the Jarls of Ravenfell");
  assert.equal(titleOf(names, "P1"), "The Jarls of Ravenfell");
  assert.deepEqual(["P1", "P3", "Referee"].map((seat) => codeOf(names, seat)), ["P1", "", ""]);
  assert.deepEqual(["Referee", "P2"].map((seat) => nameOf(names, seat)), ["Referee", "Hargaar"]);
  assert.equal(nameOf(undefined, "North"), "North");
});

test("a referee waits for the others, and the others for the referee", () => {
  assert.deepEqual(awaitedBy(["P1", "Referee"], "Referee"), ["P1"]);
  assert.deepEqual(awaitedBy(["P1", "Referee"], "P1"), ["P1", "Referee"]);
});
