// The calculator that maps who is first, however three weights divide what they have.
// A click on [data-map] sets these weights: the engine says which they are, and the
// button beside the map puts them into the form.

import { engine } from "../app/page-engine.mjs";
import { page } from "../app/page.mjs";
import { OwnEngineCalculator } from "./own-engine.mjs";

export class RegionsCalculator extends OwnEngineCalculator {
  comparesItself = true;
  #weights;

  /** @param {HTMLElement} root @param {import("./weights.mjs").WeightsCalculator} weights */
  constructor(root, weights) {
    super(root);
    this.#weights = weights;
    const map = /** @type {SVGSVGElement} */ (root.querySelector("[data-map]"));
    map.addEventListener("click", async ({ clientX, clientY }) => {
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(map.getScreenCTM()?.inverse());
      const request = /** @type {any} */ (await this.request());
      const { fill, says } = await engine.call("explain.regions", { ...request, place: { x, y } });
      const button = /** @type {HTMLElement} */ (map.nextElementSibling);
      Object.assign(button.dataset, { fill, says });
      button.click();
    });
  }

  request() {
    return { ...super.request(), pinned: this.#weights.request().pinned };
  }

  isExample() {
    return page.pinned === undefined && super.isExample();
  }
}
