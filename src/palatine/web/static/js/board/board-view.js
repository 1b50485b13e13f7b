// A board on the page: drawPile, lit, pointed at with mouse, finger or keys.

import { element, svg, updateChildren } from "../common/dom.js";
import { say } from "../common/messages.js";
import { isDark, onThemeChange } from "../common/theme.js";
import { round1, UNIT } from "../geometry/points.js";
import { frame, printedMap } from "../map/printed-map.js";
import { boxOf, letterScale } from "../map/space-box.js";
import { Camera } from "./camera.js";
import { controlLabel, drawControl, isControl } from "./control.js";
import { applyStyle } from "./counters.js";
import { EdgePointers } from "./edge-pointers.js";
import { overlay } from "./overlay.js";
import { choiceMarker, markChoosable, markInspected } from "./rings.js";
import { belongsTo } from "./sides.js";
import { drawingOrder, drawPile, piles, signature } from "./stacks.js";

/** @import { Board, Choice, Goal, Layer, Mark, Piece, KnownSpace, SentView, Space } from "../types/wire.d.ts" */

const READABLE_SCALE = 24; // pixels for a unit of a scene from which its captions can be read
const LONG_PRESS_MS = 450; // milliseconds until a touch is a long press

/**
 * @typedef {object} Highlights what may be chosen on a board
 * @property {Map<string, Choice[]>} spaces choices by the id of a space
 * @property {Map<number, Choice[]>} pieces choices by the operand of a piece
 * @property {Map<string, Goal[]>} far shortcuts by the id of the space where they are clicked
 */

export class BoardView {
  /**
   * @param {Board} board
   * @param {{pick: (space: Space, event: Event, keyboard: boolean, piece?: Piece) => void, look: (space: Space | null) => void, press: (space: Space) => void, inspect: (space: Space, keyboard: boolean) => void}} callbacks
   * @param {boolean} [later] whether the map is drawn when all else has been shown: it takes the longest
   */
  constructor(board, callbacks, later = false) {
    this.board = board;
    this.callbacks = callbacks;
    this.spaces = new Map(board.spaces.map((space) => [space.id, space]));
    this.frame = frame(board);
    /** @type {Map<string, {mark: string, element: SVGElement}>} */
    this.shown = new Map();
    /** @type {Piece[]} */
    this.lying = [];
    /** The space of each piece, by its id. @type {Map<string, {x: number, y: number, size: number}>} */
    this.where = new Map();
    /** The positions of the row titles. @type {[number, number][]} */
    this.titles = [];
    this.current = "";
    /** On a map that is on a page. @type {EdgePointers | undefined} */
    this.edges = undefined;
    this.over = overlay(board);
    this.sheet = element("div", { class: `sheet ${board.kind === "scene" ? "scene-board" : "map-board"}` });
    this.port = element("div", {
      class: `port port-${board.kind}`,
      tabIndex: 0,
      role: "application",
      "aria-roledescription": say("board.role"),
      "aria-label": say("board.label", { title: board.title }),
    });
    this.sheet.append(this.over.map);
    this.port.append(this.sheet);
    this.camera = new Camera(this.port, this.sheet, this.frame, (scale, isNew) => {
      if (isNew) this.pixel = UNIT / scale;
      this.edges?.update();
    });
    this.camera.letterScale = this.letterScale = letterScale(board);
    if (board.kind === "scene") this.camera.slack = 600;
    if (later) requestAnimationFrame(() => setTimeout(() => this.print()));
    else this.print();
    onThemeChange(() => this.print());
    this.listen();
  }

  /** Drawing units of one pixel of the page, for elements of constant size. */
  get pixel() {
    return Number(this.over.map.style.getPropertyValue("--pixel")) || 2;
  }

  set pixel(units) {
    for (const layer of [this.over.map, /** @type {SVGElement | null} */ (this.sheet.querySelector(".numbers"))]) {
      layer?.style.setProperty("--pixel", units.toFixed(3));
    }
  }

  /** Return a space that must exist. @param {string} id */
  space(id) {
    return /** @type {Space} */ (this.spaces.get(id));
  }

  print() {
    if (this.board.kind === "scene") return;
    this.sheet.querySelector(".printed")?.remove();
    this.sheet.prepend(printedMap(this.board, isDark()));
    if (this.camera.drawn) this.pixel = UNIT / this.camera.drawn;
  }

