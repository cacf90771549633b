// What goes in: requests JSON cannot carry, odd text, large and deep ones.

import assert from "node:assert/strict";
import test from "node:test";
import { load, published, thrown } from "./support/published.mjs";

const { EngineError, loadEngine } = await load(published, "engine");
const engine = await loadEngine();

// rulebook.check accepts any JSON as a rulebook and answers what is wrong with it.
const check = (rulebook) => engine.call("rulebook.check", { rulebook });

function refusal(f) {
  const error = thrown(f);
  assert.ok(error instanceof EngineError && error instanceof Error, String(error));
  assert.equal(error.name, "EngineError");
  return `${error.code} ${error.field || "/"}: ${error.message}`;
}

const loop = { list: [{}] };
loop.list[0].loop = loop;
const nested = (levels) => JSON.parse("[".repeat(levels) + "]".repeat(levels));

const unserializable = [
  ["undefined", undefined, "invalid /: undefined: want a JSON value"],
  ["a function", () => 1, "invalid /: a function: want a JSON value"],
  ["a symbol", Symbol("x"), "invalid /: a symbol: want a JSON value"],
  ["NaN", { a: [0, NaN] }, "invalid /a/1: NaN: want a finite number"],
  ["infinity", { a: -Infinity }, "invalid /a: -Infinity: want a finite number"],
  ["a bigint", { a: { b: 1n } }, "invalid /a/b: a bigint: want a JSON value"],
  ["a function inside", { a: check }, "invalid /a: a function: want a JSON value"],
  ["undefined in an array", { a: [undefined] }, "invalid /a/0: undefined: want a JSON value"],
  ["a hole in an array", { a: [1, , 2] }, "invalid /a/1: undefined: want a JSON value"],
  ["a Map", { a: new Map([[1, 2]]) }, "invalid /a: [object Map]: want a plain object or an array"],
  ["a typed array", { a: new Float64Array(2) }, "invalid /a: [object Float64Array]: want a plain object or an array"],
  ["a boxed number", { a: new Number(NaN) }, "invalid /a: [object Number]: want a plain object or an array"],
  ["a cycle", loop, "invalid /list/0/loop: an object that contains itself: want JSON"],
  ["a pointer to escape", { "a/b~c": { "": NaN } }, "invalid /a~1b~0c/: NaN: want a finite number"],
];

for (const [name, request, want] of unserializable) {
  test(`refuses ${name}`, () => assert.equal(refusal(() => engine.call("rulebook.check", request)), want));
}

test("passes on what JSON can carry", () => {
  class Rulebook {
    id = "own";
  }
  const shared = { a: 1 };
  const bare = Object.create(null);
  for (const request of [null, "text", 1, true, [], {}, new Rulebook(), bare, [shared, shared], new Date(0)]) {
    assert.equal(typeof check(request).ok, "boolean");
  }
  assert.ok(engine.call("rulebook.list", { more: undefined }).rulebooks); // as good as left out
});

test("refuses what the operation refuses", () => {
  assert.match(refusal(() => engine.call("rulebook.get", { id: "nope" })), /^invalid \/id: unknown rulebook "nope": /);
  assert.match(refusal(() => engine.call("rulebook.nope", {})), /^unknown-operation \/: no operation is called "rulebook.nope"/);
  assert.match(refusal(() => engine.call("rulebook.get", { id: 7 })), /^invalid \/id: 7: want text$/);
});

test("half a surrogate pair is never replaced", () => {
  const column = '{"rulebook":"é😀'.length; // in code points one less, from 1 one more
  for (const half of ["\ud83d", "\ude00", "\ud83d\ud83d\ude00"]) {
    assert.match(refusal(() => check(`é😀${half}`)), /^malformed \/: line 1, column \d+: expected a surrogate pair, found a lone /);
    assert.equal(
      engine.callJSON("rulebook.check", `{"rulebook":"é😀${half}"}`),
      `{"error":{"code":"malformed","field":"","message":"line 1, column ${column}: expected UTF-8 text, found \\"\\\\xff\\""}}`,
    );
  }
  assert.match(engine.callJSON("rulebook.check", "\udc00"), /malformed.*line 1, column 1/);
  assert.equal(check("é😀").ok, false);
});

