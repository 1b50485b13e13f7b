// The status page: retry failed work, then reload the page.

import "./base.js";
import { dayAndTime } from "../common/dates.js";
import { post } from "../common/http.js";

for (const time of document.querySelectorAll("time")) time.textContent = dayAndTime(time.dateTime);

/** @param {HTMLButtonElement} button */
async function tryAgain(button) {
  const where = /** @type {HTMLElement} */ (document.querySelector(".error"));
  button.disabled = true;
  try {
    const { again, key } = button.dataset;
    await post(again ?? "", key ? { key } : {});
    location.reload();
  } catch (error) {
    where.textContent = error instanceof Error ? error.message : "";
    where.hidden = false;
    button.disabled = false;
  }
}

for (const button of document.querySelectorAll("button[data-again]")) {
  button.addEventListener("click", () => tryAgain(/** @type {HTMLButtonElement} */ (button)));
}
