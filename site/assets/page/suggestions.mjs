// Suggestions in a calculator's answer, for the form that it follows:
//
//   <button data-fill='{"/measurements/speed": {…}}' data-says="82.8 → 88.0 (+5.2)">
//   data-used   a hidden line that names the numbers used, until the form changes again; data-says takes the text

/**
 * @param {import("./fillable.mjs").FillableCalculator} follower
 * @param {import("./fillable.mjs").FillableCalculator} leader
 */
export function suggestions(follower, leader) {
  const line = /** @type {HTMLElement | null} */ (follower.root.querySelector("[data-used]"));
  if (!line) return;
  let mine = false; // whether the form's next answer belongs to the suggestion
  follower.root.addEventListener("click", ({ target }) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("button[data-fill]"));
    if (!button) return;
    mine = true;
    leader.put(button.dataset.fill ?? "{}");
    /** @type {HTMLElement} */ (line.querySelector("[data-says]")).textContent = button.dataset.says ?? "";
    line.hidden = false;
    line.focus(); // the button goes when the target is reached
  });
  const over = () => {
    if (!mine) line.hidden = true;
    mine = false;
  };
  leader.root.addEventListener("answered", over);
  leader.root.addEventListener("refused", over);
  follower.form.addEventListener("input", () => (line.hidden = true));
}
