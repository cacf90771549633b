// Frames of one proof on other sites: they fit a narrow page whose policy refuses styles,
// say whose score it is before it is checked, and cut no verdict.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test, { after } from "node:test";
import { origin, tab } from "../support/fixture.mjs";
import { keyOf, proofOf as signed } from "../support/evaluator.mjs";
import { detour, root } from "../support/site.mjs";

const nova = readFileSync(join(root, "site/demo/flat/nova.json"), "utf8");
const long = "Extraordinarily Persevering Optimizer of Loops";
const key = keyOf(7);

/** A signed record. @param {Record<string, unknown>} members */
const proofOf = (members) => JSON.stringify(signed(key, JSON.parse(JSON.stringify({ arena: "demo", final_score: 94.25, ...members }))));

/** Our site, which knows that key as well. */
const site = await detour(origin, (address, response) => {
  if (address !== "/.well-known/arena-keys.json") return false;
  const { keys } = JSON.parse(readFileSync(join(root, "site/keys/arena-keys.json"), "utf8"));
  response.writeHead(200, { "Content-Type": "application/json", "Access-Control-Allow-Origin": "*" });
  response.end(JSON.stringify({ keys: known ? [...keys, { public_key: key.spelled, owner: "evaluator-of-the-demonstration" }] : keys }));
  return true;
});
let known = true;

