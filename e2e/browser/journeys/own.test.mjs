// The reader's own numbers: kept on the device for each page, told from the example
// and from those of a link, and carried along to the other pages of an arena.

import assert from "node:assert/strict";
import test from "node:test";
import { none, same } from "../support/check.mjs";
import { chromiumTest, firefox, tab } from "../support/fixture.mjs";

const reader = await tab({ short: true });
const { page } = reader;

const EXAMPLE = "Example";
const OWN = "Your numbers, kept on this device";
const UNKEPT = "Your numbers, not kept on this device";
const LINK = "From a link · not kept on this device";

/** Whose numbers the page says that these are. */
const whose = () => page.$$eval("[data-whose]", (all) => all.filter((el) => el.checkVisibility()).map((el) => el.textContent).join("; "));

/** Comes to a page again. @param {string} path */
const again = (path) => reader.live(path, { again: true });

/** The inputs that are kept, by page. @returns {Promise<Record<string, any>>} */
const kept = () => page.evaluate(() => Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith("tallyproof.work:")).map(([key, value]) => [key.slice("tallyproof.work:".length), JSON.parse(value)])));

/** @param {string} key */
const value = (key) => page.$eval(`[data-key="${key}"]`, (el) => /** @type {HTMLInputElement} */ (el).value);

const notices = () => page.$$eval("[data-link]:not([hidden])", (all) => all.map((el) => el.textContent ?? ""));

const start = () => page.click("[data-tool=reset]").then(() => reader.settled());

/** @param {string} key @param {string} text */
const type = (key, text) => reader.type(`[data-key="${key}"]`, text);

/** Writes a number where it does not matter how: at once, without an answer for each key. @param {string} key @param {string} text */
const put = (key, text) => reader.put(`[data-key="${key}"]`, text);

/** The same as a step of its own: what is written next is another one. @param {string} key @param {string} text */
async function step(key, text) {
  await put(key, text);
  await page.$eval(`[data-key="${key}"]`, (el) => el.dispatchEvent(new Event("change", { bubbles: true })));
  await reader.fragment();
}

