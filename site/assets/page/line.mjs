// The line at the upper edge of a narrow window, [data-line]: the answer to the
// form whose input has the focus, in a few words, as a link to its section. It has
// a link for each calculator and shows one. It is filled before the calculators
// start: they place their answers in it, as in the strip.

import { goTo } from "./sections.mjs";

/** @param {HTMLElement} line */
export function line(line) {
  const links = [...document.querySelectorAll("[data-calc]")].map((calc, i) => Object.assign(linkOf(/** @type {HTMLElement} */ (calc)), { hidden: i > 0 }));
  line.replaceChildren(...links);
  line.addEventListener("click", goTo);
  document.addEventListener("focusin", ({ target }) => {
    const of = /** @type {HTMLInputElement} */ (target).form?.id;
    if (links.some((link) => link.dataset.of === of)) for (const link of links) link.hidden = link.dataset.of !== of;
  });
}

/** @param {HTMLElement} calc */
function linkOf(calc) {
  const { form = "", brief = "brief" } = calc.dataset;
  const dial = document.querySelector(`.strip [data-of="${form}"]`);
  const text = (/** @type {string} */ inDial, /** @type {string} */ inSection) => (dial?.querySelector(inDial) ?? calc.querySelector(inSection))?.textContent ?? "";
  const label = Object.assign(document.createElement("span"), { textContent: text("span", ".ask") || document.querySelector("h1")?.textContent });
  const value = Object.assign(document.createElement("b"), { textContent: text("b", `[data-out=${brief.split("/").pop()}], .key`) });
  value.dataset.out = dial?.querySelector("b")?.dataset.out ?? brief;
  const link = Object.assign(document.createElement("a"), { href: `#${calc.id}` });
  link.dataset.of = form;
  link.append(label, " ", value);
  return link;
}
