// The calculator that maps who is first, however three weights divide what they have.
// A click on [data-map] sets these weights (map-click.mjs).

import { engine } from "../app/page-engine.mjs";
import { page } from "../app/page.mjs";
import { latest } from "../../../wasm/engine/latest.mjs";
import { OwnEngineCalculator } from "./own-engine.mjs";

export class RegionsCalculator extends OwnEngineCalculator {
  comparesItself = true;
  /** Asks which weights a place of the map has; of several questions the last one is answered. */
  place = latest(engine);
  #weights;

  /** @param {HTMLElement} root @param {import("./weights.mjs").WeightsCalculator} weights */
  constructor(root, weights) {
    super(root);
    this.#weights = weights;
    root.querySelector("[data-map]")?.addEventListener("click", async (event) => (await import("./map-click.mjs")).take(this, /** @type {MouseEvent} */ (event)));
  }

  request() {
    return { ...super.request(), pinned: this.#weights.request().pinned };
  }

  isExample() {
    return page.pinned === undefined && super.isExample();
  }
}
