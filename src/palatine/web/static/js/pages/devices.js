// Pairing: a code for another device, and the question whether to sign it in.

import { byId } from "../common/dom.js";
import { get, post } from "../common/http.js";
import { say } from "../common/messages.js";
import "../common/theme.js";
import { runAction, showMessage } from "../auth/forms.js";

/** @import { PairingCode, PairingState } from "../types/wire.d.ts" */

const POLL_MS = 2000; // milliseconds between two requests for the state of the code

const shown = byId("pairing"), asks = byId("asks");
const again = /** @type {HTMLButtonElement} */ (shown.querySelector("[data-new]"));
const waiting = /** @type {HTMLElement} */ (shown.querySelector(".form-message")).textContent ?? "";
let device = "", given = ""; // the requesting device and the answer

/** Show a new code and wait for a device that enters it. */
async function show() {
  /** @type {PairingCode} */
  const made = await post("/api/me/pairing");
  /** @type {HTMLElement} */ (shown.querySelector(".pair-code")).textContent = made.code;
  const picture = new Image();
  picture.alt = "";
  picture.src = made.picture;
  /** @type {HTMLElement} */ (shown.querySelector(".qr")).replaceChildren(picture);
  again.hidden = true;
  given = "";
  showMessage(shown, waiting);
  document.body.dataset.ready = "1";
  await watch();
}

/** Until the code is used, refused or too old. */
async function watch() {
  for (;;) {
    /** @type {PairingState} */
    const state = await get("/api/me/pairing");
    if (state.state !== "waiting") return end(state.state === "over" && given ? given : state.state);
    device = state.device;
    asks.hidden = !device || given !== "";
    const line = /** @type {HTMLElement} */ (asks.querySelector("h2"));
    line.textContent = (line.dataset.text ?? "").replace("{device}", device);
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}

/** @param {string} state */
function end(state) {
  asks.hidden = true;
  showMessage(shown, say(state === "yes" ? "auth.allowed" : state === "no" ? "auth.refused" : "auth.over", { device }));
  again.textContent = say("auth.code-new");
  again.hidden = false;
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (asks.querySelectorAll("[data-answer]"))) {
  button.addEventListener("click", () =>
    runAction(asks, async () => {
      const answer = button.dataset.answer ?? "no";
      await post("/api/me/pairing/answer", { device, yes: answer === "yes" });
      given = answer;
      asks.hidden = true;
    }));
}
again.addEventListener("click", () => runAction(shown, show));
runAction(shown, show);
