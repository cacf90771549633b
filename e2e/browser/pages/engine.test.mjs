// When the engine dies, does not load, or is not allowed to.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { same } from "../support/check.mjs";
import { crawl } from "../support/crawl.mjs";
import { origin, tab as open } from "../support/fixture.mjs";
import { detour } from "../support/site.mjs";
import { trapping } from "../support/trapping.mjs";

/** @typedef {import("../support/tab.mjs").Tab} Tab */

const pages = (await crawl()).pages.filter(({ calculators }) => calculators > 0);

/** @typedef {(response: import("node:http").ServerResponse) => void} Answer */

/**
 * A tab at an address where nothing is cached, whose requests for some file meet an answer of the test's.
 * @param {RegExp} [file] @param {Answer} [answer]
 */
async function fresh(file = /^$/, answer = () => {}) {
  const other = await detour(origin, (path, response) => {
    if (!file.test(path)) return false;
    answer(response);
    return true;
  });
  after(other.stop);
  const tab = await open({ keeps: true });
  tab.origin = other.origin;
  return tab;
}

/** @param {number} status @param {string} type @param {string | Uint8Array} body @returns {Answer} */
const reply = (status, type, body) => (response) => response.writeHead(status, { "content-type": type }).end(body);

/** @param {Tab} tab */
async function typeInto(tab) {
  const [{ selector, value } = { selector: "", value: "" }] = await tab.fields();
  const other = String(Number(value) - 1);
  const before = await tab.shown();
  await tab.type(selector, other);
  assert.notDeepEqual(await tab.shown(), before, "the answer does not follow");
  await tab.type(selector, value);
  same(await tab.shown(), before, "back at the example");
}

/**
 * Throws in the engine's Worker and waits until the page has heard of it. The
 * browser may list Workers late, or one that has ended: it is asked again.
 * @param {Tab} tab
 */
async function breakWorker({ page }) {
  let heard = false;
  await page.evaluate(() => { // before there is anything to hear
    const seen = /** @type {any} */ (globalThis).seenByTests;
    seen.fault = new Promise((resolve) => seen.workers.at(-1).addEventListener("error", () => resolve(true)));
  });
  const listening = page.evaluate(() => /** @type {any} */ (globalThis).seenByTests.fault).then(() => (heard = true));
  while (!heard) {
    for (const worker of page.workers()) {
      worker.evaluate(() => { // once in each
        /** @type {any} */ (globalThis).broken ??= setTimeout(() => { throw new Error("the worker's own fault"); });
      }).catch(() => {}); // it may end before it answers
    }
    await Promise.race([listening, sleep(100)]);
  }
}