test("weights that the page moved before its first answer are kept as it moved them", async () => {
  await reader.live("/weights/");
  await page.$eval("#agents", (el) => el.closest("details")?.setAttribute("open", ""));
  await reader.put("#agents", "agent,speed,quality\nA,10,90\nB,80,20");
  await reader.fragment(); // what is not written yet is not kept
  await page.goto("about:blank");
  await reader.goto("/weights/", { again: true });
  await page.waitForFunction(() => document.querySelectorAll(".weigh").length === 2); // the inputs are there, and no answer yet
  await page.evaluate(() => {
    const slider = /** @type {HTMLInputElement} */ (document.querySelector(".weigh input[type=range]"));
    slider.value = "70";
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    slider.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await reader.settled();
  const link = await reader.fragment();
  assert.match(link, /;w=70,30;/);
  same((await kept())["/weights/"]?.inputs, link);
  await start();
});

test("weights of a link beside others are in the address as the page moves them", async () => {
  await reader.live("/weights/");
  await reader.put("#weight-1", "55");
  await reader.fragment();
  await again("/weights/#1;w=10,20,30,40;end");
  assert.equal(await whose(), LINK);
  await page.$eval("#weight-1", (el) => {
    /** @type {HTMLInputElement} */ (el).value = "70";
    for (const kind of ["input", "change"]) el.dispatchEvent(new Event(kind, { bubbles: true })); // recorded before there is an answer
  });
  await reader.settled();
  assert.match(await reader.fragment(), /;w=70,6\.67,10,13\.33;/);
  await page.reload();
  await reader.settled();
  assert.equal(await whose(), LINK);
  assert.match(await reader.fragment(), /;w=70,6\.67,10,13\.33;/);
  await start();
});

const PATH = "/score/airena/";

/** A number of a page of each kind; the others keep theirs in the tests of what is carried along. In Firefox one page shows what Firefox does otherwise. */
const NUMBERS = /** @type {const} */ ([["/score/airena/", "time", "1290"], ["/rating/clawdiators/", "strength", "1300"], ["/rewards/term/", "stale", "21"]]);

for (const [path, key, text] of firefox ? NUMBERS.slice(0, 1) : NUMBERS) {
  test(`${path} has what was typed at the next visit, until one starts over`, async () => {
    await reader.live(path);
    const example = await reader.values();
    assert.equal(await whose(), EXAMPLE);
    await type(key, text);
    const link = await reader.fragment();
    assert.equal(await whose(), OWN);
    const [values, said] = [await reader.values(), await reader.sentences()];
    same((await kept())[path], { version: 1, inputs: link });

    await again(path);
    same(await reader.values(), values);
    same(await reader.sentences(), said);
    assert.equal(await reader.fragment(), link, "the address has it too");
    assert.deepEqual([await whose(), await notices()], [OWN, []]);

    await start();
    same(await reader.values(), example);
    assert.deepEqual([await whose(), await reader.fragment(), (await kept())[path]], [EXAMPLE, "", undefined]);
    if (path === PATH) { // the others begin with nothing kept, and are the example
      await again(path);
      same(await reader.values(), example, "it is forgotten");
      assert.equal(await whose(), EXAMPLE);
    }
    await reader.silent(path);
  });
}

test("what was typed just before the page is left is kept", async () => {
  await reader.live(PATH);
  await page.$eval('[data-key="time"]', (el) => { // all in one task: no rest in which it is written
    Object.assign(el, { value: "1290" }).dispatchEvent(new Event("input", { bubbles: true }));
    location.href = "/privacy/";
  });
  await page.waitForFunction(() => location.pathname === "/privacy/");
  assert.match((await kept())[PATH]?.inputs, /;time=1290;/);
  await again(PATH);
  assert.deepEqual([await value("time"), await whose()], ["1290", OWN]);
  await start();
  await reader.silent("leaving");
});

const JOURNEY = "#2;time=1800;end";

test("the numbers of a link are not kept before they are edited", async (t) => {
  await reader.live(PATH + JOURNEY);
  assert.deepEqual([await whose(), await notices(), await kept()], [LINK, [], {}]);
  await t.test("a reload changes nothing", async () => {
    await page.reload();
    await reader.settled();
    assert.deepEqual([await whose(), await kept()], [LINK, {}]);
  });
  await t.test("nor a visit", async () => {
    await again(PATH);
    assert.deepEqual([await whose(), await reader.fragment()], [EXAMPLE, ""]);
  });
  await t.test("edited, they are the reader's, and undone they are the link's", async () => {
    await again(PATH + JOURNEY);
    await type("time", "7"); // one key: a slow machine may make two steps of two
    await reader.fragment();
    assert.equal(await whose(), OWN);
    const edited = await kept();
    await page.click("[data-tool=undo]");
    await reader.settled();
    assert.deepEqual([await whose(), await value("time")], [LINK, "1800"]);
    same(await kept(), edited);
    await page.click("[data-tool=redo]");
    await reader.settled();
    assert.equal(await whose(), OWN);
  });
  await t.test("beside others they stay the link's, and Undo does not make them the reader's", async () => {
    const mine = await kept();
    await reader.follow(JOURNEY.replace("1800", "900"));
    assert.equal(await whose(), LINK);
    assert.equal((await notices()).length, 1);
    await page.click("[data-draft=back]");
    await reader.settled();
    assert.deepEqual([await whose(), await notices(), await value("time")], [OWN, [], "7"]);
    assert.equal(await page.evaluate(() => document.activeElement?.localName), "main", "the button that had the focus is gone");
    await page.click("[data-tool=undo]");
    await reader.settled();
    assert.deepEqual([await whose(), (await notices()).length, await value("time")], [LINK, 1, "900"]);
    same(await kept(), mine);
    await page.goBack();
    await reader.settled();
    assert.deepEqual([await whose(), await notices()], [OWN, []], "the browser's Back");
  });
  await reader.silent("links");
});

chromiumTest("a visit to a section of a page brings the reader's numbers back, and stays at the section", async () => {
  await page.setViewport({ width: 1280, height: 800 });
  await reader.live(PATH);
  await put("time", "1270");
  const link = await reader.fragment();
  await again(`${PATH}#levers`);
  assert.deepEqual([await value("time"), await whose(), await reader.fragment(), await notices()], ["1270", OWN, link, []]);
  const top = await page.$eval("#levers", (el) => el.getBoundingClientRect().top);
  assert.ok(top >= 0 && top < 800, `the section begins at ${top}`);
  await reader.silent("a section");
});

chromiumTest("Start over brings the example back with nothing pinned, and Undo all that was there", async () => {
  await reader.live("/rating/airena/#2;matches=40;pin=;end");
  await put("scores", "95");
  const [before, values] = [await reader.fragment(), await reader.values()];
  await start();
  assert.deepEqual([await reader.fragment(), await kept(), await whose()], ["", {}, EXAMPLE]);
  assert.equal(await page.$eval("[data-tool=pin]", (el) => /** @type {HTMLElement} */ (el).innerText), "Pin");
  await page.click("[data-tool=undo]");
  await reader.settled();
  assert.equal(await reader.fragment(), before);
  same(await reader.values(), values);
  same((await kept())["/rating/airena/"], { version: 1, inputs: before });
  await reader.silent("starting over");
});

test("leaving by Back forgets nothing", async () => {
  await reader.goto("/privacy/");
  await page.click("a[href='/']");
  await page.waitForSelector(".first");
  await page.evaluate((path) => location.assign(path), PATH);
  await page.waitForFunction((path) => location.pathname === path && document.readyState === "complete", {}, PATH);
  await reader.settled();
  await put("time", "1270");
  await reader.fragment();
  await page.evaluate(() => history.back());
  await page.waitForFunction(() => location.hash === "");
  await reader.fragment();
  await again(PATH);
  assert.equal(await value("time"), "1270");
});

chromiumTest("Back to one's own numbers from before a reload is not taken for a link", async () => {
  await reader.live(PATH);
  await step("time", "1270");
  await step("time", "1290");
  await page.reload();
  await reader.settled();
  await page.goBack();
  await reader.settled();
  assert.deepEqual([await value("time"), await whose(), await notices()], ["1270", UNKEPT, []]);
  await reader.silent("a reload");
});

chromiumTest("storage that is forbidden or full does no harm, and the page says that nothing is kept", async (t) => {
  for (const [name, close] of /** @type {[string, () => unknown][]} */ ([
    ["forbidden", () => Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("closed", "SecurityError"); } })],
    ["full", () => (Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); })],
  ])) {
    await t.test(name, async () => {
      const closed = await page.evaluateOnNewDocument(close);
      await reader.live(PATH);
      await put("time", "1270");
      const link = await reader.fragment();
      assert.equal(await whose(), UNKEPT);
      await page.reload();
      await reader.settled();
      assert.deepEqual([await whose(), await reader.fragment()], [UNKEPT, link]);
      await page.removeScriptToEvaluateOnNewDocument(closed.identifier);
      await reader.silent(name);
    });
  }
});