/** Pages of another site: nothing but the frame is allowed there, and no style. @type {Record<string, string>} */
const pages = {};
const other = await detour(origin, (address, response) => {
  if (!(address in pages)) return false;
  response.setHeader("Content-Security-Policy", `default-src 'none'; img-src data:; frame-src ${origin} ${site.origin}`);
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Another site</title><main><h1>Another site</h1>${pages[address]}</main>`);
  return true;
});
after(() => [site, other].forEach((each) => each.stop()));

const reader = await tab();
await reader.live("/widgets/");
const snippet = (/** @type {string} */ id) => reader.page.$eval(`[data-snippet=${id}] textarea`, (el) => /** @type {HTMLTextAreaElement} */ (el).value);
const proofFrame = await snippet("frame");
await reader.page.click("[name=what][value=board]");
await reader.page.focus("#board-at");
await reader.page.keyboard.press("Enter");
await reader.page.waitForFunction(() => document.querySelector("[data-said]")?.textContent);
const boardFrame = await snippet("board-frame");

/** The frame's code with that proof. @param {string} text */
const framing = (text) => proofFrame.replaceAll(origin, site.origin).replace(/json=[^;"]*/, () => `json=${encodeURIComponent(JSON.stringify({ text })).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`);

const guest = await tab();

/** Opens a page with that code, of that width, and returns the frame in it. @param {string} html @param {number} width */
async function open(html, width) {
  const address = `/host/${Object.keys(pages).length}`;
  pages[address] = html;
  await guest.page.setViewport({ width, height: 800 });
  await guest.page.goto(other.origin + address, { waitUntil: "load" });
  const frame = await guest.page.waitForFrame((one) => one.parentFrame() === guest.page.mainFrame() && one.url().includes("/embed/"));
  return frame;
}

/** @param {import("puppeteer-core").Frame} frame */
async function ready(frame) {
  await frame.waitForSelector("arena-card:defined");
  return frame;
}

/** What a card says before it is asked, without isolates. @param {import("puppeteer-core").Frame} frame */
const before = (frame) => frame.evaluate(() => [...(document.querySelector("arena-card")?.children ?? [])].map((el) => /** @type {HTMLElement} */ (el).innerText.replace(/[\u2066-\u2069]/g, "").replace(/\s+/g, " ")));

/** Presses the button, and waits for the verdict. @param {import("puppeteer-core").Frame} frame */
async function check(frame) {
  await frame.evaluate(() => /** @type {HTMLElement} */ (document.querySelector("arena-card")?.shadowRoot?.querySelector("button")).click());
  await frame.waitForFunction(() => document.querySelector("arena-card")?.shadowRoot?.querySelector(".head"));
  return frame.evaluate(() => document.querySelector("arena-card")?.shadowRoot?.querySelector(".head")?.textContent);
}

/** Pixels of a frame that cannot be seen. @param {import("puppeteer-core").Frame} frame */
const cut = (frame) => frame.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]);

/** Pixels by which the page around scrolls sideways. */
const sideways = () => guest.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

for (const [name, code] of [["a proof", framing(nova)], ["a leaderboard", boardFrame]]) {
  test(`the frame of ${name} fits a page of 320 pixels that refuses styles`, async () => {
    await open(code ?? "", 320);
    assert.equal(await sideways(), 0);
    assert.deepEqual(await guest.page.$eval("iframe", (el) => [el.style.length, getComputedStyle(el).borderTopWidth]), [0, "0px"]);
    assert.ok(await guest.page.evaluate(() => /** @type {any} */ (globalThis).seenByTests.broken.every((/** @type {string} */ rule) => !rule.startsWith("style"))));
  });
}

test("a card in a frame says whose score it is before it is checked", async (t) => {
  for (const [name, text, want] of /** @type {[string, string, string[]][]} */ ([
    ["the example", nova, ["Nova claims 94.25", "Merge intervals"]],
    ["other names of the members", proofOf({ agent: "Vega", final_score: undefined, total: 7 }), ["Vega claims 7"]],
    ["a forged score", nova.replace("94.25", "99.25"), ["Nova claims 99.25", "Merge intervals"]],
    ["markup", proofOf({ agent_name: "<img src=x onerror=alert(1)>" }), ["<img src=x onerror=alert(1)> claims 94.25"]],
    ["letters in reverse", proofOf({ agent_name: "19\u202e91" }), ["19\\u202e91 claims 94.25"]],
    ["a name of 300 letters", proofOf({ agent_name: "N".repeat(300) }), [`${"N".repeat(80)}… claims 94.25`]],
    ["no name", proofOf({}), ["Verify a score on Tallyproof"]],
    ["a score that is a text", proofOf({ agent_name: "Nova", final_score: "94.25" }), ["Verify a score on Tallyproof"]],
    ["a name that is no text", proofOf({ agent_name: { a: 1 } }), ["Verify a score on Tallyproof"]],
    ["no JSON", "tallyproof", ["Verify a score on Tallyproof"]],
    ["a list", "[1]", ["Verify a score on Tallyproof"]],
  ])) {
    await t.test(name, async () => {
      const frame = await ready(await open(framing(text), 480));
      assert.deepEqual(await before(frame), want);
      assert.equal(await frame.evaluate(() => document.querySelector("arena-card")?.shadowRoot?.querySelector("[data-state]")?.getAttribute("data-state")), "unchecked");
      assert.equal(await frame.evaluate(() => /** @type {HTMLElement} */ (document.querySelector("arena-card")?.shadowRoot?.querySelector("[role=status]"))?.innerText), "Not checked yet");
      assert.equal(await frame.evaluate("document.querySelectorAll('arena-card img').length"), 0);
    });
  }
  await t.test("another proof in the address", async () => {
    const frame = await ready(await open(framing(nova), 480));
    await guest.page.$eval("iframe", (el) => el.setAttribute("src", el.src.replace("94.25%2C", "99.25%2C")));
    await frame.waitForFunction(() => document.querySelector("arena-card")?.textContent?.includes("99.25"));
    await guest.page.$eval("iframe", (el) => el.setAttribute("src", el.src.replace(/json=[^;]*/, "json=%7B")));
    await frame.waitForFunction(() => document.querySelector("arena-card")?.textContent === "Verify a score on Tallyproof");
  });
});

test("nothing in a frame moves before it is asked", async () => {
  for (const width of [240, 480]) {
    const frame = await ready(await open(framing(nova), width));
    const shifts = await frame.evaluate(() => new Promise((resolve) => {
      let sum = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => (sum += /** @type {any} */ (entry).value))).observe({ type: "layout-shift", buffered: true });
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
    }));
    assert.equal(shifts, 0, `${width} pixels`);
  }
});

test("no verdict is cut", async (t) => {
  for (const [want, text, listed] of /** @type {[string, string, boolean][]} */ ([
    ["Authentic", nova, true],
    ["Authentic", proofOf({ agent_name: long, evaluated_at: "2026-11-17T18:00:00Z" }), true],
    ["Not authentic", nova.replace("94.25", "99.25"), true],
    ["Signed by a key we do not know", proofOf({ agent_name: "Nova", evaluated_at: "2026-11-17T18:00:00Z" }), false],
    ["Signed by a key we do not know", proofOf({ agent_name: long, evaluated_at: "2026-11-17T18:00:00Z" }), false],
    ["Signed by a key we do not know", proofOf({ agent_name: long, arena: "elsewhere", evaluated_at: "2026-11-17T18:00:00Z" }), false],
    ["Can't read this", "tallyproof", true],
  ])) {
    for (const width of [240, 320, 480]) {
      await t.test(`${want}, ${text.includes(long) ? "a long name, " : ""}${text.includes("elsewhere") ? "an arena without keys, " : ""}${width} pixels`, async () => {
        known = listed;
        const frame = await ready(await open(framing(text), width + 16)); // a body has a margin
        assert.deepEqual(await cut(frame), [0, 0], "before it is asked");
        assert.equal(await frame.evaluate("innerWidth"), width);
        assert.equal(await check(frame), want);
        assert.deepEqual(await cut(frame), [0, 0]);
      });
    }
  }
  known = true;
});

test("a stored card is whole from 240 pixels on", async (t) => {
  const { card, url } = await (await fetch(`${origin}/api/v1/proofs`, { method: "POST", body: nova })).json();
  const { html } = await (await fetch(`${origin}/oembed?url=${encodeURIComponent(url)}`)).json();
  assert.ok(html.includes(card), html);
  for (const width of [240, 320, 480]) {
    await t.test(`${width} pixels`, async () => {
      const frame = await open(html, width + 16);
      await frame.waitForSelector(".cd-a");
      assert.deepEqual(await cut(frame), [0, 0]);
      assert.equal(await sideways(), 0);
    });
  }
  // What oEmbed gives for a width is as high as it needs to be there: one line, if it is narrow.
  for (const width of [120, 180, 200, 240, 320, 480]) {
    await t.test(`oEmbed for ${width} pixels`, async () => {
      const { html, height } = await (await fetch(`${origin}/oembed?maxwidth=${width}&url=${encodeURIComponent(url)}`)).json();
      const frame = await open(html, 800);
      await frame.waitForSelector(".cd-a");
      assert.deepEqual(await cut(frame), [0, 0]);
      assert.equal(await frame.evaluate("innerWidth"), width);
      assert.equal(await frame.evaluate(() => document.querySelector(".cd-bar")?.checkVisibility()), width >= 200);
      const left = await frame.evaluate(() => innerHeight - (document.querySelector(".cd-in")?.getBoundingClientRect().bottom ?? 0));
      assert.ok(width < 200 ? height === 36 : left < 60, `${left} of ${height} pixels are empty`);
    });
  }
});
