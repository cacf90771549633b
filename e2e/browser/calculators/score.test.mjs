// The page of an AiRENA score: its number, the bar that drags, and what a faster run costs.

import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { none, same } from "../support/check.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";
import { budget } from "../support/measure/budget.mjs";
import { dist } from "../support/site.mjs";

const { loadEngine } = await import(pathToFileURL(join(dist, "engine", "engine.mjs")).href);
const engine = await loadEngine(); // the oracle: what it answers is what the page must show
const reader = await tab();
const { page } = reader;

const PATH = "/score/airena/";

/** The grip of each dimension, the control it sets, and the engine's answer to a value of it. */
const GRIPS = /** @type {const} */ ([
  ["correctness", "passed", (/** @type {number} */ passed) => ({ passed, total: 100 })],
  ["speed", "time", (/** @type {number} */ time_ms) => ({ time_ms, fastest_ms: 1000 })],
  ["quality", "quality-score", (/** @type {number} */ score) => ({ score })],
  ["process", "process-score", (/** @type {number} */ score) => ({ score })],
]);

/** What score.compute makes of the example with another measurement. @param {string} key @param {unknown} measurement @returns {string} */
function scored(key, measurement) {
  const example = { correctness: { passed: 97, total: 100 }, speed: { time_ms: 1280, fastest_ms: 1000 }, quality: { score: 80 }, process: { score: 80 } };
  return engine.call("score.compute", { rulebook: "airena", measurements: { ...example, [key]: measurement } }).score.toFixed(2);
}

const grip = (/** @type {string} */ key) => `.grips [data-id=${key}] input`;
const value = (/** @type {string} */ key) => page.$eval(`[data-key=${key}]`, (el) => Number(/** @type {HTMLInputElement} */ (el).value));
const number = () => page.$eval(".hero-number", (el) => el.firstChild?.textContent ?? "");

/** Where the end of a part is, and the width of the bar. @param {string} key */
const edge = (key) =>
  page.$eval(`.grips [data-id=${key}] .grip`, (el) => {
    el.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, width, top, height } = el.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2, bar: el.closest(".stacked")?.clientWidth ?? NaN };
  });

chromiumTest("each edge of the bar moves its input, by mouse", async () => {
  await page.setViewport({ width: 1280, height: 900 });
  for (const [key, control, measurement] of GRIPS) {
    await reader.live(PATH);
    const { x, y, bar } = await edge(key);
    const before = await value(control);
    const to = x - bar * 0.06; // six points
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (const part of [0.3, 0.7, 1]) await page.mouse.move(x + (to - x) * part, y);
    await page.mouse.up();
    await reader.settled();
    const after = await value(control);
    assert.notEqual(after, before, `${key}: the input has moved`);
    assert.equal(await number(), scored(key, measurement(after)), `${key}: the engine's answer to ${after}`);
    assert.ok(Math.abs(Number(await number()) - 82) < 0.5, `${key}: ${await number()} is about six points less`);
  }
});

chromiumTest("each edge of the bar moves its input by keys, and says where it is", async () => {
  await reader.live(PATH);
  for (const [key, control, measurement] of GRIPS) {
    await page.click("[data-tool=reset]");
    await reader.settled();
    await page.focus(grip(key));
    const example = await value(control), falls = key === "speed";
    for (const [press, want] of /** @type {[import("puppeteer-core").KeyInput, number][]} */ ([["ArrowLeft", falls ? 1300 : example - 1], ["ArrowRight", example]])) {
      await page.keyboard.press(press);
      await reader.settled();
      assert.equal(await value(control), want, `${key}, ${press}`);
    }
    for (const press of /** @type {const} */ (["PageDown", "Home", "End", "PageUp"])) {
      await page.keyboard.press(press);
      await reader.settled();
      assert.equal(await number(), scored(key, measurement(await value(control))), `${key}, ${press}`);
    }
    const { name, text } = await page.$eval(grip(key), (el) => ({ name: el.getAttribute("aria-label"), text: el.getAttribute("aria-valuetext") ?? "" }));
    assert.equal(name, key.replace(/^./, (c) => c.toUpperCase()));
    assert.match(text, /\d+(\.\d+)?( of 100 tests| ms)?, \d+\.\d\d points$/);
  }
});

chromiumTest("a drag is one step to undo, and of items it makes a score", async () => {
  await reader.live(`${PATH}#2;quality-by=measured;quality=16,16,14,16,16;end`);
  assert.equal(await number(), "87.60");
  const { x, y, bar } = await edge("quality");
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const part of [1, 2, 3, 4]) await page.mouse.move(x - bar * 0.01 * part, y);
  await page.mouse.up();
  await reader.settled();
  assert.equal(await page.$eval("[name=quality-by][value=score]", (el) => /** @type {HTMLInputElement} */ (el).checked), true);
  assert.equal(await number(), scored("quality", { score: await value("quality-score") }));
  await page.click("[data-tool=undo]");
  await reader.settled();
  assert.equal(await number(), "87.60");
});

