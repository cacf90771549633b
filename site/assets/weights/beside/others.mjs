// The calculator that compares weightings. The pinned one is A; button[data-take="id"]
// puts the weights of the rail into the input with that id.

import { page } from "../../page/page.mjs";
import { OwnEngineCalculator } from "./own-engine.mjs";

export class OthersCalculator extends OwnEngineCalculator {
  comparesItself = true;
  #weights;

  /** @param {HTMLElement} root @param {import("../weights.mjs").WeightsCalculator} weights */
  constructor(root, weights) {
    super(root);
    this.#weights = weights;
    root.addEventListener("answered", async (event) => {
      const { drawSlopes } = await import("./slopes.mjs");
      for (const el of root.querySelectorAll("[data-slopes]")) drawSlopes(/** @type {SVGElement} */ (el), /** @type {CustomEvent} */ (event).detail.answer);
    });
    this.form.addEventListener("click", ({ target }) => {
      const input = /** @type {HTMLInputElement | null} */ (this.form.querySelector(`#${/** @type {HTMLElement} */ (target).dataset.take}`));
      if (!input) return;
      input.value = [...weights.form.querySelectorAll('[name$="/percent"]')].map((el) => /** @type {HTMLInputElement} */ (el).value).join(" ");
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }

  request() {
    return { ...super.request(), pinned: this.#weights.request().pinned };
  }

  isExample() {
    return page.pinned === undefined && super.isExample();
  }
}
