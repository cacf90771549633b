// /weights/, how sure the first place is: random weightings are drawn in parts, with
// progress, and those drawn stay if the reader ends it. What the engine refuses of a weight
// is said once.

import assert from "node:assert/strict";
import test from "node:test";
import { same } from "../support/check.mjs";
import { chromiumTest } from "../support/fixture.mjs";
import { engine } from "../support/proofs.mjs";
import { agentsOf, openWeights } from "./weights.mjs";

const { enter, late, page, rail, reader } = await openWeights();

/** Makes the engine's Worker draw parts of so many weightings, a while each. Once four texts of progress are seen it holds further parts back, until the test takes heldBack away: so some are left when a test cancels them. The 300 ms that a reader waits for progress never end if it is quick. @param {number} most @param {number} after ms @param {boolean} [quick] */
async function drawing(most, after, quick = false) {
  const { identifier } = await page.evaluateOnNewDocument((most, after, quick) => {
    const native = globalThis.setTimeout;
    const test = /** @type {any} */ (globalThis);
    test.heldBack = [];
    if (quick) globalThis.setTimeout = /** @type {any} */ ((/** @type {any} */ f, /** @type {number} */ ms) => native(f, ms === 300 ? 1e6 : ms));
    globalThis.Worker = class extends Worker {
      /** @param {any} question @param {any} transfer */
      postMessage(question, transfer) {
        const draws = question.request?.draw !== undefined;
        if (!draws) return super.postMessage(question, transfer);
        const draw = () => super.postMessage({ ...question, request: { ...question.request, draw: most } }, transfer);
        if (test.heldBack && test.seen?.far.length > 3) test.heldBack.push(draw);
        else native(draw, after);
      }
    };
  }, most, after, quick);
  return () => page.removeScriptToEvaluateOnNewDocument(identifier);
}

/** What happens in the section of random weightings: its progress, its errors, what is announced. */
const watched = () =>
  page.$eval("[data-form=sure]", (root) => {
    const seen = { shown: 0, far: /** @type {string[]} */ ([]), errors: /** @type {number[]} */ ([]), said: /** @type {string[]} */ ([]) };
    Object.assign(globalThis, { seen });
    const note = (/** @type {any[]} */ list, /** @type {any} */ value) => value && list.at(-1) !== value && list.push(value);
    new MutationObserver(() => {
      if (root.querySelector("[data-running]:not([hidden])")) seen.shown++;
      note(seen.far, root.querySelector("[data-running] [data-far]")?.textContent);
      note(seen.errors, Number(/± ([\d.]+)/.exec(root.querySelector("[data-out=sentence]")?.textContent ?? "")?.[1]));
      note(seen.said, root.querySelector("[data-announce]")?.textContent);
    }).observe(root, { subtree: true, childList: true, characterData: true, attributeFilter: ["hidden"] });
  });

/** As the engine rounds: 36.25 is 36.2. @param {number} share */
const percent = (share) => new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1, roundingMode: "halfEven" }).format(100 * share);

const seen = () => page.evaluate(() => /** @type {any} */ (globalThis).seen);

chromiumTest("while weightings are drawn, the page shows how many there are, and keeps those if it is cancelled", async () => {
  const quickly = await drawing(1000, 0, true);
  await reader.live("/weights/");
  await watched();
  await enter("#weight-2", "30");
  same((await seen()).shown, 0);
  assert.ok((await seen()).errors.length > 0); // there was an answer
  await quickly();
  const restore = await drawing(1000, 150);
  try {
    await reader.live("/weights/");
    await watched();
    await reader.put("#weight-2", "31");
    await page.waitForFunction(() => /** @type {any} */ (globalThis).seen.far.length > 3);
    const { far, errors, said } = await seen();
    for (const text of far.slice(1)) assert.match(text, /^[1-9],000 of 10,000 random weightings$/);
    const shrinking = errors.slice(errors.indexOf(Math.max(...errors))); // from the first part on
    assert.ok(shrinking.length > 1, `± ${errors}`);
    same(shrinking, [...shrinking].sort((a, b) => b - a));
    same(said.length, 1);
    const position = await page.$eval("[data-form=sure] progress", (el) => /** @type {HTMLProgressElement} */ (el).position);
    assert.ok(position > 0 && position < 1, `${position}`);
    await page.focus("[data-form=sure] [data-do=cancel]");
    await page.keyboard.press("Enter");
    await page.evaluate(() => {
      const test = /** @type {any} */ (globalThis);
      const held = test.heldBack;
      test.heldBack = undefined;
      for (const draw of held) draw();
    });
    await page.waitForSelector("[data-form=sure] [data-stopped]:not([hidden])");
    await reader.settled();
    const stopped = await page.$eval("[data-form=sure] [data-stopped]", (el) => el.textContent ?? "");
    const [, thousands = ""] = /^Cancelled: the shares are those of ([1-9]),000 of 10,000 random weightings\.$/.exec(stopped) ?? [];
    const { percents, text } = await rail();
    const keys = ["correctness", "speed", "quality", "process"];
    const { acceptability } = engine.call("score.sensitivity", {
      rulebook: "airena", samples: 1000 * Number(thousands),
      weights: Object.fromEntries(keys.map((key, k) => [key, (percents[k] ?? 0) / 100])),
      submissions: agentsOf(text).map(({ name, scores }) => ({ id: name, dimensions: Object.fromEntries(keys.map((key, k) => [key, scores[k] ?? 0])) })),
    });
    const [{ id, first, standard_error }] = acceptability;
    const sentence = await page.$eval("[data-form=sure] [data-out=sentence]", (el) => el.textContent ?? "");
    assert.ok(sentence.startsWith(id) && sentence.includes(`under ${percent(first)} % of all weightings (± ${percent(1.959964 * standard_error)} at 95 %)`), sentence);
    same(await page.evaluate(() => document.activeElement?.getAttribute("data-out")), "flip/heading");
    same((await seen()).said.at(-1), stopped);
    await reader.put("#weight-2", "32");
    await page.waitForSelector("[data-form=sure] [data-stopped][hidden]");
    await page.waitForSelector("[data-form=sure] [data-running]:not([hidden])");
    await page.waitForSelector("[data-form=sure] [data-running][hidden]");
    same((await seen()).far.includes("10,000 of 10,000 random weightings"), false); // the answer says it
    same(await page.$eval("[data-form=sure] [data-stopped]", (el) => /** @type {HTMLElement} */ (el).hidden), true);
  } finally {
    await restore();
  }
});

