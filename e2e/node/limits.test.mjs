// What an isolate takes at a time: long bodies one by one, with room for short
// ones between them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { program, withBody } from "../../hosts/worker/limits.mjs";

const MIB = 1 << 20;
const PART = 32 << 10;

/**
 * @param {number} length @param {boolean} [announced] whether the client says how long it is
 * @param {(at: number) => unknown} [wait] what its bytes from there on wait for
 */
function request(length, announced = true, wait = () => {}) {
  let at = 0;
  const body = new ReadableStream({
    type: "bytes",
    async pull(into) {
      await wait(at);
      into.enqueue(new Uint8Array(Math.min(PART, length - at)));
      at += PART;
      if (at >= length) into.close();
    },
  });
  const headers = new Headers(announced ? { "content-length": String(length) } : {});
  return /** @type {Request} */ (/** @type {unknown} */ ({ headers, body, arrayBuffer: () => new Response(body).arrayBuffer() }));
}

/** A body whose last bytes never come. */
const stalled = (most = MIB - PART) => request(MIB, true, (at) => at >= most && new Promise(() => {}));

/** Lets everything happen that waits for nothing but this. */
const settle = async () => { for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve)); };

test("long bodies wait for their turn, short ones do not", async (t) => {
  t.mock.timers.enable({ apis: ["Date", "setTimeout"], now: 1.8e12 });
  /** @type {string[]} */ const answered = [];
  const ask = (/** @type {string} */ name, /** @type {number} */ length, announced = true) => withBody(request(length, announced), MIB, (body) => {
    answered.push(`${name} ${body.length}`);
    return new Response(name);
  });
  const all = [ask("first", MIB), ask("second", MIB, false), ask("short", 1000)];
  await settle();
  assert.deepEqual(answered, ["short 1000", `first ${MIB}`]);
  for (let ms = 0; ms < 200; ms += 50) t.mock.timers.tick(50), await settle();
  all.push(ask("also short", 32 << 10));
  await settle();
  assert.deepEqual(answered.slice(2), ["also short 32768"], "the pause is not over");
  for (let ms = 0; ms < 200; ms += 50) t.mock.timers.tick(50), await settle();
  assert.deepEqual(answered.slice(3), [`second ${MIB}`]);
  for (const response of await Promise.all(all)) assert.equal(response.status, 200);
});

test("a long body that gets no turn, or for which there is no room, is answered 503", async (t) => {
  t.mock.timers.enable({ apis: ["Date", "setTimeout"], now: 1.9e12 });
  const ask = () => withBody(request(MIB), MIB, () => new Response(""));
  const all = Array.from({ length: 17 }, ask);
  for (let ms = 0; ms < 6000; ms += 50) t.mock.timers.tick(50), await settle();
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, 11, "one every 300 ms for three seconds");
  assert.equal(statuses.filter((status) => status === 503).length, 6);
  const response = await withBody(request(100), MIB, () => new Response("as before"));
  assert.equal(await response.text(), "as before");
});

test("a clock that runs back keeps no long body out", async (t) => {
  t.mock.timers.enable({ apis: ["Date", "setTimeout"], now: 1.95e12 });
  const ask = () => withBody(request(MIB), MIB, () => new Response(""));
  assert.equal((await ask()).status, 200);
  t.mock.timers.setTime(1.95e12 - 3_600_000);
  const late = ask();
  await pass(t, 4000);
  assert.equal((await late).status, 200);
});

test("a body over the limit is not read further", async (t) => {
  t.mock.timers.enable({ apis: ["Date", "setTimeout"], now: 2e12 });
  const response = await withBody(request(2 * MIB, false), 70_000, (body) => new Response(String(body.length)));
  assert.equal(await response.text(), "70001");
});

/** Programs that end when they are told to. */
function programs() {
  /** @type {string[]} */ const started = [];
  /** @type {Map<string, () => void>} */ const ends = new Map();
  const ask = (/** @type {string} */ name, kind = /** @type {"read" | "post" | "heavy"} */ ("read")) => program(() => {
    started.push(name);
    return new Promise((resolve) => ends.set(name, () => resolve(new Response(name))));
  }, undefined, kind);
  return { started, ends, ask };
}

/** @param {import("node:test").TestContext} t @param {number} ms */
async function pass(t, ms) {
  for (let at = 0; at < ms; at += 10) t.mock.timers.tick(10), await settle();
}