  listen() {
    const spaceOf = (/** @type {Event} */ event) =>
      this.spaces.get(
        /** @type {Element} */ (event.target).closest?.("[data-space]")?.getAttribute("data-space") ?? "",
      );
    this.sheet.addEventListener("click", (event) => {
      const space = spaceOf(event);
      const pile = /** @type {Element} */ (event.target).closest?.(".pile:not(:has(> .count))");
      if (space) {
        this.callbacks.pick(
          space,
          event,
          false,
          this.lying.find((piece) => piece.id === pile?.querySelector("[data-piece]")?.getAttribute("data-piece")),
        );
      }
    });
    this.sheet.addEventListener("contextmenu", (event) => {
      const space = spaceOf(event);
      if (!space) return;
      event.preventDefault();
      if (/** @type {PointerEvent} */ (event).pointerType !== "touch") this.callbacks.inspect(space, false);
    });
    this.attendFingers(spaceOf);
    this.sheet.addEventListener(
      "pointerover",
      (event) => event.pointerType === "mouse" && this.callbacks.look(spaceOf(event) ?? null),
    );
    this.sheet.addEventListener("pointerleave", () => this.callbacks.look(null));
    this.port.addEventListener("keydown", (event) => this.key(event));
    this.port.addEventListener("blur", () => {
      this.over.shapes.get(this.current)?.classList.remove("at");
      this.callbacks.look(null);
    });
    this.port.addEventListener(
      "focus",
      () => this.port.matches(":focus-visible") && this.over.shapes.get(this.current)?.classList.add("at"),
    );
  }

  /** A long press inspects a space; lifting the finger then does not choose. @param {(event: Event) => Space | undefined} spaceOf */
  attendFingers(spaceOf) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let rested = false, x = 0, y = 0;
    this.port.addEventListener("pointerdown", (event) => {
      clearTimeout(timer);
      rested = false;
      if (event.pointerType === "mouse") return;
      this.callbacks.look(null);
      const space = spaceOf(event);
      [x, y] = [event.clientX, event.clientY];
      if (space && event.isPrimary) {
        timer = setTimeout(() => {
          rested = true;
          this.callbacks.press(space);
        }, LONG_PRESS_MS);
      }
    });
    for (const name of /** @type {const} */ (["pointerup", "pointercancel", "pointermove"])) {
      this.port.addEventListener(
        name,
        (event) =>
          (name !== "pointermove" || Math.hypot(event.clientX - x, event.clientY - y) > 6) && clearTimeout(timer),
      );
    }
    this.port.addEventListener("click", (event) => {
      if (rested) {
        rested = false;
        event.stopPropagation();
        event.preventDefault();
      }
    }, { capture: true });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = /** @type {Record<string, [number, number]>} */ ({
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    })[event.key];
    const here = this.spaces.get(this.current);
    if (step && event.shiftKey) this.camera.pan(-step[0] * 120, -step[1] * 120);
    else if (step) this.walk(step);
    else if (event.key === "+" || event.key === "=") this.camera.zoom(1.3);
    else if (event.key === "-") this.camera.zoom(1 / 1.3);
    else if (event.key === "0" && !event.shiftKey) this.camera.fit();
    else if (event.key === "Enter" && here) this.callbacks.pick(here, event, true);
    else if ((event.key === "i" || event.key === " ") && here) this.callbacks.inspect(here, true);
    else if (event.key === "n" || event.key === "N") this.next(event.key === "N" ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** To the nearest space in a direction. @param {[number, number]} step */
  walk([dx, dy]) {
    const here = this.spaces.get(this.current) ?? this.middle();
    if (!this.current) return this.at(here.id, true);
    let best = null, least = Infinity;
    for (const space of this.board.spaces) {
      const x = space.at[0] - here.at[0], y = space.at[1] - here.at[1];
      const along = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along < 0.2 || aside > along * 1.8) continue;
      const distance = along + aside * 1.4;
      if (distance < least) [best, least] = [space, distance];
    }
    if (best) this.at(best.id, true);
  }

  /** To the next space where something can be chosen. @param {number} way */
  next(way) {
    const lit = this.board.spaces.filter((space) => this.choicesIn(space).some((choice) => !choice.is_minor));
    if (!lit.length) return;
    const i = lit.findIndex((space) => space.id === this.current);
    this.at(lit[(i + way + lit.length) % lit.length].id, true);
  }

  middle() {
    const { width, height } = this.camera.bounds;
    const x = (width / 2 - this.camera.x) / this.camera.scale + this.frame.x,
      y = (height / 2 - this.camera.y) / this.camera.scale + this.frame.y;
    const from = (/** @type {Space} */ s) => Math.hypot(s.at[0] - x, s.at[1] - y);
    return this.board.spaces.reduce((a, b) => (from(a) <= from(b) ? a : b));
  }

