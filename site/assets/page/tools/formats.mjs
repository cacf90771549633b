// A calculator's answer as text to copy: Markdown, CSV, JSON or LaTeX. Its
// sentence, what it is compared with, then all that has data-copy: tables, lists
// behind their heading, sentences.

import { page } from "../page.mjs";
import { cell, shownCell } from "../../answer/csv.mjs";
import { address, inline } from "../../answer/markdown.mjs";
import { tex } from "../../answer/tex.mjs";

/** @typedef {{ text: string } | { title: string, items: string[] } | { title: string, columns: boolean[], rows: string[][] }} Part columns: whether of numbers */

/** The answer to the inputs as they are, once it is there; "" if they are refused. @param {import("../calculator.mjs").Calculator} calculator @param {string} [format] */
export async function answer(calculator, format) {
  while (calculator.pending) await new Promise(requestAnimationFrame);
  if ("stale" in calculator.root.dataset) return "";
  const table = format === "csv" ? await calculator.table() : undefined;
  if (table !== undefined) return table;
  const link = (await page.takesLink()) ? page.link() : textOf(document.querySelector("[data-long] [data-said]"));
  if (format === "json") return `${JSON.stringify({ operation: calculator.root.dataset.operation, ...calculator.settled, link }, null, 2)}\n`;
  const cells = await calculator.cells();
  return calculator.whole(() => text(calculator, link, format, cells));
}

/** @param {import("../calculator.mjs").Calculator} calculator @param {string} link @param {string} [format] @param {string[][]} [ranking] in place of the table that is shown */
function text({ root, form }, link, format, ranking) {
  const lead = [root.querySelector(".sentence:not([data-doubt] *), .word") ?? root.querySelector(".finding"), root.querySelector("[data-compare]:not([hidden]) [data-said]")].map(textOf).filter(Boolean);
  const beside = [...document.querySelectorAll(`[data-of="${form.id}"] [data-copy]`)].filter((el) => !root.contains(el)); // in a fold of its own
  const parts = [...root.querySelectorAll("[data-copy]"), ...beside].filter((el) => !el.closest("[hidden]")).map(part);
  const [shown] = parts;
  if (ranking && shown && "rows" in shown) parts[0] = { ...shown, columns: ranking[0]?.map((_, i) => i !== 1) ?? [], rows: ranking };
  if (format === "csv") return csv(lead, parts, link);
  return format === "latex" ? latex(lead, parts, link) : markdown(lead, parts, link);
}

/** @param {Element} el @returns {Part} */
function part(el) {
  if (el instanceof HTMLTableElement) {
    const [head] = el.rows;
    const all = (head ? cells(head) : []).map(({ classList }) => classList.contains("num"));
    const rows = [...el.rows].filter((row) => !row.closest("[aria-hidden], [data-top]")).map((row) => cells(row).flatMap((cell) => [textOf(cell), ...Array(cell.colSpan - 1).fill("")]));
    const says = all.map((_, i) => rows.length < 2 || rows.slice(1).some((row) => row[i] !== "")); // not pictures alone, nor what is compared with a pin that there is not
    return { title: textOf(el.caption), columns: all.filter((_, i) => says[i]), rows: rows.map((row) => row.filter((_, i) => says[i] ?? true)) };
  }
  if (!(el instanceof HTMLUListElement)) return { text: textOf(el) };
  return { title: el.dataset.copy ?? "", items: [...el.children].filter((li) => li.tagName === "LI").map(textOf) };
}

/** @param {string[]} lead @param {Part[]} parts @param {string} link */
function markdown(lead, parts, link) {
  const blocks = parts.map((p) => {
    if ("text" in p) return inline(p.text);
    if ("items" in p) return [`${inline(p.title)}\n`, ...p.items.map((item) => `- ${inline(item)}`)].join("\n");
    const [head = "", ...lines] = p.rows.map((row) => `| ${row.map(inline).join(" | ")} |`);
    return [`${inline(p.title)}:\n`, head, `| ${p.columns.map((num) => (num ? "---:" : "---")).join(" | ")} |`, ...lines].join("\n");
  });
  return [...lead.map((text, i) => (i === 0 ? `**${inline(text)}**` : inline(text))), ...blocks, address(link)].join("\n\n") + "\n";
}

/** @param {string[]} lead @param {Part[]} parts @param {string} link */
function csv(lead, parts, link) {
  const blocks = parts.map((p) => {
    if ("text" in p) return [[cell(p.text)]];
    if ("items" in p) return [[cell(p.title)], ...p.items.map((item) => [cell(item)])];
    return [[cell(p.title)], ...p.rows.map((row) => row.map((text, i) => (p.columns[i] ? shownCell : cell)(text)))]; // a name may look like a number
  });
  return [...lead.map((text) => [[cell(text)]]), ...blocks, [[cell(link)]]].map((rows) => rows.map((row) => `${row.join(",")}\r\n`).join("")).join("\r\n");
}

/** @param {string[]} lead @param {Part[]} parts @param {string} link */
function latex(lead, parts, link) {
  const list = (/** @type {string[]} */ items) => ["\\begin{itemize}", ...items.map((item) => `  \\item ${tex(item)}`), "\\end{itemize}"].join("\n");
  const blocks = parts.map((p) => {
    if ("text" in p) return tex(p.text);
    if ("items" in p) return `${tex(p.title)}\n${list(p.items)}`;
    const [head = "", ...lines] = p.rows.map((row) => `  ${row.map(tex).join(" & ")} \\\\`);
    const columns = p.columns.map((num) => (num ? "r" : "l")).join("");
    return ["\\begin{table}", `  \\caption{${tex(p.title)}}`, `  \\begin{tabular}{${columns}}`, "  \\hline", head, "  \\hline", ...lines, "  \\hline", "  \\end{tabular}", "\\end{table}"].join("\n");
  });
  return [...lead.map((text, i) => (i === 0 ? `\\textbf{${tex(text)}}` : tex(text))), ...blocks, `% ${link}`].join("\n\n") + "\n";
}

/** The cells of a row, but for that of the change since the pin. @param {HTMLTableRowElement} row */
const cells = (row) => [...row.cells].filter(({ dataset }) => dataset.versus === undefined);

/** The text a reader sees, on one line, without the changes since the pin, which have a sentence of their own. @param {Element | null} el */
function textOf(el) {
  const seen = /** @type {Element | undefined} */ (el?.cloneNode(true));
  for (const left of seen?.querySelectorAll("[hidden], .delta, template") ?? []) left.remove();
  return (seen?.textContent ?? "").replace(/\s+/g, " ").trim();
}
