// The reader's own inputs, kept on the device: one entry a page, and so one an
// arena. It holds the fragment of a link. Storage that is forbidden or full, and
// entries that are damaged or of a newer page, change nothing.

import { isState } from "../link/fragment.mjs";
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
