// Where will my Elo go? The numbers are those of testdata/ops/elo.project.

import assert from "node:assert/strict";
import test from "node:test";
import { auditParts } from "../support/measure/axe.mjs";
import { none, same } from "../support/check.mjs";
import { allowClipboard, chromiumTest, copiedBy, firefox, origin, tab } from "../support/fixture.mjs";

const PATH = "/rating/clawdiators/";
const SENTENCE = "After 60 matches: median 1116; 90 % of outcomes lie between 1057 and 1177. Your chance to reach 1150 is 31.2 %.";
const BASIS = "Exact: 790 possible ratings, no simulation.";
const ANSWER = { sentence: SENTENCE, basis: BASIS, hero: "1116, after 60 matches, 31.2 % touch 1150", targets: ["1150 31.2 % 35.2 –"] };
const CALC = "[data-operation='explain.forecast']";
const ELSEWHERE = "#1;forecast-rating=1310;strength=900;draws=5;repeat=2;targets=1400;end";

const reader = await tab();
const { page } = reader;

/** @param {import("puppeteer-core").Page} page */
const said = (page) =>
  page.$eval(CALC, (calc) => ({
    sentence: calc.querySelector("[data-out=sentence]")?.textContent,
    basis: document.querySelector("[data-out=basis]")?.textContent,
    hero: [...calc.querySelectorAll(".hero > .hero-number, .hero-said [data-out=after], .hero-counter")].map((el) => el.textContent?.trim()).join(", "),
    targets: [...document.querySelectorAll("[data-each=targets] tr")].map((row) => [...row.children].map((cell) => cell.textContent).join(" ")),
  }));

/** @param {string} selector */
const text = (selector) => page.$eval(`${CALC} ${selector}`, (el) => el.textContent ?? "");

/** A path of the picture. @param {string} name */
const path = (name) => page.$eval(`${CALC} .course > path.${name}`, (el) => el.getAttribute("d") ?? "");

/** What the page's server, which is the same engine as a native program, answers. @param {unknown} request */
async function natively(request) {
  const answer = await fetch(`${origin}/api/v1/explain.forecast`, { method: "POST", body: JSON.stringify(request) });
  return /** @type {any} */ (await answer.json());
}

