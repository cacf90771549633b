// The page of a Term Challenge score: tasks as cells, the interval on them, and who could be
// first.

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

const PATH = "/score/term/";
const AGENTS = [["Nova", 0.8], ["Atlas", 0.8], ["Rook", 0.825], ["Vega", 0.75], ["Lyra", 0.75]];

const passed = () => page.$eval("[data-key=passed]", (el) => Number(/** @type {HTMLInputElement} */ (el).value));
const number = () => page.$eval(".hero-number", (el) => el.firstChild?.textContent);
const text = (/** @type {string} */ selector) => page.$eval(selector, (el) => el.textContent?.replace(/\s+/g, " ").trim());

/** The middle of a cell, counted from 0. @param {number} cell @param {number} [all] */
const middle = (cell, all = 91) =>
  page.$eval(".cell-slider", (el, part) => {
    el.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, width, top, height } = el.getBoundingClientRect();
    return { x: left + width * part, y: top + height / 3 };
  }, (cell + 0.5) / all);

chromiumTest("a click flips a task, a drag and keys set the count", async () => {
  await page.setViewport({ width: 1280, height: 900 });
  await reader.live(PATH);
  const click = async (/** @type {number} */ cell) => {
    const { x, y } = await middle(cell);
    await page.mouse.click(x, y);
    await reader.settled();
    return passed();
  };
  assert.equal(await click(79), 80, "all tasks up to it pass");
  assert.equal(await click(79), 79, "the last one fails");
  assert.equal(await number(), "86.8");
  const [from, to] = [await middle(20), await middle(60)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (const part of [0.3, 0.6, 1]) await page.mouse.move(from.x + (to.x - from.x) * part, from.y);
  await page.mouse.up();
  await reader.settled();
  assert.ok(Math.abs((await passed()) - 60.5) <= 1, `${await passed()} tasks`);
  await page.focus(".cell-slider");
  await reader.type("[data-key=passed]", "40");
  await page.focus(".cell-slider");
  for (const [key, want] of /** @type {[import("puppeteer-core").KeyInput, number][]} */ ([["ArrowRight", 41], ["PageUp", 46], ["PageDown", 41], ["End", 91], ["Home", 0]])) {
    await page.keyboard.press(key);
    await reader.settled();
    assert.equal(await passed(), want, key);
  }
  same(await page.$eval(".cell-slider", (el) => [el.getAttribute("aria-valuenow"), el.getAttribute("aria-valuetext")]), ["0", "0 of 91 tasks passed: a pass rate of 0.0 %."]);
});

chromiumTest("the task under the pointer says what it would make", async () => {
  await reader.live(PATH);
  const { x, y } = await middle(74);
  await page.mouse.move(x, y);
  await page.waitForFunction(() => document.querySelector("[data-preview]")?.textContent === "75 of 91 tasks passed: a pass rate of 82.4 %.");
  await page.mouse.move(x, y - 200);
  assert.equal(await text("[data-preview]"), "Click a task to flip it.");
  assert.equal(await passed(), 73);
});

chromiumTest("the interval, the reset and the target are on the cells", async () => {
  await reader.live(PATH);
  const { low, high } = engine.call("score.interval", { entrants: [{ id: "run", passed: 73, total: 91 }] }).entrants[0];
  const [x1, x2] = await page.$eval(".bracket line", (el) => [el.getAttribute("x1"), el.getAttribute("x2")].map((one) => parseFloat(one ?? "")));
  assert.ok(Math.abs((x1 ?? NaN) - 100 * low) < 1e-9 && Math.abs((x2 ?? NaN) - 100 * high) < 1e-9, `${x1} to ${x2}`);
  const inside = [...Array(91).keys()].filter((i) => (i + 0.5) / 91 > low && (i + 0.5) / 91 < high); // cells whose middles lie in it
  same(await page.$eval(".veil", (el) => ["x", "width"].map((name) => Math.round((parseFloat(el.getAttribute(name) ?? "") * 91) / 100))), [inside[0], inside.length]);
  same([await text(".resetting text"), await text(".tasks .target-tag text"), await text(".hero-counter")], ["75 reset the decay", "target 78", "5 short of 85 %"]);
  await page.click('.way[data-id="75"] button');
  await reader.settled();
  same([await passed(), await text("[data-form=tasks] .finding"), await text("[data-used] b")], [75, "Your 75 tasks reset the decay.", "80.2 % → 82.4 % (+2.2 points)"]);
});

chromiumTest("who could be first follows the number of tasks", async () => {
  await reader.live(PATH);
  const first = () => text("[data-form=rank] .finding");
  const apart = () => text("[data-out='ties/apart']");
  same([await first(), await apart()], ["All six could be first.", "Rook beats Atlas for sure from 1,880 tasks."]);
  same(engine.call("score.separate", { ahead: { id: "a", passed: 33, total: 40 }, behind: { id: "b", passed: 32, total: 40 } }).tasks, 1880);
  const ranks = (/** @type {number} */ tasks) => {
    const { entrants } = engine.call("score.interval", { entrants: [{ id: "You", passed: 73, total: 91 }, ...AGENTS.map(([id, rate]) => ({ id, passed: Math.round(Number(rate) * tasks), total: tasks }))] });
    return Object.fromEntries(entrants.map((/** @type {any} */ { id, rank_best, rank_last }) => [id, rank_best === rank_last ? `${rank_best}` : `${rank_best}–${rank_last}`]));
  };
  const shown = () => page.$$eval(".ties tbody tr", (all) => Object.fromEntries(all.map((tr) => [tr.querySelector("th")?.textContent, tr.querySelector("td")?.textContent])));
  same(await shown(), ranks(40));
  await page.focus(".tasks-each input");
  await page.keyboard.press("End");
  await reader.settled();
  assert.equal(await page.$eval("[data-key=tasks]", (el) => /** @type {HTMLInputElement} */ (el).value), "10000");
  same(await shown(), ranks(10_000));
  assert.equal(await apart(), "Rook beats Atlas for sure from 1,880 tasks.");
});

chromiumTest("the page is short, and its answer and picture are first on a phone", async () => {
  await page.setViewport({ width: 1440, height: 900 });
  await reader.live(PATH);
  const wide = await budget(page);
  assert.ok(wide.height <= 1786 && wide.controls <= 40 && wide.words <= 314, JSON.stringify(wide));
  await page.setViewport({ width: 360, height: 740 });
  const phone = await budget(page);
  assert.ok(phone.width <= 360 && phone.answer <= 240 && phone.picture <= 480, JSON.stringify(phone));
  await reader.silent("the page of a pass rate");
});
