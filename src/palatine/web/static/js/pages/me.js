// The page of the user's account.

import { dayOf } from "../common/dates.js";
import { byId } from "../common/dom.js";
import { get, patch, post, remove } from "../common/http.js";
import { say } from "../common/messages.js";
import { clearMemberStorage } from "../common/storage.js";
import "../common/theme.js";
import "../common/time-zone.js";
import { onClick, onSubmit, showMessage } from "../auth/forms.js";
import { connectForms, showCredentials, showNewCodes } from "../auth/account-credentials.js";
import { makePasskey } from "../auth/passkeys.js";
import { showList } from "../auth/credential-list.js";

/** @import { Me } from "../types/wire.d.ts" */

onSubmit("[data-form=name]", async ({ name }, form) => {
  /** @type {Me} */
  const me = await patch("/api/me", { name });
  /** @type {HTMLElement} */ (document.querySelector(".me-name")).textContent = me.name;
  showMessage(form, say("auth.saved"));
});

onClick("[data-sign-out]", async () => {
  await remove("/api/session");
  await clearMemberStorage();
  location.assign("/");
});

// Quiet hours and time zone

const rest = /** @type {HTMLFormElement} */ (document.querySelector("[data-form=rest]"));
const zone = /** @type {HTMLInputElement} */ (rest.elements.namedItem("zone"));
byId("zones").append(...Intl.supportedValuesOf("timeZone").map((name) => new Option(name, name)));
rest.querySelector("[data-zone-here]")?.addEventListener(
  "click",
  () => (zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone),
);

onSubmit("[data-form=rest]", async (fields, form) => {
  await patch("/api/me", {
    zone: fields.zone.trim(),
    quiet_hours: fields.from && fields.to ? `${fields.from}-${fields.to}` : "",
  });
  showMessage(form, say("auth.saved"));
});

// Vacation

/** @param {string[][]} away */
function showVacation(away) {
  showList(
    "vacation-list",
    away.map(([from, to], i) => ({
      name: say("auth.away", { from: dayOf(from), to: dayOf(to) }),
      actions: [[say("auth.remove"), () => keepVacation(away.filter((_, n) => n !== i))]],
    })),
  );
}

/** @param {string[][]} away */
async function keepVacation(away) {
  /** @type {Me} */
  const me = await patch("/api/me", { vacation: away });
  showVacation(me.vacation ?? []);
  showLeft(me.vacation_left ?? 0);
}

/** How much is left. @param {number} days */
const showLeft = (days) => (byId("vacation-left").textContent = say("auth.vacation-left", { days }));

onSubmit("[data-form=vacation]", async ({ from, to }, form) => {
  /** @type {Me} */
  const me = await get("/api/me");
  await keepVacation([...(me.vacation ?? []), [from, to]].sort());
  form.reset();
});

// Leaving

onClick("[data-leave]", async () => {
  if (!confirm(say("auth.leave-sure"))) return;
  await remove("/api/me");
  location.reload();
});

onClick("[data-stay]", async () => {
  await post("/api/me/stay");
  location.reload();
});

// A guest becomes a member

/** Show the section of a credential, which is hidden from guests, and scroll to it. @param {string} id @param {string} field */
function goTo(id, field) {
  byId(id).hidden = false;
  const input = /** @type {HTMLElement | null} */ (byId(id).querySelector(field));
  byId(id).scrollIntoView({ behavior: "smooth" });
  input?.focus({ preventScroll: true });
}

/** @type {Record<string, () => Promise<void>>} */
const SAVERS = {
  passkey: async () => {
    await makePasskey("");
    location.reload();
  },
  mail: async () => goTo("addresses", "[type=email]"),
  password: async () => goTo("keys", "[name=password]"),
  codes: async () => {
    goTo("keys", "[data-recovery]");
    await showNewCodes();
  },
};
for (const way of Object.keys(SAVERS)) onClick(`[data-keep=${way}]`, SAVERS[way]);

async function start() {
  connectForms();
  /** @type {Me} */
  const me = await get("/api/me");
  showVacation(me.vacation ?? []);
  showLeft(me.vacation_left ?? 0);
  await showCredentials();
  document.body.dataset.ready = "1";
}

start();
