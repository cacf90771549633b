// How a pasted table was read: the page says it for every file of testdata/tables, takes
// the reader's choices, and links, undo and a fresh page keep them.

import assert from "node:assert/strict";
import { isUtf8 } from "node:buffer";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { none, same } from "../support/check.mjs";
import { tab } from "../support/fixture.mjs";
import { auditParts } from "../support/measure/axe.mjs";

const reader = await tab();
const { page } = reader;

const folder = new URL("../../../testdata/tables/", import.meta.url);
const file = (/** @type {string} */ name) => readFileSync(new URL(name, folder));

/** Puts a text into the box, as a paste does. @param {string} text */
async function paste(text) {
  await reader.put("#agents", text);
  await reader.settled();
  await reader.fragment(); // a step of its own
}

/** What the cards say: the header and the choice of each column, and its direction if it is scored. */
const cards = () =>
  page.$$eval("#reading .column", (all) => all.map((card) => {
    const flip = /** @type {HTMLElement} */ (card.querySelector(".flip"));
    const shown = flip.closest("[hidden]") ? "" : ` ${flip.textContent?.trim()}`;
    return `${card.querySelector("h3")?.textContent}: ${/** @type {HTMLSelectElement} */ (card.querySelector("select")).value}${shown}`;
  }));

const says = (/** @type {string} */ selector) => page.$eval(selector, (el) => (el.closest("[hidden]") ? "" : el.textContent?.trim() ?? ""));
const brief = () => says(".found-in [data-out=brief]");
const fault = () => says("[data-doubt] [data-out=fault]");
const leader = () => says("[data-form=weights] output");

/** Chooses for a column, as its select does. @param {string} column @param {string} choice */
async function choose(column, choice) {
  await page.select(`#reading [data-column="${column}"] select`, choice);
  await reader.settled();
  await reader.fragment();
}

/** @param {string} selector */
async function press(selector) {
  await page.$eval(selector, (el) => /** @type {HTMLElement} */ (el).click());
  await reader.settled();
  await reader.fragment();
}

/** The board's rows: rank, name and score; of those without a rank, what they lack. */
const board = () =>
  page.$$eval("[data-board] tbody:not([data-top]) tr[data-id]", (all) => all.map((row) => [...row.querySelectorAll("[data-out=rank], [data-out=name], [data-out=score], [data-out=lacks]")].map((el) => el.textContent).join(" ")));

const BOARD = "Rank\tAgent\tAccuracy\ttime_ms\tVotes\n1\tNova\t91.8%\t470\t1,204\n2\tAtlas\t84.6%\t300\t1,530\n3\tLyra\t88.2%\t1200\t982\n4\tVolans\t55.2%\t\t96\n";

const TOTALS = "agent,style,speed,score\nNova,90,85,88.5\nAtlas,80,95,84.5\nLyra,70,60,67\nVega,60,90,69\nOrion,50,40,47\n"; // 0.7 × style + 0.3 × speed

test("every column of a paste is named, with its role, scale and direction", async () => {
  await reader.live("/weights/");
  same(await brief(), "12 agents · 4 dimensions");
  assert.ok(await page.$eval("#reading", (el) => !(/** @type {HTMLDetailsElement} */ (el).open)), "the example is folded");
  await paste(BOARD);
  assert.ok(await page.$eval("#reading", (el) => /** @type {HTMLDetailsElement} */ (el).open), "a paste is unfolded");
  same(await cards(), ["Rank: rank", "Agent: name", "Accuracy: min-max higher wins", "time_ms: min-max lower wins", "Votes: about"]);
  same(await brief(), "4 agents · 2 dimensions · 2 columns not used");
  same(await says(".choices [data-out=missing]"), "Volans: no time_ms. Left out.");
});

