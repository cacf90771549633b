// The rules of the reader's own arena as sentences: /weights/arena/.

import assert from "node:assert/strict";
import { same } from "../support/check.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";
import { budget } from "../support/measure/budget.mjs";

const PATH = "/weights/arena/";
const reader = await tab();
const { page } = reader;

const at = (/** @type {string} */ member) => `[name="/rulebook/${member}"]`;
const value = (/** @type {string} */ selector) => page.$eval(selector, (el) => /** @type {HTMLInputElement} */ (el).value);
const text = (/** @type {string} */ selector) => page.$eval(selector, (el) => (el.textContent ?? "").replace(/\s+/g, " ").trim());
const weights = () => page.$$eval("[name$='/weight']", (all) => all.map((el) => /** @type {HTMLInputElement} */ (el).value));
const slip = async () => [await text(".law-score"), `${await text(".law-result")} ${await text(".law-result + p")}`];
const json = async () => JSON.parse(await value("[data-law-json]"));
const told = () => text("[data-law-told]");
/** @param {string} selector @param {string} option */
const pick = async (selector, option) => {
  await page.$eval(selector, (el, option) => {
    const select = /** @type {HTMLSelectElement} */ (el);
    select.selectedIndex = [...select.options].findIndex((one) => one.text === option);
    for (const kind of ["input", "change"]) select.dispatchEvent(new Event(kind, { bubbles: true }));
  }, option);
  await reader.settled();
};

chromiumTest("without JavaScript the page is the example's rules and its run", async () => {
  const plain = await tab({ scripts: false });
  await plain.goto(PATH);
  const said = await plain.page.evaluate(() => ({
    clauses: [...document.querySelectorAll(".law-clause h2, .law-folds summary")].map((el) => (el.textContent ?? "").replace(/\s+/g, " ").trim()),
    score: document.querySelector(".law-score")?.textContent, stub: [...document.querySelectorAll(".law-stub p")].map((el) => el.textContent?.trim()).join(" "), next: document.querySelector(".law-next")?.textContent?.trim(),
    json: JSON.parse(/** @type {HTMLTextAreaElement} */ (document.querySelector("[data-law-json]")).value),
  }));
  same(said.clauses, ["§ 1 Score", "§ 2 Results", "§ 3 Rating", "§ 4 Opponents 4, 800 to 1400", "§ 5 Bonuses 2, up to × 1.2", "§ 6 Titles 5, up to Leviathan", "§ 7 Tiers 3, up to Deep", "§ 8 Ties and rounding the earlier run leads"]);
  same([said.score, said.stub, said.next], ["787 of 1000", "Win 1040 → 1054 ▲ 14", "15 such runs reach Bronze Carapace."]);
  await plain.close();
  await reader.live(PATH);
  await page.focus("[name='/how']");
  await pick("[name='/how']", "verified");
  same(await json(), { ...said.json, dimensions: said.json.dimensions }); // the form has the example's whole rulebook
  same(await slip(), ["787 of 1000", "Win 1040 → 1055 ▲ 15"]); // round(14 · 1.1)
  await reader.silent("the example");
});

chromiumTest("a phone begins with the answer and its picture, and few controls are in sight", async () => {
  await page.setViewport({ width: 360, height: 740 });
  await reader.live(PATH);
  const [score = NaN, bar = NaN] = await page.$$eval(".law-score b, .law-bar", (all) => all.map((el) => el.getBoundingClientRect().top + scrollY));
  assert.ok(score <= 240 && bar <= 480, `the answer is at ${score}, the picture at ${bar}`);
  await page.setViewport({ width: 1440, height: 900 });
  const wide = await budget(page);
  assert.ok(wide.height <= 1417 && wide.controls <= 40 && wide.words <= 210, JSON.stringify(wide));
  await page.setViewport({ width: 1280, height: 800 });
});

