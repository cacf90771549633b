// The text of a file of agents or submissions: UTF-8, UTF-16, or Windows-1252, as
// spreadsheets write it. It may be a rulebook instead, or inputs that Export has saved.

import { engine } from "../../engine/page-engine.mjs";
import { rulebookIn } from "../own/own-rules.mjs";
import { isSaved } from "../whatif/saved.mjs";

const MOST = 64 << 20; // bytes, as the engine takes
const LOOK = 4000; // bytes by which the engine tells what a file is
const UNUSED = /[\x81\x8d\x8f\x90\x9d]/; // in Windows-1252
const FOREIGN = /(?:(?![\0-\x7f])\p{L}){3}/u; // three letters beyond ASCII in a row are no Western ones

/** @typedef {{ text?: string, rulebook?: import("../own/own-rules.mjs").Rulebook, saved?: boolean, note?: string, problem?: string }} Given */

const LOST = "the file could not be read: if it was moved or changed since, choose it again";

/** @param {File} file @returns {Promise<Given>} */
export async function read(file) {
  if (file.size > MOST) return { problem: `the file has ${file.size.toLocaleString("en")} bytes: want at most ${MOST.toLocaleString("en")}` };
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (!bytes) return { problem: LOST };
  const { text = "", ...rest } = await decoded(new Uint8Array(bytes));
  if (rest.problem) return rest;
  return isSaved(text) ? { text, saved: true } : { text, rulebook: rulebookIn(text), ...rest };
}

/** The text of bytes, or what is wrong with them. @param {Uint8Array} bytes @returns {Promise<Given>} */
export async function decoded(bytes) {
  const wide = wideOf(bytes);
  try {
    return { text: new TextDecoder(wide || "utf-8", { fatal: true }).decode(bytes) };
  } catch {
    const what = wide ? undefined : await kindOf(bytes);
    return what ? { problem: what } : western(bytes);
  }
}

/** Which UTF-16 it is, by its mark or by the zeros of its first letters; "" if it is none. @param {Uint8Array} bytes */
function wideOf([a, b, c, d]) {
  if ((a === 255 && b === 254) || (a && b === 0 && c && d === 0)) return "utf-16le";
  return (a === 254 && b === 255) || (a === 0 && b && c === 0 && d) ? "utf-16be" : "";
}

/** What the engine says of a file that is no text, such as a workbook; undefined for a text. @param {Uint8Array} bytes */
async function kindOf(bytes) {
  const text = new TextDecoder().decode(bytes.subarray(0, LOOK));
  if (!/[\0-\x08\x0e-\x1f]/.test(text)) return undefined;
  const told = await engine.call("table.read", { text }).catch((error) => error.message);
  return typeof told === "string" ? told : "the file is no text: copy the cells and paste them here";
}

/** A text in Windows-1252, with a note that names the first letter that tells; what seems to have another encoding is refused. @param {Uint8Array} bytes @returns {Given} */
function western(bytes) {
  const text = new TextDecoder("windows-1252").decode(bytes);
  const before = text.slice(0, text.search(/[^\0-\x7f]/));
  const row = before.split("\n").length - 1;
  const where = row ? `row ${row}` : "the header";
  if (UNUSED.test(text) || FOREIGN.test(text)) return { problem: `${where}: the file is not UTF-8: save it as UTF-8, which Excel calls “CSV UTF-8”` };
  const begin = before.search(/[^\n,;\t|]*$/);
  const cell = /^[^\r\n,;\t|]{0,40}/.exec(text.slice(begin))?.[0].trim() ?? "";
  return { text, note: `The file is not UTF-8: it was read as Windows-1252, ${where} as “${cell}”. If letters are wrong, save it as UTF-8.` };
}