test("four programs run at a time, the others in the order in which they came", async (t) => {
  t.mock.timers.enable({ apis: ["Date", "setTimeout"], now: 2.1e12 });
  const { started, ends, ask } = programs();
  const all = Array.from({ length: 12 }, (_, i) => ask(String(i)));
  await pass(t, 100);
  assert.deepEqual(started, ["0", "1", "2", "3"]);
  ends.get("2")?.();
  await settle();
  all.push(ask("12")); // which is not before those that wait
  await pass(t, 50);
  assert.deepEqual(started.slice(4), ["4"]);
  for (let i = 0; i < 13; i++) {
    ends.get(String(i))?.();
    await pass(t, 50);
  }
  assert.deepEqual(started.slice(5), ["5", "6", "7", "8", "9", "10", "11", "12"]);
  for (const response of await Promise.all(all)) assert.equal(response.status, 200);
});

test("one heavy program runs at a time, with a pause after it, and keeps no other out", async (t) => {
  t.mock.timers.enable({ apis: ["Date", "setTimeout"], now: 2.15e12 });
  const { started, ends, ask } = programs();
  const heavy = Array.from({ length: 12 }, (_, i) => ask(`heavy ${i}`, "heavy"));
  await pass(t, 50);
  assert.deepEqual(started.splice(0), ["heavy 0"]);
  assert.deepEqual((await Promise.all(heavy.slice(-3))).map(({ status }) => status), [503, 503, 503], "eight wait");
  const light = [ask("light 0"), ask("light 1")];
  await pass(t, 50);
  assert.deepEqual(started.splice(0), ["light 0", "light 1"]);
  await pass(t, 400);
  ends.get("heavy 0")?.(); // which took 500
  await pass(t, 450);
  light.push(ask("light 2"), ask("light 3"), ask("light 4"));
  await pass(t, 100);
  assert.deepEqual(started.splice(0), ["light 2", "light 3"], "all places are taken");
  ends.get("light 0")?.();
  await pass(t, 50);
  assert.deepEqual(started.splice(0), ["light 4"], "it came later, and is before what is heavy");
  for (const i of [1, 2, 3, 4]) ends.get(`light ${i}`)?.();
  await pass(t, 50);
  assert.deepEqual(started, ["heavy 1"]);
  await pass(t, 10_000);
  for (const end of ends.values()) end();
  assert.deepEqual((await Promise.all([...heavy.slice(0, 2), ...light])).map(({ status }) => status), Array(7).fill(200));
  assert.deepEqual((await Promise.all(heavy.slice(2))).map(({ status }) => status), Array(10).fill(503), "none waits longer than others");
});

test("one posted proof is checked at a time, and many keep no reader out", async (t) => {
  t.mock.timers.enable({ apis: ["Date", "setTimeout"], now: 2.17e12 });
  const { started, ends, ask } = programs();
  const posts = Array.from({ length: 66 }, (_, i) => ask(`post ${i}`, "post"));
  assert.equal((await /** @type {Promise<Response>} */ (posts[65])).status, 503, "64 wait");
  await pass(t, 50);
  const reads = Array.from({ length: 4 }, (_, i) => ask(`read ${i}`));
  await pass(t, 50);
  assert.deepEqual(started.splice(0), ["post 0", "read 0", "read 1", "read 2"]);
  ends.get("post 0")?.();
  await pass(t, 50);
  assert.deepEqual(started.splice(0), ["read 3"], "it came later, and is before what is posted");
  ends.get("read 0")?.();
  await pass(t, 50);
  assert.deepEqual(started.splice(0), ["post 1"], "without a pause");
  for (let i = 1; i < 65; i++) {
    for (const end of ends.values()) end();
    await pass(t, 50);
  }
  assert.deepEqual(started, Array.from({ length: 63 }, (_, i) => `post ${i + 2}`), "in the order in which they came");
  for (const end of ends.values()) end();
  for (const response of await Promise.all([...posts.slice(0, 65), ...reads])) assert.equal(response.status, 200);
});

test("a program goes on to its end though its client has gone, and frees its place", async () => {
  /** @type {Promise<unknown>[]} */ const held = [];
  const answer = program(async () => new Response("all"), /** @type {any} */ ({ waitUntil: (/** @type {Promise<unknown>} */ until) => held.push(until) }));
  assert.equal(held.length, 1);
  await held[0];
  assert.equal(await (await answer).text(), "all");
});

test("a program that gets no place in time is answered 503, and so is one behind too many", async (t) => {
  t.mock.timers.enable({ apis: ["Date", "setTimeout"], now: 2.2e12 });
  const { started, ends, ask } = programs();
  const all = Array.from({ length: 4 + 64 + 3 }, (_, i) => ask(String(i)));
  await pass(t, 100);
  const early = await Promise.all(all.slice(-3));
  assert.deepEqual(early.map(({ status }) => status), [503, 503, 503]);
  await pass(t, 10_100);
  assert.deepEqual((await Promise.all(all.slice(4))).map(({ status }) => status), Array.from({ length: 67 }, () => 503));
  for (const end of ends.values()) end();
  assert.deepEqual((await Promise.all(all.slice(0, 4))).map(({ status }) => status), [200, 200, 200, 200]);
  assert.equal(started.length, 4);
});

