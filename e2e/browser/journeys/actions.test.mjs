// How many actions lead from the loaded home page to an answer: clicks, key chords,
// pastes and fields typed into.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromiumTest, allowClipboard, tab } from "../support/fixture.mjs";
import { root } from "../support/site.mjs";
import { Visitor } from "../support/visitor.mjs";

const reader = await tab();
const { page } = reader;
await allowClipboard();

const read = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8");
const match = read("testdata/vectors/clawdiators/samples/head_get_match.json");

/** A visitor on the home page. @param {number} [width] @param {number} [height] */
async function home(width = 1280, height = 800) {
  await page.setViewport({ width, height });
  await reader.live("/");
  return new Visitor(reader);
}

const text = (/** @type {string} */ selector) => page.waitForSelector(selector, { visible: true }).then((el) => el?.evaluate((el) => el.textContent ?? "") ?? "");

/** @param {Visitor} visitor @param {number} most */
const atMost = (visitor, most) => assert.ok(visitor.actions <= most, `${visitor.actions} actions: want at most ${most}`);

chromiumTest("a proof is verified by two actions", async () => {
  const visitor = await home();
  await visitor.paste(read("site/demo/flat/nova.json"));
  await visitor.follow(() => visitor.click("[data-destinations] a"));
  assert.equal(await page.$eval(".stub", (el) => el.getAttribute("data-state")), "authentic");
  assert.match(await text("[data-verify] [data-out=sentence]"), /^Signed by /);
  atMost(visitor, 2);
  await reader.silent("verifying");
});

chromiumTest("what 20 ms bring takes four actions", async () => {
  const visitor = await home();
  await visitor.follow(() => visitor.click("main a[href='/score/airena/']"));
  await visitor.fill("[data-key=time]", "1800");
  await visitor.click("[data-tool=pin]");
  await visitor.click(".field:has([data-key=time]) [data-step='-1']");
  await reader.settled();
  assert.equal(await page.$eval("[data-key=time]", (el) => /** @type {HTMLInputElement} */ (el).value), "1780");
  await page.waitForFunction(() => document.querySelector("[data-compare]:not([hidden]) [data-said]")?.textContent?.includes("→"));
  assert.match(await text("[data-said]"), /^Pinned: \d+\.\d+ → \d+\.\d+ \(\+0\.\d+\)$/);
  atMost(visitor, 4);
  await reader.silent("a step");
});

chromiumTest("one's own Elo in 30 matches takes five actions", async () => {
  const visitor = await home();
  await visitor.follow(() => visitor.click("main a[href='/rating/clawdiators/']"));
  await visitor.fill("[data-key=rating]", "1120"); // the strength follows
  await visitor.click("details:has([data-key=matches]) > summary");
  await visitor.fill("[data-key=matches]", "14");
  await visitor.fill("[data-remote='/length']", "30");
  assert.match(await text("[data-form=forecast] .sentence"), /^After 30 matches: median \d+; 90 % of outcomes lie between \d+ and \d+\./);
  assert.equal(await reader.asked("#forecast [name='/length']"), 30);
  atMost(visitor, 5);
  await reader.silent("a forecast");
});

for (const [width, height] of /** @type {const} */ ([[1280, 800], [360, 740]])) {
  chromiumTest(`a match is pasted by two actions, and the box is in the first window at ${width} px`, async () => {
    const visitor = await home(width, height);
    const box = await page.$eval(width < 480 ? "a[data-anything]" : "[data-paste] textarea", (el) => { // the record is first on a phone
      const { top, bottom, left, right } = el.getBoundingClientRect();
      return { top, bottom, left, right, scrolled: scrollY };
    });
    assert.ok(box.scrolled === 0 && box.top >= 0 && box.bottom <= height && box.left >= 0 && box.right <= width, JSON.stringify(box));
    await visitor.paste(match);
    await text("[data-found]:not([hidden]) [data-out=word]");
    await visitor.follow(() => visitor.click("[data-destinations] a[href^='/rating/clawdiators/']"));
    assert.match(await text("[data-form=match] .sentence"), /moves the rating from \d+ to \d+/);
    atMost(visitor, 2);
    await reader.silent("a match");
  });
}
