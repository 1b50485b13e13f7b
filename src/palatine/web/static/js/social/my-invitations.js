// The player's invitations in the lobby: accept or decline.

import { randomNumber } from "../common/enter-match.js";
import { post } from "../common/http.js";

/** @import { Seat } from "../types/wire.d.ts" */

for (const box of document.querySelectorAll("[data-invited]")) {
  const path = `/api/me/invitations/${/** @type {HTMLElement} */ (box).dataset.invited}`;
  const trouble = /** @type {HTMLElement} */ (box.querySelector(".error"));
  const buttons = /** @type {HTMLButtonElement[]} */ ([...box.querySelectorAll("button")]);

  /** Run a request once and show errors. @param {() => Promise<void>} act */
  const attempt = async (act) => {
    trouble.hidden = true;
    for (const button of buttons) button.disabled = true;
    try {
      await act();
    } catch (problem) {
      trouble.textContent = /** @type {Error} */ (problem).message;
      trouble.hidden = false;
      for (const button of buttons) button.disabled = false;
    }
  };

  box.querySelector("[data-take]")?.addEventListener("click", () =>
    attempt(async () => {
      const seat = /** @type {Seat} */ (await post(path, { number: randomNumber() }));
      location.href = `/play/${seat.match}`;
    }));
  box.querySelector("[data-decline]")?.addEventListener("click", () =>
    attempt(async () => {
      const left = await post(`${path}/decline`);
      (left.length ? box : box.closest("section"))?.remove();
    }));
}
