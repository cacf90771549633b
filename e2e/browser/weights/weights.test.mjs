// /weights/: the sum stays 100 %, the ranking answers every edit, and what the page
// says of flips is what trying the weights shows.

import assert from "node:assert/strict";
import test from "node:test";
import { auditColours } from "../support/measure/axe.mjs";
import { colours } from "../support/measure/colours.mjs";
import { none, same } from "../support/check.mjs";
import { hotkeys } from "../support/hostile.mjs";
import { allowClipboard, chromiumTest, copiedBy } from "../support/fixture.mjs";
import { agentsOf, openWeights, ranked } from "./weights.mjs";

const { agrees, board, enter, late, page, rail, reader } = await openWeights();

test("a step that is recorded before the engine has answered has the weights that sum to 100 %", async () => {
  await reader.live("/weights/");
  await late(600); // longer than the page waits to record a step
  const balanced = () => page.waitForFunction(() => {
    const percents = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('.weigh [name$="/percent"]')]).map(({ value }) => Number(value));
    return Math.round(100 * percents.reduce((sum, p) => sum + p, 0)) === 10_000;
  });
  const steps = [];
  for (const [selector, percent] of /** @type {const} */ ([["#weight-1", "70"], ["#weight-2", "25"]])) {
    await enter(selector, percent);
    await balanced();
    steps.push((await rail()).percents);
  }
  for (const [tool, percents] of /** @type {const} */ ([["undo", steps[0]], ["redo", steps[1]]])) {
    await page.click(`[data-form=weights] [data-tool=${tool}]`);
    same((await rail()).percents, percents);
  }
});

test("the example is ranked as by hand", async () => {
  await reader.live("/weights/");
  same(await agrees(), [40, 20, 20, 20]);
  same((await reader.sentences())[0], "Carina leads by 0.25.");
  same((await board()).slice(0, 2), ["1 Carina 94.50", "2 Nova 94.25"]);
});

test("an edit moves the others in proportion, a locked weight stays, and what was pinned is said", async () => {
  await reader.live("/weights/");
  await page.click("[data-tool=pin]");
  await page.click('[name="/weights/3/locked"]');
  await enter("#weight-2", "27");
  same(await agrees(), [35.33, 27, 17.67, 20]);
  same((await reader.sentences())[0], "Nova leads by 0.53. It was Carina.");
  same(await page.$$eval(".board tbody .moved:first-of-type, .board [data-out=move]", (all) => all.slice(0, 2).map((el) => el.textContent)), ["▲1", "▼1"]);
  await enter("#weight-2", "100");
  same(await agrees(), [0, 80, 0, 20]);
  same(await page.$eval(".standing .notes li", (el) => el.textContent), "warning The locked weights leave 80 %.");
  await enter("#weight-2", "27");
  await page.click("[data-tool=undo]");
  await page.click("[data-tool=undo]");
  await page.click("[data-tool=undo]");
  await reader.settled();
  same(await agrees(), [40, 20, 20, 20]);
});

test("a weight that cannot be is refused beside its field, stays as typed, and moves no other", async () => {
  await reader.live("/weights/");
  const typed = () => page.$$eval('.weigh [name$="/percent"]', (all) => all.map((el) => /** @type {HTMLInputElement} */ (el).value));
  const [, ...others] = await typed();
  for (const [text, want] of /** @type {[string, RegExp][]} */ ([["-5", /-5/], ["120", /^120: want a number of percent from 0 to 100/], ["1e7", /10000000|1e\+?7/], ["abc", /abc/]])) {
    await reader.put("#weight-1", text); // at once: the beginning of a number is a number too
    await reader.settled();
    assert.match(await reader.message("#weight-1"), want);
    same(await typed(), [text, ...others]);
  }
  await enter("#weight-1", "70");
  same(await reader.message("#weight-1"), "");
  same(await agrees(), [70, 10, 10, 10]);
  await enter("#weight-1", "abc");
  await reader.follow("#1;w=10,20,30,40;end"); // nothing is left of the edit that was refused
  same(await agrees(), [10, 20, 30, 40]);
});

