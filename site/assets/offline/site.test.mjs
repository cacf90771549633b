// Which answers get old: those that are stored, whatever their query.

import assert from "node:assert/strict";
import test from "node:test";

Object.assign(globalThis, { OFFLINE_SITE: { stored: "^/(?:log|p/[a-z0-9]+)/?$", files: {} } });
const { isStored } = await import("./site.mjs");

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
