// A calculator whose answer is shown for exactly the inputs it was computed for.
// If an input changes, the answer disappears until there is a new one
// (answer/shown-state.mjs).

import { Calculator } from "./calculator.mjs";
import { ShownState } from "../answer/shown-state.mjs";

export class ExactCalculator extends Calculator {
  #shownState;
  /** The inputs that the answer shown was computed for; undefined while none is. @type {unknown[] | undefined} */ #of;
  #files = 0; // how often a file took the place of inputs, read or not: no answer to those before is shown

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    this.#shownState = new ShownState(root);
    root.addEventListener("click", ({ target }) => /** @type {Element} */ (target).closest("[data-retry]") && this.#retry());
  }

  /** Everything an answer depends on, but for the time. @returns {unknown[]} */
  inputs() {
    return [];
  }

  /** Whether the form is empty. */
  nothing() {
    return false;
  }

  reset() {
    super.reset();
    if (this.root.dataset.shows === "example" && !this.newest) this.#of = this.inputs(); // the page's own answer
  }

  begin() {
    const inputs = this.inputs();
    if (this.nothing()) this.status("empty");
    else if (!same(inputs, this.#of)) this.status("checking");
    return { inputs, files: this.#files };
  }

  /** @param {unknown} of */
  fits(of) {
    const { inputs, files } = /** @type {ReturnType<ExactCalculator["begin"]>} */ (of);
    return files === this.#files && this.#holds(inputs);
  }

  /** Whether the form holds these inputs. @param {unknown[]} inputs */
  #holds(inputs) {
    return !this.nothing() && same(inputs, this.inputs());
  }

  /** A file is being read, which the form does not hold yet. */
  reading() {
    this.#files++;
    this.status("checking");
  }

  /** Marks what is shown: example, live, broken, checking, empty, stale, unread, off. @param {string} state */
  status(state) {
    const own = state === "example" || state === "live";
    const keep = state === "off" && this.#of !== undefined && this.#holds(this.#of);
    if (state === "unread") this.#files++;
    if (own) this.#of = this.inputs();
    else if (!keep) {
      [this.#of, this.newest] = [undefined, undefined];
      this.announce("", 0); // its announcement to screen readers
    }
    this.#shownState.show(state, keep);
    if (state === "off" || state === "unread") this.announce(this.#shownState.spoken);
  }

  #retry() {
    this.recompute();
    /** @type {HTMLElement | null} */ (this.root.querySelector(".result h2"))?.focus(); // the button is gone
  }
}

/** @param {unknown[]} a @param {unknown[] | undefined} b */
const same = (a, b) => a.length === b?.length && a.every((value, i) => value === b[i]);
