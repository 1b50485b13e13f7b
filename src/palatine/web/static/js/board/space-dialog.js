// The dialog of a space: every counter in large, with its choices and the reasons against the others.

import { clauseLink } from "../common/clauses.js";
import { element } from "../common/dom.js";
import { say } from "../common/messages.js";
import { ignoreClicks } from "../common/ignore-clicks.js";
import { portrait } from "./counters.js";

/** @import { Choice, Goal, Mark, Piece, Reason, Space } from "../types/wire.d.ts" */

/** Whether a space has a name, and besides it a number that is printed on the map. @param {Space} space */
export const hasNumber = (space) => Boolean(space.name) && /\d/.test(space.id) && !space.name.includes(space.id);

export class SpaceDialog {
  /**
   * @param {HTMLElement} card
   * @param {string} game
   * @param {{choose: (chosen: [string, number][] | Goal, label: string, offered: number) => void, version: () => number, why: (space: number, pieces: number[]) => Promise<{reason: string, clause: string}[]>}} callbacks
   */
  constructor(card, game, callbacks) {
    this.card = card;
    this.game = game;
    this.callbacks = callbacks;
    /** @type {HTMLElement | null} */
    this.from = null;
    this.offered = 0; // the version at which it was opened
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
    document.addEventListener(
      "pointerdown",
      (event) => !card.hidden && !card.contains(/** @type {Node} */ (event.target)) && this.close(false),
      { capture: true },
    );
  }

  close(back = true) {
    if (this.card.hidden) return;
    this.card.hidden = true;
    if (back) this.from?.focus({ preventScroll: true });
  }

  /**
   * @param {import("./board-view.js").BoardView} boardView
   * @param {Space} space
   * @param {{keyboard: boolean, waiting: string, marks: Mark[], shortcuts: Goal[]}} about `waiting`: why nothing can be chosen at all; shortcuts for all that lies here
   */
  open(boardView, space, about) {
    this.offered = this.callbacks.version();
    const shortcuts = [...about.shortcuts, ...boardView.lit?.far.get(space.id) ?? []].filter((shortcut) =>
      shortcut.text
    ).map((shortcut) => this.follow(shortcut));
    const own = [...(boardView.lit?.spaces.get(space.id) ?? []).map((choice) => this.act(choice)), ...shortcuts];
    const pieces = boardView.piecesIn(space);
    const title = space.name || space.id;
    const backs = groupAlike(pieces);
    this.from = boardView.port;
    const idle = pieces.filter((piece) => (piece.operand ?? -1) >= 0 && !boardView.onPiece(piece).length).map((piece) =>
      piece.operand ?? -1
    );
    const asks = !about.waiting && (!own.length || idle.length > 0);
    this.card.replaceChildren(
      element(
        "div",
        { class: "fan-head" },
        element(
          "h2",
          { id: "fan-title", class: /^\d+$/.test(title) ? "numeral" : "" },
          title,
          hasNumber(space) ? element("small", {}, " ", space.id) : null,
        ),
        element("button", {
          type: "button",
          class: "quiet icon",
          "aria-label": say("close"),
          onclick: () => this.close(),
        }, "×"),
      ),
      ...(space.text ? [element("p", { class: "soft small" }, space.text)] : []),
      ...about.marks.map((mark) => element("p", { class: "small" }, mark.name || mark.kind)),
      ...(own.length ? [element("div", { class: "fan-own" }, ...own)] : []),
      pieces.length
        ? element("ul", { class: "fan-pieces" }, ...backs.map(([piece, count]) => this.piece(boardView, piece, count)))
        : element("p", { class: "soft small" }, say("fan.empty")),
      about.waiting
        ? element("p", { class: "note small" }, about.waiting)
        : asks
        ? this.whyNot(own.length ? -1 : space.operand, idle, pieces.length === 0)
        : "",
    );
    ignoreClicks(this.card);
    this.card.hidden = false;
    this.place(boardView.pageBox(space));
    const first =
      /** @type {HTMLElement | null} */ (this.card.querySelector(".fan-own button, .fan-pieces button, .whynot") ??
        this.card.querySelector("button"));
    if (about.keyboard) first?.focus();
  }

