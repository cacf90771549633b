// A leaderboard with many rows: a window in which those in sight are in the page and are
// checked, the strip that scrolls it, and the slip of a row.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { none, same } from "../support/check.mjs";
import { keyOf, proofOf } from "../support/evaluator.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";
import { audit } from "../support/measure/axe.mjs";
import { colours } from "../support/measure/colours.mjs";
import { detour, root, serve } from "../support/site.mjs";

const BOARD = "/challenges/own-arena/long";
const COUNT = 120; // three pages of the host

const key = keyOf(9);
const folder = mkdtempSync(join(tmpdir(), "tallyproof-long-"));
const both = join(folder, "both.json");
writeFileSync(both, JSON.stringify({ keys: [...JSON.parse(readFileSync(join(root, "site/keys/arena-keys.json"), "utf8")).keys, { id: "own-1", owner: "own", arena: "own-arena", public_key: key.spelled }] }));
const host = await serve("-keys", both);
const records = Array.from({ length: COUNT }, (_, i) => JSON.stringify(proofOf(key, { arena: "own-arena", challenge_id: "long", agent_id: `agent-${i}`, agent_name: `Agent ${i}`, submission_id: String(i), final_score: 99.5 - i / 4 })));
for (const record of records) assert.equal((await fetch(`${host.origin}/api/v1/proofs`, { method: "POST", body: record })).status, 201);
const { entries } = await (await fetch(`${host.origin}${BOARD}.json`)).json();

/** Proofs that were asked for. @type {Set<string>} */ const asked = new Set();
const counted = await detour(host.origin, (address) => {
  if (/^\/p\/.*\.json$/.test(address)) asked.add(address);
  return false;
});
const liar = await detour(host.origin, (address, response) => {
  if (address !== `/p/${entries[2].id}.json`) return false;
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify({ text: records[50] }));
  return true;
});
const [reader, plain, misled] = await Promise.all([tab({ own: true }), tab({ scripts: false, own: true }), tab({ own: true })]);
reader.origin = plain.origin = counted.origin;
misled.origin = liar.origin;
const { page } = reader;
const showIn = await colours(page);
after(async () => {
  counted.stop();
  liar.stop();
  await host.stop();
  rmSync(folder, { recursive: true });
});

const state = (of = page) => of.evaluate(() => ({
  rows: [...document.querySelectorAll(".ranks tbody tr[data-id]")].map((el) => [el.querySelector("[data-rank]")?.textContent, el.querySelector("bdi")?.textContent, el.getAttribute("data-state")]),
  word: document.querySelector(".tally .word")?.textContent, said: document.querySelector(".tally [data-said]")?.textContent,
  seal: document.querySelector(".tally .stub")?.getAttribute("data-state"),
  all: document.querySelector("[data-check-all]")?.checkVisibility({ visibilityProperty: true }), height: document.querySelector("[data-window]")?.getBoundingClientRect().height,
  cells: [...document.querySelectorAll(".tally-cells [data-state]")].map((el) => el.getAttribute("data-state")),
}));
/** @param {string} words of the tally */
const says = (words) => page.waitForFunction((words) => document.querySelector(".tally .word")?.textContent === words, {}, words);

test("only rows in sight are in the page, and are checked", async () => {
  await page.setViewport({ width: 1440, height: 900 });
  await reader.goto(BOARD);
  await says("13 checked, all authentic");
  const { rows, said, seal, all, height, cells } = await state();
  assert.deepEqual([rows.length, said, seal, all, height], [14, `${COUNT - 13} not in sight yet.`, "unchecked", true, 584]);
  assert.deepEqual([cells.length, cells.filter((of) => of === "authentic").length, asked.size], [COUNT, 13, 13]);
  assert.match(await page.$eval(".answer-line", (el) => el.textContent ?? ""), /leads, by what 120 rows claim/);
  none(await audit(page));
  same(await page.$eval("[data-window]", (el) => el.matches("[tabindex='0'][role=region]")), true);
  await reader.silent("a window");
});

