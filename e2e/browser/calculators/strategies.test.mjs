// What share do I get? 256 miners of a paste, by five strategies, with cap, burn and the chain's
// whole numbers; and which validator is left out. The formulas are those of Term Challenge docs,
// Scoring System, written again.

import assert from "node:assert/strict";
import test from "node:test";
import { same } from "../support/check.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";

const PATH = "/rewards/term/strategies/";

const reader = await tab();
const { page } = reader;

/** A table's rows by their names. @param {import("puppeteer-core").Page} of @param {string} id @returns {Promise<Record<string, string[]>>} */
const table = (of, id) =>
  of.$$eval(`#${id} tr[data-id]`, (rows) => Object.fromEntries(rows.map((row) => [row.querySelector("th")?.textContent, [...row.querySelectorAll("td")].map((td) => td.textContent ?? "")])));

/** Tasks of the example: a logistic spread about 48 %, 16 that solve nothing, and you. */
const tasks = [...Array.from({ length: 255 }, (_, i) => (i < 239 ? Math.round(91 * (0.48 + 0.055 * Math.log((239 - i) / (i + 0.5)))) : 0))];

/** What a strategy pays the last miner, by a formula for the part of one. @type {Record<string, (all: number[], mine: number) => number>} */
const strategies = {
  Linear: (all, mine) => mine / all.reduce((a, b) => a + b, 0),
  Quadratic: (all, mine) => mine ** 2 / all.reduce((a, b) => a + b ** 2, 0),
  Softmax: (all, mine) => Math.exp(mine / 9.1) / all.reduce((a, b) => a + Math.exp(b / 9.1), 0),
};

/** The share of a strategy after a burn of a fifth, as the page writes it. @param {string} name @param {number} mine */
const paid = (name, mine) => 80 * (strategies[name] ?? assert.fail())([...tasks, mine], mine);

/** @param {import("puppeteer-core").Page} of */
const seen = (of) => of.evaluate(() => {
  const text = (/** @type {string} */ selector) => document.querySelector(selector)?.textContent ?? "";
  const value = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (document.querySelector(`[name="${name}"]`)).value;
  return { number: text(".hero-number"), place: text("[data-out=place]"), mine: value("/mine"), cap: value("/cap/percent"), burn: value("/burn/percent") };
});

chromiumTest("without JavaScript the page shows 256 miners", async () => {
  const plain = await tab({ scripts: false });
  await plain.goto(PATH);
  same(await seen(plain.page), { number: "0.561%", place: "15th of 256 miners", mine: "58", cap: "50", burn: "20" });
  const rows = await table(plain.page, "strategies");
  for (const name of Object.keys(strategies)) same(rows[name]?.slice(0, 2), [`${paid(name, 58).toFixed(3)} %`, `+${(paid(name, 59) - paid(name, 58)).toFixed(4)}`], name);
  same((await plain.sentences()).at(-1), "The validators agree on 80.42 %: 1 of 5 left out.");
  await plain.close();
});

test("your tasks move by rank, by keys and by the field; a name chooses its strategy", async () => {
  await reader.live(PATH);
  const cursor = ".share-figure .cursor-pill input";
  await page.focus(cursor);
  await page.keyboard.press("ArrowRight");
  await reader.settled();
  same([(await seen(page)).mine, (await seen(page)).number], ["59", `${paid("Quadratic", 59).toFixed(3)}%`]);
  const box = await (await page.$(".share-figure .cursor-pill"))?.boundingBox() ?? assert.fail();
  await page.mouse.click(box.x + 2, box.y + box.height / 2); // the first rank
  await reader.settled();
  assert.match((await seen(page)).place, /^1st of 256/);
  assert.equal(Number((await seen(page)).mine) > Math.max(...tasks), true, "more than all others");
  await reader.put("[name='/mine']", "58");
  await page.click(".share-figure [data-picks=linear] tspan");
  await reader.settled();
  same((await seen(page)).number, `${paid("Linear", 58).toFixed(3)}%`);
  await reader.silent("tasks");
});

