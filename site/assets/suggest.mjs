// Suggestions in a calculator's answer, for the form that it follows:
//
//   <button data-fill='{"/measurements/speed": {…}}' data-says="82.8 → 88.0 (+5.2)">
//   data-used   a hidden line that says what was used, until a number is typed; data-says takes the text

/**
 * @param {import("./calculator.mjs").Calculator} follower
 * @param {import("./calculator.mjs").Calculator} leader
 */
export function suggestions(follower, leader) {
  const line = /** @type {HTMLElement | null} */ (follower.root.querySelector("[data-used]"));
  if (!line) return;
  follower.root.addEventListener("click", ({ target }) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("button[data-fill]"));
    if (!button) return;
    leader.put(button.dataset.fill ?? "{}");
    /** @type {HTMLElement} */ (line.querySelector("[data-says]")).textContent = button.dataset.says ?? "";
    line.hidden = false;
    line.focus(); // the button goes when the target is reached
  });
  for (const { form } of [follower, leader]) form.addEventListener("input", () => (line.hidden = true));
}
