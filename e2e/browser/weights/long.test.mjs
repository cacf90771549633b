// Long tables: a link has them deflated. Of one that no link takes, none is offered, and
// the steps, the variants and the files of /weights/ keep it. And what is said of a table
// or of weights goes when they change, as does a file that comes late.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { same } from "../support/check.mjs";
import { allowClipboard, copiedBy } from "../support/fixture.mjs";
import { openWeights } from "./weights.mjs";

const { agrees, enter, late, page, rail, reader } = await openWeights();

/** A text of such letters that deflating makes little shorter. @param {number} length @param {string} [letters] */
function noise(length, letters = "abcdefghijklmnopqrstuvwxyz") {
  let [text, seed] = ["", length];
  while (text.length < length) {
    seed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    text += letters[(seed >>> 8) % letters.length];
  }
  return text;
}

/** @param {(i: number) => string} team */
const table = (team) => ["agent,speed,quality,team", ...Array.from({ length: 39 }, (_, i) => `agent ${String(i).padStart(4, "0")},${(i * 7919) % 101},${(i * 31) % 89},${team(i)}`)].join("\n");
const long = table(() => "whose name fills a link as it is so soon that it is deflated"); // all its rows are in the page
const tooLong = table((i) => noise(3000 + i));
const text = async () => (await rail()).text;
const unfold = (/** @type {string} */ selector) => page.$eval(selector, (el) => el.closest("details")?.setAttribute("open", ""));

/** @param {string} tool */
async function use(tool) {
  await page.$eval(`[data-form=weights] [data-tool=${tool}]`, (el) => /** @type {HTMLElement} */ (el).click());
  await reader.settled();
}

/** What the page saves as a file. */
const saved = () =>
  page.evaluate(async () => {
    /** @type {Promise<Blob>} */
    const blob = new Promise((resolve) => {
      URL.createObjectURL = (blob) => { resolve(/** @type {Blob} */ (blob)); return "data:,"; };
      HTMLAnchorElement.prototype.click = () => {};
    });
    /** @type {HTMLElement} */ (document.querySelector("[data-form=weights] [data-save]")).click();
    return (await blob).text();
  });

async function menu() {
  await page.$eval("[data-form=weights] details[data-more]", (el) => el.setAttribute("open", ""));
  await page.waitForSelector("[data-form=weights] [data-variants] [data-none]:not([hidden])");
}

/** Gives a file to a chooser of the page. @param {import("node:test").TestContext} t @param {string} selector @param {string | Buffer} content */
async function give(t, selector, content) {
  const folder = await mkdtemp(join(tmpdir(), "weights-"));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, "file.csv");
  await writeFile(path, content);
  await /** @type {any} */ (await page.$(selector)).uploadFile(path);
}

test("the rail says nothing of agents that another table had", async () => {
  await reader.live("/weights/");
  await unfold("#agents");
  await page.evaluate(() => document.querySelector("#agents")?.closest("[data-calc]")?.addEventListener("answered", () => { // the marks come later
    /** @type {any} */ (globalThis).near = [...document.querySelectorAll(".weigh button[data-attr]")].filter((el) => el.checkVisibility()).map((el) => el.textContent);
  }, { once: true }));
  await reader.put("#agents", long);
  await reader.settled();
  same(await page.evaluate("near"), []);
});

for (const [what, long_, takes] of /** @type {[string, string, boolean][]} */ ([["that a link has deflated", long, true], ["that no link takes", tooLong, false]])) {
  test(`undo and redo keep a table ${what}`, async () => {
    await reader.live("/weights/");
    const example = await text();
    await unfold("#agents");
    await reader.put("#agents", long_);
    await page.$eval("#agents", (el) => void el.dispatchEvent(new Event("change", { bubbles: true }))); // it is left
    await reader.settled();
    await enter("#weight-1", "70");
    await enter("#weight-2", "60");
    const hash = await reader.fragment();
    same(takes ? /;t=\*z1\.[\w-]+;/.test(hash) : hash === "", true);
    for (const percents of [[70, 30], [50, 50]]) {
      await use("undo");
      same([await text(), await agrees()], [long_, percents]);
    }
    await use("undo");
    same([await text(), await agrees()], [example, [40, 20, 20, 20]]);
    for (const percents of [[50, 50], [70, 30], [40, 60]]) {
      await use("redo");
      same([await text(), await agrees()], [long_, percents]);
    }
    await use("reset");
    same(await text(), example);
    await use("undo");
    same([await text(), await agrees()], [long_, [40, 60]]);
    await reader.silent("a long table");
  });
}

