// /weights/, how sure each place is: the picture of all ranks and the strips are what the
// engine says, before the page is live and after every edit; noise widens them, is kept in
// the link and undone; a long ranking has them for the rows in sight, and its picture
// scrolls it.

import assert from "node:assert/strict";
import test from "node:test";
import { audit } from "../support/measure/axe.mjs";
import { none, same } from "../support/check.mjs";
import { chromiumTest } from "../support/fixture.mjs";
import { engine } from "../support/proofs.mjs";
import { openWeights } from "./weights.mjs";

const { enter, page, rail, reader } = await openWeights();

const KEYS = ["correctness", "speed", "quality", "process"];

/** What the page shows of the ranks. */
const shown = () =>
  page.evaluate(() => {
    const text = (/** @type {string} */ selector) => document.querySelector(selector)?.textContent ?? "";
    const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".board tbody:not([data-top], .unranked) tr")]).filter((row) => row.querySelector("[data-out=rank]"));
    return {
      say: text(".spread-say"),
      good: text(".spread [data-out=good]"),
      counts: ["solid", "likely", "toss_up"].map((name) => text(`.spread [data-out=${name}]`)),
      wide: document.querySelector(".river-wide")?.getAttribute("d"),
      unsure: document.querySelector("[data-board]")?.hasAttribute("data-unsure"),
      rows: rows.map((row) => ({ id: row.querySelector("th")?.textContent, range: row.querySelector("[data-out=range]")?.textContent, mark: row.dataset.mark, run: row.dataset.tossed, says: row.querySelector("svg[role=img]")?.getAttribute("aria-label"), x: row.querySelector(".strip-wide")?.getAttribute("x") })),
    };
  });

/** The same of an answer. @param {any} answer */
const said = (answer) => ({
  say: answer.sentence, good: answer.good, counts: [answer.solid, answer.likely, answer.toss_up], wide: answer.river.wide, unsure: false,
  rows: answer.rows.map((/** @type {any} */ { id, range, mark, run, says, x }) => ({ id, range, mark, run, says, x: `${x}%` })),
});

/** @param {Record<string, unknown>[]} [more] members of each weight */
async function asked(more = []) {
  const { percents, text } = await rail();
  return engine.call("explain.ranks", { text, weights: KEYS.map((dimension, k) => ({ dimension, percent: percents[k] ?? 0, ...more[k] })) });
}

const unfold = (/** @type {string} */ selector) => page.$eval(selector, (el) => el.closest("details")?.setAttribute("open", ""));
const check = (/** @type {string} */ name) => page.$eval(`[name=${name}]`, (el) => /** @type {HTMLElement} */ (el).click());

test("the page comes with the ranks of its example, and has those of other weights after an edit", async () => {
  await reader.live("/weights/");
  same(await shown(), said(await asked()));
  same((await shown()).say, "These scores tell 4 groups apart, not 12 places.");
  await enter("#weight-2", "45");
  same(await shown(), said(await asked()));
  await enter("#weight-2", "20");
  same(await shown(), said(await asked()));
});

test("a row that is kept on top has bars of its ranks, and asks what puts it first", async () => {
  await reader.live("/weights/");
  await page.click(".board tbody tr[data-id=Vega] th");
  await page.waitForFunction(() => document.querySelector("[data-top] .strip-bars")?.getAttribute("d"));
  await reader.settled(); // the first ones are of a part of the weightings
  const bars = () => page.$eval("[data-top] .strip-bars", (el) => ({ d: el.getAttribute("d"), says: el.closest("td")?.title }));
  const { text, percents } = await rail();
  const vega = (/** @type {string[]} */ percents) => engine.call("explain.ranks", { text, keep: ["Vega"], weights: KEYS.map((dimension, k) => ({ dimension, percent: /** @type {any} */ (percents)[k] })) }).rows.find((/** @type {any} */ { id }) => id === "Vega");
  const { bars: d, says } = vega(/** @type {any} */ (percents));
  assert.match(says, / Most often \d+\w\w, in [\d.]+ %\.$/);
  same(await bars(), { d, says });
  await enter("#weight-2", "45");
  await reader.settled();
  const after = vega(/** @type {any} */ ((await rail()).percents));
  same(await bars(), { d: after.bars, says: after.says });
  await page.click("[data-top] .make-first");
  await reader.settled();
  same(await page.$eval("#first-agent", (el) => [/** @type {HTMLInputElement} */ (el).value, document.activeElement === el, el.checkVisibility()]), ["Vega", true, true]);
  assert.match(await page.$eval("[data-calc][data-form=first] .says", (el) => el.textContent ?? ""), /Vega/);
  await page.click("[data-top] .sort");
});

