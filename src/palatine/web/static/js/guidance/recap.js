// The others' actions since the player's last move, step by step on the map and as text.

import { element } from "../common/dom.js";
import { capitalized, say } from "../common/messages.js";
import { icon } from "../common/icons.js";
import { resultCard } from "./result-card.js";
import { clearRecap, drawRecapItem, isDrawn, spacesOf } from "../board/route-arrows.js";

/** @import { BoardSet } from "../board/board-set.js" */
/** @import { Recap, RecapItem } from "../types/wire.d.ts" */
/** @import { GuidanceApi } from "./api.js" */

const TOTAL_MS = 14000; // milliseconds that all of it should take, however much there is, ...
const MIN_STEP_MS = 260, MAX_STEP_MS = 1150; // ... but no step less or more than that
const QUIET_MS = 450; // milliseconds without news before the recap is requested
const MAX_ITEMS_WITH_MINOR = 40; // number of items above which the map skips minor ones

export class RecapPanel {
  /**
   * @param {HTMLElement} place
   * @param {GuidanceApi} api
   * @param {{game: string, seat: () => string | null, boards: () => BoardSet | undefined, mine: () => boolean}} host
   */
  constructor(place, api, host) {
    this.place = place;
    this.api = api;
    this.host = host;
    /** @type {RecapItem[]} */
    this.items = [];
    /** Entries that have been played. @type {Set<string>} */
    this.played = new Set();
    this.speed = 1;
    this.run = 0;
    this.since = -1;
    this.told = 0; // the last version shown: an undo does not show it again
    this.headline = "";
    this.fromStart = false; // true if the player has not moved yet
    this.strays = false; // whether the story has led the map away
  }

  /** A view was opened: show the events since the seat's last move. @param {number} version */
  async begin(version) {
    this.clear();
    this.played.clear();
    this.since = version;
    this.told = 0;
    await this.look(true);
  }

