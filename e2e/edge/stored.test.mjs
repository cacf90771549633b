// Stored proofs, their pages and badges, on D1 in Cloudflare's runtime and on
// SQLite in `tallyproof serve`.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { root } from "../browser/support/site.mjs";
import { patiently } from "./support/ask.mjs";
import { published } from "./support/hosts.mjs";

/** Its place in the log, which only `tallyproof serve` signs here; and when it was stored, to the second. */
const LOGGED = /"log":\{[^}]*\},|<p class=\S*quiet\S*>\s*Entry \d+ of the.*?<\/p>/gs;
const STORED = /(?<=Stored on <time datetime="|"stored_at":")[^"]*/;
const folder = join(root, "site", "demo", "flat");
const records = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
const targets = await published();

/** @type {Record<string, string[]>} what each target says, to be compared */
const said = {};

for (const [target, { origin, runtime }] of Object.entries(targets)) {
  const get = (path, headers = {}, method = "GET") => patiently(origin + path, { method, headers, redirect: "manual" });
  const store = (body) => patiently(`${origin}/api/v1/proofs`, { method: "POST", body });
  const local = (url) => url.slice(new URL(url).origin.length);

  test(`${target}: authentic proofs are stored, each once`, async () => {
    assert.ok(records.length > 3);
    for (const record of records) {
      const first = await store(record);
      const { id } = await first.json();
      assert.ok(first.status === 201 || !runtime, `status ${first.status}`); // tallyproof serve has the demonstration already
      const again = await Promise.all(Array.from({ length: 5 }, () => store(record)));
      for (const response of again) {
        assert.deepEqual([response.status, (await response.json()).id], [200, id]);
        assert.equal(response.headers.get("location"), `/p/${id}`);
      }
    }
    if (!runtime) return;
    const database = await runtime.getD1Database("DB");
    assert.equal(await database.prepare("SELECT count(*) AS n FROM proofs").first("n"), records.length);
  });

  test(`${target}: other bodies are refused`, async () => {
    const [record] = records;
    for (const [name, body, status] of [
      ["a changed digit", record.replace(/(?<="final_score": \d*)\d/, (digit) => (Number(digit) % 9) + 1), 403],
      ["half a record", record.slice(0, 80), 400],
      ["nothing", "", 400],
      ["SQL", `'); DROP TABLE proofs; --`, 400],
      ["64 KiB and more", JSON.stringify({ text: "x".repeat(70_000) }), 413],
      ["over 1 MiB", "x".repeat((1 << 20) + 5), 413],
    ]) {
      const response = await store(body);
      assert.equal(response.status, status, `${name}: ${await response.clone().text()}`);
      assert.equal(response.headers.get("content-type"), "application/problem+json", name);
      assert.equal((await response.json()).status, status, name);
    }
    const wrong = await get("/api/v1/proofs");
    assert.deepEqual([wrong.status, wrong.headers.get("allow")], [405, "POST, OPTIONS"]);
    assert.equal((await get("/api/v1/proofs", {}, "OPTIONS")).status, 204);
  });

  test(`${target}: many at a time are answered one after the other`, async () => {
    const all = await Promise.all(Array.from({ length: 24 }, (_, i) => get(`/challenges/?burst=${i}`))); // before any is kept
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([200]));
  });

  test(`${target}: an address with a broken escape is nobody's`, async () => {
    for (const path of ["/p/%zz", "/p/%", "/agents/%E0%A", "/challenges/open/%2"]) {
      const { status } = await get(path);
      assert.equal(status, runtime ? 404 : 400, path); // tallyproof serve: by net/http, before any route
    }
  });

  test(`${target}: an address with an escaped letter in a fixed part of it is nobody's`, async () => {
    const { id, challenge } = await (await store(records[0])).json();
    const [board, badge] = [local(challenge).slice("/challenges".length), `/badge/d/${Buffer.from(records[0]).toString("base64url")}`];
    for (const [path, status] of [
      [`/p/${id}`, 200], [`/%70/${id}`, 404], [`/%70/${id}.json`, 404], [`/p/%${id.charCodeAt(0).toString(16)}${id.slice(1)}`, 200],
      [`/embed/car%64/${id}`, 404], [`/embed%2Fcard/${id}`, 404], [`/%63hallenges${board}`, 404], ["/challenge%73/", 404], ["/oembe%64?url=x", 404], [`/%73hare/${id}.png`, 404],
      ["/lo%67/", 404], ["/lo%67/checkpoint", 404], ["/log/index%2Ejson", 404], [`/%62adge/p/${id}/score.svg`, 404], ["/badge/index%2Ejson", 404], [`${badge}/score.png`, 200], [`${badge}/score%2Epng`, 404],
      ["/%61pi/v1", 404], ["/%61pi/v1/proofs", 404], ["/api/v1", 200],
    ]) assert.equal((await get(path)).status, status, path);
    const post = { method: "POST", body: `{"rating":1200,"opponent":1200}` };
    for (const [path, status] of [["/%61pi/v1/elo.expected", 405], ["/api/v1/elo.expected", 200], ["/api/v1/elo%2Eexpected", 200], ["/api%2Fv1/elo.expected", 405]]) assert.equal((await patiently(origin + path, post)).status, status, path);
  });

  test(`${target}: a query that cannot be read is refused`, async () => {
    const { id, challenge } = await (await store(records[0])).json();
    const [board, card] = [local(challenge), `/embed/card/${id}`];
    for (const [path, status] of [
      [`/embed/board${board.slice("/challenges".length)}?rows=3;theme=dark`, 422], [`${card}?theme=dark;`, 422], [`${card}?theme=%zz`, 422], [`${card}?x=%`, 422],
      [`${board}?after=%zz`, 422], ["/challenges/?after=%ff", 422], [`${card}?x=%ff`, 422], [`${board}?after=x`, 422], [`${board}.json?;`, 422], [`${card}?theme=dark%3B`, 422], [`${card}?x=%3B`, 200],
    ]) {
      const response = await get(path);
      assert.equal(response.status, status, path);
      assert.equal(response.headers.get("content-type"), status === 200 ? "text/html; charset=utf-8" : "application/problem+json", path);
    }
  });

  test(`${target}: an answer is sent whole, or not at all to a client that has it`, async () => {
    const { id } = await (await store(records[0])).json();
    for (const path of [`/p/${id}.json`, `/embed/card/${id}`, `/badge/p/${id}/score.svg`]) {
      const whole = await (await get(path)).text();
      for (const headers of [{ range: "bytes=0-3" }, { range: "bytes=9999999-" }, { "if-match": '"x"' }]) {
        const response = await get(path, headers);
        assert.deepEqual([response.status, response.headers.get("accept-ranges"), await response.text()], [200, null, whole], `${path} ${JSON.stringify(headers)}`);
      }
      const known = await get(path, { "if-none-match": "*" });
      assert.deepEqual([known.status, known.headers.get("content-type")], [304, null], path);
    }
  });

  test(`${target}: pages, programs, cards and badges`, async () => {
    const kept = await (await store(records[0])).json();
    said[target] = [];
    for (const [path, type] of [
      [local(kept.url), "text/html; charset=utf-8"],
      [local(kept.json), "application/json"],
      [local(kept.card), "text/html; charset=utf-8"],
      [local(kept.challenge), "text/html; charset=utf-8"],
      [`${local(kept.challenge)}.json`, "application/json"],
      [local(kept.agent), "text/html; charset=utf-8"],
      ["/challenges/", "text/html; charset=utf-8"],
      ["/challenges/index.json", "application/json"],
      ["/challenges.json", "application/json"],
      ["/challenges.md", "text/markdown; charset=utf-8"],
      ["/badge/index.json", "application/json"],
      [`/oembed?url=${encodeURIComponent(kept.url)}`, "application/json"],
      [`/badge/p/${kept.id}/score.svg`, "image/svg+xml"],
      [`/badge/p/${kept.id}/score.json`, "application/json"],
      [`/badge/p/${kept.id}/score.proof@2x.png`, "image/png"],
      [`/badge/d/${Buffer.from(records[0]).toString("base64url")}/verified.png`, "image/png"],
    ]) {
      const first = await get(path);
      const body = await first.text();
      assert.deepEqual([first.status, first.headers.get("content-type")], [200, type], path);
      const tag = first.headers.get("etag");
      assert.match(tag, /^(W\/)?"[\w-]{20,}"$/, path);
      if (target === "tallyproof serve") assert.equal(first.headers.get("content-encoding"), type !== "image/png" && body.length >= 1024 ? "gzip" : null, path);
      assert.match(first.headers.get("cache-control"), /^public, max-age=\d+/, path);
      for (let round = 0; round < 2; round++) {
        assert.equal(await (await get(path)).text(), body, path);
        const known = await get(path, { "if-none-match": tag });
        assert.deepEqual([known.status, known.headers.get("etag"), await known.text()], [304, tag, ""], path);
        const head = await get(path, {}, "HEAD");
        assert.deepEqual([head.status, head.headers.get("etag"), await head.text()], [200, tag, ""], path);
      }
      assert.equal(first.headers.get("set-cookie"), null, path);
      if (!/^.(challenges|agents|badge.index)/.test(path)) said[target].push(body.replaceAll(origin, "").replaceAll(encodeURIComponent(origin), "").replaceAll(new URL(origin).host, "").replaceAll(LOGGED, "").replace(STORED, "when"));
    }
    const card = await get(local(kept.card));
    assert.equal(card.headers.get("x-frame-options"), null);
    assert.doesNotMatch(card.headers.get("content-security-policy"), /frame-ancestors/); // of a frame with a sandbox, it would refuse any
    assert.match((await get(local(kept.url))).headers.get("content-security-policy"), /frame-ancestors 'none'/);
  });

  test(`${target}: the pictures beside links to a proof and a leaderboard`, async () => {
    const kept = await (await store(records[0])).json();
    for (const address of [kept.url, kept.challenge]) {
      const page = await (await get(local(address))).text();
      const [, picture] = /<meta property="og:image" content="([^"]+)"/.exec(page) ?? [];
      assert.ok(picture?.startsWith(`${origin}/share/`), `${address}: ${picture}`);
      const response = await get(local(picture));
      assert.deepEqual([response.status, response.headers.get("content-type")], [200, "image/png"], picture);
      const data = new DataView(await response.arrayBuffer());
      assert.deepEqual([data.getUint32(0), data.getUint32(16), data.getUint32(20)], [0x89504e47, 1200, 630], picture);
    }
  });

  test(`${target}: challenges are listed, and every line of the list of badges leads somewhere`, async () => {
    const { entries } = await (await get("/challenges/index.json")).json();
    const found = entries.find(({ challenge }) => challenge === "merge-intervals");
    assert.deepEqual([found?.arena, found?.title, found?.url], ["demo", "Merge intervals", `${origin}/challenges/demo/merge-intervals`]);
    const board = await (await get(`${local(found.url)}.json`)).json();
    assert.deepEqual([board.count, board.entries[0].total], [found.count, found.best]);
    const points = board.entries[0].parts.map(({ label, points }) => `${label} ${points}${Number.isInteger(points) ? "\\." : ""}0*`).join(", "); // all with as many decimals
    for (const ending of ["", ".md"]) assert.ok((await (await get(local(found.url) + ending)).text()).match(points), `the points of the JSON, ${points}`);
    const { count, proofs } = await (await get("/badge/index.json")).json();
    assert.ok(count >= records.length && proofs.length === Math.min(count, 50), `${proofs.length} of ${count}`);
    const addresses = new Set(proofs.flatMap(({ badges }) => badges.flatMap(({ svg, endpoint, markdown, html }) => [svg, endpoint, markdown, html].flatMap((line) => line.match(/http[^)"<> ]+/g)))));
    assert.ok(addresses.size >= 3 * proofs.length);
    for (const address of addresses) {
      const response = await get(local(address));
      assert.equal(response.status, 200, address);
      if (!address.endsWith(".json")) continue;
      const { schemaVersion, label, message } = await response.json();
      assert.deepEqual([schemaVersion, typeof label, /claims|authentic/i.test(message)], [1, "string", true], address); // shields.io/badges/endpoint-badge
    }
    const bare = await get("/challenges");
    assert.deepEqual([bare.status, bare.headers.get("location")], [308, "/challenges/"]);
    for (const [path, accept, status, header, to] of [
      ["/challenges?utm=1&rows=3&after=%7E&theme=dark", "*/*", 308, "location", "/challenges/?after=~&rows=3&theme=dark"], ["/challenges?rows=3&x=%ff", "*/*", 422, "location", null],
      ["/challenges/?utm=1&after=&rows=3", "application/json", 200, "content-location", "/challenges/index.json?rows=3"],
    ]) {
      const response = await get(path, { accept });
      assert.deepEqual([response.status, response.headers.get(header)], [status, to], path);
    }
  });

  test(`${target}: pages in other forms`, async () => {
    const kept = await (await store(records[0])).json();
    for (const path of [local(kept.url), local(kept.challenge), local(kept.agent), "/challenges/"]) {
      const base = path.endsWith("/") ? `${path}index` : path;
      for (const [accept, ending, type] of [["text/html,*/*;q=0.8", "", "text/html; charset=utf-8"], ["text/markdown", ".md", "text/markdown; charset=utf-8"], ["application/json", ".json", "application/json"], ["*/*", "", "text/html; charset=utf-8"]]) {
        const where = `${path} for ${accept}`;
        const response = await get(path, { accept });
        const body = await response.text();
        assert.deepEqual([response.status, response.headers.get("content-type"), response.headers.get("content-location")], [200, type, ending ? base + ending : null], where);
        assert.match(response.headers.get("vary"), /(^|, ?)Accept(,|$)/, where);
        assert.equal(response.headers.get("access-control-allow-origin"), ending ? "*" : null, where);
        assert.equal((await get(path, { accept, "if-none-match": response.headers.get("etag") })).status, 304, where);
        if (ending) assert.equal(await (await get(base + ending)).text(), body, where);
        if (ending === ".md" && path.startsWith("/p/")) said[target].push(body.replaceAll(origin.replaceAll(":", "\\:"), "").replaceAll(origin, "").replace(/Entry \d+ of the.*\n/, "").replace(/(?<=tored on )\d{4}-\d\d-\d\d/g, "when").replace(/\n\n+/g, "\n\n"));
      }
    }
    const missing = await get("/p/aaaaaaaaaaaaaaaaaaaaaaaaaa.md", { accept: "text/html" });
    assert.deepEqual([missing.status, missing.headers.get("content-type")], [404, "application/problem+json"]);
  });

  test(`${target}: missing pages`, async () => {
    for (const [path, status] of [
      ["/p/aaaaaaaaaaaaaaaaaaaaaaaaaa", 404],
      ["/p/..%2f..%2fetc", 404],
      ["/p/%3Cscript%3E", 404],
      ["/p/'%20OR%201=1", 404],
      ["/embed/card/nope", 404],
      ["/embed/board/demo/merge-intervals?rows=x", 422],
      ["/embed/board/demo/none", 404],
      ["/badge/p/aaaaaaaaaaaaaaaaaaaaaaaaaa/score.svg", 404],
      ["/badge/nope", 404],
      ["/badge/p", 404],
      ["/badge/d//score.svg", 404],
      ["/badge/d/%00/score.svg", 404],
      ["/badge/d/%00/score.png", 404],
      ["/badge/p/aaaaaaaaaaaaaaaaaaaaaaaaaa/score.png", 404],
      ["/oembed?url=https%3A%2F%2Felsewhere.test%2Fp%2Fx", 422],
    ]) {
      const response = await get(path, { accept: "text/html,application/xhtml+xml,*/*;q=0.8" });
      assert.equal(response.status, status, path);
      const text = await response.text();
      assert.doesNotMatch(text, /<script>/, path);
      if (path.startsWith("/badge/")) said[target].push(text);
    }
  });
}

test("both targets give the same answers", () => {
  const [one, other] = Object.values(said);
  assert.ok(one.length > 5);
  assert.deepEqual(one, other);
});

test("a cached page starts no further program", async () => {
  const { origin } = targets.workerd;
  const { url } = await (await patiently(`${origin}/api/v1/proofs`, { method: "POST", body: records[1] })).json();
  const times = [];
  for (let i = 0; i < 10; i++) {
    const response = await patiently(url);
    await response.arrayBuffer();
    times.push(response.headers.get("cf-cache-status"));
  }
  assert.deepEqual(times.slice(1), Array(9).fill("HIT"));
});
