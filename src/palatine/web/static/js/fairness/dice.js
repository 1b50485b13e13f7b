// The dice of a match, from the seed and the players' numbers.

import { blake2b, unhex } from "./blake2b.js";

/**
 * The part of a match file used here.
 * @typedef {object} MatchFile
 * @property {string} seed
 * @property {string} commitment
 * @property {{seat: string}[]} seats
 * @property {Record<string, string>} numbers by seat
 * @property {{n: number, rolls?: [number, number, number, string][]}[]} log each roll's number, sides, value and purpose
 */

/** The key to the dice: seed and numbers mixed. @param {MatchFile} file */
export function diceKey(file) {
  const encoder = new TextEncoder();
  const parts = [unhex(file.seed)];
  for (const seat of file.seats) {
    for (const text of [seat.seat, file.numbers[seat.seat] ?? ""]) {
      const data = encoder.encode(text);
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, data.length);
      parts.push(length, data);
    }
  }
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return blake2b(blake2b(all, { size: 32, person: "palatine-mix" }), { size: 32, person: "palatine-dice" });
}

/** The die of that number, from 1 to its sides. @param {Uint8Array} key @param {number} number @param {number} sides */
export function rollDie(key, number, sides) {
  const counter = new Uint8Array(8);
  new DataView(counter.buffer).setBigUint64(0, BigInt(number));
  const digest = blake2b(counter, { size: 8, key });
  return Number(new DataView(digest.buffer, digest.byteOffset, 8).getBigUint64(0) % BigInt(sides)) + 1;
}
