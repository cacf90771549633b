// What the form held before each change, to undo it: button[data-undo]. What follows within
// a pause of typing is one step.

/** @typedef {ReturnType<import("../form/files.mjs").Files["held"]>} Held */

const PAUSE = 800; // ms
const MOST = 32 << 20; // characters of all steps

export class Steps {
  /** @type {Held[]} */ #past = [];
  /** @type {Held} */ #now;
  #since = -PAUSE;
  #button;
  #held;

  /** @param {HTMLElement} button @param {() => Held} held what the form holds @param {(held: Held) => void} hold puts it back */
  constructor(button, held, hold) {
    this.#button = button;
    this.#held = held;
    this.#now = held();
    button.addEventListener("click", () => {
      const before = this.#past.pop();
      if (!before) return;
      this.#now = before;
      hold(before);
      this.#since = -PAUSE;
      this.#show();
    });
  }

  /** The form may have changed. */
  record() {
    const now = this.#held();
    if (same(now, this.#now)) return;
    const at = performance.now();
    if (at - this.#since > PAUSE) this.#past.push(this.#now);
    while (this.#past.reduce((sum, held) => sum + sizeOf(held), 0) > MOST) this.#past.shift();
    this.#since = at;
    this.#now = now;
    this.#show();
  }

  #show() {
    this.#button.setAttribute("aria-disabled", String(this.#past.length === 0));
  }
}

/** @param {Held} a @param {Held} b */
const same = (a, b) => a.code === b.code && a.message === b.message && a.texts.every(([, text], i) => text === b.texts[i]?.[1]);

/** @param {Held} held */
const sizeOf = ({ texts, code, message }) => texts.reduce((sum, [, text]) => sum + text.length, code.length + message.length);