test("by keyboard: a hundredth, one percent, five percent, the next flip", async () => {
  await reader.live("/weights/");
  await page.focus("#weight-2");
  for (const [keys, want] of /** @type {[string[], number][]} */ ([[["ArrowUp"], 20.01], [["PageUp"], 21.01], [["Shift", "PageUp"], 26.01], [["Shift", "PageDown"], 21.01], [["ArrowDown"], 21]])) {
    for (const key of keys.slice(0, -1)) await page.keyboard.down(/** @type {any} */ (key));
    await page.keyboard.press(/** @type {any} */ (keys.at(-1)));
    for (const key of keys.slice(0, -1)) await page.keyboard.up(/** @type {any} */ (key));
    await reader.settled();
    same((await agrees())[1], want);
  }
  const next = await page.$(".weigh:nth-of-type(2) button[data-to]:not([hidden])");
  await next?.focus();
  await page.keyboard.press("Enter");
  await reader.settled();
  await agrees();
  assert.match((await reader.sentences())[0] ?? "", /^Nova leads/);
  await reader.live("/weights/"); // whose first weight has a flip below, and none behind that
  await page.waitForSelector('[data-stress][href*="#"]'); // what is loaded later is there
  await page.focus(".weigh button[data-to]:not([hidden])");
  await page.keyboard.press("Enter");
  await reader.settled();
  assert.equal(await page.evaluate(() => `${document.activeElement?.localName} ${document.activeElement?.closest(".weigh")?.querySelector("[id]")?.id}`), "input weight-1", "the focus is in its row");
});

test("rows of the heat map sum to 100 %, and the folds have their values", async () => {
  await reader.live("/weights/");
  const rows = await page.$$eval(".heat tbody tr", (all) => all.map((row) => [...row.querySelectorAll("td:not([hidden])")].reduce((sum, cell) => sum + Number((cell.textContent ?? "").replace("<1", "0.5") || 0), 0)));
  same(rows.length, 12);
  for (const sum of rows) assert.ok(Math.abs(sum - 100) <= 3, `${sum} %`); // each cell is rounded to whole percents
  same(await page.$$eval("main [data-calc] ~ [data-calc] details.fold > summary", (all) => all.map((el) => (el.textContent ?? "").replace(/\s+/g, " ").trim()).filter((text) => !/difference/.test(text))), [
    "Every rank under every weighting 12 × 12 table", "What each weight decides Correctness 44 %", "How sure each place is ± 0.5 at 95 %", "Regions of the map Carina", "Put an agent first 2.21 points", "Compare weightings B, τ 0.94",
  ]);
});

test("a pasted table brings its own dimensions, a bad one is refused at its row, and the link opens it", async () => {
  await reader.live("/weights/");
  await page.$eval("#agents", (el) => el.closest("details")?.setAttribute("open", ""));
  await reader.put("#agents", "name,Style,Speed,Safety\nA,10,20,90\nB,50,40,30\n=cmd,70,10,20\n");
  await reader.settled();
  same((await rail()).labels, ["Style", "Speed", "Safety"]);
  same((await rail()).percents, [33.33, 33.33, 33.33], "thirds");
  await enter("#weight-3", "50");
  same(await agrees(), [25, 25, 50]);
  await reader.fragment();
  const { hash } = new URL(page.url());
  await reader.put("#agents", "name,Style,Speed,Safety\nA,10,20,90\nB,50,fast,30\n");
  await page.waitForSelector("#weights p.error:not([hidden])");
  assert.match((await reader.shown())[0]?.error ?? "", /^Row 2, column "Speed": "fast" is no number: correct it, leave it blank, or ignore the column\.$/);
  const below = await page.$eval("#weights p.error", (el) => el.getBoundingClientRect().top - (document.querySelector("#agents")?.getBoundingClientRect().bottom ?? 0));
  assert.ok(below > 0 && below < 80, `the message is ${below} px below the table`);
  await reader.live(`/weights/${hash}`);
  same((await rail()).labels, ["Style", "Speed", "Safety"]);
  same(await agrees(), [25, 25, 50]);
});

