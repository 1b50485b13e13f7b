// The glossary on a page: words in texts become links. Counters, ground, marks, rows and choices show their entry when
// they are pointed at, focused or pressed for long.

import { positionTip } from "./clauses.js";
import { element } from "./dom.js";
import { get } from "./http.js";
import { say } from "./messages.js";

/** @import { GlossaryEntry } from "../types/wire.d.ts" */

const TERM_LINK = /\{term:([^{}|]+)(?:\|([^{}]+))?\}/g;

/** @type {Map<string, Promise<Glossary>>} */
const books = new Map();

/** The glossary of a game by whatever carries an entry on the page. */
export class Glossary {
  /** @param {GlossaryEntry[]} entries */
  constructor(entries) {
    this.byKey = new Map(entries.map((each) => [each.key, each]));
    /** @type {Map<string, GlossaryEntry>} */
    this.byCarrier = new Map();
    /** @type {Map<string, GlossaryEntry>} */
    this.byWord = new Map();
    for (const each of entries) {
      for (const kind of /** @type {const} */ (["faces", "grounds", "marks", "lines", "badges", "figures", "labels"])) {
        for (const name of each[kind] ?? []) {
          this.byCarrier.set(`${kind} ${name}`, this.byCarrier.get(`${kind} ${name}`) ?? each);
        }
      }
      for (const word of [each.term, ...each.words ?? []]) {
        this.byWord.set(plain(word), this.byWord.get(plain(word)) ?? each);
      }
    }
    this.words = wordsOf([...this.byWord.keys()]);
  }

  /** The entry of a counter's face, a kind of ground, a mark and so on. @param {string} kind @param {string | undefined} name */
  of(kind, name) {
    return name ? this.byCarrier.get(`${kind} ${name}`) : undefined;
  }

  /** The entry of a panel's row or a choice, by its label or as a word. @param {string} text */
  ofLabel(text) {
    return this.of("labels", text) ?? this.byWord.get(plain(text));
  }
}

/** @param {string} text */
const plain = (text) => text.toLowerCase();

/** A pattern that finds any of these words, the longest first. @param {string[]} words */
function wordsOf(words) {
  const safe = words.filter((word) => word.length > 2).sort((a, b) => b.length - a.length).map((word) =>
    word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  );
  return safe.length ? new RegExp(`(?<![\\p{L}\\p{N}-])(${safe.join("|")})(?![\\p{L}\\p{N}-])`, "giu") : null;
}

/** The glossary of a game, fetched once. @param {string} game */
export function glossaryOf(game) {
  let found = books.get(game);
  if (!found) {
    found = get(`/api/games/${encodeURIComponent(game)}/glossary`).then(
      (entries) => new Glossary(entries),
      () => new Glossary([]),
    );
    books.set(game, found);
  }
  return found;
}

/** A link to a glossary entry. @param {string} game @param {string} key @param {string} words */
export function termLink(game, key, words) {
  return element("a", {
    class: "term",
    href: `/games/${encodeURIComponent(game)}/glossary#${encodeURIComponent(key)}`,
    target: "_blank",
    rel: "noopener",
    "data-game": game,
    "data-term": key,
  }, words);
}

/** A text in which `{term:key}` and `{term:key|words}` are links. @param {string} game @param {string} text @returns {(Node | string)[]} */
export function expandTermLinks(game, text) {
  const out = [];
  let from = 0;
  for (const match of text.matchAll(TERM_LINK)) {
    out.push(text.slice(from, match.index), termLink(game, match[1], match[2] ?? match[1].replaceAll("-", " ")));
    from = match.index + match[0].length;
  }
  return [...out, text.slice(from)].filter((part) => part !== "");
}

