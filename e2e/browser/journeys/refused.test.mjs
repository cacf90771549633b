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