test("while weights move, no row says whom it is surely ahead of", async () => {
  await reader.live("/weights/");
  await reader.settled();
  const during = await page.evaluate(() => new Promise((resolve) => {
    const board = /** @type {HTMLElement} */ (document.querySelector("[data-board]"));
    document.querySelector("[data-calc][data-form=weights]")?.addEventListener("answered", () => requestAnimationFrame(() => resolve(board.hasAttribute("data-unsure"))), { once: true });
    const input = /** @type {HTMLInputElement} */ (document.querySelector("#weight-1"));
    input.value = "55";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }));
  same(during, true);
  await reader.settled();
  same(await shown(), said(await asked()));
});

test("noise widens the ranges, is in the link, and is undone", async () => {
  await reader.live("/weights/");
  const before = await shown();
  await unfold("[name=noisy]");
  await check("noisy");
  await enter('[name="/weights/2/noise"]', "10");
  await enter('[name="/weights/3/noise"]', "10");
  const noise = [{}, {}, { noise: 10 }, { noise: 10 }];
  same(await shown(), said(await asked(noise)));
  same(await page.$eval(".group [data-out=noise]", (el) => el.textContent), "± 10 in 2 of 4");
  const width = (/** @type {{ range?: string | null }[]} */ rows) => rows.reduce((sum, { range }) => sum + (Number(range?.split("–")[1] ?? 0) && Number(range?.split("–")[1]) - Number(range?.split("–")[0])), 0);
  assert.ok(width((await shown()).rows) > width(before.rows));
  const hash = await reader.fragment();
  assert.match(hash, /noisy=yes/);
  assert.match(hash, /noise=/);
  await reader.live(`/weights/${hash}`);
  await reader.settled();
  same(await shown(), said(await asked(noise)));
  await page.click("[data-tool=reset]");
  await reader.settled();
  same((await shown()).rows, before.rows);
  await page.click("[data-tool=undo]");
  await reader.settled();
  same((await shown()).rows, said(await asked(noise)).rows);
});

test("bounds narrow the ranges, and a table of three columns is exact", async () => {
  await reader.live("/weights/");
  await unfold("[name=bounded]");
  await check("bounded");
  await enter('[name="/weights/0/least"]', "35");
  await enter('[name="/weights/0/most"]', "45");
  same(await shown(), said(await asked([{ least: 35, most: 45 }])));
  await reader.live("/weights/");
  await unfold("#agents");
  await reader.put("#agents", "agent,x,y,z\nA,90,90,80\nB,60,50,40\nC,50,60,45\nD,10,5,8\n");
  await reader.settled();
  const { say, good, rows } = await shown();
  same([say, good], ["These scores tell 3 groups apart, not 4 places.", "exact"]);
  same(rows.map(({ id, range, mark }) => `${id} ${range} ${mark}`), ["A 1 solid", "C 2–3 toss-up", "B 2–3 solid", "D 4 last"]);
});

test("too much noise is refused at its field, and the answer stays", async () => {
  await reader.live("/weights/");
  await unfold("[name=noisy]");
  await check("noisy");
  await enter('[name="/weights/0/noise"]', "500");
  assert.match(await reader.message('[name="/weights/0/noise"]') ?? "", /at most the highest score, 100/);
  same((await shown()).rows.length, 12);
});

const long = ["agent,a,b,c,d", ...Array.from({ length: 200 }, (_, i) => `agent ${i},${[7919, 104_729, 31, 577].map((n) => Math.round(90 - i * 0.4 + ((i * n) % 23) - 11)).join(",")}`)].join("\n");

test("of a long ranking, the rows in sight have their ranks, and the picture scrolls it", async () => {
  await reader.live("/weights/");
  await unfold("#agents");
  await reader.put("#agents", long);
  await page.waitForSelector('[data-board] table[aria-rowcount="201"]');
  await reader.settled();
  const known = async () => {
    const { text } = await rail();
    const answer = engine.call("explain.ranks", { text, weights: ["a", "b", "c", "d"].map((dimension) => ({ dimension, percent: 25 })) });
    const { say, good, rows } = await shown();
    same([say, good], [answer.sentence, "± 0.5 at 95 %"]);
    for (const { id, range, mark, says } of rows) {
      const row = answer.rows.find((/** @type {any} */ row) => row.id === id);
      same([id, range, mark, says], [row?.id, row?.range, row?.mark, row?.says]);
    }
    return rows.length;
  };
  assert.ok(await known() > 10);
  const slider = await page.$eval("[data-river]", (el) => [el.getAttribute("role"), el.getAttribute("aria-valuetext")]);
  same(slider[0], "slider");
  assert.match(slider[1] ?? "", /^Places 1 to \d+$/);
  await page.focus("[data-river]");
  await page.keyboard.press("PageDown");
  await page.waitForFunction(() => document.querySelector("[data-river]")?.getAttribute("aria-valuenow") === "21");
  await reader.settled();
  assert.ok(await known() > 10);
  const box = await page.$eval("[data-river]", (el) => (el.scrollIntoView({ block: "center", behavior: "instant" }), el.getBoundingClientRect().toJSON()));
  await page.mouse.move(box.left + box.width * 0.5, box.top + 40);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction(() => Number(document.querySelector("[data-river]")?.getAttribute("aria-valuenow")) > 80);
  await reader.settled();
  assert.ok(await known() > 10);
});