test("a table is one step with its columns, also if that is recorded before the engine has read them", async () => {
  await reader.live("/weights/");
  const example = await text();
  await late(400);
  await page.$eval("#agents", (el, long) => {
    /** @type {HTMLTextAreaElement} */ (el).value = long;
    for (const kind of ["input", "change"]) el.dispatchEvent(new Event(kind, { bubbles: true })); // it is left at once
  }, long);
  await page.waitForFunction(() => document.querySelector(".board tbody:not([data-top]) th")?.textContent?.includes("agent"));
  await late(0);
  await reader.settled();
  same(await agrees(), [50, 50]);
  await use("undo");
  same([await text(), await agrees()], [example, [40, 20, 20, 20]]);
  await use("redo");
  same([await text(), await agrees()], [long, [50, 50]]);
});

test("a named variant and a file keep it too", async (t) => {
  await reader.live("/weights/");
  await unfold("#agents");
  await reader.put("#agents", tooLong);
  await enter("#weight-1", "70");
  await menu();
  await page.$eval("[data-form=weights] [data-variants] [data-keep]", (el) => /** @type {HTMLElement} */ (el).click());
  const file = await saved();
  same([JSON.parse(file).request.text, new URL(JSON.parse(file).link).hash], [tooLong, ""]);
  await use("reset");
  const holds = () => page.waitForFunction((long) => /** @type {HTMLTextAreaElement} */ (document.querySelector("#agents")).value === long, {}, tooLong); // the device hands it out late
  await page.$eval("[data-form=weights] [data-variants] [data-open]", (el) => /** @type {HTMLElement} */ (el).click());
  await holds();
  await reader.settled();
  same([await text(), await agrees()], [tooLong, [70, 30]]);
  await use("reset");
  await give(t, "[data-form=weights] [data-exchange] input", file);
  await holds();
  await reader.settled();
  same(await agrees(), [70, 30]);
  await page.evaluate(() => localStorage.clear());
});

test("while a field is refused, a file has the inputs and no answer to others", async () => {
  await reader.live("/weights/");
  await enter("#weight-1", "60");
  await enter("#weight-1", "abc");
  await page.$eval("[data-form=weights] details[data-more]", (el) => el.setAttribute("open", ""));
  await page.waitForSelector("[data-form=weights] [data-variants]");
  const { inputs, request, answer } = JSON.parse(await saved());
  assert.match(inputs, /w=abc/);
  same([request, answer], [undefined, undefined]);
});

test("an answer to other inputs is not copied, and nothing says that it was", async () => {
  await reader.live("/weights/");
  await allowClipboard();
  await enter("#weight-1", "60");
  const press = (/** @type {string} */ typed) => page.evaluate((typed) => {
    const weight = /** @type {HTMLInputElement} */ (document.querySelector("#weight-1"));
    weight.value = typed;
    weight.dispatchEvent(new Event("input", { bubbles: true }));
    /** @type {HTMLElement} */ (document.querySelector("[data-form=weights] [data-tool=answer]:not([data-format])")).click();
  }, typed);
  const copied = await copiedBy(page, () => press("70"));
  assert.match(copied, /w=70[,;]/);
  const { percents } = await rail();
  same(percents[0], 70);
  assert.match(copied, new RegExp((await reader.sentences())[0]?.match(/[\d.]+(?=\.)/)?.[0] ?? "no sentence"));
  await page.$eval("[data-form=weights] .tools [role=status]", (el) => (el.textContent = ""));
  await press("abc");
  await page.waitForSelector("#weights p.error:not([hidden])");
  await reader.settled();
  same(await page.evaluate(() => navigator.clipboard.readText()), copied);
  assert.doesNotMatch(await page.$eval("[data-form=weights] .tools", (el) => el.querySelector("[role=status]")?.textContent ?? ""), /copied as Markdown/i);
});

