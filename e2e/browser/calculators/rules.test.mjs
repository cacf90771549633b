// /weights/rules/: what changed rules decide, by numbers computed by hand; the rulebook
// that is exported, imported again, and hostile ones.

import assert from "node:assert/strict";
import { auditParts } from "../support/measure/axe.mjs";
import { none, same } from "../support/check.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";

const reader = await tab();
const { page } = reader;

/** @param {string} text */
const sentence = async (text) => same((await reader.sentences())[0], text);

/** Rows as rank, name, score and result. */
const rows = () => page.$$eval("#changes tbody tr", (all) => all.map((tr) => ["rank", "id", "total", "was", "result"].map((name) => tr.querySelector(`[data-out=${name}]`)?.textContent).join(" ")));

const openAll = () => page.$$eval("details.group", (all) => all.forEach((el) => ((/** @type {HTMLDetailsElement} */ (el)).open = true)));

/** Pastes a text as the reader's own rulebook. @param {string} text */
const own = async (text) => {
  await page.$eval("#own", (el, text) => {
    (/** @type {HTMLTextAreaElement} */ (el)).value = text;
    el.dispatchEvent(new Event("input", { bubbles: true }));
  }, text);
  await reader.settled();
};

chromiumTest("the example: cut-offs, formulas and another arena, by keyboard", async () => {
  await reader.live("/weights/rules/");
  await openAll();
  await sentence("The change decides 2 of 12 results: Orion win → draw and Draco win → draw.");
  // Orion: 0.75 · 780 + 0.15 · 700 + round(round(1000 · (1 − 180/420)²) · 0.1) = 585 + 105 + 33.
  same((await rows())[5], "6 Orion 723 733 win → draw");
  await page.focus("#f-rulebook-results-0-min");
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowDown");
  await reader.settled();
  await sentence("The change decides 1 of 12 results: Draco win → draw.");
  await reader.type("#f-rulebook-results-1-min", "800");
  await reader.settled();
  same(await reader.message("#f-rulebook-results-1-min"), "800: want less than the result above it, 710.");
  await page.select("#base", "airena");
  // AiRENA docs, Scoring System: A has 88 and B 82.8; by 0.8 for tests and 0.2 for speed, 92 and 89.6.
  await reader.put("#submissions", "agent,correctness.passed,correctness.total,speed.time_ms,quality,process.items\nA,9,10,1000,80,16 16 16 16 16\n\u202e<img src=x onerror=alert(1)>,97,100,1800,80,16 16 16 16 16\n");
  await reader.settled();
  same(await rows(), ["1 A 88.0 88.0 ", "2 \\u202e<img src=x onerror=alert(1)> 82.8 82.8 "]);
  await reader.type('[name="/rulebook/dimensions/1/decay"]', "100");
  await reader.settled();
  // Speed of 1.8 times the fastest: 100 − 0.8 · 100 = 20 instead of 60.
  same((await rows())[1], "2 \\u202e<img src=x onerror=alert(1)> 74.8 82.8 ");
  same(await page.$$eval("main img", (all) => all.length), 0);
  await page.setViewport({ width: 360, height: 740 });
  none(await auditParts(page, "#changes", "#base"), "axe at 360 px");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.setViewport({ width: 1280, height: 900 });
});

chromiumTest("the exported rulebook is accepted, and comes back whole; hostile ones are refused", async () => {
  await page.evaluate(() => (navigator.clipboard.writeText = async (text) => void (/** @type {any} */ (window).copied = text)));
  await page.click("[data-do=copy]");
  await page.waitForFunction(() => "copied" in window);
  const text = await page.evaluate(() => /** @type {any} */ (window).copied);
  const rulebook = JSON.parse(text);
  same([rulebook.id, rulebook.name, rulebook.arena, rulebook.dimensions[1].decay, rulebook.tiers.length, rulebook.rating.scheme], ["my-rules", "My rules", undefined, 100, 6, "pairwise"]);
  same(await reader.ask("rulebook.check", { rulebook }), { ok: true, problems: [] });
  const harbor = { ...rulebook, id: "harbor", name: "\u202eHarbor", results: [{ id: "win", min: 85 }, { id: "loss", min: 0 }], badges: rulebook.badges.slice(0, 1) };
  await own(JSON.stringify(harbor));
  same(await page.$eval("#base", (el) => (/** @type {HTMLSelectElement} */ (el)).value), "own");
  same(await page.$eval("#f-rulebook-results-0-min", (el) => (/** @type {HTMLInputElement} */ (el)).value), "85");
  await sentence("The change decides nothing: both rules give the same.");
  await page.click("[data-do=copy]");
  await page.waitForFunction((before) => /** @type {any} */ (window).copied !== before, {}, text);
  same(JSON.parse(await page.evaluate(() => /** @type {any} */ (window).copied)), harbor);
  const many = Array.from({ length: 200 }, (_, i) => ({ ...harbor.dimensions[0], key: `d${i}` }));
  for (const [hostile, message] of /** @type {[string, RegExp][]} */ ([
    ["{", /JSON/],
    [JSON.stringify({ ...harbor, scale: 1e308 }), /\/scale.*1e\+308/],
    [JSON.stringify({ ...harbor, scale: "NaN" }), /\/scale.*NaN/],
    [JSON.stringify({ ...harbor, dimensions: many }), /\/dimensions.*200/],
    [JSON.stringify({ ...harbor, name: "x".repeat(5 << 20) }), /name|bytes/],
  ])) {
    await own(hostile);
    assert.match(await reader.message("#own"), message);
    await sentence("The change decides nothing: both rules give the same.");
  }
});

chromiumTest("a calculator answers by a rulebook of the reader, and says so", async () => {
  const weights = { correctness: 0.5, speed: 0.1, quality: 0.2, process: 0.2 };
  const whole = await reader.ask("rulebook.get", { id: "airena" });
  const mine = { ...whole, name: "\u202eAiRENA", dimensions: whole.dimensions.map((/** @type {any} */ d) => ({ ...d, weight: weights[/** @type {keyof typeof weights} */ (d.key)] })) };
  const link = (/** @type {unknown} */ rulebook) => `#1;op=rulebook.check;json=${encodeURIComponent(JSON.stringify({ rulebook }))};end`;
  await reader.live(`/score/airena/${link(mine)}`);
  await reader.settled();
  const whose = () => page.$eval("[data-own-rules]", (el) => (el.checkVisibility() ? el.querySelector("span")?.textContent : ""));
  same(await whose(), "By your rulebook \\u202eAiRENA, not by the arena’s own rules.");
  // 0.5 · 90 + 0.1 · 100 + 0.2 · 80 + 0.2 · 80 = 87, and 88 by AiRENA's weights.
  await sentence("This submission scores 87.00 of 100.");
  await page.focus("[data-own-back]");
  await page.keyboard.press("Enter");
  await reader.settled();
  same(await whose(), "");
  const narrow = { ...mine, name: "Narrow", dimensions: [{ ...mine.dimensions[0], weight: 0.8 }, { ...mine.dimensions[2], weight: 0.2 }] };
  await reader.follow(link(narrow));
  await reader.settled();
  same(await whose(), "By your rulebook Narrow, not by the arena’s own rules.");
  assert.match(await page.$eval("#score-error", (el) => el.textContent ?? ""), /dimension "(process|speed)"/);
});
