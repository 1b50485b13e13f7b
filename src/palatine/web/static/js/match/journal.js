// The journal: what has happened, line by line, with the details of each roll.

import { clauseLink } from "../common/clauses.js";
import { element } from "../common/dom.js";
import { capitalized, say } from "../common/messages.js";
import { icon } from "../common/icons.js";
import { JournalSearch } from "./journal-search.js";

/** @import { JournalLine as JournalLine } from "../types/wire.d.ts" */

const SCROLL_PAUSE_MS = 1000; // milliseconds after which a list that is let go scrolls no more

export class Journal {
  /**
   * @param {HTMLElement} list
   * @param {string} game
   * @param {{goTo: (entry: JournalLine) => void, replay: (at: number) => void, colourOf: (text: string) => HTMLElement | null}} callbacks where a line leads: to its place on the map, to that point of the replay; the colour of the seat that a line starts with
   */
  constructor(list, game, callbacks) {
    this.list = list;
    this.game = game;
    this.callbacks = callbacks;
    this.heading = ""; // under which the newest line stands
    this.search = new JournalSearch(list);
    /** @type {Map<string, HTMLElement>} */
    this.lines = new Map();
    this.scroller = /** @type {HTMLElement} */ (list.closest("[data-scroll]") ?? list);
    this.touched = -SCROLL_PAUSE_MS; // when somebody last scrolled by hand; lines that fold scroll it, too
    this.follows = true; // whether the newest line is to be seen, as long as nobody scrolls back
    this.was = 0;
    for (const name of ["wheel", "touchmove", "pointerdown", "keydown"]) {
      this.scroller.addEventListener(name, () => (this.touched = performance.now()), { passive: true });
    }
    this.scroller.addEventListener("scroll", () => this.scrolled());
    new ResizeObserver(() => this.toEnd()).observe(this.scroller);
    this.empty();
  }

