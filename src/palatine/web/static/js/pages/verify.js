// Every roll of a finished match recomputed here, from the seed and the players' numbers.

import { html } from "../common/dom.js";
import { get } from "../common/http.js";
import { listed, say } from "../common/messages.js";
import "../common/theme.js";
import { blake2b, hex, unhex } from "../fairness/blake2b.js";

const match = /** @type {HTMLElement} */ (document.getElementById("verify")).dataset.match ?? "";
const checks = /** @type {HTMLElement} */ (document.getElementById("checks"));

/** @param {string} text @param {"good" | "bad" | "going"} how @param {HTMLElement} [line] */
function tell(text, how, line = html("li")) {
  line.className = how;
  line.replaceChildren(html("span", { class: "sign", "aria-hidden": "true" }, how === "good" ? "✓" : how === "bad" ? "✗" : "…"), html("span", {}, text));
  if (!line.isConnected) checks.append(line);
  return line;
}

/** The key to the dice: seed and numbers mixed. @param {any} file */
function diceKey(file) {
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
  for (const part of parts) { all.set(part, at); at += part.length; }
  return blake2b(blake2b(all, { size: 32, person: "palatine-mix" }), { size: 32, person: "palatine-dice" });
}

/** @param {Uint8Array} key @param {number} number @param {number} sides */
function roll(key, number, sides) {
  const counter = new Uint8Array(8);
  new DataView(counter.buffer).setBigUint64(0, BigInt(number));
  const digest = blake2b(counter, { size: 8, key });
  return Number(new DataView(digest.buffer, digest.byteOffset, 8).getBigUint64(0) % BigInt(sides)) + 1;
}

async function checkRolls(/** @type {any} */ file) {
  const key = diceKey(file);
  const numbered = Object.entries(file.numbers).filter(([, number]) => number).map(([seat]) => seat);
  tell(say("verify.key", { seats: numbered.length ? listed(numbered) : say("verify.nobody") }), "good");
  const rolls = file.log.flatMap((/** @type {any} */ record) => (record.rolls ?? []).map((/** @type {any} */ each) => [record.n, ...each]));
  const line = tell(say("verify.counting", { done: 0, n: rolls.length }), "going");
  const rows = /** @type {HTMLElement} */ (document.getElementById("rolls"));
  let bad = 0;
  for (let i = 0; i < rolls.length; i++) {
    const [n, number, sides, value, purpose] = rolls[i];
    const again = roll(key, number, sides);
    if (again !== value) bad++;
    rows.append(html("tr", { class: again === value ? "" : "error" }, html("td", {}, String(number + 1)), html("td", {}, String(n)), html("td", {}, purpose), html("td", {}, `d${sides}`), html("td", {}, String(value)), html("td", {}, `${again} ${again === value ? "✓" : "✗"}`)));
    if (i % 60 === 59) {
      tell(say("verify.counting", { done: i + 1, n: rolls.length }), "going", line);
      await new Promise((done) => setTimeout(done));
    }
  }
  tell(bad ? say("verify.rolls-bad", { bad, n: rolls.length }) : say("verify.rolls", { n: rolls.length }), bad ? "bad" : "good", line);
  /** @type {HTMLElement} */ (document.getElementById("rolls-box")).hidden = !rolls.length;
}

async function start() {
  const file = await get(`/api/matches/${match}/export`);
  const kept = hex(blake2b(unhex(file.seed), { size: 32 })) === file.commitment;
  tell(say(kept ? "verify.commitment" : "verify.commitment-bad"), kept ? "good" : "bad");
  await checkRolls(file);
  const found = await get(`/api/matches/${match}/verify`);
  const findings = found.findings.map((/** @type {any} */ finding) => finding.text).join(" ");
  tell(found.ok ? say("verify.actions", { n: found.actions }) : say("verify.actions-bad", { findings }), found.ok ? "good" : "bad");
  for (const note of found.notes) tell(note, "good");
  document.body.dataset.ready = "1";
}

start().catch((error) => tell(say("verify.failed", { reason: error.message }), "bad"));
