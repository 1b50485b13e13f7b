// The camera of a board: drag, wheel, pinch and keys.

import { clampPosition, scaleLimits } from "./camera-limits.js";

const EDGE_SLACK = 24; // pixels

/** A sheet inside a window. Dragging only moves it; after a zoom it is redrawn sharply. */
export class Camera {
  /**
   * @param {HTMLElement} port the window
   * @param {HTMLElement} sheet what is looked at
   * @param {{width: number, height: number}} size of the sheet, in units
   * @param {(scale: number, isNew: boolean) => void} onRest called with the scale when the sheet has come to rest, and whether it is redrawn
   */
  constructor(port, sheet, size, onRest) {
    this.port = port;
    this.sheet = sheet;
    this.size = size;
    this.onRest = onRest;
    this.scale = 0; // pixels for a unit
    this.drawn = 0; // the scale at which the sheet was last drawn
    this.x = 0;
    this.y = 0;
    this.level = "";
    this.letterScale = 1; // how much larger than usual the sheet is lettered
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.slack = EDGE_SLACK; // pixels by which the sheet may be pulled off an edge
    this.moved = false;
    this.touched = false; // moved by the player: the page then does not move it on its own
    this.held = { x: 0, y: 0 };
    this.listen();
  }

  listen() {
    const port = this.port;
    port.addEventListener("pointerdown", (event) => this.press(event));
    port.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel"]) {
      port.addEventListener(name, (event) => this.release(/** @type {PointerEvent} */ (event)));
    }
    port.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    // A drag is no click.
    port.addEventListener("click", (event) => this.moved && event.stopPropagation(), { capture: true });
    new ResizeObserver(() => this.settle()).observe(port);
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button > 0) return;
    if (!this.fingers.size) this.moved = false;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.held = { x: event.clientX, y: event.clientY };
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    if (event.pointerType === "mouse" && !event.buttons) return this.release(event);
    const now = { x: event.clientX, y: event.clientY };
    if (!this.moved && Math.hypot(now.x - this.held.x, now.y - this.held.y) < 6) return;
    if (!this.moved) {
      this.moved = this.touched = true;
      this.port.classList.add("dragging");
      try {
        this.port.setPointerCapture(event.pointerId);
      } catch { /* the finger is already gone */ }
    }
    if (this.fingers.size === 1) this.place(this.x + now.x - before.x, this.y + now.y - before.y);
    else if (this.fingers.size === 2) {
      const other = [...this.fingers.entries()].find(([id]) => id !== event.pointerId)?.[1] ?? now;
      const was = Math.hypot(before.x - other.x, before.y - other.y), is = Math.hypot(now.x - other.x, now.y - other.y);
      if (was > 10) this.zoom(is / was, (now.x + other.x) / 2, (now.y + other.y) / 2);
      this.place(this.x + (now.x - before.x) / 2, this.y + (now.y - before.y) / 2);
    }
    this.fingers.set(event.pointerId, now);
  }

  /** @param {PointerEvent} event */
  release(event) {
    this.fingers.delete(event.pointerId);
    if (!this.fingers.size) {
      this.port.classList.remove("dragging");
      setTimeout(() => (this.moved = false), 0);
    }
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    this.touched = true;
    const step = event.deltaMode ? event.deltaY * 18 : event.deltaY;
    this.zoom(Math.exp(-Math.max(-80, Math.min(80, step)) * 0.0035), event.clientX, event.clientY);
  }

  get bounds() {
    const { clientWidth: width, clientHeight: height } = this.port;
    return { width, height, ...scaleLimits({ width, height }, this.size) };
  }

  /** Zoom about a point of the page, by default the middle. @param {number} factor @param {number} [clientX] @param {number} [clientY] */
  zoom(factor, clientX, clientY) {
    const box = this.port.getBoundingClientRect(), { least, most } = this.bounds;
    const px = (clientX ?? box.left + box.width / 2) - box.left, py = (clientY ?? box.top + box.height / 2) - box.top;
    const scale = Math.max(least, Math.min(most, this.scale * factor));
    const k = scale / this.scale;
    this.scale = scale;
    this.place(px - (px - this.x) * k, py - (py - this.y) * k);
  }

  /** Show the whole board. */
  fit() {
    this.scale = this.bounds.fit;
    this.place(0, 0);
  }

  /** Show a part of it, no nearer than `most` pixels for a unit. @param {{x: number, y: number, width: number, height: number}} part @param {number} most */
  frame(part, most) {
    const { width, height, least } = this.bounds;
    this.scale = Math.max(least, Math.min(most, width / part.width, height / part.height));
    this.place(
      width / 2 - (part.x + part.width / 2) * this.scale,
      height / 2 - (part.y + part.height / 2) * this.scale,
      this.slack > EDGE_SLACK ? this.slack : 0,
    );
  }

  /** Zoom so that the narrower side of the board fills the window. */
  fill() {
    const { width, height } = this.bounds;
    this.scale = Math.max(width / this.size.width, height / this.size.height);
    this.place(0, 0);
  }

  /** Move a point (units from the sheet's corner) into view if necessary; `near` is the lowest scale. @param {number} ux @param {number} uy @param {number} [near] */
  show(ux, uy, near = 0) {
    const { width, height } = this.bounds;
    if (near > this.scale) {
      this.scale = near;
      this.place(width / 2 - ux * this.scale, height / 2 - uy * this.scale);
      return;
    }
    const x = ux * this.scale + this.x, y = uy * this.scale + this.y;
    const edge = Math.min(90, width / 5, height / 5);
    if (x < edge || y < edge || x > width - edge || y > height - edge) {
      this.glide();
      this.place(width / 2 - ux * this.scale, height / 2 - uy * this.scale);
    }
  }

  glide() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.sheet.classList.add("gliding");
    setTimeout(() => this.sheet.classList.remove("gliding"), 320);
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.glide();
    this.place(this.x + dx, this.y + dy);
  }

  /** @param {number} x @param {number} y @param {number} [slack] */
  place(x, y, slack = this.slack) {
    const { width, height } = this.bounds;
    this.x = clampPosition(x, this.size.width * this.scale, width, slack);
    this.y = clampPosition(y, this.size.height * this.scale, height, slack);
    if (!this.drawn) this.settle();
    else {
      this.sheet.classList.add("moving");
      this.move();
    }
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.settle(), 140);
  }

  move() {
    this.sheet.style.transform = `translate(${this.x.toFixed(1)}px, ${this.y.toFixed(1)}px) scale(${
      (this.scale / this.drawn).toFixed(4)
    })`;
  }

  /** Redraw the sheet at the current scale. */
  settle() {
    if (!this.scale) return;
    if (!this.fingers.size) this.sheet.classList.remove("moving");
    const { least } = this.bounds;
    if (this.scale < least) {
      this.scale = least;
      this.place(this.x, this.y);
      return;
    }
    const isNew = this.drawn !== this.scale;
    if (isNew) {
      this.drawn = this.scale;
      this.sheet.style.width = `${(this.size.width * this.scale).toFixed(1)}px`;
      this.sheet.style.height = `${(this.size.height * this.scale).toFixed(1)}px`;
      const seen = this.scale * this.letterScale, level = seen < 19 ? "far" : seen < 44 ? "mid" : "near";
      if (level !== this.level) this.sheet.dataset.level = this.level = level;
    }
    this.move();
    this.onRest(this.scale, isNew);
  }
}