  /** Move the keyboard cursor to a space; with `tell` the page announces its contents. @param {string} id @param {boolean} [tell] */
  at(id, tell = false) {
    this.over.shapes.get(this.current)?.classList.remove("at");
    this.current = id;
    const space = this.spaces.get(id);
    if (!space) return;
    this.over.shapes.get(id)?.classList.add("at");
    this.reveal(space);
    if (tell) this.callbacks.look(space);
  }

  /** @param {Space} space @param {number} [near] */
  reveal(space, near = 0) {
    this.camera.show(space.at[0] - this.frame.x, space.at[1] - this.frame.y, near);
  }

  /** Show the spaces of a scene that are in use. @param {number} most pixels for a unit */
  closeIn(most) {
    const around = (this.board.piece ?? 1) * 0.9;
    const places = [...this.where.values()].map(({ x, y }) => [x / UNIT, y / UNIT]);
    for (const id of this.lit?.spaces.keys() ?? []) places.push(this.space(id).at);
    places.push(...this.titles);
    if (!places.length) return this.camera.fit();
    // A box is seen as a whole, with its caption.
    for (const id of new Set(this.lying.map((piece) => piece.space))) {
      const { at, size } = this.space(id);
      if (!size?.[0]) continue;
      const [w, h] = size.map((side) => Math.max(0, side / 2 - around));
      places.push([at[0] - w, at[1] - h], [at[0] + w, at[1] + h]);
    }
    const xs = places.map((place) => place[0]), ys = places.map((place) => place[1]);
    const x = Math.min(...xs) - around, y = Math.min(...ys) - around;
    const { width, height } = this.camera.bounds;
    this.camera.slack = Math.max(width, height) / 2; // so that the part stands in the middle
    this.camera.frame({
      x: x - this.frame.x,
      y: y - this.frame.y,
      width: Math.min(Math.max(...xs) + around - x, width / READABLE_SCALE),
      height: Math.min(Math.max(...ys) + around - y, height / READABLE_SCALE),
    }, most);
  }

  /** The rectangle of a space on the page. @param {Space} space */
  pageBox(space) {
    return /** @type {SVGElement} */ (this.over.shapes.get(space.id)).getBoundingClientRect();
  }

  /** Return whether the middle of a space is visible. @param {Space} space */
  isInSight(space) {
    const { scale, x, y, bounds } = this.camera;
    const left = (space.at[0] - this.frame.x) * scale + x, top = (space.at[1] - this.frame.y) * scale + y;
    return left > 0 && top > 0 && left < bounds.width && top < bounds.height;
  }

  /** The pieces of a space. @param {Space} space */
  piecesIn(space) {
    return this.lying.filter((piece) => piece.space === space.id);
  }

  /** The box around the piles of a space, with a margin: left, top, right, bottom; null without piles. @param {Space} space @param {number} room @returns {[number, number, number, number] | null} */
  boxOfPieces(space, room) {
    const lying = this.piecesIn(space).map((piece) => this.where.get(piece.id)).filter((each) => each !== undefined);
    if (!lying.length) return null;
    const edges = (/** @type {"x" | "y"} */ k, /** @type {1 | -1} */ way) =>
      lying.map((each) => each[k] + way * (each.size / 2 + room));
    return [
      Math.min(...edges("x", -1)),
      Math.min(...edges("y", -1)),
      Math.max(...edges("x", 1)),
      Math.max(...edges("y", 1)),
    ];
  }

  /** The choices in a space, on the space itself or on its pieces. @param {Space} space */
  choicesIn(space) {
    const own = this.lit?.spaces.get(space.id) ?? [];
    return [...own, ...this.piecesIn(space).flatMap((piece) => this.onPiece(piece))];
  }

  /** The spaces in which something may be chosen that matters. */
  litSpaces() {
    const lit = new Set(this.lit?.spaces.keys());
    for (const piece of this.lying) if (this.onPiece(piece).some((choice) => !choice.is_minor)) lit.add(piece.space);
    return [...lit].map((id) => this.space(id));
  }

  /** @param {Piece} piece */
  onPiece(piece) {
    return piece.operand === undefined || piece.operand < 0 ? [] : this.lit?.pieces.get(piece.operand) ?? [];
  }

