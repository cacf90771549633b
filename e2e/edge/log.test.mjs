// The transparency log, on D1 in Cloudflare's runtime and on SQLite in `tallyproof
// serve`, read by a program that shares nothing with ours: Node's cryptography and
// the definitions of RFC 6962 and C2SP.

import assert from "node:assert/strict";
import { createHash, sign, verify } from "node:crypto";
import test from "node:test";
import { proofOf } from "../browser/support/evaluator.mjs";
import { patiently, someAtATime } from "./support/ask.mjs";
import { evaluators, keyed, log } from "./support/hosts.mjs";

const AT_ONCE = 64;

const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts.map((part) => Buffer.from(part)))).digest();

for (const [target, { origin, runtime }] of Object.entries(await keyed())) {
  // In workerd each request is a Go program of its own: a few more than come at once.
  // The others fill a tile, of 256.
  const count = runtime ? 72 : 300;
  // A query that only other addresses read, so that no answer comes from a cache.
  const get = async (path) => {
    const response = await patiently(`${origin}${path}?maxwidth=${Math.random()}`);
    assert.equal(response.status, 200, `${path}: ${await response.clone().text()}`);
    return Buffer.from(await response.arrayBuffer());
  };
  const checkpoint = async () => opened((await get("/log/checkpoint")).toString());

  test(`${target}: ${count} proofs, ${AT_ONCE} at once, each have one place, under heads of one history`, async () => {
    const heads = [await checkpoint()];
    assert.deepEqual(heads[0], { size: 0, root: sha256("").toString("base64") });
    const ids = await someAtATime(AT_ONCE, Array.from({ length: count }, (_, i) => i), async (i) => {
      const response = await patiently(`${origin}/api/v1/proofs`, { method: "POST", body: record(i) });
      const kept = await response.json();
      assert.ok(response.ok, JSON.stringify(kept));
      if (i % 8 === 0) heads.push(await checkpoint());
      return kept.id;
    });
    const last = await checkpoint();
    const entries = await bundles(get, last.size);
    assert.equal(new Set(entries).size, count);
    for (const head of [...heads, last]) assert.equal(root(entries.slice(0, head.size)), head.root, `of ${head.size} entries`);
    if (runtime) {
      const database = await runtime.getD1Database("DB");
      assert.deepEqual(await database.prepare("SELECT (SELECT count(*) FROM proofs) AS proofs, (SELECT max(place) + 1 FROM log) AS places").first(), { proofs: count, places: count });
    }

    const proof = (await get(`/log/proof/${ids[0]}.tlog-proof`)).toString();
    const [head, note] = proof.split("\n\n", 2);
    const [mark, extra, index, ...hashes] = head.split("\n");
    assert.equal(mark, "c2sp.org/tlog-proof@v1");
    const entry = Buffer.from(extra.slice("extra ".length), "base64");
    assert.equal(entry.toString(), entries[Number(index.slice("index ".length))]);
    assert.equal(climb(entry, Number(index.slice("index ".length)), last.size, hashes), last.root);
    assert.equal(note.split("\n")[2], last.root);

    const board = JSON.parse((await get("/challenges/logged/all.json")).toString());
    assert.deepEqual([board.count, board.log], [count, { size: last.size, root: last.root }]);
  });

  test(`${target}: what was there for witnesses is gone, and says where to go`, async () => {
    for (const [method, path] of [["GET", "/log/witnessed"], ["POST", "/log/cosignatures"]]) {
      const response = await patiently(`${origin}${path}`, { method });
      const { code, detail } = await response.json();
      assert.deepEqual([response.status, code], [410, "gone"], path);
      assert.match(detail, /keep \/log\/checkpoint/);
    }
  });

  test(`${target}: tiles hold the hashes of the entries, and may be kept for ever`, async () => {
    const { size } = await checkpoint();
    const entries = await bundles(get, size);
    const tile = await get(`/log/tile/0/${size >= 256 ? "000" : `000.p/${size}`}`);
    assert.equal(tile.length, 32 * Math.min(size, 256));
    for (let i = 0; i < tile.length / 32; i++) assert.deepEqual(tile.subarray(32 * i, 32 * i + 32), sha256([0], entries[i]));
    const response = await patiently(`${origin}/log/tile/0/000.p/1`);
    assert.match(response.headers.get("cache-control"), /immutable/);
    assert.equal((await patiently(`${origin}/log/tile/0/000.p/${size > 256 ? 257 : size + 1}`)).status, 404);
  });

  if (runtime) test(`${target}: full tiles are read from R2, and nothing else that lies there is answered`, async () => {
    const database = await runtime.getD1Database("DB");
    const bucket = await runtime.getR2Bucket("TILES");
    const kept = async () => (await bucket.list()).objects.map(({ key }) => key);
    assert.deepEqual(await kept(), [], "tiles that grow are not kept");
    await database.prepare(`INSERT INTO changes (id, of, kind, by, reason, text, key, signed_at, expires, stored_at)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
      SELECT 'filler-' || i, '', 'withdrawal', '', '', 'entry ' || i, '-', '', '~', '' FROM n`).run();
    const head = await checkpoint();
    assert.equal(head.size, count + 200);
    const entries = await bundles(get, head.size);
    assert.equal(root(entries), head.root);
    const length = (text) => [Buffer.byteLength(text) >> 8, Buffer.byteLength(text) & 255];
    /** What must be there, by the definitions. */
    const want = {
      "tile/0/000": Buffer.concat(entries.slice(0, 256).map((entry) => sha256([0], entry))),
      "tile/entries/000": Buffer.concat(entries.slice(0, 256).flatMap((entry) => [Buffer.from(length(entry)), Buffer.from(entry)])),
    };
    const same = async (when) => {
      for (const [path, data] of Object.entries(want)) {
        assert.ok((await get(`/log/${path}`)).equals(data), `${path}, ${when}`);
        assert.ok(Buffer.from(await (await bucket.get(`${log.origin}/${path}`)).arrayBuffer()).equals(data), `${path} in R2, ${when}`);
      }
    };
    await same("kept");
    assert.deepEqual(await kept(), Object.keys(want).map((path) => `${log.origin}/${path}`));
    const [tile, bundle] = Object.values(want);
    for (const [when, wrong] of Object.entries({ "another tile": bundle, "a bit": Buffer.concat([tile.subarray(0, 99), Buffer.of(tile[99] ^ 1), tile.subarray(100)]), empty: Buffer.alloc(0), "a byte more": Buffer.concat([tile, Buffer.of(0)]) })) {
      for (const path of Object.keys(want)) await bucket.put(`${log.origin}/${path}`, Uint8Array.from(path === "tile/entries/000" && when === "another tile" ? tile : wrong));
      await same(when);
    }
    await bucket.delete(Object.keys(want).map((path) => `${log.origin}/${path}`));
    await same("missing");
    const lose = (text) => database.prepare("UPDATE changes SET text = ? WHERE id = 'filler-1'").bind(text).run();
    await lose("gone"); // what D1 no longer has comes from R2
    await same("read from there");
    await lose("entry 1");
  });

  if (runtime) test(`${target}: an older copy of the database is not signed until the log's key says why`, async () => {
    const database = await runtime.getD1Database("DB");
    const before = await checkpoint();
    const size = before.size - 5;
    for (const statement of [`DELETE FROM log WHERE place >= ${size}`, `DELETE FROM log_heads WHERE size > ${size}`, "DELETE FROM log_hashes"]) await database.prepare(statement).run();
    const refused = await patiently(`${origin}/log/checkpoint?maxwidth=${Math.random()}`);
    assert.equal(refused.status, 500);
    assert.match((await refused.json()).detail, /accept-rollback/);
    const lost = JSON.parse((await get("/log/rollback")).toString());
    assert.deepEqual([lost.log, lost.signed, lost.from.size], [log.origin, before, size]);
    const text = `tallyproof-rollback/1\n${JSON.stringify({ ...lost, reason: "the disk failed" })}\n`;
    const signature = Buffer.concat([log.id, sign(null, Buffer.from(text), log.privateKey)]).toString("base64");
    const note = `${text}\n— ${log.origin} ${signature}\n`;
    const forged = await patiently(`${origin}/log/rollback`, { method: "POST", body: note.replace("disk", "dog") });
    assert.equal(forged.status, 422);
    const accepted = await patiently(`${origin}/log/rollback`, { method: "POST", body: note });
    assert.equal(accepted.status, 200, await accepted.text());
    const after = await checkpoint();
    assert.equal(after.size, size + 1);
    const entries = await bundles(get, after.size);
    assert.equal(entries.at(-1), note);
    assert.equal(root(entries), after.root);
  });
}

