// Every example of every operation, through the published engine, and those of the
// verifier’s operations through the verifier too.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { load, published, root } from "./support/published.mjs";
import { compact, parseTxtar } from "./support/txtar.mjs";

const { loadEngine } = await load(published, "engine");
const engine = await loadEngine();
const verifier = await loadEngine(pathToFileURL(join(published, "verifier.wasm")));
const folder = join(root, "testdata", "ops");
const operations = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name);

test("every operation has an example, and every example an operation", () => {
  assert.notEqual(engine.operations.length, 0);
  assert.deepEqual(operations.toSorted(), engine.operations.toSorted());
  for (const operation of operations) assert.ok(casesOf(operation).length > 0, operation);
});

test("the verifier has operations of the engine, in the same order, those that read proofs and badges among them", () => {
  assert.equal(verifier.version, engine.version);
  assert.deepEqual(verifier.operations, engine.operations.filter((name) => /^(proof|badge)\./.test(name) && name !== "proof.pack"));
});

for (const operation of operations) {
  for (const name of casesOf(operation)) {
    if (verifier.operations.includes(operation)) test(`the verifier answers ${operation}/${name} as the engine does`, () => {
      const request = parseTxtar(readFileSync(join(folder, operation, name), "utf8")).files.get("request.json");
      assert.equal(verifier.callJSON(operation, request), engine.callJSON(operation, request));
    });
    test(`${operation}/${name}`, () => {
      const { files } = parseTxtar(readFileSync(join(folder, operation, name), "utf8"));
      const request = files.get("request.json");
      const answer = engine.callJSON(operation, request);
      const want = files.has("error.json") ? `{"error":${compact(files.get("error.json"))}}` : `{"ok":${compact(files.get("response.json"))}}`;
      assert.deepEqual(JSON.parse(answer), JSON.parse(want)); // the readable difference first
      assert.equal(answer, want);
      const bytes = engine.callBytes(operation, new TextEncoder().encode(request));
      assert.equal(new TextDecoder().decode(bytes), want);
    });
  }
}

function casesOf(operation) {
  return readdirSync(join(folder, operation)).filter((name) => name.endsWith(".txtar"));
}