chromiumTest("the pinned score is a ghost below, and the target a flag", async () => {
  await reader.live(`${PATH}#2;pin=time=1800;end`);
  await page.waitForSelector(".pin-ghost:not([hidden]) .seg");
  const shown = () => page.evaluate(() => ["[data-lead]", ".pin-ghost text", ".target-tag text", ".hero-counter"].map((one) => document.querySelector(one)?.textContent?.replace(/\s+/g, " ").trim()));
  same(await shown(), ["▲ 5.20", "A 82.80", "target 90", "2.00 short of 90"]);
  const ties = await page.$$eval(".pin-ghost [data-id=speed] line", ([el]) => [el?.getAttribute("x1"), el?.getAttribute("x2")]);
  same(ties, ["56%", "50.8%"]);
  await reader.type("[data-key=target]", "85");
  same((await shown()).slice(2), ["target 85", "3.00 above your target of 85"]);
  assert.equal(await page.$eval(".target-flag line", (el) => el.getAttribute("x1")), "85%");
});

chromiumTest("a faster run: the cursor is the field, and every part shares it", async () => {
  await page.setViewport({ width: 1280, height: 900 });
  await reader.live(PATH);
  const heading = () => page.$eval("#on-beside .finding", (el) => el.textContent);
  assert.equal(await heading(), "If someone runs 500 ms, you lose 12.80.");
  await page.focus(".fallen input");
  await page.keyboard.press("ArrowRight");
  await reader.settled();
  assert.equal(await value("posted"), 520);
  const rows = () => page.$$eval(".runs tbody tr", (all) => all.map((tr) => ["rank", "id", "total", "then"].map((name) => tr.querySelector(`[data-out=${name}]`)?.firstChild?.textContent).join(" ")));
  const { fastest } = { fastest: 520 };
  const you = engine.call("score.compute", { rulebook: "airena", measurements: { correctness: { passed: 97, total: 100 }, speed: { time_ms: 1280, fastest_ms: fastest }, quality: { score: 80 }, process: { score: 80 } } }).score.toFixed(2);
  assert.equal((await rows())[3], `4 You 88.00 ${you}`);
  assert.equal(await page.$eval(".curve .said", (el) => el.textContent), `you: ${you}`);
  const pill = await page.$eval(".curve .pill rect", (el) => {
    el.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, width, bottom } = el.getBoundingClientRect();
    return { x: left + width / 2, y: bottom + 40 };
  });
  await page.mouse.move(pill.x, pill.y);
  await page.mouse.down();
  await page.mouse.move(pill.x + 60, pill.y);
  await page.mouse.up();
  await reader.settled();
  const posted = await value("posted");
  assert.ok(posted > 540, `${posted} ms`);
  assert.match(String(await heading()), new RegExp(`^If someone runs ${posted} ms, you lose \\d+\\.\\d\\d\\.$`));
  await reader.type("[data-key=posted]", "1200");
  assert.equal(await heading(), "If someone runs 1200 ms, nothing changes for you.");
});

chromiumTest("the page is short, and its answer and picture are first on a phone", async () => {
  await page.setViewport({ width: 1440, height: 900 });
  await reader.live(PATH);
  const wide = await budget(page);
  assert.ok(wide.height <= 1700 && wide.controls <= 40 && wide.words <= 320, JSON.stringify(wide));
  await page.setViewport({ width: 360, height: 740 });
  const phone = await budget(page);
  assert.ok(phone.width <= 360 && phone.answer <= 240 && phone.picture <= 480, JSON.stringify(phone));
});

chromiumTest("links of before open the run they were made of", async () => {
  await page.setViewport({ width: 1280, height: 900 });
  for (const [hash, want] of [["#1;time=1500;end", "83.00"], ["#1;passed=97;total=100;time=1800;end", "82.80"], ["#1;weights=50,20,20,10;end", "89.00"]]) {
    await reader.live(PATH + hash);
    assert.equal(await number(), want, hash);
    assert.equal(await value("posted"), 300);
  }
  assert.match(await reader.fragment(), /^#2;.*end$/);
  await reader.silent("the page of a score");
});

chromiumTest("prints the comparison and its link, without buttons", async () => {
  await reader.live(`${PATH}#2;pin=time=1800;end`);
  await page.waitForFunction(() => document.querySelector("[data-compare]:not([hidden]) [data-said]")?.textContent?.includes("→"));
  await page.emulateMediaType("print");
  const seen = await page.evaluate(() => ({
    text: /** @type {HTMLElement} */ (document.querySelector("main")).innerText,
    buttons: [...document.querySelectorAll("button, summary:not(.fold > *)")].filter((el) => el.getClientRects().length > 0).map((el) => el.outerHTML),
  }));
  await page.emulateMediaType();
  none(seen.buttons);
  assert.match(seen.text, /Pinned: 82\.80 → 88\.00 \(\+5\.20\)/);
  assert.match(seen.text, /#2;pin=time=1800/);
});
