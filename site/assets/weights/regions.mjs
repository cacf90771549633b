// The calculator that maps who is first, however three weights divide what they have.
// A click on [data-map] sets these weights: the engine says which they are, and the
// button beside the map puts them into the form.

import { engine } from "../engine/page-engine.mjs";
import { page } from "../page/page.mjs";
import { latest } from "../../../wasm/engine/latest.mjs";
import { OwnEngineCalculator } from "./own-engine.mjs";

export class RegionsCalculator extends OwnEngineCalculator {
  comparesItself = true;
  #weights;
  #place = latest(engine);

  /** @param {HTMLElement} root @param {import("./weights.mjs").WeightsCalculator} weights */
  constructor(root, weights) {
    super(root);
    this.#weights = weights;
    const map = /** @type {SVGSVGElement} */ (root.querySelector("[data-map]"));
    map.addEventListener("click", async ({ clientX, clientY }) => {
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(map.getScreenCTM()?.inverse());
      const asked = JSON.stringify(this.request());
      const answer = await this.#place("explain.regions", { ...JSON.parse(asked), place: { x, y } }).catch(() => {}); // the form says what is wrong
      if (!answer?.fill || JSON.stringify(this.request()) !== asked) return; // or there is a newer one
      const { fill, says } = answer;
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
