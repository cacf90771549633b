// How a form takes a rulebook of the reader, and says that it answers by it.
//
//   [data-own-rules]   lines that say whose rules answer; [data-own-name] takes the name,
//                      [data-own-back] goes back to the arena's own rules

import { plain } from "../answer/plain-text.mjs";
import { fill } from "../form/fill.mjs";
import { placeOf } from "./own-rules.mjs";

/** @typedef {import("./own-rules.mjs").Rulebook} Rulebook */

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
