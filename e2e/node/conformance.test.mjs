// Published test vectors through the published engine: the browsers run the
// same in e2e/browser.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import { load, published } from "./support/published.mjs";
import { answers, numbers, numbersHash, recorded, signatures, texts } from "./support/vectors.mjs";

const { loadEngine } = await load(published, "engine");
const engine = await loadEngine();
const said = answers(engine, signatures, texts);

test("all 1,077 signatures are answered as recorded", () => {
  assert.equal(said.strict, recorded.strict);
  assert.equal(said.zip215, recorded.zip215);
});

for (const [i, { name, want }] of texts.entries()) {
  test(`canonical form: ${name}`, () => assert.equal(said.canonical[i], want));
}

test("100,000 numbers are spelled as ECMAScript does", () => {
  const hash = createHash("sha256");
  /** @type {{ bits: string, value: number }[]} */ let part = [];
  const flush = () => {
    const text = `[${part.map(({ value }) => (Object.is(value, -0) ? "-0" : value.toExponential(20))).join()}]`;
    const spelled = engine.call("proof.canonicalize", { text }).canonical.slice(1, -1).split(",");
    part.forEach(({ bits }, i) => hash.update(`${bits},${spelled[i]}\n`));
    part = [];
  };
  for (const number of numbers(100_000)) if (part.push(number) === 10_000) flush();
  assert.equal(part.length, 0);
  assert.equal(hash.digest("hex"), numbersHash(100_000));
});
