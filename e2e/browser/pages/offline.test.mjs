// Verifying without a network: the page once it is loaded, and the same in one
// file from disk, which must say what the served page says.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { pathToFileURL } from "node:url";
import { audit } from "../support/measure/axe.mjs";
import { none, same } from "../support/check.mjs";
import { firefox, origin, tab } from "../support/fixture.mjs";
import { credential, demo, file, key, trust } from "../support/proofs.mjs";
import { detour } from "../support/site.mjs";

/** @typedef {import("../support/tab.mjs").Tab} Tab */

/** @type {Record<string, { text: string, heading: string }>} */
const fixtures = {
  "authentic by a key that comes with the page": { text: demo("atlas"), heading: "Authentic" },
  "one digit changed": { text: demo("atlas").replace('"final_score": 92', '"final_score": 93'), heading: "Not authentic" },
  "an unknown key": { text: credential, heading: "Signed by a key we do not know" },
  "a flat record, altered": { text: file("neg-tampered-score.json"), heading: "No known spelling of this record fits the signature" },
  unreadable: { text: file("neg-duplicate-key.json"), heading: "Can't read this" },
};

/** Everything the answer says, and how it looks. @param {Tab} tab */
const said = ({ page }) =>
  page.evaluate(() => ({
    state: document.querySelector(".stub")?.getAttribute("data-state"),
    checks: [...document.querySelectorAll("[data-each=checks] > li")].map((row) => row.getAttribute("data-check")),
    texts: [...document.querySelectorAll("[data-verify] [data-out]")].filter((el) => el.checkVisibility()).map((el) => el.textContent),
    error: document.querySelector("p.error")?.textContent ?? null,
  }));

const heading = (/** @type {Tab} */ { page }) => page.$eval("[data-out=heading]", (el) => el.textContent);

// As downloaded by a visitor.
const response = await fetch(`${origin}/verify/offline.html`);
const bytes = Buffer.from(await response.arrayBuffer());
const disk = mkdtempSync(join(tmpdir(), "tallyproof-offline-"));
after(() => rmSync(disk, { recursive: true, force: true }));
writeFileSync(join(disk, "tallyproof-verify.html"), bytes);

const served = await tab({ own: true });

test("the page offers the file with its size and hash", async () => {
  await served.goto("/verify/");
  const link = await served.page.$eval("a[download]", (el) => ({
    href: /** @type {HTMLAnchorElement} */ (el).href,
    name: /** @type {HTMLAnchorElement} */ (el).download,
    around: el.closest("section")?.textContent ?? "",
  }));
  assert.equal(link.href, `${origin}/verify/offline.html`);
  assert.equal(link.name, "tallyproof-verify.html");
  assert.ok(link.around.includes(createHash("sha256").update(bytes).digest("hex")), link.around);
  assert.ok(link.around.includes(`${Math.round(bytes.length / 1e5) / 10} MB`), link.around);
});

test("the file's own policy lets it connect to nothing", () => {
  const policy = /<meta http-equiv="?Content-Security-Policy"? content="([^"]*)">/.exec(bytes.toString("utf8"))?.[1] ?? "";
  assert.match(policy, /^default-src 'none'; script-src 'sha256-[\w+/]{43}=' 'sha256-[\w+/]{43}=' 'wasm-unsafe-eval'; style-src 'sha256-[\w+/]{43}='; img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'$/);
  assert.match(response.headers.get("content-security-policy") ?? "", /^default-src 'none'; .*frame-ancestors 'none'$/);
});

