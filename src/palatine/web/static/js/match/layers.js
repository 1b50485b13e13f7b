// Map layers on request, for example the yield of every hex by power.

import { element } from "../common/dom.js";
import { say } from "../common/messages.js";

/** @import { Layer } from "../types/wire.d.ts" */

export class Layers {
  /**
   * @param {HTMLElement} place
   * @param {() => Promise<Layer[]>} fetch
   * @param {(layer: Layer | null) => void} lay
   */
  constructor(place, fetch, lay) {
    this.place = place;
    this.fetch = fetch;
    this.lay = lay;
    this.list = /** @type {HTMLSelectElement} */ (place.querySelector("select"));
    this.total = /** @type {HTMLElement} */ (place.querySelector("p"));
    this.chosen = "";
    this.known = false;
    this.asked = 0;
    this.list.addEventListener("change", () => this.turnTo(this.list.value));
  }

  /** The position has changed, or is seen by another seat: what is laid out is laid out again. @param {boolean} [begun] */
  async renew(begun = true) {
    if (this.known && !this.chosen) return;
    const number = ++this.asked;
    let layers;
    try {
      layers = await this.fetch();
    } catch {
      return; // the next position will bring them
    }
    if (number !== this.asked) return;
    if (!this.known && layers.length) this.offer(layers);
    this.known ||= begun;
    this.show(layers.find((layer) => layer.id === this.chosen) ?? null);
  }

  /** The names of the layers, when there are any. @param {Layer[]} layers */
  offer(layers) {
    this.known = true;
    this.list.replaceChildren(
      element("option", { value: "" }, say("layers.none")),
      ...layers.map((layer) => element("option", { value: layer.id }, layer.title)),
    );
    this.place.hidden = false;
  }

  /** @param {string} id */
  turnTo(id) {
    this.chosen = id;
    if (id) return this.renew();
    this.asked++;
    this.show(null);
  }

  /** @param {Layer | null} layer */
  show(layer) {
    this.total.textContent = layer?.total ?? "";
    this.lay(layer);
  }
}
