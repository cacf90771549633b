// Detects inputs with more than one proof. The module that shows them (verify/many/many.mjs)
// is loaded when the page is idle or used, or with the first such input.

import { once, soon } from "../../engine/lazy.mjs";

/** @typedef {import("./many.mjs").Many} Many */

const LARGE = 1 << 20; // bytes that one proof may have

export class ManyDetector {
  #load;
  #failed;
  #single;
  #wanted = false;

  /** @param {HTMLElement} root @param {import("./many.mjs").Single} single @param {() => void} failed says that it cannot be loaded */
  constructor(root, single, failed) {
    this.#load = once(async () => new (await import("./many.mjs")).Many(root, single));
    this.#failed = failed;
    this.#single = single;
    soon(this.#load);
    single.root.addEventListener("answered", (event) => {
      const { answer, request } = /** @type {CustomEvent} */ (event).detail;
      if (answer.documents || this.#wanted) this.#have((many) => many.sees(answer.documents, request));
    });
  }

  /** Takes files that cannot be one proof. @param {FileList | null | undefined} files */
  takes(files) {
    const all = [...(files ?? [])];
    const many = all.length > 1 || all.some(({ size }) => size > LARGE);
    if (many) this.#begin(all);
    return many;
  }

  /** Takes a text that cannot be one proof. @param {string | undefined} text */
  takesText(text = "") {
    const many = text.length > LARGE;
    if (many) this.#begin([new Blob([text])]);
    return many;
  }

  /** @param {Blob[]} files */
  #begin(files) {
    this.#single.status("checking"); // what it shows is not what was given
    this.#have((many) => many.start(files));
  }

  /** The keys, rules or layout of the check may have changed. */
  options() {
    if (this.#wanted) this.#have((many) => many.compare());
  }

  /** Forgets everything. */
  close() {
    if (this.#wanted) this.#have((many) => many.close());
  }

  /** Runs actions in the order of the calls, after the module is loaded. @param {(many: Many) => void} act */
  async #have(act) {
    this.#wanted = true;
    const many = await this.#load().catch(() => undefined);
    if (many) return act(many);
    this.#wanted = false;
    this.#failed();
  }
}