/** A signed record. @param {number} i */
function record(i) {
  return JSON.stringify(proofOf(evaluators.logged.key, { arena: "logged", challenge_id: "all", agent_id: `agent-${i}`, submission_id: String(i), score: i % 100 }));
}

/** What a checkpoint says, after its signature was verified. @param {string} text */
function opened(text) {
  const [body, signatures] = text.split("\n\n");
  const [dash, name, encoded] = signatures.trim().split(" ");
  const signature = Buffer.from(encoded, "base64");
  assert.deepEqual([dash, name, signature.subarray(0, 4)], ["—", log.origin, log.id]);
  assert.ok(verify(null, Buffer.from(`${body}\n`), log.publicKey, signature.subarray(4)), "the checkpoint's signature");
  const [origin, size, root, ...rest] = body.split("\n");
  assert.deepEqual([origin, rest], [log.origin, []]);
  return { size: Number(size), root };
}

/** All entries of a log. @param {(path: string) => Promise<Buffer>} get @param {number} size */
async function bundles(get, size) {
  const entries = [];
  for (let n = 0; n * 256 < size; n++) {
    const width = Math.min(256, size - n * 256);
    const data = await get(`/log/tile/entries/${String(n).padStart(3, "0")}${width < 256 ? `.p/${width}` : ""}`);
    for (let at = 0; at < data.length; at += 2 + data.readUInt16BE(at)) entries.push(data.subarray(at + 2, at + 2 + data.readUInt16BE(at)).toString());
  }
  assert.equal(entries.length, size);
  return entries;
}

/** The root of a tree by its definition, RFC 6962 section 2.1. @param {string[]} entries */
function root(entries) {
  /** @param {string[]} some @returns {Buffer} */
  const hash = (some) => {
    if (some.length === 1) return sha256([0], some[0]);
    let k = 1;
    while (2 * k < some.length) k *= 2;
    return sha256([1], hash(some.slice(0, k)), hash(some.slice(k)));
  };
  return (entries.length ? hash(entries) : sha256("")).toString("base64");
}

/** Where the hashes of an entry's proof lead, RFC 9162 section 2.1.3.2. @param {Buffer} entry @param {number} index @param {number} size @param {string[]} hashes */
function climb(entry, index, size, hashes) {
  let [node, last, hash] = [index, size - 1, sha256([0], entry)];
  for (const text of hashes) {
    const sibling = Buffer.from(text, "base64");
    if (node % 2 === 1 || node === last) {
      hash = sha256([1], sibling, hash);
      while (node % 2 === 0 && node > 0) [node, last] = [node >> 1, last >> 1];
    } else hash = sha256([1], hash, sibling);
    [node, last] = [node >> 1, last >> 1];
  }
  assert.equal(last, 0);
  return hash.toString("base64");
}
