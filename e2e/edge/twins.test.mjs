// Every page is also Markdown, at an address of its own or if the client asks for it:
// the same in Cloudflare's runtime and from `tallyproof serve`. So are
// the service worker and the keys of the build.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { dist } from "../browser/support/site.mjs";
import { patiently, someAtATime } from "./support/ask.mjs";
import { published } from "./support/hosts.mjs";

const targets = await published();

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8";
const KINDS = { "": "text/html; charset=utf-8", ".md": "text/markdown; charset=utf-8" };
const file = (name) => readFileSync(join(dist, name), "utf8");

/** What clients accept, and the form that they get. */
const wishes = [
  [BROWSER, ""], ["*/*", ""], ["text/html", ""], ["text/*", ""], ["image/png", ""], ["garbage", ""], ["text/markdown;q=2", ""], ["text/markdown;q=0", ""],
  ["text/html, text/markdown", ""], ["text/html, text/markdown;q=0.9", ""], ["text/markdown;q=0.9, */*", ""],
  ["text/markdown", ".md"], ["Text/Markdown", ".md"], ["text/markdown;variant=GFM", ".md"], ["text/markdown, text/html, */*", ".md"],
  ["text/html;q=0.5, text/markdown", ".md"], ["text/markdown;q=0.001", ".md"], ["*/*;q=0, text/markdown", ".md"], ["text/html;q=0, */*", ".md"],
  ["application/json", ""], ["application/json, text/plain, */*", ""], ["application/*", ""], ["application/json;q=0.4, text/markdown;q=0.3", ".md"],
];

for (const [target, { origin }] of Object.entries(targets)) {
  const ask = (path, headers, method = "GET") => patiently(origin + path, { method, headers });

  test(`${target}: the form that is wanted`, async () => {
    for (const [accept, ending] of wishes) {
      for (const [path, base] of [["/", "index"], ["/score/airena/", "score/airena"], ["/docs/operations/elo.expected/", "docs/operations/elo.expected"]]) {
        const response = await ask(path, { accept });
        const where = `${path} for ${accept}`;
        assert.equal(response.status, 200, where);
        assert.equal(response.headers.get("content-type"), KINDS[ending], where);
        assert.equal(await response.text(), file(ending ? base + ending : join(path, "index.html")), where);
        assert.match(response.headers.get("vary"), /(^|, ?)Accept(,|$)/, where);
        assert.equal(response.headers.get("content-location"), ending ? `/${base}${ending}` : null, where);
        assert.match(response.headers.get("content-security-policy"), /default-src 'none'/, where);
        assert.match(response.headers.get("cache-control"), /max-age=0, must-revalidate/, where);
        assert.equal(response.headers.get("link"), `</${base}.md>; rel="alternate"; type="text/markdown"`, where);
        assert.equal(response.headers.get("access-control-allow-origin"), ending ? "*" : null, where);
      }
    }
  });

  test(`${target}: the service worker is asked for at each visit`, async () => {
    const response = await ask("/sw.js");
    assert.equal(response.status, 200);
    assert.match(response.headers.get("content-type"), /^text\/javascript\b/);
    assert.equal(response.headers.get("cache-control"), "no-cache");
    assert.match(response.headers.get("content-security-policy"), /worker-src 'self'/);
    assert.equal(await response.text(), file("sw.js"));
  });

  test(`${target}: the keys are those of the build, if the host has none of its own`, async () => {
    const response = await ask("/.well-known/arena-keys.json");
    assert.deepEqual([response.status, response.headers.get("content-type"), await response.text()], [200, "application/json", file(".well-known/arena-keys.json")]);
    assert.equal((await ask("/.well-known/arena-keys.json", { "if-none-match": response.headers.get("etag") })).status, 304);
    assert.equal((await patiently(`${origin}/.well-known/arena-keys.json`, { method: "POST", body: "x" })).status, 405);
  });

  test(`${target}: validators and HEAD are those of the form`, async () => {
    const tags = new Set();
    for (const accept of [BROWSER, "text/markdown"]) {
      const response = await ask("/score/airena/", { accept });
      await response.arrayBuffer();
      const tag = response.headers.get("etag");
      tags.add(tag);
      assert.equal((await ask("/score/airena/", { accept, "if-none-match": tag })).status, 304, accept);
      const head = await ask("/score/airena/", { accept }, "HEAD");
      assert.deepEqual([head.status, head.headers.get("etag"), head.headers.get("content-type"), await head.text()], [200, tag, response.headers.get("content-type"), ""], accept);
    }
    assert.equal(tags.size, 2);
  });

  test(`${target}: what has no other form`, async () => {
    for (const accept of ["text/markdown", "application/json"]) {
      const alone = await ask("/embed/proof/", { accept });
      assert.deepEqual([alone.status, alone.headers.get("content-type"), alone.headers.get("link")], [200, KINDS[""], null]);
      await alone.arrayBuffer();
      for (const path of ["/nothing/", "/nothing/here/"]) {
        const missing = await ask(path, { accept });
        assert.deepEqual([missing.status, missing.headers.get("content-type"), missing.headers.get("link")], [404, KINDS[""], null], path);
        await missing.arrayBuffer();
      }
    }
    for (const path of ["/score/airena/", "/nothing/here"]) {
      const refused = await patiently(origin + path, { method: "POST", body: "x" });
      assert.deepEqual([refused.status, refused.headers.get("allow"), refused.headers.get("content-type"), await refused.text()], [405, "GET, HEAD", "text/plain; charset=utf-8", "this path answers GET and HEAD\n"], path);
    }
    assert.equal((await ask("/score/airena", { accept: "text/markdown" })).url, `${origin}/score/airena/`);
  });

  test(`${target}: every address of the list is there`, async () => {
    const list = await (await ask("/llms.txt")).text();
    const links = [...list.matchAll(/^- \[[^\n]*?\]\(([^)]*)\): \S/gm)].map((match) => match[1]);
    assert.ok(links.length > 80, `${links.length} links`);
    await someAtATime(6, links, async (link) => {
      const response = await ask(link);
      assert.equal(response.status, 200, link);
      await response.arrayBuffer();
    });
  });
}
