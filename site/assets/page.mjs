// What a page's calculators share: the fragment that holds their inputs, the
// link to copy, and the lines about a link that could not be read whole.
//
//   [data-link=broken|newer|rest]   a hidden line of the page; its [data-raw] takes what it is about
//   [data-permalink]           takes the link, for print

import { isState, open, snapshot, toFragment } from "./state.mjs";

const WRITE_AFTER = 250; // ms; browsers limit how often history may change

class Page {
  #example = new Map();
  #timer = 0;
  /** @type {import("./calculator.mjs").Calculator[]} */ #calculators = [];

  /** Takes the page as it is as its example, then opens the link. @param {import("./calculator.mjs").Calculator[]} calculators */
  start(calculators) {
    this.#calculators = calculators;
    for (const calculator of calculators) calculator.reset();
    this.#example = snapshot(document);
    addEventListener("hashchange", () => this.#restore());
    if (isState(location.hash)) this.#restore();
    this.#imprint();
  }

  /** Whether the inputs in there are those of the example. @param {ParentNode} root */
  isExample(root) {
    return [...snapshot(root)].every(([key, value]) => this.#example.get(key) === value);
  }

  link() {
    this.#write();
    return location.href;
  }

  changed() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(), WRITE_AFTER);
  }

  #write() {
    clearTimeout(this.#timer);
    const fragment = toFragment(document, this.#example);
    const leave = fragment === "" && !isState(location.hash); // an id of the page stays
    if (fragment !== location.hash && !leave) history.replaceState(history.state, "", fragment || location.pathname + location.search);
    this.#imprint();
  }

  #imprint() {
    for (const el of document.querySelectorAll("[data-permalink]")) el.textContent = location.href;
  }

  #restore() {
    const { hash } = location;
    if (hash !== "" && !isState(hash)) return; // the id of an element
    for (const calculator of this.#calculators) calculator.reset();
    const { broken, newer, request } = hash === "" ? { broken: [], newer: false, request: undefined } : open(document, hash);
    /** @type {string[]} */ let rest = [];
    if (request) {
      const wanted = /** @type {any} */ (request.value);
      const taker = this.#calculators.find((c) => c.takes(request.operation, wanted));
      if (!taker) broken.push("json");
      rest = taker?.fill(wanted) ?? [];
    }
    this.#tell("rest", rest.length > 0, rest.join(", "));
    this.#tell("newer", newer, hash);
    this.#tell("broken", broken.length > 0, broken.join("; "));
    for (const calculator of this.#calculators) if (!calculator.leader) calculator.recompute(); // the others follow
    this.#imprint();
  }

  /** @param {string} line @param {boolean} show @param {string} raw */
  #tell(line, show, raw) {
    const el = document.querySelector(`[data-link=${line}]`);
    el?.toggleAttribute("hidden", !show);
    const text = el?.querySelector("[data-raw]");
    if (text) text.textContent = raw;
  }
}

export const page = new Page();