/** Goes to a control by Tab alone. @param {string} selector */
async function tabTo(selector) {
  for (let i = 0; i < 200; i++) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not reach ${selector}`);
}

/** @param {string} value */
async function write(value) {
  await page.keyboard.down("Control");
  await page.keyboard.press("KeyA");
  await page.keyboard.up("Control");
  await page.keyboard.type(value);
}

/** @param {import("puppeteer-core").KeyInput} key @param {number} [times] */
async function press(key, times = 1) {
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
}

/** Waits until a screen reader has heard that of the picture. @param {string} words */
const heard = (words) =>
  page.waitForFunction((selector, words) => document.querySelector(selector)?.textContent === words, {}, `${CALC} [data-heard]`, words)
    .catch(async () => assert.equal(await text("[data-heard]"), words));

chromiumTest("without JavaScript the page shows the chart and the four numbers", async () => {
  const plain = await tab({ scripts: false });
  await plain.goto(PATH);
  same(await said(plain.page), ANSWER);
  same(await plain.page.$$eval(`${CALC} .fan-figure :is(.course path, .ending path)`, (all) => all.filter((el) => el.getAttribute("d")).map((el) => el.getAttribute("class"))), ["wide", "half", "median", "bars", "past"]);
  assert.equal(await plain.page.$$eval("tbody[data-each=steps] tr", (all) => all.length), 61);
  await plain.close();
});

test("by keyboard alone", async (t) => {
  await reader.live(PATH + ELSEWHERE);
  assert.notEqual((await said(page)).sentence, SENTENCE);

  await t.test("the plan is typed", async () => {
    await page.$eval("#forecast details:has([name='/repeat'])", (el) => el.setAttribute("open", ""));
    for (const [selector, value] of [["[name='/rating']", "1000"], ["[name='/strength']", "1150"], ["[name='/draws']", "20"], ["[name='/targets/0']", "1150"], ["[name='/repeat']", "15"]]) {
      await tabTo(`#forecast ${selector}`);
      await write(value ?? "");
    }
    await reader.settled();
    same(await said(page), ANSWER);
  });

  await t.test("arrow keys read the chart", async () => {
    const { points, ranges } = (await natively(request)).fan;
    await tabTo(`${CALC} [data-plot]`);
    await press("ArrowRight", 31);
    await heard(points[30].words);
    assert.equal(await text("[data-readout]"), points[30].head);
    assert.match(points[30].head, /^match 30 · Contender · \d+\.\d % touched 1150$/);
    await press("Home");
    await heard("Start: 1000.");
    await press("PageUp");
    await heard(points[10].words);
    await press("End");
    await heard("Match 60: median 1116; 90 % between 1057 and 1177.");
    await press("ArrowLeft");
    await heard(points[59].words);
    same(await page.$eval(`${CALC} [data-plot]`, (el) => ["role", "aria-label", "aria-valuenow", "aria-valuemax", "aria-valuetext"].map((name) => el.getAttribute(name))),
      ["slider", "The rating after each match", "59", "60", points[59].words]);
    same(await page.$$eval(`${CALC} [data-cursor] text`, (all) => all.map((el) => el.textContent)), [points[59].p95, points[59].p05, points[59].p50]);
    assert.ok(ranges.some((/** @type {any} */ { label }) => label === "52 % end at 1115 or above"));
  });

  await t.test("arrow keys move the lines, paint the plan and lengthen it", async () => {
    const grip = (/** @type {string} */ name) => `${CALC} .handle.${name} input`;
    await tabTo(grip("strength"));
    await press("ArrowUp");
    await reader.settled();
    assert.equal(await page.$eval("#forecast [name='/strength']", (el) => /** @type {HTMLInputElement} */ (el).value), "1155");
    await press("ArrowDown");
    await tabTo(grip("target"));
    await press("ArrowDown");
    await reader.settled();
    assert.equal((await said(page)).targets[0]?.slice(0, 4), "1145");
    await press("ArrowUp");
    await reader.settled();
    same(await said(page), ANSWER);
    await tabTo(`${CALC} [data-cells]`);
    await press("ArrowRight");
    await press("ArrowUp", 2);
    await reader.settled();
    const { sentence } = await natively({ ...request, plan: undefined, repeat: undefined, schedule: "painted", cells: `14${"34123412".slice(0, 2)}${"1234".repeat(14)}`, length: 60 });
    assert.equal((await said(page)).sentence, sentence);
    await tabTo(`${CALC} [data-plan-end]`);
    await press("ArrowRight");
    await reader.settled();
    assert.match((await said(page)).sentence ?? "", /^After 61 matches: /);
    await page.$eval("#forecast [name='/schedule'][value='']", (el) => /** @type {HTMLElement} */ (el).click());
    await reader.settled();
    same(await said(page), ANSWER);
  });

  await t.test("the table opens, and its file is the same", async () => {
    await tabTo("details:has([data-csv]) > summary");
    await press("Enter");
    await page.evaluate(() => {
      URL.createObjectURL = (/** @type {any} */ blob) => (Object.assign(globalThis, { saved: blob.text() }), "blob:");
      HTMLAnchorElement.prototype.click = () => {};
    });
    await tabTo("[data-csv]");
    await press("Enter");
    const csv = await page.evaluate(() => /** @type {any} */ (globalThis).saved);
    const table = await page.$eval("tbody[data-each=steps]", (body) => [...(body.closest("table")?.rows ?? [])].map((row) => [...row.cells].map((cell) => cell.textContent).join(",")));
    assert.equal(table.length, 62);
    assert.match(table.at(-1) ?? "", /^60,1057,\d+,1116,\d+,1177$/);
    same(csv.split("\r\n"), [...table, ""]);
    const { steps } = await natively(request);
    same(table.slice(1), steps.map((/** @type {any} */ { match, p05, p25, p50, p75, p95 }) => [match, p05, p25, p50, p75, p95].join(",")));
  });

  await reader.silent("the journey");
});

const plan = ["newcomer", "contender", "veteran", "legendary"].map((difficulty) => ({ difficulty, count: 1 }));
const request = { rulebook: "clawdiators", rating: 1000, matches: 0, strength: 1150, draws: 20, plan, repeat: 15, targets: [1150] };