  /** @param {DOMRect} box */
  place(box) {
    if (matchMedia("(max-width: 759px)").matches) {
      this.card.removeAttribute("style");
      return;
    }
    const size = this.card.getBoundingClientRect();
    const right = box.right + 12 + size.width < innerWidth - 12 ? box.right + 12 : box.left - size.width - 12;
    this.card.style.left = `${Math.max(12, Math.min(innerWidth - size.width - 12, right))}px`;
    this.card.style.top = `${
      Math.max(12, Math.min(innerHeight - size.height - 12, box.top + box.height / 2 - size.height / 2))
    }px`;
  }

  /** The card has grown: it stays on the page. */
  keepInside() {
    const box = this.card.getBoundingClientRect();
    if (this.card.style.top && box.bottom > innerHeight - 12) {
      this.card.style.top = `${Math.max(12, innerHeight - box.height - 12)}px`;
    }
  }

  /** @param {Goal} shortcut */
  follow(shortcut) {
    return element("button", {
      type: "button",
      class: "choice",
      "data-preview": JSON.stringify(shortcut),
      onclick: () => {
        this.close();
        this.callbacks.choose(shortcut, shortcut.text ?? "", this.offered);
      },
    }, element("span", { class: "choice-text" }, shortcut.text));
  }

  /** @param {Choice} choice @param {string} [text] */
  act(choice, text) {
    return element(
      "button",
      {
        type: "button",
        class: "choice",
        "data-action": `${choice.verb} ${choice.operand}`,
        "data-preview": JSON.stringify([[choice.verb, choice.operand]]),
        onclick: () => {
          this.close();
          this.callbacks.choose([[choice.verb, choice.operand]], choice.text, this.offered);
        },
      },
      element("span", { class: "choice-text" }, text ?? choice.text),
      choice.cost ? element("span", { class: "cost" }, choice.cost) : null,
    );
  }

  /** @param {import("./board-view.js").BoardView} boardView @param {Piece} piece @param {number} count */
  piece(boardView, piece, count) {
    const choices = boardView.onPiece(piece);
    const face = boardView.board.counters?.[piece.face ?? ""];
    return element(
      "li",
      { class: choices.length ? "able" : "" },
      portrait(boardView.board, piece, 62),
      element(
        "div",
        { class: "fan-about" },
        element(
          "strong",
          { "data-face": piece.face || undefined },
          face?.name || piece.text || say("fan.back"),
          count > 1 ? ` × ${count}` : "",
        ),
        face && piece.text && piece.text !== face.name
          ? element("span", { class: "small soft" }, withoutName(piece.text, face.name))
          : null,
        piece.badges?.length
          ? element(
            "span",
            { class: "small badges" },
            ...piece.badges.flatMap((badge, i) => [i ? ", " : "", element("span", { "data-badge": badge }, badge)]),
          )
          : null,
        ...choices.map((choice) => this.act(choice, choice.text === face?.name ? say("fan.choose") : undefined)),
      ),
    );
  }

  /** A question, and in its place all answers. @param {number} space -1 where something can be done with it @param {number[]} pieces those with which nothing can be done @param {boolean} now */
  whyNot(space, pieces, now) {
    const place = element("div", { class: "why" });
    const ask = async () => {
      place.replaceChildren(element("span", { class: "soft small" }, say("why.asking")));
      const refusals = await this.callbacks.why(space, pieces);
      place.replaceChildren(
        ...(refusals.length
          ? refusals.map((each) => this.refusal(each))
          : [element("p", { class: "small soft" }, say("why.nothing"))]),
      );
      place.setAttribute("role", "status");
      this.keepInside();
    };
    place.append(element("button", { type: "button", class: "whynot", onclick: ask }, say("why.ask")));
    if (now) ask();
    return place;
  }

  /** @param {{reason: string, clause: string}} refusal */
  refusal(refusal) {
    return element(
      "p",
      { class: "refusal" },
      refusal.reason,
      " ",
      refusal.clause ? clauseLink(this.game, refusal.clause) : null,
    );
  }
}

/** A piece's text without its name, which is the heading. @param {string} text @param {string} name */
function withoutName(text, name) {
  if (!text.startsWith(`${name}, `)) return text;
  const rest = text.slice(name.length + 2);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** Pieces in order; backs that look alike are grouped. @param {Piece[]} pieces @returns {[any, number][]} */
function groupAlike(pieces) {
  /** @type {Map<string, [any, number]>} */
  const found = new Map();
  for (const piece of pieces) {
    const key = piece.face ? piece.id : `${piece.style} ${piece.text} ${piece.badges ?? ""}`;
    const known = found.get(key);
    if (known) known[1] += 1;
    else found.set(key, [piece, 1]);
  }
  return [...found.values()];
}
