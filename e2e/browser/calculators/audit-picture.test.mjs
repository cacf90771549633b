// The pictures of /audit/: the grid of values and the fit of the weights, by keyboard and pointer.
// The numbers are those of the example, which are right by hand, with some that are not.

import assert from "node:assert/strict";
import test from "node:test";
import { auditLook } from "../support/measure/axe.mjs";
import { none, same } from "../support/check.mjs";
import { tab } from "../support/fixture.mjs";

const reader = await tab();
const { page } = reader;

/** @param {string} selector */
const textOf = (selector) => page.$eval(selector, (el) => el.textContent ?? "");

/** @param {string} id @param {string} value */
const choose = async (id, value) => {
  await page.select(`#${id}`, value);
  await reader.settled();
};

const hero = () => page.$$eval("[data-out^='hero/']:not(.sticky-line *)", (all) => all.map((el) => el.textContent).join(" "));
const chosen = () => page.$eval("[data-readout]", (el) => [...el.querySelectorAll("[data-out]")].map((one) => one.textContent).join(" | "));

test("the grid of values: arrows and clicks choose a value, and a row of the differences lights its own", async () => {
  await reader.live("/audit/");
  await choose("rules", "airena");
  same(await hero(), "55 of 63 values are right. Eight are not.");
  same(await page.$$eval(".value-lines .tallied", (all) => all.map((el) => el.textContent)), ["12/12", "11/12", "9/12", "10/12", "11/12", "1/2", "1/1"]);
  same(await page.$$eval(".value-cells > [data-state=wrong]", (all) => all.map((el) => el.textContent)), ["95.00", "92.40", "91.20", "48.00", "2", "1", "1189.60", "48.00"]);
  same(await chosen(), "Atlas | Score | 92.40 | 92.00 | 0.40 too much by any reading.");
  await page.focus(".value-cells > [tabindex='0']");
  await page.keyboard.press("ArrowRight");
  same(await chosen(), "Lyra | Score | 91.20 | 90.45 | It adds up the claimed dimension scores.");
  await page.keyboard.press("ArrowUp");
  same(await chosen(), "Lyra | Speed | 95.00 | 91.25 | 3.75 too much for what was measured.");
  await page.keyboard.press("End");
  same(await chosen(), "Volans | Speed | 0.00 |  | ");
  await page.click(".value-lines > [data-id=Rank] .value-cells > :first-child");
  same(await chosen(), "Carina | Rank | 2 | 1 | Its 94.50 beats Nova’s 94.25.");
  same(await page.$$eval(".value-cells > [tabindex='0']", (all) => all.length), 1);
  await page.hover(".diffs tr[data-what=Rating]");
  same(await page.$$eval(".value-cells > .lit", (all) => all.map((el) => el.textContent)), ["1189.60"]);
  same(await page.$$eval(".diffs [data-wrong=true]", (all) => all.map((el) => el.textContent)), ["2", "1", "4", "5.00", "1.20", "89", "4", "4"]);
});

test("weights that are dragged: the engine turns the ends into weights, and the dots follow", async () => {
  await reader.live("/audit/");
  await choose("rules", "airena");
  const first = "[data-fit] g:not([hidden]) > foreignObject > [data-grip]";
  const says = () => textOf("[data-fit] .finding");
  same(await says(), "40 · 20 · 20 · 20 fits 9 of 12 scores.");
  await page.focus(first);
  await page.keyboard.press("ArrowRight");
  await reader.settled();
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector("#weights")).value === "41 19 20 20");
  assert.match(await hero(), /^\d+ of 12 scores fit 41 · 19 · 20 · 20\. These /);
  same(await page.$eval(first, (el) => el.getAttribute("aria-valuetext")), "Correctness 41 %, Speed 19 %");
  same(await page.$eval("[name='/weights_from']:checked", (el) => /** @type {HTMLInputElement} */ (el).value), "given");
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector("#weights")).value === "40 20 20 20");
  await reader.settled();
  same(await says(), "40 · 20 · 20 · 20 fits 9 of 12 scores.");
  await reader.fragment(); // a step of its own
  const { x, y } = await page.$eval("[data-fit] .grip", (el) => el.getBoundingClientRect().toJSON());
  await page.mouse.move(x + 3, y + 10);
  await page.mouse.down();
  await page.mouse.move(x + 103, y + 10, { steps: 4 });
  await page.mouse.up();
  await reader.settled();
  const [correctness = 0, speed = 0] = (await page.$eval("#weights", (el) => /** @type {HTMLInputElement} */ (el).value)).split(" ").map(Number);
  assert.ok(correctness > 45 && correctness + speed === 60, `${correctness} ${speed}`);
  await page.click("[data-tool=undo]");
  await reader.settled();
  same(await says(), "40 · 20 · 20 · 20 fits 9 of 12 scores.", "a drag is one step");
  await page.click("[data-tool=reset]");
  await reader.settled();
});

const claim = () => page.$eval("[data-claim]", (el) => /** @type {HTMLInputElement} */ (el).value);
const report = () => page.$eval("#report", (el) => /** @type {HTMLTextAreaElement} */ (el).value);

