// The pages of rules: one example through all of them, rules that open in place, and the
// room they take.

import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { none, same } from "../support/check.mjs";
import { everyLook } from "../support/measure/every-look.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";
import { dist } from "../support/site.mjs";

const { loadEngine } = await import(pathToFileURL(join(dist, "engine", "engine.mjs")).href);
const engine = await loadEngine();
const [reader, plain] = await Promise.all([tab(), tab({ scripts: false })]);
const { page } = reader;
const BOOKS = ["airena", "clawdiators", "clawdiators-live", "term", "term-live"];

/** The text of a value of the example. @param {string} out */
const value = (out) => page.$eval(`[data-out="${out}"]`, (el) => el.textContent);

/** Types a number of the example. @param {string} name @param {string} text */
async function type(name, text) {
  await page.click(`[data-turnable="${name}"] input`, { count: 3 });
  await page.keyboard.type(text);
}

test("a number that is typed changes all that follow, as the engine says", async () => {
  await page.setViewport({ width: 1440, height: 900 });
  await reader.goto("/rules/airena/");
  same(await value("score/answer"), "88.00");
  await type("passed", "90");
  const { answer } = engine.call("explain.score", { rulebook: "airena", measurements: {
    correctness: { passed: 90, total: 100 }, speed: { time_ms: 1280, fastest_ms: 1000 },
    quality: { items: [16, 16, 16, 16, 16] }, process: { items: [16, 16, 16, 16, 16] } } });
  await page.waitForFunction((want) => [...document.querySelectorAll('[data-out="score/answer"]')].every((el) => el.textContent === want), {}, answer);
  same(await value("challenge/pairs/place"), "4th of 5"); // by hand: 36 + 17.2 + 16 + 16 = 85.2, above 74 alone
  await reader.silent("typing");
});

test("arrow keys and a drag move a number, within its bounds", async () => {
  await reader.goto("/rules/airena/");
  const number = await page.waitForSelector('[data-turnable="passed"] input');
  await number?.focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowUp");
  same(await number?.evaluate((el) => el.value), "100");
  const box = await number?.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 60, box.y + box.height / 2, { steps: 6 });
  await page.mouse.up();
  same(await number?.evaluate((el) => el.value), "90");
  await page.waitForFunction(() => document.querySelector('[data-out="score/parts/key=correctness/score"]')?.textContent === "90.00");
  await reader.silent("dragging");
});

test("a number that is refused leaves the last valid answer, and says so", async () => {
  await reader.goto("/rules/airena/");
  await type("fastest", "0");
  await page.keyboard.press("Tab");
  same(await page.$eval('[data-turnable="fastest"] input', (el) => /** @type {HTMLInputElement} */ (el).value), "1");
});

/** Waits until a value of the example is that. @param {string} out @param {string} want */
const becomes = (out, want) => page.waitForFunction((out, want) => document.querySelector(`[data-out="${out}"]`)?.textContent === want, {}, out, want);

test("the address has the numbers, and a link opens them", async () => {
  await reader.goto("/rules/airena/");
  await type("passed", "90");
  await becomes("score/answer", "85.20");
  await page.waitForFunction(() => location.hash === "#1;passed=90;end");
  await reader.goto("/rules/airena/#1;passed=80;time=1500;end");
  await becomes("score/answer", "79.00"); // by hand: 32 + 15 + 16 + 16
  same(await page.$eval('[data-turnable="time"] input', (el) => /** @type {HTMLInputElement} */ (el).value), "1500");
  same(await page.$eval('[data-whose="link"]', (el) => el.checkVisibility()), true);
  await reader.goto("/rules/airena/#1;passed=800;tests=x;end"); // no number, and one beyond its bounds
  await becomes("score/answer", "89.20");
  await reader.silent("a link");
});

test("a drag is one step, which Undo takes back and Redo brings again; Start over is the example", async () => {
  await reader.goto("/rules/airena/#1;end");
  const number = await page.waitForSelector('[data-turnable="passed"] input');
  const box = await number?.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 42, box.y + box.height / 2, { steps: 7 });
  await page.mouse.up();
  await becomes("score/parts/key=correctness/score", "90.00");
  await type("quality", "10");
  await becomes("score/parts/key=quality/score", "50.00");
  await page.click("[data-tool=undo]");
  await becomes("score/parts/key=quality/score", "80.00");
  same(await value("score/parts/key=correctness/score"), "90.00");
  await page.click("[data-tool=undo]");
  await becomes("score/parts/key=correctness/score", "97.00");
  await page.click("[data-tool=redo]");
  await becomes("score/parts/key=correctness/score", "90.00");
  await page.click("[data-tool=reset]");
  await becomes("score/answer", "88.00");
  await reader.silent("steps");
});

test("the slider over a curve moves its number, and the curve follows", async () => {
  await reader.goto("/rules/airena/");
  await page.click("#speed");
  const slider = await page.waitForSelector('[data-scrubs="time"]', { visible: true });
  const pill = () => page.$eval(".rule-picture .pill", (el) => el.textContent);
  same(await pill(), "◂ 1280 ▸");
  await slider?.focus();
  await page.keyboard.press("ArrowRight");
  await becomes("score/parts/key=speed/score", "85.00");
  await page.waitForFunction(() => document.querySelector(".rule-picture .pill")?.textContent === "◂ 1300 ▸");
  same(await page.$eval('[data-turnable="time"] input', (el) => /** @type {HTMLInputElement} */ (el).value), "1300");
  const ring = await page.$eval(".rule-picture .ring", (el) => el.getBoundingClientRect().x + el.getBoundingClientRect().width / 2);
  const thumb = await slider?.evaluate((el) => {
    const { x, width } = el.getBoundingClientRect(), input = /** @type {HTMLInputElement} */ (el);
    return x + 14 + ((width - 28) * (Number(input.value) - Number(input.min))) / (Number(input.max) - Number(input.min));
  });
  assert.ok(Math.abs(ring - (thumb ?? 0)) <= 2, `${ring} and ${thumb}`);
  await reader.silent("a curve");
});

