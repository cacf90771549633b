// Calculators that answer by a rulebook of the reader in place of the arena's. A page
// has one: JSON in the control "own-rules". All calculators of the page answer by it.
//
//   /rulebook, /source   a choice of rules: it shows that none of them answers, and
//                        choosing one goes back to it

import { fill } from "../../form/fill.mjs";
import { FillableCalculator } from "../fillable.mjs";
import { soon } from "../../engine/lazy.mjs";
import { sayWhose } from "./own-rules.mjs";

/** @typedef {import("./own-rules.mjs").Rulebook} Rulebook */

/** The page's place for it, or that of a copy of the page's forms. @param {HTMLFormElement} form @returns {HTMLTextAreaElement | null} */
const placeOf = (form) => /** @type {ParentNode & Node} */ (form.getRootNode()).querySelector("[name=own-rules]");

export class RuledCalculator extends FillableCalculator {
  /** Whether its form is the one that has the page's place. */
  get rules() {
    return this.form.elements.namedItem("own-rules") !== null;
  }

  /** Whether it answers that request, or takes a rulebook of the reader. @param {string} operation @param {any} request */
  takes(operation, request) {
    return super.takes(operation, request) || (operation === "rulebook.check" && this.rules);
  }

  /** @param {any} request */
  fill(request) {
    if (typeof request.rulebook !== "object" || !this.rules) return super.fill(request);
    const rest = takeRules(this.form, request.rulebook);
    this.changed();
    this.root.dispatchEvent(new CustomEvent("ruled"));
    return rest;
  }

  /** @param {HTMLFormElement} form @param {HTMLFormElement} [leader] */
  requestOf(form, leader) {
    return this.byOwnRules(super.requestOf(form, leader), form, leader);
  }

  /** The request with the reader's rulebook, if there is one and the request has rules. @template {Record<string, unknown>} T @param {T} request @param {HTMLFormElement} form @param {HTMLFormElement} [leader] @returns {T} */
  byOwnRules(request, form, leader) {
    const text = placeOf(form)?.value;
    const chosen = (!this.reads || this.reads.some(([from]) => from === "rulebook")) && choices(leader ?? form).length; // of a choice, nothing is ticked
    return text && ("rulebook" in request || chosen) ? { ...request, source: undefined, rulebook: parsed(text) } : request;
  }
}

/** @param {string} text @returns {Rulebook} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw { code: "invalid", field: "/rulebook", message: /** @type {Error} */ (error).message };
  }
}

/** Puts a rulebook and its weights into a form. @param {HTMLFormElement} form @param {Rulebook} rulebook @returns {string[]} pointers of weights for which the form has no control */
function takeRules(form, rulebook) {
  /** @type {HTMLTextAreaElement} */ (placeOf(form)).value = JSON.stringify(rulebook);
  for (const choice of choices(form)) {
    if (choice instanceof HTMLSelectElement) choice.value = "own";
    else choice.checked = false;
  }
  const weights = rulebook.dimensions.filter((/** @type {any} */ { weight }) => weight !== undefined).map((/** @type {any} */ { key, weight }) => [key, weight]);
  return weights.length && form.querySelector("[name^='/weights/']") ? fill(form, Object.fromEntries(weights), "/weights") : [];
}

/** The controls that choose an arena's rules. @param {HTMLFormElement} form @returns {(HTMLSelectElement | HTMLInputElement)[]} */
const choices = (form) => /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll(":is(select, [type=radio]):is([name='/rulebook'], [name='/source'])")]);

/** Says whose rules answer, as long as they are the reader's, and goes back. @param {RuledCalculator[]} calculators of the page */
export function tellWhose(calculators) {
  const owner = calculators.find(({ rules }) => rules);
  if (!owner) return;
  const { root, form } = owner;
  const text = /** @type {HTMLTextAreaElement} */ (placeOf(form));
  const tell = () => sayWhose(text.value);
  const others = () => {
    for (const one of calculators) if (one !== owner && !one.leader) one.recompute(true);
  };
  const back = () => {
    text.value = "";
    tell();
    owner.changed();
    others();
  };
  for (const act of ["answered", "refused"]) root.addEventListener(act, tell);
  root.addEventListener("ruled", others);
  form.addEventListener("change", ({ target }) => {
    if (text.value && choices(form).includes(/** @type {HTMLInputElement} */ (target))) back();
  });
  const home = () => {
    for (const choice of choices(form)) {
      if (choice instanceof HTMLSelectElement) for (const option of choice.options) option.selected = option.defaultSelected;
      else choice.checked = choice.defaultChecked;
    }
    back();
  };
  root.addEventListener("click", ({ target }) => {
    if (/** @type {Element} */ (target).closest("[data-own-back]")) home();
  });
  soon(async () => (await import("./kept-choice.mjs")).keptChoice(owner, text, home));
}
