// Compares what a page's calculators answer with what they answered to the
// pinned inputs. The engine computes the changes; this module puts them beside
// the numbers.
//
//   [data-compare]   a hidden strip of a calculator; its [data-compared] takes the sentence

import { latest } from "../../../wasm/engine/latest.mjs";
import { engine } from "../app/page-engine.mjs";
import { open } from "../link/fragment.mjs";

/** @typedef {import("../app/calculator.mjs").Calculator} Calculator */
/** @typedef {import("../../../wasm/engine/engine.js").ExplainCompareResponse} Compared */

/** @type {Comparison | undefined} */
let only;

export class Comparison {
  /** @type {Side[]} */ #sides;

  /** The page's one. @param {Calculator[]} calculators */
  static of(calculators) {
    return (only ??= new Comparison(calculators));
  }

  /** @param {Calculator[]} calculators */
  constructor(calculators) {
    this.#sides = calculators.map((calculator) => new Side(calculator));
  }

  /** @param {string | undefined} pinned members of a link with & between them */
  pin(pinned) {
    if (pinned === undefined) return this.#sides.forEach((side) => side.unpin());
    const copies = document.createElement("div");
    copies.append(...this.#sides.map(({ calculator }) => calculator.copy()));
    open(copies, `#1;${pinned.replaceAll("&", ";")};end`);
    const forms = /** @type {HTMLFormElement[]} */ ([...copies.children]);
    const by = (/** @type {HTMLFormElement | null} */ form) => forms[this.#sides.findIndex((side) => side.calculator.form === form)];
    for (const side of this.#sides) side.pin(side.calculator.requestOf(/** @type {HTMLFormElement} */ (by(side.calculator.form)), by(side.calculator.leader)));
  }
}

/** A calculator and what it answered to the pinned inputs. */
class Side {
  /** @type {Promise<any> | undefined} */ #before;
  #compare = latest(engine);

  /** @param {Calculator} calculator */
  constructor(calculator) {
    this.calculator = calculator;
    calculator.root.addEventListener("answered", () => setTimeout(() => this.#update())); // once the answer is painted
  }

  /** @param {Record<string, unknown>} request */
  pin(request) {
    this.#before = engine.call(/** @type {any} */ (this.calculator.root.dataset.operation), request).catch(() => undefined); // refused: nothing to compare with
    this.#update();
  }

  unpin() {
    this.#before = undefined;
    this.#show({ sentence: "", changes: [] });
  }

  async #update() {
    const pinned = this.#before;
    const [before, after] = [await pinned, this.calculator.newest?.answer];
    if (!pinned || !before || !after) return;
    const compared = await this.#compare("explain.compare", { before, after });
    if (!compared || this.#before !== pinned) return;
    this.#show(compared);
    this.calculator.repeat();
  }

  /** @param {Compared} compared */
  #show({ sentence, changes }) {
    const { root } = this.calculator;
    const strip = root.querySelector("[data-compare]");
    strip?.toggleAttribute("hidden", sentence === "" || (this.calculator.leader !== null && changes.length === 0));
    const text = strip?.querySelector("[data-compared]");
    if (text && text.textContent !== sentence) text.textContent = sentence;
    mark(root, "", new Map(changes.map(({ field, change }) => [field, change])));
  }
}

/** Sets the changes beside the numbers, as place.mjs finds them. @param {Element} el @param {string} at @param {Map<string, string>} changes */
function mark(el, at, changes) {
  const { out, each, svg } = /** @type {HTMLElement} */ (el).dataset ?? {};
  if (svg !== undefined) return;
  if (out !== undefined) return delta(el, changes.get(out === "." ? at : `${at}/${out}`) ?? "");
  if (each === undefined) {
    for (const child of el.children) mark(child, at, changes);
    return;
  }
  const items = [...el.children].filter((child) => child.tagName !== "TEMPLATE");
  items.forEach((item, i) => mark(item, `${at}/${each}/${i}`, changes));
}

/** @param {Element} el @param {string} change */
function delta(el, change) {
  const shown = el.querySelector(":scope > .delta");
  if (change === "" || !(el instanceof HTMLElement)) return shown?.remove();
  if (shown?.textContent === ` ${change}`) return;
  const small = shown ?? Object.assign(document.createElement("small"), { className: "delta" });
  small.textContent = ` ${change}`;
  if (!shown) el.append(small);
}
