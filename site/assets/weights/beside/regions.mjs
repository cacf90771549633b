// The calculator that maps who is first, however three weights divide what they have. The
// map itself is beside the ranking (weights/beside/map.mjs).

import { page } from "../../page/page.mjs";
import { mapIn } from "./map.mjs";
import { OwnEngineCalculator } from "./own-engine.mjs";

export class RegionsCalculator extends OwnEngineCalculator {
  comparesItself = true;
  #weights;

  /** @param {HTMLElement} root @param {import("../weights.mjs").WeightsCalculator} weights */
  constructor(root, weights) {
    super(root);
    this.#weights = weights;
    const map = /** @type {SVGSVGElement} */ (document.querySelector("[data-map]"));
    root.addEventListener("answered", mapIn(map, weights));
  }

  /** Its map is in sight, whatever is folded. */
  get patience() {
    return 0;
  }

  request() {
    return { ...super.request(), pinned: this.#weights.request().pinned };
  }

  isExample() {
    return page.pinned === undefined && super.isExample();
  }
}
