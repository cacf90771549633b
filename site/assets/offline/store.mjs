// Copies of files and pages on the device, in a cache that belongs to one build.
// Each copy has the digest of its bytes, and a copy that does not match it is
// thrown away: an asset must be the one that the build made.

import { needs, site } from "./site.mjs";

const PREFIX = "tallyproof-";
const NAME = PREFIX + site.build;

/** Headers that only copies have: their digest, and of a page the build whose worker fetched it, when, and the assets that it needs. */
const DIGEST = "x-digest";
export const BUILD = "x-build";
export const SEEN = "x-seen";
export const NEEDS = "x-needs";

/** Whether an answer is an asset of this site, and not of a network that answers for it. @param {Response} answer */
export const isAsset = ({ status, headers }) => status === 200 && /\bimmutable\b/.test(headers.get("cache-control") ?? "");

/** Keeps an answer; a device without room keeps none. @param {string} key @param {Response} answer @param {Record<string, string>} [more] headers */
export async function keep(key, answer, more = {}) {
  const body = await answer.arrayBuffer();
  const found = await digest(body);
  if (site.files[key] && site.files[key].digest !== found) return;
  const headers = new Headers(answer.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name); // of what is not encoded any more
  for (const [name, value] of Object.entries({ ...more, [DIGEST]: found })) headers.set(name, value);
  await (await caches.open(NAME)).put(key, new Response(body, { headers })).catch(() => {});
}

/** The copy of a file or page, undefined without a whole one. @param {string} key @returns {Promise<Response | undefined>} */
export async function kept(key) {
  try {
    const copy = await matching(key);
    if (!copy) return undefined;
    const body = await copy.arrayBuffer();
    if ((await digest(body)) === (site.files[key]?.digest ?? copy.headers.get(DIGEST))) return new Response(body, copy);
    await forget(key);
  } catch {} // the browser cannot read it
}

/** Whether there is a copy, perhaps a damaged one. @param {string} key */
export const has = async (key) => (await matching(key).catch(() => undefined)) !== undefined;

/** @param {string} key */
export const forget = async (key) => (await caches.open(NAME)).delete(key, { ignoreVary: true });

/** The addresses of all copies. */
export async function keys() {
  const all = await (await caches.open(NAME)).keys();
  return all.map(({ url }) => url.slice(location.origin.length));
}

/** Takes over the pages of earlier builds, each with the assets that it needs, and drops the rest of them. */
export async function takeOver() {
  const earlier = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  const mine = await caches.open(NAME);
  for (const name of earlier.toReversed()) { // the latest first
    const theirs = await caches.open(name);
    for (const request of await theirs.keys()) {
      const page = await theirs.match(request, { ignoreVary: true });
      const listed = page?.headers.get(NEEDS);
      if (!page || listed === undefined || listed === null) continue; // an asset
      const files = new Set([request.url, ...listed.split(" "), ...needs(await page.text())]); // it may be a page of this build
      for (const url of files) await move(theirs, mine, url);
    }
    await caches.delete(name);
  }
}

/** Moves a copy, first out of where it was, so that a full device has room; one without any keeps none. @param {Cache} from @param {Cache} to @param {string} url */
async function move(from, to, url) {
  const copy = url && (await from.match(url, { ignoreVary: true }));
  if (!copy) return;
  await from.delete(url, { ignoreVary: true });
  if (!(await to.match(url, { ignoreVary: true }))) await to.put(url, copy).catch(() => {});
}

/** @param {string} key */
const matching = async (key) => (await caches.open(NAME)).match(key, { ignoreVary: true });

/** The start of the SHA-256 of bytes, as site/build/offline writes it. @param {ArrayBuffer} bytes */
async function digest(bytes) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(sum.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
