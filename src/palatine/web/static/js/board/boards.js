// All boards of a match on the page: which one is looked at, what is lit on each, what a click on it means.

import { html } from "../common/dom.js";
import { say } from "../common/messages.js";
import { tabs } from "../common/tabs.js";
import { BoardView } from "./board-view.js";
import { portrait } from "./counters.js";
import { asSeen } from "./exploration.js";
import { SpaceDialog } from "./space-dialog.js";

const MANY = 6; // pieces of a space that are told when it is pointed at
const FIRST = 52; // pixels for a unit of a map, at most, when it is first seen
const FEW = 40; // a board of no more spaces is always shown whole
const WHOLE = 0.82; // the share of a map that must be lost for it to fill the window
const AROUND = 2.6; // units of blank map that are shown around what is known
const KNOWN = 74; // pixels for a unit of a map of which little is known, at most
const CLOSE = 92; // the same for a scene, of which only what is in use is shown

/** The pieces that are one's own to move, or else those whose faces are seen. @param {any[]} lying */
function piecesOfNote(lying) {
  const mine = lying.filter((piece) => piece.operand >= 0);
  return mine.length ? mine : lying.filter((piece) => piece.face);
}

export class Boards {
  /**
   * @param {HTMLElement} place
   * @param {any[]} boards
   * @param {string} game
   * @param {{choose: (actions: [string, number][], label: string, until?: string) => void, why: (kind: string, operand: number) => Promise<any[]>, waiting: () => string, place?: (space: any, keyboard: boolean) => boolean}} callbacks
   */
  constructor(place, boards, game, callbacks) {
    this.blank = boards; // as they are for all
    this.boards = boards; // with what this seat knows of them
    this.callbacks = callbacks;
    this.place = place;
    this.strip = /** @type {HTMLElement} */ (place.querySelector(".board-tabs"));
    this.ground = /** @type {HTMLElement} */ (place.querySelector(".boards"));
    this.card = /** @type {HTMLElement} */ (place.querySelector(".inspector"));
    /** The space clicked last, as long as the pointer rests on it. */
    this.picked = "";
    this.aloud = /** @type {HTMLElement} */ (document.getElementById("aloud-board"));
    this.fan = new SpaceDialog(/** @type {HTMLElement} */ (document.getElementById("fan")), game, callbacks);
    /** @type {Map<string, BoardView>} */
    this.stages = new Map();
    this.front = "";
    this.used = "";
    /** @type {any} */
    this.view = null;
    /** @type {any} */
    this.layer = null;
    for (const [name, act] of Object.entries({ in: () => this.stage?.camera.zoom(1.35), out: () => this.stage?.camera.zoom(1 / 1.35), fit: () => this.whole() })) {
      place.querySelector(`[data-zoom=${name}]`)?.addEventListener("click", act);
    }
  }

  /** The board in front. */
  get stage() {
    return this.stages.get(this.front);
  }

  /** @param {string} id */
  viewOf(id) {
    const board = this.boards.find((each) => each.id === id);
    if (!board) return null;
    let stage = this.stages.get(id);
    if (!stage) {
      stage = new BoardView(board, {
        pick: (space, _event, keyboard) => this.pick(space, keyboard),
        look: (space) => this.look(space),
        inspect: (space, keyboard) => this.inspect(space, keyboard),
      });
      this.stages.set(id, stage);
      const panel = html("div", { class: "board-panel", id: `board-${id}`, role: "tabpanel", "aria-label": board.title }, stage.port);
      this.ground.append(panel);
      stage.showFigures(this.layer);
    }
    return stage;
  }

  /**
   * @param {any} view
   * @param {{still?: boolean}} [how]
   */
  show(view, how = {}) {
    const first = !this.view;
    this.view = view;
    this.redraw(this.blank.map((board) => asSeen(board, view)));
    const used = (view.boards ?? ["map"]).filter((/** @type {string} */ id) => this.boards.some((board) => board.id === id));
    if (used.join() !== this.used) {
      const lead = used[0];
      const change = first || this.used.split(",")[0] !== lead;
      this.used = used.join();
      this.showTabs(used);
      if (change || !used.includes(this.front)) this.turnTo(lead, true);
    }
    for (const id of used) this.viewOf(id)?.show(view, this.litOn(id), first || Boolean(how.still));
    if (first) this.home();
    else this.followFocus();
  }

