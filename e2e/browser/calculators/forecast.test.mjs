// Where will my Elo go? The numbers are those of testdata/ops/elo.project.

import assert from "node:assert/strict";
import test from "node:test";
import { auditParts } from "../support/measure/axe.mjs";
import { none, same } from "../support/check.mjs";
import { allowClipboard, chromiumTest, copiedBy, firefox, origin, tab } from "../support/fixture.mjs";

const PATH = "/rating/clawdiators/";
const SENTENCE = "After 60 matches: median 1116; 90 % of outcomes lie between 1057 and 1177. Your chance to reach 1150 is 31.2 %.";
const BASIS = "Exact: 790 possible ratings, no simulation.";
const CALC = "[data-operation='explain.forecast']";
const ELSEWHERE = "#1;forecast-rating=1310;strength=900;draws=5;repeat=2;targets=1400;end";

const reader = await tab();
const { page } = reader;

/** @param {import("puppeteer-core").Page} page */
const said = (page) =>
  page.$eval(CALC, (calc) => ({
    sentence: calc.querySelector("[data-out=sentence]")?.textContent,
    basis: calc.querySelector("[data-out=basis]")?.textContent,
    points: calc.querySelectorAll("[data-svg=chart] rect.at").length - calc.querySelectorAll("[data-each=odds] tr").length,
    targets: [...calc.querySelectorAll("[data-each=targets] tr")].map((row) => [...row.children].map((cell) => cell.textContent).join(" ")),
  }));

/** @param {string} selector */
const text = (selector) => page.$eval(`${CALC} ${selector}`, (el) => el.textContent ?? "");

/** The courses of the sample careers, as the picture has them. @param {import("puppeteer-core").Page} page @returns {Promise<string[]>} */
const careers = (page) => page.$$eval(`${CALC} path.sample`, (all) => all.map((path) => path.getAttribute("d") ?? ""));

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

/** What a screen reader has heard of the chart. */
const heard = () =>
  page.waitForFunction((selector) => {
    const figure = document.querySelector(selector)?.closest("figure");
    const [shown, spoken] = ["[data-readout]", "[data-heard]"].map((name) => figure?.querySelector(name)?.textContent);
    return spoken && spoken === shown ? spoken : false;
  }, {}, `${CALC} [data-svg=chart]`).then(async (handle) => String(await handle.jsonValue()));

chromiumTest("without JavaScript the page shows the chart and the four numbers", async () => {
  const plain = await tab({ scripts: false });
  await plain.goto(PATH);
  same(await said(plain.page), { sentence: SENTENCE, basis: BASIS, points: 61, targets: ["1150 31.2 % 35.2 –"] });
  assert.equal(await plain.page.$eval(`${CALC} [data-svg=chart] desc`, (el) => el.textContent), SENTENCE);
  assert.equal(await plain.page.$$eval(`${CALC} [data-each=steps] tr`, (all) => all.length), 61);
  await plain.close();
});

