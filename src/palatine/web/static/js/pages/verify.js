// Verifies every roll of a finished match in the browser, from the seed and the players' numbers.

import { element } from "../common/dom.js";
import { get } from "../common/http.js";
import { listed, say } from "../common/messages.js";
import "../common/theme.js";
import { blake2b, hex, unhex } from "../fairness/blake2b.js";
import { diceKey, rollDie } from "../fairness/dice.js";

/** @import { MatchFile } from "../fairness/dice.js" */
/** @import { Verification } from "../types/wire.d.ts" */

const section = /** @type {HTMLElement} */ (document.getElementById("verify"));
const match = section.dataset.match ?? "";
/** The names of the seats. @type {Record<string, string>} */
const names = JSON.parse(section.dataset.names ?? "{}");
const checks = /** @type {HTMLElement} */ (document.getElementById("checks"));

/** @param {string} text @param {"good" | "bad" | "going" | "remark"} how @param {HTMLElement} [line] */
function tell(text, how, line = element("li")) {
  line.className = how;
  line.replaceChildren(
    element(
      "span",
      { class: "sign", "aria-hidden": "true" },
      how === "good" ? "✓" : how === "bad" ? "✗" : how === "remark" ? "i" : "…",
    ),
    element("span", {}, text),
  );
  if (!line.isConnected) checks.append(line);
  return line;
}

/** @param {MatchFile} file */
async function checkRolls(file) {
  const key = diceKey(file);
  const numbered = Object.entries(file.numbers).filter(([, number]) => number).map(([seat]) => names[seat] ?? seat);
  tell(numbered.length ? say("verify.key", { seats: listed(numbered) }) : say("verify.key-alone"), "good");
  const rolls = file.log.flatMap((record) => (record.rolls ?? []).map((each) => ({ n: record.n, roll: each })));
  const line = tell(say("verify.counting", { done: 0, n: rolls.length }), "going");
  const rows = /** @type {HTMLElement} */ (document.getElementById("rolls"));
  let bad = 0;
  for (let i = 0; i < rolls.length; i++) {
    const { n, roll: [number, sides, value, purpose] } = rolls[i];
    const again = rollDie(key, number, sides);
    if (again !== value) bad++;
    rows.append(
      element(
        "tr",
        { class: again === value ? "" : "error" },
        element("td", {}, String(number + 1)),
        element("td", {}, String(n)),
        element("td", {}, purpose),
        element("td", {}, `d${sides}`),
        element("td", {}, String(value)),
        element("td", {}, `${again} ${again === value ? "✓" : "✗"}`),
      ),
    );
    if (i % 60 === 59) {
      tell(say("verify.counting", { done: i + 1, n: rolls.length }), "going", line);
      await new Promise((done) => setTimeout(done));
    }
  }
  tell(
    bad ? say("verify.rolls-bad", { bad, n: rolls.length }) : say("verify.rolls", { n: rolls.length }),
    bad ? "bad" : "good",
    line,
  );
  /** @type {HTMLElement} */ (document.getElementById("rolls-box")).hidden = !rolls.length;
}

async function start() {
  /** @type {MatchFile} */
  const file = await get(`/api/matches/${match}/export`);
  const kept = hex(blake2b(unhex(file.seed), { size: 32 })) === file.commitment;
  tell(say(kept ? "verify.commitment" : "verify.commitment-bad"), kept ? "good" : "bad");
  await checkRolls(file);
  /** @type {Verification} */
  const found = await get(`/api/matches/${match}/verify`);
  const findings = found.findings.map((finding) => finding.text).join(" ");
  if (found.verdict !== "partly") {
    tell(
      found.ok ? say("verify.actions", { n: found.actions }) : say("verify.actions-bad", { findings }),
      found.ok ? "good" : "bad",
    );
  }
  for (const note of found.notes) tell(note, "remark");
  document.body.dataset.ready = "1";
}

start().catch((error) => tell(say("verify.failed", { reason: error.message }), "bad"));
