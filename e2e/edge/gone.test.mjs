// Addresses of earlier versions answer 410 and say what to use instead, on both hosts.

import assert from "node:assert/strict";
import test from "node:test";
import { patiently } from "./support/ask.mjs";
import { published } from "./support/hosts.mjs";

/** Addresses and methods, with what the answer names. */
const GONE = [
  ["GET", "/sbom.cdx.json", /use the sbom\.cdx\.json of a release/],
  ["GET", "/index.json", /use \/index\.md, or POST to \/api\/v1\/\{operation\}/],
  ["GET", "/score/airena.json", /use \/score\/airena\.md, or POST to \/api\/v1\/\{operation\}/],
  ["GET", "/docs/operations/elo.expected.json", /use \/docs\/operations\/elo\.expected\.md/],
  ["GET", "/schema/page.json", /\/api\/openapi\.json/],
  ["GET", "/parts/", /tests alone make this page/],
  ["GET", "/log/witnessed", /keep \/log\/checkpoint/],
  ["POST", "/log/cosignatures", /keep \/log\/checkpoint/],
];

for (const [target, { origin }] of Object.entries(await published())) {
  for (const [method, path, instead] of GONE) {
    test(`${target}: ${method} ${path} is gone`, async () => {
      const response = await patiently(origin + path, { method });
      assert.equal(response.status, 410);
      assert.match(await response.text(), instead);
      assert.match(response.headers.get("content-security-policy"), /default-src 'none'/);
      assert.equal(response.headers.get("x-content-type-options"), "nosniff");
      if (method === "POST") return;
      const head = await patiently(origin + path, { method: "HEAD" });
      assert.deepEqual([head.status, await head.text()], [410, ""]);
    });
  }
}