  /**
   * Show a view: the pieces, the choices and the focus.
   * @param {SentView} view
   * @param {Highlights} lit
   * @param {boolean} still whether nothing should be seen moving
   */
  show(view, lit, still) {
    this.lit = lit;
    this.lying = view.pieces.filter((piece) =>
      (piece.board ?? "map") === this.board.id && this.spaces.has(piece.space)
    );
    const focus = new Set(view.focus ?? []), onward = new Set(view.goals ?? []);
    for (const [id, shape] of this.over.shapes) {
      shape.classList.toggle("can", lit.spaces.has(id));
      const shortcuts = lit.far.get(id) ?? [];
      shape.classList.toggle("far", shortcuts.some((shortcut) => onward.has(shortcut.space ?? -1)));
      shape.classList.toggle("aside", shortcuts.length > 0);
      shape.classList.toggle("focus-here", focus.has(id));
    }
    const used = new Set([...this.lying.map((piece) => piece.space), ...lit.spaces.keys()]);
    for (const [id, shape] of this.over.shapes) shape.classList.toggle("bare", !used.has(id));
    for (const [id, caption] of this.over.captions) caption.classList.toggle("bare", !used.has(id));
    this.showPiles(still, lit.spaces.size || lit.pieces.size ? focus : new Set(), view.seat ?? "");
    this.showMarks(view.marks ?? {}, view.seen ?? {});
    updateChildren(this.over.beacons, ...[...lit.spaces.keys()].map((id) => choiceMarker(this, this.space(id))));
    if (this.board.kind !== "scene" && this.port.parentElement) {
      const edges = this.edges ??= new EdgePointers(this);
      requestAnimationFrame(() => edges.update()); // when the page is laid out, so that a click waits for no layout
    }
  }

  /** Lay the piles, leaving alone those that have not changed. @param {boolean} still @param {Set<string>} focus the spaces that are asked about @param {string} seat */
  showPiles(still, focus, seat) {
    const now = piles(this.board, this.lying, this.spaces);
    const keep = new Set();
    const calm = still || matchMedia("(prefers-reduced-motion: reduce)").matches;
    const before = this.where;
    this.where = new Map();
    /** @type {(() => void)[]} */
    const slides = [];
    let changed = false;
    for (const pile of now) {
      keep.add(pile.key);
      const lit = pile.pieces.filter((piece) => this.onPiece(piece).some((choice) => !choice.is_minor)).length;
      const isAsked = focus.has(pile.space.id) && pile.pieces.some((piece) => belongsTo(piece, seat));
      const mark = signature(pile, `${lit}${isAsked ? " asked" : ""}`);
      const old = this.shown.get(pile.key);
      const from = before.get(pile.pieces[0].id);
      pile.pieces.forEach((piece) => this.where.set(piece.id, pile));
      if (old?.mark === mark) continue;
      const element = drawPile(this.board, pile);
      if (lit) markChoosable(element, pile.size, this.board.kind !== "scene");
      if (isAsked) markInspected(element, pile.size);
      changed = true;
      old?.element.remove();
      this.shown.set(pile.key, { mark, element });
      if (from && !calm && (from.x !== pile.x || from.y !== pile.y)) slides.push(() => slide(element, from, pile));
    }
    for (const [key, { element }] of this.shown) {
      if (!keep.has(key)) {
        element.remove();
        this.shown.delete(key);
      }
    }
    if (changed) this.over.pieces.append(...drawingOrder(now).map((pile) => this.shown.get(pile.key)?.element ?? ""));
    slides.forEach((go) => go());
  }

  /** Draw the marks of spaces; on a map that is explored gradually, also their ground. @param {Record<string, Mark[]>} marks @param {Record<string, KnownSpace>} seen */
  showMarks(marks, seen) {
    /** @type {SVGElement[]} */
    const out = [], /** @type {SVGElement[]} */ shades = [];
    for (const [id, all] of Object.entries(marks)) {
      const space = this.spaces.get(id);
      if (!space) continue;
      const holds = all.filter(isControl);
      shades.push(...holds.map((mark) => drawControl(this.board, space, mark)));
      if (this.letterScale > 1 && space.ground?.length) {
        out.push(...holds.slice(0, 1).map((mark) => controlLabel(this.board, space, mark)));
      }
      all.filter((mark) => !isControl(mark)).forEach((mark, i) => out.push(this.drawMark(space, mark, i)));
    }
    this.titles = Object.entries(marks).filter(([id]) => this.spaces.has(id)).flatMap(([, all]) =>
      all.flatMap(({ kind, style, at }) => kind === "text" && style && at ? [at] : [])
    );
    updateChildren(this.over.holds, ...shades);
    this.over.holds.classList.toggle("over-ground", this.board.spaces.some((space) => seen[space.id]));
    updateChildren(this.over.marks, ...out);
  }

