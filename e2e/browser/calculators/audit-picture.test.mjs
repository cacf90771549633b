// The pictures of /audit/: the grid of values and the fit of the weights, by keyboard and pointer.
// The numbers are those of the example, which are right by hand, with some that are not.

import assert from "node:assert/strict";
import test from "node:test";
import { same } from "../support/check.mjs";
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
