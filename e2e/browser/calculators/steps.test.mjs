// The controls of a number: the step fits the question, the slider is long enough
// to hit, and a click selects the number.

import assert from "node:assert/strict";
import test from "node:test";
import { none, same } from "../support/check.mjs";
import { calculates, crawl } from "../support/crawl.mjs";
import { tab } from "../support/fixture.mjs";

const pages = (await crawl()).pages.filter(calculates);
const reader = await tab();
const { page } = reader;

/** The step of each number, by what stands beside it: its unit, or its label. @type {[RegExp, string[]][]} */
const STEPS = [
  [/^Your next score /, ["0.1"]], // 81.6 % resets where 81 % does not
  [/ ms$/, ["20"]], [/ points$/, ["10"]], [/ %$/, ["1"]], [/ of 1$/, ["0.05"]], [/ of (10|20)$/, ["1"]], [/ of 100$/, ["1", "0.1"]], [/ of 1000$/, ["10"]],
  [/ (epochs|matches|tests|tasks|times)$/, ["1"]], [/ blocks$/, ["300"]], [/^Temperature /, ["0.05"]],
];

test("the pages of the arenas and home have steps", () => assert.ok(pages.length >= 7));

for (const { path } of pages.filter(({ path, kind }) => kind !== "sheet" && !["/weights/", "/weights/stress/"].includes(path))) {
  test(path, async (t) => {
    await page.setViewport({ width: 1280, height: 800 });
    await reader.live(path);
    const fields = await page.evaluate(() => {
      for (const el of document.querySelectorAll("details.group")) el.setAttribute("open", "");
      return [...document.querySelectorAll(".field input[data-step]")].filter((el) => el.checkVisibility()).map((el) => {
        const field = /** @type {Element} */ (el.closest(".field"));
        const words = (/** @type {string} */ selector) => field.querySelector(selector)?.textContent?.trim() ?? "";
        const { id, value, dataset } = /** @type {HTMLInputElement} */ (el);
        return { id, value, step: dataset.step ?? "", words: `${words("label")} ${words(".unit")}`.trim() };
      });
    });
    assert.ok(fields.length > 0);

    await t.test("a step fits its unit", () => {
      const faults = fields.filter(({ words, step }) => !(STEPS.find(([unit]) => unit.test(words))?.[1] ?? ["1", "10"]).includes(step));
      none(faults.map(({ words, step }) => `${words}: ${step}`));
    });
    await t.test("− and + are one step each, and + brings back what − took", async () => {
      const faults = await page.evaluate((fields) => fields.flatMap(({ id, value, step }) => {
        const input = /** @type {HTMLInputElement} */ (document.getElementById(id));
        const press = (/** @type {string} */ by) => /** @type {HTMLElement} */ (document.querySelector(`[data-step="${by}"][data-for="${id}"]`)).click();
        const near = (/** @type {number} */ want) => Math.abs(Number(input.value) - want) < 1e-9;
        press("1");
        const more = near(Number(value) + Number(step));
        press("-1");
        return more && input.value === value ? [] : [`${id}: ${value} became ${input.value}`];
      }), fields);
      none(faults);
      await reader.settled();
    });
    for (const [width, height] of /** @type {const} */ ([[1280, 800], [768, 1024], [360, 740]])) {
      await t.test(`sliders are at least 200 px wide at ${width} px`, async () => {
        await page.setViewport({ width, height });
        const sliders = await page.$$eval(".field input[type=range]", (all) => all.filter((el) => el.checkVisibility()).map((el) => ({ name: el.ariaLabel, width: Math.round(el.getBoundingClientRect().width) })));
        assert.ok(sliders.length > 0);
        none(sliders.filter(({ width }) => width < 200).map(({ name, width }) => `${name}: ${width} px`));
      });
    }
    await t.test("a click into a number selects it", async () => {
      await page.setViewport({ width: 1280, height: 800 });
      const faults = [];
      for (const { id, value } of fields.slice(0, 12)) {
        await page.click(`#${id}`);
        const selected = await page.$eval(`#${id}`, (el) => getSelection()?.toString() ?? /** @type {HTMLInputElement} */ (el).value);
        if (selected !== value) faults.push(`${id}: “${selected}” of ${value}`);
      }
      none(faults);
    });
    await t.test("Tab goes from number to number, past buttons and sliders", async () => {
      await page.focus(`#${fields[0]?.id}`);
      await page.keyboard.press("Tab");
      const next = await page.evaluate(() => document.activeElement?.id);
      same(await page.evaluate(() => document.activeElement?.matches("[type=range], [data-step][type=button]")), false, `after ${fields[0]?.id} comes ${next}`);
    });
    await reader.silent(path);
  });
}
