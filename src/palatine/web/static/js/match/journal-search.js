// Search in the journal.

import { byId } from "../common/dom.js";
import { say } from "../common/messages.js";

export class JournalSearch {
  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    this.field = /** @type {HTMLInputElement} */ (byId("journal-search"));
    this.field.addEventListener("input", () => this.again());
    this.field.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.field.value) return;
      event.stopPropagation();
      this.field.value = "";
      this.again();
    });
  }

  /** Show the lines that hold all words that are looked for, and no others. */
  again() {
    const words = this.field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const lines = /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll(".entry")]);
    let found = 0;
    for (const line of lines) {
      const text = (line.textContent ?? "").toLowerCase();
      const is = words.every((word) => text.includes(word));
      line.classList.toggle("not-found", !is);
      found += Number(is);
    }
    this.list.classList.toggle("searched", words.length > 0);
    byId("journal-found").textContent = words.length ? say("journal.found", { n: found }) : "";
  }
}
