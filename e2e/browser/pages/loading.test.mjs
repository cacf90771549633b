// What a page asks for, and when: one module before it is used, one after, and the
// engine beside that; and what it shows while somebody waits for the engine.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test, { after } from "node:test";
import { audit } from "../support/measure/axe.mjs";
import { none } from "../support/check.mjs";
import { firefox, tab } from "../support/fixture.mjs";
import { demo, linkTo } from "../support/proofs.mjs";
import { detour, dist, serve } from "../support/site.mjs";
import { heading } from "./device.mjs";

/** @typedef {import("../support/tab.mjs").Tab} Tab */
/** @typedef {import("node:http").ServerResponse} ServerResponse */
/** @typedef {(file: string, path: string, response: ServerResponse) => boolean} Answer false: as usual */

const SCORE = "/score/airena/";
const ENGINE = ["engine.wasm", "host.mjs"];
const VERIFIER = ["verifier-host.mjs", "verifier.wasm"];

// As visitors get it: a browser keeps the engine packed, and asks for it once.
const { origin, stop } = await serve();
after(stop);

/** A tab at an address where nothing is cached, which notes the modules and programs that it asks for. @param {Answer} [answer] */
async function fresh(answer = () => false) {
  /** @type {string[]} */ const asked = [];
  const other = await detour(origin, (path, response) => {
    const [, stem, end] = /^\/assets\/([\w-]+)\.\w+\.(mjs|wasm)$/.exec(path) ?? [];
    if (!stem) return false;
    asked.push(`${stem}.${end}`);
    return answer(`${stem}.${end}`, path, response);
  });
  after(other.stop);
  const reader = await tab({ own: true });
  reader.origin = other.origin;
  return { reader, asked, taken: () => asked.splice(0).sort(), wanted: (/** @type {string[]} */ ...files) => until(() => files.every((file) => asked.includes(file)), files) };
}

/** @param {() => boolean} done @param {string[]} files */
async function until(done, files) {
  for (const since = performance.now(); !done(); await new Promise((resolve) => setTimeout(resolve, 10))) {
    if (performance.now() - since > 30_000) throw new Error(`nobody asks for ${files}`);
  }
}

/** Waits for the page to be idle: on a busy machine Chromium may never call it so. @param {import("puppeteer-core").Page} page */
const idle = (page) => page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => resolve(true), { timeout: 5000 })));

/** A browser that is never idle. @param {Tab} reader */
const busy = ({ page }) => page.evaluateOnNewDocument(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }));

/** A browser on a line whose bytes are counted. @param {Tab} reader */
const saving = ({ page }) => page.evaluateOnNewDocument(() => Object.defineProperty(navigator, "connection", { value: { saveData: true, effectiveType: "4g" } }));

/** What kinds of pages ask for before they are used, and then; for nothing that a page before has brought. @type {Record<string, [path: string, before: string[], then: string[]]>} */
const kinds = {
  "a score": [SCORE, ["start.mjs"], [...ENGINE, "later.mjs"]],
  "a rating": ["/rating/clawdiators/", [], []],
  "rewards": ["/rewards/term/", [], []],
  "home": ["/", [], []],
  "weights": ["/weights/", ["page.mjs"], ["later.mjs"]],
  "an audit": ["/audit/", ["page.mjs"], ["later.mjs"]],
  "a proof": ["/verify/", ["page.mjs"], ["later.mjs", ...VERIFIER]],
  "badges": ["/widgets/", ["widgets.mjs"], ["arena-board.mjs", "arena-card.mjs", "later.mjs"]], // what others embed, which the page shows
};

test("a page asks for one module before it is used, and for one after", async (t) => {
  let first = true;
  const { reader, taken, wanted } = await fresh((file, path, response) => {
    if (file !== "later.mjs" || !first) return false;
    first = false;
    wanted("engine.wasm").then(() => fetch(origin + path)).then(async (usual) => response.writeHead(200, { "content-type": "text/javascript", "cache-control": usual.headers.get("cache-control") ?? "" }).end(await usual.text()));
    return true; // it comes when the engine was asked for, which does not wait for it
  });
  await busy(reader);
  for (const [name, [path, before, then]] of Object.entries(kinds)) {
    await t.test(name, async () => {
      await reader.goto(path);
      assert.deepEqual(taken(), before, "before");
      await reader.page.focus("main :is(form, [data-paste]) :is(input:not([type=hidden], [type=file]), textarea)");
      await wanted(...then);
      await reader.settled();
      await reader.whole(); // what is left on its way is not kept
      assert.deepEqual(taken(), then, "after");
      await reader.silent(name);
    });
  }
  await t.test("a text, whose box for anything is opened", async () => {
    await reader.goto("/docs/errors/");
    assert.deepEqual(taken(), ["text.mjs"], "before");
    await reader.page.click("a[data-anything]");
    await reader.page.waitForSelector("dialog[open] textarea");
    await reader.page.type("dialog textarea", "[]");
    await reader.page.waitForSelector("dialog :is([data-found], [data-trouble]):not([hidden])");
    assert.deepEqual(taken(), ["later.mjs"], "after");
    await reader.silent("a text");
  });
  await reader.close();
});