  /** Show the figures of a layer, or none. @param {Layer | null} layer */
  showFigures(layer) {
    const here = layer && (layer.board ?? "map") === this.board.id ? Object.entries(layer.text ?? {}) : [];
    applyStyle(this.over.figures, this.board.styles?.[layer?.style ?? ""]);
    this.over.figures.replaceChildren(...here.flatMap(([id, text]) => {
      const space = this.spaces.get(id);
      if (!space) return [];
      const [, top, , bottom] = boxOf(space), size = bottom - top;
      const group = svg("g", {
        class: text === "0" ? "figure nothing" : "figure",
        transform: `translate(${round1(space.at[0] * UNIT)} ${round1((top + size * 0.77) * UNIT)}) scale(${
          round1(size)
        })`,
      });
      group.append(svg("circle", { r: 21 }), svg("text", { y: 10 }, text));
      return [group];
    }));
  }

  /** @param {Space} space @param {Mark} mark @param {number} i */
  drawMark(space, mark, i) {
    const group = svg("g", {
      class: `mark mark-${mark.kind}${mark.style ? " styled" : ""}`,
      transform: mark.at
        ? `translate(${round1(mark.at[0] * UNIT)} ${round1(mark.at[1] * UNIT)})`
        : this.cornerOf(space, i),
    });
    group.dataset.space = space.id;
    applyStyle(group, this.board.styles?.[mark.style ?? ""]);
    if (mark.kind === "text") {
      if (mark.style) group.append(svg("rect", { class: "mark-swatch", x: 0, y: -13, width: 26, height: 26, rx: 5 }));
      group.append(svg("text", mark.style ? { class: "mark-title", x: 36 } : {}, mark.name ?? ""));
      return group;
    }
    const d = this.board.silhouettes?.[mark.silhouette ?? ""];
    if (d) {
      group.append(
        svg("circle", { class: "mark-badge", r: 19 }),
        svg("path", { d, transform: "translate(-14 -14) scale(0.0547)", class: "mark-sign" }),
      );
    } else group.append(svg("path", { class: "mark-flag", d: "M-2 22V-20H24L17-10L24 0H0V22Z" }));
    group.append(svg("title", {}, mark.name || mark.kind));
    return group;
  }

  /** The position of the i-th mark of a space: above its pieces to the left, in a large space in the lower corner. @param {Space} space @param {number} i */
  cornerOf(space, i) {
    if (this.letterScale === 1) {
      return `translate(${round1(space.at[0] * UNIT - 62 + i * 30)} ${round1(space.at[1] * UNIT - 40)})`;
    }
    const [, , right, bottom] = boxOf(space), size = space.ground?.length ? 2.3 : 1.5;
    return `translate(${round1((right - 0.5 - i * 0.42 * size) * UNIT)} ${
      round1((bottom - 0.5) * UNIT)
    }) scale(${size})`;
  }

  /** Point out a choice. @param {Choice | null} choice */
  hint(choice) {
    this.port.querySelectorAll(".hint").forEach((element) => element.classList.remove("hint"));
    if (!choice) return;
    for (const space of this.spacesOf(choice)) {
      if (choice.on === "space") this.over.shapes.get(space.id)?.classList.add("hint");
      else {this.over.pieces.querySelectorAll(`[data-space="${CSS.escape(space.id)}"]`).forEach((element) =>
          element.classList.add("hint")
        );}
    }
  }

  /** The spaces a choice concerns on this board. @param {Choice} choice @returns {Space[]} */
  spacesOf(choice) {
    if (choice.on === "space") {
      return [...this.lit?.spaces ?? []].filter(([, choices]) =>
        choices.some((each) => each.verb === choice.verb && each.operand === choice.operand)
      ).map(([id]) => this.space(id));
    }
    if (choice.on === "piece") {
      return this.lying.filter((piece) => piece.operand === choice.operand).map((piece) => this.space(piece.space));
    }
    return [];
  }
}

/** Animate a pile from the earlier place of its top piece. @param {SVGElement} element @param {{x: number, y: number}} from @param {{x: number, y: number}} to */
function slide(element, from, to) {
  element.animate([{ transform: `translate(${from.x}px, ${from.y}px)` }, {
    transform: `translate(${to.x}px, ${to.y}px)`,
  }], { duration: 420, easing: "cubic-bezier(.3,.7,.2,1)" });
}