test("a Worker that dies is replaced at the next change", async () => {
  const tab = await fresh();
  await tab.live("/score/airena/");
  for (let round = 1; round <= 2; round++) {
    await breakWorker(tab);
    await typeInto(tab);
    assert.equal(await tab.page.evaluate(() => /** @type {any} */ (globalThis).seenByTests.workers.length), 1 + round);
    await tab.silent("after the fault", /the worker's own fault/);
  }
  await tab.close();
});

/**
 * The Worker arrives at the next question of an operation, and is gone with it.
 * @param {Tab} tab @param {string} operation @param {number} [answered] how many of these questions it answers before
 */
const dieAt = ({ page }, operation, answered = 0) => page.evaluate((operation, answered) => {
  const worker = /** @type {any} */ (globalThis).seenByTests.workers.at(-1);
  const post = worker.postMessage;
  worker.postMessage = (/** @type {any} */ question, /** @type {any} */ transfer) => {
    if (question.name !== operation || answered-- > 0) return post.call(worker, question, transfer);
    worker.postMessage = post;
    worker.dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
    Object.assign(globalThis, { diedForTests: true });
  };
}, operation, answered);

/** Types without waiting for an answer. @param {Tab} tab @param {string} selector @param {string} value */
const typeOnly = ({ page }, selector, value) => page.$eval(selector, (el, value) => {
  /** @type {HTMLInputElement} */ (el).value = value;
  el.dispatchEvent(new Event("input", { bubbles: true }));
}, value);

/** Waits until a page says that its engine does not answer. @param {Tab} tab @param {string} [of] */
const off = ({ page }, of = "[data-calc]") => page.waitForSelector(`${of} [data-status=off]:not([hidden])`);

/** The operations whose answers are marked as not those to the inputs. @param {Tab} tab */
const marked = ({ page }) => page.$$eval("[data-calc][data-stale]", (all) => all.map((el) => /** @type {HTMLElement} */ (el).dataset.operation));

const PASSED = '#score [name="/measurements/correctness/passed"]';
const SCORE = "[data-calc][data-form=score]";
/** What /score/airena/ asks about that form. */
const FOLLOWING = ["explain.score", "explain.target", "explain.rivals", "explain.levers"];

test("a Worker that dies with a question leaves the page as it was, until the next", async () => {
  const tab = await fresh();
  await tab.live("/score/airena/");
  const { [`#score ${PASSED.slice(14, -2)}`]: value = "" } = await tab.values();
  const before = await tab.sentences();
  await dieAt(tab, "explain.score");
  await typeOnly(tab, PASSED, "3");
  await off(tab);
  assert.deepEqual(await tab.sentences(), before);
  same(await marked(tab), FOLLOWING, "with what follows it");
  await tab.silent("after the death");
  await tab.type(PASSED, value);
  await tab.settled();
  assert.deepEqual(await tab.sentences(), before);
  same(await marked(tab), []);
  assert.deepEqual(await tab.page.$$eval("[data-status=off]", (all) => all.filter((el) => el.checkVisibility()).length), 0);
  await typeInto(tab);
  await tab.type(PASSED, "3");
  await dieAt(tab, "explain.score");
  await typeOnly(tab, PASSED, value);
  await off(tab);
  same(await marked(tab), FOLLOWING, "the example's inputs have the answer to others");
  await tab.close();
});

test("what is pinned is equal to nothing where the engine does not compare it", async (t) => {
  const tab = await fresh();
  await tab.live("/score/airena/");
  await tab.page.$$eval("details:has(td.versus)", (all) => all.forEach((el) => (/** @type {HTMLDetailsElement} */ (el).open = true)));
  /** The cells of the column "vs A" that one can see. */
  const column = () => tab.page.$$eval("[data-of=score] td.versus", (all) => all.filter((el) => el.checkVisibility()).map((el) => (el.textContent ?? "").trim()));
  /** Once it says something, or nothing. @param {boolean} something */
  const compared = (something) => tab.page.waitForFunction((something) => [...document.querySelectorAll("[data-of=score] td.versus")].some((el) => el.checkVisibility()) === something, {}, something);
  await tab.type(PASSED, "5");
  await t.test("it dies with what is pinned, which the next answer is compared with", async () => {
    await dieAt(tab, "explain.score");
    await tab.page.click(`${SCORE} [data-tool=pin]`);
    await tab.page.waitForFunction(() => /** @type {any} */ (globalThis).diedForTests);
    same(await column(), []);
    await tab.type(PASSED, "6");
    await compared(true);
    assert.ok((await column()).some((cell) => cell.startsWith("+")), "a change");
  });
  await t.test("it dies with the comparison", async () => {
    await dieAt(tab, "explain.compare");
    await tab.type(PASSED, "7");
    await compared(false);
    await tab.type(PASSED, "8");
    await compared(true);
  });
  await t.test("what is pinned is refused", async () => {
    await tab.page.click(`${SCORE} [data-tool=unpin]`);
    await tab.type(PASSED, "999");
    await tab.page.click(`${SCORE} [data-tool=pin]`);
    await tab.type(PASSED, "8");
    await tab.fragment();
    same(await column(), []);
  });
  await tab.close();
});

/** The names and values of controls. @param {Tab} tab @param {string} of */
const controls = ({ page }, of) => page.$$eval(of, (all) => all.map((el) => /** @type {HTMLInputElement} */ (el).value));

test("rules that a Worker dies with are brought by the next change", async (t) => {
  const tab = await fresh();
  const [KEYS, NAME] = ['[name^="/rulebook/dimensions/"][name$="/key"]', '[name="/rulebook/name"]'];
  const airena = ["correctness", "speed", "quality", "process"];
  await t.test("rules that are chosen", async () => {
    await tab.live("/weights/rules/");
    await dieAt(tab, "rulebook.get");
    await tab.page.select("#base", "airena");
    await off(tab);
    same(await marked(tab), ["explain.field"]);
    await typeOnly(tab, NAME, "Mine");
    await tab.settled();
    same([await controls(tab, KEYS), await controls(tab, NAME)], [airena, ["Mine"]]);
  });
  await t.test("and are one step with their choice", async () => {
    await tab.live("/weights/rules/");
    const before = await controls(tab, KEYS);
    await tab.page.select("#base", "airena");
    await tab.settled();
    same(await controls(tab, KEYS), airena);
    await tab.fragment();
    await tab.page.click("[data-tool=undo]");
    await tab.settled();
    same([await controls(tab, "#base"), await controls(tab, KEYS)], [["clawdiators-live"], before]);
  });
  await t.test("rules that are pasted", async () => {
    const rulebook = await tab.ask("rulebook.get", { id: "airena" });
    await tab.live("/weights/rules/");
    await dieAt(tab, "rulebook.check");
    await typeOnly(tab, "#own", JSON.stringify({ ...rulebook, name: "Harbor" }));
    await off(tab);
    same([await tab.message("#own"), await marked(tab)], ["", ["explain.field"]]);
    await typeOnly(tab, "#submissions", "agent,correctness.passed,correctness.total,speed.time_ms,quality,process.items\nA,9,10,1000,80,16 16 16 16 16");
    await tab.settled();
    same([await controls(tab, "#base"), await controls(tab, NAME), await controls(tab, KEYS), await marked(tab)], [["own"], ["Harbor"], airena, []]);
  });
  await tab.close();
});

test("the columns of a table that a Worker dies with are read at the next change", async () => {
  const tab = await fresh();
  await tab.live("/weights/");
  await dieAt(tab, "explain.reading");
  await typeOnly(tab, "#agents", "agent,depth,style\nA,1,2\nB,2,1");
  await off(tab, "[data-form=weights]");
  await typeOnly(tab, "#weight-1", "30");
  await tab.settled();
  same([await tab.message("#agents"), await controls(tab, '[name^="/weights/"][name$="/dimension"]')], ["", ["depth", "style"]]);
  await tab.close();
});

test("a Worker that dies with a verdict, or with a preview, is told of", async (t) => {
  const tab = await fresh();
  for (const [path, of, operation, answered] of /** @type {const} */ ([
    ["/verify/", "[data-verify]", "proof.verify", 0],
    ["/widgets/", "[data-widgets]", "badge.render", 1],
  ])) {
    await t.test(path, async () => {
      await tab.live(path);
      const text = await tab.page.$eval(`${of} [name="/text"]`, (el) => /** @type {HTMLTextAreaElement} */ (el).value);
      await tab.put(`${of} [name="/text"]`, `${text} `);
      await dieAt(tab, operation, answered);
      await typeOnly(tab, `${of} [name="/text"]`, `${text}  `);
      await off(tab, of);
      await tab.silent(path);
      await tab.page.$eval(`${of} [data-status=off] [data-retry]`, (el) => /** @type {HTMLElement} */ (el).click());
      await tab.page.waitForSelector(`${of} [data-status=live]:not([hidden])`);
      await tab.page.waitForFunction(() => /** @type {HTMLElement | null} */ (document.querySelector(".previews"))?.style.visibility !== "hidden");
    });
  }
  await tab.close();
});

test("an engine that traps is restarted", async (t) => {
  const wasm = trapping();
  const tab = await fresh(/\.wasm$/, reply(200, "application/wasm", wasm));
  await tab.live("/rating/clawdiators/");
  // e2e/node/recovery.test.mjs has every trap: here are one that ends the engine, one whose limit is the browser's, one it survives.
  for (const trap of ["trap.exit", "trap.stack", "trap.panic"]) {
    await t.test(trap, async () => {
      const message = await tab.page.evaluate((name) => {
        const worker = /** @type {Worker} */ (/** @type {any} */ (globalThis).seenByTests.workers.at(-1));
        return new Promise((resolve) => {
          worker.addEventListener("message", function heard({ data }) {
            if (data.id !== name) return;
            worker.removeEventListener("message", heard);
            resolve(data.error?.message);
          });
          worker.postMessage({ id: name, name, request: {} });
        });
      }, trap);
      assert.match(String(message), trap === "trap.panic" ? /failed unexpectedly/ : /failed and was restarted/);
      await typeInto(tab);
      await tab.silent(trap);
    });
  }
  assert.equal(tab.page.workers().length, 1);
  await tab.close();
});

/** @type {Record<string, Answer>} */
const refusals = {
  "is blocked": (response) => response.destroy(),
  "is not there": reply(404, "text/html", "no"),
  "is cut off": reply(200, "application/wasm", Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0)),
  "is a page": reply(200, "text/html", "<!doctype html><title>Sign in</title>"),
};
const OURS = /\.wasm|Failed to load resource|status 404/; // what the test itself causes

