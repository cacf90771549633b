// All differences that are shown as a file: CSV, JSON or Markdown, made part by part.

import { cell, shownCell } from "../answer/csv.mjs";
import { inline } from "../answer/markdown.mjs";
import { save as saveFile } from "../answer/save-file.mjs";

/** @typedef {import("../../../wasm/engine/engine.js").AuditView} View */
/** @typedef {View["answer"]} Answer */
/** @typedef {Answer["rows"][number]} Row */

const PART = 1000; // differences
const COLUMNS = /** @type {const} */ (["place", "field", "name", "rule", "what", "claimed", "recomputed", "why"]);
const NUMBERS = ["place", "claimed", "recomputed"];

/** @type {Record<string, { type: string, begin: (answer: Answer) => string, row: (row: Row, i: number, answer: Answer) => string, end: string }>} */
const FORMATS = {
  csv: {
    type: "text/csv",
    begin: () => `${COLUMNS.join(",")},by\r\n`,
    row: (row, _, { rules }) => `${COLUMNS.map((name) => (NUMBERS.includes(name) ? shownCell : cell)(row[name])).join(",")},${cell(rules)}\r\n`,
    end: "",
  },
  json: {
    type: "application/json",
    begin: ({ sentence, rules, missed, counts, notes }) => `${JSON.stringify({ sentence, rules, missed, counts, notes }).slice(0, -1)},\n"differences": [`,
    row: (row, i) => `${i ? "," : ""}\n${JSON.stringify(row)}`,
    end: "\n]}\n",
  },
  markdown: {
    type: "text/markdown",
    begin: ({ sentence, counts }) => `**${inline(sentence)}**\n\n${table(["Rule", "Compared", "Agree", "Differ"])}${counts.map(({ label, checked, agree, differ }) => line([label, checked, agree, differ])).join("")}\n${table(["Submission", "Value", "Claimed", "Recomputed", "Rule and reason"])}`,
    row: ({ name, what, claimed, recomputed, why }) => line([name, what, claimed, recomputed, why]),
    end: "",
  },
};

/** @param {string[]} cells */
const line = (cells) => `| ${cells.map(inline).join(" | ")} |\n`;

/** @param {string[]} head */
const table = (head) => line(head) + `|${" --- |".repeat(head.length)}\n`;

/**
 * Saves all differences, and returns the file's name.
 * @param {string} format @param {(from: number, count: number) => Promise<View>} ask
 */
export async function save(format, ask) {
  const { type, begin, row, end } = /** @type {typeof FORMATS[string]} */ (FORMATS[format]);
  /** @type {string[]} */ const parts = [];
  for (let from = 0, found = 1; from < found; from += PART) {
    const view = await ask(from, PART);
    if (from === 0) parts.push(begin(view.answer));
    parts.push(view.answer.rows.map((one, i) => row(one, from + i, view.answer)).join(""));
    found = view.found;
  }
  const name = `audit.${format === "markdown" ? "md" : format}`;
  saveFile(new Blob([...parts, end], { type: `${type};charset=utf-8` }), name);
  return name;
}
