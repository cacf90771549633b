// How fast does my reward decay? Journey 6 of a reader, and row 17 of the list of
// features: the timeline of each of the four sources, and of a rulebook of the reader.

import assert from "node:assert/strict";
import test from "node:test";
import { same } from "../support/check.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";

const PATH = "/rewards/term/";

const reader = await tab();
const { page } = reader;

/** What is kept, as the table of turning points says: Term Challenge docs, Scoring & Rewards, Decay Timeline, and testdata/vectors/term. */
const golden = [
  { source: "docs-a", rule: "full for 10 epochs, then 5 % less every epoch, down to 20 %", banner: "Two official pages disagree; you see the Scoring page.",
    nothing: "95 % at epoch 11, 50 % at 20, floor 20 % from 26", resubmit: "the same score resets nothing for anybody", beat: "81.6 % resets the decay now",
    kept: ["0 100 %", "8 100 %", "10 100 %", "11 95 %", "12 90 %", "20 50 %", "21 45 %", "25 25 %", "26 20 %", "27 20 %"] },
  { source: "docs-b", rule: "full for 10 epochs, then 5 % less every epoch, down to 20 %", banner: "Two official pages disagree; you see the Rewards page.",
    nothing: "95 % at epoch 11, 50 % at 20, floor 20 % from 26", resubmit: "the same score resets nothing; any better score of yours resets the decay", beat: "81.6 % resets the decay now",
    kept: ["0 100 %", "8 100 %", "10 100 %", "11 95 %", "12 90 %", "20 50 %", "21 45 %", "25 25 %", "26 20 %", "27 20 %"] },
  { source: "code-epochs", rule: "full for 9 epochs, then 5 % less every epoch, down to 20 %", banner: "The published code differs from both official pages; you see the older code, e6f673b.",
    nothing: "95 % at epoch 10, 50 % at 19, floor 20 % from 25", resubmit: "the same score resets nothing for anybody",
    beat: "81.6 % resets nothing: the code requires 2 points more, 82 %, and in binary floating point a little more than that",
    kept: ["0 100 %", "8 100 %", "9 100 %", "10 95 %", "11 90 %", "19 50 %", "20 45 %", "24 25 %", "25 20 %", "26 20 %"] },
  { source: "code-blocks", rule: "full for 21,600 blocks (about 72 h), then halved every 7,200 (about 24 h), no floor", banner: "The published code differs from both official pages; you see the newer code, 15b59fe.",
    nothing: "less than 100 % at block 21,601, 50 % at block 28,800, 25 % at block 36,000, no floor", resubmit: "changes nothing: only a new top agent resets the decay", beat: "a new top agent resets the decay now",
    kept: ["0 100.00 %", "17,280 100.00 %", "21,600 100.00 %", "21,601 99.99 %", "28,800 50.00 %", "36,000 25.00 %", "43,200 12.50 %", "50,400 6.25 %"] },
];

/** @param {import("puppeteer-core").Page} of */
const said = (of) =>
  of.evaluate(() => {
    const text = (/** @type {string} */ selector) => document.querySelector(selector)?.textContent ?? "";
    const card = (/** @type {string} */ id) => text(`.cards [data-id=${id}] [data-out=text]`);
    return {
      rule: text("[data-out=rule]"), banner: text("[data-out=banner]"), nothing: card("nothing"), resubmit: card("resubmit"), beat: card("beat"),
      kept: [...document.querySelectorAll(".timeline tbody tr")].map((row) => `${row.querySelector("[data-out=at]")?.textContent} ${row.querySelector("[data-out=kept]")?.textContent}`),
    };
  });

chromiumTest("without JavaScript the page shows eight epochs without improvement", async () => {
  const plain = await tab({ scripts: false });
  await plain.goto(PATH);
  const { source, ...want } = golden[0] ?? assert.fail();
  assert.equal(source, "docs-a");
  same(await said(plain.page), want);
  same(await plain.sentences(), ["Now 100 %: you keep all of it for 2 more epochs, then lose 5 points each, to 20 %."]);
  await plain.close();
});

