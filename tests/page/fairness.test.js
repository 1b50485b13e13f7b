import assert from "node:assert/strict";
import { test } from "node:test";
import { blake2b, hex, unhex } from "../../src/palatine/web/static/js/fairness/blake2b.js";
import { diceKey, rollDie } from "../../src/palatine/web/static/js/fairness/dice.js";

const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);

test("BLAKE2b is that of RFC 7693, with key, personalisation and any length", () => {
  assert.equal(
    hex(blake2b(bytes("abc"))),
    "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923",
  );
  assert.equal(
    hex(blake2b(bytes("abc"), { size: 32, key: bytes("key"), person: "palatine" })),
    "570a3439904ebfbd5712676f048fc80f3705adf2693d2b132257a3769ea56bdf",
  );
  assert.equal(
    hex(blake2b(Uint8Array.from({ length: 300 }, (_, i) => i % 251), { size: 20 })),
    "65e05d1cecbb370304bc5213f53b9b0093208aea",
  );
});

test("hexadecimal reads back", () => {
  assert.deepEqual(unhex("00ff10"), Uint8Array.of(0, 255, 16));
  assert.equal(hex(unhex("00ff10")), "00ff10");
});

test("the dice are those of the referee", () => {
  // Expected values from palatine.matches.fairness.mixed and palatine.core.Dice.
  const key = diceKey({
    seed: "00112233",
    commitment: "",
    seats: [{ seat: "Amber" }, { seat: "Jade" }],
    numbers: { Amber: "7", Jade: "été" },
    log: [],
  });
  assert.equal(hex(key), "06f397f1537412477bf5757ddfffc4f528349d30c1fe74006e3c754ba88c501d");
  assert.deepEqual([0, 1, 2, 3, 4, 5].map((n) => rollDie(key, n, 6)), [4, 6, 2, 4, 2, 5]);
});
