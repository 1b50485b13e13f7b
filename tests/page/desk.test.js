import assert from "node:assert/strict";
import { test } from "node:test";
import {
  byNumber,
  headsOf,
  numberOf,
  ownerOf,
  slotFor,
  wordOf,
} from "../../src/palatine/web/static/js/desk/sheet-lines.js";

const NOBODY = /** @type {Set<string>} */ (new Set());

test("a line belongs to the longest name it begins with", () => {
  assert.equal(ownerOf("Anna Marie rides to Ashby", ["Anna", "Anna Marie"], NOBODY), "Anna Marie");
  assert.equal(ownerOf("  anna rides", ["Anna"], NOBODY), "Anna");
  assert.equal(ownerOf('"Anna" rides', ["Anna"], NOBODY), "Anna");
  assert.equal(ownerOf("Annabel rides", ["Anna"], NOBODY), null);
  assert.equal(ownerOf("equip RED 5", ["Anna"], NOBODY), null);
});

test("a character with a number may be called by it alone", () => {
  assert.equal(ownerOf("12 marches", ["12 Green Knight"], NOBODY), "12 Green Knight");
  assert.equal(ownerOf("123 marches", ["12 Green Knight"], NOBODY), null);
  assert.deepEqual([...numberOf("Green Knight")], []);
});

test("a name before a phase stands for the character's number", () => {
  const names = ["1 Aldric", "12 Green Knight"];
  assert.equal(byNumber("aldric.1 EN", names), "1.1 EN");
  assert.equal(ownerOf(byNumber("  Green Knight.2 TA", names), names, NOBODY), "12 Green Knight");
  for (const line of ["Aldrich.1 EN", "Aldric", "1.1 EN Aldric."]) assert.equal(byNumber(line, names), line);
});

test("what stands before a name is learnt from the orders that are offered", () => {
  const heads = new Set(headsOf("Anna", ["move Anna to Ashby", 'give "Anna" 5 gold', "equip RED 5"]));
  assert.deepEqual([...heads], ["move ", "give "]);
  assert.equal(ownerOf("Move anna to Croft", ["Anna"], heads), "Anna");
  assert.equal(ownerOf("Anna to Croft", ["Anna"], heads), null);
});

test("the next order goes into the slot that was chosen, else the first free one, else the last", () => {
  const slots = ["a1", "a2", "a3"];
  assert.equal(slotFor(slots, "", ["A1 march"]), "a2");
  assert.equal(slotFor(slots, "a1", ["A1 march"]), "a1");
  assert.equal(slotFor(slots, "", ["a1 x", "a2 x", "a3 x"]), "a3");
  assert.equal(wordOf("  A1 march"), "a1");
});
