// The tools beside an answer. Menus are loaded later.
//
//   <button data-tool="link|answer|reset|pin|unpin|swap|undo|redo|save">
//   <button data-tool="answer" data-format="csv|json|latex">   else Markdown
//   [data-variants], [data-exchange]        boxes that page/whatif/variants.mjs and page/whatif/import-export.mjs serve
//   in .tools: a [role=status] that confirms with the button's data-done, and
//   <textarea data-fallback hidden>, which holds the text if the clipboard is not available

import { once, soon } from "../../engine/lazy.mjs";
import { announceNotLoaded, announce } from "../link/link-notices.mjs";
import { page } from "../page.mjs";
import { copy } from "./copy.mjs";

/** @typedef {import("../calculator.mjs").Calculator} Calculator */

const answers = once(() => import("./formats.mjs"));

/** @param {Calculator} calculator */
export function toolbar(calculator) {
  const { root } = calculator;
  const box = root.querySelector(".tools");
  if (root.querySelector("[data-tool=answer]")) soon(answers);
  root.addEventListener("click", ({ target }) => {
    const button = /** @type {Element} */ (target).closest("button[data-tool]");
    if (button instanceof HTMLButtonElement) use(calculator, button).catch(() => announceNotLoaded(box));
  });
  for (const menu of root.querySelectorAll("details[data-more]")) {
    const load = once(async () => (await page.whatif?.later())?.moreMenu(calculator, /** @type {HTMLDetailsElement} */ (menu)));
    soon(load);
    menu.addEventListener("toggle", () => load().catch(() => announceNotLoaded(box)));
  }
}

/** @param {Calculator} calculator @param {HTMLButtonElement} button */
async function use(calculator, button) {
  const { tool = "", done = "", format } = button.dataset;
  let text = "";
  if (tool === "reset") page.startOver(calculator);
  else if (tool === "pin" && page.pinned !== undefined) page.unpin();
  else if (tool === "pin" || tool === "unpin" || tool === "swap" || tool === "undo" || tool === "redo") page[tool]();
  else if (tool === "save") return (await page.whatif?.later())?.write(calculator);
  else if (tool === "link") {
    if (!(await page.takesLink())) return page.record(); // which says why not
    text = page.link();
  } else if (tool === "answer") {
    const [{ answer }] = await Promise.all([answers(), calculator.complete()]);
    if (!(text = await answer(calculator, format))) return;
  }
  if (tool === "unpin") /** @type {HTMLElement | null} */ (calculator.root.querySelector("[data-tool=pin]"))?.focus(); // the button is gone
  const copied = text === "" || (await copy(text));
  announce(calculator.root.querySelector(".tools"), copied ? done : "");
  const fallback = calculator.root.querySelector("[data-fallback]");
  if (!(fallback instanceof HTMLTextAreaElement)) return;
  fallback.hidden = copied;
  fallback.value = text;
  if (!copied) fallback.select();
}

/** Copies the text of the element that a button[data-copy-of] names, or selects it if copying is not possible. @param {Element} target */
export async function copyFrom(target) {
  const button = /** @type {HTMLElement | null} */ (target.closest("[data-copy-of]"));
  const source = document.getElementById(button?.dataset.copyOf ?? "");
  if (!button || !source) return;
  const status = /** @type {HTMLElement | null} */ (button.parentElement?.querySelector("[role=status]"));
  if (status) status.textContent = ""; // so that a screen reader reads it again
  const copied = await copy(source.textContent ?? "");
  if (!copied) getSelection()?.selectAllChildren(source);
  if (status) status.textContent = (copied ? status.dataset.done : status.dataset.failed) ?? "";
}