test("what is copied is this answer, also of what is closed", async () => {
  await allowClipboard();
  await reader.live(PATH + ELSEWHERE);
  await page.$eval(`${CALC} details[data-more]`, (el) => el.setAttribute("open", ""));
  await page.waitForSelector(`${CALC} [data-tool=answer]:not([data-format])`, { visible: true });
  const copied = await copiedBy(page, () => page.click(`${CALC} [data-tool=answer]:not([data-format])`));
  const { request } = await page.evaluate(() => /** @type {any} */ (globalThis).seenByTests.questions.findLast((/** @type {any} */ q) => q.name === "explain.forecast"));
  const { sentence, targets, odds, streaks } = await natively(request);
  none([
    `**${sentence}**`,
    ...targets.map((/** @type {any} */ { rating, chance, expected, median }) => `| ${[rating, chance, expected, median].join(" | ")} |`),
    ...[...odds, ...streaks].map((/** @type {any} */ { label, chance }) => `| ${label} | ${chance} |`),
  ].filter((line) => !copied.includes(`${line}\n`)), "lines that are missing");
  assert.equal(copied.split("\n").filter((line) => /^\| .* % \|$/.test(line)).length, odds.length + streaks.length + request.plan.length, "rows of percentages");
});

test("20 sample careers, as the native engine draws them", async () => {
  const { fan } = await natively({ ...request, careers: true, seed: 1 });
  assert.equal(fan.samples.split("M").length, 21);
  await page.$eval(`${CALC} [data-tool=reset]`, (el) => /** @type {HTMLElement} */ (el).click());
  await reader.settled();
  assert.equal(await path("sample"), "");
  await tabTo("details:has(> :not(summary) [name='/careers']) > summary");
  await press("Enter");
  await tabTo("#forecast [name='/careers']");
  await page.keyboard.press(" ");
  await reader.settled();
  assert.equal(await path("sample"), fan.samples);
  await reader.type("#forecast [name='/seed']", "2");
  assert.notEqual(await path("sample"), fan.samples, "another seed, other careers");
  assert.equal((await said(page)).sentence, SENTENCE, "pictures move no number");
});

