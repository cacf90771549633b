// How hard is a challenge? The rating that fits, its interval, expected points, results and the arena's
// calibration are computed again from the rows that the page shows.

import assert from "node:assert/strict";
import test from "node:test";
import { none, same } from "../support/check.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";
import { audit, auditColours } from "../support/measure/axe.mjs";
import { colours } from "../support/measure/colours.mjs";

const PATH = "/rating/difficulty/";
const AT = ".bell-figure .bell-cursor input", COUNT = ".bell-strip .bell-cursor input";

const reader = await tab();
const { page } = reader;

/** @param {import("puppeteer-core").Page} of */
const seen = (of) => of.evaluate(() => {
  const text = (/** @type {string} */ selector) => document.querySelector(selector)?.textContent?.trim() ?? "";
  const value = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (document.querySelector(`[name="${name}"]`)).value;
  return { asks: text("h1"), number: text(".hero-number"), range: text("[data-out=range]"), verdict: text("[data-out=verdict]"), saw: text(".bell-saw"), decides: text("[data-out='calibration/text']"), count: value("/count"), error: text(".stack .error") };
});

/** @typedef {{ rating: number, challenge: string, result: string, attempt: number }} Row */

/** @param {import("puppeteer-core").Page} of @returns {Promise<Row[]>} */
const listed = async (of) => (await of.$eval("#tried", (el) => /** @type {HTMLTextAreaElement} */ (el).value)).trim().split("\n").slice(1).map((line) => {
  const [, rating, challenge = "", , result = "", attempt] = line.split(",");
  return { rating: Number(rating), challenge, result, attempt: Number(attempt) };
});

const WORTH = { win: 1, draw: 0.5, loss: 0 };
const worth = (/** @type {Row} */ { result }) => WORTH[/** @type {keyof typeof WORTH} */ (result)];
const expects = (/** @type {Row} */ { rating }, /** @type {number} */ x) => 1 / (1 + 10 ** ((x - rating) / 400));

/** The likeliest rating of finished matches on a grid, and where the log-likelihood is 1.9207 lower. @param {Row[]} rows */
function fit(rows) {
  const log = (/** @type {number} */ x) => rows.reduce((sum, row) => sum + worth(row) * Math.log(expects(row, x)) + (1 - worth(row)) * Math.log(1 - expects(row, x)), 0);
  let best = 0;
  for (let x = 0; x < 2500; x += 0.25) if (log(x) > log(best)) best = x;
  const [low = NaN, high = NaN] = [-1, 1].map((way) => {
    let x = best;
    while (log(best) - log(x) < 1.920729) x += way / 8;
    return x;
  });
  return { best, low, high };
}

/** The arena's decision after so many matches. @param {Row[]} rows */
function decided(rows) {
  const finished = rows.filter(({ result }) => result !== "expired"), wins = rows.filter(({ result }) => result === "win");
  const rate = (/** @type {number} */ a, /** @type {number} */ b) => Math.round((a / b) * 1000) / 1000;
  if (finished.length < 20) return "too few";
  const won = rate(wins.length, finished.length), ended = rate(finished.length, rows.length);
  return won >= 0.65 && ended >= 0.85 ? "newcomer" : won >= 0.45 && ended >= 0.7 ? "contender" : won >= 0.25 && ended >= 0.5 ? "veteran" : "legendary";
}

/** @param {import("puppeteer-core").Page} of @param {string} text */
const give = (of, text) => of.$eval("#tried", (el, text) => {
  /** @type {HTMLTextAreaElement} */ (el).value = text;
  el.dispatchEvent(new Event("input", { bubbles: true }));
}, text);

chromiumTest("without JavaScript the page shows its example, which fits the rows", async () => {
  const plain = await tab({ scripts: false });
  await plain.goto(PATH);
  const rows = await listed(plain.page);
  assert.equal(rows.length, 216);
  const one = rows.filter(({ challenge, result }) => challenge === "Cipher Forge" && result !== "expired");
  const { best, low, high } = fit(one);
  const at = one.reduce((sum, row) => sum + expects(row, 1000), 0), made = one.reduce((sum, row) => sum + worth(row), 0);
  same(await seen(plain.page), { asks: "How hard is Cipher Forge?", number: best.toFixed(0), range: `${low.toFixed(0)} to ${high.toFixed(0)}`, verdict: "Not contender", saw: `At 1000 the agents expect ${at.toFixed(1)} points. They made ${made.toFixed(1)}.`, decides: "Clawdiators makes it veteran from match 40 on.", count: "64", error: "" });
  const table = await plain.page.$$eval(".bell-table tbody tr", (all) => all.map((row) => [...row.querySelectorAll("th, .num")].map((cell) => cell.textContent?.trim() ?? "")));
  for (const [challenge = "", win, first, fits] of table) {
    const of = rows.filter((row) => row.challenge === challenge), finished = of.filter(({ result }) => result !== "expired");
    const share = (/** @type {Row[]} */ list) => `${((100 * list.filter(({ result }) => result === "win").length) / list.length).toFixed(0)} %`;
    same([win, first, fits], [share(finished), share(finished.filter(({ attempt }) => attempt === 1)), fit(finished).best.toFixed(0)], challenge);
  }
  const flags = await plain.page.$$eval(".bell-flag text", (all) => all.map((el) => el.textContent));
  const all = rows.filter(({ challenge }) => challenge === "Cipher Forge");
  same(flags, [20, 40, 60].map((n) => `${n} ${decided(all.slice(0, n))}`));
  await plain.close();
});

