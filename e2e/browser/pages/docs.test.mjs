// The first page of the docs: one request in three ways, and its answer by the module.

import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { same } from "../support/check.mjs";
import { everyLook } from "../support/measure/every-look.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";
import { dist } from "../support/site.mjs";

const { loadEngine } = await import(pathToFileURL(join(dist, "engine", "engine.mjs")).href);
const engine = await loadEngine();
const reader = await tab();
const { page } = reader;

/** The bytes of an answer without their envelope. @param {string} operation @param {string} request */
const bytes = (operation, request) => engine.callJSON(operation, request).slice(6, -1);

const shown = () => page.evaluate(() => ({
  json: document.querySelector("[data-json]")?.textContent ?? "",
  big: document.querySelector("[data-big]")?.textContent ?? "",
  codes: [...document.querySelectorAll(".call-way code")].map((el) => el.textContent ?? ""),
}));

/** @param {string} json */
const answered = (json) => page.waitForFunction((json) => document.querySelector("[data-json]")?.textContent === json, { timeout: 20_000 }, json);

test("a number in the code turns in all three ways, and the answer is the engine’s", async () => {
  await page.setViewport({ width: 1440, height: 900 });
  await reader.goto("/docs/");
  const request = '{"rating":1050,"opponent":1200}';
  const first = await shown();
  same([first.json, first.big], [bytes("elo.expected", request), "0.2966"]);
  for (const code of first.codes) assert.ok(code.includes(request), code);
  await page.focus(".call-way .turnable input");
  await page.keyboard.press("ArrowUp");
  const next = '{"rating":1060,"opponent":1200}';
  await answered(bytes("elo.expected", next));
  for (const code of (await shown()).codes) assert.ok(code.includes(next), code);
  same(await page.$eval("[data-request-text]", (el) => /** @type {HTMLTextAreaElement} */ (el).value), next);
  await reader.silent("a turned number");
});

test("another operation, a request of one’s own, and a refusal in the engine’s words", async () => {
  await reader.goto("/docs/");
  await page.click("[data-call-of='elo.update']");
  const request = '{"rulebook":"clawdiators-live","rating":1000,"matches":0,"opponent":1200,"outcome":"win"}';
  await answered(bytes("elo.update", request));
  same((await shown()).big, "1024"); // by hand: 1000 + 32 · (1 − 0.2403) = 1024.3, rounded
  for (const code of (await shown()).codes) assert.ok(code.includes("elo.update") && code.includes(request), code);
  await page.click("[data-call-of='score.interval']");
  await answered(bytes("score.interval", '{"entrants":[{"id":"you","passed":73,"total":91}]}'));
  same((await shown()).big, "70.9 to 87.1 %");
  const wrong = '{"entrants":[{"id":"you","passed":173,"total":91}]}';
  await page.$eval("[data-request-text]", (el, text) => { /** @type {HTMLTextAreaElement} */ (el).value = text; el.dispatchEvent(new Event("input", { bubbles: true })); }, wrong);
  await answered(engine.callJSON("score.interval", wrong).replace(/^\{"error":/, "").slice(0, -1));
  same((await shown()).big, "refused");
  const sure = '{"entrants":[{"id":"you","passed":73,"total":91}],"confidence":0.9}'; // no operation writes it
  await page.$eval("[data-request-text]", (el, text) => { /** @type {HTMLTextAreaElement} */ (el).value = text; el.dispatchEvent(new Event("input", { bubbles: true })); }, sure);
  await answered(bytes("score.interval", sure));
  same((await shown()).big, "answered");
  await reader.silent("a refusal");
});

test("an operation is found by its name, and an address opens its fold", async () => {
  await reader.goto("/docs/");
  await page.type("[data-find-operation]", "decay");
  same(await page.$$eval(".catalogue-list li a", (all) => all.filter((el) => el.checkVisibility()).map((el) => el.textContent)), ["reward.decay", "explain.decay"]);
  await reader.goto("/docs/#pages-as-data");
  same(await page.$eval("#pages-as-data", (el) => el.closest("details")?.open), true);
});

test("the page is short, and its answer comes first on a phone", async () => {
  await page.setViewport({ width: 1440, height: 900 });
  await reader.goto("/docs/");
  const { height, words, controls } = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    controls: [...document.querySelectorAll("main :is(input, button, select, textarea)")].filter((el) => el.checkVisibility()).length,
    words: (/** @type {HTMLElement} */ (document.querySelector("main")).innerText.match(/\S+/g) ?? []).length,
  }));
  assert.ok(height <= 2002, `${height} px high`);
  assert.ok(words <= 284, `${words} words`);
  assert.ok(controls <= 40, `${controls} controls`);
  await page.setViewport({ width: 360, height: 740 });
  await reader.goto("/docs/");
  assert.ok(await page.$eval("[data-big]", (el) => el.getBoundingClientRect().top) <= 275);
});

chromiumTest("axe finds no fault in light, dark and forced colours, and nothing moves", () => everyLook(reader, "/docs/", ".call-way .turnable input"));