  /** Tabs, when there is more than one board. @param {string[]} used */
  showTabs(used) {
    this.strip.hidden = used.length < 2;
    this.strip.replaceChildren(...used.map((id) => html("button", { type: "button", role: "tab", id: `tab-board-${id}`, "data-tab": id, "aria-controls": `board-${id}`, "aria-selected": "false" }, this.boards.find((board) => board.id === id)?.title)));
    used.forEach((id) => this.viewOf(id));
    const fresh = /** @type {HTMLElement} */ (this.strip.cloneNode(true));
    this.strip.replaceWith(fresh);
    this.strip = fresh;
    this.turn = tabs(fresh, (id) => this.turnTo(id));
    this.ground.querySelectorAll(".board-panel").forEach((panel) => panel.classList.toggle("unused", !used.includes(panel.id.slice(6))));
  }

  /** @param {string} id @param {boolean} [tell] */
  turnTo(id, tell = false) {
    if (tell) this.turn?.(id);
    this.front = id;
    this.viewOf(id);
    for (const [name, stage] of this.stages) stage.port.parentElement?.classList.toggle("shown", name === id);
    this.place.dataset.kind = this.stage?.board.kind ?? "map";
    this.card.hidden = true;
    if (this.stage && !this.stage.camera.scale) this.frame(this.stage);
  }

  /** All of a map; of a scene, what is in use. */
  whole() {
    const stage = this.stage;
    if (!stage) return;
    stage.camera.touched = false;
    if (stage.board.kind === "scene") stage.closeIn(CLOSE);
    else stage.camera.fit();
  }

  /** The first look at a board. @param {BoardView} stage */
  frame(stage) {
    const camera = stage.camera;
    if (stage.board.kind === "scene") return stage.closeIn(CLOSE);
    camera.fill();
    // Where little would be cut off, all of it is shown.
    if (stage.board.spaces.length <= FEW || camera.bounds.fit > camera.scale * WHOLE) camera.fit();
    const most = Math.max(camera.bounds.fit, FIRST);
    if (camera.scale > most) camera.zoom(most / camera.scale);
    const small = camera.bounds.width < 760;
    if (this.frameKnown(stage, small)) return;
    const focus = this.focusOf(stage)[0] ?? this.homeOf(stage);
    if (focus) stage.reveal(focus, small ? Math.max(camera.scale, 30) : camera.scale + 0.01);
  }

  /** Of a map that is explored bit by bit, what is known of it; whether there is anything. @param {BoardView} stage @param {boolean} small */
  frameKnown(stage, small) {
    const known = stage.board.spaces.filter((/** @type {any} */ space) => this.view.seen?.[space.id]);
    if (!known.length) return false;
    const [xs, ys] = [0, 1].map((k) => known.map((/** @type {any} */ space) => space.at[k]));
    const x = Math.min(...xs) - AROUND, y = Math.min(...ys) - AROUND;
    stage.camera.frame({ x: x - stage.frame.x, y: y - stage.frame.y, width: Math.max(...xs) + AROUND - x, height: Math.max(...ys) + AROUND - y }, KNOWN);
    if (small && stage.camera.scale < 30) stage.reveal(this.homeOf(stage) ?? known[0], 30);
    return true;
  }

  home() {
    for (const stage of this.stages.values()) if (stage.port.offsetParent) this.frame(stage);
  }

  /** @param {BoardView} stage @returns {any[]} */
  focusOf(stage) {
    return (this.view.focus ?? []).map((/** @type {string} */ id) => stage.spaces.get(id)).filter(Boolean);
  }

  /** Where most of what may be chosen lies, or one's own pieces, or any whose face is seen. @param {BoardView} stage */
  homeOf(stage) {
    const lit = stage.board.spaces.filter((/** @type {any} */ space) => stage.choicesIn(space).length);
    const mine = lit.length ? lit : piecesOfNote(stage.lying).map((piece) => stage.spaces.get(piece.space));
    if (!mine.length) return undefined;
    const middle = [0, 1].map((k) => { const all = mine.map((/** @type {any} */ space) => space.at[k]); return (Math.min(...all) + Math.max(...all)) / 2; });
    const far = (/** @type {any} */ space) => Math.hypot(space.at[0] - middle[0], space.at[1] - middle[1]);
    return mine.reduce((/** @type {any} */ a, /** @type {any} */ b) => (far(a) <= far(b) ? a : b));
  }