test("by keyboard alone", async (t) => {
  await reader.live(PATH + ELSEWHERE);
  assert.notEqual((await said(page)).sentence, SENTENCE);

  await t.test("the plan is typed", async () => {
    for (const [selector, value] of [["[name='/rating']", "1000"], ["[name='/strength']", "1150"], ["[name='/draws']", "20"], ["[name='/repeat']", "15"], ["[name='/targets/0']", "1150"]]) {
      await tabTo(`#forecast ${selector}`);
      await write(value ?? "");
    }
    await reader.settled();
    same(await said(page), { sentence: SENTENCE, basis: BASIS, points: 61, targets: ["1150 31.2 % 35.2 –"] });
  });

  await t.test("arrow keys read the chart", async () => {
    const words = (await natively(request)).steps;
    await tabTo(`${CALC} [data-svg=chart]`);
    await press("ArrowRight", 31);
    const { p05, p50, p95 } = words[30];
    assert.equal(await heard(), `Match 30: median ${p50}; 90 % between ${p05} and ${p95}.`);
    await press("Home");
    assert.equal(await heard(), "Start: 1000.");
    await press("PageUp");
    assert.match(await heard(), /^Match 10: /);
    await press("End");
    assert.equal(await heard(), "1210 and above: 0.5 % of careers.", "the end is in the same picture");
    await press("Home");
    await press("PageUp", 6);
    assert.equal(await heard(), "Match 60: median 1116; 90 % between 1057 and 1177.");
    await press("ArrowLeft");
    assert.match(await heard(), /^Match 59: /);
    same(await page.$eval(`${CALC} [data-svg=chart]`, (el) => ["role", "aria-label", "aria-valuenow", "aria-valuemax", "aria-valuetext"].map((name) => el.getAttribute(name))),
      ["slider", "The rating after each match", "59", String(60 + (await natively(request)).odds.length), "59"]);
    assert.equal(await page.$$eval(`${CALC} [data-svg=chart] .cursor`, (all) => all.length), 2, "a line and a dot");
  });

  await t.test("the table opens, and its file is the same", async () => {
    await tabTo(`${CALC} figure summary`);
    await press("Enter");
    await page.evaluate(() => {
      URL.createObjectURL = (/** @type {any} */ blob) => (Object.assign(globalThis, { saved: blob.text() }), "blob:");
      HTMLAnchorElement.prototype.click = () => {};
    });
    await tabTo(`${CALC} [data-csv]`);
    await press("Enter");
    const csv = await page.evaluate(() => /** @type {any} */ (globalThis).saved);
    const table = await page.$eval(`${CALC} [data-each=steps]`, (body) => [...(body.closest("table")?.rows ?? [])].map((row) => [...row.cells].map((cell) => cell.textContent).join(",")));
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

test("20 sample careers, byte for byte as the native engine draws them", async () => {
  const { chart } = await natively({ ...request, careers: true, seed: 1 });
  const want = [...chart.matchAll(/<path class="sample" d="([^"]+)"/g)].map(([, d]) => d);
  assert.equal(want.length, 20);
  assert.equal(new Set(want).size, 20, "no two careers are the same");
  await page.$eval(`${CALC} [data-tool=reset]`, (el) => /** @type {HTMLElement} */ (el).click());
  await reader.settled();
  assert.equal((await careers(page)).length, 0);
  await tabTo("details.group:has([name='/careers']) > summary");
  await press("Enter");
  await tabTo("#forecast [name='/careers']");
  await page.keyboard.press(" ");
  await reader.settled();
  same(await careers(page), want);
  await reader.type("#forecast [name='/seed']", "2");
  assert.notDeepEqual(await careers(page), want, "another seed, other careers");
  assert.equal((await said(page)).sentence, SENTENCE, "pictures move no number");
});

test("what else a reader does there", async (t) => {
  await page.$eval(`${CALC} [data-tool=reset]`, (el) => /** @type {HTMLElement} */ (el).click());
  await reader.settled();
  assert.equal((await said(page)).sentence, SENTENCE);

  await t.test("the number of matches is a field, and schedules are presets", async () => {
    const shown = (/** @type {string} */ name) => page.$eval(`#forecast [name='${name}']`, (el) => el.checkVisibility());
    const choose = async (/** @type {string} */ value) => {
      await page.click(`#forecast label:has([name='/schedule'][value='${value}'])`);
      await reader.settled();
    };
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
    const place = `${CALC} [data-svg=chart] rect[data-at="12"]`;
    await page.$eval(place, (el) => el.scrollIntoView({ block: "center" }));
    await page.hover(place);
    const before = await text("[data-readout]");
    assert.match(before, /^Match 12: median \d+; 90 % between \d+ and \d+\.$/);
    await reader.put("#forecast [name='/strength']", "1400");
    const after = await text("[data-readout]");
    assert.match(after, /^Match 12: /);
    assert.notEqual(after, before);
    assert.equal(await page.$$eval(`${CALC} [data-svg=chart] .cursor`, (all) => all.length), 2);
    await reader.put("#forecast [name='/strength']", "1150");
  });

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
    assert.equal((await said(page)).points, 201);
    assert.equal(await text("[data-out=every]"), "Every 5th of the 1000 matches is shown.");
    await reader.put("#forecast [name='/repeat']", "15");
  });

  await t.test("1,5 is 1.5; the rules are switched; a reload keeps it all", async () => {
    await reader.put("#forecast [name='/draws']", "1.5");
    const point = await said(page);
    assert.notEqual(point.sentence, SENTENCE);
    await reader.put("#forecast [name='/draws']", "1,5");
    same(await said(page), point);
    const click = (/** @type {string} */ selector) => page.$eval(`#forecast ${selector}`, (el) => /** @type {HTMLElement} */ (el).click());
    const differs = () => page.$$eval(`${CALC} .differs`, (all) => all.map((el) => el.checkVisibility()));
    await page.$$eval(`${CALC} .fold`, (all) => all.forEach((el) => el.setAttribute("open", "")));
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
  await page.$$eval(`${CALC} figure details`, (all) => all.forEach((el) => el.setAttribute("open", "")));
  await t.test("fits 360 px, in letters of 10 px and more", async () => {
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360);
    const sizes = await page.$$eval(`${CALC} svg text`, (all) => all.map((el) => parseFloat(getComputedStyle(el).fontSize) * (/** @type {SVGTextElement} */ (el).getScreenCTM()?.a ?? 0)));
    assert.ok(sizes.length > 10 && Math.min(...sizes) >= 10, `text of ${Math.min(...sizes)} px`);
  });
  if (firefox) return; // BiDi emulates no colour scheme
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]); // light: pages.test.mjs
  await t.test("axe, dark", async () => none(await auditParts(page, CALC)));
});
