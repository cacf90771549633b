// The service worker: pages that were opened, and a few more, work without a network. It
// answers navigations and requests for hashed assets, and nothing else: no POST, no
// other origin, no API, no frame of other sites.

import { keepAhead, putOff } from "./ahead.mjs";
import { complete, keyOf, page } from "./pages.mjs";
import { isAsset, keep, kept, takeOver } from "./store.mjs";
import { site } from "./site.mjs";

const worker = /** @type {any} */ (globalThis);

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(worker.skipWaiting())); // pages do not mix builds: all their assets have hashed names
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(takeOver().catch(() => {}).then(() => worker.clients.claim())));

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const request = /** @type {Request} */ (event.request);
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || request.headers.has("range")) return;
  if (request.mode === "navigate") putOff();
  const later = (/** @type {Promise<unknown>} */ work) => event.waitUntil(work);
  if (url.pathname.startsWith("/assets/")) event.respondWith(asset(url.pathname, request, later));
  else if (request.mode === "navigate" && !url.pathname.startsWith("/embed/")) event.respondWith(page(request, later));
});

/**
 * A file whose name has a hash of its content: from the browser's own cache, which
 * also has what it compiled of it; else the copy; else from the network.
 * @param {string} path @param {Request} request @param {(work: Promise<unknown>) => void} later
 */
async function asset(path, request, later) {
  const copy = (await cached(path)) ?? (await kept(path));
  if (copy) return copy;
  const answer = await fetch(request);
  if (isAsset(answer)) later(keep(path, answer.clone()).catch(() => {}));
  return answer;
}

/** The browser's own copy. It may also have kept the page of a network that asks for a login. @param {string} path */
async function cached(path) {
  const answer = await fetch(path, { mode: "same-origin", cache: "only-if-cached" }).catch(() => undefined);
  return answer && isAsset(answer) ? answer : undefined;
}

/** Ends when the page that was opened last is whole. @type {Promise<unknown>} */
let opened = Promise.resolve();

// Messages of pages: {page, program} is one that has been opened, and its program if
// that is there; {ahead} says that more may be kept now; {files} asks whether
// this build has all of these.
worker.addEventListener("message", (/** @type {any} */ event) => {
  const { page, program, ahead, files } = event.data;
  if (page) event.waitUntil((opened = complete(keyOf(new URL(page, location.href)), program ? [program] : []).catch(() => {})));
  if (ahead) event.waitUntil(opened.then(keepAhead).catch(() => {}));
  if (files) event.ports[0].postMessage(files.every((/** @type {string} */ path) => site.files[path] !== undefined));
});
