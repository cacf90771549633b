// The keys that a host judges by are those that it publishes, on D1 in Cloudflare's
// runtime and on SQLite in `tallyproof serve`: else elements on other sites would say
// that they do not know the keys of a leaderboard whose proofs are all authentic here.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { request as ask } from "node:http";
import { join } from "node:path";
import test from "node:test";
import { proofOf } from "../browser/support/evaluator.mjs";
import { engine, shipped } from "../browser/support/proofs.mjs";
import { root } from "../browser/support/site.mjs";
import { patiently } from "./support/ask.mjs";
import { edge } from "./support/edge.mjs";
import { evaluators, keyed } from "./support/hosts.mjs";

const KEYS = "/.well-known/arena-keys.json";
const build = readFileSync(join(root, "site/keys/arena-keys.json"), "utf8");
const own = JSON.stringify({ keys: Object.values(evaluators).map(({ id, owner, arena, key }) => ({ id, owner, arena, public_key: key.spelled })) });

for (const [target, { origin }] of Object.entries(await keyed())) {
  /** The answer as it is sent. */
  const get = async (path, headers, method = "GET") => {
    const response = await raw(origin + path, method, { "accept-encoding": "identity", ...headers });
    return { ...response, tag: response.headers.etag };
  };

  test(`${target}: the published keys are those of the host`, async () => {
    for (const path of [KEYS, `${KEYS}?1`]) {
      const { status, body } = await get(path);
      assert.deepEqual([status, body], [200, own], path);
    }
    assert.equal(await (await patiently(`${origin}/%2Ewell-known/arena-keys.json`)).text(), own); // after a redirection, or at once
  });

  test(`${target}: under them, a stored proof is what its page says`, async () => {
    const { key, arena } = evaluators.runner;
    const posted = await patiently(`${origin}/api/v1/proofs`, { method: "POST", body: JSON.stringify(proofOf(key, { arena, challenge_id: "keys", agent_id: "nova", submission_id: "1", score: 90 })) });
    const { id } = await posted.json();
    assert.equal(posted.status, 201);
    const { text, answer } = JSON.parse((await get(`/p/${id}.json`)).body);
    const found = (keys) => engine.call("proof.verify", { text, keys }).verdict;
    assert.deepEqual([answer.verdict, found(JSON.parse((await get(KEYS)).body)), found(shipped)], ["authentic", "authentic", "unknown-key"]);
  });

  test(`${target}: their headers are those of a file for other sites`, async () => {
    const [keys, file] = await Promise.all([KEYS, "/schema/arena-keys.json"].map((path) => get(path)));
    assert.equal(keys.headers["cache-control"], "public, max-age=300, must-revalidate");
    assert.equal(keys.headers["access-control-allow-origin"], "*");
    for (const { headers } of [keys, file]) for (const name of ["date", "etag", "content-length", "transfer-encoding"]) delete headers[name];
    assert.deepEqual(keys.headers, file.headers);
  });

  test(`${target}: validators, HEAD and other methods`, async () => {
    const { tag } = await get(KEYS);
    assert.match(tag, /^"[\w-]{20,}"$/);
    for (const [match, status] of [[tag, 304], [`W/${tag}`, 304], [`"x", ${tag}`, 304], ["*", 304], [`"x"`, 200]]) {
      const response = await get(KEYS, { "if-none-match": match });
      assert.deepEqual([response.status, response.tag, response.body], [status, tag, status === 200 ? own : ""], match);
      assert.equal(response.headers["cache-control"], "public, max-age=300, must-revalidate", match);
    }
    const head = await get(KEYS, {}, "HEAD");
    assert.deepEqual([head.status, head.tag, head.body, head.headers["content-type"]], [200, tag, "", "application/json"]);
    const refused = await get(KEYS, {}, "POST");
    assert.deepEqual([refused.status, refused.headers.allow, refused.body], [405, "GET, HEAD", "this path answers GET and HEAD\n"]);
  });
}

// Of the other host cmd/tallyproof/errors_test.go asks it, which does not start then.
test("workerd: a keyring that the store refuses is none", async (t) => {
  const site = await edge(undefined, { bindings: { KEYRING: `{"keys": [], "keys": []}` } });
  t.after(site.stop);
  for (const method of ["GET", "HEAD"]) {
    const [keys, store] = await Promise.all([KEYS, "/p/aaaaaaaaaaaaaaaaaaaaaaaaaa.json"].map((path) => raw(site.origin + path, method)));
    assert.deepEqual([keys.status, keys.headers["cache-control"], keys.headers["content-type"], keys.headers["access-control-allow-origin"]], [500, "no-store", "application/problem+json", "*"], method);
    assert.deepEqual([keys.status, keys.body], [store.status, store.body], method);
  }
});

test("workerd: an empty keyring variable is none: the keys of the build", async (t) => {
  const site = await edge(undefined, { bindings: { KEYRING: "" } });
  t.after(site.stop);
  assert.equal((await raw(site.origin + KEYS, "GET")).body, build);
});

/** @param {string} url @param {string} method @param {Record<string, string>} [headers] @returns {Promise<{ status?: number, headers: import("node:http").IncomingHttpHeaders, body: string }>} */
function raw(url, method, headers = {}) {
  return new Promise((resolve, reject) => {
    const request = ask(url, { method, headers }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (part) => (body += part));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    request.on("error", reject).end();
  });
}