test("weights are exported as code", async () => {
  await reader.live("/weights/");
  await page.$eval("[data-exports]", (el) => el.closest("details")?.setAttribute("open", ""));
  await page.click("[data-exports] [data-format=dims]");
  await page.waitForSelector("[data-exports] textarea:not([hidden])");
  same(await page.$eval("[data-exports] textarea", (el) => /** @type {HTMLTextAreaElement} */ (el).value), "dims(\n  { correctness: 0.4, speed: 0.2, quality: 0.2, process: 0.2 },\n)\n");
});

test("weights that were copied are taken by a paste over the agents, which stay", async () => {
  await reader.live("/weights/");
  const agents = await page.$eval("#agents", (el) => /** @type {HTMLTextAreaElement} */ (el).value);
  const paste = (/** @type {string} */ text) => page.$eval("#agents", (el, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", text);
    el.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await paste("weights:\n  correctness: 0.1\n  speed: 0.2\n  quality: 0.3\n  process: 0.4\n");
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector("#weight-4")).value === "40");
  await reader.settled();
  same(await agrees(), [10, 20, 30, 40]);
  await paste("dims({ speed: 0.5, style: 0.5 })");
  await page.waitForFunction(() => /without style \(50 %\)/.test(document.querySelector("[data-edits] [role=status]")?.textContent ?? ""));
  assert.equal(await page.$eval("#agents", (el) => /** @type {HTMLTextAreaElement} */ (el).value), agents);
  await reader.silent("pasted weights", /clipboard/i);
});

test("an agent is found by its name", async () => {
  await reader.live("/weights/");
  await reader.put("#find", "or");
  same(await page.$$eval(".board:first-of-type tbody tr:not([hidden]) [data-out=name]", (all) => all.map((el) => el.textContent)), ["Orion", "Corvus"]);
  await reader.silent("tuning weights", /clipboard/i);
});

const kept = () => page.$$eval("[data-top] tr", (all) => all.map((row) => `${row.querySelector("[data-out=rank]")?.textContent} ${row.querySelector("[data-out=name]")?.textContent} ${row.querySelector("[data-out=score]")?.textContent}`));
const keptNames = () => page.$eval("[data-kept-names]", (el) => el.textContent);

test("rows that are kept on top follow the weights, and are let go by keyboard", async () => {
  await reader.live("/weights/");
  await page.click(".board tbody tr[data-id=Vega] th");
  await page.waitForFunction(() => document.querySelectorAll("[data-top] tr").length === 1);
  await page.focus("[data-finder] > summary");
  for (const key of /** @type {const} */ (["Enter", "Tab"])) await page.keyboard.press(key);
  same(await page.evaluate(() => document.activeElement?.id), "find");
  await page.keyboard.type("orio");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("[data-top] tr").length === 2);
  await reader.put("#find", "");
  for (const percent of ["20", "90"]) {
    await enter("#weight-2", percent);
    same(await kept(), (await board()).filter((row) => /Vega|Orion/.test(row)));
  }
  same(await keptNames(), "Kept on top: Vega, Orion");
  same(await page.$$eval(".board tbody:not([data-top]) [data-on-top] th", (all) => all.map((el) => el.textContent)), ["Vega", "Orion"]);
  await allowClipboard();
  await page.$eval("[data-form=weights] details[data-more]", (el) => el.setAttribute("open", ""));
  await page.waitForSelector("[data-form=weights] details[data-served]");
  const copied = await copiedBy(page, () => page.$eval("[data-form=weights] [data-tool=answer][data-format=csv]", (el) => /** @type {HTMLElement} */ (el).click()));
  assert.match(copied, /^Rank,Agent,Score(,\w+){4}\n/);
  assert.match(copied, /^4,Vega,93\.97(,[\d.]+){4}$/m);
  await page.focus("[data-top] button");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("[data-top] tr").length === 1);
  same([await page.evaluate(() => document.activeElement?.querySelector("[data-out=name]")?.textContent), await keptNames()], ["Orion", "Kept on top: Orion"]);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.id === "find");
  same([await kept(), await keptNames()], [[], ""]);
});

