// What is shown while the inputs go on changing: an answer to those of before is
// marked after a second, though each change begins a new question.

import assert from "node:assert/strict";
import { chromiumTest, tab } from "../support/fixture.mjs";

const PATH = "/score/airena/";
const MAIN = "[data-calc]:not([data-with])";
const FOLLOWER = "[data-calc][data-with=score]";

chromiumTest("while the inputs go on changing, an answer to those of before is marked", async (t) => {
  const reader = await tab({ short: true });
  const { page } = reader;
  await reader.live(PATH);
  const [{ selector } = { selector: "" }] = await reader.fields();

  /** Changes an input in every frame until a calculator is marked; false if that is not after 500 frames. @param {string} calculator */
  const drag = (calculator) =>
    page.evaluate(async (selector, calculator) => {
      const box = /** @type {HTMLInputElement} */ (document.querySelector(selector));
      const marked = () => document.querySelector(calculator)?.matches("[data-stale]");
      for (let i = 0; i < 500 && !marked(); i++) {
        box.value = `${1 + (i % 8)}`; // of 10
        box.dispatchEvent(new InputEvent("input", { bubbles: true }));
        await new Promise(requestAnimationFrame);
      }
      return marked();
    }, selector, calculator);
  const marks = () => page.$$eval("[data-calc][data-stale]", (all) => all.length);

  await t.test("that of an engine which is slow", async () => {
    await page.evaluate(() => {
      const [worker] = /** @type {any} */ (globalThis).seenByTests.workers;
      /** @type {any[]} */ const held = [];
      worker.postMessage = (/** @type {any[]} */ ...args) => held.push(args);
      Object.assign(globalThis, { goOn() {
        delete worker.postMessage;
        for (const args of held) worker.postMessage(...args);
      } });
    });
    assert.ok(await drag(MAIN));
    assert.ok(await drag(FOLLOWER), "and what follows it");
    await page.evaluate(() => /** @type {any} */ (globalThis).goOn());
    await reader.settled();
    assert.equal(await marks(), 0);
  });
  await t.test("that of a calculator which waits until the hand rests", async () => {
    await page.evaluate(() => {
      const { setTimeout } = globalThis;
      globalThis.setTimeout = /** @type {any} */ ((/** @type {() => void} */ act, ms = 0) => setTimeout(act, ms === 60 ? 1e6 : ms));
      Object.assign(globalThis, { goOn: () => (globalThis.setTimeout = setTimeout) });
    });
    assert.ok(await drag(FOLLOWER));
    await page.evaluate(() => /** @type {any} */ (globalThis).goOn());
    await reader.type(selector, "7");
    assert.equal(await marks(), 0);
  });
  await reader.silent("while it is dragged");
  await reader.close();
});