test("by keyboard alone: the four sources", async () => {
  await reader.live(PATH);
  for (let i = 0; !(await page.evaluate(() => document.activeElement?.matches("[name='/source']"))); i++) {
    assert.ok(i < 60, "Tab does not reach the sources");
    await page.keyboard.press("Tab");
  }
  for (const [i, { source, ...want }] of golden.entries()) {
    if (i > 0) await page.keyboard.press("ArrowRight");
    await reader.settled();
    assert.equal(await page.$eval("[name='/source']:checked", (el) => /** @type {HTMLInputElement} */ (el).value), source);
    same(await said(page), want, source);
  }
  assert.match(await reader.fragment(), /source=code-blocks/);
  await reader.silent("the journey");
});

test("the numbers move the answer", async () => {
  await reader.live(PATH);
  for (const [epochs, sentence] of [["9", "Now 100 %: you keep all of it for 1 more epoch, then lose 5 points each, to 20 %."], ["10", "Now 100 %: you keep all of it in this epoch, then lose 5 points each, to 20 %."],
    ["11", "Now 95 %: you lose 5 points each epoch, to 20 % in 15 more epochs."], ["20", "Now 50 %: you lose 5 points each epoch, to 20 % in 6 more epochs."], ["26", "Now 20 %: this is the floor. It falls no further."], ["500", "Now 20 %: this is the floor. It falls no further."]]) {
    await reader.put("[name='/stale']", epochs ?? "");
    same(await reader.sentences(), [sentence]);
  }
  await reader.type("[name='/top_percent']", "99,5");
  assert.match((await said(page)).beat, /^not possible: that is 101.49 %, more than all tasks$/);
  await reader.type("[name='/stale']", "1,5");
  assert.match(await reader.message("[name='/stale']"), /^1\.5: want a whole number/);
  await reader.silent("numbers");
});

/** A rulebook of the reader: Term Challenge's with another decay. @param {Record<string, unknown>} decay */
const own = async (decay) => {
  const whole = await reader.ask("rulebook.get", { id: "term" });
  return { ...whole, name: "\u202eTerm", reward: { ...whole.reward, decay: { ...whole.reward.decay, ...decay } } };
};

const whose = () => page.$eval("[data-own-rules]", (el) => (el.checkVisibility() ? el.querySelector("span")?.textContent : ""));
const chosen = () => page.$$eval("[name='/source']:checked", (all) => all.map((el) => /** @type {HTMLInputElement} */ (el).value));

chromiumTest("a rulebook of the reader answers in place of a source, and the page says so", async () => {
  await reader.live(PATH);
  const steep = JSON.stringify(await own({ rate: 0.1, grace: 5, max_burn: 70, threshold: 0.05 }));
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, steep);
  await page.waitForSelector("[data-own-rules]:not([hidden])");
  await reader.settled();
  same(await whose(), "By your rulebook \\u202eTerm, not by the arena’s own rules.");
  same(await chosen(), []);
  // 8 − 5 = 3 stale epochs of 10 %; 80 % · 1.05.
  same(await reader.sentences(), ["Now 70 %: you lose 10 points each epoch, to 30 % in 4 more epochs."]);
  same(await said(page), {
    rule: "full for 5 epochs, then 10 % less every epoch, down to 30 %", banner: "You see your rulebook. The four sources of Term Challenge are below.",
    nothing: "70 % now, 50 % at epoch 10, floor 30 % from 12", resubmit: "the same score resets nothing for anybody", beat: "84 % resets the decay now",
    kept: ["0 100 %", "5 100 %", "6 90 %", "7 80 %", "8 70 %", "10 50 %", "11 40 %", "12 30 %", "13 30 %"],
  });
  same(await page.$$eval(".readings tbody tr, .readings li", (all) => all.length), 5);
  const link = await reader.fragment();

  // A source takes over again, and the link brings the rulebook back.
  await page.focus("[name='/source'][value=docs-b]");
  await page.keyboard.press("Space");
  await reader.settled();
  same(await whose(), "");
  same((await said(page)).banner, "Two official pages disagree; you see the Rewards page.");
  await reader.follow(link);
  await reader.settled();
  same(await reader.sentences(), ["Now 70 %: you lose 10 points each epoch, to 30 % in 4 more epochs."]);
  same(await chosen(), []);
  await page.focus("[data-own-back]");
  await page.keyboard.press("Enter");
  await reader.settled();
  same([await whose(), await chosen()], ["", ["docs-a"]]);
  same(await reader.sentences(), ["Now 100 %: you keep all of it for 2 more epochs, then lose 5 points each, to 20 %."]);
  await reader.silent("the rulebook");
});

