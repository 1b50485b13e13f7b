// The pages of rules and glossary: search and printing.

import { drawStaticBoard } from "../board/board-figure.js";
import { get } from "../common/http.js";
import "../common/theme.js";

/** @import { Board, SentView } from "../types/wire.d.ts" */

const filter = /** @type {HTMLInputElement | null} */ (document.getElementById("filter"));
const rules = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-rule]")]);
const texts = rules.map((rule) => (rule.id + " " + (rule.textContent ?? "")).toLowerCase());

function filterRules() {
  const words = (filter?.value ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  rules.forEach((rule, i) => (rule.hidden = !words.every((word) => texts[i].includes(word))));
  document.querySelectorAll(".chapter").forEach((
    chapter,
  ) => (/** @type {HTMLElement} */ (chapter).hidden = !chapter.querySelector("[data-rule]:not([hidden])")));
  for (const part of ["clauses", "rulings"]) {
    const count = document.querySelectorAll(`#${part} [data-rule]:not([hidden])`).length;
    const label = document.getElementById(`count-${part}`);
    if (label) label.textContent = String(count);
    const section = document.getElementById(part);
    if (section) section.hidden = count === 0;
  }
  /** @type {HTMLElement} */ (document.getElementById("filter-none")).hidden = rules.some((rule) => !rule.hidden);
}

filter?.addEventListener("input", filterRules);
if (filter?.value) filterRules();
document.getElementById("print")?.addEventListener("click", () => print());

/** Load the pictures from top to bottom; without a picture its caption stays. */
async function drawPictures() {
  for (const figure of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".rule-picture"))) {
    const { game, picture } = figure.dataset;
    try {
      /** @type {{board: Board, view: SentView}} */
      const { board, view } = await get(`/api/games/${game}/pictures/${picture}`);
      drawStaticBoard(figure, board, view);
    } catch (error) {
      console.warn(error);
    }
  }
}

void drawPictures();
