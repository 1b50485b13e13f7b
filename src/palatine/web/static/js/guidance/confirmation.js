// A confirmation before a risky action: confirm, cancel, or do not ask again.

import { element } from "../common/dom.js";
import { say } from "../common/messages.js";
import { ignoreClicks } from "../common/ignore-clicks.js";
import { browserStorage } from "../common/storage.js";

const MAX_SILENCED = 200; // maximum number of silenced warnings of a match

/**
 * Ask; return true to go on.
 * @param {{title: string, confirm: string, parts: (close: () => void) => Node[], never?: () => void}} about `never`: it is not to be asked again
 * @returns {Promise<boolean>}
 */
export function askToConfirm({ title, confirm, parts, never }) {
  const from = /** @type {HTMLElement | null} */ (document.activeElement);
  return new Promise((answer) => {
    const done = (/** @type {boolean} */ yes) => {
      dialog.close();
      dialog.remove();
      from?.focus?.({ preventScroll: true });
      answer(yes);
    };
    const dialog = element(
      "dialog",
      { class: "sheet-dialog question", "aria-labelledby": "question-title" },
      element("h2", { id: "question-title" }, title),
      element("div", { class: "question-parts" }, ...parts(() => done(false))),
      element(
        "div",
        { class: "question-row" },
        element(
          "button",
          { type: "button", class: "primary", "data-answer": "yes", onclick: () => done(true) },
          confirm,
        ),
        element("button", { type: "button", "data-answer": "no", onclick: () => done(false) }, say("question.cancel")),
        never
          ? element("button", {
            type: "button",
            class: "quiet",
            "data-answer": "never",
            onclick: () => {
              never();
              done(true);
            },
          }, say("question.never"))
          : null,
      ),
    );
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      done(false);
    });
    dialog.addEventListener("click", (event) => event.target === dialog && done(false));
    document.body.append(dialog);
    ignoreClicks(dialog);
    dialog.showModal();
    /** @type {HTMLElement | null} */ (dialog.querySelector("[data-answer=no]"))?.focus();
  });
}

/** The silenced kinds of warnings of a match. */
export class SilencedWarnings {
  /** @param {string} match */
  constructor(match) {
    this.key = `silenced.${match}`;
    /** @type {Set<string>} */
    this.kinds = new Set(JSON.parse(browserStorage(this.key) ?? "[]"));
  }

  /** @param {string[]} kinds */
  add(kinds) {
    kinds.forEach((kind) => this.kinds.add(kind));
    browserStorage(this.key, JSON.stringify([...this.kinds].slice(-MAX_SILENCED)));
  }

  /** The warnings that are not silenced. @param {string[]} kinds */
  left(kinds) {
    return kinds.filter((kind) => !this.kinds.has(kind));
  }
}
