// What a page keeps of the reader's inputs. Run with: node --test site/assets
import assert from "node:assert/strict";
import test from "node:test";

import { keep, own } from "./own.mjs";

const NAME = "tallyproof.work:/score/airena/";

/** A device's storage. @param {Record<string, string>} held */
function storage(held) {
  const localStorage = {
    getItem: (/** @type {string} */ name) => held[name] ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ value) => (held[name] = value),
    removeItem: (/** @type {string} */ name) => delete held[name],
  };
  Object.assign(globalThis, { localStorage, location: { pathname: "/score/airena/" } });
  return localStorage;
}

/** Entries, and the inputs that are read from them. @type {Record<string, [entry: string, inputs: string | undefined]>} */
const entries = {
  "of this page": ['{"version":1,"inputs":"#1;time=5;end"}', "#1;time=5;end"],
  "of the first pages": ['"#1;time=5;end"', "#1;time=5;end"],
  "no JSON": ["{", undefined], "nothing": ["", undefined], "null": ["null", undefined], "a number": ["5", undefined], "a list": ["[]", undefined],
  "no inputs": ['{"version":1}', undefined], "inputs that are no text": ['{"version":1,"inputs":7}', undefined], "inputs that are no link": ['{"version":1,"inputs":"javascript:alert(1)"}', undefined],
  "of a newer page": ['{"version":2,"inputs":"#1;time=5;end"}', undefined], "without a version": ['{"inputs":"#1;time=5;end"}', undefined],
};

for (const [what, [entry, inputs]] of Object.entries(entries)) {
  test(`an entry: ${what}`, () => {
    storage({ [NAME]: entry });
    assert.equal(own(), inputs);
    assert.equal(own("/rating/airena/"), undefined, "another page has its own");
  });
}

test("inputs take the place of those before, and none forget them; an entry of a newer page stays", () => {
  const held = { [NAME]: "{" };
  storage(held);
  assert.equal(keep("#1;time=7;end"), true);
  assert.deepEqual([own(), held[NAME]], ["#1;time=7;end", '{"version":1,"inputs":"#1;time=7;end"}']);
  keep("#2;rating=7;end", "/rating/airena/");
  assert.deepEqual([own(), own("/rating/airena/")], ["#1;time=7;end", "#2;rating=7;end"]);
  keep("");
  assert.equal(NAME in held, false);
  held[NAME] = '{"version":2}';
  assert.equal(keep("#1;time=7;end"), false);
  assert.equal(held[NAME], '{"version":2}');
});

test("storage that is full or forbidden keeps nothing", () => {
  const full = storage({});
  full.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
  assert.deepEqual([keep("#1;time=7;end"), own()], [false, undefined]);
  Object.defineProperty(globalThis, "localStorage", { configurable: true, get() { throw new DOMException("closed", "SecurityError"); } });
  assert.deepEqual([keep("#1;time=7;end"), own()], [false, undefined]);
});
