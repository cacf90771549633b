// /verify/ with many proofs at once: lists of every form, filters, order,
// cancelling, export, and rows that open.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import test, { after } from "node:test";
import { auditParts } from "../support/measure/axe.mjs";
import { none, same } from "../support/check.mjs";
import { allowClipboard, chromiumTest, copiedBy, firefox, tab } from "../support/fixture.mjs";
import { keyOf, linesOf, proofOf, ringOf, submission } from "../support/evaluator.mjs";
import { OVER } from "../support/hostile.mjs";
import { dropFiles, fresh } from "../support/proofs.mjs";
import { dist } from "../support/site.mjs";

const { loadEngine } = await import(pathToFileURL(join(dist, "engine", "engine.mjs")).href);
const engine = await loadEngine(); // the oracle: what it answers at once is what the page must show
const folder = mkdtempSync(join(tmpdir(), "tallyproof-many-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const key = keyOf(7);
const other = keyOf(8);
const keys = JSON.parse(ringOf(key.spelled));
const reader = await tab();
const { page } = reader;
await allowClipboard();

/** A list with something of everything: some rows by another key, altered, cut, or with a markup for a name. */
const mixed = Array.from({ length: 120 }, (_, i) => {
  const proof = proofOf(i % 40 === 3 ? other : key, { ...submission(i), ...(i === 5 ? { agent: `<img src=x onerror="document.title='owned'">` } : i === 6 ? { agent: "=1+1" } : {}) });
  const text = JSON.stringify(i % 50 === 9 ? { ...proof, final_score: 99 } : proof);
  return i % 60 === 12 ? text.slice(0, 100) : text;
});

await reader.live("/verify/"); // once: each test begins with Reset
const begin = () => fresh(reader, ringOf(key.spelled));

/** What one sees of the list. */
const seen = () =>
  page.evaluate(() => {
    const root = /** @type {HTMLElement} */ (document.querySelector("[data-many]"));
    const shown = (/** @type {Element} */ el) => el.checkVisibility();
    const text = (/** @type {string} */ selector, from = root) => from.querySelector(selector)?.textContent ?? "";
    return {
      shown: shown(root),
      sentence: text("[data-sentence]"),
      phase: [...root.querySelectorAll(".status [data-phase]")].filter(shown).map((el) => el.getAttribute("data-phase")).join(),
      counts: Object.fromEntries([...root.querySelectorAll("[data-verdict]")].filter(shown).map((el) => [el.getAttribute("data-verdict") || "all", Number(text("[data-count]", /** @type {HTMLElement} */ (el)).replaceAll(",", ""))])),
      rows: [...root.querySelectorAll("tbody tr")].map((tr) => ({ place: Number(text("[data-place]", /** @type {HTMLElement} */ (tr))), name: text("[data-name]", /** @type {HTMLElement} */ (tr)), score: text("[data-score]", /** @type {HTMLElement} */ (tr)), verdict: tr.getAttribute("data-state"), reason: text("[data-why]", /** @type {HTMLElement} */ (tr)) })),
      of: text("[data-of]"),
      failed: [...root.querySelectorAll("[data-failed]")].filter(shown).map((el) => el.textContent?.trim()),
    };
  });

/** Waits until a check has come to a phase, and is drawn. @param {string} phase */
async function ended(phase) {
  await page.waitForFunction((phase) => document.querySelector(`.status [data-phase=${phase}]`)?.checkVisibility(), {}, phase);
  await reader.frames();
}

const NOT_BEGUN = "not begun"; // what no check says

/** Begins a check. @param {() => Promise<unknown>} act */
async function begun(act) {
  await page.$eval("[data-sentence]", (el, text) => (el.textContent = text), NOT_BEGUN);
  await act();
  await page.waitForFunction((text) => document.querySelector("[data-sentence]")?.textContent !== text, {}, NOT_BEGUN);
}

/** Begins a check, and waits for its end. @param {() => Promise<unknown>} act @param {string} [phase] */
async function checked(act, phase = "done") {
  await begun(act);
  await ended(phase);
}

/** @param {Record<string, string | Buffer>} files */
async function choose(files) {
  const paths = Object.entries(files).map(([name, data]) => {
    writeFileSync(join(folder, name), data);
    return join(folder, name);
  });
  const chooser = /** @type {import("puppeteer-core").ElementHandle<HTMLInputElement>} */ (await page.$("[type=file][data-file='/text']"));
  await chooser.uploadFile(...paths);
}

/** Drops a file that repeats data, which never is whole in memory. @param {string} name @param {string | Buffer} data @param {number} times */
async function dropRepeated(name, data, times) {
  await page.evaluate((name, base64, times) => {
    const part = new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]);
    const transfer = new DataTransfer();
    transfer.items.add(new File(Array.from({ length: times }, () => part), name));
    document.querySelector("[data-drop='/text']")?.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, name, Buffer.from(data).toString("base64"), times);
}

/** @param {string} selector */
async function click(selector) {
  await page.$eval(selector, (el) => /** @type {HTMLElement} */ (el).click());
  await reader.frames();
}

/** What the page has to show of a list, 50 rows of it. @param {string} text */
function wanted(text) {
  const { summary, results, sentence } = engine.call("proof.verify_batch", { text, keys, at: new Date().toISOString() });
  const counts = Object.fromEntries([["all", results.length], ...Object.entries(summary).filter(([, n]) => n > 0)]);
  const rows = results.slice(0, 50).map((/** @type {any} */ r, /** @type {number} */ i) => ({ place: i + 1, name: r.name ?? "", score: r.score === undefined ? "" : String(r.score), verdict: r.verdict, reason: r.reason ?? "" }));
  return { shown: true, sentence, phase: "done", counts, rows, of: String(results.length), failed: [] };
}

const records = mixed.slice(20, 32).map((text) => JSON.parse(text));
const columns = Object.keys(records[0]);
const table = [columns.join(","), ...records.map((record) => columns.map((name) => record[name]).join(","))].join("\n");

/** @type {Record<string, string>} */
const lists = {
  "JSON Lines": mixed.join("\n"),
  "a JSON array": `[${records.map((record) => JSON.stringify(record, null, 2)).join(",\n")}]`,
  "CSV of records": table,
  "CSV of documents": `rank,proof\n${records.map((record, i) => `${i},"${JSON.stringify(record).replaceAll('"', '""')}"`).join("\n")}`,
};

test("lists", async (t) => {
  await begin();
  for (const [name, text] of Object.entries(lists)) {
    if (firefox && name !== "JSON Lines") continue; // the engine tells the forms apart
    await t.test(`${name}, pasted`, async () => {
      await checked(() => reader.put("#proof-text", text));
      same(await seen(), wanted(text));
      assert.equal(await page.$eval("[data-caret]", (el) => el.checkVisibility()), false, "a list is not a text with an error");
      if (name === "JSON Lines" && !firefox) none(await auditParts(page, "[data-many]")); // with rows of every verdict
    });
  }
  await t.test("several files", async () => {
    await checked(() => choose({ "a.json": JSON.stringify(records[0], null, 2), "b.jsonl": mixed.slice(0, 5).join("\n"), "c.csv": table }));
    const { sentence, rows } = await seen();
    assert.match(sentence, /^18 proofs: 17 authentic, 1 by a key we do not know\.$/);
    same(await page.$$eval("[data-in]", (all) => all.map((el) => el.textContent)), ["a.json", ...Array(5).fill("b.jsonl"), ...Array(12).fill("c.csv")]);
    same(rows.map(({ place }) => place), Array.from({ length: 18 }, (_, i) => i + 1));
  });
  await t.test("several files take the example's place, also if its answer comes later", async () => {
    await reader.goto("/verify/");
    await checked(() => choose({ "a.json": JSON.stringify(records[0]), "b.json": JSON.stringify(records[1]) }));
    for (const again of [false, true]) {
      if (again) await checked(() => choose({ "a.json": JSON.stringify(records[0]), "c.json": JSON.stringify(records[2]) }));
      same(await page.$$eval("[data-in]", (all) => all.map((el) => el.textContent)), ["a.json", again ? "c.json" : "b.json"]);
      await reader.settled();
      assert.deepEqual(await page.$$eval(".result", (all) => all.map((el) => el.checkVisibility())), [false, false]);
    }
    await page.setViewport({ width: 360, height: 740 });
    const row = await page.$$eval(".proofs tbody tr:first-child :is(button, [data-name], [data-score])", (all) => all.map((el) => Math.round(el.getBoundingClientRect().bottom)));
    assert.ok(Math.max(...row) - Math.min(...row) < 8, `number, name and score end at ${row}`);
    assert.ok(!(await page.$eval(".many nav", (el) => el.checkVisibility())), "one page needs no turning");
    await page.setViewport({ width: 1280, height: 900 });
    await click("[data-open='1']");
    await page.waitForFunction(() => document.querySelector(".result .stub")?.checkVisibility());
  });
  await t.test("Reset closes it", async () => {
    await click("[data-tool=reset]");
    await reader.settled();
    assert.equal((await seen()).shown, false);
    assert.deepEqual(await page.$$eval(".result", (all) => all.map((el) => [...el.children].some((part) => part.checkVisibility()))), [true, true]);
  });
  await t.test("logs no message in the console", () => reader.silent("lists"));
});

chromiumTest("the table", async (t) => {
  await begin();
  await checked(() => reader.put("#proof-text", mixed.join("\n")));
  const { results } = engine.call("proof.verify_batch", { text: mixed.join("\n"), keys });
  const all = results.map((/** @type {any} */ r, /** @type {number} */ i) => ({ ...r, place: i + 1 }));
  const places = async () => (await seen()).rows.map(({ place }) => place);

  await t.test("orders by what the engine answered, ties in document order", async () => {
    const order = Object.keys(engine.call("proof.verify_batch", { text: "{}" }).summary);
    const ranks = new Map(["authentic", "qualified", "unknown-key", "contested", "unmatched", "not-authentic", "unreadable"].map((v, i) => [v, i]));
    assert.equal(order.length, ranks.size);
    /** @type {Record<string, (r: any) => any>} */ const by = { name: (r) => r.name, score: (r) => r.score, verdict: (r) => ranks.get(r.verdict), place: (r) => r.place };
    for (const [column, of] of Object.entries(by)) {
      for (const sign of [1, -1]) {
        await click(`[data-sort=${column}]`);
        const want = all.toSorted((/** @type {any} */ a, /** @type {any} */ b) => {
          const [x, y] = [of(a), of(b)];
          return x === y ? a.place - b.place : x === undefined ? 1 : y === undefined ? -1 : x < y ? -sign : sign;
        }).slice(0, 50).map((/** @type {any} */ r) => r.place);
        await page.waitForFunction((column, way) => document.querySelector(`[data-sort=${column}]`)?.closest("th")?.getAttribute("aria-sort") === way, {}, column, sign > 0 ? "ascending" : "descending");
        same(await places(), want, `${column} ${sign}`);
      }
    }
  });
  await t.test("filters by verdict", async () => {
    await click("[data-sort=place]");
    for (const verdict of ["unknown-key", "not-authentic", "unreadable", "authentic", ""]) {
      await click(`button[data-verdict="${verdict}"]`);
      const want = all.filter((/** @type {any} */ r) => !verdict || r.verdict === verdict);
      same(await places(), want.slice(0, 50).map((/** @type {any} */ r) => r.place), verdict);
      assert.equal((await seen()).of, String(want.length));
      assert.equal(await page.$$eval("button[data-verdict][aria-pressed=true]", (on) => on.map((el) => el.getAttribute("data-verdict")).join()), verdict);
    }
  });
  await t.test("turns its pages", async () => {
    for (const [turn, first] of /** @type {[string, number][]} */ ([["on", 51], ["last", 101], ["on", 101], ["back", 51], ["first", 1], ["back", 1]])) {
      await click(`[data-turn=${turn}]`);
      assert.equal((await places())[0], first, turn);
    }
  });
  await t.test("shows no markup, and nothing unsigned", async () => {
    const { rows } = await seen();
    assert.equal(rows[5]?.name, `<img src=x onerror="document.title='owned'">`);
    assert.equal(await page.$$eval("main img", (found) => found.length), 0);
    assert.deepEqual([rows[9]?.verdict, rows[9]?.name, rows[9]?.score], ["not-authentic", "", ""]);
  });
  await t.test("a row opens whole, and one comes back", async () => {
    for (const place of [4, 10, 13, 1]) {
      await click(`[data-open="${place}"]`);
      const text = /** @type {string} */ (mixed[place - 1]);
      const want = engine.call("proof.verify", { text, keys, at: new Date().toISOString() });
      await page.waitForFunction((heading) => document.querySelector("[data-out=heading]")?.textContent === heading, {}, want.heading);
      assert.equal(await page.$eval("#proof-text", (el) => /** @type {HTMLTextAreaElement} */ (el).value), text);
      assert.ok(await page.evaluate(() => document.activeElement?.matches(".stub h2")));
      await click("[data-back] button");
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-open")), String(place));
    }
  });
  await t.test("is copied and saved, and formulas are none", async () => { // BiDi has no downloads
    const copied = await copiedBy(page, () => click("[data-do=markdown]"));
    const { sentence } = await seen();
    assert.equal(copied, `**${sentence}**\n\n| Verdict | Proofs |\n| --- | ---: |\n| All | 120 |\n| Authentic | 112 |\n| Key not known | 3 |\n| Not authentic | 3 |\n| Can’t read | 2 |\n`);
    const session = await page.createCDPSession();
    await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder, browserContextId: page.browserContext().id });
    for (const kind of ["csv", "json"]) {
      await click(`[data-do=${kind}]`);
      const file = join(folder, `proofs.${kind}`);
      for (let i = 0; i < 3000 && !existsSync(file); i++) await new Promise((resolve) => setTimeout(resolve, 20)); // it comes whole, under its name at last
    }
    const saved = readFileSync(join(folder, "proofs.csv"), "utf8").split("\r\n");
    assert.equal(saved[0], "place,file,name,score,verdict,reason");
    assert.equal(saved[7], "7,,'=1+1,46.4,authentic,");
    assert.equal(saved.length, 122);
    const parsed = JSON.parse(readFileSync(join(folder, "proofs.json"), "utf8"));
    same(parsed.map((/** @type {any} */ { place, verdict }) => ({ place, verdict })), all.map((/** @type {any} */ { place, verdict }) => ({ place, verdict })));
    assert.equal(parsed[6].name, "=1+1");
  });
  await t.test("logs no message in the console", () => reader.silent("the table"));
});