  /** News of other seats: request the recap when they stop. */
  news() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(true), QUIET_MS);
  }

  /** Request and show the recap. @param {boolean} play */
  async look(play) {
    const seat = this.host.seat();
    const recap = await this.api.recap(seat, seat ? undefined : this.since).catch(() => null); // without it the journal has it all
    if (!recap || seat !== this.host.seat()) return;
    this.show(recap, play);
  }

  /** @param {Recap} recap @param {boolean} play */
  show(recap, play) {
    this.items = (recap.items ?? []).filter((item) => !item.entry || parseInt(item.entry) > this.told);
    this.headline = recap.headline ?? "";
    this.fromStart = recap.from_start ?? false;
    this.write();
    if (play && this.items.some((item) => isDrawn(item) && !this.played.has(keyOf(item)))) this.play(false);
  }

  /** The player has moved: remove the earlier marks. */
  clear() {
    clearTimeout(this.timer);
    this.run += 1;
    for (const item of this.items) this.told = Math.max(this.told, parseInt(item.entry || "0"));
    this.items = []; // items already played are skipped: an answer in another's phase is not a move
    this.wipe();
    this.place.hidden = true;
  }

  wipe() {
    for (const boardView of this.host.boards()?.boardViews.values() ?? []) clearRecap(boardView);
  }

  /** Arrows are plain during the animation and pale afterwards. @param {boolean} isOver */
  fade(isOver) {
    for (const boardView of this.host.boards()?.boardViews.values() ?? []) {
      boardView.over.routes.classList.toggle("told", isOver);
    }
  }

  // On the map

  get calm() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Play the new items on the map, or all again. @param {boolean} again */
  async play(again) {
    const run = (this.run += 1);
    if (again) {
      this.played.clear();
      this.wipe();
    }
    const drawn = this.items.filter((item) => isDrawn(item) && !this.played.has(keyOf(item)));
    const steps = drawn.length > MAX_ITEMS_WITH_MINOR ? drawn.filter((item) => !item.is_minor) : drawn;
    const at = Math.max(MIN_STEP_MS, Math.min(MAX_STEP_MS, TOTAL_MS / Math.max(1, steps.length)));
    this.controls(!this.calm && steps.length > 1);
    this.fade(false);
    for (const item of drawn) {
      const shown = steps.includes(item) && !this.calm && this.speed < Infinity;
      const pace = at / this.speed;
      this.draw(item, shown ? pace : 0);
      if (shown) {
        this.strays = true;
        this.tell(item);
        await new Promise((done) => setTimeout(done, pace));
        if (run !== this.run) return;
      }
    }
    this.speed = 1;
    this.fade(true);
    this.controls(false);
    this.tell(null);
    if (this.strays) this.comeBack();
    this.strays = false;
  }

  /** After the recap, show the player most of the choices, or their middle; without choices on the map, their pieces. */
  comeBack() {
    const boards = this.host.boards(), boardView = boards?.boardView;
    const lit = boardView?.board.spaces.filter((space) => boardView.choicesIn(space).length) ?? [];
    if (!boards || !boardView || (!lit.length && !this.host.mine())) return; // others act: what they did stays in sight
    if (lit.length && lit.filter((space) => boardView.isInSight(space)).length * 2 >= lit.length) return;
    const home = boards.homeOf(boardView);
    if (home && (lit.length || !boardView.isInSight(home))) boardView.reveal(home);
  }

  /** @param {RecapItem} item @param {number} milliseconds 0: at once, without moving the map */
  draw(item, milliseconds) {
    this.played.add(keyOf(item));
    const boards = this.host.boards();
    for (const boardView of boards?.boardViews.values() ?? []) {
      drawRecapItem(boardView, item, { calm: !milliseconds, milliseconds });
    }
    if (milliseconds) this.reveal(item);
  }

  /** Bring the place of an item before the eye. @param {RecapItem} item */
  reveal(item) {
    const boards = this.host.boards();
    for (const boardView of boards?.boardViews.values() ?? []) {
      const spaces = spacesOf(boardView, item);
      if (!spaces.length || boards?.front !== boardView.board.id) continue;
      boardView.reveal(spaces[spaces.length - 1]);
    }
  }

  /** Show one item by itself, on request. @param {RecapItem} item */
  point(item) {
    const boards = this.host.boards();
    const boardView = [...boards?.boardViews.values() ?? []].find((each) => spacesOf(each, item).length);
    if (!boards || !boardView) return;
    if (boards.front !== boardView.board.id) boards.turnTo(boardView.board.id, true);
    boards.pointOut([]);
    boards.pointOut(spacesOf(boardView, item).map((space) => space.id));
    boardView.reveal(spacesOf(boardView, item)[0]);
  }

  // In words

  get title() {
    if (!this.host.seat()) return say("since.watching");
    return this.fromStart ? say("since.start") : say("since.title");
  }

  write() {
    const { items, host } = this;
    this.place.hidden = !items.length && !this.headline;
    if (this.place.hidden) return;
    const open = Boolean(/** @type {HTMLDetailsElement | null} */ (this.place.querySelector("details"))?.open);
    const places = new Set([...host.boards()?.boardViews.values() ?? []]);
    this.buttons = element("div", { class: "since-buttons" });
    this.place.replaceChildren(
      element(
        "details",
        { class: "since-all", open },
        element(
          "summary",
          {},
          element("span", { class: "since-title" }, this.title),
          element("span", { class: "since-count" }, say("since.count", { n: items.length })),
        ),
        this.headline ? element("p", { class: "since-first" }, this.headline) : null,
        element(
          "ol",
          { class: "since-list", tabIndex: 0 },
          ...items.flatMap((item) => [
            ...(item.heading
              ? [element("li", { class: "since-heading" }, element("h2", { class: "list-title" }, item.heading))]
              : []),
            this.line(item, [...places].some((boardView) => spacesOf(boardView, item).length)),
          ]),
        ),
      ),
      this.buttons,
    );
    this.controls(false);
  }

  /** @param {RecapItem} item @param {boolean} isSomewhere */
  line(item, isSomewhere) {
    const text = isSomewhere
      ? element(
        "button",
        { type: "button", class: "since-go", onclick: () => this.point(item) },
        capitalized(item.text),
      )
      : element("span", {}, capitalized(item.text));
    const kind = item.flags?.[0]?.kind ?? (item.routes?.length ? "arrival" : "");
    return element(
      "li",
      { class: `since-line${item.is_minor ? " minor" : ""}`, "data-entry": item.entry },
      kind && kind !== "arrival" ? icon(kind) : null,
      text,
      item.card ? resultCard(item.card, this.host.game) : null,
    );
  }

  /** The buttons that fit the moment. @param {boolean} plays */
  controls(plays) {
    const button = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {() => void} */ act) =>
      element(
        "button",
        { type: "button", class: "quiet", "data-since": key, onclick: act },
        icon(sign),
        say(`since.${key}`),
      );
    const isDrawable = this.items.some(isDrawn);
    this.place.dataset.plays = plays ? "1" : "";
    this.buttons?.replaceChildren(
      ...(plays
        ? [button("faster", "play", () => (this.speed *= 2)), button("skip", "skip", () => (this.speed = Infinity))]
        : isDrawable
        ? [button("again", "play", () => this.play(true))]
        : []),
    );
  }

  /** The step that is being shown, in words: read out, and lit in the list. @param {RecapItem | null} item */
  tell(item) {
    this.place.querySelectorAll(".now").forEach((line) => line.classList.remove("now"));
    if (!item) return void this.place.querySelector(".since-now")?.remove();
    const line = item.entry ? this.place.querySelector(`[data-entry="${CSS.escape(item.entry)}"]`) : null;
    line?.classList.add("now");
    const list = this.place.querySelector(".since-list");
    if (line && list && /** @type {HTMLElement} */ (list).offsetParent) {
      list.scrollTop = /** @type {HTMLElement} */ (line).offsetTop - list.clientHeight / 2;
    }
    let now = this.place.querySelector(".since-now");
    if (!now) this.place.append(now = element("p", { class: "since-now", "aria-live": "polite" }));
    now.textContent = capitalized(item.text);
  }
}

/** @param {RecapItem} item */
const keyOf = (item) => item.entry || `${item.kind} ${item.text}`;
