// What the box of the home page says of tables, keys, addresses and what is nothing to check.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { same } from "../support/check.mjs";
import { tab } from "../support/fixture.mjs";
import { root } from "../support/site.mjs";

const reader = await tab();
const { page } = reader;
const nova = readFileSync(join(root, "site/demo/flat/nova.json"), "utf8");

/** Puts a text into the line, which reads it. @param {string} text */
async function read(text) {
  await page.$eval("[data-paste] textarea", (el, text) => {
    /** @type {HTMLTextAreaElement} */ (el).value = text;
    el.dispatchEvent(new Event("input", { bubbles: true }));
  }, text);
  await isRead();
}

async function isRead() {
  await page.waitForFunction(() => !document.querySelector("[data-reading]"), { timeout: 60_000 });
  await reader.settled();
}

/** What the slip says of it, and where it leads. */
const found = () =>
  page.evaluate(() => {
    const slip = document.querySelector("section[data-found]:not([hidden])");
    const text = (/** @type {string} */ name) => { const el = slip?.querySelector(`[data-out=${name}]`); return el && !el.closest("[hidden]") ? (el.textContent ?? "").trim() : ""; };
    return {
      lead: text("lead"), number: text("number"), text: text("text"), word: text("word"), said: text("said"),
      state: slip?.querySelector(".stub")?.getAttribute("data-state"),
      example: document.querySelector("[data-example]")?.checkVisibility(),
      rows: slip?.querySelectorAll(".ranked li").length,
      links: [...(slip?.querySelectorAll("[data-destinations] a") ?? [])].map((a) => a.getAttribute("href") ?? ""),
    };
  });

test("a table goes to the pages that rank, audit and stress it", async () => {
  await reader.live("/");
  const text = "Model,Correctness,Time (ms)\nKite,90,300\nHeron,80,1200\nWren,85,500\n";
  await read(text);
  const { lead, rows, links, example } = await found();
  same([lead, rows, example, ...links.map((link) => link.split("#")[0])], ["3 agents × 2 dimensions", 3, false, "/weights/", "/audit/", "/weights/stress/"]);
  for (const link of [links[0] ?? "", links[2] ?? ""]) {
    await reader.live(link);
    await reader.settled();
    assert.equal(await page.$eval("[name='/text']", (el) => /** @type {HTMLTextAreaElement} */ (el).value), text);
    assert.match(await page.$eval("main", (el) => el.textContent ?? ""), /Kite/);
    const names = await page.$$eval("[data-board] tbody:not([data-top]) [data-out=name]", (all) => all.map((el) => el.textContent));
    if (link === links[0]) same(names, ["Kite", "Wren", "Heron"], "ranked under equal weights");
    await reader.silent(link);
  }
});

test("a table dropped beside the box of /weights/ is ranked there, and so is the next", async () => {
  await reader.live("/weights/");
  for (const [text, want] of /** @type {const} */ ([
    ["agent,style,speed\nKite,90,85\nHeron,80,99\n", ["Heron", "Kite"]],
    ["agent,depth,width,height\nWren,90,85,70\nRook,80,95,10\n", ["Wren", "Rook"]],
  ])) {
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "scores.csv"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, text);
    await page.waitForFunction((name) => document.querySelector("[data-board] tbody:not([data-top]) [data-out=name]")?.textContent === name, { timeout: 20_000 }, want[0]);
    await reader.settled();
    same(await page.$$eval("[data-board] tbody:not([data-top]) [data-out=name]", (all) => all.map((el) => el.textContent)), [...want]);
    await page.evaluate(() => document.querySelector("dialog")?.close());
  }
  await reader.silent("dropped tables");
});

test("a table too long for a link goes by the device, and reload keeps it", async () => {
  const rows = Array.from({ length: 60_000 }, (_, i) => `Agent ${i},${(i * 7919) % 1000 / 10},${(i * 104729) % 1000 / 10}`);
  const text = `agent,correctness,speed\n${rows.join("\n")}\n`;
  assert.ok(text.length > 1 << 20);
  await reader.live("/");
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "long.csv"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, text);
  await page.waitForSelector("section[data-found]:not([hidden]) .ranked li", { timeout: 60_000 });
  await isRead();
  const { lead, rows: shown, links } = await found();
  same([lead, shown, ...links], ["60,000 agents × 2 dimensions", 5, "/weights/", "/audit/", "/weights/stress/"]);
  await reader.leave(() => page.click("[data-destinations] a"));
  const there = () => page.waitForFunction((length) => /** @type {HTMLTextAreaElement | null} */ (document.querySelector("[name='/text']"))?.value.length === length, { timeout: 60_000 }, text.length);
  await there();
  await reader.leave(() => page.reload());
  await there();
  await page.evaluate(() => localStorage.clear());
  await reader.silent("a long table");
});