test("by keyboard alone", async () => {
  await begin();
  await checked(() => reader.put("#proof-text", mixed.join("\n")));
  await page.focus("#proof-code");
  /** @param {string} selector */
  const tabTo = async (selector) => {
    for (let i = 0; i < 90; i++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
    }
    assert.fail(`Tab does not reach ${selector}`);
  };
  await tabTo('button[data-verdict="unknown-key"]');
  await page.keyboard.press(" ");
  await tabTo("[data-sort=score]");
  await page.keyboard.press("Enter");
  await reader.frames();
  assert.deepEqual((await seen()).rows.map(({ place }) => place), [4, 44, 84]);
  await tabTo("[data-open]");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.matches(".stub h2"));
  await page.waitForSelector(".stub[data-state=unknown-key]");
  await reader.silent("the keyboard");
});

test("large files", async (t) => {
  await begin();
  const many = linesOf(4000, key);
  await t.test("are cancelled at once, and checked again", async () => {
    await choose({ "large.jsonl": `${many}\n`.repeat(10) });
    // From inside the page: on a busy machine a click from here may come after the end.
    const [before, after] = await page.evaluate(async () => {
      while (document.querySelectorAll("[data-many] tbody tr").length < 50) await new Promise((resolve) => setTimeout(resolve));
      const visible = () => document.querySelector(".status [data-phase=stopped]")?.checkVisibility();
      const before = visible();
      /** @type {HTMLElement} */ (document.querySelector("[data-do=cancel]")).click();
      return [before, visible()];
    });
    same([before, after], [false, true]);
    await reader.frames();
    const { counts, sentence } = await seen();
    assert.ok((counts.all ?? 0) >= 50 && (counts.all ?? 0) < 40_000, sentence);
    await reader.settled(); // the engine has answered what it was asked before
    await reader.frames();
    assert.equal((await seen()).sentence, sentence);
    await checked(() => choose({ "less.jsonl": many.slice(0, 1_500_000) }));
    assert.match((await seen()).sentence, /^3,\d{3} proofs: 3,\d{3} authentic, 1 unreadable\.$/);
    await checked(async () => {
      const done = await page.evaluate(() => {
        /** @type {HTMLElement} */ (document.querySelector("[data-do=again]")).click();
        return document.querySelector(".status [data-phase=done]")?.checkVisibility();
      });
      assert.equal(done, false, "what begins anew is not done");
    });
    assert.match((await seen()).sentence, /^3,\d{3} proofs: 3,\d{3} authentic, 1 unreadable\.$/);
  });
  if (!firefox) await t.test("a text too long for one proof is taken from the clipboard", async () => { // Firefox empties what a script pastes
    const text = many.slice(0, many.indexOf("\n", 1_100_000));
    await checked(async () => {
      const taken = await page.$eval("#proof-text", (el, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        return !el.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      }, text);
      assert.ok(taken);
    });
    assert.match((await seen()).sentence, /^2,\d{3} proofs: 2,\d{3} authentic\.$/);
  });
  /** What is repeated, how often, and what the page says of it. @type {Record<string, { data: string | Buffer, times?: number, says: RegExp, failed?: RegExp }>} */
  const odd = {
    "100 MB of lines": { data: "x\n".repeat(1 << 19), times: 100, says: /unreadable/ },
    "6 MB without a line": { data: "x".repeat(1 << 20), times: 6, says: /^1 proof: 1 unreadable\.$/ },
    "3 MB of nothing": { data: " ".repeat(1 << 20), times: 3, says: /^No proofs\.$/ },
    "bytes that are no text": { data: Buffer.alloc(OVER, 0xfe), says: /^$/, failed: /not UTF-8 text: odd/ },
    "nesting without end": { data: "[".repeat(OVER), says: /^1 proof: 1 unreadable\.$/ },
    "nested lines": { data: `${`{"a":`.repeat(20_000)}\n`.repeat(8), says: /^8 proofs: 8 unreadable\.$/ },
    "a table of markup": { data: `proof,agent\n${"<script>document.title='owned'</script>,<b>\n".repeat(4000)}`, says: /^4,000 proofs: 4,000 unreadable\.$/ },
    "a table with a column twice": { data: `signature,a,a\n${"1,2,3\n".repeat(OVER / 6)}`, says: /^$/, failed: /two columns are called "a"/ },
  };
  const inFirefox = ["100 MB of lines", "bytes that are no text"]; // pieces of files and encoding are the browser's, the rest is the engine's
  for (const [name, { data, times = 1, says, failed }] of Object.entries(odd)) {
    if (firefox && !inFirefox.includes(name)) continue;
    await t.test(name, async () => {
      await begun(() => dropRepeated("odd", data, times));
      if (name === "100 MB of lines") { // each line is a row: enough to see that it goes on
        await page.waitForFunction(() => Number(/^[\d,]+/.exec(document.querySelector("[data-sentence]")?.textContent ?? "")?.[0].replaceAll(",", "")) > 2000); // not the table, which is of the check before until the next frame
        await click("[data-do=cancel]");
      } else {
        await page.waitForFunction(() => !document.querySelector(".status [data-phase=running]")?.checkVisibility());
      }
      const got = await seen();
      assert.match(got.sentence, says);
      if (failed) assert.match(got.failed.join(), failed);
      else none(got.failed.map(String));
      assert.notEqual(await page.title(), "owned");
      await reader.silent(name);
    });
  }
  await t.test("files that are no text are named, and not everything was read", async () => {
    await checked(() => dropFiles(reader, "/text", { "one.bin": Buffer.alloc(4, 0xfe), "good.jsonl": mixed.slice(0, 4).join("\n"), "two.bin": Buffer.alloc(4, 0xfe) }), "stopped");
    const { counts, failed } = await seen();
    same([counts.all, failed], [4, ["Not read to its end, because it is not UTF-8 text: one.bin, two.bin"]]);
    same(await page.$eval(".status [data-phase=stopped]", (el) => /** @type {HTMLElement} */ (el).innerText), "Not everything was read."); // 0.0 of 0.0 MB would say nothing
  });
  if (!firefox) await t.test("a file that is gone while it is read", async () => { // Firefox has read it before
    await choose({ "large.jsonl": `${many}\n`.repeat(10) });
    await page.waitForFunction(() => document.querySelectorAll("[data-many] tbody tr").length >= 50);
    rmSync(join(folder, "large.jsonl"));
    await ended("stopped");
    same((await seen()).failed, ["Could not be read. If it was moved or changed since, choose it again: large.jsonl"]);
    assert.match(await page.$eval(".status [data-phase=stopped]", (el) => /** @type {HTMLElement} */ (el).innerText), /^Not everything was read: \d+\.\d of \d+\.\d MB\.$/);
    await checked(() => choose({ "few.jsonl": mixed.slice(0, 4).join("\n"), "more.jsonl": mixed.slice(4, 8).join("\n") }));
    await page.evaluate(() => { // as of a file that was deleted since
      const { arrayBuffer } = Blob.prototype;
      Blob.prototype.arrayBuffer = () => {
        Blob.prototype.arrayBuffer = arrayBuffer;
        return Promise.reject(new DOMException("The requested file could not be read.", "NotReadableError"));
      };
    });
    await click("[data-many] tbody button");
    await page.waitForFunction(() => document.querySelector("[data-failed=file]")?.checkVisibility());
    same((await seen()).failed, ["Could not be read. If it was moved or changed since, choose it again: few.jsonl"]);
  });
  await t.test("the page goes on working", async () => {
    await reader.put("#proof-text", JSON.stringify(records[0]));
    await page.waitForSelector(".stub[data-state=authentic]");
    assert.ok(await page.$eval(".stub", (el) => el.checkVisibility()));
  });
});

chromiumTest("fits a phone", async () => {
  await page.setViewport({ width: 360, height: 740 });
  await begin();
  await checked(() => reader.put("#proof-text", mixed.join("\n")));
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 360, `${width} px wide`);
  none(await auditParts(page, "[data-many]"));
  await page.setViewport({ width: 1280, height: 900 });
});