test("a long table is loaded once for all weights, and again by an engine that has lost it", async () => {
  const { identifier } = await page.evaluateOnNewDocument(() => {
    const seen = Object.assign(globalThis, { drawn: 0, lose: () => {} });
    globalThis.Worker = class extends Worker {
      /** @param {any} question @param {any} transfer */
      postMessage(question, transfer) {
        if (question.request?.ranks > 0) Object.assign(seen, { drawn: question.view, lose: () => super.postMessage({ release: question.view }) });
        super.postMessage(question, transfer);
      }
    };
  });
  try {
    await reader.live("/weights/");
    await unfold("#agents");
    await reader.put("#agents", long);
    await page.waitForSelector('[data-board] table[aria-rowcount="201"]');
    await reader.settled();
    const drawn = () => page.evaluate(() => /** @type {any} */ (globalThis).drawn);
    const table = await drawn();
    const edit = async (/** @type {string} */ percent) => {
      await reader.put('[name="/weights/0/percent"]', percent);
      await reader.settled();
      const { percents, text } = await rail();
      const answer = engine.call("explain.ranks", { text, weights: ["a", "b", "c", "d"].map((dimension, k) => ({ dimension, percent: percents[k] ?? 0 })) });
      const { say, rows } = await shown();
      same([say, rows[0]?.range], [answer.sentence, answer.rows.find((/** @type {any} */ { id }) => id === rows[0]?.id)?.range]);
    };
    await edit("40");
    assert.equal(await drawn(), table);
    await page.evaluate(() => /** @type {any} */ (globalThis).lose());
    await edit("60");
    assert.notEqual(await drawn(), table);
  } finally {
    await page.removeScriptToEvaluateOnNewDocument(identifier);
  }
});

chromiumTest("drawing is stopped, says what it is good to, and goes on", async () => {
  const { identifier } = await page.evaluateOnNewDocument(() => {
    globalThis.Worker = class extends Worker {
      /** @param {any} question @param {any} transfer */
      postMessage(question, transfer) {
        const draws = question.request?.ranks > 0;
        if (!draws || !(/** @type {any} */ (globalThis).slow)) return super.postMessage(question, transfer);
        setTimeout(() => super.postMessage({ ...question, request: { ...question.request, ranks: 1000 } }, transfer), 120);
      }
    };
  });
  try {
    await reader.live("/weights/");
    await page.evaluate(() => void Object.assign(globalThis, { slow: true }));
    await reader.put("#weight-1", "50");
    await page.waitForSelector("[data-ranking]:not([hidden])");
    await page.focus("[data-ranks=stop]");
    await page.keyboard.press("Enter");
    await page.waitForSelector("[data-ranks=go]:not([hidden])");
    same(await page.evaluate(() => document.activeElement?.getAttribute("data-ranks")), "go");
    assert.match((await shown()).good, /^± [1-9]\.\d at 95 %$/);
    await page.evaluate(() => void Object.assign(globalThis, { slow: false }));
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".spread [data-out=good]")?.textContent === "± 0.5 at 95 %");
    await reader.settled();
    same(await shown(), said(await asked()));
    same(await page.$eval("[data-ranks=go]", (el) => /** @type {HTMLElement} */ (el).hidden), true);
  } finally {
    await page.removeScriptToEvaluateOnNewDocument(identifier);
  }
});

chromiumTest("at 360 px the picture and the ranges fit, and nothing is wrong for assistive technology", async () => {
  await page.setViewport({ width: 360, height: 740 });
  await reader.live("/weights/");
  await reader.settled();
  const { side, river, ranges } = await page.evaluate(() => ({
    side: document.documentElement.scrollWidth,
    river: document.querySelector(".river")?.getBoundingClientRect().top ?? Infinity,
    ranges: [...document.querySelectorAll(".rank-range")].filter((el) => el.checkVisibility() && el.getBoundingClientRect().right <= innerWidth).length,
  }));
  same([side, ranges], [360, 13]);
  assert.ok(river <= 480, `${river}`);
  none(await audit(page));
  await page.setViewport({ width: 1280, height: 900 });
});
