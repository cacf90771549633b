// Rulebooks of the reader, as texts.

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
