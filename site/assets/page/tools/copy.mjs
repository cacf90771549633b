// Copying, which is not loaded later: a browser opens the clipboard only during a click,
// and a click does not last until a file is loaded.

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Copies the code of a [data-snippet], in its textarea or code, if its [data-copy-code] was
 * pressed; selects it if copying is not possible.
 * @param {Event} event a click
 */
export async function copyCode({ target }) {
  const box = /** @type {Element} */ (target).closest("[data-copy-code]")?.closest("[data-snippet]");
  const area = box?.querySelector("textarea"), code = area ?? box?.querySelector("code");
  const status = box?.querySelector("[role=status]");
  if (!code || !(status instanceof HTMLElement)) return;
  const copied = await copy(area?.value ?? code.textContent ?? "");
  status.textContent = (copied ? status.dataset.done : status.dataset.failed) ?? "";
  if (copied) return;
  if (area) area.select();
  else getSelection()?.selectAllChildren(code);
}
