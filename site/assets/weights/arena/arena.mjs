// The calculator of an arena's rules, /weights/arena/. Its form has a rulebook in sentences
// and a run; what the form does not show of a rulebook that is brought stays in "own-base".
//
//   [data-clause]     of a clause and of the steps that follow it: pointing at one lights the other
//   [data-law-…]      saving, adding and removing, what is kept on this device, the JSON

import { plain } from "../../answer/plain-text.mjs";
import { place } from "../../answer/place.mjs";
import { engine } from "../../engine/page-engine.mjs";
import { announce, rows, setRows, updateControls } from "../../form/controls.mjs";
import { fill } from "../../form/fill.mjs";
import { number, read } from "../../form/read.mjs";
import { sentence } from "../../page/errors.mjs";
import { FillableCalculator } from "../../page/fillable.mjs";
import { forget, keep, keptRules, rename, watchRules } from "../../page/own/kept-rules.mjs";
import { page } from "../../page/page.mjs";
import { Rebalance } from "../../page/rebalance.mjs";
import { bonusesOf, isRulebook, whole } from "./rules.mjs";

/** @typedef {Record<string, any>} Rulebook */

const DIMENSIONS = "/rulebook/dimensions";
const RUN = "/run";

export class ArenaCalculator extends FillableCalculator {
  /** The weight that was edited last, until the others have moved. @type {HTMLInputElement | undefined} */ #edited;
  #others = new Rebalance();
  #saved = ""; // what the page says of it, until something changes
  #fresh = false; // whether the run is to be the engine's
  #turn = 0; // of problems that are asked for

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    const { form } = this;
    form.addEventListener("input", ({ target }) => {
      const input = /** @type {HTMLInputElement} */ (target);
      fit(input);
      this.#saved = "";
      if (input.name?.startsWith(`${DIMENSIONS}/`) && input.name.endsWith("/weight")) this.#edited = input;
    }, { capture: true });
    form.addEventListener("change", () => this.#others.end());
    form.addEventListener("keydown", (event) => {
      const input = /** @type {HTMLInputElement} */ (event.target);
      if (event.key === "Enter" && input.matches(".law-word")) input.dispatchEvent(new Event("change", { bubbles: true }));
    });
    this.before = () => this.#balance();
    root.addEventListener("answered", (event) => this.#answered(/** @type {CustomEvent} */ (event).detail));
    root.addEventListener("refused", () => this.#refused());
    this.#wireRows();
    this.#wireKept();
    lights(form);
  }

  reset() {
    this.#fresh = false;
    this.#results.dataset.lawResults = "";
    super.reset();
    this.#fitAll();
  }

  /** @param {string} operation */
  takes(operation) {
    return operation === "rulebook.check";
  }

  /** Takes a rulebook, and nothing of the one before. @param {any} request @returns {string[]} */
  fill({ rulebook }) {
    this.#base.value = JSON.stringify(rulebook);
    if (!isRulebook(rulebook)) {
      this.changed(); // which is refused
      return [];
    }
    const group = this.#rows(DIMENSIONS);
    this.#results.dataset.lawResults = "";
    for (const at of ["/rulebook/rating/opponents", "/rulebook/titles", "/rulebook/tiers"]) for (const input of this.#rows(at).querySelectorAll("input")) input.value = "";
    for (const hidden of /** @type {NodeListOf<HTMLInputElement>} */ (this.form.querySelectorAll("input[type=hidden][data-omit]"))) hidden.value = ""; // keys and ids
    const bonuses = bonusesOf(rulebook);
    const { source: _, arithmetic: __, ...shown } = rulebook;
    const results = Object.entries(this.#usual).map(([id, worth]) => ({ name: id, worth, ...rulebook.results?.find((/** @type {any} */ one) => one.id === id) }));
    fill(this.form, { ...shown, results, rating: shown.rating ? { ...shown.rating, bonuses } : { scheme: "" } }, "/rulebook");
    const scheme = /** @type {HTMLSelectElement} */ (this.form.elements.namedItem("/rulebook/rating/scheme"));
    scheme.value = shown.rating?.scheme ?? ""; // a value that both schemes have shows that of the first
    updateControls(this.form);
    for (const [at, list] of /** @type {[string, any[] | undefined][]} */ ([["/rulebook/titles", rulebook.titles], ["/rulebook/tiers", rulebook.tiers], ["/rulebook/rating/opponents", rulebook.rating?.opponents]])) if (!list?.length) for (const row of rows(this.#rows(at)).slice(1)) row.remove();
    setRows(this.#rows(RUN), rows(group).length);
    this.#saved = "";
    this.#fresh = true;
    this.changed();
    return [];
  }

  /** @param {HTMLFormElement} form */
  requestOf(form) {
    const request = /** @type {any} */ (read(form));
    const id = /** @type {HTMLInputElement} */ (form.elements.namedItem("/rulebook/id"));
    if (id.value === id.defaultValue) delete request.rulebook.id; // it follows the name
    const base = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("own-base")).value;
    if (this.#fresh) delete request.run;
    return { ...request, rulebook: whole(request.rulebook, brought(base), this.#usual) };
  }

  /** The names and worths of results. */
  get #results() {
    return /** @type {HTMLElement} */ (this.root.querySelector("[data-law-results]"));
  }

  /** What results are worth where a rulebook does not say it, by id. @returns {Record<string, number>} */
  get #usual() {
    const all = /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-usual]"));
    return Object.fromEntries(["win", "draw", "loss"].map((id, i) => [id, Number(all[i]?.dataset.usual)]));
  }

  get #base() {
    return /** @type {HTMLTextAreaElement} */ (this.form.elements.namedItem("own-base"));
  }

  /** @param {string} at */
  #rows(at) {
    return /** @type {HTMLElement} */ (this.form.querySelector(`[data-rows="${at}"]`));
  }

  get #rulebook() {
    return this.requestOf(this.form).rulebook;
  }

  /** Moves the other weights, so that all sum to 100 percent. */
  #balance() {
    const edited = this.#edited;
    this.#edited = undefined;
    return edited && this.#ask(edited);
  }

  /** @param {HTMLInputElement} edited */
  async #ask(edited) {
    const fields = /** @type {HTMLInputElement[]} */ ([...this.#rows(DIMENSIONS).querySelectorAll("[name$='/weight']")]);
    const percents = fields.map((field) => number(field.value)), at = fields.indexOf(edited);
    if (percents.some((percent) => typeof percent !== "number") || fields.length < 2) return;
    const weights = percents.map((percent, i) => ({ dimension: `d${i}`, percent: /** @type {number} */ (percent) }));
    const answer = await this.#others.ask(edited, weights, at, /** @type {any} */ (weights[at]).percent).catch(() => undefined); // the rules say what is wrong
    fields.forEach((field, i) => {
      const percent = answer?.weights[i]?.percent;
      if (percent !== undefined && percent !== number(field.value)) field.value = String(percent);
    });
    this.#fitAll();
    page.amend();
  }

  /** @param {{ answer: any, request: any }} shown */
  #answered({ answer, request }) {
    this.#turn++;
    rows(this.#rows(RUN)).forEach((row, i) => {
      const [label, text, slider] = /** @type {[HTMLLabelElement, HTMLInputElement, HTMLInputElement]} */ (["label", "[type=text]", "[type=range]"].map((one) => row.querySelector(one)));
      label.htmlFor = text.id = slider.dataset.for = `law-run-${i}`; // a row may be new, or have another place
      place(row, answer.run[i] ?? {});
    });
    if (this.#fresh) this.#reach(answer.run);
    rows(this.#rows(DIMENSIONS)).forEach((row, i) => (row.dataset.dim = answer.run[i]?.dim ?? ""));
    this.#inPercent(answer.run, request.rulebook.dimensions);
    this.#fitAll();
    this.#say(this.#saved || "Complete. Every page accepts it.", []);
    const json = /** @type {HTMLTextAreaElement} */ (this.root.querySelector("[data-law-json]"));
    json.value = JSON.stringify(request.rulebook, null, 1);
    /** @type {Element} */ (this.root.querySelector("[data-law-id]")).textContent = plain(request.rulebook.id);
    this.#offer();
  }

  /** Moves the sliders to the engine's run. @param {any[]} run */
  #reach(run) {
    this.#fresh = false;
    rows(this.#rows(RUN)).forEach((row, i) => (/** @type {HTMLInputElement} */ (row.querySelector("input")).value = String(run[i]?.reached)));
    updateControls(this.form);
    page.amend();
  }

  /** Weights that were fractions of 1 become percentages. @param {any[]} run @param {any[]} dimensions */
  #inPercent(run, dimensions) {
    const fields = /** @type {HTMLInputElement[]} */ ([...this.#rows(DIMENSIONS).querySelectorAll("[name$='/weight']")]);
    let changed = false;
    fields.forEach((field, i) => {
      const percent = run[i]?.weight;
      if (percent === undefined || percent === number(field.value) || dimensions[i]?.weight !== number(field.value)) return;
      field.value = String(percent);
      changed = true;
    });
    if (changed) page.amend();
  }

  /** Lists everything that is wrong with the rules. */
  async #refused() {
    const turn = ++this.#turn;
    /** @type {{ field: string, message: string }[]} */ let problems = [];
    try {
      ({ problems } = await engine.call("rulebook.check", { rulebook: this.#rulebook }));
    } catch (error) {
      problems = [/** @type {any} */ (error)]; // no rulebook at all
    }
    if (turn !== this.#turn) return;
    const [first, ...rest] = problems.map(({ field, message }) => `${field}: ${sentence(message)}`);
    this.#say(first ?? "These rules cannot score this run.", rest);
    this.#offer();
  }

  /** @param {string} text @param {string[]} more */
  #say(text, more) {
    const told = /** @type {HTMLElement} */ (this.root.querySelector("[data-law-told]"));
    told.textContent = plain(text);
    const wrong = "stale" in this.root.dataset || this.form.querySelector("[aria-invalid=true]") !== null;
    told.toggleAttribute("data-wrong", wrong);
    const list = /** @type {HTMLElement} */ (this.root.querySelector("[data-law-problems]"));
    list.hidden = more.length === 0;
    list.replaceChildren(...more.map((one) => Object.assign(document.createElement("li"), { textContent: plain(one) })));
    /** @type {HTMLButtonElement} */ (this.root.querySelector("[data-law-save]")).disabled = wrong;
  }

  #fitAll() {
    for (const input of this.form.querySelectorAll("input.law-word")) fit(/** @type {HTMLInputElement} */ (input));
  }

  #wireRows() {
    const select = /** @type {HTMLSelectElement} */ (this.root.querySelector("[data-law-add]"));
    for (const type of ["input", "change"]) select.addEventListener(type, (event) => {
      event.stopPropagation(); // it is no input of the rules
      if (type !== "change") return;
      const [at = "", place] = select.value.split("#");
      select.value = "";
      if (at === "results") this.#ownResults(true);
      else if (place === undefined) this.#add(at);
      else this.#remove(at, Number(place));
    });
  }

  /** Shows what results are called and worth if that is the arena's own, or wanted. @param {boolean} [wanted] */
  #ownResults(wanted) {
    const inputs = this.#results.querySelectorAll("input");
    if (wanted || [...inputs].some((input) => input.value !== input.defaultValue)) this.#results.dataset.lawResults = "open";
    if (wanted) inputs[0]?.focus();
  }

  /** The rows that can be removed. */
  #offer() {
    this.#ownResults();
    const group = /** @type {HTMLElement} */ (this.root.querySelector("[data-law-rows]"));
    const options = [DIMENSIONS, "/rulebook/rating/opponents", "/rulebook/titles", "/rulebook/tiers"].flatMap((at) => {
      const all = rows(this.#rows(at));
      return all.length < 2 ? [] : all.map((row, i) => new Option(plain(/** @type {HTMLInputElement} */ (row.querySelector("input.law-word")).value), `${at}#${i}`));
    });
    group.replaceChildren(...options);
  }

  /** @param {string} at */
  #add(at) {
    const group = this.#rows(at);
    group.closest("details")?.setAttribute("open", "");
    setRows(group, rows(group).length + 1);
    if (at === DIMENSIONS) setRows(this.#rows(RUN), rows(group).length);
    updateControls(this.form);
    this.#fitAll();
    announce(group);
    /** @type {HTMLInputElement | null | undefined} */ (rows(group).at(-1)?.querySelector("input.law-word"))?.focus();
  }

  /** @param {string} at @param {number} place */
  #remove(at, place) {
    for (const group of at === DIMENSIONS ? [this.#rows(at), this.#rows(RUN)] : [this.#rows(at)]) {
      const all = rows(group);
      if (all.length < 2) return;
      all[place]?.remove();
      setRows(group, all.length - 1);
    }
    const first = /** @type {HTMLInputElement} */ (this.#rows(at).querySelector("[name$='/weight']"));
    if (first) this.#edited = first; // its share goes to the others
    announce(this.#rows(at));
  }

  #wireKept() {
    const { root } = this;
    const list = /** @type {HTMLElement} */ (root.querySelector("[data-law-kept] ul"));
    const pattern = /** @type {HTMLTemplateElement} */ (list.querySelector("template"));
    const trouble = /** @type {HTMLElement} */ (root.querySelector("[data-law-trouble]"));
    const show = () => {
      const kept = keptRules();
      for (const row of list.querySelectorAll("li")) row.remove();
      for (const { name } of kept) {
        const row = /** @type {DocumentFragment} */ (pattern.content.cloneNode(true));
        const input = /** @type {HTMLInputElement} */ (row.querySelector("input"));
        input.value = input.dataset.was = plain(name);
        /** @type {HTMLElement} */ (row.querySelector("li")).dataset.kept = name;
        for (const button of row.querySelectorAll("button")) button.setAttribute("aria-label", `${button.textContent} ${plain(name)}`);
        list.append(row);
      }
      const count = kept.length === 1 ? "1 rulebook" : `${kept.length || "no"} rulebook${kept.length ? "s" : ""}`;
      /** @type {Element} */ (root.querySelector("[data-law-count]")).textContent = count;
    };
    root.querySelector("[data-law-save]")?.addEventListener("click", () => {
      const rulebook = this.#rulebook;
      const why = keep(JSON.stringify(rulebook));
      this.#saved = why || `Saved. Choose ${plain(rulebook.name)} on any page.`;
      this.#say(this.#saved, []);
      show();
    });
    for (const type of ["input", "change"]) list.addEventListener(type, (event) => {
      event.stopPropagation(); // no input of the rules
      const input = /** @type {HTMLInputElement} */ (event.target);
      if (type !== "change" || input.value === input.dataset.was) return;
      trouble.textContent = rename(/** @type {HTMLElement} */ (input.closest("li")).dataset.kept ?? "", input.value);
      if (trouble.textContent === "") show();
    });
    list.addEventListener("click", ({ target }) => {
      const button = /** @type {Element} */ (target).closest("button");
      const name = /** @type {HTMLElement | null} */ (button?.closest("li"))?.dataset.kept;
      if (!button || name === undefined) return;
      const one = keptRules().find((kept) => kept.name === name);
      if (button.matches("[data-law-open]")) return one && this.#open(JSON.parse(one.text), trouble);
      trouble.textContent = forget(name);
      show();
      (list.querySelector("input") ?? /** @type {HTMLElement} */ (root.querySelector("[data-law-kept] summary"))).focus(); // the button is gone
    });
    watchRules(show);
    show();
  }

  /** Opens a kept rulebook, if the engine takes it. @param {Rulebook} rulebook @param {HTMLElement} trouble */
  async #open(rulebook, trouble) {
    const { problems: [first] } = await engine.call("rulebook.check", { rulebook }).catch(({ message }) => ({ problems: [{ field: "", message }] }));
    trouble.textContent = first ? plain(`${first.field}: ${sentence(first.message)}`) : "";
    if (!first) this.fill({ rulebook });
  }
}

/** A word takes the room of its text. @param {HTMLInputElement} input */
function fit(input) {
  if (input.matches?.("input.law-word")) input.size = Math.max(1, input.value.length);
}

/** A clause lights the steps that follow it, and a step its clause. @param {HTMLElement} form */
function lights(form) {
  const light = (/** @type {EventTarget | null} */ target) => {
    const clause = /** @type {HTMLElement | null} */ (target instanceof Element ? target.closest("[data-clause]") : null)?.dataset.clause;
    const known = clause !== undefined && form.querySelector(`li[data-clause="${clause}"]`) !== null;
    for (const el of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-clause]"))) {
      el.toggleAttribute("data-lit", known && el.dataset.clause === clause);
      el.toggleAttribute("data-dim-out", known && el.dataset.clause !== clause);
    }
  };
  for (const type of ["pointerover", "focusin"]) form.addEventListener(type, ({ target }) => light(target));
  form.addEventListener("pointerleave", () => light(null));
  form.addEventListener("focusout", () => light(null));
}

/** The rulebook that a text has, of which the form shows a part; a link may have any text. @param {string} text @returns {Rulebook} */
function brought(text) {
  if (!text) return {};
  let rulebook;
  try {
    rulebook = JSON.parse(text);
  } catch {
    // it is none
  }
  if (isRulebook(rulebook)) return rulebook;
  throw Object.assign(new Error(`"${text.length > 60 ? `${text.slice(0, 59)}…` : text}": want a rulebook as an object`), { code: "invalid", field: "/rulebook" });
}
