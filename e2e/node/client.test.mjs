// The page's side of the engine, against a Worker that runs host.mjs.

import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { filesIn, load, published, trapped } from "./support/published.mjs";
import { WebWorker } from "./support/webworker.mjs";

const { startEngine } = await load(published, "client");
const { latest } = await load(published, "latest");
const folder = trapped();
const host = pathToFileURL(filesIn(folder, "host", ".mjs")[0]).href;

/** Starts an engine for one test; workers collects what it made. */
function start(t, workers = []) {
  const engine = startEngine(() => {
    workers.push(new WebWorker(host));
    return workers.at(-1);
  });
  t.after(() => engine.close());
  return engine;
}

const refusal = (code, field, message) => (error) => {
  assert.ok(error instanceof Error);
  assert.equal(error.name, "EngineError");
  assert.equal(error.code, code);
  assert.equal(error.field, field);
  assert.match(error.message, message);
  return true;
};

test("is ready, then answers objects, texts and bytes alike", async (t) => {
  const engine = start(t);
  const { version, ms } = await engine.ready;
  assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.ok(ms > 0);
  const want = await engine.call("rulebook.list", {});
  assert.ok(want.rulebooks.length > 0);
  assert.deepEqual(await engine.call("rulebook.list", "{}"), want);
  assert.deepEqual(await engine.call("rulebook.list", new TextEncoder().encode("{}")), want);
});

test("tells how much has arrived, as its Worker says", async (t) => {
  const told = [];
  const worker = Object.assign(new EventTarget(), { postMessage() {}, terminate() {} });
  const say = (data) => worker.dispatchEvent(Object.assign(new Event("message"), { data }));
  const engine = startEngine(() => worker, { onProgress: (...numbers) => told.push(numbers) });
  t.after(() => engine.close());
  say({ progress: { received: 5, total: 10 } });
  say({ progress: { received: 7 } });
  say({ ready: true, version: "1.0.0", ms: 3 });
  assert.deepEqual(await engine.ready, { version: "1.0.0", ms: 3 });
  assert.deepEqual(told, [[5, 10], [7, undefined]]);
  const silent = startEngine(() => worker);
  say({ progress: { received: 5, total: 10 } });
  assert.equal(told.length, 3, "the other one hears nothing of it");
  silent.close();
});

test("refusals reject with code, field and message", async (t) => {
  const engine = start(t);
  const want = refusal("invalid", "/id", /^7: want text$/);
  await assert.rejects(engine.call("rulebook.get", { id: 7 }), want);
  await assert.rejects(engine.call("rulebook.get", '{"id":7}'), want);
  await assert.rejects(engine.call("rulebook.get", new TextEncoder().encode('{"id":7}')), want);
  await assert.rejects(engine.call("rulebook.check", { rulebook: [NaN] }), refusal("invalid", "/rulebook/0", /^NaN/));
  await assert.rejects(engine.call("rulebook.check", { rulebook: () => 1 }), refusal("invalid", "", /could not be cloned/));
  await engine.call("rulebook.list", {});
});

test("answers find their question", async (t) => {
  const engine = start(t);
  const ids = Array.from({ length: 50 }, (_, i) => `nope-${i}`);
  const messages = await Promise.all(ids.map((id) => engine.call("rulebook.get", { id }).catch((error) => error.message)));
  ids.forEach((id, i) => assert.ok(messages[i].includes(`"${id}"`), messages[i]));
});

test("an aborted answer is dropped", async (t) => {
  const engine = start(t);
  const abort = new AbortController();
  const dropped = engine.call("rulebook.list", {}, { signal: abort.signal });
  const kept = engine.call("rulebook.list", {});
  abort.abort();
  await assert.rejects(dropped, { name: "AbortError" });
  await assert.rejects(engine.call("rulebook.list", {}, { signal: abort.signal }), { name: "AbortError" });
  assert.ok((await kept).rulebooks);
});

