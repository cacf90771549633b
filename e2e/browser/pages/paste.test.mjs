// "Paste anything", from every page: what arenas answer, and what they never would.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { auditParts } from "../support/measure/axe.mjs";
import { none, same } from "../support/check.mjs";
import { copy } from "../support/clipboard.mjs";
import { calculates, crawl, inShort, oneOfEachKind } from "../support/crawl.mjs";
import { allowClipboard, tab } from "../support/fixture.mjs";
import { MARKUP, OVER, hostile } from "../support/hostile.mjs";
import { dist, root } from "../support/site.mjs";
const { loadEngine } = await import(pathToFileURL(join(dist, "engine", "engine.mjs")).href);
const engine = await loadEngine(); // the oracle: what it answers is what the page must show
const folder = join(root, "testdata/vectors/clawdiators/samples");
const samples = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
const all = (await crawl()).pages;
const calculators = all.filter(calculates);
const some = oneOfEachKind(calculators); // nothing that is pasted is for weights and rewards: one of each shows it
const ALL = "/score/clawdiators/"; // gets every sample and every hostile text
const pages = inShort(calculators.filter(({ path }) => some.has(path) || /^\/(score|rating)\//.test(path)), ["/", ALL, "/rating/clawdiators/"]);
const reader = await tab();
const { page } = reader;
await allowClipboard();
test("there are samples, pages to paste them into, and the engine knows most of them", () => {
  assert.ok(calculators.length >= 6, `${calculators.length} pages may take what is pasted`);
  same(all.filter(({ pastes }) => pastes > 0).map(({ path }) => path), ["/"]);
  none(all.filter(({ kind, links }) => kind !== "alone" && !links.some(({ raw }) => raw === "/#paste")).map(({ path }) => `${path} has no link to the box`));
  assert.ok(pages.some(({ path }) => path === ALL));
  assert.ok(samples.length >= 14);
  const known = samples.filter(({ text }) => !["json", "unreadable"].includes(engine.call("import.detect", { text }).kind));
  assert.ok(known.length >= 10, `only ${known.map(({ name }) => name)}`);
});

/** Shows the box: the home page has it, the others show it in a dialog. */
async function open() {
  if (await page.evaluate(() => document.querySelector("[data-paste] textarea")?.checkVisibility())) return;
  await page.click("a[data-anything]");
  await page.waitForSelector("[data-paste] textarea", { visible: true });
}

/** Closes the dialog, if there is one. */
const close = () => page.evaluate(() => document.querySelector("dialog")?.close());

/** Puts a text into the box and asks for it to be read. @param {string} text */
async function read(text) {
  await open();
  await page.$eval("[data-paste] textarea", (el, text) => {
    /** @type {HTMLTextAreaElement} */ (el).value = text;
    el.dispatchEvent(new Event("input", { bubbles: true }));
  }, text);
  await isRead();
}

/** Waits until the text in the line is read. */
async function isRead() {
  await page.waitForFunction(() => !document.querySelector("[data-reading]"));
  await reader.settled();
}

/** What the page says of the text. */
const found = () =>
  page.evaluate(() => {
    const root = /** @type {HTMLElement} */ (document.querySelector("[data-paste]"));
    const slip = /** @type {HTMLElement} */ (document.querySelector("section[data-found]"));
    const text = (/** @type {string} */ selector) => {
      const el = [root, slip].map((part) => part.querySelector(selector)).find((el) => el);
      return el && !el.closest("[hidden]") ? (el.textContent ?? "").trim() : "";
    };
    return {
      said: ["who", "about", "number", "unit", "lead", "word", "said"].map((name) => text(`[data-out=${name}]`)),
      state: slip.querySelector(".stub")?.getAttribute("data-state"),
      trouble: text("[data-trouble]"),
      filled: text("[data-filled]") !== "",
      findings: [...slip.querySelectorAll(".compared li")].filter((el) => !el.closest("[hidden]")).map((row) =>
        ["label", "severity", "claimed", "recomputed", "rule"].map((name) => row.querySelector(`[data-out=${name}]`)?.textContent)),
      open: [...slip.querySelectorAll(".compared li")].filter((el) => el.checkVisibility()).map((row) => row.querySelector("[data-out=severity]")?.textContent),
      tally: text("[data-out=agree]"),
      rest: text("[data-rest]") !== "",
      shown: root.checkVisibility(),
      links: [...slip.querySelectorAll("[data-destinations] a")].map((a) => a.getAttribute("href") ?? ""),
      kept: root.querySelector("textarea")?.value.length,
    };
  });

for (const { path } of pages) {
  test(path, async (t) => {
    await reader.live(path);
    const example = await reader.shown();
    const takers = await page.$$eval("[data-calc]", (all) =>
      all.map((el) => /** @type {HTMLElement} */ (el).dataset).map(({ takes = "", rulebooks = "" }) => ({ operations: [takes], rulebooks: rulebooks.split(" ") })));

    // One page shows what the engine says of every sample. The others show what of
    // it is for them: one of each request they take, and one that they do not.
    const kinds = new Set();
    for (const { name, text } of samples) {
      const want = engine.call("import.detect", { text });
      const prefills = [want.prefill, ...want.also].filter(Boolean);
      const mine = prefills.filter(({ operation, request }) => takers.some((t) => t.operations.includes(operation) && t.rulebooks.includes(request.rulebook)));
      const kind = `${want.kind} ${mine.map(({ operation, request }) => `${operation} ${request.rulebook}`)}`.replace(/^.* $/, "not for this page");
      if (path !== ALL && kinds.has(kind)) continue;
      kinds.add(kind);
      await t.test(name, async () => {
        await read(text);
        const got = await found();
        assert.equal(got.trouble, "");
        same(got.said, saidOf(want));
        const order = (/** @type {string[][]} */ list) => list.map((one) => one.join(" | ")).sort();
        same(order(/** @type {string[][]} */ (got.findings)), order(want.findings.map((/** @type {any} */ f) => [f.label, f.severity, f.claimed, f.recomputed, f.rule])), "the findings");
        if (got.shown) same(got.open.filter((severity) => severity === "difference").length, want.findings.filter((/** @type {any} */ f) => f.severity === "difference").length, "differences are open");
        none(got.open.filter((severity) => severity === "match").map(() => "a value that agrees is not folded"));
        assert.equal(got.filled, mine.length > 0);
        assert.equal(got.shown, path === "/" || !got.filled || got.rest || got.links.length + got.findings.length > 0, "the dialog closes if the form has everything");
        assert.equal(mine.length > 0 || got.links.length > 0, prefills.length > 0, "a request that no page takes");
        if (mine[0]) await holds(mine[0].request);
        for (const link of got.links) assert.match(link, /^\/([a-z]+\/){1,2}#1;op=[a-z.]+;json=.*;end$/);
      });
    }

    if (path === ALL) await t.test("hostile texts are shown as text, kept, and harmless", async () => {
      for (const [name, text] of Object.entries(odd)) {
        await read(text);
        const got = await found();
        const words = got.trouble + got.said.join("");
        assert.ok(words || !text.trim(), `${name}: not a word`);
        assert.ok(words.length < 800, `${name}: ${words.length} characters`);
        assert.equal(got.kept, text.length, `${name}: the text was not kept`);
        await reader.silent(name);
      }
      assert.equal(await page.$$eval("main img, main script", (all) => all.length), 0);
    });

    await t.test("the page goes on working", async () => {
      await read(samples.find(({ name }) => name.includes("submit_response_verified"))?.text ?? "");
      same((await found()).said[5], "The numbers add up");
      await close();
      if (path === "/") await page.click("[data-clear]"); // the example comes back
      const reset = await page.$$("[data-tool=reset]");
      for (const button of reset) await button.click();
      await reader.settled();
      same(await reader.shown(), example, "after starting over");
    });
    await t.test("logs no message in the console", () => reader.silent(path));
  });
}

test("results of a paste are a list as high as its lines, of which only differences are open", async () => {
  const result = { agent_name: "Nova", correctness: 97.5, speed: 96.25, quality: 92, process: 88, tests_passed: 39, total_tests: 40, execution_time_ms: 430, fastest_time_ms: 400, final_score: 94.25 };
  for (const path of ["/", "/verify/"]) {
    await reader.live(path);
    await read(JSON.stringify(result));
    const right = await found();
    same([right.open, right.tally], [[], "3 of 3 values agree"]);
    await read(JSON.stringify({ ...result, speed: 90.25 }));
    const wrong = await found();
    same([wrong.open, wrong.tally], [["difference", "difference"], "1 of 3 values agree"]);
    await page.click(".compared summary");
    same((await found()).open, ["difference", "difference", "match"]);
    const { high, scrolled } = await page.evaluate(() => ({ high: Math.max(...[...document.querySelectorAll(".compared li")].map((el) => el.getBoundingClientRect().height)), scrolled: scrollY }));
    assert.ok(high < 160, `${high} px for one value`);
    assert.ok(scrolled < 200, `scrolled to ${scrolled} px`);
    await close();
  }
});

/** Every value of the request that has a control is in it. @param {any} request */
async function holds(request) {
  const faults = [];
  const controls = await page.evaluate(() =>
    [...document.querySelectorAll("[data-calc] [name^='/']")].filter((el) => !el.closest("[hidden]")).map((el) => {
      const { name, value, type, checked } = /** @type {HTMLInputElement} */ (el);
      return { name, value: type === "checkbox" ? String(checked) : value, counts: type !== "radio" || checked };
    }));
  for (const [pointer, value] of flatten(request, "")) {
    const held = controls.filter(({ name, counts }) => name === pointer && counts), inPercent = pointer.startsWith("/weights/") && held.some((control) => Number(control.value) / 100 === value);
    if (held.length && !inPercent && !held.some((control) => control.value === String(value))) faults.push(`${pointer} is ${held.map(({ value }) => value)}, want ${value}`);
  }
  none(faults, "the form");
}

/** @param {any} value @param {string} at @returns {Generator<[string, unknown]>} */
function* flatten(value, at) {
  if (value === null || typeof value !== "object") yield [at, value];
  else for (const [name, member] of Object.entries(value)) yield* flatten(member, `${at}/${name}`);
}

/** What arenas never answer. @type {Record<string, string>} */
const odd = {
  ...hostile,
  "more JSON than a request may have": JSON.stringify({ data: "x".repeat(OVER) }),
  "markup as JSON": JSON.stringify({ ok: true, data: { [MARKUP]: MARKUP } }),
  "duplicate keys": '{"ok":true,"ok":false}',
  "cut off": '{"ok": true, "data": {"match_id": "m", "score": 8',
};

/** Pastes by keyboard. @param {string} text */
async function ctrlV(text) {
  await copy(page, text);
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    delete dataset.pasted;
    addEventListener("paste", () => (dataset.pasted = ""), { once: true, capture: true });
  });
  // A browser drops keys while it does not paint.
  for (let presses = 1; !(await press()); presses++) assert.ok(presses < 3, "the page is given no paste");
}

/** Presses Ctrl+V. @returns {Promise<boolean>} whether the page is given a paste within two seconds */
async function press() {
  await page.keyboard.down("Control");
  await page.keyboard.press("KeyV");
  await page.keyboard.up("Control");
  return page.waitForSelector("[data-pasted]", { timeout: 2000 }).then(() => true, () => false);
}

/** Runs in the page: how far it came with what was pasted. */
function state() {
  const box = document.querySelector("[data-paste]");
  const loaded = performance.getEntriesByType("resource").map((entry) => `${new URL(entry.name).pathname} ${Math.round(entry.startTime)}-${Math.round(/** @type {PerformanceResourceTiming} */ (entry).responseEnd)}`);
  return JSON.stringify({ at: location.href, dialog: document.querySelector("dialog")?.open, text: box?.querySelector("textarea")?.value.length, now: Math.round(performance.now()), loaded, seen: /** @type {any} */ (globalThis).seenByTests });
}

/** What the slip says of a text that carries no proof. @param {any} answer */
const saidOf = ({ shown }) => ["who", "about", "number", "unit", "lead", "word", "said"].map((name) => shown[name] ?? "");

/** Waits for what the page says of a text. */
async function answered() {
  const answer = "[data-found]:not([hidden]), [data-trouble]:not([hidden])";
  await page.waitForSelector(answer).catch(async ({ message }) => assert.fail(`${message} ${await page.evaluate(state)}`));
  await reader.settled();
  assert.equal((await found()).trouble, "");
}

const match = samples.find(({ name }) => name.includes("get_match"))?.text ?? "";

test("Ctrl+V reads what it pastes, anywhere on a page", async (t) => {
  const said = saidOf(engine.call("import.detect", { text: match }));
  for (const path of ["/score/clawdiators/", "/rules/clawdiators/", "/widgets/", "/"]) {
    await t.test(path, async () => {
      await reader.goto(path);
      await ctrlV(match);
      await answered();
      const got = await found();
      assert.deepEqual([got.said, got.kept, got.shown], [said, match.length, true]);
      assert.ok(await page.evaluate(() => document.activeElement?.matches("section[data-found]")), "focus goes to the result");
      assert.ok(got.filled || got.links.length > 0, "it leads somewhere");
      await reader.silent(path);
    });
  }
  await t.test("in the box itself", async () => {
    await reader.live("/");
    await page.focus("[data-paste] textarea");
    await ctrlV(match);
    await answered();
    same((await found()).said, said);
  });
  await t.test("into another field it goes there alone", async () => {
    await reader.live("/score/airena/");
    const [field] = await reader.fields();
    await page.focus(field?.selector ?? "");
    await ctrlV("7");
    await reader.settled();
    assert.match(await page.$eval(field?.selector ?? "", (el) => /** @type {HTMLInputElement} */ (el).value), /7/);
    assert.equal(await page.$("dialog[open]"), null);
  });
  await t.test("a proof on the page that verifies is verified", async () => {
    await reader.live("/verify/");
    await ctrlV(proof);
    await page.waitForFunction((text) => /** @type {HTMLTextAreaElement | null} */ (document.querySelector("#proof-text"))?.value === text, {}, proof);
    await reader.settled();
    assert.equal(await page.$eval(".stub", (el) => el.getAttribute("data-state")), "authentic");
    assert.equal(await page.evaluate(() => document.querySelector("dialog[open]")), null);
    await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    await ctrlV(match);
    await page.waitForSelector("[data-destinations] a");
    assert.equal(await page.$eval("#proof-text", (el) => /** @type {HTMLTextAreaElement} */ (el).value), proof, "a match is no proof");
  });
  await t.test("logs no message in the console", () => reader.silent("pasting"));
});

const proof = readFileSync(join(root, "site/demo/flat/atlas.json"), "utf8");

test("a file dropped anywhere is read", async (t) => {
  /** @param {string} text */
  const dropped = (text) => page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "dropped.json"));
    const target = /** @type {Element} */ (document.querySelector("h1"));
    return [target.dispatchEvent(new DragEvent("dragover", { dataTransfer: data, bubbles: true, cancelable: true })), target.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }))];
  }, text);
  await t.test("on a page of text", async () => {
    await reader.goto("/docs/");
    assert.deepEqual(await dropped(match), [false, false]);
    await page.waitForSelector("[data-found]:not([hidden])");
    await isRead();
    same((await found()).said, saidOf(engine.call("import.detect", { text: match })));
  });
  await t.test("on the page that verifies, as a proof", async () => {
    await reader.live("/verify/");
    await dropped(proof);
    await page.waitForFunction((text) => /** @type {HTMLTextAreaElement | null} */ (document.querySelector("#proof-text"))?.value === text, {}, proof);
    await reader.settled();
    assert.equal(await page.$eval(".stub", (el) => el.getAttribute("data-state")), "authentic");
    assert.equal(await page.$("dialog[open]"), null);
  });
  await t.test("logs no message in the console", () => reader.silent("dropping"));
});