chromiumTest("numbers that storage has no room for are not called kept, whatever it has of before", async () => {
  await reader.live(PATH);
  await step("time", "1270");
  assert.equal(await whose(), OWN);
  await page.evaluate(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
    Object.assign(globalThis, { room: () => (Storage.prototype.setItem = setItem) });
  });
  await step("time", "1290");
  assert.equal(await whose(), UNKEPT);
  await page.click("[data-tool=undo]");
  await reader.settled();
  assert.deepEqual([await value("time"), await whose()], ["1270", OWN]);
  await page.evaluate(() => /** @type {any} */ (globalThis).room());
  await page.click("[data-tool=redo]");
  await reader.settled();
  assert.deepEqual([await value("time"), await whose()], ["1290", OWN]);
  await reader.silent("no room");
});

/** Entries that cannot be shown: how they are read is tested by itself, in site/assets/page/whatif/own.test.mjs. */
const entries = { "no JSON": "{", "a link of a newer page": '{"version":1,"inputs":"#9;time=5;end"}', "keys that the page does not have": '{"version":1,"inputs":"#1;nonsense=1;__proto__=2;end"}' };

test("what is stored and cannot be read is as if it were not there", async (t) => {
  const name = `tallyproof.work:${PATH}`;
  for (const [what, entry] of Object.entries(entries).slice(0, firefox ? 1 : undefined)) {
    await t.test(what, async () => {
      await reader.goto("/privacy/"); // of the same origin, without an engine
      await page.evaluate((name, entry) => localStorage.setItem(name, entry), name, entry);
      await again(PATH);
      assert.deepEqual([await whose(), await notices(), await reader.fragment()], [EXAMPLE, [], ""]);
      await put("time", "1270");
      await reader.fragment();
      assert.equal(await page.evaluate((name) => localStorage.getItem(name), name), '{"version":1,"inputs":"#2;time=1270;end"}');
    });
  }
  await reader.silent("odd entries");
});

