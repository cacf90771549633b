// The line for anything, and the slip for its result: those of the page, or those of the home
// page in a dialog. It asks the engine, also on a page that runs the verifier: opening it
// loads the engine.
//
//   [data-paste]    the line (page/paste/paste.mjs); its [data-close] closes the dialog
//   [data-found]   the slip

import { engine } from "../../engine/engine.mjs";
import { lead } from "../sections.mjs";
import { paste } from "./paste.mjs";

/** @typedef {import("./anything.mjs").Given} Given */
/** @typedef {{ root: HTMLElement, slip: HTMLElement }} Box */

/** @param {import("../calculator.mjs").Calculator[]} calculators @returns {Promise<(given?: Given) => void>} opens the box, with what was given */
export async function pasteBox(calculators) {
  const own = boxIn(document);
  const { root, slip } = own ?? (await fetched());
  const dialog = own ? undefined : inDialog(root, slip);
  const box = paste(root, slip, calculators, () => {
    if (!dialog) return;
    dialog.close();
    const question = document.querySelector("h1"); // its answer follows it
    if (question) lead(question);
    document.querySelector("[data-verify]")?.addEventListener("answered", () => requestAnimationFrame(() => {
      const verdict = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#many, .stub h2")]).find((el) => el.checkVisibility());
      if (verdict && document.activeElement === question) lead(verdict);
    }), { once: true });
  });
  return (given = {}) => {
    void engine.ready; // starts it
    if (dialog && !dialog.open) dialog.showModal();
    root.querySelector("textarea")?.focus();
    if (given.file) box.take(given.file);
    else if (given.text) box.read(given.text);
  };
}

/** @param {Document} page @returns {Box | undefined} */
function boxIn(page) {
  const root = page.querySelector("[data-paste]"), slip = page.querySelector("section[data-found]");
  return root && slip ? { root: /** @type {HTMLElement} */ (root), slip: /** @type {HTMLElement} */ (slip) } : undefined;
}

/** The home page's. @returns {Promise<Box>} */
async function fetched() {
  const response = await fetch("/");
  const box = boxIn(new DOMParser().parseFromString(response.ok ? await response.text() : "", "text/html"));
  if (!box) throw new Error("the home page has no box");
  return { root: document.importNode(box.root, true), slip: document.importNode(box.slip, true) };
}

/** @param {HTMLElement} root @param {HTMLElement} slip */
function inDialog(root, slip) {
  const dialog = document.createElement("dialog");
  dialog.className = "look";
  const heading = root.querySelector("h2");
  if (heading) dialog.setAttribute("aria-labelledby", heading.id);
  const close = root.querySelector("[data-close]");
  close?.toggleAttribute("hidden", false);
  close?.addEventListener("click", () => dialog.close());
  dialog.append(root, slip);
  document.body.append(dialog);
  return dialog;
}
