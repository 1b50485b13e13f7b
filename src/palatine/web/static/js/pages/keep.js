// The bar that offers a guest to keep the seat, once they have ended their first turn.

import { byId } from "../common/dom.js";
import { browserStorage } from "../common/storage.js";
import { runAction } from "../auth/forms.js";
import { makePasskey } from "../auth/passkeys.js";

const DAY_MS = 24 * 3600 * 1000; // milliseconds that "later" lasts

const bar = byId("keep-bar"), match = byId("match");
const later = Number(browserStorage("keep-later") ?? 0);
const isAsked = () => document.title.startsWith("●");
let wasAsked = false;

if (match.classList.contains("with-desk")) byId("prompt-card").append(bar); // beside orders there is no map to cover

/** The title shows whether the player must act; a player who no longer must has ended a turn. */
function updateTitle() {
  if (match.dataset.ready !== "1") return;
  if (wasAsked && !isAsked() && Date.now() > later) bar.hidden = false;
  wasAsked ||= isAsked();
}

const watcher = new MutationObserver(updateTitle);
watcher.observe(/** @type {Node} */ (document.querySelector("title")), {
  childList: true,
  characterData: true,
  subtree: true,
});
watcher.observe(match, { attributes: true, attributeFilter: ["data-ready", "data-version"] });
updateTitle();

bar.querySelector("[data-later]")?.addEventListener("click", () => {
  browserStorage("keep-later", String(Date.now() + DAY_MS));
  bar.remove();
});
bar.querySelector("[data-keep-passkey]")?.addEventListener("click", () =>
  runAction(bar, async () => {
    await makePasskey("");
    bar.remove();
  }));