/** A text with a link at the first occurrence of each glossary word. @param {string} game @param {Glossary} glossary @param {string} text @returns {(Node | string)[]} */
export function linkTerms(game, glossary, text) {
  if (!glossary.words) return [text];
  const out = [], linkedKeys = new Set();
  let from = 0;
  for (const match of text.matchAll(glossary.words)) {
    const entry = glossary.byWord.get(plain(match[0]));
    if (!entry || linkedKeys.has(entry.key)) continue;
    linkedKeys.add(entry.key);
    out.push(text.slice(from, match.index), termLink(game, entry.key, match[0]));
    from = match.index + match[0].length;
  }
  return [...out, text.slice(from)].filter((part) => part !== "");
}

/** The content of an entry, for a card or within one. @param {string} game @param {GlossaryEntry} entry */
export function entryContent(game, entry) {
  return element(
    "div",
    { class: "entry-of-glossary" },
    element("b", {}, entry.term),
    element(
      "p",
      {},
      ...expandTermLinks(game, entry.text),
      entry.clause ? element("span", { class: "soft small" }, ` ${say("clause", { id: entry.clause })}`) : null,
    ),
  );
}

const card = element("div", { class: "tip term-tip", id: "term-tip", role: "tooltip", hidden: true });
document.body.append(card);

/** @param {HTMLElement} carrier what is pointed at @param {string} game @param {GlossaryEntry} entry */
export function showEntry(carrier, game, entry) {
  hideEntry();
  (carrier.closest("button, a, [tabindex]") ?? carrier).setAttribute("aria-describedby", card.id);
  card.replaceChildren(entryContent(game, entry));
  card.hidden = false;
  positionTip(card, carrier);
}

export function hideEntry() {
  card.hidden = true;
  document.querySelector(`[aria-describedby=${card.id}]`)?.removeAttribute("aria-describedby");
}

const LONG_PRESS_MS = 450; // milliseconds until a press shows the entry instead of choosing

/** The element under the pointer that has an entry: a word, or an element with `data-term`; for a focused button, the one on it. @param {Event} event @returns {HTMLElement | null} */
function termAt({ target, type }) {
  if (!(target instanceof Element)) return null;
  return target.closest("[data-term]") ??
    (type.startsWith("focus") && target.matches("button") ? target.querySelector("[data-term]") : null);
}

/** @param {HTMLElement} carrier */
async function ask(carrier) {
  const game = carrier.dataset.game ?? document.getElementById("match")?.dataset.game ?? "";
  const entry = (await glossaryOf(game)).byKey.get(carrier.dataset.term ?? "");
  if (
    entry && carrier.isConnected &&
    (carrier.matches(":hover, :focus-within, button:focus-visible *") || carrier.dataset.pressed)
  ) showEntry(carrier, game, entry);
}

for (const name of ["pointerover", "focusin"]) {
  document.addEventListener(name, (event) => {
    const carrier = termAt(event);
    if (carrier) void ask(carrier);
  });
}
for (const name of ["pointerout", "focusout"]) {
  document.addEventListener(name, (event) => termAt(event) && hideEntry());
}
document.addEventListener("keydown", (event) => event.key === "Escape" && hideEntry());
addEventListener("scroll", hideEntry, { capture: true, passive: true });

/** @type {ReturnType<typeof setTimeout> | undefined} */
let pressing;
document.addEventListener("pointerdown", (event) => {
  const carrier = termAt(event);
  hideEntry();
  if (!carrier || event.pointerType === "mouse") return;
  pressing = setTimeout(() => {
    carrier.dataset.pressed = "1";
    void ask(carrier);
    carrier.addEventListener("click", (click) => {
      click.preventDefault();
      click.stopPropagation();
    }, { capture: true, once: true });
  }, LONG_PRESS_MS);
});
for (const name of ["pointerup", "pointercancel", "pointermove"]) {
  document.addEventListener(name, (event) => {
    if (
      name === "pointermove" && /** @type {PointerEvent} */
      (event).movementX ** 2 + /** @type {PointerEvent} */ (event).movementY ** 2 < 16
    ) return;
    clearTimeout(pressing);
    document.querySelectorAll("[data-pressed]").forEach((each) => each.removeAttribute("data-pressed"));
  });
}