for (const [how, refuse] of Object.entries(refusals)) {
  test(`where the wasm ${how}, the page keeps its example and shows that`, async (t) => {
    const tab = await fresh(/\.wasm$/, refuse);
    for (const { path } of pages.slice(0, how === "is blocked" ? 2 : 1)) { // all pages share the module that says so
      await t.test(path, async () => {
        const plain = await tab.goto(path).then(() => tab.shown());
        await tab.refused();
        await tab.page.waitForSelector("[data-status=off]:not([hidden])");
        same(await tab.shown(), plain, "the example");
        const lines = await tab.page.$$eval("[data-status]:not([hidden])", (all) => all.map((el) => el.textContent ?? ""));
        for (const line of lines) assert.match(line, /^Live recalculation is not available here: .+\.$/);
        await tab.silent(path, OURS);
        // Typing changes nothing, and nothing breaks.
        const [{ selector } = { selector: "" }] = await tab.fields();
        await tab.page.focus(selector);
        await tab.page.keyboard.type("1");
        assert.notEqual(await tab.fragment(), "");
        assert.ok((await tab.sentences()).every(Boolean));
        await tab.silent(path, OURS);
      });
    }
    await tab.close();
  });
}

test("an engine that loads late is used", async () => {
  let refuse = true;
  const tab = await fresh();
  const late = await detour(origin, (path, response) => {
    if (!refuse || !path.endsWith(".wasm")) return false;
    response.destroy();
    return true;
  });
  after(late.stop);
  tab.origin = late.origin;
  await tab.goto("/score/airena/");
  await tab.refused();
  refuse = false;
  const [{ selector, value } = { selector: "", value: "" }] = await tab.fields();
  await tab.type(selector, value);
  await typeInto(tab);
  assert.equal(await tab.page.$eval("[data-status=off]", (el) => el.checkVisibility()), false);
  await tab.close();
});

test("a browser that runs no Worker keeps the example", async () => {
  const tab = await fresh(/host\.[^/]*mjs$/, reply(200, "text/javascript", "this is not JavaScript"));
  await tab.goto("/score/airena/");
  await tab.page.waitForSelector("[data-status=off]:not([hidden])");
  assert.match((await tab.sentences())[0] ?? "", /88\.00/);
  await tab.silent("without a Worker", /SyntaxError|Unexpected identifier/);
  await tab.close();
});