/** Follows the link that carries numbers to a page. @param {string} path */
async function along(path) {
  await page.$eval(`a[data-carry][href^="${path}"]`, (el) => { for (let fold = el.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true; });
  await reader.leave(() => page.click(`a[data-carry][href^="${path}"]`));
  await reader.settled();
}

const [SCORE, RATING] = ["/score/clawdiators/", "/rating/clawdiators/"];

chromiumTest("a Clawdiators score leads to its rating with the match, and what both ask is asked once", async (t) => {
  await reader.live(RATING);
  await put("strength", "1300");
  await reader.fragment();
  await again(SCORE);
  assert.equal(await page.$eval("a[data-carry]", (el) => el.getAttribute("href")), RATING, "the example carries nothing");
  await put("cliff-rating", "1310");
  await put("cliff-matches", "40");
  await page.click(".switch [data-score=clawdiators-live]");
  await reader.settled();
  await along(RATING);
  assert.deepEqual([await value("rating"), await value("matches"), await value("strength"), await value("score")], ["1310", "40", "1300", "824"]);
  assert.ok(await page.$eval("[data-key=rules][value=clawdiators-live]", (el) => /** @type {HTMLInputElement} */ (el).checked));
  assert.match((await page.$eval("[data-form=match] .sentence", (el) => el.textContent)) ?? "", /^A win moves the rating from 1310 to /);
  assert.deepEqual([await whose(), await notices()], [OWN, []]);

  await t.test("the other way round, without a link", async () => {
    await put("rating", "1400");
    await reader.fragment();
    await again(SCORE);
    assert.deepEqual([await value("cliff-rating"), await value("cliff-matches"), await whose()], ["1400", "40", OWN]);
  });
  await t.test("the rating leads back to the score", async () => {
    await again(RATING);
    await along(SCORE);
    assert.deepEqual([await value("cliff-rating"), await value("cliff-matches"), await whose()], ["1400", "40", OWN]);
  });
  await t.test("one page starts over, the other keeps its numbers", async () => {
    await start();
    await again(RATING);
    assert.equal(await value("rating"), "1400");
  });
  await t.test("the numbers of a link stay those of a link", async () => {
    await again(`${SCORE}#1;cliff-rating=900;end`);
    await along(RATING);
    assert.deepEqual([await value("rating"), await whose()], ["900", LINK]);
    await page.click("[data-draft=back]");
    await reader.settled();
    assert.equal(await value("rating"), "1400");
  });
  await reader.silent("carrying");
});

chromiumTest("an AiRENA score is the first one of the challenge that is rated", async () => {
  await reader.live("/rating/airena/#2;scores=70,60,50;agents=me,b,c;end");
  await put("matches", "40");
  await reader.fragment();
  await again(PATH);
  await put("time", "1270");
  const [score = ""] = /\d+\.\d+/.exec((await reader.sentences())[0] ?? "") ?? [];
  await along("/rating/airena/");
  const list = (/** @type {string} */ key) => page.$$eval("#challenge", (all, key) => all.flatMap((el) => [...el.querySelectorAll(`[data-key="${key}"]`)]).map((el) => /** @type {HTMLInputElement} */ (el).value), key);
  same(await list("scores"), [String(Number(score)), "60", "50"]);
  same(await list("agents"), ["me", "b", "c"]);
  assert.deepEqual([await value("matches"), await whose()], ["40", OWN]);
  await reader.silent("a score");
});

chromiumTest("the score to beat is one on both pages of Term Challenge", async () => {
  await reader.live("/score/term/");
  await put("tasks-top", "85");
  await along("/rewards/term/");
  assert.deepEqual([await value("top"), await whose()], ["85", OWN]);
  await put("top", "90");
  await reader.fragment();
  await again("/score/term/");
  assert.equal(await value("tasks-top"), "90");
  await reader.silent("the score to beat");
});

chromiumTest("the home page's numbers go along, and leave those that the other page keeps", async () => {
  await reader.live("/");
  await put("time", "1270");
  await reader.fragment();
  await along(PATH);
  assert.deepEqual([await value("passed"), await value("total"), await value("time"), await whose()], ["39", "40", "1270", OWN]);
  await put("time", "700");
  await reader.fragment();
  await again("/");
  await put("time", "1500");
  await along(PATH);
  assert.deepEqual([await value("time"), await whose(), (await notices()).length], ["1500", LINK, 1]);
  await page.click("[data-draft=back]");
  await reader.settled();
  assert.equal(await value("time"), "700");
  await reader.silent("home");
});

chromiumTest("the privacy page says what is kept, and how it is forgotten", async () => {
  await reader.goto("/privacy/");
  const text = await page.$eval("main", (el) => /** @type {HTMLElement} */ (el).innerText);
  none(["the numbers that you typed last", "Start over"].filter((words) => !text.includes(words)));
});
