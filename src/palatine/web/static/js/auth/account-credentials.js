// The account page's credentials, addresses, devices and programs.

import { dayAndTime } from "../common/dates.js";
import { byId, element } from "../common/dom.js";
import { get, patch, post, remove } from "../common/http.js";
import { say } from "../common/messages.js";
import { onClick, onSubmit, showMessage } from "./forms.js";
import { makePasskey } from "./passkeys.js";
import { datesText, showList, stateChip } from "./credential-list.js";

/** @import { Address, Credentials, Passkey, RecoveryCodes, Session, Token, TokenMade } from "../types/wire.d.ts" */

/** Show all keys as they are now. */
export async function showCredentials() {
  /** @type {Credentials} */
  const keys = await get("/api/me/credentials");
  showList("passkeys", keys.passkeys.map(passkey));
  showList("address-list", keys.addresses.map(address));
  showList("device-list", keys.sessions.map((each) => device(each, each.id === keys.session)));
  showList("token-list", keys.tokens.map(token));
  showPassword(keys.password);
  byId("recovery-left").textContent = keys.recovery
    ? say("auth.recovery-left", { n: keys.recovery })
    : say("auth.recovery-none");
  showJoined(keys.joined);
  if (keys.pending) showProof(keys.pending);
  /** @type {HTMLElement} */ (document.querySelector("[data-others]")).hidden = keys.sessions.length < 2;
}

/** Remove an entry and show the others. @param {string} path @returns {() => Promise<void>} */
const removing = (path) => async () => {
  await remove(path);
  await showCredentials();
};

/** @param {Passkey} one */
const passkey = (one) => ({
  name: one.label || say("auth.passkey"),
  about: datesText(one),
  actions: /** @type {[string, () => Promise<void>][]} */ ([
    [say("auth.rename"), () => rename(one)],
    [say("auth.remove"), removing(`/api/me/passkeys/${encodeURIComponent(one.id)}`)],
  ]),
});

/** @param {Passkey} one */
async function rename(one) {
  const label = prompt(say("auth.rename-to"), one.label);
  if (!label) return;
  await patch(`/api/me/passkeys/${encodeURIComponent(one.id)}`, { label });
  await showCredentials();
}

/** @param {Address} one */
const address = (one) => ({
  name: one.address,
  chip: stateChip(one.state),
  actions: /** @type {[string, () => Promise<void>][]} */ ([
    ...(one.state === "ok" ? [] : [[say("auth.address-again"), () => askForProof(one.address)]]),
    [say("auth.remove"), removing(`/api/me/addresses/${encodeURIComponent(one.address)}`)],
  ]),
});

/** @param {Session} one @param {boolean} isThis */
const device = (one, isThis) => ({
  name: one.device,
  about: isThis ? say("auth.this-device") : say("auth.seen", { day: dayAndTime(one.seen) }),
  actions:
    /** @type {[string, () => Promise<void>][]} */ (isThis
      ? []
      : [[say("auth.device-out"), removing(`/api/session/${encodeURIComponent(one.id)}`)]]),
});

/** @param {Token} one */
const token = (one) => ({
  name: one.label,
  about: `${say(`auth.${one.scope}`)}, ${datesText(one)}`,
  actions: /** @type {[string, () => Promise<void>][]} */ ([[
    say("auth.remove"),
    removing(`/api/me/tokens/${encodeURIComponent(one.id)}`),
  ]]),
});

/** @param {boolean} isSet */
function showPassword(isSet) {
  const state = document.getElementById("password-state");
  const form = document.querySelector("[data-form=password]");
  if (!state || !form) return;
  state.textContent = (isSet ? state.dataset.set : state.dataset.none) ?? "";
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-old], [data-drop]"))) {
    each.hidden = !isSet;
  }
}

/** @param {boolean} isJoined */
function showJoined(isJoined) {
  const line = document.getElementById("joined"),
    button = /** @type {HTMLElement | null} */ (document.querySelector("[data-join]"));
  if (line) line.hidden = !isJoined;
  if (button) button.hidden = isJoined;
}

/** Have a code sent to an address. @param {string} to */
async function askForProof(to) {
  await post("/api/me/addresses", { address: to });
  const form = showProof(to.trim());
  if (form) /** @type {HTMLInputElement} */ (form.elements.namedItem("code")).focus();
}

/** Show the field for the code that was sent to an address. @param {string} to */
function showProof(to) {
  const form = document.querySelector("[data-form=prove]");
  if (!(form instanceof HTMLFormElement)) return null;
  byId("addresses").hidden = false;
  form.hidden = false;
  showMessage(form, say("auth.sent", { address: to }));
  return form;
}

/** New codes, which are shown this once. */
export async function showNewCodes() {
  /** @type {RecoveryCodes} */
  const made = await post("/api/me/recovery");
  const place = byId("recovery-codes");
  /** @type {HTMLElement} */ (place.querySelector("ol")).replaceChildren(
    ...made.codes.map((code) => element("li", {}, code)),
  );
  place.hidden = false;
}

/** True if the server rendered the page for a guest; the page of a member differs. */
const isGuest = () => Boolean(document.querySelector("[data-keep]"));

/** Connect the forms and buttons of these sections. */
export function connectForms() {
  onSubmit("[data-form=passkey]", async ({ label }) => {
    await makePasskey(label);
    await showCredentials();
  });
  onSubmit("[data-form=password]", async ({ current, password }, form) => {
    await post("/api/me/password", { current, password });
    if (isGuest()) return location.reload();
    form.reset();
    showMessage(form, say("auth.saved"));
    await showCredentials();
  });
  onClick("[data-form=password] [data-drop]", async (button) => {
    const form = /** @type {HTMLFormElement} */ (button.form);
    await remove("/api/me/password", {
      current: /** @type {HTMLInputElement} */ (form.elements.namedItem("current")).value,
    });
    form.reset();
    await showCredentials();
  });
  onClick("[data-recovery]", async () => {
    await showNewCodes();
    await showCredentials();
  });
  onClick("[data-join]", async () => {
    const { url } = await post("/api/me/oidc", { then: "/me#keys" });
    location.assign(url);
  });
  document.querySelector("[data-print]")?.addEventListener("click", () => print());
  onSubmit("[data-form=address]", async (fields, form) => {
    await askForProof(fields.address);
    form.reset();
  });
  onSubmit("[data-form=prove]", async ({ code }, form) => {
    await post("/api/me/addresses/prove", { code });
    if (isGuest()) return location.reload();
    form.reset();
    form.hidden = true;
    await showCredentials();
  });
  onClick("[data-others]", async () => {
    await remove("/api/session/others");
    await showCredentials();
  });
  onSubmit("[data-form=token]", async ({ label, scope }, form) => {
    /** @type {TokenMade} */
    const made = await post("/api/me/tokens", { label, scope });
    form.reset();
    const place = byId("token-made");
    place.hidden = false;
    /** @type {HTMLElement} */ (place.querySelector(".note")).textContent = say("auth.token-once");
    /** @type {HTMLInputElement} */ (place.querySelector("input")).value = made.secret;
    await showCredentials();
  });
  onClick("[data-copy]", async () => {
    await navigator.clipboard.writeText(
      /** @type {HTMLInputElement} */ (byId("token-made").querySelector("input")).value,
    );
    /** @type {HTMLElement} */ (byId("token-made").querySelector(".note")).textContent = say("auth.copied");
  });
}
