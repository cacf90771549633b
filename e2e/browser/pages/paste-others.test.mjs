// What the box of the home page says of tables, keys, addresses and what is nothing to check.

import assert from "node:assert/strict";
import test from "node:test";
import { same } from "../support/check.mjs";
import { tab } from "../support/fixture.mjs";

const reader = await tab();
const { page } = reader;

/** Puts a text into the box and asks for it to be read. @param {string} text */
async function read(text) {
  await page.$eval("[data-paste] textarea", (el, text) => (/** @type {HTMLTextAreaElement} */ (el).value = text), text);
  await page.click("[data-paste] [data-read]");
  await reader.settled();
}

/** What the page says of it, and where it leads. */
const found = () =>
  page.evaluate(() => ({
    sentence: (document.querySelector("[data-found]:not([hidden]) [data-out=sentence]")?.textContent ?? "").trim(),
    links: [...document.querySelectorAll("[data-destinations] a")].map((a) => a.getAttribute("href") ?? ""),
  }));

test("a table goes to the pages that rank, audit and stress it", async () => {
  await reader.live("/");
  const text = "Model,Correctness,Time (ms)\nNova,90,300\nAtlas,80,1200\nLyra,85,500\n";
  await read(text);
  const { sentence, links } = await found();
  same([sentence, ...links.map((link) => link.split("#")[0])], ["A table of 3 agents and 2 dimensions.", "/weights/", "/audit/", "/weights/stress/"]);
  for (const link of [links[0] ?? "", links[2] ?? ""]) {
    await reader.live(link);
    await reader.settled();
    assert.equal(await page.$eval("[name='/text']", (el) => /** @type {HTMLTextAreaElement} */ (el).value), text);
    assert.match(await page.$eval("main", (el) => el.textContent ?? ""), /Nova/);
    await reader.silent(link);
  }
});

test("what is no result gets its next step", async () => {
  await reader.live("/");
  const key = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"; // RFC 8032, 7.1, test 1
  for (const [text, wanted] of /** @type {const} */ ([
    ["https://example.org/results.json", /^Paste the text, not its address/],
    ["hello world", /^This text is none of these/],
    ['{"a": 1,\n "b" 2}', /line 2, column 6/],
    ["agent\ttokens\nNova\t1,250\nAtlas\t2,500\n", /"1,250" is 1250 or 1\.25/],
    ['{"results": [{"task_id": "a", "is_resolved": true}, {"task_id": "b", "is_resolved": false}, {"task_id": "c", "is_resolved": true}], "accuracy": 0.6667}', /^A Term Challenge pass rate/],
    [key, /^A public key, d75a…511a/],
  ])) {
    await read(text);
    assert.match((await found()).sentence, wanted);
  }
  const [link = ""] = (await found()).links;
  assert.match(link, /^\/verify\/#/);
  await reader.live(link);
  assert.match(await page.$eval("[name='/candidates']", (el) => /** @type {HTMLTextAreaElement} */ (el).value), new RegExp(key));
  await reader.silent("the key");
});

test("the main button keeps its label under the pointer, in light and in dark", async () => {
  await reader.live("/");
  for (const value of ["light", "dark"]) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
    for (const selector of ["[data-paste] [data-read]", ".acts a.go"]) {
      await page.hover(selector);
      await page.waitForFunction((selector) => {
        const channels = (/** @type {string} */ color) => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
        const { color, backgroundColor } = getComputedStyle(/** @type {Element} */ (document.querySelector(selector)));
        const [text, ground] = [channels(color), channels(backgroundColor)];
        return text.length === 3 && text.every((c, i) => Math.abs(c - (ground[i] ?? c)) > 100);
      }, { timeout: 5000 }, selector);
    }
  }
  await page.emulateMediaFeatures([]);
});
