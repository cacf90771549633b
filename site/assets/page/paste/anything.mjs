// "Paste anything": a text that is pasted, or a file or text that is dropped,
// anywhere on a page but into one of its own places opens the box that reads it
// (page/paste/paste-box.mjs), and so do the links to the home page's box.
//
//   a[data-anything]   the links; they lead to the box without this module

import { once, soon } from "../../engine/lazy.mjs";

/** @typedef {import("../calculator.mjs").Calculator} Calculator */
/** @typedef {{ text?: string, file?: File }} Given */

/** What takes a paste or a drop by itself. */
const OWN = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable], [data-drop], [data-paste], dialog";

/**
 * @param {Calculator[]} [calculators] of the page, which take what is found
 * @param {(files: FileList) => boolean} [takes] takes dropped files instead of the box
 */
export function anything(calculators = [], takes = () => false) {
  const load = once(async () => (await import("./paste-box.mjs")).pasteBox(calculators));
  if (calculators.length || document.querySelector("[data-paste]")) soon(load);
  const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("a[data-anything]"));

  /** @param {Given} [given] */
  const open = (given) => load().then((show) => show(given), () => link && location.assign(link.href));

  for (const one of document.querySelectorAll("a[data-anything]")) {
    one.addEventListener("click", (event) => {
      const { ctrlKey, metaKey, shiftKey, altKey } = /** @type {MouseEvent} */ (event);
      if (ctrlKey || metaKey || shiftKey || altKey) return;
      event.preventDefault();
      open();
    });
  }
  addEventListener("paste", (event) => {
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData("text");
    if (!free(event) || (!file && !text?.trim())) return;
    event.preventDefault();
    open(file ? { file } : { text });
  });
  addEventListener("dragover", (event) => { if (free(event)) event.preventDefault(); });
  addEventListener("drop", (event) => {
    if (!free(event)) return;
    event.preventDefault();
    const { files } = event.dataTransfer ?? {};
    const text = event.dataTransfer?.getData("text");
    if (files?.length) return takes(files) || open({ file: files[0] });
    if (text?.trim()) open({ text });
  });
}

/** Whether no place of the page's own takes it. @param {Event} event */
const free = (event) => !event.defaultPrevented && !(event.target instanceof Element && event.target.closest(OWN)) && !document.querySelector("dialog[open]");
