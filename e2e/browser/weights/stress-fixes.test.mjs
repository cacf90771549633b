// /weights/stress/: fixes with their effects, applied and undone; cases that a reader moves; weights
// that move each other; tables with any number of dimensions.

import assert from "node:assert/strict";
import { auditParts } from "../support/measure/axe.mjs";
import { budget } from "../support/measure/budget.mjs";
import { none, same } from "../support/check.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";

const reader = await tab();
const { page } = reader;

const hero = () => page.$$eval(".hero-number, .hero-said > [data-unpinned]", (all) => all.map((el) => (el.textContent ?? "").trim().replace(/\s+/g, " ")).join(" "));
/** @param {string} id */
const card = (id) => `.probe-card[data-id=${id}]`;
/** @param {string} id */
const bars = (id) => page.$$eval(`${card(id)} .probe-bar`, (all) => all.map((el) => `${el.querySelector("[data-out=name]")?.textContent} ${el.querySelector("[data-out=score]")?.textContent}`).join(", "));
/** @param {string} selector */
const press = async (selector) => {
  await page.$eval(selector, (el) => (/** @type {HTMLElement} */ (el)).focus());
  await page.keyboard.press("Enter");
  await reader.settled();
};
/** @param {string} id @param {string} fix */
const fix = (id, fix) => page.$eval(`${card(id)} [data-id=${fix}]`, (el) => [...el.querySelectorAll("[data-out]")].map((one) => one.textContent).filter(Boolean).join(" | "));

chromiumTest("fixes say what they do, and do it", async () => {
  await reader.live("/weights/stress/");
  same(await hero(), "3 of 13 checks fail 10 pass, 2 not checked");
  same(await page.$$eval(".probe-strip li", (all) => all.map((el) => el.querySelector("[aria-hidden]")?.textContent).join("")), "✗✓✓✓✓✓✓✗✓✓✓✗–✓–");
  same(await page.$$eval(".probe-cards > .probe-card > .probe-kind > span", (all) => all.map((el) => el.textContent).slice(0, 3)), ["Bystander", "Copy of the best", "One test decides"]);
  same(await fix("copy", "full"), "Full marks from Carina’s time on | The copy only ties. | 3 → 1 fail | breaks Ceiling | Apply | Full marks from Carina’s time on");
  await press(`${card("copy")} [data-id=full] button`);
  same(await hero(), "1 of 13 checks fails 12 pass, 2 not checked");
  same(await page.$eval(`${card("copy")} [data-id=full] button`, (el) => [el.textContent?.slice(0, 4), el === document.activeElement]), ["Undo", true]);
  same(await page.$$eval("#checks .probe-card", (all) => all.map((el) => (/** @type {HTMLElement} */ (el)).dataset.id).join()), "bystanders,copy,ceiling,test");
  await press(`${card("copy")} [data-id=full] button`);
  same(await hero(), "3 of 13 checks fail 10 pass, 2 not checked");
  await page.$eval(".probe-together .go", (el) => (/** @type {HTMLElement} */ (el)).click());
  await reader.settled();
  same(await hero(), "0 of 13 checks fail 13 pass, 2 not checked");
  same(await page.$eval(".probe-together p", (el) => [...el.querySelectorAll("[data-out]")].map((one) => one.textContent).join(": ")), "3 fixes applied: Fixed pace, earlier first, 200 tests");
  same(await page.$eval("[name='/fixes/pace']", (el) => (/** @type {HTMLInputElement} */ (el)).checked), true);
  assert.match(await page.evaluate(() => location.hash), /tests=200/);
  same(await page.$$eval("#checks .probe-card", (all) => all.length), 3);
  none(await auditParts(page, "#checks", ".hero"), "axe with fixes");
  await press(".probe-together p button");
  same(await hero(), "3 of 13 checks fail 10 pass, 2 not checked");
  await reader.silent("stress");
});

chromiumTest("cases: buttons, levers by keys, and fields that do the same", async () => {
  await reader.live("/weights/stress/");
  same(await bars("bystanders"), "Carina 94.50, Nova 94.25");
  await press(`${card("bystanders")} .probe-kind button`);
  same(await bars("bystanders"), "Nova 79.20, Carina 77.00");
  await press(`${card("bystanders")} .probe-kind button`);
  same(await bars("bystanders"), "Carina 94.50, Nova 94.25");
  await page.focus(`${card("copy")} input[type=range]`);
  await page.keyboard.press("End");
  await reader.settled();
  same(await bars("copy"), "Copy 97.00, Carina 94.50");
  same(await page.$eval("[name='/copied']", (el) => (/** @type {HTMLInputElement} */ (el)).value), "100");
  await page.$$eval("details.fold", (all) => all.forEach((el) => ((/** @type {HTMLDetailsElement} */ (el)).open = true)));
  await reader.type("[name='/more']", "1");
  await reader.settled();
  same(await bars("test"), "Nova 95.25, Carina 94.50");
  same(await page.$eval(`${card("test")} input[type=range]`, (el) => (/** @type {HTMLInputElement} */ (el)).value), "1");
});

