// Which changes of a form are one gesture, and so one step to undo: a slider from
// press to release, a text from the first key until typing rests or the field is
// left, the clicks on a step button until they rest.

const REST = 800; // ms
const TYPED = ["text", "textarea"];

export class Gesture {
  /** @type {EventTarget | null} */ #target = null;
  #time = 0;
  #held = false;
  #input = false; // the change that comes next is an input event's
  #over = true;

  /** @param {() => void} write records the inputs so far */
  constructor(write) {
    const capture = { capture: true };
    addEventListener("input", ({ target }) => this.#on(/** @type {HTMLInputElement} */ (target)), capture);
    addEventListener("pointerdown", ({ target }) => {
      this.#held = /** @type {HTMLInputElement} */ (target).type === "range";
      if (this.#held) this.#over = true;
    }, capture);
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (this.#held = false), capture);
    addEventListener("change", ({ target }) => {
      const { type } = /** @type {HTMLInputElement} */ (target);
      const end = () => {
        if (target !== this.#target) return;
        write();
        this.#over = true;
      };
      if (TYPED.includes(type)) end();
      else if (type !== "range") setTimeout(end); // a choice may fill other controls; a held arrow key changes a slider many times
    }, capture);
  }

  /** @param {HTMLInputElement} target */
  #on(target) {
    const now = performance.now();
    const goesOn = target === this.#target && [...TYPED, "range"].includes(target.type) && (this.#held || now - this.#time < REST);
    if (!goesOn) this.#over = true;
    [this.#target, this.#time, this.#input] = [target, now, true];
  }

  /** A change that no control made, such as Start over, is a step of its own. */
  changed() {
    if (!this.#input) this.#over = true;
    this.#input = false;
  }

  /** The next change starts another gesture. */
  end() {
    this.#over = true;
  }

  /** Whether the current change belongs to the previous gesture; later changes do. */
  goesOn() {
    const on = !this.#over;
    this.#over = false;
    return on;
  }
}