test("the rating to compare with moves by keys and by the pointer", async () => {
  await reader.live(PATH);
  const one = (await listed(page)).filter(({ challenge, result }) => challenge === "Cipher Forge" && result !== "expired");
  const sum = (/** @type {number} */ x) => one.reduce((all, row) => all + expects(row, x), 0).toFixed(1);
  await page.focus(AT);
  await page.keyboard.press("ArrowRight");
  await reader.settled();
  assert.equal((await seen(page)).saw, `At 1005 the agents expect ${sum(1005)} points. They made 31.5.`);
  const box = await (await page.$(".bell-figure .bell-cursor"))?.boundingBox() ?? assert.fail();
  await page.mouse.click(box.x + box.width * (700 / 1200), box.y + box.height / 2);
  await reader.settled();
  assert.equal((await seen(page)).saw, `At 1200 the agents expect ${sum(1200)} points. They made 31.5.`);
});

test("how many matches count moves by drag, keys and the field, and undo brings them back", async () => {
  await reader.live(PATH);
  const all = (await listed(page)).filter(({ challenge }) => challenge === "Cipher Forge");
  const range = (/** @type {number} */ n) => {
    const { low, high } = fit(all.slice(0, n).filter(({ result }) => result !== "expired"));
    return `${low.toFixed(0)} to ${high.toFixed(0)}`;
  };
  const box = await (await page.$(".bell-strip .bell-cursor"))?.boundingBox() ?? assert.fail();
  await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * (24 / 64), box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await reader.settled();
  same([(await seen(page)).count, (await seen(page)).range, (await seen(page)).decides], ["24", range(24), "Clawdiators decides at match 40."]);
  await page.focus(COUNT);
  await page.keyboard.press("ArrowRight");
  await reader.settled();
  same([(await seen(page)).count, (await seen(page)).range], ["25", range(25)]);
  await new Promise((resolve) => setTimeout(resolve, 600)); // another step
  await page.$eval("#f-count", (el) => /** @type {HTMLInputElement} */ (el).select());
  await page.keyboard.type("40");
  await reader.settled();
  same([(await seen(page)).range, (await seen(page)).decides], [range(40), "Clawdiators makes it veteran from match 40 on."]);
  await page.click("[data-tool=undo]");
  await reader.settled();
  same((await seen(page)).count, "25");
});

test("a click on a name chooses it with all its matches", async () => {
  await reader.live(PATH);
  await page.focus(COUNT);
  await page.keyboard.press("ArrowLeft");
  await reader.settled();
  await page.click("[data-tries='Alpha Genesis']");
  await reader.settled();
  const all = (await listed(page)).filter(({ challenge }) => challenge === "Alpha Genesis");
  const { asks, count, decides, verdict } = await seen(page);
  same([asks, count, decides, verdict], ["How hard is Alpha Genesis?", String(all.length), "Clawdiators keeps it legendary from match 40 on.", "Legendary"]);
  same(await page.$$eval("[data-tries][aria-pressed=true]", (list) => list.map((el) => el.textContent)), ["Alpha Genesis"]);
  assert.match(await page.evaluate(() => location.hash), /challenge=Alpha%20Genesis/);
  await reader.live(await page.evaluate(() => location.pathname + location.hash));
  same((await seen(page)).asks, "How hard is Alpha Genesis?");
});

test("other matches: semicolons, a line that cannot be read, all won, and no script of theirs", async () => {
  await reader.live(PATH);
  await give(page, "Agent;Rating;Challenge;Difficulty;Result\nNova;1000,7;Maze;veteran;win\nAtlas;1000,7;Maze;veteran;loss");
  await reader.settled();
  same([(await seen(page)).asks, (await seen(page)).number, (await seen(page)).count], ["How hard is Maze?", "1001", "2"]);
  await give(page, "rating,challenge,difficulty,result\n1000,Maze,veteran,win\n,Maze,veteran,loss");
  await reader.settled();
  same([(await seen(page)).error, (await seen(page)).number], ["Line 3: it has no rating: give the agent’s rating before the match.", "1001"]);
  await give(page, `rating,challenge,difficulty,result\n${"1000,<img src=x onerror=alert(1)>,veteran,win\n".repeat(5)}`);
  await reader.settled();
  const { number, range, verdict } = await seen(page);
  same([number, range, verdict], ["–", "No rating fits", "Not veteran"]);
  assert.equal(await page.$("main img"), null);
  assert.equal(await page.$eval(".bell-table th button", (el) => el.textContent), "<img src=x onerror=alert(1)>");
});

test("the line for anything leads a list of matches here", async () => {
  await reader.live("/");
  await page.type("[data-paste] textarea", "rating,challenge,difficulty,result\n1000,Maze,veteran,win\n1100,Maze,veteran,expired");
  await page.waitForSelector("[data-destinations] a[href^='/rating/difficulty/']", { timeout: 20_000 });
});

chromiumTest("in light, dark and forced colours, on a phone and with large text", async () => {
  const paint = await colours(page);
  await reader.live(PATH);
  for (const [width, scheme, look] of /** @type {const} */ ([[1280, "light", audit], [1280, "dark", auditColours], [1280, "forced", auditColours], [360, "light", audit]])) {
    await page.setViewport({ width, height: 800 });
    await paint(scheme);
    none(await look(page), `${width} px, ${scheme}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
  }
  await paint();
});
