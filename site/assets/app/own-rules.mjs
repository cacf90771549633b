// A rulebook of the reader in place of the arena's: JSON in the form's "own-rules".
//
//   [data-own-rules]   lines that say whose rules answer; [data-own-name] takes the name,
//                      [data-own-back] goes back to the arena's own rules

import { plain } from "../answer/plain-text.mjs";
import { fill } from "../form/fill.mjs";

/** @typedef {Record<string, any>} Rulebook */

/** @param {HTMLFormElement} form @returns {HTMLTextAreaElement | null} */
export const placeOf = (form) => /** @type {HTMLTextAreaElement | null} */ (form.elements.namedItem("own-rules"));

/** The request with the reader's own rulebook, if the form has one. @template {Record<string, unknown>} T @param {HTMLFormElement} form @param {T} request @returns {T} */
export function withOwnRules(form, request) {
  const text = placeOf(form)?.value;
  return text && "rulebook" in request ? { ...request, rulebook: parsed(text) } : request;
}

/** @param {string} text @returns {Rulebook} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw { code: "invalid", field: "/rulebook", message: /** @type {Error} */ (error).message };
  }
}

/** The rulebook that a text is, if it looks like one. @param {string} text @returns {Rulebook | undefined} */
export function rulebookIn(text) {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    const value = JSON.parse(text);
    return Array.isArray(value.dimensions) && "composite" in value && "arithmetic" in value ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Puts a rulebook and its weights into a form. @param {HTMLFormElement} form @param {Rulebook} rulebook @returns {string[]} pointers of weights for which the form has no control */
export function takeRules(form, rulebook) {
  /** @type {HTMLTextAreaElement} */ (placeOf(form)).value = JSON.stringify(rulebook);
  const weights = rulebook.dimensions.filter((/** @type {any} */ { weight }) => weight !== undefined).map((/** @type {any} */ { key, weight }) => [key, weight]);
  return weights.length ? fill(form, Object.fromEntries(weights), "/weights") : [];
}

/** Says whose rules answer, as long as they are the reader's. @param {import("./fillable.mjs").FillableCalculator} calculator */
export function tellWhose(calculator) {
  const { root, form } = calculator;
  const text = placeOf(form);
  if (!text) return;
  const tell = () => {
    for (const line of root.querySelectorAll("[data-own-rules]")) {
      line.toggleAttribute("hidden", text.value === "");
      const name = line.querySelector("[data-own-name]");
      if (name) name.textContent = plain(String((text.value && rulebookIn(text.value)?.name) ?? ""));
    }
  };
  root.addEventListener("answered", tell);
  root.addEventListener("refused", tell);
  root.addEventListener("click", ({ target }) => {
    if (!(/** @type {Element} */ (target).closest("[data-own-back]"))) return;
    text.value = "";
    tell();
    calculator.changed();
  });
}