  followFocus() {
    const stage = this.stage;
    if (!stage) return;
    if (stage.board.kind === "scene" && !stage.camera.touched) stage.closeIn(CLOSE);
    const mark = (this.view.focus ?? []).join();
    if (mark === this.lastFocus) return;
    this.lastFocus = mark;
    const [space] = this.focusOf(stage);
    if (space) stage.reveal(space);
  }

  /** The choices of the view as they concern a board. @param {string} id */
  litOn(id) {
    /** @type {import("./board-view.js").Highlights} */
    const lit = { spaces: new Map(), pieces: new Map(), far: new Map() };
    const board = this.boards.find((each) => each.id === id);
    const byOperand = new Map(board.spaces.map((/** @type {any} */ space) => [space.operand, space.id]));
    const add = (/** @type {Map<any, any[]>} */ map, /** @type {any} */ key, /** @type {any} */ choice) => map.set(key, [...(map.get(key) ?? []), choice]);
    for (const choice of this.view.choices ?? []) {
      if (choice.board && choice.board !== id) continue;
      if (choice.on === "piece") add(lit.pieces, choice.operand, choice);
      if (choice.on === "space" && byOperand.has(choice.operand)) add(lit.spaces, byOperand.get(choice.operand), choice);
    }
    for (const plan of this.view.plans ?? []) {
      const id = byOperand.get(plan.space ?? -1);
      if (id && !lit.spaces.has(id)) add(lit.far, id, plan);
    }
    return lit;
  }

  /** A space has been clicked: the one thing that can be meant is done; else it opens out. @param {any} space @param {boolean} keyboard */
  pick(space, keyboard) {
    const stage = this.stage;
    this.card.hidden = true;
    this.picked = keyboard ? "" : space.id;
    if (!stage || this.callbacks.place?.(space, keyboard)) return;
    const choices = stage.choicesIn(space);
    if (choices.length === 1 && (choices[0].on === "space" || stage.piecesIn(space).length === 1 || stage.onPiece(stage.piecesIn(space)[0]).length)) {
      this.fan.close(false);
      const [choice] = choices;
      this.callbacks.choose([[choice.verb, choice.operand]], choice.text);
      return;
    }
    const plans = stage.lit?.far.get(space.id) ?? [];
    if (plans.length === 1 && !choices.length) {
      this.fan.close(false);
      this.callbacks.choose(plans[0].actions, plans[0].text, plans[0].until);
    } else this.inspect(space, keyboard);
  }

  /** @param {any} space @param {boolean} keyboard */
  inspect(space, keyboard) {
    const stage = this.stage;
    if (!stage) return;
    this.card.hidden = true;
    this.fan.open(stage, space, { keyboard, waiting: this.callbacks.waiting(), marks: this.view.marks?.[space.id] ?? [] });
  }

  /** Say what is in a space, to the eye and to the ear. @param {any | null} space */
  look(space) {
    const stage = this.stage;
    if (space && space.id === this.picked) return; // what has been clicked is told of again when the pointer comes back
    this.picked = "";
    if (!space || !stage) {
      this.card.hidden = true;
      return;
    }
    const pieces = stage.piecesIn(space).map((piece) => piece.text || piece.face);
    const marks = (this.view.marks?.[space.id] ?? []).map((/** @type {any} */ mark) => mark.name || mark.kind).concat(this.figuresIn(space));
    const name = space.name && space.name !== space.id && !space.name.includes(space.id) ? `${space.name}, ${space.id}` : space.name || space.id;
    const choices = stage.choicesIn(space).map((choice) => choice.text + (choice.cost ? ` (${choice.cost})` : ""));
    if (!choices.length) choices.push(...(stage.lit?.far.get(space.id) ?? []).map((/** @type {any} */ plan) => plan.text));
    this.card.replaceChildren(
      html("strong", {}, name),
      ...(space.text ? [html("p", {}, space.text)] : []),
      ...marks.map((/** @type {string} */ mark) => html("p", {}, mark)),
      ...(pieces.length ? [html("ul", {}, ...pieces.slice(0, MANY).map((text) => html("li", {}, text)), pieces.length > MANY ? html("li", {}, say("look.more", { n: pieces.length - MANY })) : null)] : []),
      ...choices.slice(0, 4).map((text) => html("p", { class: "look-choice" }, text)),
    );
    this.card.hidden = false;
    this.stepAside(stage.pageBox(space));
    this.aloud.textContent = [name, space.text, ...marks, ...pieces, ...(choices.length ? [say("look.choices", { n: choices.length }), ...choices] : [])].filter(Boolean).join(". ");
  }

