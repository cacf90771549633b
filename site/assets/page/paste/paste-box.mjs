// The box for anything: that of the page, or that of the home page in a dialog. It asks
// the engine, also on a page that runs the verifier: opening it loads the engine.
//
//   [data-paste]   the box (page/paste/paste.mjs); its [data-close] closes the dialog

import { engine } from "../../engine/engine.mjs";
import { paste } from "./paste.mjs";

/** @typedef {import("./anything.mjs").Given} Given */

/** @param {import("../calculator.mjs").Calculator[]} calculators @returns {Promise<(given?: Given) => void>} opens the box, with what was given */
export async function pasteBox(calculators) {
  const own = /** @type {HTMLElement | null} */ (document.querySelector("[data-paste]"));
  const root = own ?? (await fetched());
  const dialog = own ? undefined : inDialog(root);
  const box = paste(root, calculators, () => dialog?.close());
  return (given = {}) => {
    void engine.ready; // starts it
    if (dialog && !dialog.open) dialog.showModal();
    root.querySelector("textarea")?.focus();
    if (given.file) box.take(given.file);
    else if (given.text) box.read(given.text);
  };
}

/** The home page's box. @returns {Promise<HTMLElement>} */
async function fetched() {
  const response = await fetch("/");
  const home = new DOMParser().parseFromString(response.ok ? await response.text() : "", "text/html");
  const root = home.querySelector("[data-paste]");
  if (!root) throw new Error("the home page has no box");
  return /** @type {HTMLElement} */ (document.importNode(root, true));
}

/** @param {HTMLElement} root */
function inDialog(root) {
  const dialog = document.createElement("dialog");
  dialog.className = "look";
  const heading = root.querySelector("h2");
  if (heading) dialog.setAttribute("aria-labelledby", heading.id);
  const close = root.querySelector("[data-close]");
  close?.toggleAttribute("hidden", false);
  close?.addEventListener("click", () => dialog.close());
  dialog.append(root);
  document.body.append(dialog);
  return dialog;
}
