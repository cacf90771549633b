// Undo on a page: its steps (page/whatif/steps.mjs), the grouping of changes into steps
// (page/whatif/gestures.mjs), the keys, and the reader's own inputs, kept on the device
// (page/whatif/own.mjs).

import { Gesture } from "./gestures.mjs";
import { isKept, keepWhole, own } from "./own.mjs";
import { isShared, share, shared, take } from "./shared.mjs";
import { Steps } from "./steps.mjs";

export class Undo extends Steps {
  #gesture;
  #write;

  /**
   * @param {string} first @param {(fragment: string) => void} show takes a step that was gone back to
   * @param {() => void} write has what was done so far noted
   */
  constructor(first, show, write) {
    super(first, show);
    this.#gesture = new Gesture(write);
    this.#write = write;
    addEventListener("pagehide", write); // what was changed last
    keys(this);
  }

  undo() {
    this.#move(-1);
  }

  redo() {
    this.#move(1);
  }

  /** @param {1 | -1} by */
  #move(by) {
    this.#write();
    this.move(by);
    this.keep();
    this.#write(); // the page says whether it is kept
  }

  /** The inputs have changed, by a control or otherwise. */
  changed() {
    this.#gesture.changed();
  }

  /** The next change is a step of its own. */
  end() {
    this.#gesture.end();
  }

  /** Notes a step, and keeps its inputs. @param {string} fragment */
  note(fragment) {
    this.record(fragment, this.#gesture.goesOn());
    return this.keep();
  }

  /** Keeps the inputs of the step that is shown, if they are the reader's own. @returns {Promise<void> | undefined} until the device has them */
  keep() {
    if (this.source !== "own") return undefined;
    const keeping = [keepWhole(this.now), share(this.now)].filter((one) => one !== undefined);
    return keeping.length ? Promise.all(keeping).then(() => {}) : undefined;
  }

  /** Whether the device keeps the inputs of the step that is shown: storage may be full, and have those before. */
  get kept() {
    return isKept(this.now) || isShared(this.now);
  }

  /** The fragment of the reader's own inputs. @returns {string | undefined} */
  get own() {
    return own();
  }

  /** The table that another page has, for one without inputs of the reader's own. @returns {string | undefined} */
  get shared() {
    const table = this.own === undefined ? shared() : undefined;
    if (table !== undefined) take();
    return table;
  }
}

/** Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y outside of text controls, which have their own undo. @param {Undo} steps */
function keys(steps) {
  addEventListener("keydown", (event) => {
    const { ctrlKey, metaKey, shiftKey, altKey, target } = event;
    const key = event.key.toLowerCase();
    if (!(ctrlKey || metaKey) || altKey || !(key === "z" || (key === "y" && !shiftKey)) || /** @type {Element} */ (target).matches("input[type=text], textarea")) return;
    event.preventDefault();
    if (key === "z" && !shiftKey) steps.undo();
    else steps.redo();
  });
}
