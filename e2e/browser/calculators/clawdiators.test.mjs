// The page of a Clawdiators score: its results, the area that drags, weights that move each
// other, and the rules that are switched.

import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { same } from "../support/check.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";
import { budget } from "../support/measure/budget.mjs";
import { dist } from "../support/site.mjs";

const { loadEngine } = await import(pathToFileURL(join(dist, "engine", "engine.mjs")).href);
const engine = await loadEngine(); // the oracle: what it answers is what the page must show
const reader = await tab();
const { page } = reader;

const PATH = "/score/clawdiators/";
const KEYS = ["correctness", "completeness", "methodology", "speed"]; // in the order of the page

const number = () => page.$eval(".hero-number", (el) => Number(el.firstChild?.textContent));
const numbers = (/** @type {string} */ group) => page.$$eval(`[name^='/${group}/']`, (all) => all.map((el) => /** @type {HTMLInputElement} */ (el)).filter((el) => !el.closest("[hidden]")).map(({ value }) => Number(value)));
const weights = () => numbers("weights");
const scores = () => page.$$eval("[data-key=scores]", (all) => all.map((el) => /** @type {HTMLInputElement} */ (el)).filter((el) => !el.closest("[hidden]")).map(({ value }) => Number(value)));
const open = () => page.$$eval("details", (all) => all.forEach((el) => el.setAttribute("open", "")));

/** What score.compute makes of what the form shows. */
async function scored() {
  const [w, s] = [await weights(), await scores()];
  const of = (/** @type {number[]} */ list) => KEYS.map((key, i) => [key, list[i]]);
  return engine.call("score.compute", { rulebook: "clawdiators", weights: Object.fromEntries(of(w)), measurements: Object.fromEntries(of(s).map(([key, score]) => [key, { score }])) }).score;
}