test("from disk it shows the same as the served page", async (t) => {
  const local = await tab({ own: true });
  local.origin = pathToFileURL(disk).href;
  /** @type {string[]} */ const requests = [];
  local.page.on("request", (request) => void requests.push(request.url()));
  await local.live("/tallyproof-verify.html");
  await t.test("the example", async () => {
    await served.live("/verify/");
    await served.page.bringToFront();
    const example = await said(served);
    await local.page.bringToFront();
    same(await said(local), example);
    assert.equal(await heading(local), "Authentic");
  });
  await t.test("its form stands beside its answer and covers nothing", async () => {
    const [form, head] = await local.page.$$eval(".rail, .page-head", (all) => all.map((el) => el.getBoundingClientRect().toJSON()).sort((a, b) => a.left - b.left));
    assert.ok(form && head && form.width > 0 && form.right <= head.left, JSON.stringify([form, head]));
  });
  for (const [name, { text, heading: want }] of Object.entries(fixtures)) {
    await t.test(name, async () => {
      await served.page.bringToFront();
      await served.put("#proof-text", text);
      const online = await said(served);
      await local.page.bringToFront();
      await local.put("#proof-text", text);
      assert.equal(await heading(local), want);
      same(await said(local), online);
    });
  }
  await t.test("a key of one's own counts as long as the page, and is nowhere stored", async () => {
    await local.put("#proof-text", credential);
    await trust(local, "airena-runner-1");
    assert.equal(await heading(local), "Authentic");
    assert.ok(await local.page.$eval("[data-store=memory]", (el) => el.checkVisibility()));
    assert.equal(await local.page.evaluate(() => localStorage.getItem("tallyproof.keys")), null);
  });
  await t.test("several documents at once", async () => {
    const lines = ["nova", "atlas", "vega"].map((agent) => JSON.stringify(JSON.parse(demo(agent)))).join("\n").replace('"final_score":92', '"final_score":93');
    const list = async (/** @type {Tab} */ tab) => {
      await tab.page.bringToFront();
      await tab.put("#proof-text", lines);
      await tab.page.waitForFunction(() => document.querySelector(".status [data-phase=done]")?.checkVisibility());
      await tab.frames(); // in which the rows are drawn
      return tab.page.$eval("[data-many]", (el) => /** @type {HTMLElement} */ (el).innerText);
    };
    const online = await list(served);
    assert.match(online, /^3 proofs: 2 authentic/);
    assert.equal(await list(local), online);
    await local.put("#proof-text", credential);
  });
  await t.test("the engine comes back when it dies", async () => {
    await local.page.evaluate(() => /** @type {any} */ (globalThis).seenByTests.workers.at(-1).dispatchEvent(new ErrorEvent("error", { message: "gone" })));
    await local.put("#proof-text", fixtures["one digit changed"]?.text ?? "");
    assert.equal(await heading(local), "Not authentic");
    await local.put("#proof-text", credential);
    assert.equal(await heading(local), "Authentic");
  });
  if (!firefox) await t.test("it is accessible", async () => none(await audit(local.page)));
  await t.test("nothing leads to pages that are not there", async () => {
    none(await local.page.$$eval("[href], [src]", (all) => all.filter((el) => el.checkVisibility() || el.tagName !== "A").map((el) => el.getAttribute("href") ?? el.getAttribute("src") ?? "").filter((to) => !to.startsWith("#") && !to.startsWith("data:"))));
  });
  await t.test("nothing is asked for but the file", async () => {
    none(requests.filter((url) => !/^(blob|data):/.test(url) && url !== pathToFileURL(join(disk, "tallyproof-verify.html")).href));
    const loaded = await local.page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => !/^(blob|data):/.test(name)));
    none(loaded);
  });
  await t.test("logs no message in the console", () => local.silent("from disk"));
  await local.close();
});

test("another file on the disk plants no key", async (t) => {
  const planted = JSON.stringify({ version: 1, keys: [{ owner: "nova", public_key: key, since: "2026-11-20" }] });
  const evil = await tab({ own: true });
  evil.origin = pathToFileURL(disk).href;
  writeFileSync(join(disk, "evil.html"), "<!doctype html><title>A game</title>");
  const plant = () => evil.page.evaluate((text) => localStorage.setItem("tallyproof.keys", text), planted);
  await evil.goto("/evil.html");
  await plant();
  const local = await tab({ own: true });
  local.origin = evil.origin;
  await local.live("/tallyproof-verify.html");
  if (!firefox) assert.equal(await local.page.evaluate(() => localStorage.getItem("tallyproof.keys")), planted, "the browser keeps the files apart");
  const says = async () => {
    await local.put("#proof-text", demo("atlas"));
    await local.put("#proof-text", credential);
    return heading(local);
  };
  await t.test("before it is opened", async () => assert.equal(await says(), "Signed by a key we do not know"));
  await t.test("while it is open", async () => {
    await evil.page.evaluate(() => localStorage.clear());
    await plant();
    assert.equal(await says(), "Signed by a key we do not know");
  });
  await t.test("nor takes one away", async () => {
    await trust(local, "airena-runner-1");
    await evil.page.evaluate(() => localStorage.clear());
    assert.equal(await says(), "Authentic");
  });
  await evil.close();
  await local.close();
});

test("it is the same when served", async () => {
  await served.page.bringToFront();
  await served.live("/verify/");
  await served.put("#proof-text", fixtures["one digit changed"]?.text ?? "");
  const online = await said(served);
  await served.live("/verify/offline.html");
  await served.put("#proof-text", fixtures["one digit changed"]?.text ?? "");
  same(await said(served), online);
  await served.silent("served in one file");
});

test("a page that is loaded goes on without a network", async (t) => {
  const mirror = await detour(origin, () => false);
  const alone = await tab({ own: true });
  alone.origin = mirror.origin; // where nothing is cached yet
  await alone.live("/verify/");
  await alone.whole();
  mirror.stop(); // nobody answers there any more
  for (const [name, { text, heading: want }] of Object.entries(fixtures)) {
    await t.test(name, async () => {
      await alone.put("#proof-text", text);
      assert.equal(await heading(alone), want);
    });
  }
  await alone.silent("without a network", /favicon\.svg|^failed: \S+:\d+\/([\w-]+\/)? (net::ERR|NS_ERROR)_CONNECTION_REFUSED$|^console error: Failed to load resource: net::ERR_CONNECTION_REFUSED$/); // the browser comes late for its icon, and the page for others that it keeps ahead
  await alone.close();
});