for (const book of BOOKS) {
  test(`${book}: every rule that computes has numbers that follow`, async () => {
    await reader.goto(`/rules/${book}/`);
    const without = await page.$$eval("article.rule-row", (all) => all.filter((el) => !el.querySelector(".rule-live")).map((el) => el.querySelector("h2")?.id ?? ""));
    none(without);
    const pictures = await page.$$eval(".rule-picture svg", (all) => all.length);
    assert.ok(pictures >= 1, `${pictures} pictures`);
  });

  test(`${book}: the example is the engine’s, also after a change and back`, async () => {
    await reader.goto(`/rules/${book}/`);
    const all = () => page.$$eval("[data-out]", (list) => list.map((el) => `${/** @type {HTMLElement} */ (el).dataset.out} ${el.textContent}`));
    const before = await all();
    const number = await page.waitForSelector("[data-turnable] input");
    await number?.focus();
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction((was) => [...document.querySelectorAll("[data-out]")].some((el, i) => `${/** @type {HTMLElement} */ (el).dataset.out} ${el.textContent}` !== was[i]), {}, before);
    await page.keyboard.press("ArrowUp");
    await page.waitForFunction((was) => [...document.querySelectorAll("[data-out]")].every((el, i) => `${/** @type {HTMLElement} */ (el).dataset.out} ${el.textContent}` === was[i]), {}, before);
    same(await page.$eval("[data-worked-why]", (el) => el.hasAttribute("hidden")), true);
    await reader.silent(book);
  });

  test(`${book}: an address opens the rule that has it`, async () => {
    await reader.goto(`/rules/${book}/`);
    const ids = await page.$$eval(".rule-more [id], .folded [id]", (all) => all.map(({ id }) => id));
    assert.ok(ids.length > 10, `${ids.length} ids`);
    for (const id of [ids[0] ?? "", ids[ids.length >> 1] ?? "", "source"]) {
      await page.evaluate((id) => (location.hash = id), id);
      await page.waitForFunction((id) => document.getElementById(id)?.checkVisibility(), {}, id);
      same(await page.evaluate((id) => document.getElementById(id)?.closest("[data-rule-row]")?.matches("[open], :has(> details[open])"), id), true, id);
    }
  });
}

test("rules are found by their words, and all are opened", async () => {
  await page.setViewport({ width: 1440, height: 900 });
  await reader.goto("/rules/airena/");
  await page.type("[data-find-rule]", "fastest run decides");
  none(await page.$$eval("[data-rule-row]", (all) => all.filter((el) => el.checkVisibility()).map((el) => el.querySelector("h2")?.id ?? "")).then((ids) => ids.filter((id) => id !== "speed" && id !== "deterministic")));
  await page.$eval("[data-find-rule]", (el) => { /** @type {HTMLInputElement} */ (el).value = ""; el.dispatchEvent(new Event("input", { bubbles: true })); });
  await page.click("[data-open-all]");
  same(await page.$$eval(".rule-more", (all) => all.every((el) => el.checkVisibility())), true);
  same(await page.$eval("[data-open-all]", (el) => el.textContent), "Close all");
});

chromiumTest("without JavaScript rules open, by hand and by their address", async () => {
  await plain.goto("/rules/airena/#bystander");
  same(await plain.page.$eval("#bystander", (el) => el.checkVisibility()), true);
  await plain.goto("/rules/airena/");
  same(await plain.page.$$eval(".rule-more", (all) => all.some((el) => el.checkVisibility())), false);
  await plain.page.click("#speed");
  same(await plain.page.$eval("#speed", (el) => el.closest("article")?.querySelector(".rule-more")?.checkVisibility()), true);
  same(await plain.page.$$eval("main input", (all) => all.filter((el) => el.checkVisibility()).length), 0);
});

chromiumTest("in print every rule is open", async () => {
  await reader.goto("/rules/airena/");
  await page.emulateMediaType("print");
  same(await page.$$eval(".rule-more, .folded", (all) => all.every((el) => el.checkVisibility())), true);
  await page.emulateMediaType();
});

test("the index is short, and its answer and picture come first on a phone", async () => {
  await page.setViewport({ width: 1440, height: 900 });
  await reader.goto("/rules/airena/");
  const wide = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    controls: [...document.querySelectorAll("main :is(input, button, select, textarea)")].filter((el) => el.checkVisibility()).length,
    words: (/** @type {HTMLElement} */ (document.querySelector("main")).innerText.match(/\S+/g) ?? []).length,
  }));
  assert.ok(wide.height <= 2260, `${wide.height} px high`);
  assert.ok(wide.controls <= 40, `${wide.controls} controls`);
  assert.ok(wide.words <= 522, `${wide.words} words`);
  await page.setViewport({ width: 360, height: 740 });
  await reader.goto("/rules/airena/");
  const [answer, picture] = await page.$$eval(".answer-line, .flow", (all) => all.map((el) => el.getBoundingClientRect().top));
  assert.ok((answer ?? 999) <= 240 && (picture ?? 999) <= 480, `${answer}, ${picture}`);
});

for (const book of BOOKS) {
  chromiumTest(`${book}: axe finds no fault in light, dark and forced colours, and nothing moves`, () => everyLook(reader, `/rules/${book}/`, "[data-turnable] input"));
}