test("if the line's bytes are counted, the engine comes when the page is used, and a link is a use", async (t) => {
  const { reader, asked, taken, wanted } = await fresh();
  const { page } = reader;
  await saving(reader);
  await t.test("not when the page is idle, nor when it is read", async () => {
    await reader.goto(SCORE);
    await wanted("later.mjs"); // it is idle
    await reader.scrolled(() => page.keyboard.press("End")); // which would take the title away from the pointer
    await page.click("h1");
    await idle(page);
    assert.deepEqual(taken(), ["later.mjs", "start.mjs"]);
  });
  await t.test("when an input gets the focus", async () => {
    for (const passed of [".tabs a", "[data-tool=reset]"]) await page.focus(passed);
    await idle(page);
    assert.deepEqual(asked, [], "before");
    await page.focus("[data-tool=reset]");
    for (let i = 0; i < 40 && !(await page.evaluate(() => document.activeElement?.closest("main form"))); i++) await page.keyboard.press("Tab");
    await wanted(...ENGINE);
    await reader.settled();
    assert.deepEqual(taken(), ENGINE);
  });
  await t.test("when the reader's own inputs come back", async () => {
    const [{ selector } = { selector: "" }] = await reader.fields();
    await reader.type(selector, "5");
    const [sentence] = await reader.sentences();
    await reader.fragment(); // it has kept them
    await reader.live(SCORE, { again: true });
    assert.equal((await reader.sentences())[0], sentence);
    assert.notEqual(sentence, "This submission scores 88.00 of 100.");
  });
  await t.test("when a link brings its own inputs", async () => {
    await reader.live(`${SCORE}#1;passed=97;total=100;time=1800;end`);
    assert.match((await reader.sentences())[0] ?? "", /^This submission scores (?!88\.00)[\d.]+ of 100\.$/);
    assert.equal(await page.evaluate(() => document.querySelector("[data-stale]")), null);
  });
  await t.test("when a link brings a proof", async () => {
    await reader.live("/verify/#1;proof=%7B;end");
    await page.waitForFunction(() => /Can.t read this/.test(document.querySelector(".stub")?.textContent ?? ""));
  });
  await reader.silent("on a line whose bytes are counted");
  await reader.close();
});

test("a page of proofs loads the engine when its box for anything is opened, and not before", async (t) => {
  const { reader, taken, wanted } = await fresh();
  const { page } = reader;
  await t.test("not when a proof is read", async () => {
    await reader.live("/verify/");
    await reader.put("#proof-text", demo("atlas"));
    assert.equal(await heading(reader), "Authentic");
    await reader.whole();
    await idle(page);
    assert.deepEqual(taken(), ["later.mjs", "page.mjs", ...VERIFIER]);
  });
  await t.test("when the box is opened", async () => {
    await page.click("a[data-anything]");
    await wanted(...ENGINE);
    assert.deepEqual(taken(), ENGINE);
  });
  await t.test("which then reads what the verifier does not", async () => {
    await page.waitForSelector("dialog[open] textarea");
    await page.type("dialog textarea", `{"rating": 1000, "opponent": 1200, "result": 1}`);
    await page.waitForSelector("dialog [data-found]:not([hidden])");
  });
  await reader.silent("two programs");
  await reader.close();
});

