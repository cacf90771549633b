// What a page shows about its link, its steps and its pin.
//
//   [data-link=broken|newer|rest|draft|apart]   a hidden line of the page; its [data-raw] takes what it is about
//   [data-permalink]                      takes the link, for print
//   [data-tool=link]                      buttons that copy it; where the inputs are too long for one, [data-long] is shown, whose [data-said] a copied answer has in its place
//   [data-tool=undo|redo|pin]             buttons that show whether there is something to undo, redo, compare
//   [data-whose=example|own|unkept|link]  lines at the head of the inputs, of which one is shown
//   [data-failed] with a [role=status]    tools, and the text if a file for them could not be loaded

import { plain } from "../../answer/plain-text.mjs";

const TYPED = 4000; // characters of an address that is printed: nobody copies more from paper

/** @param {"broken" | "newer" | "rest" | "draft" | "apart"} line @param {boolean} show @param {string} [raw] */
export function showNotice(line, show, raw = "") {
  const el = document.querySelector(`[data-link=${line}]`);
  el?.toggleAttribute("hidden", !show);
  const text = el?.querySelector("[data-raw]");
  if (text) text.textContent = plain(raw);
}

/** @param {{ canUndo: boolean, canRedo: boolean }} [steps] */
export function showSteps(steps) {
  const { href } = location;
  for (const el of document.querySelectorAll("[data-permalink]")) el.textContent = href.length > TYPED ? "" : href;
  set("undo", "aria-disabled", !steps?.canUndo);
  set("redo", "aria-disabled", !steps?.canRedo);
}

/** @param {boolean} long whether the inputs are too long for a link */
export function showLong(long) {
  for (const el of document.querySelectorAll("[data-long]")) el.toggleAttribute("hidden", !long);
  for (const el of document.querySelectorAll("[data-tool=link]")) el.toggleAttribute("disabled", long);
}

/** @param {"example" | "own" | "link" | "draft"} whose the inputs are @param {boolean} [kept] whether the device keeps these */
export function showWhose(whose, kept = true) {
  const shown = whose === "draft" ? "link" : whose === "own" && !kept ? "unkept" : whose;
  for (const el of document.querySelectorAll("[data-whose]")) el.toggleAttribute("hidden", el.getAttribute("data-whose") !== shown);
}

/** @param {boolean} pinned */
export const showPin = (pinned) => set("pin", "data-on", pinned);

/** Confirms beside the tools what one of them has done. @param {Element | null} tools @param {string} [text] */
export function announce(tools, text = "") {
  const status = tools?.querySelector("[role=status]");
  if (status) status.textContent = text;
}

/** Reports there that a file of ours could not be loaded. @param {Element | null} tools */
export const announceNotLoaded = (tools) => announce(tools, /** @type {HTMLElement | null} */ (tools)?.dataset.failed);

/** @param {string} tool @param {string} attribute @param {boolean} value */
function set(tool, attribute, value) {
  for (const button of document.querySelectorAll(`[data-tool=${tool}]`)) button.setAttribute(attribute, String(value));
}
