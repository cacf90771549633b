// The reader's own inputs, kept on the device: one entry a page, and so one an
// arena. It holds the fragment of a link; texts that no link takes are in a database
// (page/whatif/kept-texts.mjs), and it has their keys. Storage that is forbidden or full,
// and entries that are damaged or of a newer page, change nothing.

import { isState } from "../link/fragment.mjs";
import { keptOf, linkOf, pack, put, sweep } from "../link/texts.mjs";
import { store, stored } from "./storage.mjs";

const VERSION = 1;

/** The fragment of the inputs that a page keeps. @param {string} [path] of a page; this one by default @returns {string | undefined} */
export function own(path) {
  const kept = stored("work", path);
  const inputs = kept?.version === VERSION ? kept.inputs : kept; // the first pages kept the fragment alone
  return typeof inputs === "string" && isState(inputs) ? inputs : undefined;
}

/** Keeps inputs in the place of those before, or forgets these. @param {string} inputs a fragment; "" for none @param {string} [path] of a page; this one by default @returns {boolean} whether they are kept */
export function keep(inputs, path) {
  if (stored("work", path)?.version > VERSION) return false;
  return store("work", inputs === "" ? undefined : { version: VERSION, inputs }, path);
}

/** What is still to be kept, by the path of its page. @type {Map<string, string>} */
const coming = new Map();

/**
 * Keeps the inputs of a page's fragment: at once, or when its long texts are on the device.
 * @param {string} fragment @param {string} [path] of a page; this one by default @returns {Promise<void> | undefined} until then
 */
export function keepWhole(fragment, path = location.pathname) {
  const now = keptOf(fragment);
  const texts = (now ?? "*k").includes("*") || own(path)?.includes("*k");
  if (now !== undefined) keep(now, path);
  coming.delete(path);
  if (!texts) return undefined;
  coming.set(path, fragment);
  return keepTexts(fragment, path);
}

/** @param {string} fragment @param {string} path */
async function keepTexts(fragment, path) {
  const now = await keepable(fragment); // puts them there again if another tab has removed them
  if (coming.get(path) === fragment) {
    coming.delete(path);
    if (now !== undefined) keep(now, path);
  }
  await sweep([...coming.values()]).catch(() => {});
}

/** A fragment as the device keeps it, once it has its texts; undefined if it does not take them. @param {string} fragment */
export async function keepable(fragment) {
  await pack(fragment);
  if (linkOf(fragment) === "") await put(fragment);
  return keptOf(fragment);
}

/** Whether the device keeps the inputs of a fragment of this page, or is about to. @param {string} fragment */
export const isKept = (fragment) => coming.get(location.pathname) === fragment || own() === keptOf(fragment);
