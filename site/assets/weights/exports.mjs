// Buttons that copy the weights, or the ranking, in a form that the engine writes:
// button[data-format] in [data-exports]. The text is shown as well, until there is
// another answer.

import { engine } from "../engine/page-engine.mjs";
import { copy } from "../page/tools/copy.mjs";
import { read } from "../form/read.mjs";

/** @param {EventTarget | null} target what was clicked @param {HTMLElement} root @param {import("./weights.mjs").WeightsCalculator} calculator */
export async function exportAs(target, root, calculator) {
  const button = /** @type {Element} */ (target).closest("button[data-format]");
  if (!(button instanceof HTMLElement)) return;
  const shown = /** @type {HTMLTextAreaElement} */ (root.querySelector("textarea"));
  const status = /** @type {HTMLElement} */ (root.querySelector("[role=status]"));
  status.textContent = "";
  try {
    const request = /** @type {any} */ ({ ...read(calculator.form), format: button.dataset.format });
    const { text, file } = await engine.call("explain.export", request);
    shown.value = text;
    shown.hidden = false;
    const stale = new AbortController();
    for (const other of ["answered", "refused"]) {
      calculator.root.addEventListener(other, () => {
        shown.hidden = true;
        status.textContent = "";
        stale.abort();
      }, { signal: stale.signal });
    }
    const copied = await copy(text);
    if (stale.signal.aborted) return;
    if (!copied) shown.select();
    status.textContent = (copied ? `${root.dataset.done}${file}` : root.dataset.failed) ?? "";
  } catch (error) {
    status.textContent = /** @type {Error} */ (error).message;
  }
}
