// Variants in two tabs of one page, and where storage takes none.

import assert from "node:assert/strict";
import { same } from "../support/check.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";

const PATH = "/score/airena/";
const reader = await tab({ short: true });
const { page } = reader;

/** Opens the variants of a page. @param {typeof reader} of */
async function variantsOf({ page }) {
  await page.$eval("[data-more]", (el) => el.setAttribute("open", ""));
  await page.waitForSelector("[data-more][data-served]");
  const names = () => page.$$eval("[data-variants] [data-open]", (all) => all.map((el) => el.textContent));
  const press = (/** @type {string} */ what) => page.$eval(`[data-variants] [data-${what}]`, (el) => (/** @type {HTMLElement} */ (el).focus(), /** @type {HTMLElement} */ (el).click()));
  const keepAs = async (/** @type {string} */ name) => {
    await page.$eval("[data-variants] [data-name]", (el, name) => void (/** @type {HTMLInputElement} */ (el).value = name), name);
    await press("keep");
  };
  return { names, press, keepAs };
}

chromiumTest("variants that another tab keeps, renames and deletes are those of this one", async () => {
  const other = await tab({ short: true });
  for (const one of [reader, other]) await one.live(PATH);
  const [here, there] = [await variantsOf(reader), await variantsOf(other)];
  const seen = (/** @type {string[]} */ ...names) => other.page.waitForFunction((names) => [...document.querySelectorAll("[data-variants] [data-open]")].map((el) => el.textContent).join() === names, {}, names.join());
  await reader.put('[data-key="time"]', "1290");
  await here.keepAs("fast");
  await seen("fast");
  await there.press("rename");
  await here.press("delete");
  await seen();
  await other.put('[data-key="time"]', "1900");
  await there.keepAs("quick"); // it is that of the other tab, and not what this one shows
  await page.waitForSelector("[data-variants] [data-open]");
  same(await here.names(), ["quick"]);
  assert.deepEqual(await page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? ""), `tallyproof.variants:${PATH}`), { version: 1, list: [{ name: "quick", inputs: "#2;time=1290;end" }] });
  await page.focus("[data-variants] [data-open]");
  await there.press("delete");
  await page.waitForFunction(() => document.activeElement?.matches("[data-variants] [data-name]")); // the button that had the focus is gone
  same(await here.names(), []);
  for (const one of [reader, other]) await one.silent("two tabs");
  await other.page.close();
});

chromiumTest("variants that storage did not take are added to those of another tab once it takes them", async () => {
  const other = await tab({ short: true });
  await other.live(PATH);
  await reader.live(PATH);
  const [here, there] = [await variantsOf(reader), await variantsOf(other)];
  const seen = (/** @type {string[]} */ ...names) => page.waitForFunction((names) => [...document.querySelectorAll("[data-variants] [data-open]")].map((el) => el.textContent).join() === names, {}, names.join());
  await there.keepAs("old");
  await seen("old");
  await page.evaluate(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
    Object.assign(globalThis, { room: () => (Storage.prototype.setItem = setItem) });
  });
  await here.keepAs("lost");
  assert.match(await page.$eval(".tools > [role=status]", (el) => el.textContent ?? ""), /^This browser does not let the page store data/);
  await here.press("rename"); // "old" gets another name, here alone
  await here.keepAs("new");
  same(await here.names(), ["lost", "new"]);
  await there.keepAs("other");
  await seen("other", "lost", "new");
  await page.evaluate(() => /** @type {any} */ (globalThis).room());
  await here.keepAs("last");
  await other.page.waitForFunction(() => document.querySelectorAll("[data-variants] [data-open]").length === 4);
  for (const one of [here, there]) same(await one.names(), ["other", "lost", "new", "last"]);
  for (const one of [reader, other]) await one.silent("two tabs");
  await other.page.close();
});
