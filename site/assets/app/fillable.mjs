// A calculator whose form can be filled from a request: from a link, from a
// pasted text, or from the part of a request in an option or a suggestion.

import { Calculator } from "./calculator.mjs";
import { fill } from "../form/fill.mjs";

export class FillableCalculator extends Calculator {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    this.form.addEventListener("change", ({ target }) => {
      const preset = target instanceof HTMLSelectElement ? target.selectedOptions[0]?.dataset.fill : undefined;
      if (preset) this.put(preset);
    });
  }

  /** @param {any} request */
  fill(request) {
    const rest = fill(this.form, request);
    this.changed();
    return rest;
  }

  /** Puts parts of a request into the form. @param {string} parts JSON: values by pointer */
  put(parts) {
    for (const [pointer, value] of Object.entries(JSON.parse(parts))) {
      if (typeof value === "object") fill(this.form, value, pointer);
      else /** @type {HTMLInputElement} */ (this.form.elements.namedItem(pointer)).value = value;
    }
    this.changed();
  }
}