test("the places and bytes of clients that have gone are free again after half a minute", async (t) => {
  t.mock.timers.enable({ apis: ["Date", "setTimeout"], now: 2.3e12 });
  const { started, ask } = programs();
  const gone = Array.from({ length: 4 }, (_, i) => ask(`gone ${i}`)); // nothing of them ever ends
  for (let half = 0; half < 2; half++) {
    for (let i = 0; i < 8; i++) gone.push(withBody(request(MIB), MIB, () => new Promise(() => {})));
    await pass(t, 3000); // each has its turn
  }
  const refused = [ask("too early"), withBody(request(MIB), MIB, () => new Response())];
  await pass(t, 11_000);
  assert.deepEqual((await Promise.all(refused)).map(({ status }) => status), [503, 503]);
  await pass(t, 30_000);
  void ask("after");
  const read = withBody(request(MIB), MIB, () => new Response());
  await pass(t, 100);
  assert.deepEqual(started.slice(4), ["after"]);
  assert.equal((await read).status, 200);
  assert.equal(gone.length, 20);
});

test("those who waited and have gone keep nobody out, and a body that takes half a minute is refused", async (t) => {
  t.mock.timers.enable({ apis: ["Date", "setTimeout"], now: 2.4e12 });
  const { started, ends, ask } = programs();
  const running = Array.from({ length: 4 }, (_, i) => ask(String(i)));
  await pass(t, 20);
  const { setTimeout: looks } = globalThis;
  globalThis.setTimeout = /** @type {any} */ (() => 0); // Cloudflare has ended their requests: no timer of theirs fires
  const gone = Array.from({ length: 5 }, (_, i) => ask(`gone ${i}`));
  await settle();
  globalThis.setTimeout = looks;
  for (const end of ends.values()) end();
  await Promise.all(running);
  const after = ask("after");
  await pass(t, 5000);
  assert.deepEqual(started.slice(4), ["after"]);
  ends.get("after")?.();
  assert.equal((await after).status, 200);
  assert.equal(gone.length, 5);
  const answer = withBody(stalled(0), MIB, () => new Response());
  await pass(t, 30_100);
  assert.equal((await answer).status, 503);
});

test("bodies that are only announced leave room for others", async (t) => {
  t.mock.timers.enable({ apis: ["Date", "setTimeout"], now: 2.5e12 });
  const none = Array.from({ length: 100 }, () => withBody(stalled(PART), MIB, () => new Response()));
  await settle();
  const honest = withBody(request(MIB), MIB, () => new Response("read"));
  await pass(t, 500);
  assert.equal(await (await honest).text(), "read");
  await pass(t, 30_000);
  for (const answer of await Promise.all(none)) assert.equal(answer.status, 503);
});

test("a long body that stalls has its room for two windows at most, also if its client has gone", async (t) => {
  t.mock.timers.enable({ apis: ["Date", "setTimeout"], now: 2.6e12 });
  const ask = () => withBody(request(MIB), MIB, () => new Response("read"));
  const held = () => Array.from({ length: 16 }, () => withBody(stalled(), MIB, () => new Response()));
  const slow = held();
  await settle();
  assert.equal((await ask()).status, 503, "there is no room");
  await pass(t, 4000);
  for (const answer of await Promise.all(slow)) assert.equal(answer.status, 503);
  assert.equal((await ask()).status, 200);
  const { setTimeout: looks } = globalThis;
  globalThis.setTimeout = /** @type {any} */ (() => 0); // Cloudflare has ended their requests: no timer of theirs fires
  const gone = held();
  await settle();
  globalThis.setTimeout = looks;
  assert.equal((await ask()).status, 503, "there is no room");
  await pass(t, 4100);
  assert.equal((await ask()).status, 200);
  assert.equal(gone.length, 16);
});

test("a long body that comes slowly but steadily is read", async (t) => {
  t.mock.timers.enable({ apis: ["Date", "setTimeout"], now: 2.7e12 });
  const answer = withBody(request(6 * PART, true, () => new Promise((resolve) => setTimeout(resolve, 1900))), MIB, (body) => new Response(String(body.length)));
  await pass(t, 15_000);
  assert.equal(await (await answer).text(), String(6 * PART));
});

test("a body that comes in chunks is read up to the limit, whatever length its header says", async () => {
  const whole = request(3 * MIB, false);
  whole.headers.set("content-length", "5");
  whole.headers.set("transfer-encoding", "chunked");
  const answer = withBody(whole, MIB, (body) => new Response(String(body.length)));
  assert.equal(await (await answer).text(), String(MIB + 1));
});
