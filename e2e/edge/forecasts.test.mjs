// Forecasts for other sites: the same bytes from Cloudflare's runtime and from
// `tallyproof serve`, whatever the address.

import assert from "node:assert/strict";
import test from "node:test";
import { patiently } from "./support/ask.mjs";
import { published } from "./support/hosts.mjs";

const { workerd, "tallyproof serve": serve } = await published();
const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const career = "/embed/forecast/clawdiators?rating=1000&matches=0&strength=1150&draws=20&schedule=even&length=60&targets=1150";
const HEADERS = ["cache-control", "content-security-policy", "content-type", "cross-origin-resource-policy", "etag", "location", "permissions-policy", "referrer-policy", "vary", "x-content-type-options", "x-frame-options"];

/** What a host answers, without its own name. @param {{ origin: string }} host @param {string} path @param {Record<string, string>} headers @param {string} [method] */
async function answer({ origin }, path, headers, method = "GET") {
  const response = await patiently(origin + path, { method, headers, redirect: "manual" });
  const { host } = new URL(origin);
  const own = (/** @type {string | null} */ text) => text && text.replaceAll(encodeURIComponent(origin), "ORIGIN").replaceAll(origin, "ORIGIN").replaceAll(host, "HOST");
  const body = await response.text();
  // The tag is of the bytes with the host's name in them; a problem is kept by nobody and has none. Cloudflare
  // compresses behind the Worker, and then says that it does.
  const varies = response.headers.get("vary")?.replace(/(, )?Accept-Encoding$/, "") || null;
  return { status: response.status, body: own(body), headers: HEADERS.map((name) => [name, name === "etag" ? response.headers.has(name) : name === "vary" ? varies : own(response.headers.get(name))]) };
}

for (const [what, path, status] of /** @type {[string, string, number][]} */ ([
  ["a schedule", career, 200],
  ["in the dark", `${career}&theme=dark`, 200],
  ["in another order", "/embed/forecast/clawdiators?targets=1150&strength=1150&schedule=even&rating=1000&matches=0&length=60&draws=20", 200],
  ["a plan", "/embed/forecast/clawdiators-live?rating=1000&matches=0&strength=1150&plan=veteran*10,legendary*5&repeat=3&verified=true&targets=1200", 200],
  ["a plan, escaped", "/embed/forecast/clawdiators-live?rating=1000&matches=0&strength=1150&plan=veteran%2A10%2Clegendary*5&targets=1200", 200],
  ["AiRENA, which takes most work", "/embed/forecast/airena?rating=1302&matches=14&strength=1400&draws=10&schedule=level&length=200&targets=1400,1500", 200],
  ["no inputs", "/embed/forecast/airena", 422],
  ["a name that is not known", `${career}&drws=20`, 422],
  ["a name that an answer elsewhere depends on", `${career}&rows=5`, 422],
  ["a name of several scripts", `${career}&r%D0%B0ting=1`, 422],
  ["no name", `${career}&=1`, 422],
  ["twice", `${career}&rating=1000`, 422],
  ["a value that is none", `${career}&verified=%3Cb%3E`, 422],
  ["empty pairs", `${career}&&`, 200],
  ["a semicolon", `${career};theme=dark`, 422],
  ["half an escape", `${career}&x=%`, 422],
  ["bytes that are no text", `${career}&verified=%ff`, 422],
  ["too much work", "/embed/forecast/airena?rating=1302&matches=14&strength=1400&schedule=level&targets=1&length=99999", 422],
  ["other rules", "/embed/forecast/term?rating=1", 404],
  ["an escaped letter", career.replace("clawdiators", "claw%64iators"), 404],
  ["no rules", "/embed/forecast/", 404],
  ["a slash too many", career.replace("?", "/?").replace("rating=1000", "rating=1000&x=1"), 308],
])) {
  test(`${what}: both hosts answer the same`, async () => {
    for (const headers of [browser, {}]) {
      const [one, other] = await Promise.all([answer(workerd, path, headers), answer(serve, path, headers)]);
      assert.equal(one.status, status, one.body ?? "");
      assert.deepEqual(one, other);
      if (status === 200) assert.ok((one.body ?? "").length < 25 << 10 && !/<script/.test(one.body ?? ""));
    }
    const [one, other] = await Promise.all([answer(workerd, path, browser, "HEAD"), answer(serve, path, browser, "HEAD")]);
    assert.deepEqual([one, one.status, one.body], [other, status, ""]);
  });
}

for (const [what, path] of [
  ["forecasts", "/embed/forecast/airena?x="],
  ["forecasts for oEmbed", `/oembed?url=${encodeURIComponent(`${workerd.origin}/embed/forecast/airena?x=`)}`],
  ["pictures", "/share/none/"],
]) test(`of many ${what} at once few wait, so that pages are answered between them`, async () => {
  const asked = Array.from({ length: 40 }, async (_, i) => {
    const response = await fetch(`${workerd.origin}${path}${i}${path?.startsWith("/share") ? ".png" : ""}`);
    await response.arrayBuffer();
    return response.status;
  });
  const page = await fetch(`${workerd.origin}/challenges/`);
  await page.arrayBuffer();
  const statuses = await Promise.all(asked);
  assert.equal(page.status, 200);
  const busy = statuses.filter((status) => status === 503).length;
  assert.ok(busy > 0 && busy < 40, statuses.join());
});

test("oEmbed answers the same for the address of a frame", async () => {
  for (const [query, status] of /** @type {const} */ ([["", 200], ["&drws=20", 422]])) {
    const [one, other] = await Promise.all([workerd, serve].map((host) => answer(host, `/oembed?url=${encodeURIComponent(host.origin + career + query)}`, {})));
    assert.equal(one?.status, status);
    assert.deepEqual(one, other);
  }
});

test("a forecast is kept, and a client that has it gets no more", async () => {
  const first = await patiently(workerd.origin + career);
  const tag = first.headers.get("etag") ?? "";
  const again = await patiently(workerd.origin + career);
  assert.deepEqual([again.headers.get("cf-cache-status"), await again.text()], ["HIT", await first.text()]);
  for (const { origin } of [workerd, serve]) {
    const own = (await patiently(origin + career)).headers.get("etag") ?? "";
    assert.equal((await patiently(origin + career, { headers: { "if-none-match": own } })).status, 304);
  }
  const other = await patiently(`${workerd.origin}${career}&drws=20`);
  assert.equal(other.status, 422, "what is kept answers no other address");
  assert.ok(tag);
});
