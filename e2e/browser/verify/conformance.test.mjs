// The published test vectors in this browser: by the engine alone, and by the
// section of test vectors on /verify/, which asks the browser's own cryptography too.

import assert from "node:assert/strict";
import test from "node:test";
import { answers, recorded, signatures, texts } from "../../node/support/vectors.mjs";
import { auditParts } from "../support/measure/axe.mjs";
import { none, same } from "../support/check.mjs";
import { browserVersion, chromiumTest, firefox, tab } from "../support/fixture.mjs";

const PATH = "/verify/";
const reader = await tab();
const { page } = reader;

/** What the table of vectors says, row by row. @param {import("../support/tab.mjs").Tab} tab */
const table = ({ page }) => page.$$eval("[data-conformance] [data-each=rules] tr", (all) => all.map((row) => [...row.querySelectorAll("td")].map((el) => el.textContent)));

const native = [["132", "1,077 of 1,077"], ["924", "1,077 of 1,077"]];

test("the engine in this browser answers as recorded", async () => {
  await reader.goto(PATH);
  await reader.page.$$eval("details.fold", (all) => all.forEach((el) => { el.open = true; }));
  await page.evaluate(async () => {
    const { loadEngine } = await import(/** @type {any} */ ("/engine/engine.mjs"));
    Object.assign(globalThis, { engineForTests: await loadEngine() });
  });
  const engine = await page.evaluateHandle(() => /** @type {any} */ (globalThis).engineForTests);
  const said = await page.evaluate(answers, engine, signatures, texts);
  assert.equal(said.strict, recorded.strict);
  assert.equal(said.zip215, recorded.zip215);
  same(said.canonical, texts.map(({ want }) => want));
  await reader.silent("the engine");
});

chromiumTest("without JavaScript the answers computed natively are there", async () => {
  const plain = await tab({ scripts: false });
  await plain.goto(PATH);
  await plain.page.$$eval("details.fold", (all) => all.forEach((el) => { el.open = true; }));
  same((await table(plain)).slice(0, 2), native);
  await plain.close();
});

test("the vectors", async (t) => {
  /** @type {string[]} */ const asked = [];
  page.on("request", (request) => /vectors[^/]*\.json/.test(request.url()) && void asked.push(request.url()));
  await page.bringToFront();
  await reader.live(PATH);
  await reader.page.$$eval("details.fold", (all) => all.forEach((el) => { el.open = true; }));
  none(asked, "asked for before anybody wants them");
  same((await table(reader)).slice(0, 2), native);

  await t.test("can be cancelled, and begun again", async () => {
    // From inside the page, at its first step: on a busy machine a click from here may come after the end.
    await page.evaluate(() => {
      const bar = /** @type {HTMLProgressElement} */ (document.querySelector("[data-conformance] progress"));
      new MutationObserver((_, steps) => {
        if (bar.value === 0) return;
        steps.disconnect();
        /** @type {HTMLElement} */ (document.querySelector("[data-conformance-stop]")).click();
      }).observe(bar, { attributes: true });
    });
    await page.click("[data-conformance-go]");
    await page.waitForSelector("[data-conformance-go]", { visible: true });
    assert.ok(await page.$eval("[data-conformance-state=built]", (el) => el.checkVisibility()), "it says that it was computed here");
  });

  await t.test("answers as recorded, and shows where this browser differs", async () => {
    await page.click("[data-conformance-go]");
    await page.waitForSelector("[data-conformance-state=here]:not([hidden])");
    const [strict, zip215, browser] = await table(reader);
    same([strict, zip215], native);
    const rows = await page.$$eval("[data-conformance] [data-each=differences] tr", (all) => all.map((row) => [...row.children].map((el) => el.textContent)));
    same(rows.filter(([, recorded, ours]) => recorded !== ours), [], "ours");
    const version = await browserVersion();
    const measured = recorded[`webcrypto-${version}`];
    if (!measured) return t.diagnostic(`no answers are recorded for ${version}, which accepts ${browser?.[0]}`);
    const strictly = /** @type {string} */ (recorded.strict);
    assert.equal(browser?.[0], String([...measured].filter((one) => one === "1").length));
    assert.equal(rows.length, [...measured].filter((one, i) => one !== strictly[i]).length);
  });
  await t.test("is accessible, and fits a phone", async () => {
    await page.click("[data-conformance] summary");
    if (!firefox) none(await auditParts(page, "[data-conformance]"));
    await page.setViewport({ width: 360, height: 740 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `${width} px wide`);
    await page.setViewport({ width: 1280, height: 900 });
  });
  await t.test("logs no message in the console", () => reader.silent("the vectors"));
});