chromiumTest("numbers are typed, stepped and dragged, weights move each other, and steps are undone", async () => {
  await reader.live(PATH);
  await reader.type(at("results/0/min"), "800");
  await reader.settled();
  same(await slip(), ["787 of 1000", "Draw 1040 → 1038 ▼ 2"]); // 32 · (0.5 − 0.557)
  await page.focus(at("rating/k/0/k"));
  await page.keyboard.press("ArrowUp");
  await reader.settled();
  same(await value(at("rating/k/0/k")), "33");
  const box = await (await page.$(at("rating/floor")))?.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 5, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 5 + 30, box.y + 10, { steps: 5 });
  await page.mouse.up();
  await reader.settled();
  same(await value(at("rating/floor")), "150"); // five steps of 10
  await reader.type(at("dimensions/0/weight"), "80");
  await reader.settled();
  same(await weights(), ["80", "10", "10"]);
  same(await told(), "Complete. Every page accepts it.");
  await page.click("[data-tool=undo]");
  await reader.settled();
  same(await weights(), ["60", "20", "20"]);
  const link = await reader.fragment();
  await page.click("[data-tool=reset]");
  await reader.settled();
  same([await slip(), await value(at("rating/floor"))], [["787 of 1000", "Win 1040 → 1054 ▲ 14"], "100"]);
  await reader.follow(link);
  await reader.settled();
  same([await value(at("rating/floor")), await value(at("results/0/min")), await text(".law-result")], ["150", "800", "Draw"]);
  await page.click("[data-tool=reset]");
  await reader.settled();
});

chromiumTest("what is wrong is said at the word and in place of Complete", async () => {
  await reader.live(PATH);
  await reader.type(at("results/0/min"), "300");
  await reader.settled();
  assert.match(await reader.message(at("results/1/min")), /^400: want less than the result above it, 300/);
  await page.waitForFunction(() => document.querySelector("[data-law-told]")?.textContent?.startsWith("/results"));
  same(await told(), "/results/1/min: 400: want less than the result above it, 300.");
  assert.ok(await page.$eval("[data-law-save]", (el) => /** @type {HTMLButtonElement} */ (el).disabled));
  same((await slip())[0], "787 of 1000"); // the last valid answer
  await reader.type(at("results/0/min"), "700");
  await reader.settled();
  same(await told(), "Complete. Every page accepts it.");
  await page.click("[data-tool=reset]");
  await reader.settled();
});

chromiumTest("rules of a link that are none are refused by name, and start over", async () => {
  for (const base of ["{bad", "null", "7", '"airena"', '{"dimensions":5}', '{"rating":{"k":7}}']) {
    await page.goto("about:blank");
    await reader.goto(`${PATH}#1;base=${encodeURIComponent(base)};name=Mine;end`);
    await page.waitForFunction(() => document.querySelector("[data-law-told]")?.hasAttribute("data-wrong"), { timeout: 20_000 });
    same([await told(), await page.$eval("[data-law-save]", (el) => /** @type {HTMLButtonElement} */ (el).disabled)], [`/rulebook: "${base}": want a rulebook as an object.`, true]);
  }
  await page.click("[data-tool=reset]");
  await reader.settled();
  same([await told(), await value("#law-name")], ["Complete. Every page accepts it.", "Reef League"]);
});

chromiumTest("dimensions and titles are added and removed, and a match may move no rating", async () => {
  await reader.live(PATH);
  await pick("[data-law-add]", "a dimension");
  same([(await json()).dimensions.map((/** @type {any} */ d) => d.key), await weights()], [["correctness", "speed", "methodology", "dimension_4"], ["60", "20", "20", "0"]]);
  same(await page.$$eval(".law-reach bdi", (all) => all.map((el) => el.textContent)), ["Correctness", "Speed", "Methodology", "Dimension 4"]);
  await pick("[data-law-add]", "Speed");
  await reader.settled();
  same([(await json()).dimensions.map((/** @type {any} */ d) => d.key), await page.$$eval("[name^='/run/']", (all) => all.map((el) => /** @type {HTMLInputElement} */ (el).value))], [["correctness", "methodology", "dimension_4"], ["910", "850", "800"]]);
  await pick("[data-law-add]", "a title");
  same((await json()).titles.at(-1), { id: "title-6", name: "Title 6", needs: [{ stat: "rating", min: 1000 }] });
  await pick(at("rating/scheme"), "moves no rating");
  same([(await json()).rating, await page.$eval(".law-stub b", (el) => el.textContent), await page.$$eval(".law-clause h2", (all) => all.filter((el) => el.checkVisibility()).length)], [undefined, "", 3]);
  await page.click("[data-tool=reset]");
  await reader.settled();
});