test("the strip scrolls to rows of pages that follow, which are checked then", async () => {
  await page.$eval("[data-in-sight]", (el) => {
    /** @type {HTMLInputElement} */ (el).value = "105";
    el.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await page.waitForFunction(() => [...document.querySelectorAll(".ranks tbody tr[data-id]")].some((el) => el.querySelector("[data-rank]")?.textContent === "110"));
  await says("26 checked, all authentic");
  const { rows } = await state();
  same([rows[0]?.[0], rows.length], ["106", 14]);
  assert.ok(rows.slice(0, 13).every(([, , of]) => of === "authentic"), JSON.stringify(rows));
  same(await page.$eval("[data-in-sight]", (el) => el.getAttribute("aria-valuetext")), "Rows 106–118");
  await page.focus("[data-in-sight]");
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelector(".ranks tbody tr[data-id] [data-rank]")?.textContent === "1");
  await reader.silent("scrolling");
});

test("Check all checks every row", async () => {
  await page.click("[data-check-all]");
  await says(`${COUNT} of ${COUNT} authentic`);
  const { all, seal } = await state();
  assert.deepEqual([all, seal], [false, "authentic"]);
  await reader.silent("Check all");
});

test("a row that differs from its proof stands last, without a rank", async () => {
  const { page } = misled;
  await page.setViewport({ width: 1440, height: 900 });
  await misled.goto(BOARD);
  await page.waitForFunction(() => /^13 of 14/.test(document.querySelector(".tally .word")?.textContent ?? ""));
  assert.deepEqual((await state(page)).rows.slice(0, 3).map(([rank, name]) => [rank, name]), [["1", "Agent 0"], ["2", "Agent 1"], ["3", "Agent 3"]]);
  await page.$eval("[data-window]", (el) => (el.scrollTop = el.scrollHeight));
  await page.waitForFunction(() => document.querySelector(".ranks tbody tr[data-apart]"));
  const last = await page.$eval(".ranks tbody tr[data-apart]", (el) => [el.querySelector("[data-rank]")?.textContent, el.querySelector("bdi")?.textContent, el.querySelector("[data-score]")?.textContent]);
  assert.deepEqual(last, ["–", "Agent 2", "–"]);
  await misled.silent("a lie");
});

test("the mark of a row opens its slip; Escape closes it, and the focus returns", async () => {
  for (const [width, height] of /** @type {const} */ ([[1440, 900], [360, 740]])) {
    await page.setViewport({ width, height });
    await reader.goto(BOARD);
    await page.waitForSelector(".ranks tr[data-state=authentic]");
    await page.focus(".ranks tbody tr[data-id] .mark-of-row a");
    await page.keyboard.press("Enter");
    await page.waitForSelector("[data-row-slip]:popover-open");
    const slip = await page.$eval("[data-row-slip]", (el) => ({ text: /** @type {HTMLElement} */ (el).innerText, state: el.querySelector(".stub")?.getAttribute("data-state"), href: el.querySelector("a")?.pathname, inside: el.contains(document.activeElement), fits: el.scrollWidth <= el.clientWidth }));
    assert.match(slip.text, /Agent 0[^]*99\.5[^]*Authentic/);
    assert.deepEqual([slip.state, slip.href, slip.inside, slip.fits], ["authentic", `/p/${entries[0].id}`, true, true]);
    none(await audit(page));
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("[data-row-slip]:popover-open"));
    same(await page.evaluate(() => document.activeElement?.matches(".ranks tbody tr[data-id] .mark-of-row a")), true);
    same(await page.evaluate(() => document.documentElement.scrollWidth), width);
  }
  await reader.silent("a slip");
});

test("it is clean in dark and in forced colours", async () => {
  await page.setViewport({ width: 1440, height: 900 });
  for (const look of /** @type {const} */ (["dark", "forced"])) {
    await showIn(look);
    await reader.goto(BOARD);
    await says("13 checked, all authentic");
    none(await audit(page));
  }
  await showIn();
});

chromiumTest("without JavaScript all rows of the page are there, and the next page", async () => {
  await plain.page.setViewport({ width: 1440, height: 900 });
  await plain.goto(BOARD);
  same(await plain.page.$$eval(".ranks tbody tr", (all) => all.filter((el) => el.checkVisibility()).length), 50);
  assert.deepEqual(await plain.page.$eval("main", (main) => [main.querySelectorAll("[rel=next]").length, main.querySelector("[data-row-slip]")?.checkVisibility(), main.querySelector("[data-in-sight]")?.checkVisibility()]), [1, false, false]);
});