test("bytes that are not UTF-8 are refused", () => {
  const bytes = engine.callBytes("rulebook.check", Uint8Array.of(0x22, 0xc3, 0x28, 0x22));
  assert.match(new TextDecoder().decode(bytes), /"code":"malformed"/);
});

test("an old runtime without isWellFormed finds the same", () => {
  const { isWellFormed } = String.prototype;
  delete String.prototype.isWellFormed;
  try {
    assert.match(engine.callJSON("rulebook.check", '"\ud800"'), /malformed/);
    assert.match(engine.callJSON("rulebook.get", '{"id":"😀"}'), /unknown rulebook \\"😀\\"/);
  } finally {
    Object.defineProperty(String.prototype, "isWellFormed", { value: isWellFormed, configurable: true, writable: true });
  }
});

test("hostile texts are envelopes", () => {
  for (const text of ["", " ", "{", "null", "{}{}", '{"id":1,"id":2}', "\u0000", "\ufeff{}", "1e999", "[".repeat(1e5)]) {
    assert.match(engine.callJSON("rulebook.get", text), /^{"error":{"code":"(malformed|invalid)","field":/, JSON.stringify(text.slice(0, 20)));
  }
  for (const name of ["", "__proto__", "rulebook.get ", "Rulebook.get", "\u0000", "x".repeat(1e6), "\ud800"]) {
    assert.match(engine.callJSON(name, "{}"), /^{"error":{"code":"unknown-operation"/);
  }
});

test("nesting: 64 levels pass, 65 are refused in both ways", () => {
  assert.equal(check(nested(63)).ok, false); // a level is the request's own
  assert.match(engine.callJSON("rulebook.check", JSON.stringify({ rulebook: nested(63) })), /^{"ok"/);
  assert.match(engine.callJSON("rulebook.check", JSON.stringify({ rulebook: nested(64) })), /malformed.*64 levels/);
  assert.match(refusal(() => check(nested(64))), /^invalid \/rulebook(\/0){63}: more than 64 levels of nesting$/);
  assert.match(refusal(() => check(nested(5000))), /more than 64 levels/);
  assert.match(refusal(() => check({ toJSON() { return this; } })), /contains itself/);
});

test("3 MB: within a bulk limit or refused, and the engine goes on", () => {
  const text = JSON.stringify({ id: "x".repeat(3 << 20) });
  assert.match(engine.callJSON("rulebook.get", text), /"code":"too-large".*3145737 bytes: want at most 1048576/);
  const name = "é".repeat(1e6);
  assert.match(engine.callJSON(name, text), /"code":"unknown-operation"/);
  assert.ok(engine.call("rulebook.list", {}));
});

test("over every limit is refused before it is copied", () => {
  const most = new Uint8Array((256 << 20) + 2000);
  const answer = new TextDecoder().decode(engine.callBytes("rulebook.list", most));
  assert.match(answer, /"code":"too-large".*268437456 bytes: want at most 268435456/);
  assert.ok(engine.call("rulebook.list", {}));
});

test("callJSON takes strings, callBytes bytes", () => {
  assert.throws(() => engine.callJSON("rulebook.list", {}), TypeError);
  assert.throws(() => engine.callBytes("rulebook.list", "{}"), TypeError);
});

test("a later call does not change an answer", () => {
  const request = new TextEncoder().encode("{}");
  const first = engine.callBytes("rulebook.list", request);
  const copy = first.slice();
  for (let i = 0; i < 100; i++) engine.callBytes("rulebook.get", request);
  assert.deepEqual(first, copy);
  assert.equal(first.buffer.byteLength, first.byteLength); // not a view of the engine's memory
  assert.deepEqual(request, new TextEncoder().encode("{}"));
});