test("a list of miners, its competitions, and what is wrong with a line", async () => {
  await reader.live(PATH);
  await page.click("[data-miners^='#']");
  await reader.settled();
  same(await seen(page), { number: "41.86%", place: "1st of 5 miners", mine: "90", cap: "50", burn: "20" }); // 0.8 · 0.5 / (1 − 0.5445 + 0.5)
  same(await table(page, "caps"), { "No cap": ["54.45 %", "54.45 %"], "Cut off, as written": ["52.33 %", "52.33 %"], "To others, once": ["50.00 %", "50.00 %"], "To others, until none is over": ["50.00 %", "50.00 %"] });
  await page.$eval("#pasted", (el) => el.setAttribute("open", ""));
  await reader.put("[name='/text']", "# A 70\nyou,50\n# B 20\na,20");
  same(await reader.message("[name='/text']"), "Competitions add up to 90 %. Make it 100.");
  await reader.put("[name='/text']", "a,50\nb");
  same(await reader.message("[name='/text']"), 'Line 2: "b": want a name, and tasks or a score from 0 to 1.');
  await reader.put("[name='/text']", "a,60\nyou,30\nc,10");
  same([(await seen(page)).place, (await seen(page)).mine], ["2nd of 3 miners", "30"]);
  await page.$eval("[data-every]", (el) => el.setAttribute("open", ""));
  await page.waitForSelector("[data-every] tr[data-id=c]");
  same((await page.$$eval("[data-every] tbody tr", (rows) => rows.map((row) => [...row.children].slice(0, 3).map((cell) => cell.textContent).join(" ")))), ["1 a 60", "2 you 30", "3 c 10"]);
  const fragment = await reader.fragment();
  assert.match(fragment, /^#2;/);
  await page.focus("[data-tool=undo]");
  await page.keyboard.press("Enter");
  await reader.settled();
  await reader.silent("a list");
});

chromiumTest("the burn is a place in time, and the cap a line", async () => {
  await reader.live(PATH);
  const stream = await (await page.$(".stream-figure .cursor-pill"))?.boundingBox() ?? assert.fail();
  await page.evaluate(() => document.querySelector(".stream-figure")?.scrollIntoView({ block: "center", behavior: "instant" }));
  const at = await (await page.$(".stream-figure .cursor-pill"))?.boundingBox() ?? stream;
  await page.mouse.click(at.x + (at.width * 26) / 30, at.y + at.height / 2);
  await reader.settled();
  same([(await seen(page)).burn, (await seen(page)).number], ["80", `${(paid("Quadratic", 58) / 4).toFixed(3)}%`]); // epoch 26: 80 %
  await page.focus(".cap-handle input");
  await page.keyboard.press("ArrowDown");
  await reader.settled();
  assert.ok(Number((await seen(page)).cap) < 2, "it begins at the top of the picture");
  await reader.silent("burn and cap");
});

chromiumTest("a link of before, with rows of miners, leads to its list", async () => {
  await reader.live(PATH);
  await reader.follow("#1;strategy=linear;burn=0;cap=100;miners-a=you,b;scores-a=0.75,0.25;end");
  await reader.settled();
  same([(await seen(page)).number, (await seen(page)).mine], ["60.00%", "75"]); // three quarters of 80 %
  await reader.silent("a link");
});

test("a validator falls out of the band where the page says", async () => {
  await reader.live(PATH);
  const edge = (await table(page, "on-validators"))["v5"]?.[4] ?? "";
  same(edge, "below 74.81 % or above 86.19 %"); // 0.8 − 3.5 · 0.01 / 0.6745, and 0.81 + 3.5 · 0.01 / 0.6745
  await page.$$eval("summary", (all) => all.find((el) => el.textContent?.startsWith("Validators"))?.click());
  for (const [score, state] of [["0.7482", "counts"], ["0.748", "left out"], ["0.8618", "counts"], ["0.862", "left out"]]) {
    await reader.put("[name='/validators/4/score']", score ?? "");
    same((await table(page, "on-validators"))["v5"]?.[3], state, score);
  }
  await page.$eval("[name='/rulebook'][value='term-live']", (el) => el.closest("details")?.setAttribute("open", ""));
  await page.click("[name='/rulebook'][value='term-live']");
  await reader.settled();
  assert.notEqual((await table(page, "on-validators"))["v5"]?.[4], edge, "the published code has another threshold");
  await reader.silent("validators");
});

chromiumTest("what is wrong with a row stands below it, and leaves with its row", async () => {
  await reader.live(PATH);
  const said = () => page.$$eval("[data-rows='/validators'] > tr", (rows) => rows.map((row) => row.querySelector(".error")?.textContent ?? ""));
  await reader.put("[name='/validators/0/score']", "2");
  same(await said(), ["", "2: want a number from 0 to 1.", "", "", "", ""]);
  same(await reader.message("[name='/validators/0/score']"), "2: want a number from 0 to 1.");
  await page.$eval("[data-rows='/validators'] [data-remove]", (el) => /** @type {HTMLElement} */ (el).click());
  await reader.settled();
  same(await said(), ["", "", "", ""]);
});