chromiumTest("what follows a long ranking shares one engine, and another takes its place if it works on what nobody waits for", async () => {
  const { identifier } = await page.evaluateOnNewDocument(() => {
    globalThis.Worker = class extends Worker {
      /** @param {any} question @param {any} transfer */
      postMessage(question, transfer) {
        const { heldBack } = /** @type {any} */ (globalThis);
        if (question.name === "explain.first" && heldBack) return heldBack.push(question.request.agent); // as if the engine worked on it for ever
        super.postMessage(question, transfer);
      }
    };
  });
  try {
    await reader.live("/weights/");
    const agents = ["agent,speed,quality,process", ...Array.from({ length: 300 }, (_, i) => `agent ${i},${(i * 7919) % 101},${(i * 104_729) % 97},${(i * 31) % 89}`)].join("\n");
    await reader.put("#agents", agents);
    await page.waitForSelector('[data-board] table[aria-rowcount="301"]');
    await reader.settled();
    const { percents: [, weight = 0] } = await rail();
    const said = () => page.$$eval("[data-form]:is([data-form=sure], [data-form=first], [data-form=regions], [data-form=others])", (all) => all.map((root) => root.querySelector("[data-out=sentence]")?.textContent ?? ""));
    const workers = () => page.evaluate(() => /** @type {any} */ (globalThis).seenByTests.workers.length);
    const before = await said();
    same(before.filter((text) => /agent \d+/.test(text)).length >= 2, true);
    same(await workers(), 2);
    await reader.put("#weight-1", String(weight - 5));
    const between = await said();
    assert.notDeepEqual(between, before);
    same(await workers(), 2);

    const ask = (/** @type {string} */ agent) => page.$eval("#first-agent", (el, agent) => {
      /** @type {HTMLInputElement} */ (el).value = agent;
      el.dispatchEvent(new Event("input", { bubbles: true }));
    }, agent);
    await page.evaluate(() => void Object.assign(globalThis, { heldBack: [] }));
    await ask("agent 7");
    await page.waitForFunction(() => /** @type {any} */ (globalThis).heldBack.length === 1);
    await page.evaluate(() => void Object.assign(globalThis, { heldBack: undefined }));
    await ask("agent 8");
    await page.waitForFunction(() => document.querySelector("[data-form=first] [data-out=sentence]")?.textContent?.includes("agent 8"));
    await reader.settled();
    same(await workers(), 3);
    same((await said()).filter((text, i) => text !== between[i]).length, 1);
  } finally {
    await page.removeScriptToEvaluateOnNewDocument(identifier);
  }
});

test("while a weight is refused, no section below refuses it too, or what was there before it", async () => {
  await reader.live("/weights/");
  await late(200); // longer than the sections wait until they ask
  await page.$eval("#weight-1", (el) => {
    const type = (/** @type {string} */ text) => {
      /** @type {HTMLInputElement} */ (el).value = text;
      el.dispatchEvent(new Event("input", { bubbles: true }));
    };
    document.querySelector("[data-calc][data-form=weights]")?.addEventListener("answered", () => type("30x"), { once: true });
    type("30");
  });
  await page.waitForSelector("#weight-1[aria-invalid=true]");
  await reader.settled();
  same(await page.$$eval("p.error", (all) => all.flatMap((el) => (el.checkVisibility() ? el.textContent : []))), [await reader.message("#weight-1")]);
  same(await page.$$eval("[data-calc]:not([data-stale])", (all) => all.map((el) => el.getAttribute("data-form"))), []);
});
