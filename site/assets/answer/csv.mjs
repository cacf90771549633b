// A cell of CSV.

/** A number with its sign, as our answers write it. */
const NUMBER = /^[+−]?\d+(\.\d+)?$/;

/**
 * What a spreadsheet would take for a formula begins with an apostrophe; a
 * number is no formula.
 * @param {unknown} value
 */
export function cell(value) {
  if (value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text = String(value).replace(/^[=+\-@\t\r]/, "'$&");
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The same for a text as a reader sees it: numbers get a sign that spreadsheets know. @param {string} text */
export const shownCell = (text) => (NUMBER.test(text) ? text.replace("−", "-").replace("+", "") : cell(text.replace(/^−/, "-")));
