// /weights/stress/: the checks of a scoring, by the numbers of tables that are computed by
// hand, with the table carried from /weights/ and a case carried back.

import assert from "node:assert/strict";
import { auditParts } from "../support/measure/axe.mjs";
import { none, same } from "../support/check.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";
import { hotkeys } from "../support/hostile.mjs";

const reader = await tab();
const { page } = reader;

/** A check: its result in words and what was found. @param {string} id */
const check = (id) => page.$eval(`tr[data-id=${id}]`, (tr) => [tr.querySelector("[data-out=mark]")?.textContent, tr.querySelector("[data-out=sentence]")?.textContent]);

/** @param {string} text */
const sentence = async (text) => same((await reader.sentences())[0], text);

chromiumTest("a table from /weights/: what fails, and its case back there", async () => {
  await reader.live("/weights/");
  // AiRENA docs, Scoring System: A has 88 and B 82.8, until anybody is fast enough: then 68 and 70.8.
  await reader.put("#agents", "agent,correctness,speed,quality,process\nA,90,100,80,80\n\"<img src=x onerror=alert(1)>\",97,60,80,80\n\u202eC,0,0,10,0\n");
  await reader.settled();
  await page.focus("[data-stress]");
  await reader.leave(() => page.keyboard.press("Enter"));
  await reader.settled();
  same(new URL(page.url()).pathname, "/weights/stress/");
  same(await check("bystanders"), ["– Not checked", "The table does not say how speed was measured: choose the rules."]);
  await page.$eval("#rules", (el) => ((/** @type {HTMLDetailsElement} */ (el.closest("details"))).open = true));
  await page.select("#rules", "airena");
  await reader.settled();
  same(await check("bystanders"), ["✗ Fails", "One more answer, even a wrong one, in 33.33 % of the fastest time puts “<img src=x onerror=alert(1)>” (70.80) over A (68.00)."]);
  same(await check("tie"), ["✓ Passes", "A is alone in first place."]);
  same(await page.$$eval("main img", (all) => all.length), 0);
  await page.$$eval("details.fold", (all) => all.forEach((el) => ((/** @type {HTMLDetailsElement} */ (el)).open = true)));
  await page.focus("tr[data-id=bystanders] a");
  await reader.leave(() => page.keyboard.press("Enter"));
  await reader.settled();
  same(await page.$$eval("[data-board] tbody tr", (all) => all.map((tr) => `${tr.querySelector("th")?.textContent} ${tr.querySelector("[data-out=score]")?.textContent}`)),
    ["<img src=x onerror=alert(1)> 70.80", "A 68.00", "(Bystander) 20.00", "\\u202eC 2.00"]);
});

chromiumTest("the example: limits, weights and what is wrong with them, by keyboard", async () => {
  await reader.live("/weights/stress/");
  await sentence("3 of 13 checks fail: Bystander, Copy of the best and One test decides.");
  // 0.2 of 100 for speed, with nothing else: the limit of 20 is reached, that of 21 is not.
  await page.$$eval("details.fold", (all) => all.forEach((el) => ((/** @type {HTMLDetailsElement} */ (el)).open = true)));
  await reader.type("#f-empty", "21");
  await reader.settled();
  same(await check("empty"), ["✓ Passes", "An empty answer, sent at once, scores 20.00: that stays below 21.00."]);
  await page.focus("#f-empty");
  await page.keyboard.press("ArrowDown");
  await reader.settled();
  same(await check("empty"), ["✗ Fails", "An empty answer, sent at once, scores 20.00: want less than 20.00."]);
  await reader.type("#weights", "40 20 20 30");
  await reader.settled();
  same(await reader.message("#weights"), "The weights sum to 110 %: want 100 %.");
  await reader.type("#weights", "equal");
  await reader.settled();
  // One of four equal weights is 25 %, and speed is one of them.
  same(await check("empty"), ["✗ Fails", "An empty answer, sent at once, scores 25.00: want less than 20.00."]);
  same(await reader.message("#weights"), "");
  const summary = await page.$(".probe-card[data-id=empty] summary");
  await summary?.focus();
  await page.keyboard.press("Enter");
  assert.ok(await page.$eval(".probe-card[data-id=empty] .probe-ideas li", (el) => el.checkVisibility()));
  none(await auditParts(page, "tr[data-id=empty]", "#weights"), "axe");
  await page.setViewport({ width: 360, height: 740 });
  await page.evaluate(() => scrollTo(0, 0)); // what the answer's line covers is not there to press
  none(await auditParts(page, "tr[data-id=empty]", "#weights"), "axe at 360 px");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await reader.put("#agents", hotkeys);
  assert.match((await check("bystanders"))[1] ?? "", / puts “5Grw\w{44}” \(/);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 360, `${width} px wide`);
  await page.setViewport({ width: 1280, height: 900 });
  await reader.silent("stress");
});
