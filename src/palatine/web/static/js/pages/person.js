// The page of a player: friend, mute, block, report.

import "./base.js";
import { dayOf } from "../common/dates.js";
import { post, put, remove } from "../common/http.js";
import { say } from "../common/messages.js";
import { onceAtATime } from "../common/leave-page.js";

const page = /** @type {HTMLElement} */ (document.querySelector(".person"));
const name = page.dataset.name ?? "";
const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("report"));
const trouble = /** @type {HTMLElement | null} */ (page.querySelector(".person-actions .error"));
const buttons = /** @type {HTMLButtonElement[]} */ ([...page.querySelectorAll("[data-relation]")]);

/** @param {HTMLElement | null} where @param {unknown} error */
function complain(where, error) {
  if (!where) return;
  where.textContent = error instanceof Error ? error.message : "";
  where.hidden = !error;
}

/** @param {string[]} kinds */
function show(kinds) {
  for (const button of buttons) {
    const is = kinds.includes(button.dataset.relation ?? "");
    button.setAttribute("aria-pressed", String(is));
    button.textContent = (is ? button.dataset.off : button.dataset.on) ?? "";
  }
}

for (const time of page.querySelectorAll("time")) time.textContent = dayOf(time.dateTime);

for (const button of buttons) {
  button.addEventListener(
    "click",
    onceAtATime(async () => {
      const path = `/api/people/${encodeURIComponent(name)}/${button.dataset.relation}`;
      try {
        show(await (button.getAttribute("aria-pressed") === "true" ? remove(path) : put(path, {})));
        complain(trouble, null);
      } catch (error) {
        complain(trouble, error);
      }
    }),
  );
}

page.querySelector("[data-report]")?.addEventListener("click", () => dialog.showModal());
dialog.querySelector("[data-close]")?.addEventListener("click", () => dialog.close());
const report = onceAtATime(async (/** @type {HTMLFormElement} */ form) => {
  try {
    await post("/api/reports", { name, reason: new FormData(form).get("reason") });
    dialog.close();
    /** @type {HTMLElement} */ (page.querySelector(".person-actions [role=status]")).textContent = say(
      "social.report-sent",
    );
  } catch (error) {
    complain(form.querySelector(".error"), error);
  }
});
dialog.querySelector("form")?.addEventListener("submit", (event) => {
  event.preventDefault();
  void report(/** @type {HTMLFormElement} */ (event.target));
});
