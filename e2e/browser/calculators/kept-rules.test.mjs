// Rulebooks that the reader keeps on this device: a choice on every page that answers by one.

import assert from "node:assert/strict";
import { same } from "../support/check.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";

const reader = await tab();
const { page } = reader;
const NAME = "tallyproof.rulebooks";

/** The link that brings a rulebook to a page. @param {unknown} rulebook */
const link = (rulebook) => `#1;op=rulebook.check;json=${encodeURIComponent(JSON.stringify({ rulebook }))};end`;
await reader.live("/score/airena/");
const whole = await reader.ask("rulebook.get", { id: "airena" });
const term = await reader.ask("rulebook.get", { id: "term" });
/** @param {string} name @param {number[]} weights */
const mine = (name, weights) => ({ ...whole, name, dimensions: whole.dimensions.map((/** @type {any} */ d, /** @type {number} */ i) => ({ ...d, weight: weights[i] })) });
const HALF = mine("\u202eHalf", [0.5, 0.1, 0.2, 0.2]), EVEN = mine("Even", [0.25, 0.25, 0.25, 0.25]);

const whose = () => page.$eval("[data-own-rules]", (el) => (el.checkVisibility() ? el.querySelector("span")?.textContent : ""));
const kept = () => page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '{"rulebooks":[]}').rulebooks.map((/** @type {string} */ text) => JSON.parse(text).name), NAME);
/** What a choice offers, and what is chosen. @param {string} at */
const choice = (at) => page.$eval(at, (el) => {
  const select = /** @type {HTMLSelectElement} */ (el);
  return { shown: select.checkVisibility({ visibilityProperty: true }), kept: [...select.querySelectorAll("optgroup option")].map(({ textContent }) => textContent), now: select.selectedOptions[0]?.text };
});
/** Chooses by what a choice says. @param {string} at @param {string} text */
const choose = async (at, text) => {
  await page.waitForSelector(`${at} option`);
  await page.$eval(at, (el, text) => {
    const select = /** @type {HTMLSelectElement} */ (el);
    select.closest("details")?.setAttribute("open", "");
    select.selectedIndex = [...select.options].findIndex((option) => option.text === text);
    for (const kind of ["input", "change"]) select.dispatchEvent(new Event(kind, { bubbles: true }));
  }, text);
  await page.waitForFunction((at) => document.querySelector(at), {}, at);
};
/** @param {unknown[]} rulebooks */
const plant = (rulebooks) => page.evaluate((name, text) => localStorage.setItem(name, text), NAME, JSON.stringify({ version: 1, rulebooks: rulebooks.map((one) => (typeof one === "string" ? one : JSON.stringify(one))) }));
const said = (/** @type {string} */ text) => page.waitForFunction((text) => document.querySelector(".sentence")?.textContent === text, {}, text);
const offered = (/** @type {string} */ at) => page.waitForFunction((at) => document.querySelector(`${at} optgroup`), {}, at);

/** Nothing is kept. A hook would run before the tests of other files, too. */
async function fresh() {
  await reader.goto("/privacy/");
  await page.evaluate(() => localStorage.clear());
}

chromiumTest("a rulebook is kept by name, chosen on other pages, and removed", async () => {
  await fresh();
  await reader.live(`/score/airena/${link(HALF)}`);
  await said("This submission scores 89.10 of 100.");
  same(await choice("#score-kept"), { shown: false, kept: [], now: "Your rulebook" });
  await page.waitForSelector("[data-own-keep]:not([hidden])");
  await page.focus("[data-own-keep]");
  await page.keyboard.press("Enter");
  same([await kept(), await choice("#score-kept")], [["\u202eHalf"], { shown: true, kept: ["\\u202eHalf"], now: "\\u202eHalf" }]);
  assert.ok(await page.evaluate(() => document.activeElement?.matches("[data-own-back]")));

  // Another value stays as it is typed; the arena's own rules and the kept ones take turns.
  await reader.live("/score/airena/");
  await offered("#score-kept");
  same([await choice("#score-kept"), await whose()], [{ shown: true, kept: ["\\u202eHalf"], now: "The arena’s own" }, ""]);
  await choose("#score-kept", "\\u202eHalf");
  await page.waitForSelector("[data-own-rules]:not([hidden])");
  same(await whose(), "By your rulebook \\u202eHalf, not by the arena’s own rules.");
  await choose("#score-kept", "The arena’s own");
  await page.waitForSelector("[data-own-rules][hidden]");

  // A page with a choice of arenas has it there.
  await reader.live("/weights/stress/");
  await offered("#rules");
  await page.$eval("#rules", (el) => el.closest("details")?.setAttribute("open", ""));
  const text = await page.$eval("#agents", (el) => /** @type {HTMLTextAreaElement} */ (el).value);
  same(await choice("#rules"), { shown: true, kept: ["\\u202eHalf"], now: "AiRENA" });
  await choose("#rules", "\\u202eHalf");
  await page.waitForSelector("[data-own-rules]:not([hidden])");
  await reader.settled();
  same([(await choice("#rules")).now, await page.$eval("#agents", (el) => /** @type {HTMLTextAreaElement} */ (el).value)], ["\\u202eHalf", text]);
  await choose("#rules", "AiRENA");
  await reader.settled();
  same([await whose(), (await choice("#rules")).now], ["", "AiRENA"]);
  await choose("#rules", "\\u202eHalf");
  await page.waitForSelector("[data-own-forget]:not([hidden])");
  await page.focus("[data-own-forget]");
  await page.keyboard.press("Enter");
  same([await kept(), await choice("#rules"), await whose()], [[], { shown: true, kept: [], now: "Your rulebook" }, "By your rulebook \\u202eHalf, not by the arena’s own rules."]);
  await reader.silent("keeping");
});

chromiumTest("every page that answers by a rulebook of the reader offers those that are kept", async () => {
  await fresh();
  await plant([HALF, EVEN]);
  for (const [path, at] of /** @type {[string, string][]} */ ([
    ["/score/airena/", "#score-kept"], ["/score/clawdiators/", "#score-kept"], ["/score/term/", "[data-kept-rules] select"], ["/rating/airena/", "[data-kept-rules] select"], ["/rating/clawdiators/", "[data-kept-rules] select"],
    ["/rating/difficulty/", "[data-kept-rules] select"], ["/rewards/term/", "[data-kept-rules] select"], ["/rewards/term/strategies/", "[data-kept-rules] select"], ["/audit/", "#rules"], ["/weights/stress/", "#rules"],
  ])) {
    await reader.live(path);
    await offered(at);
    same((await choice(at)).kept, ["Even", "\\u202eHalf"], path);
  }
});

chromiumTest("the engine checks what storage brings, and what is no rulebook is not offered", async () => {
  await fresh();
  await plant([{ ...HALF, name: "Broken", dimensions: HALF.dimensions.slice(1) }, "{", { name: "No rulebook" }, term]);
  await reader.live("/score/airena/");
  await offered("#score-kept");
  same((await choice("#score-kept")).kept, ["Broken", "Term Challenge (document)"]);
  await choose("#score-kept", "Broken");
  await page.waitForSelector("#kept-error");
  same((await choice("#score-kept")).now, "The arena’s own");
  assert.match(await page.$eval("#kept-error", (el) => el.textContent ?? ""), /^Broken cannot answer: \/dimensions Weights sum to 0\.5/i);
});
