// The most bytes that a proof may have: the modules of pages have the engine's number.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { bake, baked } from "../../site/assets/form/baked.mjs";
import { ManyDetector } from "../../site/assets/verify/many/detect.mjs";
import { Reader } from "../../site/assets/verify/many/read.mjs";
import { load, published, root, thrown } from "./support/published.mjs";

const engine = await (await load(published, "engine")).loadEngine();

/** The engine takes a text of so many bytes. @param {number} length */
const verify = (length) => engine.call("proof.verify", { text: " ".repeat(length) });
const refused = String(thrown(() => verify(1 << 22)).message);
const most = Number(/bytes of text: want at most (\d+)$/.exec(refused)?.[1]);

test("the engine says how long a proof may be", () => {
  assert.ok(most > 0, refused);
  assert.equal(verify(most).verdict, "unreadable");
  assert.throws(() => verify(most + 1), /want at most/);
});

test("a picture carries a proof of that length, and none that is longer", async () => {
  const picture = new Uint8Array(readFileSync(join(root, "site/bake/testdata/none.png")));
  const carried = async (/** @type {number} */ length) => baked(new Uint8Array(await bake(picture, "x".repeat(length)).arrayBuffer()));
  assert.equal((await carried(most))?.length, most);
  assert.equal(await carried(most + 1), undefined);
});

test("what is longer is a list", () => {
  const single = /** @type {any} */ ({ root: new EventTarget(), status() {} });
  const detector = new ManyDetector(/** @type {any} */ (undefined), single, () => {});
  for (const [length, many] of /** @type {[number, boolean][]} */ ([[most, false], [most + 1, true]])) {
    assert.equal(detector.takesText("x".repeat(length)), many, `a text of ${length} bytes`);
    assert.equal(detector.takes(/** @type {any} */ ([{ size: length }])), many, `a file of ${length} bytes`);
  }
});

test("the first part of a list tells it from a proof", async () => {
  /** @type {number[]} */ const asked = [];
  await new Reader([new Blob(["x".repeat(2 * most)])]).next(async ({ text = "" }) => {
    asked.push(text.length);
    return /** @type {any} */ ({ used: text.length, next: { format: "end" } });
  });
  assert.equal(asked.length, 1);
  assert.ok(Number(asked[0]) > most && Number(asked[0]) <= most + 4, `${asked[0]} bytes, one proof may have ${most}`); // a character may be cut
});