test("what else a reader does there", async (t) => {
  await page.$eval(`${CALC} [data-tool=reset]`, (el) => /** @type {HTMLElement} */ (el).click());
  await reader.settled();
  assert.equal((await said(page)).sentence, SENTENCE);

  await t.test("the number of matches is a field, and schedules are presets", async () => {
    const shown = (/** @type {string} */ name) => page.$eval(`#forecast [name='${name}']`, (el) => el.checkVisibility());
    const choose = async (/** @type {string} */ value) => {
      await page.$eval(`#forecast [name='/schedule'][value='${value}']`, (el) => /** @type {HTMLElement} */ (el).click());
      await reader.settled();
    };
    await page.$eval("#forecast details:has([name='/length'])", (el) => el.setAttribute("open", ""));
    await reader.type("#forecast [name='/length']", "30");
    const { sentence: mixed } = await natively({ ...request, plan: undefined, repeat: undefined, schedule: "even", length: 30 });
    assert.equal((await said(page)).sentence, mixed);
    await choose("level");
    const { sentence: level } = await natively({ ...request, plan: [{ difficulty: "contender", count: 30 }], repeat: 1 });
    assert.equal((await said(page)).sentence, level);
    assert.notEqual(level, mixed);
    await reader.put("#forecast [name='/length']", "0");
    assert.equal(await reader.message("#forecast [name='/length']"), "0: want a whole number from 1 to 100000.");
    await choose("");
    same(await Promise.all(["/length", "/repeat", "/plan/0/count"].map(shown)), [false, true, true]);
    assert.equal((await said(page)).sentence, SENTENCE, "the reader's own plan");
  });

  await t.test("a pointer reads the chart, and the cursor outlives a new answer", async () => {
    const plot = await page.$(`${CALC} [data-plot]`);
    await plot?.scrollIntoView();
    const box = await plot?.boundingBox();
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 5, (box?.y ?? 0) + 30);
    const before = await text("[data-readout]");
    assert.match(before, /^match 12 · Legendary · \d+\.\d % touched 1150$/);
    await reader.put("#forecast [name='/strength']", "1400");
    const after = await text("[data-readout]");
    assert.match(after, /^match 12 · /);
    assert.notEqual(after, before);
    await reader.put("#forecast [name='/strength']", "1150");
  });

  await t.test("a pointer paints the plan, drags its end and its lines, and plays a match next", async () => {
    const asked = () => page.evaluate(() => /** @type {any} */ (globalThis).seenByTests.questions.findLast((/** @type {any} */ q) => q.name === "explain.forecast").request);
    const drag = async (/** @type {string} */ selector, /** @type {number[]} */ [x = 0, y = 0] = [], /** @type {number[]} */ [right = 0, down = 0] = []) => {
      const el = await page.$(`${CALC} ${selector}`);
      await el?.scrollIntoView();
      const { x: left = 0, y: top = 0, width = 0, height = 0 } = (await el?.boundingBox()) ?? {};
      await page.mouse.move(left + x * width, top + y * height);
      await page.mouse.down();
      await page.mouse.move(left + x * width + right, top + y * height + down, { steps: 4 });
      await page.mouse.up();
      await reader.settled();
    };
    await page.$eval(`${CALC} [data-tool=reset]`, (el) => /** @type {HTMLElement} */ (el).click());
    await reader.settled();
    await drag("[data-cells]", [0.001, 0.9], [0, 0]);
    assert.equal((await asked()).cells, undefined, "the first match is a Newcomer's already");
    await drag("[data-cells]", [0.001, 0.1], [0, 0]);
    assert.equal((await asked()).cells, `4234${"1234".repeat(14)}`);
    await page.click("[data-play='2']");
    await reader.settled();
    assert.equal((await asked()).cells, `2234${"1234".repeat(14)}`);
    await drag("[data-plan-end]", [0.5, 0.5], [-100, 0]);
    assert.ok((await asked()).length < 60, "shorter");
    await drag(".handle.target svg svg", [0.5, 0.5], [0, 60]);
    assert.ok((await asked()).targets[0] < 1150, "the target is lower");
    assert.equal((await asked()).targets[0] % 5, 0);
    await page.$eval(`${CALC} [data-tool=reset]`, (el) => /** @type {HTMLElement} */ (el).click());
    await reader.settled();
    await page.$eval("#forecast [name='/schedule'][value='']", (el) => /** @type {HTMLElement} */ (el).click());
    await reader.settled();
  });

  await t.test("the strength follows a rating that is typed, until it has its own", async () => {
    const strength = () => page.$eval("#forecast [name='/strength']", (el) => /** @type {HTMLInputElement} */ (el).value);
    await page.$eval(`${CALC} [data-tool=reset]`, (el) => /** @type {HTMLElement} */ (el).click());
    await reader.type("#forecast [name='/rating']", "1310");
    assert.equal(await strength(), "1310");
    await reader.type("#forecast [name='/strength']", "1200");
    await reader.type("#forecast [name='/rating']", "1320");
    assert.equal(await strength(), "1200");
  });
  await page.$eval(`${CALC} [data-tool=reset]`, (el) => /** @type {HTMLElement} */ (el).click());
  await page.$eval("#forecast [name='/schedule'][value='']", (el) => /** @type {HTMLElement} */ (el).click());
  await reader.put("#forecast [name='/strength']", "1150"); // it does not follow any more

  await t.test("refusals stand beside their fields", async () => {
    const cases = [
      ["/rating", "1000.5", "1000.5: want a whole number, as these rules round ratings."],
      ["/draws", "120", "120: want a number from 0 to 100."],
      ["/plan/2/count", "0", "0: want a whole number from 1 to 100000."],
      ["/repeat", "99999", "A plan of 399996 matches: want at most 100000."],
      ["/targets/0", "viel", "\"viel\": want a number from -100000 to 100000."],
    ];
    const faults = [];
    for (const [name, value = "", want = ""] of cases) {
      const selector = `#forecast [name='${name}']`;
      const was = await page.$eval(selector, (el) => /** @type {HTMLInputElement} */ (el).value);
      await reader.put(selector, value);
      const message = await reader.message(selector);
      if (message !== want) faults.push(`${name} = ${value}: ${message || "no message"}, want ${want}`);
      if ((await said(page)).sentence !== SENTENCE) faults.push(`${name}: the last valid answer is gone`);
      await reader.put(selector, was);
    }
    none(faults);
  });

  await t.test("rows of the schedule and targets come and go", async () => {
    const add = (/** @type {string} */ group) => page.$eval(`#forecast [data-group='${group}'] [data-add]`, (el) => /** @type {HTMLElement} */ (el).click());
    await add("/targets");
    await reader.put("#forecast [name='/targets/1']", "900");
    assert.equal((await said(page)).targets.length, 2);
    await add("/plan");
    await reader.put("#forecast [name='/plan/4/count']", "2");
    assert.match((await said(page)).sentence ?? "", /^After 90 matches: /);
    assert.equal(await page.$eval("#forecast [name='/plan/4/difficulty']", (el) => el.getAttribute("aria-label")), "Challenge in row 5");
    for (const name of ["Remove row 5", "Remove target 2"]) await page.$eval(`#forecast [aria-label='${name}']`, (el) => /** @type {HTMLElement} */ (el).click());
    await reader.settled();
    assert.equal((await said(page)).sentence, SENTENCE);
  });

  await t.test("a thousand matches are answered, and the picture shows every fifth", async () => {
    await reader.put("#forecast [name='/repeat']", "250");
    assert.match((await said(page)).sentence ?? "", /^After 1,000 matches: /);
    assert.equal(await page.$eval(`${CALC} [data-plot]`, (el) => el.getAttribute("aria-valuemax")), "200");
    assert.equal(await text("[data-out=every]"), "Every 5th of the 1000 matches is shown.");
    await reader.put("#forecast [name='/repeat']", "15");
  });

  await t.test("a long plan grows, is stopped, keeps its part, and goes on", async () => {
    const other = await tab();
    const { page: own } = other;
    await other.goto(`${PATH}#2;length=100000;end`);
    await own.waitForSelector("[data-running]:not([hidden]) [data-stop]");
    await own.waitForFunction(() => / of 100,000$/.test(document.querySelector("[data-running] [data-far]")?.textContent ?? ""));
    await own.click("[data-running] [data-stop]");
    await own.waitForSelector("[data-stopped]:not([hidden])");
    const part = await own.$eval("[data-stopped] [data-far]", (el) => el.textContent ?? "");
    assert.match(part, /^after [\d,]+ of 100,000$/);
    assert.equal(await own.$eval("[data-after]", (el) => el.textContent), part);
    await own.click("[data-stopped] [data-onward]");
    await own.waitForFunction(() => document.querySelector("[data-after]")?.textContent === "after 100,000 matches");
    await other.silent("a long plan");
    await other.close();
  });

  await t.test("1,5 is 1.5; the rules are switched; a reload keeps it all", async () => {
    await reader.put("#forecast [name='/draws']", "1.5");
    const point = await said(page);
    assert.notEqual(point.sentence, SENTENCE);
    await reader.put("#forecast [name='/draws']", "1,5");
    same(await said(page), point);
    const click = (/** @type {string} */ selector) => page.$eval(`#forecast ${selector}`, (el) => /** @type {HTMLElement} */ (el).click());
    const differs = () => page.$$eval("[data-form=both] .differs", (all) => all.map((el) => el.checkVisibility()));
    await page.$$eval("[data-form=both] > .fold", (all) => all.forEach((el) => el.setAttribute("open", "")));
    same(await differs(), [false, false]);
    await click("[name='/verified']");
    await reader.settled();
    same(await differs(), [false, true]);
    await click("[value='clawdiators-live']");
    await reader.settled();
    same(await differs(), [true, false]);
    const live = await said(page);
    assert.notEqual(live.sentence, point.sentence);
    assert.match(await reader.fragment(), /;draws=1%2C5;/);
    await page.reload();
    await reader.settled();
    same(await said(page), live);
  });
  await reader.silent("all of it");
});

test("on a phone, with everything open", async (t) => {
  await page.setViewport({ width: 360, height: 740 });
  await reader.live(`${PATH}#1;careers=yes;targets=1150,900;end`);
  await page.$$eval(".fold", (all) => all.forEach((el) => el.setAttribute("open", "")));
  await t.test("fits 360 px, in letters of 10 px and more", async () => {
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360);
    const sizes = await page.$$eval(`${CALC} svg text`, (all) => all.map((el) => parseFloat(getComputedStyle(el).fontSize) * (/** @type {SVGTextElement} */ (el).getScreenCTM()?.a ?? 0)));
    assert.ok(sizes.length > 10 && Math.min(...sizes) >= 10, `text of ${Math.min(...sizes)} px`);
  });
  if (firefox) return; // BiDi emulates no colour scheme
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]); // light: pages.test.mjs
  await t.test("axe, dark", async () => none(await auditParts(page, CALC)));
});