/** The rows of a long ranking that the page has, and where they are. */
const drawn = () =>
  page.$eval("[data-board]", (box) => {
    const rows = [...box.querySelectorAll("tbody:not([data-top]) tr[data-id]")];
    return {
      indexes: rows.map((row) => Number(row.getAttribute("aria-rowindex"))),
      texts: rows.map((row) => `${row.querySelector("[data-out=rank]")?.textContent} ${row.querySelector("th")?.textContent} ${row.querySelector("[data-out=score]")?.textContent}`),
      count: box.querySelector("table")?.getAttribute("aria-rowcount"),
      covered: (rows[0]?.getBoundingClientRect().top ?? Infinity) <= box.getBoundingClientRect().top + 40 && (rows.at(-1)?.getBoundingClientRect().bottom ?? 0) >= box.getBoundingClientRect().bottom - 1,
    };
  });

/** Runs in the page: of each row of a long ranking, how many pixels its bar is away from it, and where the bar ends, in percent; NaN if parts overlap or leave a gap. */
function bars() {
  const tops = [...document.querySelectorAll("[data-board] tbody:not([data-top]) tr[data-id] svg.bars")].map((svg) => svg.getBoundingClientRect().top);
  const dimensions = [...document.querySelectorAll("[data-board] tbody:not([data-top]) path.seg")].map((path) => [...(path.getAttribute("d") ?? "").matchAll(/M(\S+) ([^h]+)h([^v]+)v/g)].map((part) => part.slice(1).map(Number)));
  return tops.map((top, i) => {
    let [off, end] = [0, 0];
    for (const rows of dimensions) {
      const [x = NaN, y = NaN, width = NaN] = rows[i] ?? [];
      off = Math.max(off, Math.abs(top - (tops[0] ?? NaN) - y));
      end = Math.abs(x - end) < 0.001 ? x + width : NaN;
    }
    return { off, end };
  });
}

/** Runs in the page: moves a weight; whether the section of random weightings is marked as of other weights beside the new ranking, and after their answer. */
async function staleUntilAnswered() {
  const [weights, ...sure] = ["[data-form=weights]", "[data-form=sure]"].map((selector) => document.querySelector(selector));
  const shown = new Promise((resolve) => weights?.addEventListener("answered", resolve, { once: true }));
  const weight = /** @type {HTMLInputElement} */ (document.querySelector("#weight-2"));
  weight.value = "71";
  weight.dispatchEvent(new Event("input", { bubbles: true }));
  await shown;
  const marked = () => sure.every((el) => el?.hasAttribute("data-stale"));
  const before = marked();
  await /** @type {any} */ (globalThis).settledForTests();
  return [before, marked()];
}

test("names that cannot break stay on the page, and shares of flips on one line", async () => {
  await reader.live("/weights/");
  await reader.put("#agents", hotkeys);
  await page.click("[data-tool=pin]"); // weightings to compare with
  await reader.put("#weight-1", "60");
  for (const width of [1280, 360]) {
    await page.setViewport({ width, height: 740 });
    const { lines, wide } = await page.evaluate(() => ({
      lines: [...document.querySelectorAll(".near span")].filter((el) => el.checkVisibility() && el.lastChild?.nodeType === 3).map((el) => {
        const [text, range] = [/** @type {Text} */ (el.lastChild), document.createRange()];
        range.setStart(text, text.data.search(/[\d.]+\s%$/));
        range.setEnd(text, text.data.length);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
      }),
      wide: document.documentElement.scrollWidth,
    }));
    assert.ok(lines.length >= 3, `${lines.length} flips`);
    none(lines.filter((count) => count !== 1).map((count) => `a share on ${count} lines`));
    assert.ok(wide <= width, `${wide} px wide, at ${width}`);
  }
  await page.setViewport({ width: 1280, height: 900 });
});

