// What an isolate takes at a time: long bodies one by one, with room for short
// ones between them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { withBody } from "../../wasm/edge/limits.mjs";

const MIB = 1 << 20;

/** @param {number} length @param {boolean} [announced] whether the client says how long it is */
function request(length, announced = true) {
  const bytes = new Uint8Array(length);
  return /** @type {Request} */ (/** @type {unknown} */ ({
    headers: new Headers(announced ? { "content-length": String(length) } : {}),
    body: (async function* () {
      for (let at = 0; at < length; at += 65_536) yield bytes.slice(at, at + 65_536);
    })(),
    arrayBuffer: async () => bytes.buffer.slice(0),
  }));
}

/** Lets everything happen that waits for nothing but this. */
const settle = async () => { for (let i = 0; i < 50; i++) await Promise.resolve(); };

test("long bodies wait for their turn, short ones do not", async (t) => {
  t.mock.timers.enable({ apis: ["Date", "setTimeout"], now: 1.8e12 });
  /** @type {string[]} */ const answered = [];
  const ask = (/** @type {string} */ name, /** @type {number} */ length, announced = true) => withBody(request(length, announced), MIB, (body) => {
    answered.push(`${name} ${body.length}`);
    return new Response(name);
  });
  const all = [ask("first", MIB), ask("second", MIB, false), ask("short", 1000)];
  await settle();
  assert.deepEqual(answered, [`first ${MIB}`, "short 1000"]);
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

test("a body over the limit is not read further", async (t) => {
  t.mock.timers.enable({ apis: ["Date", "setTimeout"], now: 2e12 });
  const response = await withBody(request(2 * MIB, false), 70_000, (body) => new Response(String(body.length)));
  assert.equal(await response.text(), String(2 * 65_536));
});