test("the link opens the box, and Close closes it", async () => {
  await reader.goto("/privacy/");
  await page.click("a[data-anything]");
  await page.waitForSelector("dialog[open] [data-paste] textarea", { visible: true });
  assert.ok(await page.$eval("[data-paste] textarea", (el) => el === document.activeElement));
  none(await auditParts(page, "dialog[open]")); // the page behind is inert
  await page.click("[data-paste] [data-close]");
  assert.equal(await page.evaluate(() => document.querySelector("dialog[open]")), null);
  await reader.silent("the link");
});

test("a file is read too", async () => {
  await reader.live("/score/clawdiators/");
  await open();
  const chooser = /** @type {import("puppeteer-core").ElementHandle<HTMLInputElement>} */ (await page.$("[data-paste] input[type=file]"));
  await chooser.uploadFile(join(folder, "head_get_match.json"));
  await page.waitForSelector("[data-found]:not([hidden])");
  await isRead();
  assert.ok((await found()).said[5]);
  await reader.silent("a file");
});

test("a text or file of more than 1 MiB is read as a table only", async () => {
  await reader.live("/score/clawdiators/");
  await read(match);
  await drop({ text: `"${"x".repeat(1 << 20)}"` });
  assert.match((await found()).trouble, /\w/);
  same((await found()).shown, true);
  await drop({ size: 65_000_000 });
  same((await found()).trouble, "The file has 65,000,000 bytes: want at most 64,000,000.");

  const most = `"${"\\n".repeat((1 << 20) / 2 - 1)}"`; // 1 MiB, and longer as a part of a request
  assert.equal(most.length, 1 << 20);
  await read(most);
  assert.deepEqual([(await found()).trouble, (await found()).said[4]], ["", "No score in this text."]);

  await drop({ text: "{}" });
  assert.deepEqual([(await found()).trouble, (await found()).kept], ["", 2], "a text may be dropped, too");
  await reader.silent("large texts");
});

