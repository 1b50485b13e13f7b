// Lists beside the board: the sides' colours, and the player's stacks with their actions.

import { portrait } from "../board/counters.js";
import { moveFocus } from "../common/arrow-keys.js";
import { byId, element } from "../common/dom.js";
import { say } from "../common/messages.js";

/** @import { BoardSet } from "../board/board-set.js" */
/** @import { BoardView } from "../board/board-view.js" */
/** @import { Board, Piece, Space, View } from "../types/wire.d.ts" */

const OWN_STYLES = new Set(["own", "held"]); // what is a player's own, of which a spectator has nothing
const MAX_SHOWN_COUNTERS = 6; // counters of a stack that are shown in the list

/** The style a piece is drawn in. @param {Board} board @param {Piece} piece */
const styleOf = (board, piece) => piece.style || board.counters?.[piece.face ?? ""]?.style || "";

export class Overview {
  /** @param {() => BoardSet | undefined} boards */
  constructor(boards) {
    this.boards = boards;
    for (const name of /** @type {const} */ (["legend", "stacks"])) {
      byId(`show-${name}`).addEventListener("click", () => this.turn(name, Boolean(byId(name).hidden)));
      byId(name).addEventListener("keydown", (event) => {
        if (event.key === "Escape") {
          event.stopPropagation();
          this.turn(name, false);
          byId(`show-${name}`).focus();
        } else moveFocus(byId(name), event);
      });
    }
  }

  /** Open or close a list. @param {"legend" | "stacks"} name @param {boolean} open */
  turn(name, open) {
    for (const each of ["legend", "stacks"]) {
      byId(each).hidden = each !== name || !open;
      byId(`show-${each}`).setAttribute("aria-expanded", String(each === name && open));
    }
    if (open) this.renew();
    if (open) (byId(name).querySelector("button") ?? byId(name)).focus();
  }

  /** The position has changed. */
  renew() {
    const boards = this.boards(), boardView = boards?.boardView;
    if (!boards?.view || !boardView) return;
    const own = this.stacks(boards, boardView);
    byId("show-stacks").hidden = !own.length;
    const parts = Object.entries({
      "legend.terrain": namedStyles(boardView.board, boardView.board.spaces.flatMap((space) => space.ground ?? [])),
      "legend.title": visibleSides(boardView, boards.view),
    }).filter(([, styles]) => styles.length);
    byId("show-legend").hidden = !parts.length;
    if (!byId("legend").hidden) {
      byId("legend").replaceChildren(
        ...parts.flatMap(([title, styles]) => [
          element("h2", {}, say(title)),
          element(
            "ul",
            {},
            ...styles.map(([style, name]) => element("li", {}, swatch(boardView.board, style), name)),
          ),
        ]),
      );
    }
    if (!byId("stacks").hidden) {
      byId("stacks").replaceChildren(
        element("h2", {}, say("stacks.title")),
        own.length
          ? element(
            "ul",
            {},
            ...own.map((stack) => this.line(boards, boardView, stack)),
          )
          : element("p", { class: "soft" }, say("stacks.none")),
      );
    }
  }

  /** The player's stacks, those with actions first. @param {BoardSet} boards @param {BoardView} boardView */
  stacks(boards, boardView) {
    const able = (/** @type {Piece} */ piece) => boardView.onPiece(piece).some((choice) => !choice.is_minor);
    const styles = new Set(boardView.lying.filter(able).map((piece) => styleOf(boardView.board, piece)));
    const mine = boardView.lying.filter((piece) => piece.face && styles.has(styleOf(boardView.board, piece)));
    const spaces = [...new Set(mine.map((piece) => piece.space))].map((id) => boardView.space(id));
    const found = spaces.map((space) => ({ space, pieces: mine.filter((piece) => piece.space === space.id) })).map((
      stack,
    ) => ({ ...stack, can: stack.pieces.filter(able).length }));
    return found.sort((a, b) => Number(b.can > 0) - Number(a.can > 0));
  }

  /** @param {BoardSet} boards @param {BoardView} boardView @param {{space: Space, pieces: Piece[], can: number}} stack */
  line(boards, boardView, { space, pieces, can }) {
    const go = () => {
      boards.pointOut([]);
      boards.pointOut([space.id]);
      boardView.at(space.id, true);
    };
    const badges = [...new Set(pieces.flatMap((piece) => piece.badges ?? []))];
    return element(
      "li",
      { class: can ? "able" : "" },
      element(
        "button",
        { type: "button", class: "quiet stack-go", onclick: go, onfocus: go },
        element(
          "span",
          { class: "stack-name" },
          space.name || space.id,
          " ",
          element(
            "span",
            { class: "soft small" },
            say(can ? "stacks.can" : "stacks.done", { n: pieces.length }),
            badges.length ? ` · ${badges.join(", ")}` : "",
          ),
        ),
        element(
          "span",
          { class: "stack-faces" },
          ...pieces.slice(0, MAX_SHOWN_COUNTERS).map((piece) => portrait(boardView.board, piece, 26)),
        ),
      ),
    );
  }
}

/** The sides with visible counters or lands: styles and names. @param {BoardView} boardView @param {View} view @returns {[string, string][]} */
function visibleSides(boardView, view) {
  const { board } = boardView;
  const used = [
    ...boardView.lying.map((piece) => styleOf(board, piece)),
    ...Object.values(view.marks ?? {}).flat().map((mark) => mark.style ?? ""),
  ];
  return namedStyles(board, used.filter((style) => view.seat || !OWN_STYLES.has(style)));
}

/** The styles that have names, each name once. @param {Board} board @param {string[]} used */
function namedStyles(board, used) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const style of new Set(used)) {
    const name = board.styles?.[style]?.name;
    if (name && ![...found.values()].includes(name)) found.set(style, name);
  }
  return [...found];
}

/** @param {Board} board @param {string} style */
const swatch = (board, style) => portrait(board, { id: "", space: "", style }, 26);
