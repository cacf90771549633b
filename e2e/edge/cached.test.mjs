// What the Worker keeps, and for how long, by a clock that the test sets.

import assert from "node:assert/strict";
import test from "node:test";
import { cached } from "../../hosts/worker/cached.mjs";
import { endingFor } from "../../hosts/worker/negotiate.mjs";

const URL = "https://tallyproof.test/badge/p/x/verified.svg";

/** A cache that keeps everything for ever, as one that serves stale answers does. */
function world() {
  const kept = new Map();
  const waits = [];
  const state = { now: 1_800_000_000_000, asked: 0, says: "verified", headers: {}, caching: "public, max-age=120, must-revalidate" };
  globalThis.caches = /** @type {any} */ ({ default: {
    match: async (url) => kept.get(url)?.clone(),
    put: async (url, response) => void kept.set(url, response),
  } });
  Date.now = () => state.now;
  const answer = async () => (state.asked++, new Response(state.says, { headers: { ...state.headers, "cache-control": state.caching, etag: '"t"' } }));
  const get = async (init, query = "") => {
    const response = await cached(new Request(URL + query, init), /** @type {any} */ ({ waitUntil: (p) => waits.push(p) }), answer);
    await Promise.all(waits);
    return response;
  };
  return { state, get };
}

const { now } = Date;
test.afterEach(() => (Date.now = now));

test("what a revoked key signed is gone when the answer's time is over", async () => {
  const { state, get } = world();
  assert.equal(await (await get()).text(), "verified");
  state.says = "revoked";
  for (const [seconds, says, age] of [[0, "verified", "0"], [60, "verified", "60"], [119, "verified", "119"], [120, "revoked", null], [130, "revoked", "10"]]) {
    state.now = 1_800_000_000_000 + Number(seconds) * 1000;
    const response = await get();
    assert.deepEqual([await response.text(), response.headers.get("age"), response.headers.get("x-kept-at")], [says, age, null], `${seconds} s`);
  }
  assert.equal(state.asked, 2);
});

test("from two caches behind each other no verdict is older than five minutes", async () => {
  const { state, get } = world();
  const most = Number(/max-age=(\d+)/.exec(state.caching)?.[1]);
  await get();
  state.now += (most - 1) * 1000;
  const age = Number((await get()).headers.get("age"));
  assert.ok(age + (most - age) <= 300 && 2 * most <= 300, `${age} of ${most} s`);
});

test("a clock that goes back, and an answer without a time, are asked anew", async () => {
  const { state, get } = world();
  await get();
  state.now -= 60_000;
  await get();
  assert.equal(state.asked, 2);
  state.caching = "no-store";
  state.now += 300_000;
  await get();
  await get();
  assert.equal(state.asked, 4);
});

test("a client that has it gets 304, and HEAD no body", async () => {
  const { get } = world();
  await get();
  const known = await get({ headers: { "if-none-match": '"t"' } });
  assert.deepEqual([known.status, await known.text()], [304, ""]);
  const head = await get({ method: "HEAD" });
  assert.deepEqual([head.status, await head.text()], [200, ""]);
});

test("each form of a page is kept by itself, and never given for another one", async () => {
  const { state, get } = world();
  const forms = { "text/html": "page", "text/markdown": "# page", "application/json": "{}" };
  for (const round of [1, 2]) {
    for (const [accept, says] of Object.entries(forms)) {
      state.says = says;
      state.headers = { vary: "Accept", "content-type": `${accept}; charset=utf-8` };
      const response = await get({ headers: { accept } });
      assert.deepEqual([await response.text(), response.headers.get("age")], [says, round === 1 ? null : "0"], accept);
    }
  }
  assert.equal(state.asked, 3);
});

test("what has one form is kept once, whatever is wanted", async () => {
  const { state, get } = world();
  for (const accept of ["*/*", "text/markdown", "application/json"]) assert.equal(await (await get({ headers: { accept } })).text(), "verified");
  assert.equal(state.asked, 1);
});

test("an answer of another form than the one that was asked for is not kept", async () => {
  const { state, get } = world();
  for (const [accept, type] of [["text/html", "application/json"], ["application/json", "text/html; charset=utf-8"]]) {
    [state.says, state.headers] = ["poison", { vary: "Accept", "content-type": type }];
    await get({ headers: { accept } });
    [state.says, state.headers] = ["good", { vary: "Accept", "content-type": accept }];
    assert.equal(await (await get({ headers: { accept } })).text(), "good", accept);
  }
});

test("only the blanks and letters of HTTP are read in Accept, as by the program", () => {
  const strange = "\u00a0"; // which trim() takes for a blank
  assert.deepEqual([endingFor(`application/json${strange}`), endingFor(`text/html${strange}, application/json;q=0.5`), endingFor(" \tApplication/JSON \t"), endingFor("text/mar\u212Adown")], ["", ".json", ".json", ""]);
});

test("all queries that cannot be read are one address, which the program refuses", async () => {
  const { state, get } = world();
  for (const query of ["?rows=3;theme=dark", "?after=%zz", "?x=%", "?%2=1&rows=5", "?after=%ff", "?x=%ED%A0%80"]) await get({}, query);
  assert.equal(state.asked, 1);
  await get({}, "?after=%2F%3B");
  assert.equal(state.asked, 2);
});

test("a parameter that no answer depends on makes no other address", async () => {
  const { state, get } = world();
  for (const query of ["", "?x=1", "?rows=5&theme=dark", "?theme=dark&y=2&rows=5", "?utm_source=a&x"]) await get({}, query);
  assert.equal(state.asked, 2);
});

test("a long query and a long Accept take no more time than their length", async () => {
  const { get } = world();
  for (const [name, length, ask] of /** @type {[string, number, (length: number) => unknown][]} */ ([
    ["parameters that do not count", 20_000, (length) => get({}, `?${Array.from({ length }, (_, i) => i.toString(36)).join("&")}`)],
    ["blanks inside a member of Accept", 48_000, (length) => endingFor(`text/html${" ".repeat(length)}x`)],
  ])) {
    /** The least of three times, in ms: a busy machine adds to one of them. @param {number} times @param {number} length */
    const least = async (times, length) => {
      let took = Infinity;
      for (let i = 0; i < 3 && took > 100; i++) {
        const since = performance.now();
        for (let j = 0; j < times; j++) await ask(length);
        took = Math.min(took, performance.now() - since);
      }
      return took;
    };
    const [parts, whole] = [await least(8, length / 8), await least(1, length)];
    assert.ok(whole < 4 * parts + 100, `${name}: ${whole} ms at once, ${parts} ms in eight parts`); // eight times as much if it is quadratic
  }
});
