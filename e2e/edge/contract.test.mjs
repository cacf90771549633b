// The HTTP API is the same wherever it runs, byte for byte what the examples of testdata/ops
// say: in Cloudflare's runtime, from `tallyproof serve` and, if not in short, `wrangler dev`.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { request as ask } from "node:http";
import { join } from "node:path";
import test from "node:test";
import { root } from "../browser/support/site.mjs";
import { compact, parseTxtar } from "../node/support/txtar.mjs";
import { LONG, patiently, someAtATime } from "./support/ask.mjs";
import { previewed, published } from "./support/hosts.mjs";

const MIB = 1 << 20;
const folder = join(root, "testdata", "ops");
const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name);
const examples = names.flatMap((operation) => readdirSync(join(folder, operation)).map((file) => ({ operation, ...parseTxtar(readFileSync(join(folder, operation, file), "utf8")), where: `${operation}/${file}` })));

const hosts = { ...(await published()), ...(process.env.SHORT !== "1" && { "wrangler dev": await previewed() }) };
for (const [target, { origin }] of Object.entries(hosts)) {
  const api = (path, init) => patiently(`${origin}/api/v1${path}`, init);

  // Asked from now on, and looked at when the other tests have ended: the Worker takes
  // little of what is much work, and some examples wait for their turn for a minute.
  const asked = someAtATime(6, examples, answerOf);
  asked.catch(() => {}); // the test tells

  async function answerOf({ operation, files }) {
    for (;;) {
      const response = await api(`/${operation}`, { method: "POST", body: files.get("request.json") });
      const { status, headers } = response;
      const body = await response.text();
      if (status !== 503) return { status, type: headers.get("content-type"), body };
      await new Promise((resolve) => setTimeout(resolve, 1000 * Number(headers.get("retry-after")))); // a heavy one, and the host has just worked on another
    }
  }

  const spaces = (size) => new Uint8Array(size).fill(0x20);
  const stream = (size) => ({ duplex: "half", body: new Blob([spaces(size)]).stream() });
  const post = { method: "POST", body: `{"rating":1200,"opponent":1200}` };
  for (const [name, path, init, status, code] of [
    ["any type of content", "/elo.expected", { ...post, headers: { "content-type": "image/png" } }, 200],
    ["no type of content", "/elo.expected", { method: "POST", body: new TextEncoder().encode(post.body) }, 200],
    ["in pieces", "/elo.expected", { method: "POST", duplex: "half", body: new Blob(["{", `"rating":1200,`, `"opponent":1200}`]).stream() }, 200],
    ["a query", "/elo.expected?rating=1", post, 200],
    ["an escaped letter", "/elo%2Eexpected", post, 200],
    ["no body", "/elo.expected", { method: "POST" }, 400, "malformed"],
    ["half a body", "/elo.expected", { method: "POST", body: `{"rating":` }, 400, "malformed"],
    ["two members of one name", "/elo.expected", { method: "POST", body: `{"rating":1,"rating":1,"opponent":1}` }, 400, "malformed"],
    ["no UTF-8", "/elo.expected", { method: "POST", body: Uint8Array.of(0x22, 0xff, 0x22) }, 400, "malformed"],
    ["a wrong type", "/elo.expected", { method: "POST", body: `{"rating":"1200","opponent":1}` }, 422, "invalid"],
    ["an unknown operation", "/elo.guess", post, 404, "unknown-operation"],
    ["an operation with a slash", "/elo.expected/", post, 404, "unknown-operation"],
    ["an escaped slash", "/elo.expected%2F", post, 404, "unknown-operation"],
    ["markup", "/%3Cscript%3Ealert(1)%3C/script%3E", post, 404, "unknown-operation"],
    ["another prefix", "x/elo.expected", post, 404, "unknown-operation"],
    ["GET of an operation", "/elo.expected", {}, 405, "method-not-allowed"],
    ["PUT", "/elo.expected", { ...post, method: "PUT" }, 405, "method-not-allowed"],
    ["DELETE of the list", "", { method: "DELETE" }, 405, "method-not-allowed"],
    ["1 MiB", "/elo.expected", { method: "POST", body: spaces(MIB) }, 400, "malformed"],
    ["over 1 MiB", "/elo.expected", { method: "POST", body: spaces(MIB + 1) }, 413, "too-large"],
    ["over 1 MiB without a length", "/elo.expected", { method: "POST", ...stream(MIB + 1) }, 413, "too-large"],
    ["far over 1 MiB", "/score.rank", { method: "POST", body: spaces(1.2 * MIB) }, 413, "too-large"],
  ]) {
    test(`${target}: ${name}: ${status}`, async () => {
      const response = await api(path, init);
      const body = await response.text();
      assert.equal(response.status, status, body);
      if (status === 200) {
        assert.equal(body, `{"expected":0.5}`);
      } else {
        const problem = JSON.parse(body);
        assert.equal(response.headers.get("content-type"), "application/problem+json");
        assert.deepEqual([problem.status, problem.code, problem.type], [status, code, "about:blank"]);
        assert.ok(problem.title && problem.detail);
      }
      assert.equal(response.headers.get("cache-control"), "no-store");
      assert.equal(response.headers.get("access-control-allow-origin"), "*");
      assert.equal(response.headers.get("x-content-type-options"), "nosniff");
      if (status === 405) assert.match(response.headers.get("allow"), path ? /^POST, OPTIONS$/ : /^GET, HEAD, OPTIONS$/);
    });
  }

  test(`${target}: a path that leaves the root is not found`, async () => {
    for (const path of ["/api/v1/../v1/elo.guess", "/api/v1/..%2f..%2fetc%2fpasswd", "/api/v1/%2e%2e/%2e%2e/_headers", "/badge/../../_headers", "//api/v1/..\\x", "/api/v1/elo.guess%2"]) {
      const { status, body } = await raw(origin, path);
      assert.ok([400, 404, 405, 307, 308].includes(status), `${path}: ${status}`);
      assert.doesNotMatch(body, /Content-Security-Policy:|root:/, path);
    }
  });

  test(`${target}: the list has a strong validator`, async () => {
    const first = await raw(origin, "/api/v1"); // which is not compressed
    const tag = first.headers.etag;
    assert.match(tag, /^"[0-9a-f]{32}"$/);
    assert.match(first.headers["cache-control"], /^public, max-age=\d+/);
    for (const match of [tag, `W/${tag}`, `"x", ${tag}`, "*"]) {
      const { status, headers, body } = await raw(origin, "/api/v1", { headers: { "if-none-match": match } });
      assert.deepEqual([status, headers.etag, body], [304, tag, ""], match);
    }
    assert.equal((await raw(origin, "/api/v1", { headers: { "if-none-match": `"x"` } })).status, 200);
  });

  test(`${target}: HEAD is GET without a body`, async () => {
    const [get, head] = await Promise.all([raw(origin, "/api/v1"), raw(origin, "/api/v1", { method: "HEAD" })]);
    assert.deepEqual([head.status, head.headers.etag, head.headers["content-type"], head.body], [200, get.headers.etag, "application/json", ""]);
    assert.ok(get.body.length > 1000);
    assert.equal((await raw(origin, "/api/v1/elo.expected", { method: "HEAD" })).status, 405);
  });

  test(`${target}: a page of another origin may ask`, async () => {
    for (const [path, allow] of [["/elo.expected", "POST, OPTIONS"], ["", "GET, HEAD, OPTIONS"]]) {
      const response = await api(path, { method: "OPTIONS", headers: { origin: "https://arena.test", "access-control-request-method": "POST", "access-control-request-headers": "content-type" } });
      assert.equal(response.status, 204);
      assert.equal(await response.text(), "");
      assert.equal(response.headers.get("allow"), allow);
      assert.equal(response.headers.get("access-control-allow-origin"), "*");
      assert.match(response.headers.get("access-control-allow-methods"), /POST/);
      assert.match(response.headers.get("access-control-allow-headers"), /Content-Type/i);
      assert.equal(response.headers.get("access-control-allow-credentials"), null);
    }
  });

  test(`${target}: files come before the API, with the site's headers`, async () => {
    const openapi = await patiently(`${origin}/api/openapi.json`);
    assert.deepEqual([openapi.status, openapi.headers.get("content-type"), openapi.headers.get("access-control-allow-origin")], [200, "application/json", "*"]);
    for (const method of ["POST", "PUT", "DELETE"]) {
      const refused = await patiently(`${origin}/api/openapi.json`, { method });
      assert.deepEqual([refused.status, refused.headers.get("allow"), await refused.text()], [405, "GET, HEAD", "this path answers GET and HEAD\n"], method);
    }
    const tag = openapi.headers.get("etag") ?? "";
    assert.deepEqual([(await patiently(`${origin}/api/openapi.json`, { method: "HEAD" })).status, (await patiently(`${origin}/api/openapi.json`, { headers: { "If-None-Match": tag } })).status], [200, 304]);
    const home = await patiently(`${origin}/`);
    assert.match(home.headers.get("content-security-policy"), /default-src 'none'/);
    assert.equal(home.headers.get("set-cookie"), null);
    const asset = /\/assets\/[\w.-]+\.css/.exec(await home.text())[0];
    assert.match((await patiently(origin + asset)).headers.get("cache-control"), /immutable/);
    const missing = await patiently(`${origin}/nothing/here`, { headers: { accept: "text/html", "sec-fetch-mode": "navigate" } });
    assert.equal(missing.status, 404);
    assert.match(missing.headers.get("content-security-policy"), /default-src 'none'/);
    assert.match(await missing.text(), /<!doctype html>/i);
    assert.equal((await patiently(`${origin}/nothing/here`, { method: "POST", body: "x" })).status, 405);
    assert.equal((await patiently(`${origin}/verify`)).url, `${origin}/verify/`);
  });

  test(`${target}: every example of every operation`, async () => {
    const { operations } = await (await api("")).json();
    assert.deepEqual(operations.map(({ operation }) => operation).toSorted(), names.toSorted());
    assert.ok(examples.length > names.length);
    for (const [i, { status, type, body }] of (await asked).entries()) {
      const { files, where } = examples[i];
      if (files.has("error.json")) {
        const { code, field, message } = JSON.parse(files.get("error.json"));
        const problem = JSON.parse(body);
        assert.deepEqual([problem.code, problem.field, problem.detail, problem.status], [code, field, message, status], where);
        assert.equal(type, "application/problem+json", where);
      } else {
        assert.equal(body, compact(files.get("response.json")), where);
        assert.equal(status, 200, where);
        assert.equal(type, "application/json", where);
      }
    }
  });
}

/** A request whose path nobody tidies, once more if there is no answer. */
function raw(origin, path, { method = "GET", headers = {} } = {}, again = 3) {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const request = ask({ hostname, port, path, method, headers, signal: AbortSignal.timeout(LONG) }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (part) => (body += part));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    request.on("error", reject).end();
  }).catch((error) => (again > 0 && error.name === "AbortError" ? raw(origin, path, { method, headers }, again - 1) : Promise.reject(error)));
}
