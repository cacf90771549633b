// The calculator that follows every score while one weight moves. The cursor of its picture
// [data-sweep] is the slider of that weight: data-at is its row in the rail, data-end the most
// it can weigh. It moves with the ranking; the lines follow once the hand rests.

import { announce, step } from "../../form/controls.mjs";
import { page } from "../../page/page.mjs";
import { drag } from "./drag.mjs";
import { OwnEngineCalculator } from "./own-engine.mjs";
import { control, weightRows } from "../paint.mjs";

/** Steps of a weight by key, in hundredths of a percent. @type {Record<string, number>} */
const KEYS = { ArrowLeft: -100, ArrowDown: -100, ArrowRight: 100, ArrowUp: 100, PageDown: -500, PageUp: 500, Home: -10_000, End: 10_000 };

export class SweepCalculator extends OwnEngineCalculator {
  #box;
  #cursor;
  #text;
  #weights;

  /** @param {HTMLElement} root @param {import("../weights.mjs").WeightsCalculator} weights */
  constructor(root, weights) {
    super(root);
    this.#weights = weights;
    const box = (this.#box = /** @type {HTMLElement} */ (root.querySelector("[data-sweep]")));
    this.#cursor = /** @type {Element} */ (box.querySelector("[data-cursor]"));
    this.#text = /** @type {Element} */ (this.#cursor.querySelector("tspan"));
    box.tabIndex = 0;
    box.setAttribute("role", "slider");
    box.setAttribute("aria-valuemin", "0");
    this.#tell();
    weights.root.addEventListener("answered", () => this.#follow());
    root.addEventListener("answered", (event) => {
      const { dimension } = /** @type {CustomEvent} */ (event).detail.answer;
      const chosen = /** @type {HTMLInputElement | undefined} */ ([...root.querySelectorAll("[type=radio]")].find((el) => /** @type {HTMLInputElement} */ (el).value === dimension));
      if (chosen && !chosen.checked) {
        chosen.checked = true; // of a new table, the engine chooses
        page.amend();
      }
      this.#follow();
    });
    drag(box, () => box.querySelector(".lines")?.getBoundingClientRect(), ({ clientX }, { left, width }) => {
      const part = Math.max(0, Math.min(1, (clientX - left) / width));
      this.#put((part * this.#end).toFixed(2));
    });
    box.addEventListener("keydown", (event) => {
      const by = KEYS[event.key], input = this.#input;
      if (!by || !input || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      step(input, by > 0, Math.abs(by));
    });
  }

  get #end() {
    return Number(this.#box.dataset.end);
  }

  get #input() {
    return control(weightRows(this.#weights.form)[Number(this.#box.dataset.at)], "percent");
  }

  /** @param {string} percent */
  #put(percent) {
    const input = this.#input;
    if (!input || input.value === percent) return;
    input.value = percent;
    announce(input);
  }

  /** The cursor is where the ranking has the weight. */
  #follow() {
    const { dimension, percent } = this.#weights.newest?.answer.weights[Number(this.#box.dataset.at)] ?? {};
    if (!dimension || !this.#end) return;
    this.#cursor.setAttribute("x", `${Math.min(100, (100 * percent) / this.#end)}%`);
    this.#text.textContent = `${Number(percent).toFixed(1)} %`;
    this.#tell();
  }

  /** What screen readers hear of the cursor. */
  #tell() {
    const row = weightRows(this.#weights.form)[Number(this.#box.dataset.at)];
    const [label, percent] = [row?.querySelector("label[for]")?.textContent ?? "", control(row, "percent")?.value ?? ""];
    for (const [name, value] of Object.entries({ label: `${this.#box.dataset.label}${label}`, valuemax: this.#box.dataset.end ?? "", valuenow: percent, valuetext: `${percent} %` })) {
      if (this.#box.getAttribute(`aria-${name}`) !== value) this.#box.setAttribute(`aria-${name}`, value);
    }
  }
}
