// /widgets/: the badge, the card and the board where people show them, light and dark; what is
// chosen to be embedded; the day; and the width and the states of the card.

import assert from "node:assert/strict";
import test from "node:test";
import { audit } from "../support/measure/axe.mjs";
import { none } from "../support/check.mjs";
import { origin, tab } from "../support/fixture.mjs";

const PATH = "/widgets/";
const reader = await tab();
const { page } = reader;
await page.setViewport({ width: 1440, height: 900 });
await reader.live(PATH);
const shadow = (/** @type {string} */ host, /** @type {string} */ find) => page.waitForFunction((host, find) => [...document.querySelectorAll(host)].length > 0 && [...document.querySelectorAll(host)].every((el) => el.shadowRoot?.querySelector(find)), {}, host, find);

test("without JavaScript both colours are there, and nothing is green but the badges' own pictures", async () => {
  const plain = await tab({ scripts: false });
  await plain.goto(PATH);
  assert.equal(await plain.page.$$eval("[data-state=authentic]", (all) => all.length), 0);
  assert.deepEqual(await plain.page.$$eval(".scene", (all) => all.map((el) => el.querySelector("[data-window=card] .word")?.textContent)), ["Not checked yet", "Not checked yet"]);
  await plain.page.click("[name=what][value=card]");
  assert.deepEqual(await plain.page.$$eval("[data-snippet]", (all) => all.filter((el) => el.checkVisibility()).map((el) => el.getAttribute("data-snippet"))), ["card", "frame"]);
  await plain.close();
});

test("card and board check themselves, in both colours", async () => {
  await shadow("[data-scene-card] > arena-card", ".cd[data-state=authentic]");
  await shadow("[data-scene-board] > arena-board", ".cd[data-state=authentic]");
  assert.deepEqual(await page.$$eval("[data-scene-card] > arena-card", (all) => all.map((el) => el.getAttribute("theme"))), ["light", "dark"]);
  none(await audit(page));
  await reader.silent("checking");
});

test("keys and buttons move the divider", async () => {
  const at = () => page.$eval(".pano", (el) => /** @type {HTMLElement} */ (el).style.getPropertyValue("--x"));
  await page.focus(".pano > input");
  await page.keyboard.press("End");
  assert.equal(await at(), "100%");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await at(), "99%");
  await page.click("[data-light='0']");
  assert.equal(await at(), "0%");
  await page.click("[data-light='0']");
  assert.equal(await at(), "50%");
});

test("a badge follows the agent or keeps its proof, and the code with it", async () => {
  await page.click("[name=badge-of][value=follow]");
  await page.waitForSelector("[data-snippet=short]:not([hidden])");
  assert.equal(await page.$eval("[data-snippet=short] textarea", (el) => /** @type {HTMLTextAreaElement} */ (el).value), `[![demo · Nova](${origin}/badge/a/demo/nova/score.svg)](${origin}/agents/demo/nova)`);
  await page.click("[name=badge-of][value=keep]");
  await page.waitForSelector("[data-snippet=short][hidden]");
  await reader.settled();
});

test("the day decides what both show, and how old it is", async () => {
  const titles = () => page.$$eval(".days-track", (all) => all.map((el) => el.querySelector("img")?.hidden ? "none" : (el.querySelector("img")?.alt ?? "")));
  const day = async (/** @type {number} */ n) => page.$eval(".days-axis input", (el, n) => {
    /** @type {HTMLInputElement} */ (el).value = String(n);
    el.dispatchEvent(new Event("input", { bubbles: true }));
  }, n);
  await day(12);
  await page.waitForFunction(() => /95\.6/.test(document.querySelector(".days-track img")?.getAttribute("alt") ?? ""));
  assert.equal((await titles())[1], "none", "before the proof there is none");
  await day(50);
  await page.waitForFunction(() => [...document.querySelectorAll(".days-track img")].every((el) => /33 days old/.test(el.getAttribute("alt") ?? "")));
  await day(0);
  assert.deepEqual(await titles(), ["none", "none"]);
});

test("the card is as wide as its reader makes it, in each of its states", async () => {
  await page.focus(".width-box > input");
  await page.keyboard.press("Home");
  assert.equal(await page.$eval("[data-width-card]", (el) => el.getBoundingClientRect().width), 180);
  assert.equal(await page.$eval("[data-wide]", (el) => el.textContent), "180 px");
  await page.keyboard.press("End");
  for (const [i, want] of ["unchecked", "authentic", "not-authentic", "unknown-key"].entries()) {
    const buttons = await page.$$("[data-shows-state]");
    await buttons[i]?.click();
    await shadow("[data-width-card] > arena-card", `.cd[data-state=${want}]`);
  }
  await reader.silent("states");
});

test("a phone has one window, and nothing scrolls sideways", async () => {
  for (const width of [768, 360, 320]) {
    await page.setViewport({ width, height: 740 });
    for (const what of ["badge", "card", "board"]) {
      await page.click(`[name=what][value=${what}]`);
      assert.deepEqual(await page.$$eval(".scene:first-child .window", (all) => all.filter((el) => el.checkVisibility()).map((el) => el.getAttribute("data-window"))), [what]);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${what}, ${width} px`);
    }
  }
  none(await audit(page));
});