test("every file of testdata/tables is read as by the engine, or refused for the same reason", async () => {
  await reader.live("/weights/");
  const names = readdirSync(folder).filter((name) => /\.\w+$/.test(name) && isUtf8(file(name)));
  assert.ok(names.length > 60, `${names.length} files`);
  /** @type {string[]} */ const faults = [];
  for (const name of names) {
    const { ok, error } = JSON.parse(file(`read/${name}.json`).toString());
    await reader.put("#agents", file(name).toString());
    await reader.settled();
    const said = await fault();
    if (error || ok.columns.every((/** @type {any} */ { role }) => role !== "dimension")) {
      const want = error && `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`;
      if (want ? said !== want : said === "") faults.push(`${name}: ${said || "nothing"}: want ${want ?? "a refusal"}`);
      continue;
    }
    const want = ok.columns.map((/** @type {any} */ { column, role, scale, better }) => `${column}: ${role === "dimension" ? `${scale} ${better} wins` : role}`);
    const got = await page.$$eval("#reading .column", (all) => all.map((card) => {
      const { column, choice, role } = /** @type {HTMLElement} */ (card).dataset;
      return `${column}: ${choice}${role === "dimension" ? ` ${card.querySelector(".flip")?.textContent?.trim()}` : ""}`;
    }));
    if (said) faults.push(`${name}: refused: ${said}`);
    if (got.join("\n") !== want.join("\n")) faults.push(`${name}: ${got.join(", ")}: want ${want.join(", ")}`);
    if ((await brief()) !== ok.line) faults.push(`${name}: ${await brief()}: want ${ok.line}`);
  }
  none(faults);
});

test("a file in UTF-16 is decoded, one in Windows-1252 is read with a note", async () => {
  await reader.live("/weights/");
  await page.$eval("#agents", (el) => el.closest("details")?.setAttribute("open", ""));
  const chooser = /** @type {import("puppeteer-core").ElementHandle<HTMLInputElement>} */ (await page.$("#weights [data-table]"));
  await chooser.uploadFile(fileURLToPath(new URL("utf16.csv", folder)));
  await page.waitForFunction(() => /^2 agents/.test(document.querySelector(".found-in [data-out=brief]")?.textContent ?? ""));
  await chooser.uploadFile(fileURLToPath(new URL("latin1.csv", folder)));
  await page.waitForFunction(() => /not UTF-8: it was read as Windows-1252, row 1 as “José”/.test(document.querySelector("#weights [data-note]")?.textContent ?? ""));
  await reader.settled();
  await paste(BOARD);
  same(await says("#weights [data-note]"), "", "the note goes with its file");
});

