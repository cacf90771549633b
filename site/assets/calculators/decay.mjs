// What a reader does with the picture of a decay, [data-course]: chooses a way to go on, and
// whose line counts. The cursors are grips (page/grips.mjs).
//
//   [data-way]       a button that chooses a way: the path of the request and its data-next
//   [data-way-now]   the input of the form that holds the path; a score that is moved is submitted
//
// The form has the moment in epochs and in blocks. The rules count one of them, and the engine
// says what the other is.

import { page } from "../page/page.mjs";
import { chooseByName } from "./named-lines.mjs";

const NEXT = "/next_percent";

/** @param {HTMLElement} figure @param {import("../page/fillable.mjs").FillableCalculator[]} calculators */
export function decay(figure, calculators) {
  const calculator = calculators.find(({ form }) => form.id === figure.dataset.course);
  if (!calculator) return;
  const { form, root } = calculator;
  const input = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  const next = input(NEXT);
  const answered = { next: next.value, path: input("/path").value }; // a text that was typed and taken back chooses nothing

  document.addEventListener("input", ({ target }) => {
    const { id, dataset } = /** @type {HTMLElement} */ (target);
    if (id === next.id) input("/path").value = next.value === answered.next || !next.value ? answered.path : "submit";
    else if (dataset.for === next.id || dataset.sets === NEXT) input("/path").value = "submit";
  }, { capture: true });
  chooseByName(figure, form, "/source");
  document.addEventListener("click", ({ target }) => {
    const way = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-way]"));
    if (way?.dataset.next) {
      calculator.put(JSON.stringify({ "/path": way.dataset.way === "submit" ? "submit" : "", [NEXT]: way.dataset.next }));
      page.record(); // a step of its own
    }
  });
  root.addEventListener("answered", () => {
    const { clock } = calculator.newest?.answer ?? {};
    if (!clock || calculator.pending) return;
    answered.path = input("/path").value;
    if (next.value) answered.next = next.value;
    const other = input(clock.epochs ? "/blocks" : "/stale");
    const value = String(clock.epochs ? clock.blocks : clock.stale);
    if (other.value === value) return;
    other.value = value;
    page.amend();
  });
}
