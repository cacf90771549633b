// What a new build's worker takes over from an earlier one, on a device without room too.

import assert from "node:assert/strict";
import test from "node:test";

Object.assign(globalThis, { OFFLINE_SITE: { build: "new", stored: "^/p/", files: {} }, location: { origin: "https://site.test" } });
const { takeOver } = await import("./store.mjs");

/** A browser's caches with what is in them; room is how many copies fit. @param {Record<string, Record<string, Response>>} all @param {number} room */
function device(all, room) {
  const held = new Map(Object.entries(all).map(([name, copies]) => [name, new Map(Object.entries(copies).map(([path, copy]) => [`https://site.test${path}`, copy]))]));
  const address = (/** @type {string | { url: string }} */ key) => new URL(typeof key === "string" ? key : key.url, "https://site.test").href;
  const open = async (/** @type {string} */ name) => {
    const copies = held.get(name) ?? new Map();
    held.set(name, copies);
    return {
      keys: async () => [...copies.keys()].map((url) => ({ url })),
      match: async (/** @type {string} */ key) => copies.get(address(key))?.clone(),
      delete: async (/** @type {string} */ key) => copies.delete(address(key)),
      put: async (/** @type {string} */ key, /** @type {Response} */ copy) => {
        if ([...held.values()].reduce((sum, { size }) => sum + size, 0) >= room) throw new DOMException("no room", "QuotaExceededError");
        copies.set(address(key), copy);
      },
    };
  };
  Object.assign(globalThis, { caches: { open, keys: async () => [...held.keys()], delete: async (/** @type {string} */ name) => held.delete(name) } });
  return () => Object.fromEntries([...held].map(([name, copies]) => [name, [...copies.keys()].map((url) => new URL(url).pathname).sort()]));
}

const page = (/** @type {string} */ needs) => new Response("<h1>page</h1>", { headers: { "x-needs": needs } });
const earlier = () => ({ "tallyproof-old": { "/score/": page("/assets/a.mjs /assets/b.mjs"), "/assets/a.mjs": new Response("a"), "/assets/b.mjs": new Response("b"), "/assets/unused.mjs": new Response("c") } });

for (const [name, room, want] of /** @type {const} */ ([
  ["pages come with their assets, and nothing else of the earlier build stays", 9, ["/assets/a.mjs", "/assets/b.mjs", "/score/"]],
  ["a device that is full takes them over one by one", 4, ["/assets/a.mjs", "/assets/b.mjs", "/score/"]],
  ["a device that keeps nothing any more gives the room of the earlier build back", 0, []],
])) test(name, async () => {
  const held = device(earlier(), room);
  await takeOver();
  assert.deepEqual(held(), { "tallyproof-new": want });
});
