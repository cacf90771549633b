// Rulebooks that the reader keeps on this device, by name, for every page:
//
//   tallyproof.rulebooks = {"version": 1, "rulebooks": ["{…}"]}, each as JSON
//
// What storage has is a candidate: its shape is checked here, its rules by the engine when
// a page is to answer by them.

import { rulebookIn } from "./own-rules.mjs";

const NAME = "tallyproof.rulebooks";
const VERSION = 1;
const MOST = 20; // rulebooks
const LONGEST = 20_000; // characters of a rulebook, as a link has
const LONGEST_NAME = 200; // characters, as the engine takes

/** @typedef {{ name: string, text: string }} Kept */

/** The rulebooks, in the order of their names. @returns {Kept[]} */
export const keptRules = () => stored().list;

/** Keeps a rulebook in the place of one with its name. @param {string} text @returns {string} why it is not kept, or "" */
export function keep(text) {
  const one = candidate(text);
  if (!one) return `Not kept: want a rulebook with a name, of at most ${LONGEST.toLocaleString("en")} characters.`;
  return write([...keptRules().filter(({ name }) => name !== one.name), one]);
}

/** @param {string} name @returns {string} why it is still there, or "" */
export const forget = (name) => write(keptRules().filter((one) => one.name !== name));

/** @param {string} name @param {string} next @returns {string} why it has still its name, or "" */
export function rename(name, next) {
  const list = keptRules();
  const one = list.find((kept) => kept.name === name);
  const renamed = one && candidate(JSON.stringify({ ...JSON.parse(one.text), name: next.trim() }));
  if (!renamed) return `Enter a name of 1 to ${LONGEST_NAME} characters.`;
  if (next.trim() !== name && list.some((kept) => kept.name === renamed.name)) return "Another rulebook has this name.";
  return write(list.map((kept) => (kept === one ? renamed : kept)));
}

/** Calls f when another tab has changed them, or this page comes back. @param {() => void} f */
export function watchRules(f) {
  addEventListener("storage", ({ key }) => (key === NAME || key === null) && f());
  addEventListener("pageshow", ({ persisted }) => persisted && f());
}

/** A rulebook as it is kept. @param {unknown} text @returns {Kept | undefined} */
export function candidate(text) {
  if (typeof text !== "string" || text.length > LONGEST) return undefined;
  const rulebook = rulebookIn(text);
  const name = rulebook?.name;
  if (typeof name !== "string" || !name.trim() || name.length > LONGEST_NAME) return undefined;
  const plain = JSON.stringify(rulebook);
  return plain.length > LONGEST ? undefined : { name, text: plain };
}

/** The storage of this site. Pages from disk may share one. */
function storage() {
  if (location.protocol === "file:") throw new Error("shared");
  return localStorage;
}

/** @returns {{ list: Kept[], newer?: boolean }} */
function stored() {
  try {
    const text = storage().getItem(NAME) ?? "";
    if (text.length > 2 * MOST * LONGEST) return { list: [] };
    const { version, rulebooks } = JSON.parse(text);
    if (version !== VERSION || !Array.isArray(rulebooks)) return { list: [], newer: version > VERSION };
    const byName = new Map(rulebooks.slice(0, MOST).flatMap((one) => candidate(one) ?? []).map((one) => [one.name, one]));
    return { list: [...byName.values()].sort((a, b) => a.name.localeCompare(b.name, "en")) };
  } catch {
    return { list: [] };
  }
}

/** @param {Kept[]} list @returns {string} why not, or "" */
function write(list) {
  if (list.length > MOST) return `Not kept: this device has ${MOST} rulebooks. Remove one first.`;
  if (stored().newer) return "Not kept: a newer version of this site has its own here. Reload the page.";
  try {
    if (list.length) storage().setItem(NAME, JSON.stringify({ version: VERSION, rulebooks: list.map(({ text }) => text) }));
    else storage().removeItem(NAME);
    return "";
  } catch {
    return "Not kept: the browser’s storage is closed or full.";
  }
}
