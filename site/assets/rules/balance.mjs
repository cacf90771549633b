// Weights of dimensions that sum to 100 percent: when one of them is edited, the engine moves the
// others, but for those that are locked. Fractions of 1, of a rulebook, become percentages.
//
//   [data-lock]      in a row, the box that keeps its weight
//   [data-balance]   why a weight is not what was typed

import { updateControls } from "../form/controls.mjs";
import { number } from "../form/read.mjs";
import { page } from "../page/page.mjs";
import { Rebalance } from "../page/rebalance.mjs";

/** @param {import("./rules.mjs").RulesCalculator} calculator */
export function balance(calculator) {
  const { form, root } = calculator;
  const box = /** @type {HTMLElement} */ (form.querySelector("[data-rows$='/dimensions']"));
  const why = /** @type {HTMLElement} */ (form.querySelector("[data-balance]"));
  const rows = () => /** @type {HTMLElement[]} */ ([...box.querySelectorAll(":scope > fieldset")]);
  const locked = (/** @type {Element} */ row) => /** @type {HTMLInputElement} */ (row.querySelector("[data-lock]")).checked;
  const weightOf = (/** @type {Element} */ row) => /** @type {HTMLInputElement} */ (row.querySelector("[name$='/weight']"));
  /** The row whose weight was edited. @type {HTMLElement | undefined} */ let edited;
  const others = new Rebalance();

  /** Rows that are new get sliders of their own. */
  function dress() {
    rows().forEach((row, i) => {
      const weight = weightOf(row), id = `eye-weight-${i}`;
      if (weight.id === id) return;
      weight.id = id;
      for (const el of row.querySelectorAll("[data-for]")) /** @type {HTMLElement} */ (el).dataset.for = id;
      const label = row.querySelector(".whose > label[for]");
      if (label instanceof HTMLLabelElement) label.htmlFor = id;
    });
    updateControls(form);
  }

  form.addEventListener("input", ({ target }) => {
    const el = /** @type {HTMLInputElement} */ (target), row = /** @type {HTMLElement | null} */ (el.closest(".eye-row"));
    if (row && (el === weightOf(row) || el.type === "range")) edited = row;
  }, { capture: true });
  form.addEventListener("change", () => others.end());
  new MutationObserver(dress).observe(box, { childList: true });
  calculator.before = () => {
    const row = edited;
    edited = undefined;
    return row && ask(row);
  };

  /** @param {HTMLElement} row */
  async function ask(row) {
    const all = rows().filter((one) => weightOf(one).value.trim() !== "");
    const edited = all.indexOf(row), weights = all.map((one, i) => ({ dimension: `w${i}`, percent: number(weightOf(one).value), locked: locked(one) }));
    if (edited < 0 || !weights.every(isNumber)) return; // the engine says what is wrong with it
    const answer = await others.ask(row, weights, edited, weights[edited]?.percent ?? 0).catch((error) => {
      throw Object.assign(error, { field: weightOf(row).name });
    });
    if (!answer) return;
    all.forEach((one, i) => {
      const percent = answer.weights[i]?.percent;
      if (percent !== undefined && percent !== number(weightOf(one).value)) weightOf(one).value = String(percent);
    });
    say(answer.warnings[0]?.message);
    updateControls(form);
    page.amend();
  }

  /** @param {string} [text] */
  function say(text) {
    why.hidden = text === undefined;
    const span = why.querySelector("span");
    if (span) span.textContent = text ?? "";
  }

  root.addEventListener("answered", (event) => {
    const { answer, request } = /** @type {CustomEvent} */ (event).detail;
    let changed = false;
    rows().forEach((row, i) => {
      const of = answer.dimensions[i], weight = weightOf(row);
      const put = (/** @type {string} */ selector, /** @type {string} */ text) => {
        const el = row.querySelector(selector);
        if (el && el.textContent !== text) el.textContent = text;
      };
      put("[data-formula]", of?.formula ?? "");
      put("[data-label-of]", of?.label ?? "");
      row.dataset.dim = of?.dim ?? "";
      const given = request.rulebook.dimensions[i]?.weight;
      if (of === undefined || of.percent === given || number(weight.value) !== given) return;
      weight.value = String(of.percent);
      changed = true;
    });
    if (!changed) return;
    updateControls(form);
    page.amend();
  });
  dress();
}

/** @param {{ dimension: string, percent: unknown, locked: boolean }} weight @returns {weight is import("../page/rebalance.mjs").Weight & { locked: boolean }} */
const isNumber = (weight) => typeof weight.percent === "number";
