// The line at the upper edge of a narrow window, [data-line]: the answer to the form
// whose input has the focus, in a few words, as a link to its section. The page has the
// link of its first calculator; those of the others are made before the calculators
// start, which place their answers in them. And the rail's height, for its style.

import { goTo } from "./sections.mjs";

/** @param {HTMLElement} line */
export function line(line) {
  const first = /** @type {HTMLElement} */ (line.firstElementChild);
  const others = [...document.querySelectorAll("[data-calc]")].map((calc) => /** @type {HTMLElement} */ (calc)).filter(({ dataset }) => dataset.form !== first.dataset.of);
  first.after(...others.map(linkOf));
  const parts = /** @type {NodeListOf<HTMLElement>} */ (line.querySelectorAll(":scope > [data-of]"));
  line.addEventListener("click", goTo);
  document.addEventListener("focusin", ({ target }) => {
    const of = /** @type {HTMLInputElement} */ (target).form?.id;
    if ([...parts].some(({ dataset }) => dataset.of === of)) for (const part of parts) part.toggleAttribute("hidden", part.dataset.of !== of);
  });
}

/** @param {HTMLElement} calc */
function linkOf(calc) {
  const { form = "", brief = "brief" } = calc.dataset;
  const text = (/** @type {string} */ selector) => calc.querySelector(selector)?.textContent ?? "";
  const label = Object.assign(document.createElement("span"), { textContent: text(".ask") || (document.getElementById(form)?.ariaLabel ?? "") });
  const value = Object.assign(document.createElement("b"), { textContent: text(`[data-out=${brief.split("/").pop()}], .key`) });
  value.dataset.out = brief;
  const link = Object.assign(document.createElement("a"), { href: `#${calc.id}`, hidden: true });
  link.dataset.of = form;
  link.append(value, " ", label);
  return link;
}

/** Tells the style sheet how high the inputs are. @param {HTMLElement} run */
export function measured(run) {
  new ResizeObserver(() => run.style.setProperty("--run-height", `${run.offsetHeight}px`)).observe(run);
}
