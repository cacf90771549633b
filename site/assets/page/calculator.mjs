// Makes a page's calculators live. Each is a <section data-calc
// data-operation="explain.score"> with a form of inputs and the places its
// answer goes to. The page is complete without this module: it shows an example.
// Its form is in the section, or has the id data-form and is elsewhere, in the rail.
// With data-with="score" its request has the values of the form with that id and
// those of its own form (page/dependents.mjs). With data-reads="rating matches=challenges"
// it takes only these members of the form that it shares with others; the second
// one is called challenges in its own request.

import { updateControls, wireControls } from "../form/controls.mjs";
import { clearError, showError } from "./errors.mjs";
import { read, readsOf, taken } from "../form/read.mjs";
import { latest } from "../../../wasm/engine/latest.mjs";
import { page } from "./page.mjs";
import { at, place } from "../answer/place.mjs";
import { engine } from "../engine/page-engine.mjs";
import { toolbar } from "./tools/toolbar.mjs";

/** @typedef {{ code?: string, field?: string, message: string }} Refusal */

const ANNOUNCE_AFTER = 700; // ms without a change until a screen reader hears the answer

export class Calculator {
  /** @type {(name: any, request: any) => Promise<any>} */ #ask = latest(engine);
  #asked = 0; // how often; and the turn of the newest answer
  #answered = 0;
  #shown = 0; // the turn whose answer, or refusal, is shown
  #speak = 0;
  #rows;
  #places; // of its values: its section, and those elsewhere
  /** @type {Node | undefined} */ #example;
  #silent = true; // whether a screen reader hears nothing of the newest answer
  /** Calculators that follow this one (page/dependents.mjs). @type {Calculator[]} */ followers = [];
  /** The request and the answer that are shown, after the engine's first answer. @type {{ request: any, answer: any } | undefined} */ newest;
  /** How long those wait after its answer, in ms: while a slider is dragged, it does not wait for them. */
  rest = 60;
  /** How much longer it waits itself, if its answers are folded. */
  get patience() {
    return 0;
  }
  /** Whether its request has what is pinned, so that its answer says what changed. */
  comparesItself = false;
  /** What its inputs wait for before they are read, if anything. @type {() => Promise<void> | undefined} */ before = () => undefined;
  #heard; // the member of the answer that screen readers always read; if absent, they read its sentence after typing

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.form = /** @type {HTMLFormElement} */ (document.getElementById(root.dataset.form ?? "") ?? root.querySelector("form"));
    this.#places = [root, ...document.querySelectorAll(`[data-of="${this.form.id}"]`)];
    this.leader = /** @type {HTMLFormElement | null} */ (document.getElementById(root.dataset.with ?? ""));
    this.reads = readsOf(root.dataset.reads);
    this.#heard = /** @type {HTMLElement | null} */ (root.querySelector("[data-announce]"))?.dataset.announce;
    this.#rows = [...this.form.querySelectorAll("[data-rows]")].map((group) => ({ group, example: group.cloneNode(true) }));
    wireControls(this.form);
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("input", () => this.changed());
    toolbar(this);
  }

  /** Whether this calculator answers that request. @param {string} operation @param {any} request */
  takes(operation, request) {
    const { operation: own, takes, rulebooks = "" } = this.root.dataset;
    return (operation === takes || operation === own) && rulebooks.split(" ").includes(request?.rulebook ?? "");
  }

  /** Fills the form from a request that it takes. @param {any} _request @returns {string[]} values for which the form has no control */
  fill(_request) {
    return [""];
  }

  /** Back to the page's example. */
  reset() {
    this.form.reset();
    for (const { group, example } of this.#rows) group.replaceChildren(...example.cloneNode(true).childNodes);
    updateControls(this.form);
    this.#example ??= this.form.cloneNode(true);
  }

  /** A copy of the form that shows the page's example. */
  copy() {
    return (this.#example ?? this.form).cloneNode(true);
  }

  /** The request of the form. @returns {Record<string, unknown> | Promise<Record<string, unknown>>} */
  request() {
    return this.requestOf(this.form, this.leader ?? undefined);
  }

  /** The request of a copy of the form. @param {HTMLFormElement} form @param {HTMLFormElement} [leader] */
  requestOf(form, leader) {
    return { ...taken(read(leader ?? form), this.reads), ...(leader && read(form)) };
  }

  /** Asks the engine. @param {any} request @returns {Promise<any>} undefined if something newer was asked */
  ask(request) {
    if (this.leader && this.newest && JSON.stringify(request) === JSON.stringify(this.newest.request)) return Promise.resolve(this.newest.answer); // it does not depend on what changed
    return this.#ask(this.root.dataset.operation, request);
  }

  /** The data of an answer that are placed. @param {any} answer @param {any} _request @returns {any} */
  view(answer, _request) {
    return answer;
  }

  /** Waits until the page can have the whole answer. @returns {Promise<void> | void} */
  complete() {}

  /** Its answer as a table in CSV, if the engine writes one. @returns {Promise<string | undefined>} */
  async table() {
    return undefined;
  }

  /** The same table cell by cell, its header first. @returns {Promise<string[][] | undefined>} */
  async cells() {
    return undefined;
  }

  /** Runs f while the page has the whole answer. @template T @param {() => T} f @returns {T} */
  whole(f) {
    return f();
  }

  /** The text of an answer for screen readers. @param {any} answer @returns {string} */
  spoken(answer) {
    return at(answer, this.#heard || "sentence") ?? "";
  }

  /** Whether the form has the inputs of the page's example. */
  isExample() {
    return page.isExample(this.form) && (!this.leader || page.isExample(this.leader));
  }

  /** Called before a question. Returns the inputs for which its answer holds. @returns {unknown} */
  begin() {
    return undefined;
  }

  /** Whether an answer may be shown now, given the result of begin. @param {unknown} _of */
  fits(_of) {
    return true;
  }

  changed() {
    updateControls(this.form);
    page.changed();
    this.recompute();
  }

  /**
   * Asks for the answer to the form's current inputs. It is shown in the next frame; only the newest answer is shown.
   * @param {boolean} [silent] whether a screen reader hears nothing of it
   */
  async recompute(silent = false) {
    /** @type {() => void} */ let show;
    const of = this.begin(), turn = ++this.#asked;
    try {
      const waits = this.before();
      if (waits) await waits;
      const request = await this.request();
      if (turn < this.#asked) return; // the newest question is asked last
      const answer = await this.ask(request);
      if (!answer) return;
      show = () => this.#show(answer, request, silent);
    } catch (error) {
      show = () => this.#refuse(/** @type {Refusal} */ (error));
    }
    if (turn < this.#answered) return; // a newer answer came first, and is to be shown
    this.#answered = turn;
    requestAnimationFrame(() => {
      if (turn < this.#answered || !this.fits(of)) return;
      this.#shown = turn;
      show();
    });
  }

  /** Its leader's inputs are refused: nothing is shown of what it has asked before. */
  withhold() {
    this.#shown = this.#answered = ++this.#asked;
    this.#clear();
    this.status("stale");
  }

  /** @param {any} answer @param {any} request @param {boolean} silent */
  #show(answer, request, silent) {
    this.#clear();
    this.#silent = silent && !this.#heard;
    try {
      const view = this.view(answer, request);
      for (const el of this.#places) place(el, view);
    } catch (error) {
      return this.unavailable(/** @type {Error} */ (error).message); // it is no answer
    }
    this.newest = { request, answer };
    const then = /** @type {HTMLElement | null} */ (this.root.querySelector("[data-then]"));
    if (then) then.textContent = then.dataset.then ?? "";
    this.status(this.isExample() ? "example" : "live");
    this.repeat();
    this.root.dispatchEvent(new CustomEvent("answered", { detail: { answer, request } }));
  }

  /** Places what there is of an answer that is being made; nothing flashes. @param {any} answer */
  placeStill(answer) {
    for (const el of this.#places) {
      el.toggleAttribute("data-still", true);
      place(el, answer);
      el.toggleAttribute("data-still", false);
    }
  }

  /** Whether an answer to the inputs is still to be shown. */
  get pending() {
    return this.#asked > this.#shown;
  }

  /** The newest request and its answer, unless the inputs have changed since. */
  get settled() {
    return this.pending || "stale" in this.root.dataset ? undefined : this.newest;
  }

  /** Announces the answer and its comparison to screen readers. */
  repeat() {
    if (this.#silent) return;
    const compared = this.root.querySelector("[data-compare]:not([hidden]) [data-said]")?.textContent ?? "";
    this.announce(`${this.spoken(this.newest?.answer)} ${compared}`.trim());
  }

  /** @param {Refusal} error */
  #refuse(error) {
    if (error.code === undefined || error.code === "internal") return this.unavailable(error.message);
    this.#clear();
    const at = this.#shared(error);
    if (!at || !this.leader) showError(this.form, error);
    else if (!document.getElementById(`${this.leader.id}-error`)) showError(this.leader, { message: error.message, field: at }, this.form.id);
    this.status("stale");
    this.root.dispatchEvent(new CustomEvent("refused", { detail: error }));
    this.announce(`${document.getElementById(`${this.form.id}-error`)?.textContent ?? ""} ${this.root.querySelector("[data-status=stale]")?.textContent}`);
  }

  #clear() {
    clearError(this.form);
    if (this.leader) clearError(this.leader, this.form.id);
  }

  /** Where a refusal of what it shares with others belongs: the pointer in their form. @param {Refusal} error */
  #shared({ field = "" }) {
    const name = field.split("/")[1] ?? "";
    const [from] = this.reads?.find(([, to]) => to === name) ?? [];
    if (from === undefined || this.form.querySelector(`[name="/${name}"], [name^="/${name}/"]`)) return undefined;
    return field.replace(`/${name}`, `/${from}`);
  }

  /** The engine cannot answer: the page keeps the old answer and those that follow it, and shows the reason. @param {string} reason */
  unavailable(reason) {
    const text = this.root.querySelector("[data-reason]");
    if (text) text.textContent = reason;
    this.status("off");
    this.root.dispatchEvent(new CustomEvent("unavailable"));
    for (const follower of this.followers) follower.unavailable(reason);
  }

  /** Marks what is shown: example, live, stale, off. @param {string} state */
  status(state) {
    for (const el of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-status]"))) el.hidden = el.dataset.status !== state;
    const stale = state === "stale" || (state === "off" && !(this.isExample() && !this.newest));
    for (const el of this.#places) el.toggleAttribute("data-stale", stale);
    for (const el of this.root.querySelectorAll("[data-tool=answer], [data-format]")) el.toggleAttribute("disabled", stale); // it would not belong to the link
  }

  /** Announces a text to screen readers once, when inputs have stopped changing. Until then the root is data-unspoken. @param {string} text @param {number} [after] ms; 0 for at once */
  announce(text, after = ANNOUNCE_AFTER) {
    clearTimeout(this.#speak);
    this.root.toggleAttribute("data-unspoken", after > 0);
    const speak = () => {
      this.root.toggleAttribute("data-unspoken", false);
      const region = this.root.querySelector("[data-announce]");
      if (region && region.textContent !== text) region.textContent = text;
    };
    if (after) this.#speak = setTimeout(speak, after);
    else speak();
  }
}
