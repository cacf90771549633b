// Where the engine can be loaded from, and what it says of itself.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { filesIn, load, published } from "./support/published.mjs";

const { EngineError, loadEngine } = await load(published, "engine");
const [path] = filesIn(published, "engine", ".wasm");
const bytes = await readFile(path);
const wasm = { headers: { "content-type": "application/wasm" } };

const sources = {
  default: () => undefined,
  URL: () => pathToFileURL(path),
  string: () => pathToFileURL(path).href,
  bytes: () => bytes,
  ArrayBuffer: () => new Uint8Array(bytes).buffer,
  module: () => WebAssembly.compile(bytes),
  response: () => new Response(bytes, wasm),
  "promise of a response": async () => new Response(bytes, wasm),
  "response of another type": () => new Response(bytes, { headers: { "content-type": "application/octet-stream" } }),
  "response with a parameter": () => new Response(bytes, { headers: { "content-type": "application/wasm; charset=x" } }),
  "response without a type": () => new Response(bytes),
};

for (const [name, source] of Object.entries(sources)) {
  test(`loads from ${name}`, async () => works(await loadEngine(source())));
}

test("loads over HTTP", async () => {
  const server = createServer((request, response) => {
    if (request.url === "/page.wasm") return response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html>");
    if (request.url !== "/engine.wasm") return response.writeHead(404).end();
    response.writeHead(200, wasm.headers).end(bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${server.address().port}`;
  try {
    works(await loadEngine(`${base}/engine.wasm`));
    works(await loadEngine(fetch(`${base}/engine.wasm`)));
    await assert.rejects(loadEngine(`${base}/nope.wasm`), { message: `the engine was not found at ${base}/nope.wasm: status 404` });
    await assert.rejects(loadEngine(`${base}/page.wasm`), { message: `the engine was not found at ${base}/page.wasm: a page is there` });
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

test("does not compile while bytes arrive, after which Firefox may never answer", async (t) => {
  const streams = t.mock.method(WebAssembly, "compileStreaming");
  works(await loadEngine(new Response(bytes, wasm), { onProgress() {} }));
  assert.equal(streams.mock.callCount(), 0);
});

// How an answer comes, and how many bytes it says there are.
const answers = {
  "whole, with its length": [() => new Response(bytes, { headers: { ...wasm.headers, "content-length": String(bytes.length) } }), bytes.length],
  "of another type, with its length": [() => new Response(bytes, { headers: { "content-length": String(bytes.length) } }), bytes.length],
  "in pieces, without a length": [() => new Response(new Blob([bytes]).stream(), wasm), undefined],
  "in pieces of memory that is not ours": [() => new Response(pieces(bytes), wasm), undefined],
  "longer than it says": [() => new Response(bytes, { headers: { ...wasm.headers, "content-length": "1000" } }), 1000],
  "of its own pieces, longer than it says": [() => new Response(pieces(bytes), { headers: { ...wasm.headers, "content-length": "1000" } }), 1000],
  "compressed, whose length is another one": [() => new Response(new Blob([bytes]).stream(), { headers: { ...wasm.headers, "content-encoding": "br", "content-length": "1000" } }), undefined],
};

for (const [name, [answer, total]] of Object.entries(answers)) {
  test(`tells how much of an answer has arrived: ${name}`, async () => {
    const told = [];
    works(await loadEngine(answer(), { onProgress: (...numbers) => told.push(numbers) }));
    assert.equal(told.at(-1)?.[0], bytes.length);
    assert.ok(told.every(([received, all], i) => received > (told[i - 1]?.[0] ?? 0) && all === total), JSON.stringify(told));
  });
}

test("tells nothing of what is not fetched", async () => {
  const onProgress = () => assert.fail("nothing is fetched");
  for (const source of [undefined, pathToFileURL(path), bytes]) works(await loadEngine(source, { onProgress }));
});

test("says what is wrong with a source", async () => {
  await assert.rejects(loadEngine(new URL("nope.wasm", import.meta.url)), { code: "ENOENT" });
  await assert.rejects(loadEngine(new Response("<!doctype html>", wasm)), WebAssembly.CompileError);
  await assert.rejects(loadEngine(new TextEncoder().encode("not wasm")), WebAssembly.CompileError);
  await assert.rejects(loadEngine(7), TypeError);
});

test("a wasm program that is not the engine is refused", async () => {
  const empty = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  const engine = await loadEngine(empty); // not started yet
  assert.throws(() => engine.version, (error) => error instanceof EngineError && error.code === "internal");
  assert.match(engine.callJSON("rulebook.list", "{}"), /^{"error":{"code":"internal","field":"","message":"the engine could not start: /);
});

test("a module starts at the first call", async () => {
  const draw = crypto.getRandomValues;
  let draws = 0;
  crypto.getRandomValues = (array) => (draws++, draw.call(crypto, array));
  try {
    const engine = await loadEngine(await WebAssembly.compile(bytes));
    assert.equal(draws, 0);
    works(engine);
    assert.notEqual(draws, 0);
  } finally {
    crypto.getRandomValues = draw;
  }
});

test("several engines do not affect each other", async () => {
  const engines = await Promise.all(Array.from({ length: 4 }, () => loadEngine()));
  const ask = (engine, id) => JSON.parse(engine.callJSON("rulebook.get", JSON.stringify({ id }))).error?.message ?? "";
  for (let round = 0; round < 50; round++) {
    engines.forEach((engine, i) => assert.match(ask(engine, `nope-${i}-${round}`), new RegExp(`"nope-${i}-${round}"`)));
  }
});

test("lists its version and operations", async () => {
  const engine = await loadEngine();
  assert.match(engine.version, /^\d+\.\d+\.\d+$/);
  assert.ok(engine.operations.includes("rulebook.list"));
});

/** A stream that cannot be read into given memory, as in browsers without it. */
function pieces(bytes) {
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 1 << 19) controller.enqueue(new Uint8Array(bytes.subarray(at, at + (1 << 19))));
      controller.close();
    },
  });
}

function works(engine) {
  assert.ok(engine.call("rulebook.list", {}).rulebooks.length > 0);
}
