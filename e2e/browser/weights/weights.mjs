// The page of weights in a tab: what its rail and its ranking hold, and the ranking
// computed again, from the scores in the form.

import assert from "node:assert/strict";
import { same } from "../support/check.mjs";
import { tab } from "../support/fixture.mjs";

/** @typedef {{ name: string, scores: number[] }} Agent */

/** @param {string} text @returns {Agent[]} */
export const agentsOf = (text) =>
  text.trim().split("\n").slice(1).map((line) => {
    const [name = "", ...cells] = line.split(",");
    return { name, scores: cells.map(Number).filter(Number.isFinite) }; // a text is no score
  });

/** The ranking by hand, in whole numbers. @param {Agent[]} agents @param {number[]} percents */
export const ranked = (agents, percents) =>
  agents.map(({ name, scores }) => ({ name, points: scores.reduce((sum, score, k) => sum + Math.round(score * 100) * Math.round((percents[k] ?? 0) * 100), 0) }))
    .sort((a, b) => b.points - a.points || (a.name < b.name ? -1 : 1));

/** A tab for a file of tests, with what they ask of its page. */
export async function openWeights() {
  const reader = await tab();
  const { page } = reader;

  /** What the rail holds. */
  const rail = () =>
    page.evaluate(() => {
      const inputs = (/** @type {string} */ selector) => /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll(selector)]);
      return {
        percents: inputs('.weigh [name$="/percent"]').map(({ value }) => Number(value)),
        sliders: inputs(".weigh [type=range]").map(({ value }) => Number(value)),
        labels: inputs(".whose label[for]").map(({ textContent }) => textContent),
        text: inputs("#agents")[0]?.value ?? "",
        marks: [...document.querySelectorAll(".weigh")].map((row) => [...row.querySelectorAll("line")].map((line) => ({ at: parseFloat(line.getAttribute("x1") ?? ""), first: line.classList.contains("first"), text: line.textContent ?? "" }))),
      };
    });

  const board = () => page.$$eval(".board tbody:not([data-top]) [data-out=rank]", (all) => all.map((el) => `${el.textContent} ${el.parentElement?.querySelector("th")?.textContent} ${el.parentElement?.querySelector("[data-out=score]")?.textContent}`));

  /** @param {string} selector @param {string} text */
  async function enter(selector, text) {
    await reader.type(selector, text);
    await reader.settled();
  }

  /** From now on the page's engine hears each question that late. @param {number} after ms */
  const late = (after) =>
    page.evaluate((after) => {
      const worker = /** @type {any} */ (globalThis).seenByTests.workers[0];
      worker.postMessage = (/** @type {any[]} */ ...message) => setTimeout(() => Worker.prototype.postMessage.apply(worker, /** @type {any} */ (message)), after);
    }, after);

  async function agrees() {
    const { percents, sliders, text } = await rail();
    assert.equal(Math.round(percents.reduce((sum, p) => sum + p, 0) * 100), 10_000, percents.join(" + "));
    same(sliders, percents);
    const want = ranked(agentsOf(text), percents).map(({ name }) => name);
    same((await board()).map((row) => row.split(" ").slice(1, -1).join(" ")), want);
    return percents;
  }

  return { agrees, board, enter, late, page, rail, reader };
}
