// Open matches in the lobby: filters, joining, and joining the best match.

import { randomNumber } from "../common/enter-match.js";
import { post } from "../common/http.js";
import { navigate, onceAtATime } from "../common/leave-page.js";
import { browserStorage } from "../common/storage.js";

const FILTERS_KEY = "tables";

/** @param {Element | null} where @param {unknown} error */
function complain(where, error) {
  if (!(where instanceof HTMLElement)) return;
  where.textContent = error instanceof Error ? error.message : "";
  where.hidden = false;
}

for (const button of document.querySelectorAll("[data-sit]")) {
  button.addEventListener(
    "click",
    onceAtATime(async () => {
      const match = /** @type {HTMLElement} */ (button).dataset.sit ?? "";
      try {
        await post(`/api/lobby/${match}/sit`, { number: randomNumber() });
        await navigate(`/play/${match}`);
      } catch (error) {
        complain(button.nextElementSibling, error);
      }
    }),
  );
}

const begin = /** @type {HTMLFormElement | null} */ (document.getElementById("begin"));
const beginAtBest = onceAtATime(async (/** @type {HTMLFormElement} */ begin) => {
  const { game, pace, bot } = Object.fromEntries(new FormData(begin));
  try {
    const made = await post("/api/lobby/quick-match", { game, pace, bot: Boolean(bot), number: randomNumber() });
    await navigate(`/play/${made.match}`);
  } catch (error) {
    complain(begin.querySelector(".error"), error);
  }
});
begin?.addEventListener("submit", (event) => {
  event.preventDefault();
  void beginAtBest(begin);
});

// The filters: stored in this browser, unless a link sets others.

const section = document.getElementById("tables");
const filters = /** @type {HTMLFormElement | null} */ (document.getElementById("filters"));
/** @type {Record<string, string>} */
let chosen = { kind: section?.dataset.kind ?? "all", game: "", pace: "", seats: "" };

/** @param {string} wanted "2", "3-6", "7-" or "" @param {number} seats */
function isWithin(wanted, seats) {
  if (!wanted) return true;
  const [least, most] = wanted.includes("-") ? wanted.split("-") : [wanted, wanted];
  return seats >= Number(least) && (!most || seats <= Number(most));
}

/** @param {DOMStringMap} table */
function suits(table) {
  const has = (/** @type {string} */ key) => !chosen[key] || chosen[key] === table[key];
  return (table.kinds ?? "").split(" ").includes(chosen.kind) && has("game") && has("pace") &&
    isWithin(chosen.seats, Number(table.seats));
}

/** @param {ParentNode} where */
function show(where) {
  const tables = /** @type {HTMLElement[]} */ ([...where.querySelectorAll(".open-table")]);
  for (const table of tables) table.hidden = !suits(table.dataset);
  const none = tables.some((table) => !table.hidden)
    ? ""
    : chosen.game || chosen.pace || chosen.seats
    ? "filter"
    : chosen.kind;
  for (const text of /** @type {NodeListOf<HTMLElement>} */ (where.querySelectorAll("[data-none]"))) {
    text.hidden = text.dataset.none !== none;
  }
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (where.querySelectorAll("a[data-kind]"))) {
    if (link.dataset.kind === chosen.kind) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

/** @param {Record<string, string>} change */
function choose(change) {
  chosen = { ...chosen, ...change };
  browserStorage(FILTERS_KEY, JSON.stringify(chosen));
  if (section) show(section);
}

if (section) {
  const kept = browserStorage(FILTERS_KEY);
  const asked = section.dataset.asked ? { kind: chosen.kind } : {};
  if (kept) chosen = { ...chosen, ...JSON.parse(kept), ...asked };
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll("a[data-kind]"))) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      choose({ kind: link.dataset.kind ?? "all" });
    });
  }
  if (filters) {
    filters.hidden = false;
    for (const field of filters.querySelectorAll("select")) {
      field.value = chosen[field.name] ?? "";
      field.addEventListener("change", () => choose({ [field.name]: field.value }));
    }
  } else {
    chosen = { ...chosen, game: "", pace: "", seats: "" };
  }
  show(section);
}