test("a file that is not UTF-8 is read with a note, and a workbook gets its next step", async () => {
  await reader.live("/");
  const drop = (/** @type {number[]} */ bytes) => page.evaluate((bytes) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(bytes)], "scores.csv"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, bytes);
  const says = (/** @type {RegExp} */ want) => page.waitForFunction((want) => new RegExp(want).test(document.querySelector("[data-trouble]:not([hidden])")?.textContent ?? ""), { timeout: 20_000 }, want.source);
  const latin = [...Buffer.from("Agent;Tempo;Kosten (\x80)\r\nJos\xe9;81,2;2,80 \x80\r\nAda;60,5;1,32 \x80\r\n", "latin1")];
  await drop(latin);
  await says(/it was read as Windows-1252, the header as “Kosten \(€\)”/);
  await isRead();
  same([(await found()).lead, await page.$eval(".ranked", (el) => el.textContent?.includes("José"))], ["2 agents × 2 dimensions", true]);
  await drop([...Buffer.from("Agent,x,y\nAda,1,5\nBea,2,4\n", "utf16le")]);
  await page.waitForFunction(() => document.querySelector(".ranked")?.textContent?.includes("Bea"));
  await isRead();
  same((await found()).lead, "2 agents × 2 dimensions");
  await drop([0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8, 0, 0, 0, 0xff, 0xfe, 0xe9, ...Buffer.from("xl/workbook.xml")]);
  await says(/Excel|workbook/);
  same((await found()).links, [], "no table is shown for it");
  await reader.silent("files");
});

test("what is no result gets its next step", async () => {
  await reader.live("/");
  for (const [text, wanted, word] of /** @type {const} */ ([
    ["https://example.org/results.json", /^Paste the text, not its address/, "Nothing was fetched"],
    ["hello world", /^No score in this text/, "Nothing was kept"],
    ['{"a": 1,\n "b" 2}', /line 2, column 6/, "Nothing was kept"],
    ["agent\ttokens\nNova\t1,250\nAtlas\t2,500\n", /"1,250" is 1250 or 1\.25/, ""],
  ])) {
    await read(text);
    const got = await found();
    assert.match(got.lead, wanted);
    if (word) same(got.word, word);
  }
  await read('{"results": [{"task_id": "a", "is_resolved": true}, {"task_id": "b", "is_resolved": false}, {"task_id": "c", "is_resolved": true}], "accuracy": 0.6667}');
  same((await found()).number, "66.7 %");
  await read("hello");
  for (const [i, lead] of [[0, ""], [1, ""], [2, "12 agents × 4 dimensions"], [3, "demo-evaluator-1"]]) {
    await page.evaluate((i) => /** @type {HTMLElement} */ (document.querySelectorAll("section[data-found] [data-sample]")[Number(i)]).click(), i);
    await isRead();
    same((await found()).lead, lead, `kind ${i}`);
    await read("hello");
  }
  await page.click("[data-clear]");
  await isRead();
  same((await found()).example, true, "the example is back");
  await reader.silent("what is no result");
});

test("a proof has its verdict at once, and loses it with the first changed byte", async () => {
  for (const path of ["/", "/score/airena/"]) {
    await reader.live(path);
    if (path !== "/") {
      await page.click("a[data-anything]");
      await page.waitForSelector("dialog[open] textarea", { visible: true });
    }
    await read(nova);
    same([(await found()).state, (await found()).word, (await found()).number], ["authentic", "Authentic", "94.25"]);
    await page.$eval("[data-paste] textarea", (el, text) => {
      /** @type {HTMLTextAreaElement} */ (el).value = text;
      el.dispatchEvent(new Event("input", { bubbles: true }));
    }, nova.replace("94.25", "97.25"));
    same((await found()).state, "checking");
    await isRead();
    const forged = await found();
    same([forged.state, forged.word, forged.number], ["not-authentic", "Not authentic", ""]);
    await reader.silent(path);
  }
});

