// All boards of a match: the current one, the highlights of each, and the meaning of clicks.

import { element } from "../common/dom.js";
import { say } from "../common/messages.js";
import { tabs } from "../common/tabs.js";
import { BoardView } from "./board-view.js";
import { portrait } from "./counters.js";
import { goal } from "../common/actions.js";
import { asExplored } from "./exploration.js";
import { farShortcuts, haveTexts } from "./far-shortcuts.js";
import { MarchDrag } from "./march-drag.js";
import { setInitialCamera } from "./initial-camera.js";
import { SavedCameras } from "./saved-cameras.js";
import { hasNumber, SpaceDialog } from "./space-dialog.js";
import { ownOrVisiblePieces } from "./stacks.js";

/** @import { ActionsOrPlan } from "../common/actions.js" */
/** @import { Board, Choice, Goal, Layer, Piece, SentView, Space } from "../types/wire.d.ts" */

const HOVER_DELAY_MS = 60; // milliseconds of hovering over a space before its details load
const MAX_LISTED_PIECES = 6; // pieces listed when the pointer is over a space
const SCENE_SCALE = 92; // pixels for a unit of a scene, of which only the used part is shown

/** @template K, V @param {Map<K, V[]>} map @param {K} key @param {V} value */
const addTo = (map, key, value) => map.set(key, [...(map.get(key) ?? []), value]);

/** Why something may not be done. @typedef {{reason: string, clause: string}} Refusal */
export class BoardSet {
  /**
   * @param {HTMLElement} place
   * @param {Board[]} boards
   * @param {string} game
   * @param {{match: string, choose: (chosen: ActionsOrPlan, label: string, offered?: number) => Promise<void>, version: () => number, shortcuts: (space: number) => Promise<Goal[]>, why: (space: number, pieces: number[]) => Promise<Refusal[]>, waiting: () => string, place?: (space: Space, keyboard: boolean) => boolean, point?: (chosen: ActionsOrPlan | null, beside: Element | null) => void, glossaryLinks?: import("./glossary-links.js").GlossaryLinks}} callbacks
   */
  constructor(place, boards, game, callbacks) {
    this.blank = boards; // as they are for all
    this.boards = boards; // with this seat's knowledge of the spaces
    this.callbacks = callbacks;
    this.place = place;
    this.strip = /** @type {HTMLElement} */ (place.querySelector(".board-tabs"));
    this.ground = /** @type {HTMLElement} */ (place.querySelector(".boards"));
    this.card = /** @type {HTMLElement} */ (place.querySelector(".inspector"));
    /** The space clicked last, while the pointer stays on it. */
    this.picked = "";
    this.aloud = /** @type {HTMLElement} */ (document.getElementById("aloud-board"));
    this.spaceDialog = new SpaceDialog(/** @type {HTMLElement} */ (document.getElementById("fan")), game, callbacks);
    /** @type {Map<string, BoardView>} */
    this.boardViews = new Map();
    this.looks = new SavedCameras(callbacks.match, () => this.boardViews.values());
    this.isOpening = false;
    this.front = "";
    this.used = "";
    /** @type {string | undefined} */
    this.lastFocus = undefined;
    /** Set when the first view is shown. */
    this.view = /** @type {SentView} */ (/** @type {unknown} */ (null));
    /** @type {Layer | null} */
    this.layer = null;
    for (
      const [name, act] of Object.entries({
        in: () => this.boardView?.camera.zoom(1.35),
        out: () => this.boardView?.camera.zoom(1 / 1.35),
        fit: () => this.whole(),
      })
    ) {
      place.querySelector(`[data-zoom=${name}]`)?.addEventListener("click", act);
    }
  }

  /** The board in front. */
  get boardView() {
    return this.boardViews.get(this.front);
  }

  /** @param {string} id */
  viewOf(id) {
    const board = this.boards.find((each) => each.id === id);
    if (!board) return null;
    let boardView = this.boardViews.get(id);
    if (!boardView) {
      boardView = new BoardView(board, {
        pick: (space, _event, keyboard, piece) => this.pick(space, keyboard, piece),
        look: (space) => this.look(space),
        press: (space) => this.press(space),
        inspect: (space, keyboard) => this.inspect(space, keyboard),
      }, this.isOpening);
      new MarchDrag(boardView, () => this);
      if (board.kind === "scene") new ResizeObserver(() => this.keepInView(id)).observe(boardView.port);
      this.boardViews.set(id, boardView);
      const panel = element("div", {
        class: "board-panel",
        id: `board-${id}`,
        role: "tabpanel",
        "aria-label": board.title,
      }, boardView.port);
      this.ground.append(panel);
      boardView.showFigures(this.layer);
    }
    return boardView;
  }

