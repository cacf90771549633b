// Compares what a page's calculators answer with what they answered to the
// pinned inputs. The engine computes the changes; this module puts them beside
// the numbers.
//
//   input[type=range]      gets --pin, where its pinned value is between its ends, from 0 to 1
//   [data-compare]         a hidden strip of a calculator; its [data-compared] takes the sentence, its [data-lead] the change alone
//   [data-versus="points"] a hidden cell that takes the change of that member, which then is not beside the number
//   [data-of="score pinned"] a hidden picture of the pinned answer; each part also has now, where it ends now

import { latest } from "../../../../wasm/engine/latest.mjs";
import { engine } from "../../engine/page-engine.mjs";
import { indexIn, place } from "../../answer/place.mjs";
import { number } from "../../form/read.mjs";
import { fragmentOf, open } from "../link/fragment.mjs";

/** @typedef {import("../calculator.mjs").Calculator} Calculator */
/** @typedef {import("../../../../wasm/engine/engine.js").ExplainCompareResponse} Compared */

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
    if (pinned === undefined) {
      return this.#sides.forEach((side) => {
        markSliders(side.calculator.form);
        side.unpin();
      });
    }
    const copies = document.createElement("div");
    copies.append(...this.#sides.map(({ calculator }) => calculator.copy()));
    open(copies, fragmentOf(pinned.split("&")) || "#1;end");
    const forms = /** @type {HTMLFormElement[]} */ ([...copies.children]);
    const by = (/** @type {HTMLFormElement | null} */ form) => forms[this.#sides.findIndex((side) => side.calculator.form === form)];
    for (const { calculator } of this.#sides) markSliders(calculator.form, by(calculator.form));
    for (const side of this.#sides) side.pin(side.calculator.requestOf(/** @type {HTMLFormElement} */ (by(side.calculator.form)), by(side.calculator.leader)));
  }
}

/** Marks the place of each pinned value on its slider. @param {HTMLFormElement} form @param {HTMLFormElement} [pinned] a copy of it */
function markSliders(form, pinned) {
  for (const el of form.querySelectorAll("input[type=range]")) {
    const { min, max, dataset, style } = /** @type {HTMLInputElement} */ (el);
    const text = /** @type {HTMLInputElement | null | undefined} */ (pinned?.querySelector(`#${CSS.escape(dataset.for ?? "")}`));
    const value = number(text?.value ?? "");
    if (typeof value === "number" && value >= Number(min) && value <= Number(max)) style.setProperty("--pin", String((value - Number(min)) / (Number(max) - Number(min))));
    else style.removeProperty("--pin");
  }
}

/** A calculator and what it answered to the pinned inputs. */
class Side {
  /** The request of the pinned inputs. @type {Record<string, unknown> | undefined} */ #pinned;
  /** Its answer: undefined if it is refused, null if the engine failed. @type {Promise<any> | undefined} */ #before;
  #compare = latest(engine);

  /** @param {Calculator} calculator */
  constructor(calculator) {
    this.calculator = calculator;
    calculator.root.addEventListener("answered", () => setTimeout(() => this.#update())); // once the answer is painted
  }

  /** @param {Record<string, unknown> | undefined} request */
  pin(request) {
    [this.#pinned, this.#before] = [request, undefined];
    this.#update();
  }

  unpin() {
    this.pin(undefined);
    this.#nothing();
  }

  /** Nothing is compared: what was compared before is of other inputs. */
  #nothing() {
    this.#show();
    this.#picture(undefined, undefined);
  }

  async #update() {
    const { root, comparesItself } = this.calculator;
    if (comparesItself || !this.#pinned) return;
    const asked = (this.#before ??= engine.call(/** @type {any} */ (root.dataset.operation), this.#pinned).catch(({ code = "internal" }) => (code === "internal" ? null : undefined)));
    const [before, after] = [await asked, this.calculator.newest?.answer];
    if (this.#before !== asked) return;
    if (before === null) this.#before = undefined; // asked again with the next answer
    else if (!after) return;
    const compared = before ? await this.#compare("explain.compare", { before, after }).catch(() => null) : null;
    if (compared === undefined || (before && this.#before !== asked)) return;
    if (!compared) return this.#nothing();
    this.#show(compared);
    this.#picture(before, after);
    this.calculator.repeat();
  }

  /** @param {Compared} [compared] none if nothing is compared: then nothing is said to be equal, either */
  #show(compared) {
    const { sentence, lead, changes } = compared ?? { sentence: "", lead: "", changes: [] };
    const { root } = this.calculator;
    const strip = root.querySelector("[data-compare]");
    strip?.toggleAttribute("hidden", sentence === "" || (this.calculator.leader !== null && changes.length === 0));
    for (const [name, text] of [["[data-compared]", sentence], ["[data-lead]", lead]]) {
      const el = strip?.querySelector(/** @type {string} */ (name));
      if (el && el.textContent !== text) el.textContent = /** @type {string} */ (text);
    }
    const marks = { changes: new Map(changes.map(({ field, change }) => [field, change])), answer: this.calculator.newest?.answer, pinned: compared !== undefined };
    for (const el of [root, ...document.querySelectorAll(`[data-of="${this.calculator.form.id}"]`)]) mark(el, "", marks);
  }

  /** The pinned answer's parts below those of the newest. @param {any} before @param {any} after */
  #picture(before, after) {
    for (const el of document.querySelectorAll(`[data-of="${this.calculator.form.id} pinned"]`)) {
      el.toggleAttribute("hidden", !before);
      if (before && !before.parts) {
        place(el, before);
        continue;
      }
      const end = before?.parts.at(-1)?.end ?? 0;
      if (before) place(el, { answer: before.answer, end, side: end > 88 ? "end" : "start", parts: before.parts.map((/** @type {any} */ part) => ({ ...part, now: (after.parts.find((/** @type {any} */ one) => one.key === part.key) ?? part).end })) });
    }
  }
}

/** @typedef {{ changes: Map<string, string>, answer: any, pinned: boolean }} Marks */

/** Sets the changes beside the numbers, as place.mjs finds them. @param {Element} el @param {string} at @param {Marks} marks */
function mark(el, at, marks) {
  const { out, each, svg, accent, versus } = /** @type {HTMLElement} */ (el).dataset ?? {};
  if (svg !== undefined || accent !== undefined || el.tagName === "foreignObject") return;
  if (versus !== undefined) return against(el, `${at}/${versus}`, marks);
  if (out !== undefined) {
    const apart = el.parentElement?.querySelector(`:scope > [data-versus="${out}"]`);
    return delta(el, apart ? "" : marks.changes.get(out === "." ? at : pointer(`${at}/${out}`, marks.answer)) ?? "");
  }
  if (each === undefined) {
    for (const child of el.children) if (/** @type {HTMLElement} */ (child).dataset?.of === undefined) mark(child, at, marks);
    return;
  }
  const items = [...el.children].filter((child) => child.tagName !== "TEMPLATE");
  items.forEach((item, i) => mark(item, `${at}/${each}/${i}`, marks));
}

/** A path as a JSON Pointer, with elements of lists by their place. @param {string} path @param {any} answer */
function pointer(path, answer) {
  let value = answer;
  return path.split("/").map((name, i) => {
    const key = Array.isArray(value) ? indexIn(value, name) : name;
    if (i > 0) value = value?.[key];
    return key;
  }).join("/");
}

/** A cell or the head of the column "vs A". @param {Element} el @param {string} at @param {Marks} marks */
function against(el, at, { changes, pinned }) {
  el.toggleAttribute("hidden", !pinned);
  if (el.tagName !== "TD") return;
  el.textContent = pinned && !changes.has(at) ? "=" : "";
  delta(el, pinned ? changes.get(at) ?? "" : "");
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