test("the link has the inputs, also below an address within the page", async () => {
  await reader.live("/weights/");
  await allowClipboard();
  await enter("#weight-1", "60");
  await reader.fragment();
  await page.evaluate(() => void (location.hash = "main"));
  await page.waitForFunction(() => location.hash === "#main");
  const link = await copiedBy(page, () => page.$eval("[data-form=weights] [data-tool=link]", (el) => /** @type {HTMLElement} */ (el).click()));
  assert.match(link, /\/weights\/#1;w=60[,;].*end$/);
});

test("what was said of another table or of other weights is gone", async () => {
  await reader.live("/weights/");
  await reader.put("#find", "or");
  const found = () => page.$eval("[data-found]", (el) => el.textContent);
  same(await found(), "2 of 12");
  await unfold("#agents");
  await reader.put("#agents", "name,Speed,Safety\nNora,10,20\nB,50,40\nC,70,10\n");
  await reader.settled();
  same(await found(), "1 of 3");
  await page.$eval("[data-exports]", (el) => el.closest("details")?.setAttribute("open", ""));
  await page.click("[data-exports] [data-format=dims]");
  await page.waitForSelector("[data-exports] textarea:not([hidden])");
  await enter("#weight-1", "70");
  same(await page.$eval("[data-exports]", (el) => [el.querySelector("textarea")?.hidden, el.querySelector("[role=status]")?.textContent]), [true, ""]);
  const status = () => page.$$eval("[data-edits] [role=status]", (all) => all.map((el) => el.textContent).join(""));
  const name = "[data-edits] input";
  await unfold(name);
  await reader.put(name, "Speed");
  await page.$eval("[data-edits] [data-edit=remove]", (el) => /** @type {HTMLElement} */ (el).click());
  await page.waitForFunction(() => [...document.querySelectorAll("[data-edits] [role=status]")].some((el) => el.textContent?.includes("Speed")));
  await reader.settled();
  assert.match(await status(), /Speed/); // of the table that is there
  await use("undo");
  same(await status(), "");
});

test("a file may be UTF-16, or Windows-1252, as spreadsheets write it; another encoding is refused", async (t) => {
  await reader.live("/weights/");
  await unfold("#agents");
  const table = "agent;speed;quality\nZoë;10;20\nJosé;50;40\n";
  for (const encoded of [Buffer.from(`\ufeff${table}`, "utf16le"), Buffer.from(`\ufeff${table}`, "utf16le").swap16()]) {
    await use("reset");
    await give(t, "[data-table]", encoded);
    await page.waitForFunction((table) => /** @type {HTMLTextAreaElement} */ (document.querySelector("#agents")).value === table, {}, table);
  }
  await reader.settled();
  await use("reset");
  await give(t, "[data-table]", Buffer.from(table, "latin1"));
  await page.waitForFunction((table) => /** @type {HTMLTextAreaElement} */ (document.querySelector("#agents")).value === table, {}, table);
  assert.match(await page.$eval("[data-note]", (el) => el.textContent ?? ""), /read as Windows-1252, row 1 as “Zoë”/);
  await reader.settled();
  await give(t, "[data-table]", Buffer.from([...Buffer.from("agent;speed\nZo"), 0x81, 0x3b, 0x31]));
  const shown = await page.waitForSelector("#weights p.error:not([hidden])");
  assert.match(await shown?.evaluate((el) => el.textContent) ?? "", /[Rr]ow 1: the file is not UTF-8: save it as UTF-8/);
  same(await text(), table);
});

test("a file that was moved or changed since it was chosen is asked for again", async (t) => {
  await reader.live("/weights/");
  const table = await text();
  await page.evaluate(() => (Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException("The requested file could not be read.", "NotReadableError"))));
  await give(t, "[data-table]", "agent;speed\nZoë;10\n");
  const shown = await page.waitForSelector("#weights p.error:not([hidden])");
  assert.match(await shown?.evaluate((el) => el.textContent) ?? "", /The file could not be read: if it was moved or changed since, choose it again\./);
  same(await text(), table);
});

/** Controls that take a text, or a file, by their pages. @type {[path: string, control: string][]} */
const controls = [["/weights/", "#agents"], ["/weights/rules/", "#own"], ["/weights/stress/", "#agents"], ["/audit/", "#report"]];

/** Whether the page offers a link, and whether it says why not. */
const offered = () => page.$$eval("[data-tool=link]", (all) => [!all.some((el) => el.matches("[disabled]")), [...document.querySelectorAll("[data-long]")].some((el) => el.checkVisibility())]);

