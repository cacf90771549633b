// Which answers get old: those that are stored, whatever their query, and pages with keys.

import assert from "node:assert/strict";
import test from "node:test";

Object.assign(globalThis, { OFFLINE_SITE: { stored: "^/(?:log|p/[a-z0-9]+)/?$", files: {} } });
const { hasKeys, isStored } = await import("./site.mjs");

test("a stored answer with a query is stored too", () => {
  for (const [path, stored] of /** @type {const} */ ([
    ["/log/", true],
    ["/log/?from=7", true],
    ["/log/?a=\n/b/", true],
    ["/p/abc?", true],
    ["/weights/", false],
    ["/weights/?/log/", false],
  ])) assert.equal(isStored(path), stored, path);
});

test("a page has keys if it judges proofs by them", () => {
  for (const [text, keys] of /** @type {const} */ ([
    ["<details class=group data-pins data-shipped='{\"keys\":[]}'>", true],
    ["<section data-widgets data-keys='{}'>", true],
    ["<dialog data-keys-box>", false],
    ["<section data-example='{}'>", false],
  ])) assert.equal(hasKeys(text), keys, text);
});
