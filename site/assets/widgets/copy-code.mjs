// Copies the code of a snippet: [data-copy-code] in a [data-snippet] with its textarea.

import { copy } from "../answer/toolbar.mjs";

/** @param {Event} event a click on its button, or on anything else */
export async function copyCode({ target }) {
  const box = /** @type {Element} */ (target).closest("[data-copy-code]")?.closest("[data-snippet]");
  const area = box?.querySelector("textarea");
  const status = box?.querySelector("[role=status]");
  if (!area || !(status instanceof HTMLElement)) return;
  const copied = await copy(area.value);
  status.textContent = (copied ? status.dataset.done : status.dataset.failed) ?? "";
  if (!copied) area.select();
}
