// How far work is that takes a while, in [data-running]: a <progress>, and the same in
// words in [data-far] (templates/parts).

/**
 * Shows how far it is; hides it without. Returns whether the focus was in it.
 * @param {Element} root @param {{ value?: number, max?: number, text: string }} [far] without numbers, nobody knows
 * @param {string} [where] the box
 */
export function running(root, far, where = "[data-running]") {
  const box = /** @type {HTMLElement} */ (root.querySelector(where));
  const focused = box.contains(document.activeElement);
  box.hidden = !far;
  if (!far) return focused;
  const { value, max, text } = far;
  const bar = /** @type {HTMLProgressElement} */ (box.querySelector("progress"));
  if (value === undefined) bar.removeAttribute("value");
  else Object.assign(bar, { max, value });
  /** @type {Element} */ (box.querySelector("[data-far]")).textContent = text;
  return false;
}
