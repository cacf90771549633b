// Weights of a form that sum to 100 percent, [data-shares]: when one of them is edited, the
// engine moves the others, but for those that are locked. Fractions of 1, from links and
// pasted requests, become percentages.
//
//   name="lock-speed"   its box, beside name="/weights/speed"
//   [data-brings]       a box that brings a dimension in
//   [data-balance]      why a weight is not what was typed

import { updateControls } from "../form/controls.mjs";
import { active, number } from "../form/read.mjs";
import { engine } from "../engine/page-engine.mjs";
import { page } from "../page/page.mjs";

/** @typedef {{ name?: string, next?: string }} Edit of the weight called name; with next, of that pair alone */

const UNDER = "/weights/";

export class Shares {
  /** What the engine is to be asked about. @type {Edit | undefined} */ #edit;
  #turn = 0; // the newest question alone is answered
  /** The weights before the edits that go on. @type {{ edit: Edit, weights: (string | number)[] } | undefined} */ #before;

  /** @param {HTMLElement} box @param {import("../page/fillable.mjs").FillableCalculator} calculator */
  constructor(box, calculator) {
    this.box = box;
    this.calculator = calculator;
    const { form, root } = calculator;
    form.addEventListener("input", ({ target }) => this.#typed(/** @type {HTMLInputElement} */ (target)), { capture: true });
    form.addEventListener("change", () => (this.#before = undefined));
    calculator.before = () => this.#rebalance();
    root.addEventListener("answered", (event) => this.#inPercent(/** @type {CustomEvent} */ (event).detail));
  }

  /** The weights that count. */
  get fields() {
    return /** @type {HTMLInputElement[]} */ ([...this.box.querySelectorAll(`[name^='${UNDER}']`)]).filter(active);
  }

  /** Edits a weight. @param {string} name @param {string} value @param {string} [next] the only other one that may move */
  edit(name, value, next) {
    const field = this.fields.find((one) => one.name === name);
    if (!field) return;
    field.value = value;
    this.#edit = { name, next };
    this.calculator.changed();
  }

  /** @param {HTMLInputElement} target */
  #typed(target) {
    const field = target.type === "range" ? /** @type {HTMLInputElement | null} */ (this.box.querySelector(`[id="${target.dataset.for}"]`)) : target;
    if (field?.name.startsWith(UNDER)) this.#edit = { name: field.name };
    else if (target.dataset.brings !== undefined) this.#edit = target.checked ? { name: UNDER + target.value } : {};
  }

  #rebalance() {
    const edit = this.#edit;
    this.#edit = undefined;
    return edit && this.#ask(edit);
  }

  /** @param {Edit} edit */
  async #ask(edit) {
    const { fields } = this;
    const typed = fields.map(({ value }) => number(value));
    const edited = fields.findIndex(({ name }) => name === edit.name);
    if (typed.some((value) => typeof value !== "number")) return; // the engine says what is wrong with it
    const goes = this.#before?.edit.name === edit.name && this.#before?.edit.next === edit.next && this.#before?.weights.length === typed.length;
    const before = (this.#before = goes && this.#before ? this.#before : { edit, weights: typed }).weights;
    const weights = fields.map(({ name }, i) => ({
      dimension: name.slice(UNDER.length),
      percent: i === edited ? typed[i] : before[i],
      locked: this.#locked(name) || (edit.next !== undefined && i !== edited && name !== edit.next),
    }));
    const turn = ++this.#turn;
    const answer = await engine.call("score.rebalance", /** @type {any} */ ({ weights, ...(edited >= 0 && { edited }) })).catch((error) => {
      throw Object.assign(error, { field: fields[edited]?.name });
    });
    if (turn !== this.#turn) return;
    fields.forEach((field, i) => {
      const percent = answer.weights[i]?.percent;
      if (percent !== undefined && percent !== number(field.value)) field.value = String(percent);
    });
    this.#say(answer.warnings[0]?.message);
    updateControls(this.calculator.form);
    page.amend();
  }

  /** @param {string} name */
  #locked(name) {
    const box = this.calculator.form.elements.namedItem(name.replace(UNDER, "lock-"));
    return box instanceof HTMLInputElement && box.checked;
  }

  /** @param {string} [why] */
  #say(why) {
    const line = /** @type {HTMLElement} */ (this.box.querySelector("[data-balance]"));
    line.hidden = why === undefined;
    const text = line.querySelector("span");
    if (text) text.textContent = why ?? "";
  }

  /** @param {{ answer: any, request: any }} shown */
  #inPercent({ answer, request }) {
    let changed = false;
    for (const { name, value } of this.fields) {
      const key = name.slice(UNDER.length);
      const percent = answer.parts.find((/** @type {any} */ part) => part.key === key)?.area.weight;
      if (percent === undefined || percent === number(value) || request.weights?.[key] !== number(value)) continue;
      /** @type {HTMLInputElement} */ (this.calculator.form.elements.namedItem(name)).value = String(percent);
      changed = true;
    }
    if (!changed) return;
    updateControls(this.calculator.form);
    page.amend();
  }
}