chromiumTest("a rulebook that counts blocks, and one without rewards", async () => {
  await reader.live(PATH);
  const bring = async (/** @type {unknown} */ rulebook) => {
    await reader.follow(`#1;op=rulebook.check;json=${encodeURIComponent(JSON.stringify({ rulebook }))};end`);
    await reader.settled();
  };
  await bring(await own({ curve: "block", grace_blocks: 16880, half_life_blocks: 400 })); // of 17,280 blocks
  same(await reader.sentences(), ["Now 50 %: it halves every 1.3 hours. It stops at 20 %."]);
  await bring({ ...(await own({})), reward: undefined });
  assert.match(await page.$eval("#decay-error", (el) => el.textContent ?? ""), /"term" has no reward rules: want a rulebook that has, such as term/);
  same(await reader.sentences(), ["Now 50 %: it halves every 1.3 hours. It stops at 20 %."]);
  await reader.silent("blocks");
});

/** What the page says first, the chosen way, and the request. */
const seen = () =>
  page.evaluate(() => {
    const value = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (document.querySelector(`[name="${name}"]`)).value;
    return {
      number: document.querySelector(".hero-number")?.textContent ?? "", way: document.querySelector("[data-way][aria-pressed=true]")?.getAttribute("data-id") ?? "",
      finding: document.querySelector(".finding")?.textContent ?? "", values: ["/stale", "/blocks", "/next_percent"].map(value).join(" "),
    };
  });

chromiumTest("ways to go on set the next score, and a score that is moved chooses the way", async () => {
  await reader.live(PATH);
  same(await seen(), { number: "100%", way: "wait", finding: "A score of 81.00 % resets two of four.", values: "8 17280 81" });
  await page.focus("[data-way][data-id=beat]");
  await page.keyboard.press("Enter");
  await reader.settled();
  same(await seen(), { number: "100%", way: "beat", finding: "A score of 81.60 % resets three of four.", values: "8 17280 81.60" }); // 80 · 1.02
  const ruler = ".reset-figure input[type=range]";
  await page.focus(ruler);
  await page.keyboard.press("ArrowLeft");
  await reader.settled();
  same([(await seen()).way, (await seen()).values], ["resubmit", "8 17280 81.55"]);
  await page.focus("[data-tool=undo]");
  await page.keyboard.press("Enter");
  await reader.settled();
  same((await seen()).way, "beat");
  await page.focus("[data-way][data-id=resubmit]");
  await page.keyboard.press("Space");
  await reader.settled();
  same(await seen(), { number: "100%", way: "resubmit", finding: "A score of 80.00 % resets none.", values: "8 17280 80.00" });
  await reader.silent("ways");
});

test("the moment is one in epochs and in blocks: by the cursor, its keys and the field", async () => {
  await reader.live(PATH);
  const cursor = ".course-figure input[type=range]";
  await page.focus(cursor);
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
  await reader.settled();
  same(await seen(), { number: "95%", way: "wait", finding: "A score of 81.00 % resets two of four.", values: "11 23760 81" }); // 11 · 7.2 h · 300
  await page.keyboard.press("End");
  await reader.settled();
  same([(await seen()).number, (await seen()).values], ["20%", "40 86400 81"]);
  await page.keyboard.press("Home");
  await page.click("[name='/source'][value=code-blocks]");
  await reader.settled();
  await reader.put("[name='/blocks']", "43200");
  same([(await seen()).number, (await seen()).values], ["12.5%", "20 43200 81"]); // 2^−3; 20 epochs
  same(await page.$eval(cursor, (el) => [el.getAttribute("data-sets"), el.getAttribute("aria-valuetext"), /** @type {HTMLInputElement} */ (el).value]), ["/blocks", "144.0 hours: 12.5 % kept", "43200"]);
  await page.click(".named[data-picks=code-epochs] tspan");
  await reader.settled();
  same((await seen()).number, "45%"); // 100 − 5 · (20 − 9)
  await reader.silent("the moment");
});
