// Lines and points of a picture that are dragged: sliders over it, .eye-grip, each of which moves
// an input of the form. The engine says where they are, and how far they go.
//
//   data-sets            the name of the input
//   data-by, data-jump   a step of a drag, and of an arrow key
//   data-from, data-to   the values at both ends of the picture
//   data-bends           instead, a list of the answer: places from the top, and their values

import { move } from "../page/grips.mjs";
import { at } from "../answer/place.mjs";

const PAGE = 10; // steps of an arrow key

/** @param {HTMLElement} figure @param {import("./rules.mjs").RulesCalculator} calculator */
export function handles(figure, calculator) {
  const picture = /** @type {SVGElement} */ (figure.querySelector(".eye-handles"));
  /** @type {SVGElement | undefined} */ let held;

  const numbers = (/** @type {SVGElement} */ { dataset }, /** @type {string[]} */ ...names) => names.map((name) => Number(dataset[name]));
  const aria = (/** @type {SVGElement} */ handle, /** @type {string} */ name) => Number(handle.getAttribute(`aria-value${name}`));

  /** @param {SVGElement} handle @param {number} value */
  function set(handle, value) {
    const [step = 1] = numbers(handle, "by");
    const near = Number((Math.round(value / step) * step).toFixed(6));
    const text = String(Math.max(aria(handle, "min"), Math.min(aria(handle, "max"), near)));
    if (Number(text) !== aria(handle, "now") || calculator.pending) move(calculator, handle.dataset.sets ?? "", text);
  }

  /** @param {PointerEvent} event */
  function drag({ clientX, clientY }) {
    if (!held) return;
    const { left, top, width, height } = picture.getBoundingClientRect();
    if (held.dataset.bends !== undefined) {
      /** @type {{ top: number, value: number }[]} */ const bends = at(calculator.newest?.answer, held.dataset.bends) ?? [];
      const y = (100 * (clientY - top)) / height;
      const best = bends.length > 0 ? bends.reduce((a, b) => (Math.abs(b.top - y) < Math.abs(a.top - y) ? b : a)) : undefined;
      return best && set(held, best.value);
    }
    const [from = 0, to = 1] = numbers(held, "from", "to");
    set(held, from + ((to - from) * (clientX - left)) / width);
  }

  picture.addEventListener("pointerdown", (event) => {
    const handle = /** @type {SVGElement | null} */ (/** @type {Element} */ (event.target).closest(".eye-grip"));
    if (!handle || event.button !== 0) return;
    event.preventDefault();
    held = handle;
    picture.setPointerCapture(event.pointerId);
    figure.toggleAttribute("data-held", true);
    handle.focus({ preventScroll: true });
  });
  picture.addEventListener("pointermove", drag);
  for (const end of ["pointerup", "pointercancel"]) {
    picture.addEventListener(end, () => {
      held = undefined;
      figure.toggleAttribute("data-held", false);
    });
  }
  picture.addEventListener("keydown", (event) => {
    const handle = /** @type {SVGElement | null} */ (/** @type {Element} */ (event.target).closest(".eye-grip"));
    if (!handle || event.ctrlKey || event.altKey || event.metaKey) return;
    const [jump = 1] = numbers(handle, "jump"), now = aria(handle, "now");
    const to = { ArrowUp: now + jump, ArrowRight: now + jump, ArrowDown: now - jump, ArrowLeft: now - jump, PageUp: now + PAGE * jump, PageDown: now - PAGE * jump, Home: aria(handle, "min"), End: aria(handle, "max") }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    set(handle, to);
  });
}