  /**
   * @param {SentView} view
   * @param {{still?: boolean}} [how]
   */
  show(view, how = {}) {
    const first = (this.isOpening = !this.view), knew = Object.keys(this.view?.seen ?? {}).length > 0;
    this.view = view;
    this.redraw(this.blank.map((board) => asExplored(board, view)));
    const used = (view.boards ?? ["map"]).filter((id) => this.boards.some((board) => board.id === id));
    if (used.join() !== this.used) {
      const lead = used[0];
      const change = first || this.used.split(",")[0] !== lead;
      this.used = used.join();
      this.showTabs(used);
      if (change || !used.includes(this.front)) this.turnTo(lead, true);
    }
    for (const id of used) this.viewOf(id)?.show(view, this.litOn(id), first || Boolean(how.still));
    this.isOpening = false;
    // Move a map that was blank to the part that is known now.
    if (first || (!knew && Object.keys(view.seen ?? {}).length)) this.home();
    else this.followFocus();
  }

  /** Tabs, if there is more than one board. @param {string[]} used */
  showTabs(used) {
    this.strip.hidden = used.length < 2;
    this.strip.replaceChildren(
      ...used.map((id) =>
        element("button", {
          type: "button",
          role: "tab",
          id: `tab-board-${id}`,
          "data-tab": id,
          "aria-controls": `board-${id}`,
          "aria-selected": "false",
        }, this.boards.find((board) => board.id === id)?.title)
      ),
    );
    used.forEach((id) => this.viewOf(id));
    const fresh = /** @type {HTMLElement} */ (this.strip.cloneNode(true));
    this.strip.replaceWith(fresh);
    this.strip = fresh;
    this.turn = tabs(fresh, (id) => this.turnTo(id));
    this.ground.querySelectorAll(".board-panel").forEach((panel) =>
      panel.classList.toggle("unused", !used.includes(panel.id.slice(6)))
    );
  }

  /** @param {string} id @param {boolean} [tell] */
  turnTo(id, tell = false) {
    if (tell) this.turn?.(id);
    this.front = id;
    this.viewOf(id);
    for (const [name, boardView] of this.boardViews) {
      boardView.port.parentElement?.classList.toggle("shown", name === id);
    }
    this.place.dataset.kind = this.boardView?.board.kind ?? "map";
    this.card.hidden = true;
    if (this.boardView && !this.boardView.camera.scale) this.frame(this.boardView);
  }

  /** The whole of a map; of a scene, the used part. */
  whole() {
    const boardView = this.boardView;
    if (!boardView) return;
    boardView.camera.touched = false;
    this.looks.forget(boardView);
    if (boardView.board.kind === "scene") boardView.closeIn(SCENE_SCALE);
    else boardView.camera.fit();
  }

  /** @param {BoardView} boardView */
  frame(boardView) {
    if (boardView.board.kind === "scene") boardView.closeIn(SCENE_SCALE);
    else setInitialCamera(this, boardView);
  }

  /** Show the used part of a scene whose window has another size, unless the player has moved it. @param {string} id */
  keepInView(id) {
    const boardView = this.boardViews.get(id);
    if (boardView?.camera.scale && !boardView.camera.touched) boardView.closeIn(SCENE_SCALE);
  }

  /** The spaces in which something may be chosen. @param {BoardView} boardView */
  lit(boardView) {
    return boardView.board.spaces.filter((space) => boardView.choicesIn(space).length);
  }

  /** @param {BoardView} boardView */
  seesLit(boardView) {
    return this.lit(boardView).some((space) => boardView.isInSight(space));
  }

  home() {
    for (const boardView of this.boardViews.values()) if (boardView.port.offsetParent) this.frame(boardView);
  }