/** Drags a handle of the area picture. @param {string} selector @param {number} dx @param {number} dy */
async function drag(selector, dx, dy) {
  const at = await page.$eval(`.handles ${selector} .grip`, (el) => {
    el.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = el.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  for (const part of [0.3, 0.6, 1]) await page.mouse.move(at.x + dx * part, at.y + dy * part);
  await page.mouse.up();
  await reader.settled();
}

chromiumTest("tops of the area score, edges weigh, by mouse", async () => {
  await page.setViewport({ width: 1280, height: 900 });
  await reader.live(PATH);
  await drag("[data-id=speed] .cap", 0, 53); // a quarter of the picture
  same(await scores(), [900, 760, 690, 530]);
  assert.equal(await number(), await scored());
  await drag("[data-id=correctness] .edge", -80, 0);
  const [a = NaN, b = NaN, ...rest] = await weights();
  assert.ok(a < 50 && a + b === 65, `${a} and ${b}`);
  same(rest, [15, 20]);
  assert.equal(await number(), await scored());
  await page.click("[data-tool=undo]");
  await reader.settled();
  same(await weights(), [50, 15, 15, 20]);
});

chromiumTest("handles of the area move by keys, and say where they are", async () => {
  await reader.live(PATH);
  const at = (/** @type {string} */ handle) => page.$eval(`.handles [data-id=speed] ${handle}, .handles [data-id=methodology] ${handle}`, (el) => [el.getAttribute("aria-label"), el.getAttribute("aria-valuenow"), el.getAttribute("aria-valuetext")]);
  await page.$eval(".handles [data-id=methodology] .cap", (el) => /** @type {SVGElement} */ (el).focus());
  for (const [key, want] of /** @type {[import("puppeteer-core").KeyInput, number][]} */ ([["ArrowUp", 700], ["PageDown", 650], ["End", 1000], ["Home", 0]])) {
    await page.keyboard.press(key);
    await reader.settled();
    assert.equal((await scores())[2], want, key);
    assert.equal(await number(), await scored(), key);
  }
  same(await at(".cap"), ["Methodology", "0", "0"]);
  await page.$eval(".handles [data-id=methodology] .edge", (el) => /** @type {SVGElement} */ (el).focus());
  await page.keyboard.press("ArrowRight");
  await reader.settled();
  same(await weights(), [50, 15, 16, 19]);
  same(await at(".edge"), ["Weight of Methodology", "16", "16 %"]);
});

chromiumTest("an edited weight moves the others, but for those that are locked", async () => {
  await reader.live(PATH);
  await open();
  await reader.type("[name='/weights/correctness']", "60");
  same(await weights(), [60, 12, 12, 16]);
  assert.equal(await number(), await scored());
  await page.click("[name=lock-speed]");
  await reader.type("[name='/weights/correctness']", "90");
  same(await weights(), [84, 0, 0, 16]);
  assert.equal(await page.$eval("[data-balance]", (el) => el.textContent), "Unlock another weight first: the locked weights leave 84 %.");
  await reader.type("[name='/weights/correctness']", "101");
  assert.match(await reader.message("[name='/weights/correctness']"), /^101: want a number of percent from 0 to 100/);
  await reader.type("[name='/weights/correctness']", "44");
  same(await weights(), [44, 20, 20, 16]);
  await page.click("[name=use-precision]");
  await reader.settled();
  const all = await weights();
  same([all.length, Math.round(all.reduce((sum, one) => sum + one, 0))], [5, 100]);
  await page.click("[name=use-precision]");
  await reader.settled();
  assert.equal(Math.round((await weights()).reduce((sum, one) => sum + one, 0)), 100);
});

chromiumTest("fractions of a link or a request become percentages", async () => {
  await reader.live(`${PATH}#1;weights=0.4,0.2,0.1,0.2,0.2,0.1,0.1,0.1,0.1,0.1;end`);
  same(await weights(), [40, 20, 20, 20]);
  assert.equal(await number(), await scored());
  await page.select("#preset", await page.$eval("#preset option[data-fill]", (el) => /** @type {HTMLOptionElement} */ (el).value));
  await reader.settled();
  assert.equal((await weights()).reduce((sum, one) => sum + one, 0), 100);
});

chromiumTest("the result, the rules and the challenge are where they are played", async () => {
  await reader.live(PATH);
  const said = () => page.evaluate(() => [".hero [data-out=margin]", ".result-ruler [data-yours=true] text", ".outcomes-of [data-yours=true] b", "[data-form=cliff] .finding"].map((one) => document.querySelector(one)?.textContent?.trim()));
  same(await said(), ["123 above a win", "win +16", "1000 → 1016", "Only crossing 400 or 700 moves your rating."]);
  await reader.type("[name='/measurements/correctness/score']", "600");
  same(await said(), ["27 below a win", "draw 0", "1000 → 1000", "Only crossing 400 or 700 moves your rating."]);
  await page.select("select[data-place='/difficulty']", "legendary");
  await reader.settled();
  const { change } = engine.call("elo.update", { rulebook: "clawdiators", rating: 1000, matches: 9, difficulty: "legendary", outcome: "draw" });
  assert.equal((await said())[1], `draw +${Math.round(change)}`);
  await page.click(".switch [data-score=clawdiators-live]");
  await reader.settled();
  same(await page.$$eval(".switch button", (all) => all.map((el) => `${el.textContent} ${el.getAttribute("aria-pressed")}`)), ["docs 673 false", "live code 674 true"]);
  assert.equal(await number(), 674);
});

chromiumTest("the page is short, and its answer and picture are first on a phone", async () => {
  await page.setViewport({ width: 1440, height: 900 });
  await reader.live(PATH);
  const wide = await budget(page);
  assert.ok(wide.height <= 1840 && wide.controls <= 40 && wide.words <= 300, JSON.stringify(wide));
  await page.setViewport({ width: 360, height: 740 });
  const phone = await budget(page);
  assert.ok(phone.width <= 360 && phone.answer <= 240 && phone.picture <= 480, JSON.stringify(phone));
  await reader.silent("the page of a score");
});
