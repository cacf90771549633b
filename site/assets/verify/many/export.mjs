// Rows as CSV and JSON, made piece by piece, and the summary as Markdown.

import { cell } from "../../answer/csv.mjs";
import { inline } from "../../answer/markdown.mjs";
import { nextTask } from "./sort.mjs";
import { copy } from "../../page/tools/copy.mjs";

/** @typedef {import("./table.mjs").Row} Row */

const PIECE = 2000; // rows between two pauses

const COLUMNS = /** @type {const} */ (["place", "file", "name", "score", "verdict", "reason"]);

/** @param {Row[]} rows */
export const csv = (rows) => blob(rows, "text/csv", `${COLUMNS.join(",")}\r\n`, (row) => `${COLUMNS.map((name) => cell(row[name])).join(",")}\r\n`, "");

/** @param {Row[]} rows */
export const json = (rows) =>
  blob(rows, "application/json", "[", (row, i) => `${i ? "," : ""}\n${JSON.stringify(Object.fromEntries(COLUMNS.map((name) => [name, row[name] === "" ? undefined : row[name]])))}`, "\n]\n");

/** @param {Row[]} rows @param {string} type @param {string} begin @param {(row: Row, i: number) => string} write @param {string} end */
async function blob(rows, type, begin, write, end) {
  const parts = [begin];
  for (let i = 0; i < rows.length; i += PIECE) {
    parts.push(rows.slice(i, i + PIECE).map((row, j) => write(row, i + j)).join(""));
    await nextTask();
  }
  return new Blob([...parts, end], { type: `${type};charset=utf-8` });
}

/** @param {string} sentence @param {{ words: string, count: string }[]} counts */
export function markdown(sentence, counts) {
  const lines = counts.map(({ words, count }) => `| ${inline(words)} | ${inline(count)} |`);
  return [`**${inline(sentence)}**`, ["| Verdict | Proofs |", "| --- | ---: |", ...lines].join("\n")].join("\n\n") + "\n";
}

/** Copies a text and shows this beside the button; if the clipboard cannot be used, shows the text. @param {HTMLElement} button @param {string} text */
export async function copyText(button, text) {
  const copied = await copy(text);
  const [status, fallback] = [button.parentElement?.querySelector("[role=status]"), button.parentElement?.querySelector("textarea")];
  if (status) status.textContent = copied ? (button.dataset.done ?? "") : "";
  if (!fallback) return;
  fallback.hidden = copied;
  fallback.value = text;
  if (!copied) fallback.select();
}
