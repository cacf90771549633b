// The messages about a check of many proofs, while it runs and when it ends.
//
//   [data-sentence]        the summary, in the engine's words
//   [data-phase]           running, stopped, done: shown in these
//   progress, [data-read], [data-size]   how much was read, in MB
//   [data-amount]          with these, unless the whole is less than is shown
//   [data-announced]            the same for screen readers, now and then
//   [data-failed=text|file|engine]   what went wrong; its [data-what] names it

import { plain } from "../../answer/plain-text.mjs";

const ANNOUNCE_AFTER = 10_000; // ms

export class Report {
  #announced = 0;
  #size = 0;
  #format = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.heading = /** @type {HTMLElement} */ (root.querySelector("[data-sentence]"));
  }

  get sentence() {
    return this.heading.textContent ?? "";
  }

  /** @param {number} size bytes there are */
  begin(size) {
    this.#size = size;
    this.#announced = performance.now();
    for (const el of this.root.querySelectorAll("[data-failed]")) el.toggleAttribute("hidden", true);
    this.phase("running");
    this.#progress(0);
    this.heading.textContent = "";
  }

  /** @param {string} sentence @param {number} read bytes */
  on(sentence, read) {
    this.heading.textContent = sentence;
    this.#progress(read);
    if (performance.now() - this.#announced > ANNOUNCE_AFTER) this.announce();
  }

  /** Shows that the results are no longer valid. */
  stale() {
    this.phase("stale");
    this.heading.textContent = this.root.dataset.changed ?? "";
    this.announce();
  }

  /** @param {string} phase */
  phase(phase) {
    const left = document.activeElement?.closest("[data-phase]");
    for (const el of this.root.querySelectorAll("[data-phase]")) {
      el.toggleAttribute("hidden", !(/** @type {HTMLElement} */ (el).dataset.phase ?? "").split(" ").includes(phase));
    }
    if (left?.closest("[hidden]")) this.heading.focus(); // what had the focus is gone
  }

  /** @param {string} kind @param {string} what */
  fail(kind, what) {
    const el = this.root.querySelector(`[data-failed=${kind}]`);
    el?.toggleAttribute("hidden", false);
    const slot = el?.querySelector("[data-what]");
    if (slot) slot.textContent = plain(what);
    this.announce(el?.textContent ?? "");
  }

  announce(text = this.sentence) {
    this.#announced = performance.now();
    const region = this.root.querySelector("[data-announced]");
    if (region) region.textContent = text;
  }

  /** @param {number} read bytes */
  #progress(read) {
    const bar = /** @type {HTMLProgressElement} */ (this.root.querySelector("progress"));
    bar.max = this.#size || 1;
    bar.value = read;
    for (const el of this.root.querySelectorAll("[data-read]")) el.textContent = this.#format.format(read / 1e6);
    for (const el of this.root.querySelectorAll("[data-size]")) el.textContent = this.#format.format(this.#size / 1e6);
    this.root.querySelector("[data-amount]")?.toggleAttribute("hidden", this.#size < 100_000);
  }
}
