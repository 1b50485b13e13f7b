// The administration page: settles reports and acts; the page is loaded again after each.

import "./base.js";
import { dayAndTime } from "../common/dates.js";
import { post } from "../common/http.js";
import { say } from "../common/messages.js";
import { onceAtATime, reload } from "../common/leave-page.js";

/** @import { LinkMade } from "../types/wire.d.ts" */

const action = /** @type {HTMLFormElement} */ (document.getElementById("action"));
const kind = /** @type {HTMLSelectElement} */ (action.elements.namedItem("action"));
const lasting = ["mute", "bar", "suspend"];

/** The page is loaded again, so that a second press must not come between. */
const carryOut = onceAtATime(
  async (/** @type {string} */ path, /** @type {object} */ body, /** @type {Element | null} */ where) => {
    try {
      await post(path, body);
      await reload();
    } catch (error) {
      if (!(where instanceof HTMLElement)) return;
      where.textContent = error instanceof Error ? error.message : "";
      where.hidden = false;
    }
  },
);

/** The fields that the chosen action needs. */
function showFields() {
  /** @type {HTMLElement} */ (action.querySelector("[data-until]")).hidden = !lasting.includes(kind.value);
  /** @type {HTMLElement} */ (action.querySelector("[data-lifted]")).hidden = kind.value !== "lift";
}

const link = /** @type {HTMLFormElement | null} */ (document.getElementById("link"));
const makeLink = onceAtATime(async (/** @type {HTMLFormElement} */ link) => {
  const trouble = /** @type {HTMLElement} */ (link.querySelector(".error"));
  const told = /** @type {HTMLElement} */ (link.querySelector("[role=status]"));
  try {
    const made = /** @type {LinkMade} */ (await post("/api/admin/links", { name: new FormData(link).get("name") }));
    const note = say("admin.link-told", { name: made.name });
    /** @type {HTMLElement} */ (told.querySelector("output")).textContent = made.link;
    /** @type {HTMLElement} */ (told.querySelector("span")).textContent = made.reaches_others
      ? note
      : `${note} ${say("admin.link-here")}`;
    trouble.hidden = true;
    told.hidden = false;
  } catch (error) {
    trouble.textContent = error instanceof Error ? error.message : "";
    trouble.hidden = false;
  }
});
link?.addEventListener("submit", (event) => {
  event.preventDefault();
  void makeLink(link);
});

for (const time of document.querySelectorAll("time")) time.textContent = dayAndTime(time.dateTime);

kind.addEventListener("change", showFields);
showFields();

for (const report of document.querySelectorAll("[data-report]")) {
  report.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const state = /** @type {HTMLElement | null} */ (event.submitter)?.dataset.state ?? "done";
    const path = `/api/admin/reports/${/** @type {HTMLElement} */ (report).dataset.report}`;
    carryOut(path, { state, reason: new FormData(form).get("reason") }, report.querySelector(".error"));
  });
  report.querySelector("[data-about]")?.addEventListener("click", (event) => {
    const field = /** @type {HTMLInputElement} */ (action.elements.namedItem("name"));
    field.value = /** @type {HTMLElement} */ (event.target).dataset.about ?? "";
    kind.focus();
  });
}

action.addEventListener("submit", (event) => {
  event.preventDefault();
  const data = new FormData(action);
  const body = { action: kind.value, name: data.get("name"), reason: data.get("reason") };
  const until = lasting.includes(kind.value) ? { until: `${data.get("until")}T23:59:59.000Z` } : {};
  const lifted = kind.value === "lift" ? { lifted: data.get("lifted") } : {};
  carryOut("/api/admin/actions", { ...body, ...until, ...lifted }, action.querySelector(".error"));
});