test("a proof that a link brings has the line to itself: no module shares it with the program", async () => {
  /** @type {(value?: unknown) => void} */ let arrives = () => {};
  const held = new Promise((resolve) => (arrives = resolve));
  const { reader, asked, wanted } = await fresh((file, path, response) => {
    if (file !== "verifier.wasm") return false;
    held.then(() => fetch(origin + path)).then(async (usual) => response.writeHead(200, { "content-type": "application/wasm" }).end(Buffer.from(await usual.arrayBuffer())));
    return true;
  });
  await reader.goto(`/verify/${linkTo({ text: demo("atlas") })}`);
  await wanted("verifier.wasm", "verifier-host.mjs");
  await idle(reader.page);
  assert.ok(!asked.includes("later.mjs"), "before the program is there");
  arrives();
  await wanted("later.mjs");
  await reader.settled();
  assert.equal(await heading(reader), "Authentic");
  await reader.silent("one after the other");
  await reader.close();
});

test("while somebody waits for the engine, a line shows how much of it has arrived", async (t) => {
  const packed = readFileSync(join(dist, "engine", "engine.wasm.br"));
  const bytes = readFileSync(join(dist, "engine", "engine.wasm")).length;
  /** @type {ServerResponse[]} */ const responses = [];
  const { reader, wanted } = await fresh((file, _, response) => {
    if (file !== "engine.wasm") return false;
    responses.push(response);
    response.writeHead(200, { "content-type": "application/wasm", "content-encoding": "br" }).write(packed.subarray(0, packed.length / 2));
    return true;
  });
  const { page } = reader;
  const shown = () => page.evaluate(() => {
    const line = /** @type {HTMLElement} */ (document.querySelector(".loading"));
    const bar = /** @type {HTMLProgressElement} */ (line.querySelector("progress"));
    return { text: line.innerText.replace(/\s+/g, " "), heard: line.querySelector("[role=status]")?.textContent, part: bar.value, all: bar.max, name: bar.ariaLabel, at: getComputedStyle(line).position, moves: line.getAnimations({ subtree: true }).length };
  });
  await reader.goto(SCORE);
  await wanted("engine.wasm"); // the page is idle
  assert.equal(await page.$(".loading"), null, "nobody waits yet");
  const [{ selector } = { selector: "" }] = await reader.fields();
  const boxes = () => page.$$eval("h1, form, .sentence, footer, footer p:not(.loading)", (all) => all.map((el) => JSON.stringify(el.getBoundingClientRect())));
  const places = await boxes();
  await page.focus(selector);
  await page.keyboard.type("1");
  await t.test("for those who see and those who hear it", async () => {
    await page.waitForFunction(() => Number(document.querySelector("progress")?.value) > 1e6 && document.querySelector(".loading [role=status]")?.textContent);
    const { text, heard, part, all, ...rest } = await shown();
    assert.match(text, /Loading the engine [3-9]\d %$/);
    assert.match(heard ?? "", /^Loading the engine: \d+\u00a0%$/);
    assert.deepEqual(rest, { name: "Loading the engine", at: "fixed", moves: 0 });
    assert.ok(all === bytes && part < all, `${part} of ${all}`);
    assert.equal(await page.evaluate((selector) => document.activeElement?.matches(selector), selector), true, "the focus stays");
    await page.waitForSelector("[data-calc][data-stale]"); // the answer is still the example's
    assert.equal(await page.$$eval("[data-with=score]:not([data-stale])", (all) => all.length), 0, "what follows it is marked too");
    assert.deepEqual(await boxes(), places, "nothing moves");
    if (!firefox) none(await audit(page));
  });
  await t.test("until it fails, and at the next attempt until it runs", async () => {
    responses[0]?.destroy();
    await page.waitForSelector("[data-status=off]:not([hidden])");
    await page.keyboard.type("2");
    await until(() => responses.length > 1, ["engine.wasm"]);
    await page.waitForFunction(() => Number(document.querySelector("progress")?.value) > 1e6);
    assert.equal((await page.$$(".loading")).length, 1, "the line of the first attempt is gone");
    await page.evaluate(() => {
      const heard = /** @type {HTMLElement} */ (document.querySelector(".loading [role=status]"));
      Object.assign(globalThis, { heardByTests: 0 });
      new MutationObserver(() => /** @type {any} */ (globalThis).heardByTests++).observe(heard, { childList: true });
    });
    responses.at(-1)?.end(packed.subarray(packed.length / 2));
    await page.waitForFunction(() => !document.querySelector(".loading"));
    await reader.settled();
    assert.ok(await page.evaluate(() => /** @type {any} */ (globalThis).heardByTests) <= 1, "it is read once");
    assert.equal(await page.$eval("[data-status=off]", (el) => el.checkVisibility()), false);
  });
  await reader.silent("with a slow engine", /ERR_|NS_ERROR|wasm|ReadableStream/i);
  await reader.close();
});
