// Open tables in the lobby: sitting down, and beginning at the best of them.

import { get, post } from "../common/http.js";

/** @import { OpenTable } from "../types/wire.d.ts" */

/** @param {Element | null} where @param {unknown} error */
function complain(where, error) {
  if (!(where instanceof HTMLElement)) return;
  where.textContent = error instanceof Error ? error.message : "";
  where.hidden = false;
}

/** Sit down, and go there. @param {string} match */
async function sitDown(match) {
  await post(`/api/tables/${match}/sit`, {});
  location.href = `/play/${match}`;
}

for (const button of document.querySelectorAll("[data-sit]")) {
  button.addEventListener("click", () => {
    sitDown(/** @type {HTMLElement} */ (button).dataset.sit ?? "").catch((error) => complain(button.nextElementSibling, error));
  });
}

/** The table that waits longest where one may sit down; else one of one's own. @param {string} game @param {string[]} seats */
async function begin(game, seats) {
  /** @type {OpenTable[]} */
  const tables = await get(`/api/tables?game=${encodeURIComponent(game)}`);
  const open = tables.find((each) => !each.why && !each.wanted);
  if (open) {
    await sitDown(open.table.match);
    return;
  }
  const players = Object.fromEntries(seats.map((seat, place) => [seat, { kind: "person", me: place === 0 }]));
  const made = await post("/api/matches", { game, seats, players, terms: { visibility: "listed", spectators: "anybody" } });
  location.href = `/play/${made.match}`;
}

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("begin"));
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const picked = /** @type {HTMLSelectElement} */ (form.elements.namedItem("game")).selectedOptions[0];
  begin(picked.value, JSON.parse(picked.dataset.seats ?? "[]")).catch((error) => complain(form.querySelector(".error"), error));
});