test("the engine's crash refuses one call", async (t) => {
  const workers = [];
  const engine = start(t, workers);
  const crash = engine.call("trap.goroutine", {});
  const next = engine.call("rulebook.list", {});
  await assert.rejects(crash, refusal("internal", "", /restarted: panic: a goroutine's panic$/));
  assert.ok((await next).rulebooks);
  assert.equal(workers.length, 1);
});

test("the Worker's crash refuses all that wait, and the next call starts another", async (t) => {
  const workers = [];
  const engine = start(t, workers);
  const waiting = [engine.ready, engine.call("rulebook.list", {}), engine.call("rulebook.get", { id: "x" })];
  workers[0].crash("out of memory");
  for (const { reason } of await Promise.allSettled(waiting)) refusal("internal", "", /^the engine's worker failed: out of memory$/)(reason);
  assert.ok((await engine.call("rulebook.list", {})).rulebooks);
  assert.ok((await engine.ready).ms > 0);
  workers[0].crash("again"); // nobody listens to the dead
  assert.ok((await engine.call("rulebook.list", {})).rulebooks);
  assert.equal(workers.length, 2);
});

test("an engine that does not load is refused and tried again", async (t) => {
  const files = filesIn(folder, "engine", ".wasm");
  for (const file of files) renameSync(file, `${file}.away`);
  const engine = start(t);
  try {
    await assert.rejects(engine.ready, refusal("internal", "", /^the engine did not load: .*ENOENT/));
    await assert.rejects(engine.call("rulebook.list", {}), refusal("internal", "", /^the engine did not load: /));
  } finally {
    for (const file of files) renameSync(`${file}.away`, file);
  }
  assert.ok((await engine.call("rulebook.list", {})).rulebooks);
});

test("a Worker that cannot be made is refused and tried again", async (t) => {
  let refuse = true;
  const engine = startEngine(() => {
    if (refuse) throw new Error("blocked by policy");
    return new WebWorker(host);
  });
  t.after(() => engine.close());
  await assert.rejects(engine.ready, { message: "blocked by policy" });
  await assert.rejects(engine.call("rulebook.list", {}), { message: "blocked by policy" });
  refuse = false;
  assert.ok((await engine.call("rulebook.list", {})).rulebooks);
});

test("closing rejects waiting and later calls", async (t) => {
  const engine = start(t);
  const waiting = [engine.ready, engine.call("rulebook.list", {})];
  engine.close();
  waiting.push(engine.ready, engine.call("rulebook.list", {}));
  for (const { reason } of await Promise.allSettled(waiting)) refusal("internal", "", /^the engine was closed$/)(reason);
});

/** An engine whose answers the test gives by hand. */
function manual() {
  const asked = [];
  const call = (name, request) => new Promise((resolve, reject) => asked.push({ request, resolve, reject }));
  return { asked, engine: { call } };
}

const tick = () => new Promise((resolve) => setImmediate(resolve));

test("latest asks one question at a time and only the newest next", async () => {
  const { asked, engine } = manual();
  const ask = latest(engine);
  const answers = [1, 2, 3].map((n) => ask("x", n)); // in one turn: only the last is worth asking
  await tick();
  assert.deepEqual(asked.map((q) => q.request), [3]);
  answers.push(ask("x", 4), ask("x", 5));
  await tick();
  assert.equal(asked.length, 1);
  asked[0].resolve("three"); // overtaken by 5
  await tick();
  assert.deepEqual(asked.map((q) => q.request), [3, 5]);
  asked[1].resolve("five");
  assert.deepEqual(await Promise.all(answers), [undefined, undefined, undefined, undefined, "five"]);
});

test("latest throws the newest refusal and drops overtaken ones", async () => {
  const { asked, engine } = manual();
  const ask = latest(engine);
  const first = ask("x", 1);
  await tick();
  const second = ask("x", 2);
  asked[0].reject(new Error("one"));
  assert.equal(await first, undefined);
  await tick();
  asked[1].reject(new Error("two"));
  await assert.rejects(second, { message: "two" });
  const third = ask("x", 3);
  await tick();
  asked[2].resolve("three");
  assert.equal(await third, "three");
});