  /** @param {BoardView} boardView @returns {Space[]} */
  focusOf(boardView) {
    return (this.view.focus ?? []).map((id) => boardView.spaces.get(id)).filter((space) => space !== undefined);
  }

  /** The place with the most choices, otherwise with the player's pieces, otherwise with any visible face. @param {BoardView} boardView */
  homeOf(boardView) {
    const lit = this.lit(boardView);
    const mine = lit.length ? lit : ownOrVisiblePieces(boardView.lying).map((piece) => boardView.space(piece.space));
    if (!mine.length) return undefined;
    const middle = [0, 1].map((k) => {
      const all = mine.map((space) => space.at[k]);
      return (Math.min(...all) + Math.max(...all)) / 2;
    });
    const far = (/** @type {Space} */ space) => Math.hypot(space.at[0] - middle[0], space.at[1] - middle[1]);
    return mine.reduce((a, b) => (far(a) <= far(b) ? a : b));
  }

  followFocus() {
    const boardView = this.boardView;
    if (!boardView) return;
    if (boardView.board.kind === "scene" && !boardView.camera.touched) boardView.closeIn(SCENE_SCALE);
    const mark = (this.view.focus ?? []).join();
    if (mark === this.lastFocus) return;
    this.lastFocus = mark;
    const [space] = this.focusOf(boardView);
    // A map that the player has moved stays while the place is visible.
    if (space && !(boardView.camera.touched && boardView.isInSight(space))) boardView.reveal(space);
  }

  /** The choices of the view as they concern a board. @param {string} id */
  litOn(id) {
    /** @type {import("./board-view.js").Highlights} */
    const lit = { spaces: new Map(), pieces: new Map(), far: new Map() };
    const board = /** @type {Board} */ (this.boards.find((each) => each.id === id));
    const byOperand = new Map(board.spaces.map((space) => [space.operand, space.id]));
    for (const choice of this.view.choices ?? []) {
      if (choice.board && choice.board !== id) continue;
      if (choice.on === "piece") addTo(lit.pieces, choice.operand, choice);
      if (choice.on === "space" && byOperand.has(choice.operand)) {
        addTo(lit.spaces, byOperand.get(choice.operand) ?? "", choice);
      }
    }
    for (const [id, shortcuts] of farShortcuts(this.view, byOperand)) {
      if (!lit.spaces.has(id)) lit.far.set(id, shortcuts);
    }
    return lit;
  }

  /** The shortcuts that lead to a space of the board in front, with their texts. @param {Space} space */
  async shortcutsTo(space) {
    const lit = this.boardView?.lit;
    if (!lit || haveTexts(lit.far.get(space.id) ?? [])) return;
    const named = await this.callbacks.shortcuts(space.operand);
    if (named.length) lit.far.set(space.id, named);
  }

  /** Handle a click on a space: carry out its only choice, otherwise open the space. @param {Space} space @param {boolean} keyboard @param {Piece} [piece] the counter that was hit, if it lies alone */
  pick(space, keyboard, piece) {
    const boardView = this.boardView;
    this.card.hidden = true;
    this.picked = keyboard ? "" : space.id;
    this.callbacks.point?.(null, null);
    if (!boardView || this.callbacks.place?.(space, keyboard)) return;
    const meant = this.meant(space, piece);
    if (!meant) return this.inspect(space, keyboard);
    this.spaceDialog.close(false);
    this.callbacks.choose(meant.chosen, meant.text);
  }

  /** All of a stack set out. @param {Space} space */
  async setOut(space) {
    const [all] = await this.callbacks.shortcuts(space.operand), meant = this.meant(space);
    if (all || meant) await this.callbacks.choose(all ?? meant?.chosen, all?.text ?? meant?.text ?? "");
    const [whole] = all ? [] : this.shortcutsForAll(space);
    if (whole) await this.callbacks.choose(goal(whole), whole.text);
  }

  /** Shortcuts for all of the stack that is being chosen from. @param {Space} space */
  shortcutsForAll(space) {
    return this.view.focus?.includes(space.id)
      ? (this.view.shortcuts ?? []).filter((shortcut) => shortcut.is_listed !== false && (shortcut.space ?? -1) < 0)
      : [];
  }

