// Glossary entries for the spaces and counters of a match's page.

import { element } from "../common/dom.js";
import { glossaryOf, linkTerms } from "../common/glossary.js";
import { say } from "../common/messages.js";
import { distanceToSegment } from "../geometry/points.js";

/** @import { BoardView } from "./board-view.js" */
/** @import { Counter, GlossaryEntry, Line, Mark, Piece, Space } from "../types/wire.d.ts" */
/** @import { Glossary } from "../common/glossary.js" */

const MAX_DISTANCE = 0.9; // units from the middle of a space to a line that runs along its edge or through it
const MAX_ENTRIES = 2; // entries shown when the pointer is over a space

/** @param {Line} line @param {Space} space */
const runsBy = ({ points }, { at }) =>
  points.some((point, i) => i > 0 && distanceToSegment(at, points[i - 1], point) < MAX_DISTANCE);

/** When the user first points at, presses or focuses something. @returns {Promise<void>} */
const touched = () =>
  new Promise((done) => {
    for (const name of ["pointermove", "pointerdown", "keydown"]) {
      addEventListener(name, () => done(), { once: true, passive: true });
    }
  });

export class GlossaryLinks {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    /** @type {Glossary | null} */
    this.glossary = null;
    // The glossary is large: the page does not wait for it.
    this.ready = touched().then(() => glossaryOf(game)).then((found) => (this.glossary = found));
  }

  /** Words of a text as links. @param {string} text @returns {(Node | string)[]} */
  words(text) {
    return this.glossary ? linkTerms(this.game, this.glossary, text) : [text];
  }

  /** The rows of panels and the choices that speak of something. @param {HTMLElement} panels @param {HTMLElement} choices */
  mark(panels, choices) {
    const glossary = this.glossary;
    if (!glossary) return;
    for (
      const label of /** @type {NodeListOf<HTMLElement>} */ (panels.querySelectorAll(".row-label:not([data-term])"))
    ) {
      const entry = glossary.ofLabel(label.firstChild?.textContent?.trim() ?? "");
      if (entry) this.carry(label, entry);
    }
    for (
      const text of /** @type {NodeListOf<HTMLElement>} */ (choices.querySelectorAll(".choice-text:not([data-term])"))
    ) {
      const entry = glossary.ofLabel(text.textContent ?? "") ?? this.named(text.textContent ?? "");
      if (entry) text.dataset.term = entry.key;
    }
  }

  /** The first thing with a name of its own that a text speaks of: a spell, a device, no mere word. @param {string} text */
  named(text) {
    const { words, byWord } = /** @type {Glossary} */ (this.glossary);
    for (const match of words ? text.matchAll(words) : []) {
      const entry = byWord.get(match[0].toLowerCase());
      if (entry && (entry.kind ?? "word") !== "word") return entry;
    }
    return undefined;
  }

  /** @param {HTMLElement} carrier @param {GlossaryEntry} entry */
  carry(carrier, entry) {
    carrier.dataset.term = entry.key;
    carrier.tabIndex = 0;
  }

  /** The entries for the contents of a space: counters, marks, ground. @param {BoardView} boardView @param {Space} space @param {Mark[]} marks */
  of(boardView, space, marks) {
    const glossary = this.glossary;
    if (!glossary) return [];
    const found = [
      ...boardView.piecesIn(space).map((piece) => glossary.of("faces", piece.face)),
      ...[...marks, ...space.marks ?? []].map((mark) => glossary.of("marks", mark.kind)),
      ...(space.ground ?? []).map((ground) => glossary.of("grounds", ground)),
      ...(boardView.board.lines ?? []).filter((line) => runsBy(line, space)).map((line) =>
        glossary.of("lines", line.style)
      ),
    ];
    return [...new Set(found.filter((each) => each !== undefined))];
  }

  /** A few of them in short, for the card of a space that is pointed at. @param {BoardView} boardView @param {Space} space @param {Mark[]} marks */
  inShort(boardView, space, marks) {
    return this.of(boardView, space, marks).slice(0, MAX_ENTRIES).map((entry) =>
      element(
        "p",
        { class: "look-entry" },
        element("b", {}, entry.term),
        " ",
        entry.text.replace(/\{term:([^{}|]+)(?:\|([^{}]+))?\}/g, (_, key, words) => words ?? key.replaceAll("-", " ")),
      )
    );
  }

  /** The meaning of a counter's figures. @param {Counter | undefined} face */
  figures(face) {
    const told = Object.entries(face?.figures ?? {}).flatMap(([place, text]) => {
      const entry = text && this.glossary?.of("figures", place);
      return entry ? [element("button", { type: "button", class: "term quiet", "data-term": entry.key }, text)] : [];
    });
    return told.length
      ? [
        element(
          "span",
          { class: "small figures-shown" },
          say("fan.figures"),
          " ",
          ...told.flatMap((each, i) => [i ? " · " : "", each]),
        ),
      ]
      : [];
  }

  /** In an open space every counter, mark and kind of ground has its entry. @param {HTMLElement} card @param {BoardView} boardView @param {Space} space @param {Mark[]} marks */
  inSpace(card, boardView, space, marks) {
    const glossary = this.glossary;
    if (!glossary) return;
    for (const about of /** @type {NodeListOf<HTMLElement>} */ (card.querySelectorAll("[data-face]"))) {
      const entry = glossary.of("faces", about.dataset.face);
      if (entry) this.carry(about, entry);
      about.parentElement?.append(...this.figures(boardView.board.counters?.[about.dataset.face ?? ""]));
    }
    for (const badge of /** @type {NodeListOf<HTMLElement>} */ (card.querySelectorAll("[data-badge]"))) {
      const entry = glossary.of("badges", badge.dataset.badge);
      if (entry) this.carry(badge, entry);
    }
    const faces = new Set(boardView.piecesIn(space).map((/** @type {Piece} */ piece) => piece.face));
    const others = this.of(boardView, space, marks).filter((entry) =>
      !(entry.faces ?? []).some((face) => faces.has(face))
    );
    if (!others.length) return;
    const line = element("p", { class: "fan-terms small" });
    others.forEach((entry, i) =>
      line.append(
        i ? " · " : "",
        element("button", { type: "button", class: "term quiet", "data-term": entry.key }, entry.term),
      )
    );
    card.querySelector(".fan-head")?.after(line);
  }
}
