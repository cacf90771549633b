// The calculator of rules. Its form has the numbers of a rulebook that decide; what
// the form does not show is that of the rulebook where the reader started from.
//
//   /base          where the reader started from: a built-in rulebook, or the reader's
//                  own, as JSON in /own
//   /challenge     whose weights it has, if it has none; its data-dimensions are JSON
//   /agent         the agent that is explained, unless another one is looked at
//   [data-do=copy|save]   exports the rulebook, as a text to select if it cannot be copied;
//                  [data-table], [data-drop] import one

import { FillableCalculator } from "../page/fillable.mjs";
import { page } from "../page/page.mjs";
import { engine } from "../engine/page-engine.mjs";
import { copy } from "../page/tools/copy.mjs";
import { save } from "../answer/save-file.mjs";
import { updateControls } from "../form/controls.mjs";
import { fill } from "../form/fill.mjs";
import { showError } from "../page/errors.mjs";
import { active, read } from "../form/read.mjs";
import { takeTable } from "../page/paste/table-file.mjs";

/** @typedef {Record<string, any>} Rulebook */

const RESULTS = ["win", "draw", "loss"]; // in the order of the form

export class RulesCalculator extends FillableCalculator {
  /** Built-in rulebooks that were asked for. @type {Map<string, Promise<Rulebook>>} */ #known = new Map();
  /** The agent under the pointer. @type {string | undefined} */ looked;
  #turn = 0; // of rules that are brought, to keep the newest
  /** Brings rules for which the engine has failed. @type {(() => Promise<void> | void) | undefined} */ #due;

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    this.form.addEventListener("change", ({ target }) => {
      if (target === this.#control("/base") || target === this.#control("/challenge")) this.#begin();
    });
    this.form.addEventListener("input", (event) => {
      if (event.target !== this.#control("/own")) return;
      event.stopImmediatePropagation(); // it is answered once it is read
      this.#import(this.#control("/own").value);
    }, { capture: true });
    document.addEventListener("click", ({ target }) => this.#export(/** @type {Element} */ (target).closest("[data-exports] [data-do]")));
    for (const other of ["answered", "refused"]) {
      root.addEventListener(other, () => { // what was exported are the rules before
        for (const box of document.querySelectorAll("[data-exports]")) {
          box.querySelector("textarea")?.toggleAttribute("hidden", true);
          /** @type {Element} */ (box.querySelector("[role=status]")).textContent = "";
        }
      });
    }
    takeTable(this, "/own");
  }

  reset() {
    this.#newest();
    super.reset();
  }

  /** Rules are brought, and none before. @returns {number} the turn of these */
  #newest() {
    this.#due = undefined;
    return ++this.#turn;
  }

  /** Asks for the answer; first for the rules that it is to be by, if the engine has failed with them. @param {boolean} [silent] */
  async recompute(silent) {
    await (this.#due ?? (() => super.recompute(silent)))();
  }

  /** The engine has failed: the next change brings these rules. @param {unknown} error @param {() => Promise<void> | void} due @returns {boolean} whether it was the engine */
  #failed(error, due) {
    const { code, message } = /** @type {any} */ (error);
    if (code !== "internal") return false;
    this.#due = due;
    this.unavailable(message);
    return true;
  }

  /** @param {string} operation */
  takes(operation) {
    return operation === "rulebook.check";
  }

  /** @param {any} request @returns {string[]} */
  fill({ rulebook }) {
    this.#import(JSON.stringify(rulebook, null, 2));
    return [];
  }

  async request() {
    const { rulebook, own: _, ...request } = /** @type {any} */ (read(this.form));
    const whole = await this.#start();
    return { ...request, ...(this.looked !== undefined && { agent: this.looked }), ...(request.base === "own" && { base: whole }), rulebook: merged(whole, rulebook) };
  }

  /** @param {string} name @returns {HTMLSelectElement & HTMLTextAreaElement} */
  #control(name) {
    return /** @type {any} */ (this.form.elements.namedItem(name));
  }

