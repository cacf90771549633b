// Rulebooks of the reader, as texts.
//
//   [data-own-rules]   lines that say whose rules answer; [data-own-name] takes the name,
//                      [data-own-back] goes back to the arena's own rules

import { plain } from "../../answer/plain-text.mjs";

/** @typedef {Record<string, any>} Rulebook */

/** The rulebook that a text is, if it looks like one. @param {string} text @returns {Rulebook | undefined} */
export function rulebookIn(text) {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    const value = JSON.parse(text);
    return Array.isArray(value.dimensions) && "composite" in value && "arithmetic" in value ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Says that a rulebook of the reader answers, or no longer. @param {string} text of it, or "" */
export function sayWhose(text) {
  for (const line of document.querySelectorAll("[data-own-rules]")) {
    line.toggleAttribute("hidden", text === "");
    const name = line.querySelector("[data-own-name]");
    if (name) name.textContent = plain(String(rulebookIn(text)?.name ?? ""));
  }
}
