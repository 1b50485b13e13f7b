// The form for a new match.

import "../common/clauses.js";
import { post } from "../common/http.js";
import { enterMatch, randomNumber } from "../common/enter-match.js";
import { browserStorage } from "../common/storage.js";
import { termsOf } from "../common/match-terms.js";
import "../common/theme.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("new"));
const sides = /** @type {HTMLElement} */ (form.querySelector(".sides"));
const table = /** @type {HTMLSelectElement | null} */ (form.elements.namedItem("table"));
const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));

field("name").value = browserStorage("name") ?? "";
field("number").value = randomNumber();

/** @returns {string[]} */
const seats = () => JSON.parse((table?.selectedOptions[0] ?? sides).dataset.seats ?? "[]");

/** With more than two seats the others are friends, links and bots in any mixture. */
function showWords() {
  const spans = /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-many]"));
  const many = seats().length > 2 ? "yes" : "no";
  if ([...spans].some((span) => span.dataset.many === many)) {
    spans.forEach((span) => (span.hidden = span.dataset.many !== many));
  }
}

showWords();
table?.addEventListener("change", () => {
  showWords();
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (sides.querySelectorAll("[name=seat]"))) {
    /** @type {HTMLElement} */ (input.closest("label")).hidden = !seats().includes(input.value);
    input.checked = input.value === seats()[0];
  }
  /** @type {HTMLElement} */ (document.getElementById("story")).textContent = table.selectedOptions[0]?.dataset.text ??
    "";
});

const paces = /** @type {HTMLElement} */ (document.getElementById("pace"));

/** The chosen time control; against bots and on one screen there is no clock. */
const pace = () => (paces.hidden ? "none" : /** @type {RadioNodeList} */ (form.elements.namedItem("pace")).value);

/** Fields for matches against people, and fields for matches that others can join. */
function showFields() {
  const opponent = /** @type {RadioNodeList} */ (form.elements.namedItem("opponent")).value;
  paces.hidden = !["friend", "open"].includes(opponent);
  sides.hidden = ["here", "watch"].includes(opponent);
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-joining]"))) {
    each.hidden = !each.dataset.joining?.split(" ").includes(opponent);
  }
}

form.addEventListener("change", showFields);
addEventListener("pageshow", showFields); // the browser restores the form after going back
showFields();

function options() {
  /** @type {Record<string, boolean | number | string>} */
  const out = {};
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-option]"))) {
    out[input.dataset.option ?? ""] = input.type === "checkbox"
      ? input.checked
      : input.type === "number"
      ? Number(input.value)
      : input.value;
  }
  return out;
}

/** The player of each seat. @param {string} opponent @param {string} mine */
function players(opponent, mine) {
  const bot = opponent.startsWith("bot:") ? opponent.slice(4) : "";
  const watching = /** @type {HTMLInputElement} */ (form.querySelector("[value^='bot:']")).value.slice(4);
  return Object.fromEntries(
    seats().map((seat) => {
      if (opponent === "watch") return [seat, { kind: "bot", bot: watching }];
      if (bot && seat !== mine) return [seat, { kind: "bot", bot }];
      const me = seat === mine || opponent === "here";
      return [seat, {
        kind: "person",
        name: me ? field("name").value : "",
        me,
        ...(me ? { number: seat === mine ? field("number").value : "" } : {}),
      }];
    }),
  );
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const begin = /** @type {HTMLButtonElement} */ (document.getElementById("begin"));
  const error = /** @type {HTMLElement} */ (document.getElementById("new-error"));
  if (begin.disabled) return;
  begin.disabled = true;
  error.hidden = true;
  try {
    const opponent = /** @type {RadioNodeList} */ (form.elements.namedItem("opponent")).value;
    const mine = /** @type {RadioNodeList} */ (form.elements.namedItem("seat")).value || seats()[0];
    const scenario = table ? table.value.split(" ").slice(1).join(" ") : null;
    const made = await post("/api/matches", {
      game: form.dataset.game,
      scenario,
      seats: seats(),
      title: field("title").value,
      options: options(),
      advice: /** @type {HTMLInputElement} */ (form.elements.namedItem("advice")).checked,
      players: players(opponent, mine),
      ...(pace() === "none" ? {} : { pace: { name: pace() } }),
      ...termsOf(form),
    });
    const own = opponent === "here"
      ? [mine, ...seats().filter((seat) => seat !== mine)]
      : opponent === "watch"
      ? []
      : [mine];
    await enterMatch(made, own, field("name").value, field("number").value);
  } catch (problem) {
    error.textContent = /** @type {Error} */ (problem).message;
    error.hidden = false;
    begin.disabled = false;
  }
});