test("another value of a claim: the page recounts, the text follows, and Undo takes it back", async () => {
  await reader.live("/audit/");
  await reader.settled();
  const before = await report();
  same(await chosen(), "Atlas | Score | 92.40 | 92.00 | 0.40 too much by any reading.");
  await page.focus(".value-cells > [tabindex='0']");
  await page.keyboard.press("Enter");
  same(await page.evaluate(() => document.activeElement?.id), "claim");
  await page.keyboard.type("92");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("[data-out='hero/number']")?.textContent === "56");
  await reader.settled();
  same(await hero(), "56 of 63 values are right. Seven are not.");
  same(await page.evaluate(() => document.activeElement?.textContent), "92.00", "Enter goes back to the grid");
  same(await claim(), "92.00");
  same(await chosen(), "Atlas | Score | 92.00 |  | ");
  same(await textOf("[data-fit] .finding"), "40 · 20 · 20 · 20 fits 10 of 12 scores.");
  same(await page.$$eval(".diffs tbody tr", (all) => all.length), 7);
  same(await report(), before.replace('"score":92.4,', '"score":92,'), "nothing else changes in the text");
  await page.click("[data-tool=undo]");
  await reader.settled();
  same(await hero(), "55 of 63 values are right. Eight are not.");
  same(await report(), before);
  await page.click(".value-lines > [data-id=Rank] .value-cells > :first-child");
  await reader.type("#claim", "1");
  await page.click(".value-lines > [data-id=Rank] .value-cells > :nth-child(2)");
  await reader.type("#claim", "2");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.querySelector("[data-out='hero/number']")?.textContent === "57");
  await reader.settled();
  same(await hero(), "57 of 63 values are right. Six are not.", "both claims are in the text");
  await page.click("[data-tool=reset]");
  await reader.settled();
});

test("a claim that cannot be read says why, and the value in use comes back", async () => {
  await reader.live("/audit/");
  await reader.settled();
  const before = await report();
  await page.focus("#claim");
  await page.$eval("#claim", (el) => /** @type {HTMLInputElement} */ (el).select());
  await page.keyboard.type("high");
  await page.keyboard.press("Tab");
  await page.waitForSelector("[data-claim-error]:not([hidden])");
  same(await textOf("[data-claim-error]"), '"high": want a number, such as 92.40.');
  same(await claim(), "92.40");
  same(await report(), before);
  same(await hero(), "55 of 63 values are right. Eight are not.");
  await page.focus("#claim");
  await page.$eval("#claim", (el) => /** @type {HTMLInputElement} */ (el).select());
  await page.keyboard.type("91");
  await page.keyboard.press("Escape");
  same(await claim(), "92.40");
  await page.keyboard.press("Tab");
  await reader.settled();
  same(await report(), before);
  await page.click(".value-lines > [data-id=Signed] .value-cells > [data-state=wrong]");
  same(await page.$eval("#claim", (el) => el.checkVisibility()), false, "a signature is not written");
  same(await page.$eval(".against > .claim", (el) => el.checkVisibility() && el.textContent), "48.00");
});

test("a bare table: what it lacks is hollow, and a column more adds a check", async () => {
  await reader.live("/audit/");
  await choose("rules", "airena");
  await reader.put("#report", "agent,score\nCarina,94.5\nNova,94.25\n");
  same(await hero(), "0 of 2 values can be recomputed. Add the scores of each dimension.");
  same(await page.$$eval(".value-lines > .value-line", (all) => all.map((line) => `${line.textContent?.trim()} ${[...line.querySelectorAll("[data-state]")].map((el) => el.getAttribute("data-state")).join()}`)),
    ["Correctness– empty,empty", "Speed– empty,empty", "Quality– empty,empty", "Process– empty,empty", "Score94.5094.250/2 open,open"]);
  same(await page.$$eval(".lacks tbody tr", (all) => all.map((el) => [...el.children].map((one) => one.textContent).join(": "))),
    ["Dimension scores: every score", "What was measured: the dimension scores", "Ranks: the order", "Ratings before and after: every rating", "Signed records: who vouches for a score"]);
  same(await textOf(".audit-diffs > .finding"), "Each column adds a check.");
  same(await page.$eval(".diffs", (el) => el.checkVisibility()), false);
  same(await textOf("[data-out=size]"), "2 submissions, 2 values");
  await page.setViewport({ width: 360, height: 740 });
  none(await auditLook(page), "a bare table at 360 px");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.setViewport({ width: 1280, height: 900 });
  await reader.put("#report", "agent,correctness,speed,quality,process,score\nCarina,100,87.5,94,91,94.5\nNova,97.5,96.25,92,88,94.25\n");
  same(await hero(), "2 of 2 values are right. No value is wrong."); // 40 + 17.5 + 18.8 + 18.2, and 39 + 19.25 + 18.4 + 17.6
  same(await textOf(".audit-diffs > .finding"), "Publish it with its proof.");
  same(await page.$eval(".lacks", (el) => el.checkVisibility()), false);
});

test("keys you trust: the page's, and those of this device", async () => {
  await reader.live("/audit/");
  await page.click("[data-trusted] summary");
  same(await page.$$eval(".trusted-keys li", (all) => all.map((el) => el.textContent)), ["demo-evaluator-1 · 2464…a670"]);
  same(await textOf("[data-trusted] .fold-value"), "1");
  await page.evaluate(() => localStorage.setItem("tallyproof.keys", JSON.stringify({ version: 1, keys: [{ public_key: "ab".repeat(32), owner: "\u202e<b>me", since: "2026-11-01" }] })));
  await reader.live("/audit/");
  same(await page.$$eval(".trusted-keys li", (all) => all.map((el) => el.textContent)), ["\\u202e<b>me · abab…abab", "demo-evaluator-1 · 2464…a670"]);
  same(await textOf("[data-trusted] .fold-value"), "2");
  await page.evaluate(() => localStorage.removeItem("tallyproof.keys"));
});
