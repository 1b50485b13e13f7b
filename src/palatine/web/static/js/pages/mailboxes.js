// The mailboxes of the mail demonstration: send a mail and show the mailbox of its sender.

import { post } from "../common/http.js";
import "../common/theme.js";

const MAX_POLLS = 12;
const POLL_MS = 700;

/** Wait until a mailbox has got an answer, though not for ever. @param {string} address */
async function somethingNew(address) {
  const mails = async () => (await (await fetch(address)).text()).split('class="card mail"').length;
  const before = await mails();
  for (let look = 0; look < MAX_POLLS; look++) {
    await new Promise((done) => setTimeout(done, POLL_MS));
    if ((await mails()) > before) return;
  }
}

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("[data-mail]")) return;
  event.preventDefault();
  const said = /** @type {HTMLOutputElement} */ (form.querySelector("output"));
  said.textContent = "";
  try {
    const told = await post("/post/demo", Object.fromEntries(new FormData(form)));
    const address = `/post/demo?box=${encodeURIComponent(told.box)}`;
    await somethingNew(address);
    location.assign(address);
  } catch (problem) {
    said.textContent = /** @type {Error} */ (problem).message;
  }
});
document.body.dataset.ready = "1";
