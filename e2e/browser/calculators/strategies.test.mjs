// How is the reward divided? Strategies, caps and burn side by side, and which
// validator is left out. The formulas are those of Term Challenge docs, Scoring
// System, written again.

import assert from "node:assert/strict";
import test from "node:test";
import { same } from "../support/check.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";

const PATH = "/rewards/term/strategies/";

const reader = await tab();
const { page } = reader;

/** A table's rows by their names. @param {import("puppeteer-core").Page} of @param {string} id @returns {Promise<Record<string, string[]>>} */
const table = (of, id) =>
  of.$$eval(`#${id} tr[data-id]`, (rows) => Object.fromEntries(rows.map((row) => [row.querySelector("th")?.textContent, [...row.querySelectorAll("td")].map((td) => td.textContent ?? "")])));

/** @type {[name: string, score: number][][]} */
const example = [[["nova", 0.9], ["atlas", 0.5], ["rook", 0.3], ["vega", 0.2]], [["atlas", 0.6], ["lyra", 0.2]]];
const alphas = [80, 20];

/** Shares in percent, by a formula for the part of one score. @param {[string, number][][]} scores @param {(score: number, rank: number, all: number) => number} part */
function shares(scores, part) {
  /** @type {Record<string, number>} */ const of = {};
  scores.forEach((miners, c) => {
    const ordered = miners.map(([, score]) => score).sort((a, b) => b - a);
    const parts = miners.map(([, score]) => part(score, ordered.indexOf(score), miners.length));
    const total = parts.reduce((a, b) => a + b, 0);
    miners.forEach(([name], i) => (of[name] = (of[name] ?? 0) + ((alphas[c] ?? 0) * (parts[i] ?? 0)) / total));
  });
  return of;
}

/** @type {((score: number, rank: number, all: number) => number)[]} in the order of the columns */
const strategies = [(s) => s, (_, rank) => Number(rank < 3), (s) => s * s, (s) => Math.exp(s / 0.1), (_, rank, all) => all - rank, (_, rank) => Number(rank < 1)];

/** @param {Record<string, string[]>} shown @param {[string, number][][]} scores */
function checkStrategies(shown, scores) {
  strategies.forEach((part, column) => {
    const want = shares(scores, part);
    for (const [name, share] of Object.entries(want)) {
      assert.ok(Math.abs(parseFloat(shown[name]?.[column] ?? "") - share) < 0.051, `${name}, column ${column}: ${shown[name]?.[column]}, want ${share}`);
    }
    const hhi = Object.values(want).reduce((sum, share) => sum + (share / 100) ** 2, 0);
    assert.ok(Math.abs(Number(shown["Concentration (HHI)"]?.[column]) - hhi) < 0.000051, `HHI of column ${column}`);
    assert.ok(Math.abs(Number(shown["Effective miners"]?.[column]) - 1 / hhi) < 0.0051, `effective miners of column ${column}`);
  });
}

chromiumTest("without JavaScript the page shows the example", async () => {
  const plain = await tab({ scripts: false });
  await plain.goto(PATH);
  checkStrategies(await table(plain.page, "strategies"), example);
  same((await plain.sentences())[1], "The validators agree on 80.42 %: 1 of 5 left out.");
  await plain.close();
});

test("a score, a strategy and a burn move every table", async () => {
  await reader.live(PATH);
  await reader.put("[name='/competitions/0/miners/3/score']", "0.75");
  const scores = /** @type {[string, number][][]} */ (structuredClone(example));
  scores[0]?.splice(3, 1, ["vega", 0.75]);
  checkStrategies(await table(page, "strategies"), scores);
  await page.select("[name='/strategy']", "winner-takes-all");
  await reader.put("[name='/top_n']", "1");
  await reader.put("[name='/burn/percent']", "50");
  const caps = await table(page, "caps");
  same(caps["nova"], ["80.0 %", "50.0 %", "71.4 %", "50.0 %", "50.0 %"]); // 80 and 20: 50 / (50 + 20)
  const burns = await table(page, "burns");
  same([burns["nova"]?.[0], burns["0 (burn address)"]?.[0], burns["0 (burn address)"]?.[1]], ["35.7 %", "50.0 %", "41.7 %"]); // 50 / (70 + 50)
  const fragment = await reader.fragment();
  for (const part of ["strategy=winner-takes-all", "top=1", "burn=50", "scores-a=0.9,0.5,0.3,0.75"]) assert.ok(fragment.includes(part), `${part} in ${fragment}`);
  await reader.silent("numbers");
});

test("miners are added to the second competition and removed again", async () => {
  await reader.live(PATH);
  await page.$$eval("summary", (all) => all.find((el) => el.textContent?.includes("Competition B"))?.click());
  await page.$$eval("button[data-add]", (all) => /** @type {HTMLElement} */ (all[1]).click());
  await reader.settled();
  assert.ok(await page.$("[name='/competitions/1/miners/2/score']"), "the new row has its place in the second competition");
  checkStrategies(await table(page, "strategies"), [example[0] ?? [], [...(example[1] ?? []), ["miner 3", 0.5]]]);
  await page.click("[aria-label='Remove miner 1 of competition B']");
  await reader.settled();
  checkStrategies(await table(page, "strategies"), [example[0] ?? [], [["lyra", 0.2], ["miner 3", 0.5]]]);
  await reader.silent("rows");
});

test("a validator falls out of the band where the page says", async () => {
  await reader.live(PATH);
  const edge = (await table(page, "on-validators"))["v5"]?.[4] ?? "";
  same(edge, "below 74.81 % or above 86.19 %"); // 0.8 − 3.5 · 0.01 / 0.6745, and 0.81 + 3.5 · 0.01 / 0.6745
  await page.$$eval("summary", (all) => all.find((el) => el.textContent?.startsWith("Validators"))?.click());
  for (const [score, state] of [["0.7482", "counts"], ["0.748", "left out"], ["0.8618", "counts"], ["0.862", "left out"]]) {
    await reader.put("[name='/validators/4/score']", score ?? "");
    same((await table(page, "on-validators"))["v5"]?.[3], state, score);
  }
  await page.click("[name='/rulebook'][value='term-live']");
  await reader.settled();
  assert.notEqual((await table(page, "on-validators"))["v5"]?.[4], edge, "the published code has another threshold");
  await reader.silent("validators");
});

chromiumTest("what is wrong with a row stands below it, and leaves with its row", async () => {
  await reader.live(PATH);
  const said = () => page.$$eval("[data-rows='/validators'] > tr", (rows) => rows.map((row) => row.querySelector(".error")?.textContent ?? ""));
  await reader.put("[name='/validators/0/score']", "2");
  same(await said(), ["", "2: want a number from 0 to 1.", "", "", "", ""]);
  same(await reader.message("[name='/validators/0/score']"), "2: want a number from 0 to 1.");
  await page.$eval("[data-rows='/validators'] [data-remove]", (el) => /** @type {HTMLElement} */ (el).click());
  await reader.settled();
  same(await said(), ["", "", "", ""]);
});