test("where the page takes all of it, the box closes, and the answer is in view and in focus", async () => {
  await reader.live("/verify/");
  await page.evaluate(() => scrollTo(0, 900));
  await page.click("a[data-anything]");
  await page.waitForSelector("dialog[open] textarea", { visible: true });
  await page.$eval("dialog [data-paste] textarea", (el, text) => {
    /** @type {HTMLTextAreaElement} */ (el).value = text;
    el.dispatchEvent(new Event("input", { bubbles: true }));
  }, nova);
  await page.waitForFunction(() => !document.querySelector("dialog[open]"));
  await page.waitForFunction(() => document.activeElement?.matches(".stub h2"));
  assert.ok(await page.$eval(".stub h2", (el) => el.getBoundingClientRect().top >= 0 && el.getBoundingClientRect().bottom < innerHeight));
  await reader.silent("a proof");
});

test("one press trusts a key on this device", async () => {
  const key = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"; // RFC 8032, 7.1, test 1
  await reader.live("/");
  await read(key);
  same((await found()).lead, "A public key. Whose?");
  assert.match((await found()).links[0] ?? "", /^\/verify\/#/);
  const press = async () => {
    await page.click("[data-owner-form] button");
    await isRead();
    return page.$$eval("[data-name-fault]:not([hidden])", (all) => all.filter((el) => el.checkVisibility()).map((el) => el.getAttribute("data-name-fault")));
  };
  same(await press(), ["name"]);
  await page.type("[data-owner-form] input", "demo-evaluator-1");
  same(await press(), ["other"], "another key has this name");
  await page.$eval("[data-owner-form] input", (el) => (/** @type {HTMLInputElement} */ (el).value = ""));
  await page.type("[data-owner-form] input", "elsewhere-1");
  same(await press(), []);
  await page.waitForFunction(() => document.querySelector("section[data-found] [data-out=word]")?.textContent === "Trusted here");
  same(await page.evaluate(() => JSON.parse(localStorage.getItem("tallyproof.keys") ?? "{}").keys.map((/** @type {any} */ { owner, public_key }) => [owner, public_key])), [["elsewhere-1", key]]);
  await read(readFileSync(join(root, "site/demo/unknown.json"), "utf8"));
  assert.notEqual((await found()).state, "unknown-key", "the key counts");
  await page.evaluate(() => localStorage.removeItem("tallyproof.keys"));
  await reader.silent("a key");
});

test("a changed number tears the verdict off, and putting it back earns it again", async () => {
  await reader.live("/");
  const stub = () => page.$eval("[data-verdict]", (el) => [el.getAttribute("data-state"), el.closest("[data-torn]") !== null, el.querySelector(".word")?.textContent]);
  const until = (/** @type {string} */ state) => page.waitForFunction((state) => document.querySelector("[data-verdict]")?.getAttribute("data-state") === state, {}, state);
  await until("authentic");
  await page.click("[data-slip] button[data-step='1']");
  await until("not-authentic");
  same(await stub(), ["not-authentic", true, "Not authentic"]);
  same(await page.$eval("[data-state-of=not-authentic]", (el) => el.textContent), "The signature covers 94.25, not 95.25.");
  same(await page.$eval("[data-verdict-too] .stub", (el) => el.getAttribute("data-state")), "authentic", "the card is as it was published");
  await page.click("[data-back]");
  await until("authentic");
  same(await stub(), ["authentic", false, "Authentic"]);
  await reader.silent("the record");
});

test("the first page is as high, wordy and busy as it may be, and the record is first on a phone", async () => {
  for (const [width, height] of [[1440, 900], [360, 740]]) {
    await page.setViewport({ width: width ?? 0, height: height ?? 0 });
    await reader.live("/");
    const { high, words, controls, slip, bar, wide } = await page.evaluate(() => {
      const visible = [...document.querySelectorAll("main :is(input, textarea, button, summary)")].filter((el) => el.checkVisibility({ checkVisibilityCSS: true }) && el.getBoundingClientRect().width > 0);
      const top = (/** @type {string} */ selector) => Math.round((document.querySelector(selector)?.getBoundingClientRect().top ?? 9999) + scrollY);
      return { high: document.documentElement.scrollHeight, words: document.querySelector("main")?.innerText.split(/\s+/).length ?? 0, controls: visible.length, slip: top(".record"), bar: top(".record svg"), wide: document.documentElement.scrollWidth };
    });
    assert.ok(wide <= (width ?? 0) && words <= 322 && controls <= 40, JSON.stringify({ wide, words, controls }));
    if (width === 1440) assert.ok(high <= 1700, `${high} px`);
    else assert.ok(slip <= 240 && bar <= 480, `slip at ${slip}, bar at ${bar}`);
  }
  await page.setViewport({ width: 1280, height: 900 });
});

test("the main button keeps its label under the pointer, in light and in dark", async () => {
  await reader.live("/");
  for (const value of ["light", "dark"]) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
    for (const selector of [".acts a.go"]) {
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
