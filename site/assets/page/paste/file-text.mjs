// The text of a file of agents or submissions: UTF-8, or UTF-16 with a mark, as
// spreadsheets write it. It may be a rulebook instead, or inputs that Export has saved.

import { rulebookIn } from "../own-rules.mjs";
import { isSaved } from "../whatif/saved.mjs";

const MOST = 64 << 20; // bytes, as the engine takes

/** @typedef {{ text?: string, rulebook?: import("../own-rules.mjs").Rulebook, saved?: boolean, problem?: string }} Given without a text if it is not wanted */

/** What is said of a file that the browser does not read any more. */
export const LOST = "the file could not be read: if it was moved or changed since, choose it again";

/** @param {File} file @param {number} [long] bytes of a file whose text is not wanted @returns {Promise<Given>} */
export async function read(file, long = MOST) {
  if (file.size > MOST) return { problem: `the file has ${file.size} bytes: want at most ${MOST}` };
  return (file.size > long && !isSaved(await file.slice(0, 100).text().catch(() => "")) ? begins(file) : decoded(file)).catch((error) => ({ problem: error instanceof DOMException ? LOST : "the file is no text in UTF-8: save it with that encoding" }));
}

/** @param {ArrayBuffer} bytes */
function encodingOf(bytes) {
  const mark = String(new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength)));
  return mark === "255,254" ? "utf-16le" : mark === "254,255" ? "utf-16be" : "utf-8";
}

/** @param {File} file @returns {Promise<Given>} */
async function decoded(file) {
  const bytes = await file.arrayBuffer();
  const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  return isSaved(text) ? { text, saved: true } : { text, rulebook: rulebookIn(text) };
}

/** Refuses a long file that the engine, which gets its bytes, does not read. @param {File} file @returns {Promise<Given>} */
async function begins(file) {
  if (encodingOf(await file.slice(0, 2).arrayBuffer()) !== "utf-8") throw new Error();
  return {};
}
