// A file that Export has saved: inputs of a page.

import { page } from "../page.mjs";

export const VERSION = 1;

/** Whether a text is such a file, as its beginning says. @param {string} text */
export const isSaved = (text) => /^\s*\{\s*"tallyproof":\s*\d/.test(text.slice(0, 100));

/** The inputs in a file, or the reason why there are none. @param {string} text */
export function take(text) {
  const none = { trouble: "format", about: "", inputs: "" };
  try {
    const { tallyproof, page: path, inputs } = JSON.parse(text);
    if (typeof tallyproof === "number" && tallyproof > VERSION) return { ...none, trouble: "newer" };
    if (tallyproof !== VERSION || typeof inputs !== "string" || !/^(#\d+;.*)?$/s.test(inputs)) return none;
    if (path !== location.pathname) return { ...none, trouble: "page", about: String(path) };
    return { trouble: "", about: "", inputs };
  } catch {
    return none;
  }
}

/** Opens a file that was dropped. @param {string} text @returns {string} what is wrong with it; "" if nothing */
export function openSaved(text) {
  const { trouble, about, inputs } = take(text);
  if (trouble === "") page.go(inputs);
  return { "": "", page: `the file was saved on ${about}: drop it there`, newer: "the file was saved by a newer version of Tallyproof" }[trouble] ?? "the file contains no inputs: it is damaged";
}
