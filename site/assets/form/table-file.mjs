// A file of agents or submissions, chosen in [data-table] or dropped on [data-drop].

import { once, soon } from "../app/lazy.mjs";
import { announceNotLoaded } from "../link/link-notices.mjs";

const reader = once(() => import("./file-text.mjs"));

/**
 * @param {HTMLElement} root @param {(text: any, file: File) => void} take the text is undefined if it is long
 * @param {(message: string) => void} refuse @param {number} [long] bytes
 */
export function takeTable(root, take, refuse, long) {
  soon(reader);
  /** @param {File | undefined} file */
  const use = async (file) => {
    if (!file) return;
    const loaded = await reader().catch(() => announceNotLoaded(root.querySelector(".tools")));
    const given = await loaded?.textOf(file, long);
    if (given?.problem) refuse(given.problem);
    else if (given) take(given.text, file);
  };
  const chooser = root.querySelector("[data-table]");
  chooser?.addEventListener("input", (event) => event.stopPropagation()); // no input has changed yet: an answer to those before would clear what is refused
  chooser?.addEventListener("change", ({ target }) => {
    const given = /** @type {HTMLInputElement} */ (target);
    use(given.files?.[0]);
    given.value = ""; // so that the same can be chosen again
  });
  const box = root.querySelector("[data-drop]");
  box?.addEventListener("dragover", (event) => {
    event.preventDefault();
    box.toggleAttribute("data-over", true);
  });
  box?.addEventListener("dragleave", () => box.removeAttribute("data-over"));
  box?.addEventListener("drop", (event) => {
    box.removeAttribute("data-over");
    const file = /** @type {DragEvent} */ (event).dataTransfer?.files[0];
    if (!file) return; // a text, which the control takes itself
    event.preventDefault();
    use(file);
  });
}
