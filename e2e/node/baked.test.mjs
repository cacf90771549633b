// Proofs in PNG files: the reader of the browser and that of site/bake take the same
// out of the same files, and what the browser bakes both can read.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { crc32 } from "node:zlib";
import { root } from "../browser/support/site.mjs";
import { bake, baked, carried } from "../../site/assets/form/baked.mjs";

const folder = join(root, "site/bake/testdata");
const said = JSON.parse(readFileSync(join(folder, "said.json"), "utf8"));
const bytesOf = (name) => new Uint8Array(readFileSync(join(folder, `${name}.png`)));

test("the same proofs as site/bake", () => {
  assert.deepEqual(Object.keys(said).map((name) => `${name}.png`).sort(), readdirSync(folder).filter((name) => name.endsWith(".png")).sort());
  for (const [name, want] of Object.entries(said)) assert.equal(baked(bytesOf(name)) ?? null, want, name);
  assert.equal(baked(new TextEncoder().encode("GIF89a")), undefined);
});

test("files that are given to a page", async () => {
  const file = (name) => new File([bytesOf(name)], `${name}.png`);
  assert.equal(await (await carried(file("own"))).text(), "a proof");
  assert.equal((await carried(file("own"))).name, "own.png");
  for (const name of ["none", "two", "length-100-mb"]) {
    const given = file(name);
    assert.equal(await carried(given), given, name);
  }
  const text = new File(["a proof"], "proof.json");
  assert.equal(await carried(text), text);
  const gone = /** @type {any} */ ({ size: 9, slice: () => ({ arrayBuffer: () => Promise.reject(new Error("gone")) }) });
  assert.equal(await carried(gone), gone);
});

test("baking", async () => {
  for (const proof of ["a proof", '{"name": "Zoë 東京"}\r\n', "\u{feff}x"]) {
    const picture = new Uint8Array(await bake(bytesOf("none"), proof).arrayBuffer());
    assert.equal(baked(picture), proof);
    const at = 33; // the chunk behind the header; its checksum is that of zlib
    const length = new DataView(picture.buffer).getUint32(at);
    assert.equal(new DataView(picture.buffer).getUint32(at + 8 + length), crc32(picture.subarray(at + 4, at + 8 + length)));
    if (proof === "a proof") assert.deepEqual(picture, bytesOf("own"));
  }
});
