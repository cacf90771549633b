// Every table of testdata, through the published engine: read, or refused, as natively.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { load, published, root } from "./support/published.mjs";

const { loadEngine } = await load(published, "engine");
const engine = await loadEngine();
const folder = join(root, "testdata", "tables");
const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name }) => name);

/** The text of a file, decoded as pages and the command do. */
function textOf(bytes) {
  for (const encoding of bytes[0] === 255 ? ["utf-16le"] : ["utf-8", "windows-1252"]) {
    try {
      return new TextDecoder(encoding, { fatal: true, ignoreBOM: encoding === "utf-8" }).decode(bytes);
    } catch {} // the next one
  }
}

test("there are all tables", () => assert.ok(names.length > 60, `${names.length}`));

for (const name of names) {
  test(name, () => {
    const want = JSON.parse(readFileSync(join(folder, "read", `${name}.json`), "utf8"));
    const answer = engine.callJSON("table.read", JSON.stringify({ text: textOf(readFileSync(join(folder, name))) }));
    assert.deepEqual(JSON.parse(answer), want);
  });
}
