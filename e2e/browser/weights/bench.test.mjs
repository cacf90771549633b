// /weights/ as a bench: the picture of one weight that moves is a slider, its numbers are the
// engine's and its crossings are where the order of sums changes; cards are tried; folds have
// their values; and it all fits.

import assert from "node:assert/strict";
import test from "node:test";
import { same } from "../support/check.mjs";
import { engine } from "../support/proofs.mjs";
import { agentsOf, openWeights } from "./weights.mjs";

const { agrees, board, page, rail, reader } = await openWeights();

const KEYS = ["correctness", "speed", "quality", "process"];

/** Who is first if a weight is that much, and the others share the rest in exact proportion. @param {import("./weights.mjs").Agent[]} agents @param {number[]} percents @param {number} k @param {number} at */
function firstAt(agents, percents, k, at) {
  const others = percents.reduce((sum, w, i) => (i === k ? sum : sum + w), 0);
  const weights = percents.map((w, i) => (i === k ? at : (w * (100 - at)) / others));
  const sums = agents.map(({ name, scores }) => ({ name, sum: scores.reduce((sum, score, i) => sum + score * (weights[i] ?? 0), 0) }));
  return sums.sort((a, b) => b.sum - a.sum)[0]?.name;
}

/** What the picture of a weight shows. */
const swept = () =>
  page.$eval("[data-form=sweep]", (root) => ({
    heading: root.querySelector("h2")?.textContent,
    cursor: Number.parseFloat(root.querySelector("[data-cursor]")?.getAttribute("x") ?? ""),
    now: root.querySelector("[data-sweep]")?.getAttribute("aria-valuenow"),
    winners: [...root.querySelectorAll(".ribbon > svg")].map((el) => ({ name: el.querySelector("text")?.textContent, from: Number.parseFloat(el.getAttribute("x") ?? ""), width: Number.parseFloat(el.getAttribute("width") ?? "") })),
    crossings: [...root.querySelectorAll(".over circle")].map((el) => Number.parseFloat(el.getAttribute("cx") ?? "")),
  }));

/** @param {string} dimension */
async function choose(dimension) {
  await page.$eval(`[name="/dimension"][value=${dimension}]`, (el) => /** @type {HTMLElement} */ (el).click());
  await reader.settled();
}

test("the sweep of each weight is what the engine says, and who wins changes where the lines cross", async () => {
  await reader.live("/weights/");
  same((await swept()).heading, "Speed above 22.2 %: Nova wins.");
  const { text, percents } = await rail();
  const agents = agentsOf(text);
  for (const [k, dimension] of KEYS.entries()) {
    await choose(dimension);
    const weights = KEYS.map((key, i) => ({ dimension: key, percent: percents[i] ?? 0 }));
    const answer = engine.call("explain.sweep", { text, weights, dimension });
    const shown = await swept();
    same([shown.heading, shown.cursor, Number(shown.now)], [answer.sentence, percents[k], percents[k]]);
    same(shown.crossings, answer.crossings.map((/** @type {any} */ { x }) => x));
    for (const { weight, id } of answer.crossings) same([firstAt(agents, percents, k, weight - 0.02) === id, firstAt(agents, percents, k, weight + 0.02)], [false, id]);
    for (const { id, from, to } of answer.winners) same(firstAt(agents, percents, k, (from + to) / 2), id);
    const marks = (await rail()).marks[k]?.filter(({ first }) => first).map(({ at }) => at) ?? [];
    answer.crossings.forEach((/** @type {any} */ { weight }, /** @type {number} */ i) => assert.ok(Math.abs((marks[i] ?? NaN) - weight) < 0.03, `a line crosses at ${weight}, the slider's mark is at ${marks[i]}`));
  }
});

test("the cursor of the sweep is the weight, dragged or moved by keys", async () => {
  await reader.live("/weights/");
  const plot = await page.$eval(".sweep .lines", (el) => (el.scrollIntoView({ block: "center", behavior: "instant" }), el.getBoundingClientRect().toJSON()));
  await page.mouse.move(plot.left + plot.width * 0.2, plot.top + 40);
  await page.mouse.down();
  for (const part of [0.3, 0.6, 0.45]) {
    await page.mouse.move(plot.left + plot.width * part, plot.top + 60);
    await reader.settled();
    const percents = await agrees();
    assert.ok(Math.abs((percents[1] ?? 0) - 100 * part) < 0.3, `${percents[1]} % at ${part}`);
    same((await swept()).cursor, percents[1]);
  }
  await page.mouse.up();
  assert.match((await board())[0] ?? "", /^1 Nova/);
  await page.focus("[data-sweep]");
  await page.keyboard.press("Home");
  await reader.settled();
  for (const [key, want] of /** @type {const} */ ([["ArrowRight", 1], ["PageUp", 6], ["ArrowLeft", 5], ["PageDown", 0], ["End", 100]])) {
    await page.keyboard.press(key);
    await reader.settled();
    same([(await agrees())[1], (await swept()).cursor], [want, want]);
  }
});

test("each of the smallest changes puts another agent first, and is undone", async () => {
  await reader.live("/weights/");
  const cards = await page.$$eval("#flip li", (all) => all.map((el) => el.querySelector("b")?.textContent));
  same(cards, ["2.13 points", "2.23 points", "2.33 points"]);
  for (const [i] of cards.entries()) {
    const buttons = await page.$$("#flip li button");
    await buttons[i]?.click();
    await reader.settled();
    await agrees();
    assert.match((await board())[0] ?? "", /^1 Nova/);
    await page.click("[data-tool=undo]");
    await reader.settled();
    same(await agrees(), [40, 20, 20, 20]);
  }
});

test("a start is pressed while the weights are its own", async () => {
  await reader.live("/weights/");
  const pressed = () => page.$$eval("[data-start][aria-pressed=true]", (all) => all.map((el) => el.textContent));
  same(await pressed(), ["AiRENA"]);
  for (const [name, label, want] of /** @type {const} */ ([["equal", "Equal", [25, 25, 25, 25]], ["first", "Tests first", [70, 10, 10, 10]], ["airena", "AiRENA", [40, 20, 20, 20]]])) {
    await page.click(`[data-start=${name}]`);
    await page.waitForFunction((label) => document.querySelector("[data-start][aria-pressed=true]")?.textContent === label, {}, label);
    same([await agrees(), await pressed()], [want, [label]]);
  }
  await reader.put("#weight-1", "41");
  await reader.settled();
  same(await pressed(), []);
});

test("at 1440 px the page fits on two and a half screens, with few words and controls", async () => {
  await page.setViewport({ width: 1440, height: 900 });
  await reader.live("/weights/");
  const { height, words, controls } = await page.evaluate(() => {
    const main = /** @type {HTMLElement} */ (document.querySelector("main"));
    const seen = (/** @type {Element} */ el) => el.checkVisibility({ visibilityProperty: true }) && el.getBoundingClientRect().width > 0;
    return { height: document.documentElement.scrollHeight, words: main.innerText.split(/\s+/).filter(Boolean).length, controls: [...main.querySelectorAll("input, select, textarea, button")].filter(seen).length };
  });
  assert.ok(height <= 2200, `${height} px high`);
  assert.ok(words <= 385, `${words} words`);
  assert.ok(controls <= 40, `${controls} controls`);
  await page.setViewport({ width: 1280, height: 900 });
});