test("role, direction and ends change the ranking at once, and undo takes them back", async () => {
  await reader.live("/weights/");
  await paste(BOARD);
  const before = [await cards(), await leader()];
  await press('[data-column="time_ms"] .flip');
  same((await cards())[3], "time_ms: min-max higher wins");
  await choose("Votes", "min-max");
  same(await page.$$eval(".whose label[for]", (all) => all.length), 3);
  same(await brief(), "4 agents · 3 dimensions · 1 column not used");
  await choose("Accuracy", "ignored");
  same((await cards())[2], "Accuracy: ignored");
  same(await brief(), "4 agents · 2 dimensions · 2 columns not used");
  for (let i = 0; i < 3; i++) await press("[data-form=weights] [data-tool=undo]");
  same([await cards(), await leader()], before);
  await page.$eval('[data-column="time_ms"] [data-end=from]', (el) => {
    /** @type {HTMLInputElement} */ (el).value = "2000";
    el.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await reader.settled();
  same(await says('[data-column="time_ms"] .ends .sr'), "300 → 100 · 2000 → 0");
});

test("the ends of a scale are moved on the line of its values, and a choice goes with its column", async () => {
  await reader.live("/weights/");
  await paste(BOARD);
  const ends = () => page.$$eval('[data-column="time_ms"] [data-end]', (all) => all.map((el) => /** @type {HTMLInputElement} */ (el).value));
  same(await ends(), ["1200", "300"]);
  await page.$eval('[data-column="time_ms"] [data-square=from]', (el) => /** @type {SVGElement} */ (el).focus());
  await page.keyboard.press("ArrowLeft");
  await reader.settled();
  same(await ends(), ["1195", "300"]);
  await page.keyboard.down("Shift");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.up("Shift");
  await reader.settled();
  same(await ends(), ["1195", "305"]);
  await paste("agent,style,speed\nNova,90,85\nAtlas,80,95\n");
  same((await reader.fragment()).includes("time"), false);
  same(await fault(), "");
});

test("a link brings the same reading to a fresh page", async () => {
  await reader.live("/weights/");
  await paste(BOARD);
  await choose("Votes", "best");
  await press('[data-column="time_ms"] .flip');
  await press('.choices [data-member="missing"][data-value="zero"]');
  const [shown, rows] = [await cards(), await board()];
  const hash = await reader.fragment();
  await reader.live(`/weights/${hash}`);
  same([await cards(), await board()], [shown, rows]);
  same(await says(".choices [data-out=missing]"), "Volans: no time_ms. Counted as 0.");
});

test("a missing score is left out, zero, the worst, or its column is ignored", async () => {
  await reader.live("/weights/");
  await paste(BOARD);
  const last = async () => (await board()).at(-1);
  assert.match(await last() ?? "", /Volans no time_ms$/);
  for (const [choice, want] of /** @type {const} */ ([["zero", /^4 Volans /], ["worst", /^4 Volans /], ["leave-out", /Volans no time_ms$/]])) {
    await press(`.choices [data-member="missing"][data-value="${choice}"]`);
    assert.match(await last() ?? "", want);
    same(await page.$eval(`.choices [data-value="${choice}"]`, (el) => el.getAttribute("aria-pressed")), "true");
  }
  await press('.choices [data-member="ignore"]');
  same((await cards())[3], "time_ms: ignored");
  same(await says(".choices [data-out=missing]"), "");
});

test("a number that can be read in two ways is two buttons", async () => {
  await reader.live("/weights/");
  const before = await board();
  await paste(file("thousands-int.csv").toString());
  assert.match(await fault(), /1,250/);
  same(await board(), before, "the answer stays");
  const offers = await page.$$eval("[data-doubt] button", (all) => all.map((el) => el.textContent));
  same(offers.length, 2);
  await press("[data-doubt] button");
  same(await fault(), "");
  assert.match((await cards()).join(", "), /tokens: min-max lower wins/);
  await press("[data-form=weights] [data-tool=undo]");
  assert.match(await fault(), /1,250/);
  await press("[data-form=weights] [data-tool=undo]");
  same([await fault(), await board()], ["", before]);
});

test("a value stands whole beside its score, and bars in their own column, in short and long rankings", async () => {
  await reader.live("/weights/");
  await page.setViewport({ width: 1440, height: 900 });
  try {
    for (const agents of [5, 60]) {
      const rows = Array.from({ length: agents }, (_, i) => `Agent ${i},${(40.25 + ((i * 37) % 59)).toFixed(2)}%,${i % 7}:${10 + (i % 50)},"$1,${100 + i}.50",${i % 9}`);
      await paste(["agent,accuracy,time (min:sec),cost,violations", ...rows].join("\n"));
      const seen = await page.$eval("[data-board]", (box) => {
        const { right } = box.getBoundingClientRect();
        const first = /** @type {Element} */ (box.querySelector("tbody[data-each=rows] tr[data-id]"));
        const bars = [...first.querySelectorAll(".bar .seg")].map((el) => el.getBoundingClientRect().left);
        return {
          cut: [...box.querySelectorAll(".raws [data-out=raw]")].filter((el) => el.scrollWidth > el.clientWidth).map((el) => el.textContent),
          bars: bars.length, elsewhere: first.querySelectorAll(".raws :is(path, .seg)").length,
          after: bars.every((x) => x >= /** @type {Element} */ (first.querySelector(".raw")).getBoundingClientRect().right - 1 && x < right),
        };
      });
      same(seen, { cut: [], bars: 4, elsewhere: 0, after: true }, `${agents} agents`);
    }
  } finally {
    await page.setViewport({ width: 1280, height: 900 });
  }
});

test("published totals are found again, and their weights and rule are taken", async () => {
  await reader.live("/weights/");
  assert.ok(await page.$eval("[data-form=totals]", (el) => el.hasAttribute("hidden")), "the example has no totals");
  await paste(TOTALS);
  same(await says("[data-form=totals] output"), "One formula gives all 5 published totals.");
  same(await page.$eval("#start option[value=published]", (el) => /** @type {HTMLOptionElement} */ (el).disabled), false);
  await press("[data-form=totals] [data-use]");
  same(await page.$$eval('.weigh [name$="/percent"]', (all) => all.map((el) => /** @type {HTMLInputElement} */ (el).value)), ["70", "30"]);
  same((await board())[0], "1 Nova 88.50");
  await press("[data-form=weights] [data-tool=undo]");
  same(await page.$$eval('.weigh [name$="/percent"]', (all) => all.map((el) => /** @type {HTMLInputElement} */ (el).value)), ["50", "50"]);
  await page.select("#start", "published");
  await reader.settled();
  same((await board())[0], "1 Nova 88.50");
});

test("stress reads and asks the same", async () => {
  await reader.live("/weights/stress/");
  await paste(BOARD);
  same((await cards())[3], "time_ms: min-max lower wins");
  await press('[data-column="time_ms"] .flip');
  same((await cards())[3], "time_ms: min-max higher wins");
  const hash = await reader.fragment();
  assert.match(hash, /;c=time_ms;cb=higher;/);
  await reader.live(`/weights/stress/${hash}`);
  same((await cards())[3], "time_ms: min-max higher wins");
});

test("pointing at a card, or focusing it, lights its cells among the first rows, and no others", async () => {
  await reader.live("/weights/");
  await paste(BOARD);
  const lit = (/** @type {string} */ property) => page.$$eval("#reading .column", (all, property) => {
    const look = all.map((card) => getComputedStyle(/** @type {Element} */ (card.querySelector(property === "outlineStyle" ? ".cells" : ".cells li")))[/** @type {any} */ (property)]);
    const usual = look.find((one, i) => look.indexOf(one) !== i);
    return all.filter((_, i) => look[i] !== usual).map((card) => card.querySelector("h3")?.textContent);
  }, property);
  await page.mouse.move(0, 0);
  for (const forced of [false, true]) {
    const property = forced ? "outlineStyle" : "backgroundColor";
    if (forced) await (await page.createCDPSession()).send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value: "active" }] });
    await page.focus('#reading [data-column="Votes"] select');
    same(await lit(property), ["Votes"], `focus, ${property}`);
    await page.$eval("#agents", (el) => /** @type {HTMLElement} */ (document.activeElement).blur());
    same(await lit(property), [], `nothing, ${property}`);
    await page.hover('#reading [data-column="time_ms"] h3');
    same(await lit(property), ["time_ms"], `pointer, ${property}`);
    await page.mouse.move(0, 0);
  }
  await (await page.createCDPSession()).send("Emulation.setEmulatedMedia", { features: [] });
});

test("the line under the box says nothing of another table while a text is refused", async () => {
  await reader.live("/weights/");
  await page.$eval("#agents", (el) => el.closest("details")?.setAttribute("open", ""));
  const seen = () => page.$eval(".found-in [data-out=brief]", (el) => el.checkVisibility({ visibilityProperty: true }));
  await paste(BOARD);
  same(await seen(), true);
  await paste(file("thousands-int.csv").toString());
  same(await seen(), false);
  await paste(BOARD);
  same([await seen(), await brief()], [true, "4 agents · 2 dimensions · 2 columns not used"]);
});

test("the cards and the choices can be used by everybody", async () => {
  await reader.live("/weights/");
  await paste(BOARD);
  await page.$eval("#agents", (el) => el.closest("details")?.setAttribute("open", ""));
  none(await auditParts(page, "#reading", ".choices", ".found-in"), "axe");
  await page.setViewport({ width: 360, height: 800 });
  try {
    none(await auditParts(page, "#reading", ".choices"), "axe on a phone");
    same(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, "the page does not scroll sideways");
  } finally {
    await page.setViewport({ width: 1280, height: 900 });
  }
});

test("nothing was reported by the browser", async () => reader.silent("readings"));
