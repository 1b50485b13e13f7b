// Keys that work everywhere on the page of a match.

import { ignoreHeldKeys } from "../common/ignore-clicks.js";

/** @import { Match } from "./match.js" */

/** @param {Match} match */
export function handleKeys(match) {
  const typed = /** @type {HTMLElement} */ (document.getElementById("typed"));
  const help = /** @type {HTMLDialogElement} */ (document.getElementById("keys"));
  ignoreHeldKeys();
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, select, textarea, dialog")) return;
    const onBoard = target.closest(".port");
    if (/^\d$/.test(event.key) && match.state.mode === "play" && !(onBoard && event.key === "0")) {
      match.choices.digit(event.key, (text) => {
        typed.textContent = text;
        typed.hidden = !text;
      });
    } else if (/^[A-Z]$/.test(event.key) && match.state.mode === "play" && match.choices.letter(event.key)) {
      event.preventDefault();
    } else if (event.key === "u") match.undo();
    else if (event.key === "b") match.boards?.boardView?.port.focus();
    else if (event.key === "c") {
      /** @type {HTMLElement | null} */ (document.querySelector("#choices button") ??
        document.getElementById("prompt-card"))?.focus();
    } else if (event.key === "o" && !document.getElementById("show-stacks")?.hidden) {
      match.guide.overview.turn("stacks", Boolean(document.getElementById("stacks")?.hidden));
    } else if (event.key === "?") help.showModal();
    else return;
    event.preventDefault();
  });
  document.getElementById("show-keys")?.addEventListener("click", () => help.showModal());
  help.addEventListener("click", (event) => event.target === help && help.close());
}
