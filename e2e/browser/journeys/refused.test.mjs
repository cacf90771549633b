// Whose answer stands beside a refusal: the reader's last one, or that of the example.

import assert from "node:assert/strict";
import test from "node:test";
import { tab } from "../support/fixture.mjs";

const reader = await tab({ short: true });
const { page } = reader;
const PATH = "/score/airena/";
const texts = (/** @type {string} */ selector) => page.$$eval(selector, (all) => [...new Set(all.filter((el) => el.checkVisibility()).map((el) => el.textContent))]);
const stale = () => texts("[data-status=stale]");

test("beside a refusal stands whose answer is shown", async () => {
  await reader.live(`${PATH}#1;passed=12;time=2000;end`);
  assert.deepEqual([await texts("[data-whose]"), await stale()], [["From a link · not kept on this device"], ["Showing the example’s answer."]]);
  await reader.live(`${PATH}#1;passed=97;total=100;time=1800;end`);
  await reader.type('[data-key="passed"]', "101");
  assert.deepEqual(await stale(), ["Showing the last valid answer."]);
  await reader.silent("refusals");
});

/** Waits until the record has an answer from both questions about it, or from neither. @param {boolean} refused */
const both = (refused) => page.waitForFunction((refused) => ["titles", "path"].every((id) => document.querySelector(`#on-${id} [data-status=stale]`)?.hasAttribute("hidden") !== refused), {}, refused);

test("two questions that are refused for one reason show it once, and it goes with the reason", async () => {
  const errors = () => texts("form .error");
  const invalid = () => page.$eval('[data-key="wins"]', (el) => el.getAttribute("aria-invalid"));
  await reader.live("/rating/clawdiators/");
  await reader.type('[data-key="wins"]', "10");
  await both(true);
  assert.deepEqual([await errors(), await invalid()], [["10: want at most 0, the number played."], "true"]);
  await reader.type('[data-key="matches"]', "10");
  await both(false);
  assert.deepEqual([await errors(), await invalid()], [[], "false"]);
  await reader.silent("a reason of two questions");
});
