// The mailboxes of a house that tries mail out: sends what is written, and shows the mailbox it was sent from.

import { post } from "../common/http.js";
import "../common/theme.js";

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("[data-mail]")) return;
  event.preventDefault();
  const said = /** @type {HTMLOutputElement} */ (form.querySelector("output"));
  said.textContent = "";
  try {
    const told = await post("/post/demo", Object.fromEntries(new FormData(form)));
    location.assign(`/post/demo?box=${encodeURIComponent(told.box)}`);
  } catch (problem) {
    said.textContent = /** @type {Error} */ (problem).message;
  }
});
document.body.dataset.ready = "1";