  /** Lay figures over the boards, or take them away. @param {any | null} layer */
  lay(layer) {
    this.layer = layer;
    for (const stage of this.stages.values()) stage.showFigures(layer);
  }

  /** What the figures say of a space, in words. @param {any} space @returns {string[]} */
  figuresIn(space) {
    const text = this.layer && (this.layer.board ?? "map") === this.front ? this.layer.text?.[space.id] : undefined;
    return text === undefined ? [] : [say("layers.here", { title: this.layer.title, text })];
  }

  /** Lay the card where it does not cover what it tells of. @param {DOMRect} box */
  stepAside(box) {
    const card = this.card.getBoundingClientRect();
    const covers = card.left < box.right && box.left < card.right && card.top < box.bottom && box.top < card.bottom;
    if (covers) this.card.classList.toggle("on-the-right");
  }

  /** A small picture of the piece of that number, if its face is to be seen. @param {number} operand @param {any} view */
  portrait(operand, view) {
    const piece = view.pieces.find((/** @type {any} */ each) => each.operand === operand && each.face);
    const board = piece && this.boards.find((each) => each.id === (piece.board ?? "map"));
    return board ? portrait(board, piece, 34) : null;
  }

  /** Boards that may have changed with a turn. @param {any[]} boards */
  renew(boards) {
    this.blank = this.blank.map((old) => boards.find((board) => board.id === old.id) ?? old);
    if (this.view) this.show(this.view, { still: true });
    else this.redraw(this.blank);
  }

  /** Draw anew the boards that have changed, and look at them as before. @param {any[]} boards */
  redraw(boards) {
    const before = this.boards;
    this.boards = boards;
    for (const [i, board] of boards.entries()) {
      if (before[i] === board || JSON.stringify(before[i]) === JSON.stringify(board)) continue;
      const old = this.stages.get(board.id);
      if (!old) continue;
      old.port.parentElement?.remove();
      this.stages.delete(board.id);
      const camera = this.viewOf(board.id)?.camera;
      if (camera && old.camera.scale) {
        camera.scale = old.camera.scale;
        camera.place(old.camera.x, old.camera.y);
      }
      if (this.front === board.id) this.turnTo(board.id);
    }
  }

  /** The piece in which a name is told, and its space, on the board in front. @param {string} name */
  find(name) {
    const stage = this.stage;
    const told = new RegExp(`(^|[^\\p{L}\\p{N}])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}($|[^\\p{L}\\p{N}])`, "iu");
    const piece = stage?.lying.find((each) => told.test((each.text ?? "").split(/[,(:;]/)[0])) ?? stage?.lying.find((each) => told.test(each.text ?? ""));
    return piece && stage ? { piece, space: stage.spaces.get(piece.space) } : null;
  }

  /** Point out spaces of the board in front by their ids. @param {string[]} ids @param {string} [sign] */
  pointOut(ids, sign = "hint") {
    const stage = this.stage;
    if (!stage) return;
    stage.port.querySelectorAll(`.space.${sign}`).forEach((/** @type {Element} */ element) => element.classList.remove(sign));
    ids.forEach((id) => stage.over.shapes.get(id)?.classList.add(sign));
  }

  /** @param {any | null} choice */
  hint(choice) {
    this.stage?.hint(choice);
    const [space] = choice ? this.stage?.spacesOf(choice) ?? [] : [];
    if (space) this.stage?.reveal(space);
  }
}