chromiumTest("of a long ranking the page has the rows in sight, under their places", async () => {
  await reader.live("/weights/");
  const count = 240; // above 200 it is long: more proves nothing more
  await page.$eval("[data-board]", (board) => {
    const seen = Object.assign(globalThis, { flashed: 0 });
    new MutationObserver((changes) => (seen.flashed += changes.filter(({ target }) => /** @type {Element} */ (target).matches(".changed")).length)).observe(board, { subtree: true, attributeFilter: ["class"] });
  });
  const table = (/** @type {number} */ count) => ["agent,speed,quality,process", ...Array.from({ length: count }, (_, i) => `agent ${String(i).padStart(4, "0")},${(i * 7919) % 101},${(i * 104_729) % 97},${(i * 31) % 89}`)].join("\n");
  const text = table(count);
  const paste = (/** @type {string} */ text) => page.$eval("#agents", (el, text) => {
    el.closest("details")?.setAttribute("open", "");
    /** @type {HTMLTextAreaElement} */ (el).value = text;
    el.dispatchEvent(new Event("input", { bubbles: true }));
  }, text);
  await paste(text.split("\n", 3).join("\n")); // the box is low
  await reader.settled();
  await paste(text);
  await page.waitForSelector(`[data-board] table[aria-rowcount="${count + 1}"] tr[aria-rowindex]`);
  await page.evaluate(() => void Object.assign(globalThis, { flashed: 0 })); // what has flashed is of the short ranking
  await reader.settled();
  const agents = agentsOf(text);
  const agree = async () => {
    const { percents } = await rail();
    const want = ranked(agents, percents);
    const { indexes, texts, count: rows, covered } = await drawn();
    const painted = await page.evaluate(bars);
    same(rows, String(count + 1));
    assert.ok(covered, `rows ${indexes[0]} to ${indexes.at(-1)} do not fill the box`);
    assert.ok(texts.length > 10 && texts.length < 100, `${texts.length} rows`);
    texts.forEach((text, p) => {
      const agent = want[(indexes[p] ?? 0) - 2];
      same(text, `${1 + want.findIndex(({ points }) => points === agent?.points)} ${agent?.name} ${((agent?.points ?? 0) / 1e6).toFixed(2)}`);
      const { off = NaN, end = NaN } = painted[p] ?? {};
      assert.ok(off < 0.6 && Math.abs(end - (agent?.points ?? 0) / 1e6) < 0.02, `the bar of ${text} is ${off} pixels away and ${end} % long`);
    });
    return indexes;
  };
  same((await agree())[0], 2);
  await page.evaluate(() => void (document.documentElement.style.fontSize = "22px")); // as a reader's larger text
  await reader.settled();
  await agree();
  await page.evaluate(() => void (document.documentElement.style.fontSize = ""));
  await reader.settled();
  await reader.put("#weight-2", "70");
  await agree();
  same(await page.evaluate(staleUntilAnswered), [true, false]);
  await agree();
  const waits = (/** @type {number} */ index) => page.waitForFunction((index) => document.querySelector(`[data-board] tr[aria-rowindex="${index}"]`), {}, index);
  await page.focus("[data-board]");
  await reader.scrolled(() => page.keyboard.press("End"));
  await waits(count + 1);
  assert.ok((await agree()).includes(count + 1));
  await page.$eval("[data-board]", (box) => (box.scrollTop = box.scrollHeight / 2));
  await waits(count / 2);
  await agree();
  await reader.put("#weight-1", "33.33"); // the rows of the same places
  await agree();
  await reader.put("#find", "AGENT 01");
  await page.waitForFunction(() => document.querySelector("[data-found]")?.textContent === "100 of 240");
  same(await page.evaluate(() => /** @type {any} */ (globalThis).flashed), 0); // nearly every row changes: none flashes
  same((await drawn()).texts.every((text) => text.includes(" agent 01")), true);
  await reader.put("#find", "");
  await page.waitForFunction(() => document.querySelector("[data-found]")?.textContent === "");
  const one = 'tr[data-id="agent 0029"]';
  await reader.put("#find", "agent 0029");
  await page.focus("#find");
  await page.keyboard.press("Enter");
  await page.waitForSelector(`[data-top] ${one}`);
  await reader.put("#find", "");
  await page.waitForFunction(() => document.querySelector("[data-found]")?.textContent === "");
  await page.$eval("[data-board]", (box) => (box.scrollTop = box.scrollHeight / 3));
  await waits(count / 3);
  await reader.put("#weight-1", "35");
  const order = ranked(agents, (await rail()).percents);
  const { name, points } = order.find(({ name }) => name === "agent 0029") ?? { name: "", points: 0 };
  same(await kept(), [`${1 + order.findIndex((other) => other.points === points)} ${name} ${(points / 1e6).toFixed(2)}`]);
  same(await page.$eval("[data-board]", (box) => { // in sight, under the head of the table, and counted
    const [area, head, row, last] = [box, ...["th", "[data-top] tr", "tbody:not([data-top]) tr[data-id]:last-of-type"].map((selector) => /** @type {Element} */ (box.querySelector(selector)))].map((el) => el.getBoundingClientRect());
    const counted = [box.querySelector("table")?.getAttribute("aria-rowcount"), box.querySelector("[data-top] tr")?.getAttribute("aria-rowindex")];
    return [Math.abs((row?.top ?? 0) - (head?.bottom ?? 0)) < 3, (row?.bottom ?? 0) < (last?.bottom ?? 0), (row?.top ?? 0) >= (area?.top ?? 0), ...counted];
  }), [true, true, true, String(count + 2), "2"]);
  const all = 520; // for print 500 are asked for at a time
  await paste(table(all));
  await page.waitForSelector(`[data-board] table[aria-rowcount="${all + 2}"]`);
  await reader.settled();
  await allowClipboard();
  const copied = await copiedBy(page, () => page.$eval("[data-form=weights]", (root) => { // in the moment of the answer to an edit
    root.addEventListener("answered", () => /** @type {HTMLElement} */ (root.querySelector("[data-tool=answer][data-format=csv]")).click(), { once: true });
    const weight = /** @type {HTMLInputElement} */ (root.querySelector("#weight-1"));
    weight.value = "30";
    weight.dispatchEvent(new Event("input", { bubbles: true }));
  }));
  same(copied.split("\n").filter((line) => /,agent \d{4},/.test(line)).length, all);
  const again = await page.evaluate(bars); // all rows were in the page for it
  assert.ok(again.length > 10 && again.every(({ off, end }) => off < 0.6 && end > 0), JSON.stringify(again));
  await page.waitForFunction((all) => { // all rows are there, a moment after the last change
    dispatchEvent(new Event("beforeprint"));
    const { length } = document.querySelectorAll("[data-board] tbody:not([data-top]) tr[data-id]");
    dispatchEvent(new Event("afterprint"));
    return length === all;
  }, { polling: 300 }, all);
  assert.ok((await drawn()).texts.length < 100);
  await reader.put("#agents", "agent,speed,quality\nNova,1,2\nOrion,2,3\n");
  await page.waitForFunction(() => document.querySelectorAll("[data-board] tr[data-id]").length === 2 && !document.querySelector("[data-board] [aria-rowindex]"));
  same(await page.$$eval("[data-board] [aria-rowindex], [data-board][tabindex], [data-board] [aria-rowcount]", (all) => all.length), 0);
});

chromiumTest("its colours at 360 px in light and at 1280 px in dark", async () => { // the others, and all else: pages.test.mjs
  const show = await colours(page);
  await reader.live("/weights/");
  for (const [width, scheme] of /** @type {const} */ ([[360, "light"], [1280, "dark"]])) {
    await page.setViewport({ width, height: 900 });
    await show(scheme);
    none(await auditColours(page), `${width} px, ${scheme}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "it scrolls sideways");
  }
  await show();
});
