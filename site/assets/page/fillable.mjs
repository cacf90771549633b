// A calculator whose form can be filled from a request: from a link, from a
// pasted text, or from the part of a request in an option or a suggestion.

import { Calculator } from "./calculator.mjs";
import { fill } from "../form/fill.mjs";
import { readsOf } from "../form/read.mjs";

const PATIENCE = 1000; // ms without an answer until the one that is shown is marked as one to other inputs

export class FillableCalculator extends Calculator {
  #patience = 0;

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    this.form.addEventListener("change", ({ target }) => {
      const preset = target instanceof HTMLSelectElement ? target.selectedOptions[0]?.dataset.fill : undefined;
      if (preset) this.put(preset);
    });
  }

  /** Before a question. If the engine is slow, or the hand does not rest, nothing newer is shown in time: then what is shown, here and in what follows, is marked. */
  begin() {
    const shown = [this, ...this.followers].map((one) => /** @type {const} */ ([one, one.newest]));
    this.#patience ||= setTimeout(() => {
      this.#patience = 0;
      for (const [one, old] of shown) if (one.newest === old && !one.isExample()) one.root.toggleAttribute("data-stale", true); // without a line, so that nothing moves
      if (this.pending) this.begin();
    }, PATIENCE);
  }

  /** @param {any} request */
  fill(request) {
    const rest = this.reads ? this.#fillParts(request) : fill(this.form, request);
    this.changed();
    if (this.reads && this.leader) this.leader.dispatchEvent(new Event("input")); // its calculator answers first
    return rest;
  }

  /** Fills what it shares with others member by member, and leaves the rest of that form as it is. @param {any} request */
  #fillParts(request) {
    const shared = this.leader ?? this.form;
    const { ...own } = request;
    const needed = readsOf(/** @type {HTMLElement | null} */ (document.querySelector(`[data-calc][data-form="${shared.id}"]`))?.dataset.reads);
    /** @type {string[]} */ const rest = [];
    for (const [from, to] of this.reads ?? []) {
      if (this.leader && this.form.elements.namedItem(`/${to}`)) continue;
      delete own[to];
      const box = /** @type {HTMLInputElement | null} */ (shared.elements.namedItem(`/${from}`));
      const kept = this.leader && box?.type !== "checkbox" && needed?.some(([name]) => name === from); // the other calculator cannot do without it
      if (to in request || !(kept || box?.dataset?.stays !== undefined)) rest.push(...fill(shared, request[to], `/${from}`));
    }
    return [...rest, ...(this.leader ? fill(this.form, own) : Object.keys(own).map((name) => `/${name}`))];
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
