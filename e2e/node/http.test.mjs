// The engine's HTTP answers in JavaScript; e2e/edge has the whole of it.

import assert from "node:assert/strict";
import test from "node:test";
import { load, published, trapped } from "./support/published.mjs";

const { MAX_BODY, loadEngine } = await load(published, "engine");
const engine = await loadEngine();
const text = (bytes) => new TextDecoder().decode(bytes);
const bytes = (string) => new TextEncoder().encode(string);
const post = (path, body) => engine.http({ method: "POST", path, body: bytes(body) });

test("an operation answers what callJSON answers", () => {
  const request = `{"rating":1050,"opponent":1200}`;
  for (const path of ["/api/v1/elo.expected", "/api/v1/elo%2Eexpected?x=1"]) {
    const { status, headers, body } = post(path, request);
    assert.deepEqual([status, headers["Content-Type"]], [200, "application/json"]);
    assert.equal(`{"ok":${text(body)}}`, engine.callJSON("elo.expected", request));
  }
});

test("headers are taken as an object and as Headers", () => {
  const list = engine.http({ method: "GET", path: "/api/v1" });
  const { ETag: tag } = list.headers;
  for (const headers of [{ "If-None-Match": tag }, { "if-none-match": tag }, new Headers({ "if-none-match": tag })]) {
    const { status, body } = engine.http({ method: "GET", path: "/api/v1", headers });
    assert.deepEqual([status, body.length], [304, 0]);
  }
  assert.equal(JSON.parse(text(list.body)).version, engine.version);
});

test("headers that Headers would refuse do not count", () => {
  const { ETag: tag } = engine.http({ method: "GET", path: "/api/v1" }).headers;
  for (const [headers, status] of [[{ ":path": "/api/v1" }, 200], [{ "a b": "1\n2" }, 200], [{ ":path": "/api/v1", "if-none-match": tag }, 304]]) {
    assert.equal(engine.http({ method: "GET", path: "/api/v1", headers }).status, status);
  }
});

for (const [name, path, body, status] of [
  ["a path with a line break", "/api/v1/a%0Ab", "{}", 404],
  ["a path that is no UTF-8", "/api/v1/%ff", "{}", 404],
  ["a long path", `/api/v1/${"x".repeat(1 << 20)}`, "{}", 404],
  ["an empty path", "", "{}", 404],
  ["a body at the limit", "/api/v1/elo.expected", " ".repeat(MAX_BODY), 400],
  ["a body over the limit", "/api/v1/elo.expected", " ".repeat(MAX_BODY + 1), 413],
  ["a body far over the limit", "/api/v1/elo.expected", " ".repeat(9 * MAX_BODY), 413],
]) {
  test(`${name}: ${status}`, () => {
    const answer = post(path, body);
    assert.deepEqual([answer.status, answer.headers["Content-Type"]], [status, "application/problem+json"]);
    assert.equal(JSON.parse(text(answer.body)).status, status);
  });
}

test("an engine that dies, or has grown too large, is replaced", async () => {
  const { loadEngine } = await load(trapped(), "engine");
  const mortal = await loadEngine(undefined, { memory: 32 << 20 });
  for (const [operation, status] of [["trap.exit", 500], ["trap.memory", 500], ["trap.panic", 500], ["trap.garbage", 200], ["rulebook.list", 200]]) {
    const answer = mortal.http({ method: "POST", path: `/api/v1/${operation}`, body: bytes("{}") });
    assert.equal(answer.status, status, operation);
    if (status === 500) assert.equal(JSON.parse(text(answer.body)).code, "internal");
    assert.equal(mortal.http({ method: "GET", path: "/api/v1" }).status, 200);
  }
  assert.equal(mortal.http({ method: "HEAD", path: "/api/v1/trap.exit" }).body.length, 0);
});

// Each is estimated to take 5 to 30 ms natively, or a half to 5 ms: nobody waits for such a one, and
// everybody for many.
for (const [part, to, most] of /** @type {[number, number, number][]} */ ([[1 / 3, 3_000, 150], [1 / 2, 800, 200]])) {
  test(`requests to a shared engine that take longer than most get ${part.toFixed(2)} of its time`, async () => {
    const shared = await loadEngine();
    const ask = (now) => shared.http({ method: "POST", path: "/api/v1/reward.decay", body: bytes(JSON.stringify({ rulebook: "term", curve: "exponential", rate: 0.05, to })), host: { now } });
    const now = 1.8e12;
    let atOnce = 0;
    while (ask(now).status === 200) atOnce++;
    assert.ok(atOnce >= 4 && atOnce <= 200, `${atOnce} at once`);
    const each = most / (atOnce - 1); // ms, at most
    const span = 3000;
    let later = 0;
    for (let after = 0; after < span; after += 5) later += Number(ask(now + after).status === 200);
    const got = (later * each) / span;
    assert.ok(got > part * 0.7 && got < part * 1.4, `${later} in ${span} ms, of ${each.toFixed(1)} ms each: ${got.toFixed(2)}`);
  });
}

test("heavy requests to a shared engine get a fiftieth of its time", async () => {
  const shared = await loadEngine();
  const ask = (operation, request, now) => shared.http({ method: "POST", path: `/api/v1/${operation}`, body: bytes(JSON.stringify(request)), host: { now } });
  // Its estimate is the operation's own; how long others wait follows from it.
  const heavy = ["reward.decay", { rulebook: "term", curve: "exponential", rate: 0.05, to: 20_000 }];
  const now = 1.8e12;
  assert.equal(ask(...heavy, now).status, 200);
  const wait = Number(ask(...heavy, now).headers["Retry-After"]);
  assert.ok(wait >= 4 && wait < 300, `${wait} s`);
  for (const [after, left] of [[0, wait], [1_000, wait - 1], [1000 * (wait - 1), 1]]) {
    const busy = ask(...heavy, now + after);
    assert.deepEqual([busy.status, JSON.parse(text(busy.body)).code, busy.headers["Retry-After"]], [503, "busy", `${left}`], `${after} ms later`);
  }
  assert.equal(ask("elo.expected", { rating: 1, opponent: 1 }, now + 1).status, 200, "a light request waits for nobody");
  assert.equal(ask(...heavy, now + 1000 * wait).status, 200);
  assert.equal(ask(...heavy, 0).status, 200, "an engine of one's own takes any");
});
