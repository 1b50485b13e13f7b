// A cropped board of a finished match with an event drawn over it.

import { drawStaticBoard } from "../board/board-figure.js";
import { element } from "../common/dom.js";
import { drawRecapItem, isDrawn, spacesOf } from "../board/route-arrows.js";

/** @import { RecapItem } from "../types/wire.d.ts" */
/** @import { GuidanceApi } from "./api.js" */

const MAX_SPACES = 400; // maximum number of spaces in a request for a picture

/** The boards and spaces of an event, each with its board. @param {RecapItem} item @returns {[string, number][]} */
function placesOf(item) {
  const on = (/** @type {string | undefined} */ board, /** @type {(number | undefined)[]} */ spaces) =>
    spaces.filter((space) => space !== undefined && space >= 0).map((
      space,
    ) => /** @type {[string, number]} */ ([board || item.board || "", /** @type {number} */ (space)]));
  const drawn = [
    ...(item.routes ?? []).flatMap((route) => on(route.board, route.spaces)),
    ...(item.flags ?? []).flatMap((flag) => on(flag.board, [flag.space])),
    ...(item.card ? on(item.card.board, [item.card.space]) : []),
  ];
  return drawn.length ? drawn : on("", item.spaces ?? []);
}

/** The spaces that a picture must show: those of its first event, and the origins of pieces that ended there. @param {RecapItem[]} items @param {boolean} isWhole whether it shows all of them */
export function extentOf(items, isWhole) {
  const all = items.map(placesOf), first = all.find((places) => places.length) ?? [];
  const board = first[0]?.[0] ?? "", here = new Set(first.filter(([on]) => on === board).map(([, space]) => space));
  const ends = (/** @type {RecapItem} */ item) =>
    (item.routes ?? []).some((route) => here.has(route.spaces.at(-1) ?? -1));
  const joined = all.flatMap((places, i) => (isWhole || ends(items[i]) ? places : []));
  const spaces = new Set([...here, ...joined.filter(([on]) => on === board).map(([, space]) => space)]);
  return { board, spaces: [...spaces].slice(0, MAX_SPACES) };
}

/**
 * A figure that draws itself when it comes into sight; null where nothing happened on a board.
 * @param {GuidanceApi} api @param {number} at @param {RecapItem[]} items the first is emphasized
 * @param {{label: string, isWhole?: boolean}} how
 */
export function boardPicture(api, at, items, { label, isWhole = false }) {
  const { board, spaces } = extentOf(items, isWhole);
  if (!spaces.length) return null;
  const figure = element("figure", { class: "board-picture", role: "img", "aria-label": label });
  const watch = new IntersectionObserver((seen) => {
    if (!seen.some((each) => each.isIntersecting)) return;
    watch.disconnect();
    void draw().catch((error) => {
      console.warn(error);
      figure.dataset.failed = "1";
    });
  }, { rootMargin: "400px" });

  async function draw() {
    const found = await api.picture(at, spaces, board);
    const boardView = drawStaticBoard(figure, found.board, found.view);
    for (const [i, item] of items.entries()) {
      const made = drawRecapItem(boardView, item, { calm: true, milliseconds: 0 });
      for (const each of made) each.classList.toggle("is-first", i === 0);
    }
    for (const space of spacesOf(boardView, items[0]).slice(-1)) {
      boardView.over.shapes.get(space.id)?.classList.add("told");
    }
    figure.dataset.ready = "1";
  }

  watch.observe(figure);
  return figure;
}
