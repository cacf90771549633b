// The page of an agent: nothing is green until this device has checked it, every record can be
// chosen, by pointer and keys, and a page that says something else than its proofs is found.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { audit } from "../support/measure/axe.mjs";
import { none } from "../support/check.mjs";
import { origin, tab } from "../support/fixture.mjs";
import { detour, root } from "../support/site.mjs";

const path = "/agents/demo/nova";
const [reader, plain] = await Promise.all([tab(), tab({ scripts: false })]);
const { page } = reader;
const records = JSON.parse(readFileSync(join(root, "site/demo/history/nova.json"), "utf8"));
const newest = JSON.parse(readFileSync(join(root, "site/demo/flat/nova.json"), "utf8"));

const state = (of = page) => of.evaluate(() => ({
  value: document.querySelector("[data-chosen-value]")?.textContent,
  title: document.querySelector("[data-chosen-title]")?.textContent?.trim(),
  stub: document.querySelector(".newest .stub")?.getAttribute("data-state"),
  sum: document.querySelector(".newest .sum")?.textContent?.replace("claims", "").trim(),
  finding: document.querySelector(".all-records .finding")?.textContent,
  points: [...document.querySelectorAll(".past-picture:not([hidden]) [data-record]")].map((el) => el.getAttribute("data-state")),
  rows: [...document.querySelectorAll(".records tbody tr")].map((el) => el.getAttribute("data-state")),
}));
const checked = (of = page) => of.waitForFunction(() => [...document.querySelectorAll(".records tbody tr")].every((el) => el.getAttribute("data-state") !== "unchecked") && !/claim/.test(document.querySelector(".all-records .finding")?.textContent ?? ""));

test("without JavaScript nothing is green, and the page is whole", async () => {
  await plain.goto(path);
  const { value, stub, finding, points } = await state(plain.page);
  assert.deepEqual([value, stub, finding], ["94.25", "unchecked", "Three records claim one unbroken rating."]);
  assert.deepEqual(points, ["unchecked", "unchecked", "unchecked"]);
  assert.equal(await plain.page.$$eval("[data-state=authentic]", (all) => all.length), 0);
  const green = await plain.page.evaluate(() => {
    const good = getComputedStyle(document.documentElement).getPropertyValue("--good");
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = good;
    const colour = getComputedStyle(probe).color;
    probe.remove();
    return [...document.querySelectorAll("main *")].filter((el) => [getComputedStyle(el).fill, getComputedStyle(el).backgroundColor, getComputedStyle(el).stroke].includes(colour)).length;
  });
  assert.equal(green, 0);
  assert.deepEqual(await plain.page.$$eval(".badge-code", (all) => all.map((el) => el.checkVisibility())), [true, false, false]);
});

test("this device checks every record, the newest first shown", async () => {
  await page.setViewport({ width: 1440, height: 900 });
  await reader.goto(path);
  await checked();
  assert.deepEqual(await state(), { value: "94.25", title: "Merge intervals", stub: "authentic", sum: "94.25", finding: "Three records, one unbroken rating.", points: ["authentic", "authentic", "authentic"], rows: ["authentic", "authentic", "authentic"] });
  none(await audit(page));
  await reader.silent("checking");
});

test("a record is chosen by keys and by pointer, in each picture", async () => {
  await page.focus(".past-way input");
  await page.keyboard.press("ArrowLeft");
  assert.deepEqual((({ value, title, stub, sum }) => [value, title, stub, sum])(await state()), ["95.60", "Schedule jobs by deadline", "authentic", "95.60"]);
  assert.match(await page.$eval(".past-way input", (el) => el.getAttribute("aria-valuetext") ?? ""), /^Schedule jobs by deadline, 95\.60, 10.Nov$/u);
  await page.click("[data-draws=rating]");
  assert.equal((await state()).value, String(records[1].elo_after));
  await page.click("[data-draws=rank]");
  assert.equal((await state()).value, "1st");
  const first = await page.waitForSelector(".past-picture:not([hidden]) [data-record] .hit");
  await first?.click();
  assert.deepEqual((({ value, title }) => [value, title])(await state()), ["2nd", "Parse access logs"]);
  assert.equal(new URL(page.url()).pathname, path, "the point does not leave the page");
  await page.click("[data-draws=score]");
  assert.match(await page.$eval(".newest", (el) => /** @type {HTMLElement} */ (el).innerText), /Nova\s+Parse access logs[^]*90\.8[^]*Rank\s+2\s+Rating\s+1216\.36/);
  await reader.silent("choosing");
});

test("the badge that is chosen has the code that is copied", async () => {
  await page.click(".badge-pick:has([value=Rank])");
  const shown = await page.$$eval(".badge-code", (all) => all.filter((el) => el.checkVisibility()).map((el) => el.querySelector("code")?.textContent));
  assert.equal(shown.length, 1);
  assert.match(shown[0] ?? "", /\/badge\/a\/demo\/nova\/rank\.svg/);
});

test("a record that is not what the page says is found", async (t) => {
  /** @type {(address: string) => string | undefined} */ let reply = () => undefined;
  const liar = await detour(origin, (address, response) => {
    const text = reply(address);
    if (text === undefined) return false;
    response.setHeader("Content-Type", "application/json");
    response.end(text);
    return true;
  });
  const alone = await tab({ own: true });
  alone.origin = liar.origin;
  const [last] = await page.$$eval(".records tbody tr", (rows) => rows.map((row) => /** @type {HTMLElement} */ (row).dataset.id));
  for (const [name, text, want] of /** @type {[string, string, string][]} */ ([["forged", JSON.stringify({ ...newest, final_score: 97.25 }), "not-authentic"], ["another record", JSON.stringify(records[0]), "differs"]])) {
    await t.test(name, async () => {
      reply = (address) => address === `/p/${last}.json` ? JSON.stringify({ text }) : undefined;
      await alone.goto(path);
      await checked(alone.page);
      const { value, stub, sum, finding, points, rows } = await state(alone.page);
      assert.deepEqual([value, stub, sum, finding], ["–", want, undefined, "Not every record is authentic."]);
      assert.deepEqual([points.at(-1), rows[0], rows[1]], [want, want, "authentic"]);
    });
  }
  await alone.close();
  liar.stop();
  reader.faults();
});

test("fits every width, and says first what a phone has room for", async () => {
  for (const width of [1440, 768, 360, 320]) {
    await page.setViewport({ width, height: 740 });
    await reader.goto(path);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${width} px`);
    const [answer = 0, picture = 0] = await page.$$eval(".hero-number, .past-figure", (all) => all.map((el) => el.getBoundingClientRect().top + scrollY));
    if (width === 360) assert.ok(answer <= 240 && picture <= 480, `${answer} and ${picture}`);
  }
});
