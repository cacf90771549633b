// What only the Worker has: an engine that many requests share and that is
// replaced when it dies, a Go program for each request, and a cache before it.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import test, { after } from "node:test";
import { filesIn, trapped } from "../node/support/published.mjs";
import { cached } from "../../hosts/worker/cached.mjs";
import { isEnded, patiently, someAtATime } from "./support/ask.mjs";
import { edge } from "./support/edge.mjs";

const replaced = { "wasm/engine/engine.wasm": readFileSync(filesIn(trapped(), "engine", ".wasm")[0]) };
const site = await edge(undefined, { replaced });
after(site.stop);

const post = (operation, body, origin = site.origin) => patiently(`${origin}/api/v1/${operation}`, { method: "POST", body });
const works = async (origin) => assert.equal(await (await post("elo.expected", `{"rating":1,"opponent":1}`, origin)).text(), `{"expected":0.5}`);

for (const [name, reason] of Object.entries({
  "trap.memory": "fatal error: out of memory",
  "trap.stack": "Maximum call stack size exceeded",
  "trap.exit": "exit code 3",
  "trap.goroutine": "panic: a goroutine's panic",
  "trap.block": "it returned without an answer",
})) {
  test(`${name}: a problem, and the next request works`, async () => {
    for (let round = 0; round < 2; round++) {
      const response = await post(name, "{}");
      assert.equal(response.status, 500);
      assert.equal(response.headers.get("content-type"), "application/problem+json");
      assert.equal(response.headers.get("access-control-allow-origin"), "*");
      const problem = await response.json();
      assert.deepEqual([problem.code, problem.status, problem.detail], ["internal", 500, `the engine failed and was restarted: ${reason}`]);
      await works();
    }
  });
}

test("an operation's panic is a problem, and the engine goes on", async () => {
  const response = await post("trap.panic", "{}");
  assert.equal(response.status, 500);
  assert.equal((await response.json()).detail, "trap.panic failed unexpectedly: an operation's panic");
  await works();
});

for (const length of ["", "Content-Length: 5\r\n"]) {
  test(`a body in chunks is refused at the limit, before its end${length && ", though its header says that it is short"}`, async () => {
    const { hostname, port } = new URL(site.origin);
    const socket = connect(Number(port), hostname);
    socket.write(`POST /api/v1/elo.expected HTTP/1.1\r\nHost: ${hostname}\r\n${length}Transfer-Encoding: chunked\r\n\r\n`);
    for (let i = 0; i < 17; i++) socket.write(`10000\r\n${" ".repeat(0x10000)}\r\n`); // 64 KiB over 1 MiB, and no last chunk
    const [answer] = await once(socket, "data");
    socket.destroy();
    assert.match(String(answer), /^HTTP\/1\.1 413 /);
  });
}

test("a crash among many requests affects no other request", async () => {
  const kinds = Array.from({ length: 200 }, (_, i) => (i % 20 === 7 ? "trap.exit" : "elo.expected"));
  // As many at a time as wait for one that dies, and no more than are read in time.
  let ended = 0; // connections, which a busy machine ends too, but not those of all that wait
  const ask = (kind) => {
    const asks = () => fetch(`${site.origin}/api/v1/${kind}`, { method: "POST", body: kind === "trap.exit" ? "{}" : `{"rating":1,"opponent":1}` });
    return asks().catch((error) => (ended++, isEnded(error) ? asks() : Promise.reject(error)));
  };
  const got = await someAtATime(32, kinds, async (kind) => (await ask(kind)).status);
  assert.deepEqual(got, kinds.map((kind) => (kind === "trap.exit" ? 500 : 200)));
  assert.ok(ended < 10, `${ended} connections ended`);
});

test("an isolate that is gone is replaced at the next request", async () => {
  await works(await site.restart()); // the next test does it once more
});

test("a database that fails is a problem, and one that the engine tells", async () => {
  const { origin } = new URL(await site.restart());
  const path = `${origin}/badge/p/aaaaaaaaaaaaaaaaaaaaaaaaaa/score.svg`;
  assert.equal((await patiently(path)).status, 404);
  await (await site.runtime.getD1Database("DB")).prepare("DROP TABLE proofs").run();
  for (const [method, status, type] of [["GET", 500, "application/problem+json"], ["HEAD", 500, "application/problem+json"], ["OPTIONS", 204, null], ["POST", 405, "application/problem+json"]]) {
    const response = await patiently(path, { method });
    assert.deepEqual([response.status, response.headers.get("content-type"), response.headers.get("access-control-allow-origin")], [status, type, "*"], method);
    if (method === "GET") assert.equal((await response.json()).detail, "the proof could not be read; try again");
  }
  const page = await patiently(`${origin}/p/aaaaaaaaaaaaaaaaaaaaaaaaaa`);
  assert.deepEqual([page.status, page.headers.get("content-type")], [500, "application/problem+json"]);
});

test("a program that does not start is a problem that programs of other sites can read", async () => {
  replaced["hosts/worker/app.wasm"] = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0); // a module without anything
  const response = await patiently(`${await site.restart()}/p/aaaaaaaaaaaaaaaaaaaaaaaaaa.json`);
  assert.deepEqual([response.status, response.headers.get("content-type"), response.headers.get("access-control-allow-origin")], [500, "application/problem+json", "*"]);
  assert.equal((await response.json()).code, "internal");
});

// cached.mjs with a cache that is a map.

const page = { status: 200, headers: { "cache-control": "public, max-age=60", etag: `"a"` } };
for (const [name, answer, method] of [
  ["an error is not kept", { ...page, status: 404 }, "GET"],
  ["what is private is not kept", { status: 200, headers: { "cache-control": "no-store" } }, "GET"],
  ["what says nothing is not kept", { status: 200 }, "GET"],
  ["a write is not kept", page, "POST"],
]) {
  test(name, async () => {
    const { ask, made } = withCache(answer);
    for (let i = 0; i < 3; i++) assert.equal((await ask(method)).status, answer.status);
    assert.equal(made(), 3);
  });
}

test("HEAD has no body, and leaves the whole page for others", async () => {
  const { ask, made } = withCache(page);
  assert.equal(await (await ask("HEAD")).text(), "");
  assert.equal(await (await ask("GET")).text(), "page");
  assert.equal(made(), 1);
});

function withCache(init) {
  const kept = new Map();
  globalThis.caches = { default: { match: async (url) => kept.get(url)?.clone(), put: async (url, response) => void kept.set(url, response) } };
  let made = 0;
  const answer = async (request) => (made++, assert.equal(request.headers.get("if-none-match"), null), new Response("page", init));
  const ask = (method, headers) => cached(new Request("https://site.test/p/1", { method, headers }), { waitUntil: () => {} }, answer);
  return { ask, made: () => made };
}
