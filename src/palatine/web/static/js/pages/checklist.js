// The checklist: sends the test mail and shows days in the reader's time zone.

import "./base.js";
import { dayOf } from "../common/dates.js";
import { post } from "../common/http.js";

for (const time of document.querySelectorAll("time")) time.textContent = dayOf(time.dateTime);

const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("test-mail"));
const place = /** @type {HTMLElement | null} */ (button?.closest("div"));

button?.addEventListener("click", async () => {
  const failed = /** @type {HTMLElement} */ (place?.querySelector(".error"));
  const done = /** @type {HTMLElement} */ (place?.querySelector("[role=status]"));
  button.disabled = true;
  failed.hidden = true;
  try {
    await post("/api/admin/checklist/mail", {});
    done.hidden = false;
  } catch (error) {
    failed.textContent = error instanceof Error ? error.message : "";
    failed.hidden = false;
    button.disabled = false;
  }
});
