// Long texts that the device keeps for the inputs of pages, in a database, each under a
// key that those inputs have. Where the browser has no database for us, its functions fail.

import { createStore, delMany, get as read, keys, promisifyRequest, set } from "../../vendor/idb-keyval/index.js";

const texts = createStore("tallyproof", "texts");
const YOUNG = 60_000; // ms in which another tab may be about to keep inputs that have it

/** A key that begins with its time. */
export const newKey = () => `${Date.now().toString(36)}-${crypto.randomUUID().slice(0, 8)}`;

/** @param {string} key @returns {Promise<string | undefined>} */
export const get = (key) => read(key, texts);

/** Puts a text there, unless it is there. @param {string} key @param {string} text */
export async function put(key, text) {
  if ((await texts("readonly", (store) => promisifyRequest(store.count(key)))) === 0) await set(key, text, texts);
}

/**
 * Removes the texts that no kept inputs have, and tells which are gone.
 * @param {Set<string>} spared are wanted soon @param {Set<string>} ours of this page: no other tab is about to keep them
 */
export async function sweep(spared, ours) {
  const kept = Object.entries(localStorage).map(([name, value]) => (name.startsWith("tallyproof.") ? value : "")).join();
  const old = Date.now() - YOUNG;
  const gone = (await keys(texts)).map(String).filter((key) => !kept.includes(`*k${key}`) && !spared.has(key) && (ours.has(key) || parseInt(key, 36) < old));
  await delMany(gone, texts);
  return gone;
}
