import assert from "node:assert/strict";
import test from "node:test";

import { forget, keep, keptRules, rename } from "./kept-rules.mjs";

const NAME = "tallyproof.rulebooks";
/** @type {Map<string, string>} */ const kept = new Map();
let full = false;

Object.assign(globalThis, {
  location: { protocol: "https:" },
  addEventListener: () => {},
  localStorage: {
    getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
    removeItem: (/** @type {string} */ name) => kept.delete(name),
    setItem: (/** @type {string} */ name, /** @type {string} */ value) => {
      if (full) throw new Error("quota");
      kept.set(name, value);
    },
  },
});

/** A text that looks like a rulebook. @param {unknown} name @param {object} [more] */
const rulebook = (name, more) => JSON.stringify({ name, arithmetic: "exact", composite: {}, dimensions: [], ...more });
const names = () => keptRules().map(({ name }) => name);
const store = (/** @type {unknown} */ value) => kept.set(NAME, typeof value === "string" ? value : JSON.stringify(value));

test("rulebooks are kept, renamed and removed by name", () => {
  kept.clear();
  assert.deepEqual([keep(rulebook("Reef")), keep(rulebook("Atoll", { scale: 1 })), keep(rulebook("Atoll", { scale: 2 }))], ["", "", ""]);
  assert.deepEqual(names(), ["Atoll", "Reef"]);
  assert.equal(JSON.parse(keptRules()[0]?.text ?? "").scale, 2);
  assert.equal(rename("Reef", "Atoll"), "Another rulebook has this name.");
  assert.equal(rename("Reef", " "), "Enter a name of 1 to 200 characters.");
  assert.equal(rename("Reef", " Coral "), "");
  assert.deepEqual(names(), ["Atoll", "Coral"]);
  assert.equal(forget("Atoll"), "");
  assert.equal(forget("Coral"), "");
  assert.equal(kept.size, 0);
});

test("what storage has counts only in its exact shape", () => {
  for (const [what, value] of /** @type {[string, unknown][]} */ ([
    ["no JSON", "{"], ["null", null], ["a list", [rulebook("a")]], ["another version", { version: 0, rulebooks: [rulebook("a")] }],
    ["objects", { version: 1, rulebooks: [JSON.parse(rulebook("a"))] }], ["no list", { version: 1, rulebooks: { 0: rulebook("a") } }],
    ["no name", { version: 1, rulebooks: [rulebook(""), rulebook(7), rulebook("x".repeat(201))] }], ["no rulebook", { version: 1, rulebooks: ['{"name":"a"}', "null", 7] }],
    ["too long", { version: 1, rulebooks: [rulebook("a", { source: "x".repeat(20_000) })] }], ["far too long", `{"version":1,"rulebooks":[],"x":"${"x".repeat(800_000)}"}`],
  ])) {
    store(value);
    assert.deepEqual(keptRules(), [], what);
  }
  store({ version: 1, rulebooks: Array.from({ length: 30 }, (_, i) => rulebook(`r${i}`)) });
  assert.equal(keptRules().length, 20);
  assert.match(keep(rulebook("one more")), /^Not kept: this device has 20 rulebooks/);
});

test("what cannot be kept says why", () => {
  kept.clear();
  assert.match(keep("{}"), /^Not kept: want a rulebook with a name/);
  assert.match(keep(rulebook("a", { source: "x".repeat(20_000) })), /at most 20,000 characters/);
  full = true;
  assert.equal(keep(rulebook("a")), "Not kept: the browser’s storage is closed or full.");
  full = false;
  store({ version: 2, rulebooks: [] });
  assert.match(keep(rulebook("a")), /^Not kept: a newer version/);
  assert.equal(kept.get(NAME), JSON.stringify({ version: 2, rulebooks: [] }));
  Object.assign(globalThis, { location: { protocol: "file:" } });
  assert.deepEqual(keptRules(), []);
  assert.match(keep(rulebook("a")), /closed or full/);
  Object.assign(globalThis, { location: { protocol: "https:" } });
});
