// Stores in this browser where a player moved a map by hand, so that the match reopens with the same view.

import { browserStorage } from "../common/storage.js";

/** @import { BoardView } from "./board-view.js" */

const MAX_MATCHES = 30; // number of matches to remember, the latest

/** The camera of a board: the scale, and the middle of the window in units of the sheet. @typedef {[number, number, number]} Look */

export class SavedCameras {
  /** @param {string} match @param {() => Iterable<BoardView>} boardViews */
  constructor(match, boardViews) {
    this.match = match;
    this.boardViews = boardViews;
    /** @type {Record<string, Look>} */
    this.left = new Map(all()).get(match) ?? {};
    addEventListener("pagehide", () => this.keep());
    document.addEventListener("visibilitychange", () => document.hidden && this.keep());
  }

  keep() {
    const looks = { ...this.left };
    for (const { board, camera } of this.boardViews()) {
      const { width, height } = camera.bounds;
      if (!camera.touched || !width) continue;
      looks[board.id] = [camera.scale, (width / 2 - camera.x) / camera.scale, (height / 2 - camera.y) / camera.scale];
    }
    const others = all().filter(([match]) => match !== this.match);
    browserStorage("looks", JSON.stringify([...others, [this.match, looks]].slice(-MAX_MATCHES)));
  }

  /** Forget the camera, so that the initial one is used next. @param {BoardView} boardView */
  forget({ board }) {
    delete this.left[board.id];
  }

  /** Restore the saved camera of a board; return whether there is one. @param {BoardView} boardView */
  putBack({ board, camera }) {
    const look = this.left[board.id];
    if (!look || !camera.bounds.width) return false;
    const [scale, x, y] = look, { width, height, least, most } = camera.bounds;
    camera.scale = Math.max(least, Math.min(most, scale));
    camera.place(width / 2 - x * camera.scale, height / 2 - y * camera.scale);
    camera.touched = true;
    return true;
  }
}

/** @returns {[string, Record<string, Look>][]} by match, the latest last */
const all = () => JSON.parse(browserStorage("looks") ?? "[]");