  /** The only choice of a click on a space; null if there are several or none. @param {Space} space @param {Piece} [piece] a counter that is clicked itself @returns {{chosen: [string, number][] | Goal, text: string} | null} */
  meant(space, piece) {
    const boardView = this.boardView;
    const choices = boardView?.choicesIn(space) ?? [], ofPiece = (piece && boardView?.onPiece(piece)) ?? [];
    if (ofPiece.length === 1 && !boardView?.lit?.spaces.has(space.id)) {
      return { chosen: [[ofPiece[0].verb, ofPiece[0].operand]], text: ofPiece[0].text };
    }
    if (
      boardView && choices.length === 1 &&
      (choices[0].on === "space" || boardView.piecesIn(space).length === 1 ||
        boardView.onPiece(boardView.piecesIn(space)[0]).length)
    ) return { chosen: [[choices[0].verb, choices[0].operand]], text: choices[0].text };
    const shortcuts = boardView?.lit?.far.get(space.id) ?? [];
    return shortcuts.length === 1 && !choices.length
      ? { chosen: shortcuts[0], text: shortcuts[0].text ?? space.name }
      : null;
  }

  /** @param {Space} space @param {boolean} keyboard */
  async inspect(space, keyboard) {
    const boardView = this.boardView, view = this.view;
    await this.shortcutsTo(space);
    if (!boardView || this.view !== view || this.boardView !== boardView) return;
    this.card.hidden = true;
    this.spaceDialog.open(boardView, space, {
      keyboard,
      waiting: this.callbacks.waiting(),
      marks: this.view.marks?.[space.id] ?? [],
      shortcuts: this.shortcutsForAll(space).map(goal),
    });
    this.callbacks.glossaryLinks?.inSpace(this.spaceDialog.card, boardView, space, this.view.marks?.[space.id] ?? []);
  }

  /** Handle a long press on a space: describe what a tap would do, or open the space if a tap would. @param {Space} space */
  press(space) {
    this.picked = "";
    if (!this.meant(space)) return void this.inspect(space, false);
    this.look(space);
    this.card.classList.add("pressed");
  }

  /** Show the contents of a space, also to screen readers. @param {Space | null} space */
  look(space) {
    const boardView = this.boardView;
    clearTimeout(this.asking);
    if (space && space.id === this.picked) return; // a clicked space is described again when the pointer returns
    this.picked = "";
    const meant = space && boardView ? this.meant(space) : null;
    this.callbacks.point?.(
      meant?.chosen ?? null,
      space && boardView ? boardView.over.shapes.get(space.id) ?? null : null,
    );
    this.card.classList.remove("pressed");
    if (!space || !boardView) {
      this.card.hidden = true;
      return;
    }
    const pieces = boardView.piecesIn(space).map((piece) => piece.text || piece.face);
    const marks = (this.view.marks?.[space.id] ?? []).map((mark) => mark.name || mark.kind).concat(
      this.figuresIn(space),
    );
    const name = hasNumber(space) ? `${space.name}, ${space.id}` : space.name || space.id;
    const choices = boardView.choicesIn(space).map((choice) => choice.text + (choice.cost ? ` (${choice.cost})` : ""));
    if (!choices.length) choices.push(...this.plansOver(space));
    this.card.replaceChildren(
      element("strong", {}, name),
      ...(space.text ? [element("p", {}, space.text)] : []),
      ...marks.map((mark) => element("p", {}, mark)),
      ...(pieces.length
        ? [
          element(
            "ul",
            {},
            ...pieces.slice(0, MAX_LISTED_PIECES).map((text) => element("li", {}, text)),
            pieces.length > MAX_LISTED_PIECES
              ? element("li", {}, say("look.more", { n: pieces.length - MAX_LISTED_PIECES }))
              : null,
          ),
        ]
        : []),
      ...choices.slice(0, 4).map((text) => element("p", { class: "look-choice" }, text)),
      ...this.callbacks.glossaryLinks?.inShort(boardView, space, this.view.marks?.[space.id] ?? []) ?? [],
    );
    this.card.hidden = false;
    this.stepAside(boardView.pageBox(space));
    this.aloud.textContent = [
      name,
      space.text ?? "",
      ...marks,
      ...pieces.map((piece) => piece ?? ""),
      ...(choices.length ? [say("look.choices", { n: choices.length }), ...choices] : []),
    ].filter(Boolean).map((part) => part.replace(/\.$/, "")).join(". ");
  }