test("where the inputs are too long for a link, none is offered, and the page says so", async (t) => {
  for (const [path, control] of controls) {
    await t.test(path, async () => {
      await reader.live(path);
      await unfold(control);
      same(await offered(), [true, false]);
      const add = (/** @type {string} */ more) => page.$eval(control, (el, more) => {
        /** @type {HTMLTextAreaElement} */ (el).value += more;
        el.dispatchEvent(new Event("input", { bubbles: true }));
      }, more);
      await add(" ".repeat(20_001));
      assert.ok((await reader.fragment()).includes("=*z1."), "a link takes many spaces");
      same(await offered(), [true, false]);
      await add(noise(250_000, " \n\t\u00a0")); // which every control takes for nothing
      await reader.settled();
      same([(await reader.fragment()).length, ...await offered()], [0, false, true]);
      await page.click("[data-tool=reset]");
      await reader.settled();
      await reader.fragment();
      same(await offered(), [true, false]);
    });
  }
  await t.test("a file that no page shows", async () => {
    await reader.live("/audit/");
    await reader.put("#report", "id,score\na,1\n");
    assert.match(await reader.fragment(), /t=id/);
    await give(t, "[data-table]", `id,score\n${Array.from({ length: 120_000 }, (_, i) => `a${(i * 7919) % 99_991},${(i * 104_729) % 100_003}\n`).join("")}`);
    await page.waitForSelector("[data-chosen]:not([hidden])");
    same([await reader.fragment(), ...await offered()], ["", false, true]);
    await page.click("[data-do=forget]");
    await reader.settled();
    assert.equal(await reader.fragment(), "#1;t=;end");
    same(await offered(), [true, false]);
  });
});

/** Drops a file that is read only once readForTests is called. @param {string} content */
const dropSlow = (content) =>
  page.evaluate(async (content) => {
    const file = new File([content], "late.csv");
    const { arrayBuffer } = File.prototype;
    const bytes = await file.arrayBuffer(); // how long the browser takes is unknown
    const read = new Promise((resolve) => Object.assign(globalThis, { readForTests: resolve }));
    File.prototype.arrayBuffer = async () => {
      File.prototype.arrayBuffer = arrayBuffer;
      await read;
      return bytes;
    };
    const transfer = new DataTransfer();
    transfer.items.add(file);
    document.querySelector("[data-drop]")?.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, content);

/** Lets the page read that file, and take it if it does. */
const readNow = () => page.evaluate(async () => {
  /** @type {any} */ (globalThis).readForTests();
  await new Promise((resolve) => setTimeout(resolve)); // after what awaits it
  await /** @type {any} */ (globalThis).settledForTests();
});

test("a file that is read late is dropped where something else was given meanwhile", async (t) => {
  const typed = "agent,speed,quality\nTyped,10,20\nOther,50,40\n";
  const late = "agent,speed,quality\nLate,30,20\nOther,50,40\n";
  for (const [path, control] of controls) {
    if (path === "/weights/stress/") continue; // it takes none
    await t.test(path, async () => {
      const value = () => page.$eval(control, (el) => /** @type {HTMLTextAreaElement} */ (el).value);
      await reader.live(path);
      await unfold(control);
      const example = await value();
      await dropSlow(late);
      await readNow();
      same(await value(), late);
      for (const [doing, act, want] of /** @type {[string, () => Promise<unknown>, string][]} */ ([
        ["typing", () => reader.put(control, typed), typed],
        ["starting over", () => page.click("[data-tool=reset]"), example],
        ["another file", () => dropSlow(typed).then(() => page.evaluate(() => /** @type {any} */ (globalThis).readForTests())), typed],
      ])) {
        await dropSlow(late);
        const read = await page.evaluateHandle(() => /** @type {any} */ (globalThis).readForTests);
        await act();
        await page.evaluate((read) => Object.assign(globalThis, { readForTests: read }), read);
        await readNow();
        same(await value(), want, doing);
      }
    });
  }
});

test("rows that are collected for print end with their table", async () => {
  const rows = Array.from({ length: 600 }, (_, i) => `agent ${i},${(i * 7919) % 101},${(i * 31) % 89},${i % 7}`); // more than one part
  await reader.live("/weights/");
  await unfold("#agents");
  for (const after of [440, 470, 500]) { // ms: they are collected 600 after an answer, while the short table is on its way
    await reader.put("#agents", ["agent,speed,quality,process", ...rows].join("\n"));
    await page.evaluate(async (after) => {
      const change = (/** @type {string} */ selector, /** @type {string} */ value) => {
        const input = /** @type {HTMLInputElement} */ (document.querySelector(selector));
        input.value = value;
        input.dispatchEvent(new Event("input", { bubbles: true }));
      };
      const answered = new Promise((resolve) => document.querySelector("[data-form=weights]")?.addEventListener("answered", resolve, { once: true }));
      change("#weight-1", `${after / 10}`);
      await answered;
      await new Promise((resolve) => setTimeout(resolve, after));
      change("#agents", "agent,speed,quality\nNova,1,2\nOrion,2,3\n");
    }, after);
    await page.waitForFunction(() => document.querySelectorAll("[data-board] tr[data-id]").length === 2);
    await reader.settled();
  }
});
