// What a reader does with the matches of challenges, [data-bells]: chooses a challenge, and brings other
// matches. The cursors are grips (page/grips.mjs).
//
//   [data-tries]   a button that chooses a challenge
//
// Until a reader says how many matches count, the field is empty, and the answer fills it; one that
// the reader has emptied stays so.

import { page } from "../page/page.mjs";
import { takeTable } from "../page/paste/table-file.mjs";

/** @param {HTMLElement} figure @param {import("../page/fillable.mjs").FillableCalculator[]} calculators */
export function difficulty(figure, calculators) {
  const calculator = calculators.find(({ form }) => form.id === figure.dataset.bells);
  if (!calculator) return;
  const { form, root } = calculator;
  const input = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  const [text, challenge, count, at] = [input("/text"), input("/challenge"), input("/count"), input("/at")];

  let emptied = false;

  form.addEventListener("input", ({ target }) => {
    if (target === count) emptied = count.value === "";
    if (target !== text) return;
    emptied = false;
    for (const one of [count, at]) one.value = "";
    if (!text.value.includes(challenge.value)) challenge.value = "";
  }, { capture: true });
  takeTable(calculator, "/text");
  document.addEventListener("click", ({ target }) => {
    const { tries } = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-tries]"))?.dataset ?? {};
    if (tries === undefined) return;
    emptied = false;
    calculator.put(JSON.stringify({ "/challenge": tries, "/count": "", "/at": "" }));
    page.record(); // a step of its own
  });
  const tell = () => {
    const { count: counted, most } = calculator.newest?.answer ?? {};
    if (most === undefined) return;
    const slider = form.querySelector(`input[type=range][data-for="${count.id}"]`);
    slider?.setAttribute("max", String(most));
    if (emptied || count.value !== "" || calculator.pending) return;
    count.value = String(counted);
    if (slider instanceof HTMLInputElement) slider.value = count.value;
    page.amend();
  };
  root.addEventListener("answered", tell);
  tell();
}
