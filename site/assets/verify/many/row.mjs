// One row of the table of many proofs. Only texts and attributes are set.

import { mixed } from "../../answer/mixed-scripts.mjs";
import { plain } from "../../answer/plain-text.mjs";

/** @typedef {import("./table.mjs").Row} Row */

const format = new Intl.NumberFormat();

/** A count for readers. @param {number} count */
export const formatCount = (count) => format.format(count);

/** @param {Element} root @param {string} selector @param {string} text */
export function setText(root, selector, text) {
  const el = root.querySelector(selector);
  const seen = plain(text);
  if (el && el.textContent !== seen) el.textContent = seen;
}

/** @param {Element} tr @param {Row} row @param {Map<string, string>} words of the verdicts */
export function fill(tr, row, words) {
  const button = /** @type {HTMLElement} */ (tr.querySelector("button"));
  button.dataset.open = String(row.place);
  tr.setAttribute("data-state", row.verdict);
  setText(tr, "[data-place]", formatCount(row.place));
  setText(tr, "[data-name]", row.name ?? "");
  tr.querySelector("[data-mixed]")?.toggleAttribute("hidden", !mixed(row.name ?? ""));
  setText(tr, "[data-score]", row.score === undefined ? "" : String(row.score));
  setText(tr, "[data-said]", words.get(row.verdict) ?? row.verdict);
  setText(tr, "[data-why]", row.reason ?? "");
  setText(tr, "[data-in]", row.file);
}