  /** Scrolling back ends the following of the newest line, scrolling down to it begins it again. */
  scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    if (scrollHeight - scrollTop - clientHeight < 60) this.follows = true;
    else if (scrollTop < this.was && performance.now() - this.touched < SCROLL_PAUSE_MS) this.follows = false;
    this.was = scrollTop;
  }

  toEnd() {
    if (this.follows) this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  /** @param {string} [why] */
  empty(why = say("journal.empty")) {
    this.lines.clear();
    this.heading = "";
    this.list.replaceChildren(element("li", { class: "nothing soft" }, why));
  }

  /**
   * Add what is new. Lines come in any order and may come twice.
   * @param {JournalLine[]} entries
   * @returns {JournalLine[]} those that were not known
   */
  add(entries) {
    const fresh = entries.filter((entry) => !this.lines.has(keyOf(entry)));
    if (!fresh.length) return [];
    this.list.querySelector(".nothing")?.remove();
    this.list.querySelectorAll(".fresh").forEach((line) => line.classList.remove("fresh"));
    const quiet = this.lines.size === 0;
    for (const entry of fresh) {
      if (entry.back_to !== undefined && entry.back_to >= 0) this.forget(entry.back_to, entry.version);
      for (const told of entry.stands_for ?? []) this.drop(told);
      const line = this.line(entry), last = this.list.lastElementChild;
      line.dataset.said = entry.private ? entry.text : "";
      // What the referee says to this seat again and again, answer after answer, is one line.
      if (entry.private && last instanceof HTMLElement && last.dataset.said === entry.text) last.remove();
      this.lines.set(keyOf(entry), line);
      if (quiet) line.classList.remove("fresh");
      if (entry.heading && entry.heading !== this.heading) this.begin(entry.heading);
      line.hidden = this.folded;
      this.list.append(line);
    }
    this.search.again();
    requestAnimationFrame(() => this.toEnd());
    return fresh;
  }

  /** Whether what stands under the newest heading is folded away. */
  get folded() {
    const fold = [...this.list.querySelectorAll(".entry-fold")].pop();
    return fold?.getAttribute("aria-expanded") === "false";
  }

  /** A new heading; a click on it folds away what stands under it. @param {string} heading */
  begin(heading) {
    this.heading = heading;
    const fold = element("button", {
      type: "button",
      class: "quiet entry-fold",
      "aria-expanded": "true",
      onclick: () => this.fold(item, fold),
    }, heading);
    const item = element("li", { class: "entry-heading" }, element("h2", {}, fold));
    const last = this.list.lastElementChild;
    if (last?.classList.contains("entry-heading")) last.remove(); // nothing happened under it
    this.list.append(item);
  }

  /** @param {HTMLElement} item @param {HTMLElement} fold */
  fold(item, fold) {
    const open = fold.getAttribute("aria-expanded") === "false";
    fold.setAttribute("aria-expanded", String(open));
    for (
      let next = item.nextElementSibling;
      next && !next.classList.contains("entry-heading");
      next = next.nextElementSibling
    ) /** @type {HTMLElement} */ (next).hidden = !open;
  }

  /** Where a line leads. @param {JournalLine} entry @returns {HTMLElement[]} */
  ways(entry) {
    const button = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {() => void} */ act) =>
      element("button", {
        type: "button",
        class: "quiet icon entry-go",
        title: say(key),
        "aria-label": `${say(key)}: ${entry.text}`,
        onclick: act,
      }, icon(sign));
    return [
      ...(entry.spaces?.length ? [button("journal.map", "place", () => this.callbacks.goTo(entry))] : []),
      ...(entry.at !== undefined && entry.at >= 0
        ? [button("journal.replay", "play", () => this.callbacks.replay(entry.at ?? 0))]
        : []),
    ];
  }

  /** Lines that an undo took back are void. @param {number} above @param {number} below */
  forget(above, below) {
    for (const key of [...this.lines.keys()]) {
      const version = Number(key.split(".")[0]);
      if (version > above && version < below) this.drop(key);
    }
  }

  /** A line is told no more. @param {string} key */
  drop(key) {
    this.lines.get(key)?.remove();
    this.lines.delete(key);
  }

  /** A part of a tally, with the clause in brackets at its end as a link. @param {string} part @returns {(Node | string)[]} */
  cited(part) {
    const found = part.match(/^(.*?),? \(?([A-Z]*-?\d[\w.-]*)\)?$/);
    return found && !/^\d+$/.test(found[2]) ? [found[1], " ", clauseLink(this.game, found[2])] : [part];
  }

  /** @param {JournalLine} entry */
  line(entry) {
    const clauses = (entry.clauses ?? []).map((id) => clauseLink(this.game, id));
    const item = element("li", { class: `entry entry-${entry.kind} fresh`, "data-version": String(entry.version) });
    const text = element(
      "p",
      { class: "entry-text" },
      this.callbacks.colourOf(capitalized(entry.text)),
      capitalized(entry.text),
      " ",
      ...spaced(clauses),
      element("span", { class: "entry-ways" }, ...this.ways(entry)),
    );
    if (entry.private) {
      text.prepend(
        element("span", { class: "private", title: say("journal.private") }, say("journal.private-short")),
        " ",
      );
    }
    item.append(text);
    if (entry.tally?.length) {
      const [first, ...rest] = entry.tally;
      if (rest.length) {
        item.append(
          element(
            "details",
            { class: "tally", open: true },
            element("summary", {}, first),
            element("ul", {}, ...rest.map((part) => element("li", {}, ...this.cited(part)))),
          ),
        );
      } else text.append(" ", element("span", { class: "tally-die" }, first));
    }
    return item;
  }
}

/** @param {JournalLine} entry */
const keyOf = (entry) => `${entry.version}.${entry.n}`;

/** @param {Node[]} nodes */
const spaced = (nodes) => nodes.flatMap((node) => [node, " "]);
