// Pointers at the edges of a board: the number of choices beyond each edge; a click moves there.

import { element } from "../common/dom.js";
import { say } from "../common/messages.js";
import { edgeOf } from "./camera-limits.js";

/** @import { Space } from "../types/wire.d.ts" */
/** @import { BoardView } from "./board-view.js" */
/** @import { Edge } from "./camera-limits.js" */

const SIGNS = { left: "◂", right: "▸", up: "▴", down: "▾" };

export class EdgePointers {
  /** @param {BoardView} boardView */
  constructor(boardView) {
    this.boardView = boardView;
    this.shown = "";
    this.place = element("div", { class: "edges" });
    boardView.port.after(this.place);
  }

  /** Count again; the page changes only where a number has. */
  update() {
    const { boardView } = this, { scale, x, y, bounds } = boardView.camera;
    /** @type {Map<Edge, {space: Space, far: number}[]>} */
    const beyond = new Map();
    for (const space of boardView.litSpaces()) {
      const place = {
        x: (space.at[0] - boardView.frame.x) * scale + x,
        y: (space.at[1] - boardView.frame.y) * scale + y,
      };
      const edge = edgeOf(place, bounds);
      if (edge) {
        beyond.set(edge, [...beyond.get(edge) ?? [], {
          space,
          far: Math.hypot(place.x - bounds.width / 2, place.y - bounds.height / 2),
        }]);
      }
    }
    const mark = JSON.stringify([...beyond].map(([edge, all]) => [edge, all.length]));
    /** @type {Map<string, Space>} */
    this.nearest = new Map(
      [...beyond].map(([edge, all]) => [edge, all.reduce((a, b) => (a.far <= b.far ? a : b)).space]),
    );
    if (mark === this.shown) return;
    this.shown = mark;
    this.place.replaceChildren(...[...beyond].map(([edge, { length }]) => this.pointer(edge, length)));
  }

  /** @param {Edge} edge @param {number} n */
  pointer(edge, n) {
    const label = say(`board.beyond-${edge}`, { n });
    const go = () => {
      const space = this.nearest?.get(edge);
      if (space) this.boardView.reveal(space);
    };
    return element(
      "button",
      { type: "button", class: `edge edge-${edge}`, title: label, "aria-label": label, onclick: go },
      element("span", { "aria-hidden": "true" }, `${SIGNS[edge]} ${n}`),
    );
  }
}
