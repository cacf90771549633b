// Changes of the table with its weights, which the engine makes (explain.edit): the
// weights of an arena, a dimension more or less. Its sentence, or the reason why not,
// is in the [role=status] beside the control until the form changes again.
//
//   [data-edits] select               the weights to start from, or those of a rulebook that the page is given; "equal" makes those equal that are not locked
//   [data-edits] button[data-edit]    adds or removes the dimension that is named in the input beside it

import { plain } from "../answer/plain-text.mjs";
import { engine } from "../app/page-engine.mjs";
import { read } from "../form/read.mjs";

/** @param {HTMLElement} box @param {import("./weights.mjs").WeightsCalculator} calculator */
export function editsIn(box, calculator) {
  const control = /** @type {HTMLInputElement | HTMLSelectElement} */ (box.querySelector("input, select"));
  const status = /** @type {HTMLElement} */ (box.querySelector("[role=status]"));
  /** @param {string} change @param {unknown} [named] what the change is about */
  const apply = async (change, named = control.value.trim()) => {
    if (!named) return control.focus();
    if (named === "equal") {
      control.value = "";
      return calculator.equal();
    }
    try {
      const { sentence, text, weights } = await engine.call("explain.edit", /** @type {any} */ ({ ...read(calculator.form), [change]: named }));
      calculator.fill({ text, weights });
      control.value = "";
      status.textContent = plain(sentence);
    } catch (error) {
      const { field, message } = /** @type {import("../../../wasm/engine/engine.mjs").EngineError} */ (error);
      const inside = field.startsWith("/start/") ? `${field.slice("/start".length)}: ` : ""; // of a rulebook
      status.textContent = plain(`${inside}${message.charAt(0).toUpperCase()}${message.slice(1)}.`);
    }
  };
  if (control instanceof HTMLSelectElement) {
    control.addEventListener("change", () => apply("start"));
    calculator.start = (rulebook) => void apply("start", rulebook);
    if (calculator.given) calculator.start(calculator.given);
  }
  box.addEventListener("click", ({ target }) => {
    const { edit } = /** @type {HTMLElement} */ (target).dataset;
    if (edit) apply(edit);
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target === control && control instanceof HTMLInputElement) apply("add");
  });
  calculator.form.addEventListener("input", () => (status.textContent = ""));
  if (control instanceof HTMLSelectElement && control.value) apply("start"); // chosen before this module was loaded
}
