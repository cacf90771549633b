// What a reader does with the picture of shares, [data-share]: goes to another rank, moves the cap,
// chooses a line by its name, brings other miners.
//
//   [data-stops]    a cursor whose places are those of a list of the answer: [{ at, value }]
//   [data-frozen]   a slider during whose move the scale of the picture stays
//   [data-every]    the fold of all miners, whose calculator follows
//   [data-miners]   a button that brings an example of miners; "" is that of the page
//
// A list of miners says what you have solved. Until you change that, the field is empty, and the
// answer fills it.

import { page } from "../page/page.mjs";
import { at } from "../answer/place.mjs";
import { chooseByName } from "./named-lines.mjs";
import { inside } from "./places.mjs";

/** @typedef {import("../page/fillable.mjs").FillableCalculator} Calculator */

/** @param {HTMLElement} figure @param {Calculator[]} calculators */
export function share(figure, calculators) {
  const calculator = calculators.find(({ form }) => form.id === figure.dataset.share);
  if (!calculator) return;
  const { form, root } = calculator;
  const input = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  const [text, mine, scale] = [input("/text"), input("/mine"), input("/scale")];

  chooseByName(figure, form, "/strategy");
  for (const el of document.querySelectorAll("[data-stops]")) stops(/** @type {HTMLElement} */ (el), calculator);

  form.addEventListener("input", ({ target }) => {
    if (target === text) mine.value = "";
  }, { capture: true });
  form.addEventListener("click", ({ target }) => {
    const { miners } = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-miners]"))?.dataset ?? {};
    if (miners === undefined) return;
    text.value = miners || text.defaultValue;
    mine.value = miners ? "" : mine.defaultValue;
    calculator.changed();
    page.record(); // a step of its own
  });
  figure.addEventListener("pointerdown", ({ target }) => {
    const top = calculator.newest?.answer.plot.scale;
    if (/** @type {HTMLElement} */ (target).dataset?.frozen !== undefined && top) scale.value = String(top);
  }, { capture: true });
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, () => {
      if (scale.value === "") return;
      scale.value = "";
      calculator.changed();
    });
  }
  const every = calculators.find((one) => one.root.querySelector("[data-every]"));
  every?.root.addEventListener("toggle", () => every.newest || every.recompute(true), { capture: true }); // the page has the first rows of its example
  const tell = () => {
    const { mine: own } = calculator.newest?.answer ?? {};
    for (const button of form.querySelectorAll("[data-miners]")) button.setAttribute("aria-pressed", String(text.value === (/** @type {HTMLElement} */ (button).dataset.miners || text.defaultValue)));
    if (!own) return;
    const slider = form.querySelector(`input[type=range][data-for="${mine.id}"]`);
    slider?.setAttribute("max", String(own.most));
    if (mine.value !== "" || calculator.pending) return;
    mine.value = own.value;
    if (slider instanceof HTMLInputElement) slider.value = own.value;
    page.amend();
  };
  root.addEventListener("answered", tell);
  tell();
}

/** @param {HTMLElement} box @param {Calculator} calculator */
function stops(box, calculator) {
  const slider = /** @type {HTMLInputElement} */ (box.querySelector("input[type=range]"));
  let held = false;
  const move = (/** @type {PointerEvent} */ event) => {
    /** @type {{ at: number, value: number }[]} */ const list = at(calculator.newest?.answer, box.dataset.stops ?? "") ?? [];
    if (!calculator.newest) calculator.recompute(true); // the page has shown its example so far
    if (list.length === 0) return;
    const here = 100 * inside(event, box).x;
    const best = list.reduce((a, b) => (Math.abs(b.at - here) < Math.abs(a.at - here) ? b : a));
    if (slider.value === String(best.value)) return;
    slider.value = String(best.value);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  };
  box.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    held = true;
    box.setPointerCapture(event.pointerId);
    slider.focus({ preventScroll: true });
    move(event);
  });
  box.addEventListener("pointermove", (event) => held && move(event));
  for (const end of ["pointerup", "pointercancel"]) box.addEventListener(end, () => (held = false));
}
