// The strength that a forecast assumes begins at the rating that is typed: until the
// reader gives another, it follows the rating.

/** @param {import("../../page/calculator.mjs").Calculator} calculator */
export function follows({ form, leader }) {
  const strength = form.elements.namedItem("/strength");
  const rating = form.elements.namedItem("/rating") ?? leader?.elements.namedItem("/rating");
  if (!(rating instanceof HTMLInputElement && strength instanceof HTMLInputElement)) return;
  let last = strength.defaultValue;
  let own = false;
  for (const one of new Set([form, rating.form])) one?.addEventListener("input", (event) => {
    const { id, dataset } = /** @type {HTMLElement} */ (event.target);
    own ||= [id, dataset.for].includes(strength.id) || strength.value !== last;
    if (!own && id === rating.id && event instanceof InputEvent) last = strength.value = rating.value === rating.defaultValue ? strength.defaultValue : rating.value; // a step is none
  }, { capture: true });
  form.addEventListener("reset", () => [last, own] = [strength.defaultValue, false]);
}