chromiumTest("a rulebook is saved once by name, renamed, opened and removed, and nothing of another stays", async () => {
  await reader.live(PATH);
  await page.evaluate(() => localStorage.removeItem("tallyproof.rulebooks"));
  await reader.type("#law-name", "Atoll");
  await pick("[data-law-add]", "names and worth of results");
  await reader.settled();
  await page.click("[data-law-save]");
  same(await told(), "Saved. Choose Atoll on any page.");
  same([await text("[data-law-count]"), (await json()).id], ["1 rulebook", "atoll"]);

  // Another arena: AiRENA's, which is pairwise, has no results and no titles.
  const airena = await reader.ask("rulebook.get", { id: "airena" });
  await reader.follow(`#1;op=rulebook.check;json=${encodeURIComponent(JSON.stringify({ rulebook: airena }))};end`);
  await reader.settled();
  same(await told(), "Complete. Every page accepts it.");
  assert.equal(await page.$eval("[data-law-results]", (el) => el.checkVisibility()), false); // of the arena before
  same(await weights(), ["40", "20", "20", "20"]); // which it has as fractions
  const { dimensions, ...mine } = await json();
  const { dimensions: theirs, ...rest } = airena;
  same(mine, { ...rest });
  same(dimensions.map((/** @type {any} */ d) => ({ ...d, weight: 0 })), theirs.map((/** @type {any} */ d) => ({ ...d, weight: 0 })));

  await page.$eval("[data-law-kept]", (el) => el.setAttribute("open", ""));
  await page.click("[data-law-open]");
  await reader.settled();
  same([await value("#law-name"), await text(".law-score b"), await page.$$eval("[data-rows='/rulebook/titles'] > li", (all) => all.length)], ["Atoll", "783", 5]);
  // 800·0.6 + round(1000·0.8^1.5 = 716)·0.2 + 800·0.2 = 480 + 143 + 160 = 783.
  await page.$eval("[data-law-kept] input", (el) => {
    /** @type {HTMLInputElement} */ (el).value = "Lagoon";
    el.dispatchEvent(new Event("change", { bubbles: true }));
  });
  same(await page.$eval("[data-law-kept] li", (el) => /** @type {HTMLElement} */ (el).dataset.kept), "Lagoon");

  await reader.live("/rating/clawdiators/");
  await page.waitForSelector("[data-kept-rules]:not([hidden]) optgroup");
  same(await page.$$eval("[data-kept-rules] optgroup option", (all) => all.map((el) => el.textContent)), ["Lagoon"]);
  await reader.live(PATH);
  await page.$eval("[data-law-kept]", (el) => el.setAttribute("open", ""));
  await page.click("[data-law-remove]");
  same([await text("[data-law-count]"), await page.evaluate(() => localStorage.getItem("tallyproof.rulebooks"))], ["no rulebook", null]);
});

chromiumTest("results have names and worths of their own, in a link too, until the page starts over", async () => {
  await reader.live(PATH);
  const results = () => page.$$eval("[data-clause=results] > div > ul > li", (all) => all.map((el) => (el.textContent ?? "").replace(/\s+/g, " ").trim()));
  const shown = () => page.$eval("[data-law-results]", (el) => el.checkVisibility());
  assert.equal(await shown(), false);
  await pick("[data-law-add]", "names and worth of results");
  same([await shown(), await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))], [true, "Name of a win"]);
  await reader.type(at("results/1/name"), "silver");
  await reader.type(at("results/1/worth"), "0.3");
  await reader.type("[name='/run/0/value']", "400");
  await reader.settled();
  same((await results())[1], "Silver is a score of or more, worth 0.3.");
  assert.match(await text(".law-result"), /^Silver$/);
  // Against 1000, 1040 expects 1 / (1 + 10^(−40/400)) = 0.557: 32 · (0.3 − 0.557) = −8.23.
  assert.match(await text(".law-result + p"), /^1040 → 1032 ▼ 8$/);
  same((await json()).results[1], { id: "draw", min: 400, name: "silver", worth: 0.3 });
  await reader.type(at("results/1/worth"), "1.5");
  assert.match(await told(), /^\/results\/1\/worth: 1.5: want a number from 0 to 1\.$/);
  await reader.type(at("results/1/worth"), "0.3");
  await reader.settled();
  const link = await page.evaluate(() => location.hash);
  await page.goto("about:blank"); // a link that is opened, and not followed
  await reader.live(`${PATH}${link}`);
  same([await shown(), await value(at("results/1/worth")), await text(".law-result")], [true, "0.3", "Silver"]);
  await page.click("[data-tool=reset]");
  await reader.settled();
  same([await shown(), await text(".law-result"), (await results())[1]], [false, "Win", "A draw is a score of or more, worth 0.5."]);
});

chromiumTest("a clause lights its steps, and a step its clause", async () => {
  await reader.live(PATH);
  await page.focus(at("rating/start"));
  same(await page.$$eval(".law-steps [data-dim-out]", (all) => all.length), 5);
  await page.hover(".law-steps [data-clause=opponents]");
  same(await page.$$eval("[data-clause][data-lit]:not(li)", (all) => all.map((el) => /** @type {HTMLElement} */ (el).dataset.clause)), ["opponents"]);
});
