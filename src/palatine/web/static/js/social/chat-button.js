// Loads the chat when it is opened, because most visitors only play. A mark shows unread messages.

import { element } from "../common/dom.js";
import { get } from "../common/http.js";
import { say } from "../common/messages.js";

/** @import { Unread } from "../types/wire.d.ts" */

const POLL_MS = 60_000;
const button = document.getElementById("open-talk");
const match = document.getElementById("match")?.dataset.match;

/** @param {number} count */
export function markUnread(count) {
  if (!button || button.dataset.unread === undefined) return;
  button.dataset.unread = String(count);
  button.classList.toggle("unread", count > 0);
  const said = count ? say("chat.unread", { n: count }) : "";
  /** @type {HTMLElement} */ (button.querySelector(".unread-said")).textContent = said;
  button.title = said || (button.getAttribute("aria-label") ?? "");
}

async function poll() {
  if (document.visibilityState !== "visible") return;
  const told = /** @type {Unread | null} */ (await get(`/api/matches/${match}/chat/unread`).catch(() => null));
  if (told) markUnread(told.unread);
}

if (button?.dataset.unread !== undefined) setInterval(poll, POLL_MS);
document.addEventListener("talk-heard", (event) => markUnread(/** @type {CustomEvent<number>} */ (event).detail));
button?.addEventListener("click", () => {
  document.head.append(
    element("link", { rel: "stylesheet", href: button.dataset.style }),
    element("script", { type: "module", src: button.dataset.script }),
  );
}, { once: true });