/** Drops a file of a size, or a text, on the box. @param {{ size?: number, text?: string }} what */
async function drop(what) {
  await page.evaluate(({ size, text }) => {
    const data = new DataTransfer();
    if (text === undefined) data.items.add(new File([new Uint8Array(size ?? 0)], "large.json"));
    else data.setData("text", text);
    const target = /** @type {HTMLElement} */ (document.querySelector("[data-paste]"));
    target.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, what);
  await page.waitForFunction(() => !document.querySelector("[data-over]"));
  await new Promise((resolve) => setTimeout(resolve, 200)); // a file is read first
  await isRead();
}

test("a link to another page carries the whole request there", async () => {
  await reader.live("/");
  /** @type {Map<string, string>} */ const links = new Map();
  for (const { name, text } of samples) {
    await read(text);
    for (const link of (await found()).links) links.set(link, name);
  }
  assert.ok(links.size >= 5, `${links.size} links`);
  let at = "";
  for (const [link, name] of [...links].sort(([a], [b]) => a.localeCompare(b))) {
    const [path = ""] = link.split("#");
    await (path === at ? reader.follow(link.slice(path.length)) : reader.live(link));
    at = path;
    const { request } = JSON.parse(`{"request":${decodeURIComponent(/json=(.*);end$/.exec(link)?.[1] ?? "")}}`);
    await holds(request);
    none((await reader.shown()).flatMap(({ error }) => (error ? [`${name}: ${error}`] : [])));
    await reader.silent(name);
  }
});

test("a proof leads to the page that verifies it", async () => {
  await reader.live("/score/airena/");
  const text = readFileSync(join(root, "site/demo/flat/nova.json"), "utf8");
  await read(text);
  const { filled, links } = await found();
  assert.ok(filled, "its scores are in the form");
  const link = links.find((link) => link.startsWith("/verify/#"));
  assert.ok(link, `${links}`);
  await reader.live(link);
  const keys = JSON.parse(readFileSync(join(root, "site/keys/arena-keys.json"), "utf8"));
  const { heading } = engine.call("proof.verify", { text, keys });
  await page.waitForFunction((heading) => document.querySelector("[data-verify] [data-out=heading]")?.textContent === heading, {}, heading);
  assert.equal(await page.$eval("[name='/text']", (el) => /** @type {HTMLTextAreaElement} */ (el).value), text);
  await reader.silent("the proof");
});
