// What the rail says of each weight after an answer, and what belongs to pinned weights.

import { place } from "../answer/place.mjs";

/** @param {HTMLElement} root of the calculator @param {HTMLElement[]} rows of the rail @param {any} answer */
export function label(root, rows, { weights, pinned }) {
  rows.forEach((row, i) => {
    const { percent: _, ...texts } = weights[i] ?? {};
    place(row, texts);
    for (const el of row.querySelectorAll("[data-for]")) {
      const step = el.getAttribute("data-step");
      el.setAttribute("aria-label", texts.label + (step === "1" ? ": more" : step ? ": less" : ", slider"));
    }
  });
  for (const el of root.querySelectorAll("[data-pinned], [data-versus-column]")) el.toggleAttribute("hidden", !pinned);
}

/** Removes the marks of another table: those of a long one come later. @param {boolean} again whether there was one; else those of the example stay with it */
export function unmark(again) {
  const { value, defaultValue } = /** @type {HTMLTextAreaElement} */ (document.querySelector("#agents"));
  if (!again && value === defaultValue) return;
  for (const el of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-of="sure marks"]'))) place(el, {});
}