  /** The rulebook that the reader started from. @returns {Promise<Rulebook>} */
  async #start() {
    const id = this.#control("/base").value;
    if (id === "own") return this.#own();
    if (!this.#known.has(id)) {
      const asked = engine.call("rulebook.get", { id });
      this.#known.set(id, asked);
      asked.catch(() => this.#known.delete(id));
    }
    const { arena: _, ...whole } = await /** @type {Promise<Rulebook>} */ (this.#known.get(id)); // changed, it is no reading of its rules
    const challenge = this.#control("/challenge");
    if (!active(challenge)) return whole;
    const { dimensions = "[]" } = challenge.selectedOptions[0]?.dataset ?? {};
    return { ...whole, dimensions: JSON.parse(dimensions).map((/** @type {any} */ d) => ({ measure: "direct", ...known(whole, d.key), ...d })) };
  }

  /** @returns {Rulebook} */
  #own() {
    try {
      return JSON.parse(this.#control("/own").value);
    } catch {
      throw { code: "invalid", field: "/own", message: "it is no JSON: want a rulebook" };
    }
  }

  /** Puts the rules that were chosen into the form. */
  async #begin() {
    updateControls(this.form);
    const turn = this.#newest();
    try {
      const whole = await this.#start();
      if (turn < this.#turn) return;
      this.#show(whole);
      page.amend(); // the choice and its rules are one step
      this.recompute();
    } catch (error) {
      if (turn === this.#turn && !this.#failed(error, () => this.#begin())) this.changed();
    }
  }

  /** @param {Rulebook} whole */
  #show({ dimensions, composite, results = [], scale, arithmetic, rating }) {
    const by = RESULTS.map((id) => ({ id, min: results.find((/** @type {any} */ r) => r.id === id)?.min }));
    fill(this.form, { dimensions, composite, scale, arithmetic, results: by, rating: { start: rating?.start, k: [{ k: rating?.k[0].k }] }, ...this.#names() }, "/rulebook");
  }

  /** Puts thresholds into the form. @param {{ id: string, min: number }[]} results */
  cut(results) {
    RESULTS.forEach((id, i) => (this.#control(`/rulebook/results/${i}/min`).value = String(results.find((r) => r.id === id)?.min ?? "")));
    updateControls(this.form);
  }

  /** The names in the form, which stay. */
  #names() {
    const { name, id, source } = /** @type {any} */ (read(this.form)).rulebook;
    return { name, id, source };
  }

  /** Reads a rulebook: what is wrong with it is shown at its text. @param {string} text */
  async #import(text) {
    const turn = this.#newest();
    this.#control("/own").value = text;
    if (text.trim() === "") return this.changed();
    try {
      const rulebook = this.#own();
      const { problems } = await engine.call("rulebook.check", { rulebook });
      if (turn < this.#turn) return;
      const [first] = problems;
      if (first) throw { field: "/own", message: `${first.field}: ${first.message}` };
      this.#control("/base").value = "own";
      for (const member of ["name", "id", "source"]) this.#control(`/rulebook/${member}`).value = rulebook[member] ?? "";
      this.#show(rulebook);
      this.changed();
    } catch (error) {
      if (turn < this.#turn || this.#failed(error, () => this.#import(text))) return;
      showError(this.form, { message: /** @type {any} */ (error).message, field: "/own" });
      this.status("stale");
    }
  }

  /** @param {Element | null} button */
  async #export(button) {
    const act = /** @type {HTMLElement | null} */ (button)?.dataset.do;
    if (!act) return;
    const box = /** @type {HTMLElement} */ (button?.closest("[data-exports]"));
    const status = /** @type {HTMLElement} */ (box.querySelector("[role=status]"));
    const shown = /** @type {HTMLTextAreaElement} */ (box.querySelector("textarea"));
    shown.hidden = true;
    try {
      const { rulebook } = await this.request();
      const { problems } = await engine.call("rulebook.check", { rulebook });
      if (problems[0]) throw problems[0];
      const text = `${JSON.stringify(rulebook, null, 2)}\n`;
      const name = `${rulebook.id}.json`;
      if (act === "save") save(new Blob([text], { type: "application/json" }), name);
      else if (!(await copy(text))) {
        status.textContent = box.dataset.failed ?? "";
        Object.assign(shown, { hidden: false, value: text });
        return shown.select();
      }
      status.textContent = act === "save" ? `${box.dataset.saved}${name}` : (box.dataset.done ?? "");
    } catch (error) {
      status.textContent = /** @type {any} */ (error).message;
    }
  }
}

/** The dimension of that key in a rulebook. @param {Rulebook} whole @param {string} key */
const known = (whole, key) => whole.dimensions.find((/** @type {any} */ d) => d.key === key) ?? {};

/** The rulebook of the form: what it does not show is that of another. @param {Rulebook} whole @param {Rulebook} edited @returns {Rulebook} */
function merged({ results: _, ...whole }, { results = [], dimensions = [], composite, rating, ...edited }) {
  const { rounding, cap, ...more } = whole.composite;
  const given = results.filter((/** @type {any} */ r) => r && "min" in r);
  const begun = dimensions.findLastIndex((/** @type {any} */ { measure: _, ...typed }) => Object.values(typed).some((text) => text !== "")); // what follows are new rows
  const list = dimensions.slice(0, begun + 1).map((/** @type {any} */ d) => {
    const { label, weight, measure, decay, ...rest } = known(whole, d.key);
    return { ...rest, ...d };
  });
  const { start, k = [] } = rating ?? {};
  if (whole.rating) whole.rating = { ...whole.rating, ...(start !== undefined && { start }), k: whole.rating.k.map((/** @type {any} */ one, /** @type {number} */ i) => (i === 0 ? { ...one, ...k[0] } : one)) };
  return { ...whole, ...edited, dimensions: list, composite: { ...more, ...composite }, ...(given.length && { results: given }) };
}
