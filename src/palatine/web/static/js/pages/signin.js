// The sign-in page, with all methods.

import { byId } from "../common/dom.js";
import { patch, post } from "../common/http.js";
import { say } from "../common/messages.js";
import "../common/theme.js";
import { onSubmit, showMessage } from "../auth/forms.js";
import { continueSignedIn } from "../auth/choose-name.js";
import { makePasskey, usePasskey } from "../auth/passkeys.js";

const POLL_MS = 2000; // milliseconds between two requests for the other device's answer

const then = byId("content").dataset.then || "/";
const enter = () => location.assign(then);

onSubmit("[data-way=passkey]", async () => {
  await usePasskey();
  enter();
});

onSubmit("[data-way=oidc]", async () => {
  const { url } = await post("/api/session/oidc", { then });
  location.assign(url);
});

const mail = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-way=mail]"));
const code = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-way=code]"));

/** Show the field for the address or for the code. @param {boolean} isSent */
function showCode(isSent) {
  if (!mail || !code) return;
  mail.hidden = isSent;
  code.hidden = !isSent;
  /** @type {HTMLInputElement} */ ((isSent ? code : mail).querySelector("input")).focus();
}

onSubmit("[data-way=mail]", async ({ address }) => {
  await post("/api/session/mail", { address, then });
  if (code) showMessage(code, say("auth.sent", { address: address.trim() }));
  showCode(true);
});

code?.querySelector("[data-back]")?.addEventListener("click", () => showCode(false));

onSubmit("[data-way=code]", async (fields) => {
  continueSignedIn(await post("/api/session/code", { code: fields.code }), then);
});

onSubmit("[data-way=password]", async ({ name, password }) => {
  await post("/api/session/password", { name, password });
  enter();
});

onSubmit("[data-way=recover]", async (fields) => {
  await post("/api/session/recover", { code: fields.code });
  location.assign("/me#keys");
});

onSubmit("[data-way=pair]", async ({ code, device }, form) => {
  await post("/api/session/pair", { code, device });
  showMessage(form, say("auth.pair-waiting"));
  try {
    while ((await post("/api/session/pair/finish")).waiting) await new Promise((done) => setTimeout(done, POLL_MS));
  } finally {
    showMessage(form, "");
  }
  enter();
});

const maker = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-way=new]"));

onSubmit("[data-way=new]", async (fields) => {
  await post("/api/me/guest");
  await patch("/api/me", { name: fields.name });
  if (fields.with === "passkey") await makePasskey("");
  else await post("/api/me/password", { password: fields.password });
  enter();
});

// Enter means the key that has been written out.
const secret = /** @type {HTMLInputElement | null} */ (maker?.querySelector("[name=password]") ?? null);
secret?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  maker?.requestSubmit(/** @type {HTMLElement} */ (maker.querySelector("[value=password]")));
});

/** A code scanned by the camera is in the fragment of the URL, which is not sent to servers. */
function fromCamera() {
  const shown = new URLSearchParams(location.hash.slice(1)).get("pair");
  const pair = /** @type {HTMLDetailsElement | null} */ (document.getElementById("pair"));
  if (!shown || !pair) return;
  history.replaceState(null, "", location.pathname + location.search);
  pair.open = true;
  /** @type {HTMLInputElement} */ (pair.querySelector("[name=code]")).value = shown;
  /** @type {HTMLInputElement} */ (pair.querySelector("[name=device]")).focus();
}

fromCamera();
document.body.dataset.ready = "1";