chromiumTest("weights move each other, by slider and by number", async () => {
  await reader.live("/weights/stress/");
  await reader.type("input[type=text][data-weighs=speed]", "45");
  await reader.settled();
  same(await page.$eval("#weights", (el) => (/** @type {HTMLInputElement} */ (el)).value), "27.5 45 13.75 13.75");
  same(await page.$eval(".hero-number", (el) => el.textContent?.trim()), "6");
  same(await page.$eval("input[type=range][data-weighs=correctness]", (el) => Math.round(Number((/** @type {HTMLInputElement} */ (el)).value))), 28);
  const limits = await page.$$eval(".probe-limit:not([hidden]) text", (all) => all.map((el) => el.textContent));
  same(limits, ["limit 30.00", "limit 60.00", "limit 70.00"]);
  await page.keyboard.press("ArrowUp");
  await reader.settled();
  same(await page.$eval("#weights", (el) => (/** @type {HTMLInputElement} */ (el)).value.split(" ")[1]), "46");
});

chromiumTest("tables of two and of twelve dimensions, with a pair that measures the same", async () => {
  await reader.live("/weights/stress/");
  const names = Array.from({ length: 12 }, (_, k) => ["correctness", "speed"][k] ?? `skill${k}`);
  const rows = Array.from({ length: 12 }, (_, i) => [`agent${i}`, ...names.map((_, k) => (k === 3 ? (i * 29) % 101 : k === 2 ? (i * 29) % 101 : (i * (k + 7) * 13) % 101))].join());
  await reader.put("#agents", `agent,${names.join()}\n${rows.join("\n")}\n`);
  await reader.type("#weights", "equal");
  await reader.settled();
  same(await page.$$eval("input[type=text][data-weighs]", (all) => all.length), 12);
  same(await page.$eval("[data-out='also/0/label']", (el) => el.textContent), "Skill2 and Skill3");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await reader.put("#agents", "agent,correctness,speed\nA,90,100\nB,97,60\nC,50,50\n");
  await reader.settled();
  same(await page.$$eval("input[type=text][data-weighs]", (all) => all.length), 2);
  assert.ok((await page.$$eval("#checks .probe-card", (all) => all.length)) > 0);
});

chromiumTest("the first view, wide and narrow, light and dark", async () => {
  for (const [width, height] of [[1440, 900], [360, 740]]) {
    await page.setViewport({ width: width ?? 0, height: height ?? 0 });
    await reader.live("/weights/stress/");
    const { controls, words, answer, height: whole, width: wide } = await budget(page);
    assert.ok(controls <= 40, `${controls} controls`);
    assert.ok(words <= 375, `${words} words`);
    assert.ok(answer <= 240, `answer at ${answer}`);
    assert.ok(wide <= (width ?? 0), `${wide} px wide`);
    if (width === 1440) assert.ok(whole <= 1334, `${whole} px high`);
    const strip = await page.$eval(".probe-strip", (el) => el.getBoundingClientRect().top + scrollY);
    assert.ok(strip <= 480, `picture at ${strip}`);
    for (const value of ["light", "dark"]) {
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
      none(await auditParts(page, ".bench"), `axe at ${width} px, ${value}`);
    }
  }
  await page.setViewport({ width: 1280, height: 900 });
});

chromiumTest("a weight that is typed is in the address, comes back by it and by a reload, and Start over is the example", async () => {
  await reader.live("/weights/stress/");
  const weight = '[data-weighs=correctness][type=text]';
  const weights = () => page.$$eval("[data-weighs][type=text]", (all) => all.map((el) => (/** @type {HTMLInputElement} */ (el)).value));
  await page.click(weight, { count: 3 });
  await page.keyboard.type("55");
  await page.keyboard.press("Tab");
  await reader.settled();
  const [typed, said, hash] = [await weights(), await hero(), await reader.fragment()];
  same(typed.map(Number).reduce((sum, one) => sum + one), 100);
  assert.match(hash, /^#\d;.*;end$/);
  await reader.goto("/weights/stress/", { again: true });
  await page.waitForFunction(() => (/** @type {HTMLInputElement} */ (document.querySelector("[data-weighs=correctness][type=text]"))).value === "55");
  await reader.live("/weights/stress/");
  await reader.follow(hash);
  await reader.settled();
  same([await weights(), await hero()], [typed, said]);
  await page.click("[data-tool=reset]");
  await reader.settled();
  same(await weights(), ["40", "20", "20", "20"]);
  await reader.silent("a link");
});
