// /widgets/: the code that shows a leaderboard on other sites, its previews, and what
// it needs of the policy of a page.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import test, { after } from "node:test";
import { audit } from "../support/measure/axe.mjs";
import { none } from "../support/check.mjs";
import { allowClipboard, copiedBy, firefox, origin, tab } from "../support/fixture.mjs";

const PATH = "/widgets/";
const BOARD = "/challenges/demo/merge-intervals";
const reader = await tab();
const { page } = reader;
await allowClipboard();

/** The code and the policy of a snippet. @param {string} id @param {import("../support/tab.mjs").Tab} [of] */
const snippet = (id, of = reader) => of.page.$eval(`[data-snippet=${id}]`, (el) => ({ text: el.querySelector("textarea")?.value ?? "", policy: el.querySelector("[data-policy]")?.textContent ?? "" }));

/** Asks for a leaderboard. @param {string} address */
async function ask(address) {
  await page.$eval("#board-at", (el, text) => void (/** @type {HTMLInputElement} */ (el).value = text), address);
  await page.click("[name=what][value=board]");
  await page.focus("#board-at");
  await page.keyboard.press("Enter");
}

const said = () => page.waitForFunction(() => document.querySelector("[data-said]")?.textContent);

/** A page of another site with that code, under the policy that it needs. @param {string} code @param {string} policy */
async function elsewhere(code, policy) {
  const html = `<!doctype html><html lang="en"><title>Blog</title><link rel="icon" href="data:,"><h1>Blog</h1>${code}`;
  const server = createServer((_, response) => response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-security-policy": `default-src 'none'; img-src data:; style-src 'unsafe-inline'; ${policy}` }).end(html));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  after(() => server.close());
  return `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}/`;
}

test("the example is the code of the site, but for its address", async () => {
  const plain = await tab({ scripts: false });
  await plain.goto(PATH);
  await reader.live(PATH);
  const before = await Promise.all(["board-frame", "board-element", "board-oembed"].map((id) => snippet(id, plain)));
  await ask("demo/merge-intervals");
  await said();
  const now = await Promise.all(["board-frame", "board-element", "board-oembed"].map((id) => snippet(id)));
  const example = (/** @type {string} */ text) => text.replaceAll(origin, "https://tallyproof.example").replaceAll(encodeURIComponent(origin), encodeURIComponent("https://tallyproof.example"));
  const query = (/** @type {string} */ text) => (text.startsWith("http") ? [...new URL(text).searchParams].sort().join() : text);
  assert.deepEqual(now.map(({ text, policy }) => ({ text: query(example(text)), policy: example(policy) })), before.map(({ text, policy }) => ({ text: query(text), policy })));
  await plain.close();
});

test("the code of the example names this site before a leaderboard is asked for", async () => {
  await reader.live(PATH);
  for (const id of ["board-frame", "board-element", "board-oembed"]) {
    await page.waitForFunction((id) => !document.querySelector(`[data-snippet=${id}]`)?.querySelector("textarea")?.value.includes("tallyproof.example"), {}, id);
    const { text, policy } = await snippet(id);
    assert.ok(text.includes(origin), text);
    assert.ok(policy.includes(origin) && !policy.includes("tallyproof.example"), policy);
  }
  const oembed = new URL((await snippet("board-oembed")).text);
  assert.equal(oembed.searchParams.get("url"), origin + BOARD);
});

test("the code is that of the leaderboard's own page, by every way to name it", async (t) => {
  const own = await (await fetch(origin + BOARD)).text();
  for (const address of [origin + BOARD, BOARD, "demo/merge-intervals", ` ${origin}${BOARD}?after=x#top `]) {
    await t.test(address, async () => {
      await reader.live(PATH);
      await ask(address);
      await said();
      assert.equal(await page.$eval("[data-said]", (el) => el.textContent), "Leaderboard of Merge intervals, as it is now.");
      const escaped = (/** @type {string} */ text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&#34;");
      for (const id of ["board-frame", "board-element"]) assert.ok(own.includes(escaped((await snippet(id)).text)), id);
      const { html, title } = await (await fetch((await snippet("board-oembed")).text)).json();
      assert.equal(title, "Leaderboard of Merge intervals");
      assert.equal(html, (await snippet("board-frame")).text);
    });
  }
});

test("frames of 320 and 480 pixels show its rows", async () => {
  const { entries } = await (await fetch(`${origin}${BOARD}.json`)).json();
  await page.waitForFunction(() => document.querySelectorAll("[data-frame] iframe").length === 2);
  for (const width of ["320", "480"]) {
    const element = await page.$(`[data-frame="${width}"] iframe`);
    assert.equal(await element?.evaluate((el) => el.getBoundingClientRect().width), Number(width));
    const frame = await element?.contentFrame();
    await frame?.waitForSelector("tbody tr");
    const rows = await frame?.$$eval("tbody tr", (all) => all.map((row) => [...row.children].map((cell) => cell.querySelector("bdi")?.textContent ?? cell.textContent?.trim())));
    assert.deepEqual(rows, entries.slice(0, 10).map((/** @type {any} */ { rank, name, total }, /** @type {number} */ i) => [String(rank), name, rows?.[i]?.[2]]));
    assert.deepEqual(rows?.map(([, , total]) => Number(total)), entries.slice(0, 10).map((/** @type {any} */ { total }) => total));
  }
  if (!firefox) none(await audit(page));
  await page.setViewport({ width: 360, height: 800 });
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  if (!firefox) none(await audit(page));
  await page.setViewport({ width: 1280, height: 900 });
});

test("each code works on a page whose policy has the line beside it, and no more", async (t) => {
  for (const [id, there] of /** @type {const} */ ([["board-frame", "iframe"], ["board-element", "arena-board"]])) {
    await t.test(id, async () => {
      const { text, policy } = await snippet(id);
      const blog = await tab();
      blog.origin = new URL(await elsewhere(text, policy)).origin;
      await blog.goto("/");
      if (there === "iframe") {
        const frame = await (await blog.page.$("iframe"))?.contentFrame();
        await frame?.waitForSelector("tbody tr");
      } else {
        await blog.page.waitForFunction(() => document.querySelector("arena-board")?.shadowRoot?.querySelector("tbody tr"));
        await blog.page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector("arena-board")?.shadowRoot?.querySelector(".cd-stub button")).click());
        await blog.page.waitForFunction(() => document.querySelector("arena-board")?.shadowRoot?.querySelector("tr[data-state=authentic]"));
      }
      await blog.silent(id, new RegExp(`a request to another origin: ${origin}/|a request to another origin: blob:`));
      await blog.close();
    });
    await t.test(`${id} without it`, async () => {
      const { text } = await snippet(id);
      const blog = await tab();
      blog.origin = new URL(await elsewhere(text, "")).origin;
      await blog.goto("/");
      await blog.page.waitForFunction(() => /** @type {any} */ (globalThis).seenByTests.broken.length > 0); // a frame is asked for once it is in sight
      await assert.rejects(() => blog.silent(id, new RegExp(`a request to another origin: ${origin}/`)), there === "iframe" ? /policy: frame-src/ : /policy: script-src/);
      await blog.close();
    });
  }
});

test("what is no leaderboard of this site is refused beside the field", async (t) => {
  for (const [address, want] of /** @type {const} */ ([
    ["https://example.com/challenges/demo/merge-intervals", /^Want the address of a leaderboard of this site/],
    ["", /^Want the address of a leaderboard/],
    ["javascript:alert(1)", /^Want the address of a leaderboard/],
    ["demo/none-there", /none-there/],
  ])) {
    await t.test(address || "nothing", async () => {
      await ask(address);
      await page.waitForFunction(() => document.querySelector("#board .error"));
      assert.match(await page.$eval("#board .error", (el) => el.textContent ?? ""), want);
      assert.equal(await page.$eval("#board-at", (el) => el.getAttribute("aria-invalid")), "true");
      await ask("demo/merge-intervals");
      // The error goes when it is asked, and the code comes back when it is answered.
      await page.waitForFunction(() => !document.querySelector("#board .error, [data-snippet=board-frame][hidden]"));
    });
  }
  await reader.silent("refusals", /status 404|Failed to load resource|postMessage/); // axe asks the frames
});

test("the code is copied", async () => {
  const { text } = await snippet("board-frame");
  assert.equal(await copiedBy(page, () => page.click("[data-snippet=board-frame] [data-copy-code]")), text);
});
