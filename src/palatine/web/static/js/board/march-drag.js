// A march in one drag of a stack to a highlighted space. It makes the same choices as clicks.

import { svg } from "../common/dom.js";
import { round1, UNIT } from "../geometry/points.js";

/** @import { BoardSet } from "./board-set.js" */
/** @import { BoardView } from "./board-view.js" */
/** @import { Space } from "../types/wire.d.ts" */

const MIN_DRAG_PX = 6; // pixels after which a press is a drag
const STACK_VERB = "stack"; // the verb with which games start the march of a stack

export class MarchDrag {
  /** @param {BoardView} boardView @param {() => BoardSet} boards */
  constructor(boardView, boards) {
    this.boardView = boardView;
    this.boards = boards;
    /** @type {Space | null} */
    this.from = null;
    this.start = { x: 0, y: 0 };
    /** @type {Promise<void> | null} */
    this.setsOut = null;
    const { sheet, port } = boardView;
    sheet.addEventListener("pointerdown", (event) => this.press(event));
    // The board is not pulled along.
    port.addEventListener("pointermove", (event) => this.move(event), { capture: true });
    port.addEventListener("pointerup", (event) => this.drop(event), { capture: true });
    port.addEventListener("pointercancel", () => this.end(), { capture: true });
  }

  /** The space at a point of the page. @param {{clientX: number, clientY: number}} point */
  at({ clientX, clientY }) {
    return this.boardView.spaces.get(
      document.elementFromPoint(clientX, clientY)?.closest("[data-space]")?.getAttribute("data-space") ?? "",
    ) ?? null;
  }

  /** Whether a stack is about to march from a space already. @param {Space} space */
  marches(space) {
    const { lit } = this.boardView;
    return Boolean(this.boards().view?.focus?.includes(space.id) && lit && (lit.spaces.size || lit.far.size));
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.end();
    const space = event.button === 0 && event.isPrimary && /** @type {Element} */ (event.target).closest(".pile")
      ? this.at(event)
      : null;
    if (
      !space ||
      !(this.marches(space) || this.boardView.lit?.spaces.get(space.id)?.some((choice) => choice.verb === STACK_VERB))
    ) return;
    this.from = space;
    this.start = { x: event.clientX, y: event.clientY };
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.from || !event.isPrimary) return;
    event.stopPropagation();
    if (!this.setsOut && Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) < MIN_DRAG_PX) return;
    this.setsOut ??= this.marches(this.from) ? Promise.resolve() : this.boards().setOut(this.from);
    this.draw(this.from, this.at(event));
  }

  /** @param {PointerEvent} event */
  async drop(event) {
    const { from, setsOut } = this, to = this.at(event);
    this.end();
    if (!from || !setsOut) return;
    this.boardView.camera.moved = true; // it was no click
    if (!to || to === from) return;
    await setsOut;
    if (this.boardView.lit?.spaces.has(to.id) || this.boardView.lit?.far.has(to.id)) this.boards().pick(to, false);
  }

  end() {
    this.from = null;
    this.setsOut = null;
    this.line?.remove();
  }

  /** @param {Space} from @param {Space | null} to */
  draw(from, to) {
    this.line?.remove();
    if (!to || to === from) return;
    const [[x, y], [u, v]] = [from, to].map((space) => space.at.map((at) => round1(at * UNIT)));
    this.line = svg("path", { class: "drag-way", d: `M${x} ${y}L${u} ${v}` });
    this.boardView.over.map.append(this.line);
  }
}