  /** The names of shortcuts to a space; unknown ones are requested while the pointer stays there. @param {Space} space */
  plansOver(space) {
    const view = this.view, shortcuts = this.boardView?.lit?.far.get(space.id) ?? [];
    if (haveTexts(shortcuts)) return shortcuts.map((shortcut) => shortcut.text ?? "");
    this.asking = setTimeout(async () => {
      const asking = this.asking;
      await this.shortcutsTo(space);
      if (this.view === view && this.asking === asking && haveTexts(this.boardView?.lit?.far.get(space.id) ?? [])) {
        this.look(space);
      }
    }, HOVER_DELAY_MS);
    return [];
  }

  /** Lay figures over the boards, or take them away. @param {Layer | null} layer */
  lay(layer) {
    this.layer = layer;
    for (const boardView of this.boardViews.values()) boardView.showFigures(layer);
  }

  /** The text of the layer's figures in a space. @param {Space} space @returns {string[]} */
  figuresIn(space) {
    const text = this.layer && (this.layer.board ?? "map") === this.front ? this.layer.text?.[space.id] : undefined;
    return text === undefined ? [] : [say("layers.here", { title: this.layer?.title, text })];
  }

  /** Place the card where it does not cover its subject. @param {DOMRect} box */
  stepAside(box) {
    const card = this.card.getBoundingClientRect();
    const covers = card.left < box.right && box.left < card.right && card.top < box.bottom && box.top < card.bottom;
    if (covers) this.card.classList.toggle("on-the-right");
  }

  /** A small picture of a piece, if its face is visible. @param {Piece | undefined} piece */
  portrait(piece) {
    const board = piece?.face ? this.boards.find((each) => each.id === (piece.board ?? "map")) : undefined;
    return piece && board ? portrait(board, piece, 34) : null;
  }

  /** Boards that may have changed with a turn. @param {Board[]} boards */
  renew(boards) {
    this.blank = this.blank.map((old) => boards.find((board) => board.id === old.id) ?? old);
    if (this.view) this.show(this.view, { still: true });
    else this.redraw(this.blank);
  }

  /** Redraw the changed boards and restore their cameras. @param {Board[]} boards */
  redraw(boards) {
    const before = this.boards;
    this.boards = boards;
    for (const [i, board] of boards.entries()) {
      if (before[i] === board || JSON.stringify(before[i]) === JSON.stringify(board)) continue;
      const old = this.boardViews.get(board.id);
      if (!old) continue;
      old.port.parentElement?.remove();
      this.boardViews.delete(board.id);
      const camera = this.viewOf(board.id)?.camera;
      if (camera && old.camera.scale) {
        camera.scale = old.camera.scale;
        camera.place(old.camera.x, old.camera.y);
      }
      if (this.front === board.id) this.turnTo(board.id);
    }
  }

  /** The piece whose text contains a name, and its space, on the current board. @param {string} name */
  find(name) {
    const boardView = this.boardView;
    const told = new RegExp(
      `(^|[^\\p{L}\\p{N}])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}($|[^\\p{L}\\p{N}])`,
      "iu",
    );
    const piece = boardView?.lying.find((each) => told.test((each.text ?? "").split(/[,(:;]/)[0])) ??
      boardView?.lying.find((each) => told.test(each.text ?? ""));
    return piece && boardView ? { piece, space: boardView.space(piece.space) } : null;
  }

  /** Point out spaces of the board in front by their ids. @param {string[]} ids @param {string} [sign] */
  pointOut(ids, sign = "hint") {
    const boardView = this.boardView;
    if (!boardView) return;
    boardView.port.querySelectorAll(`.space.${sign}`).forEach((element) => element.classList.remove(sign));
    ids.forEach((id) => boardView.over.shapes.get(id)?.classList.add(sign));
  }

  /** @param {Choice | null} choice @param {boolean} [moves] whether the map goes there */
  hint(choice, moves = true) {
    this.boardView?.hint(choice);
    if (!moves) return;
    const [space] = choice ? this.boardView?.spacesOf(choice) ?? [] : [];
    if (space) this.boardView?.reveal(space);
  }
}
