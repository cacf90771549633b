// What if: pin, change, compare, swap; undo and redo; variants, files, copies.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { none, same } from "../support/check.mjs";
import { allowClipboard, chromiumTest, context, copiedBy, firefox, origin, tab } from "../support/fixture.mjs";
import { Tab } from "../support/tab.mjs";

const PATH = "/score/airena/";
const JOURNEY = "#2;time=1800;end"; // 82.80
const TIME = '#score [name="/measurements/speed/time_ms"]';
const PASSED = '#score [name="/measurements/correctness/passed"]';
const HOSTILE = `<img src=x onerror="document.title='owned'">=cmd|' /C calc'!A0`;

const reader = await tab();
const { page } = reader;
await allowClipboard();

const calc = "[data-calc]:has(#score)";
const button = (/** @type {string} */ tool) => `${calc} [data-tool=${tool}]`;
const text = (/** @type {string} */ selector, of = page) => of.$eval(selector, (el) => (/** @type {HTMLElement} */ (el).checkVisibility() ? /** @type {HTMLElement} */ (el).innerText.trim() : ""));
const hash = () => reader.fragment();

/** The strip above the answer, once it says something. @param {RegExp} want */
async function strip(want, of = page) {
  await of.waitForFunction((pattern) => new RegExp(pattern).test(document.querySelector("[data-compare]:not([hidden]) [data-said]")?.textContent ?? ""), {}, want.source);
  return text(`${calc} [data-said]`, of);
}

/** Every delta of the calculator, and none of those that answer beside it. @returns {Promise<string[]>} */
const deltas = (of = page) => of.$$eval(`:is(${calc}, [data-of=score]) .delta`, (all) => all
  .filter((el) => (/** @type {HTMLElement | null} */ (el.closest("[data-of], [data-calc]"))?.dataset.of ?? "score") === "score").map((el) => (el.textContent ?? "").trim()));

/** Follows a link as a stranger would: as a new page. @param {string} fragment */
async function open(fragment) {
  if (page.url().startsWith(origin)) await page.evaluate(() => { // for good: the page is left next
    Storage.prototype.setItem = () => {};
    try { localStorage.clear(); } catch {} // a test has closed it, and left it empty
  });
  await reader.live(PATH + fragment);
}

const more = () => page.$eval(`${calc} details[data-more]`, (el) => el.setAttribute("open", "")).then(() => page.waitForSelector(`${calc} details[data-served]`));

chromiumTest("pin, edit, swap: every delta changes its sign; a reload and a stranger see the same", async (t) => {
  await open(JOURNEY);
  await page.click(button("pin"));
  assert.equal(await strip(/no change/), "Pinned: 82.80 (no change)");
  await reader.type(TIME, "1280");
  assert.equal(await strip(/→/), "Pinned: 82.80 → 88.00 (+5.20)");
  const there = await deltas();
  assert.ok(there.includes("+26.00") && there.includes("+5.20"), `deltas ${there}`);
  const speed = await page.$eval(".parts [data-id=speed]", (el) => [...el.children].map((cell) => (cell.textContent ?? "").trim()));
  same(speed, ["Speed", "86.00 +26.00", "20 %", "17.20", "+5.20", "20.00"], "the change of the points has a column of its own");
  assert.equal(await page.$eval(".parts [data-id=quality] .versus", (el) => el.textContent), "=");
  assert.equal(await text("[data-lead]"), "▲ 5.20");
  assert.deepEqual(await page.$$eval(".pin-ghost [data-id=speed] *", (all) => all.map((el) => ["x1", "x2", "x", "width"].map((name) => el.getAttribute(name)).join(" ").trim())), ["56% 50.8%", "38.8% 12%"]);

  const link = await hash();
  assert.match(link, /^#2;pin=time=1800;end$/);
  assert.ok(link.length < 2000);
  await t.test("after a reload", async () => {
    await page.reload();
    await reader.settled();
    assert.equal(await strip(/→/), "Pinned: 82.80 → 88.00 (+5.20)");
    same(await deltas(), there);
  });
  if (!firefox) await t.test("opened by somebody else", async () => { // live.test.mjs opens a copied link in both browsers
    const stranger = await Tab.open(await context(), origin);
    await stranger.live(PATH + link);
    assert.equal(await strip(/→/, stranger.page), "Pinned: 82.80 → 88.00 (+5.20)");
    same(await deltas(stranger.page), there);
    await stranger.silent("the copied link");
    await stranger.close();
  });

  await page.click(button("swap"));
  assert.equal(await strip(/88\.00 →/), "Pinned: 88.00 → 82.80 (−5.20)");
  const turned = there.map((d) => d.replace(/^[+−]/, (sign) => (sign === "+" ? "−" : "+")));
  same(await deltas(), turned);
  assert.equal(await page.$eval(TIME, (el) => /** @type {HTMLInputElement} */ (el).value), "1800");

  await page.click(button("undo"));
  assert.equal(await strip(/82\.80 →/), "Pinned: 82.80 → 88.00 (+5.20)");
  await page.click(button("unpin"));
  await reader.settled();
  assert.equal((await deltas()).length, 0);
  assert.equal(await text("[data-compare]"), "");
  assert.equal(await hash(), "");
  await reader.silent("pinning");
});

chromiumTest("a screen reader hears the answer and what it is compared with", async () => {
  await open(JOURNEY);
  await page.click(button("pin"));
  await reader.type(TIME, "1280");
  await page.waitForFunction((calc) => /82\.80 → 88\.00/.test(document.querySelector(`${calc} [data-announce]`)?.textContent ?? ""), {}, calc);
  assert.equal(await page.$eval(`${calc} [data-announce]`, (el) => el.textContent), "This submission scores 88.00 of 100. Pinned: 82.80 → 88.00 (+5.20)");
});

const EDITS = firefox ? 12 : 50;

test(`${EDITS} edits, undone: the first state; redone: the last`, async () => {
  await open("");
  const first = [await hash(), await reader.values()];
  const before = await page.evaluate(() => history.length);
  await page.evaluate(async (time, passed, edits) => {
    for (let i = 1; i <= edits; i++) {
      const el = /** @type {HTMLInputElement} */ (document.querySelector(i % 2 ? time : passed));
      el.value = i % 2 ? String(2000 + i) : String(i % 10);
      for (const type of ["input", "change"]) el.dispatchEvent(new Event(type, { bubbles: true })); // as Enter ends an edit
      await new Promise((resolve) => setTimeout(resolve));
    }
  }, TIME, PASSED, EDITS);
  await reader.settled();
  const last = [await hash(), await reader.values()];
  const added = (await page.evaluate(() => history.length)) - before;
  assert.ok(added <= EDITS, `${added} entries`);
  const press = async (/** @type {string} */ tool) => {
    await page.click(button(tool));
    await hash();
    await page.$eval(button(tool), async (el, edits) => { // some before the browser has gone where the last one sent it
      for (let i = 1; i < edits; i++) {
        /** @type {HTMLElement} */ (el).click();
        await new Promise((resolve) => setTimeout(resolve));
      }
    }, EDITS);
    await page.waitForFunction((selector) => document.querySelector(selector)?.getAttribute("aria-disabled") === "true", {}, button(tool));
    await reader.settled();
    return [await hash(), await reader.values()];
  };
  same(await press("undo"), first);
  same(await press("redo"), last);
  await reader.silent("undoing");
});

test("a gesture is one entry: typing, a slider's drag; Back undoes it and Forward redoes it", async (t) => {
  const fresh = await tab(); // its history is short
  t.after(() => fresh.close()); // Firefox hardly paints pages behind another one
  const { page } = fresh, hash = () => fresh.fragment();
  await fresh.goto("/privacy/"); // it forgets what was kept as it leaves
  await fresh.live(PATH);
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  await fresh.type(TIME, "1750");
  await hash();
  assert.equal((await entries()) - before, 1, "typing");
  const slider = await page.$(`#score [type=range][data-for="${await page.$eval(TIME, (el) => el.id)}"]`);
  const box = await slider?.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width * 0.35, box.y + box.height / 2);
  await page.mouse.down();
  for (let i = 0; i < 4; i++) { // each rests until it is noted: a drag that pauses is one gesture still
    await page.mouse.move(box.x + box.width * (0.35 + i * 0.08), box.y + box.height / 2);
    await hash();
  }
  await page.mouse.up();
  const dragged = await hash();
  assert.equal((await entries()) - before, 2, "a drag that is noted four times");
  await page.goBack();
  await fresh.settled();
  assert.equal(await hash(), "#2;time=1750;end");
  assert.equal(await page.$eval(TIME, (el) => /** @type {HTMLInputElement} */ (el).value), "1750");
  await page.goForward();
  await fresh.settled();
  assert.equal(await hash(), dragged);
  await page.click(button("undo"));
  await page.click(button("undo"));
  await fresh.settled();
  assert.equal(await hash(), "");
  assert.equal(await page.$eval(button("undo"), (el) => el.getAttribute("aria-disabled")), "true");
  await fresh.silent("gestures");
});

test("by keyboard alone", async () => {
  await open(JOURNEY);
  await page.focus(button("pin"));
  await page.keyboard.press("Enter");
  await strip(/no change/);
  await reader.type(TIME, "1280");
  await page.keyboard.press("Tab"); // leaves the field
  await page.focus(button("undo"));
  await page.keyboard.down("Control");
  await page.keyboard.press("KeyZ");
  assert.equal(await strip(/no change/), "Pinned: 82.80 (no change)");
  await page.keyboard.down("Shift");
  await page.keyboard.press("KeyZ");
  await page.keyboard.up("Shift");
  await page.keyboard.up("Control");
  assert.equal(await strip(/→/), "Pinned: 82.80 → 88.00 (+5.20)");
  await page.focus(button("swap"));
  await page.keyboard.press("Enter");
  assert.equal(await strip(/88\.00 →/), "Pinned: 88.00 → 82.80 (−5.20)");
  await page.focus(button("unpin"));
  await page.keyboard.press("Enter");
  await reader.settled();
  assert.equal(await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.tool), "pin", "the focus is not lost");
  await page.focus(`${calc} [data-more] > summary`);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Markdown");
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "SUMMARY");
});

chromiumTest("variants are kept under their names, opened, renamed, deleted", async () => {
  await open(JOURNEY);
  await more();
  const name = `${calc} [data-name]`;
  const names = () => page.$$eval(`${calc} [data-variants] [data-open]`, (all) => all.map((el) => el.textContent));
  const press = (/** @type {string} */ what, /** @type {number} */ i) => page.$$eval(`${calc} [data-variants] li [data-${what}]`, (all, i) => /** @type {HTMLElement} */ (all[i]).click(), i);
  await page.focus(name);
  await page.keyboard.type("slow");
  await page.keyboard.press("Enter");
  await reader.type(TIME, "1280");
  await page.focus(name);
  await page.evaluate((hostile) => (/** @type {HTMLInputElement} */ (document.activeElement).value = hostile), HOSTILE);
  await page.click(`${calc} [data-keep]`);
  same(await names(), ["slow", HOSTILE]);
  assert.equal(await page.$(`${calc} [data-variants] img`), null, "a name became markup");
  await page.reload();
  await reader.settled();
  await more();
  same(await names(), ["slow", HOSTILE], "after a reload");
  await press("open", 0);
  await reader.settled();
  assert.equal(await hash(), JOURNEY);
  await press("rename", 0);
  await reader.type(name, "1.80 s");
  await page.keyboard.press("Enter");
  same(await names(), [HOSTILE, "1.80 s"]);
  await press("delete", 0);
  same(await names(), ["1.80 s"]);
  await reader.silent("variants");
});

chromiumTest("without storage, variants last as long as the page, and the page shows that", async () => {
  await open("");
  await page.evaluate(() => Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("closed", "SecurityError"); } }));
  await reader.type(TIME, "1280");
  await more();
  await page.click(`${calc} [data-keep]`);
  assert.match(await text(`${calc} [data-memory]`), /does not let the page store data/);
  same(await page.$$eval(`${calc} [data-variants] [data-open]`, (all) => all.map((el) => el.textContent)), ["Untitled"]);
  await reader.silent("without storage");
});

chromiumTest("the answer is copied as Markdown, CSV, JSON and LaTeX", async (t) => {
  await open("#2;pin=time=1800;end");
  await strip(/→/);
  await more();
  const copied = (/** @type {string} */ selector) => copiedBy(page, () => page.click(`${calc} [data-tool=answer]${selector}`));
  await t.test("Markdown", async () => {
    const got = await copied(":not([data-format])");
    assert.match(got, /^\*\*This submission scores 88\.00 of 100\.\*\*\n\nPinned: 82\.80 → 88\.00 \(\+5\.20\)\n/);
    assert.match(got, /\| Speed \| 86\.00 \| 20 % \| 17\.20 \|/);
  });
  await t.test("CSV has numbers with a dot, and no formulas", async () => {
    const lines = (await copied("[data-format=csv]")).split("\r\n");
    assert.ok(lines.includes("Speed,86.00,20 %,17.20,20.00"), lines.join("\n"));
  });
  await t.test("JSON is what was asked and answered", async () => {
    const { operation, request, answer, link } = JSON.parse(await copied("[data-format=json]"));
    assert.equal(operation, "explain.score");
    assert.equal(request.measurements.speed.time_ms, 1280);
    assert.equal(answer.result.score, 88);
    assert.ok(link.startsWith(origin + PATH));
  });
  await t.test("LaTeX", async () => {
    const got = await copied("[data-format=latex]");
    assert.match(got, /Speed & 86\.00 & 20 \\% & 17\.20 & 20\.00 \\\\/);
    assert.match(got, /82\.80 \$\\rightarrow\$ 88\.00/);
    assert.ok(!/[−→·≥]/.test(got.replace(/^%.*$/gm, "")), got);
  });
  await reader.silent("copying");
});

chromiumTest("a name that looks like a formula is not a formula in the CSV", async () => {
  const names = ["=1+1", "+SUM(A1)", "-3+4", "@SUM(A1)", `=cmd|" /C calc"!A0`, "+2"];
  const list = (/** @type {(i: number) => number} */ of) => names.map((_, i) => of(i)).join();
  await reader.live(`/rating/airena/#1;agents=${names.map(encodeURIComponent)};ratings=${list((i) => 1200 + i)};before=${list(() => 0)};scores=${list((i) => 90 - i)};end`);
  const board = "[data-form=challenge]";
  await page.$eval(`${board} details[data-more]`, (el) => el.setAttribute("open", ""));
  await page.waitForSelector(`${board} [data-format=csv]`, { visible: true });
  const lines = (await copiedBy(page, () => page.click(`${board} [data-format=csv]`))).split("\r\n");
  const from = lines.findIndex((line) => line.startsWith("Place,Agent,")) + 1;
  same(lines.slice(from, from + 6).map((line) => line.replace(/,40,.*/, "")), ["1,'=1+1", "2,'+SUM(A1)", "3,'-3+4", "4,'@SUM(A1)", `5,"'=cmd|"" /C calc""!A0"`, "6,'+2"]);
  assert.match(lines[0] ?? "", /^“=1\+1” comes 1st of 6/);
  await reader.silent("hostile names");
});

test("import takes what export saved, and refuses the rest without losing anything", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "whatif-"));
  t.after(() => rm(folder, { recursive: true }));
  await open(JOURNEY);
  await more();
  const whole = await page.evaluate(async (calc) => {
    /** @type {Promise<Blob>} */
    const saved = new Promise((resolve) => {
      URL.createObjectURL = (blob) => { resolve(/** @type {Blob} */ (blob)); return "data:,"; };
      HTMLAnchorElement.prototype.click = () => {};
    });
    /** @type {HTMLElement} */ (document.querySelector(`${calc} [data-save]`)).click();
    return (await saved).text();
  }, calc);
  const file = JSON.parse(whole);
  assert.deepEqual([file.tallyproof, file.page, file.inputs, file.operation, file.answer.answer], [1, PATH, JOURNEY, "explain.score", "82.80"]);
  assert.ok(file.engine && file.request.measurements);

  const chooser = await page.$(`${calc} [data-exchange] input`);
  assert.ok(chooser);
  const give = async (/** @type {string} */ content) => {
    await page.$$eval(`${calc} [data-trouble]`, (all) => all.forEach((el) => el.setAttribute("hidden", ""))); // the last file's
    const path = join(folder, "inputs.json");
    await writeFile(path, content);
    await /** @type {any} */ (chooser).uploadFile(path);
  };
  const refused = async () => {
    const shown = await page.waitForSelector(`${calc} [data-trouble]:not([hidden])`);
    await reader.settled();
    return shown?.evaluate((el) => /** @type {HTMLElement} */ (el).innerText) ?? "";
  };
  await reader.type(TIME, "1270");
  const before = await reader.values();
  for (const [bad, want] of /** @type {[string, RegExp][]} */ ([
    ["", /contains no inputs.*"tallyproof": 1/], ["not json", /contains no inputs/], ["null", /contains no inputs/], ["[1]", /contains no inputs/], ['{"tallyproof": 1}', /contains no inputs/],
    [JSON.stringify({ ...file, inputs: "javascript:alert(1)" }), /contains no inputs/],
    [JSON.stringify({ ...file, tallyproof: 2 }), /newer version/],
    [JSON.stringify({ ...file, page: "/rating/airena/<b>" }), /another page: \/rating\/airena\/<b>/],
  ])) {
    await give(bad);
    assert.match(await refused(), want, bad.slice(0, 60));
    same(await reader.values(), before, "the form");
  }
  await give(whole);
  await page.waitForFunction((selector) => /** @type {HTMLInputElement} */ (document.querySelector(selector)).value === "1800", {}, TIME);
  await reader.settled();
  assert.equal(await hash(), JOURNEY);
  assert.equal(await page.$(`${calc} [data-trouble]:not([hidden])`), null);
  await page.click(button("undo"));
  await reader.settled();
  same(await reader.values(), before, "after Undo");
  await reader.silent("importing");
});

chromiumTest("a link beside saved inputs is a draft", async (t) => {
  await open("");
  await reader.type(TIME, "1270");
  const mine = await hash();
  const line = () => text("[data-link=draft]");
  await t.test("the saved inputs themselves are not a draft", async () => {
    await reader.live(PATH + mine, { again: true });
    assert.equal(await line(), "");
  });
  await t.test("other inputs are a draft, also after a reload", async () => {
    await reader.live(PATH + JOURNEY, { again: true });
    assert.match(await line(), /not your own numbers/);
    await reader.type(TIME, "1500");
    await hash();
    await page.reload();
    await reader.settled();
    assert.match(await line(), /not your own numbers/);
  });
  await t.test("Back to my numbers", async () => {
    await page.click("[data-draft=back]");
    await reader.settled();
    assert.equal(await hash(), mine);
    assert.equal(await line(), "");
  });
  await t.test("Keep these", async () => {
    await reader.live(PATH + JOURNEY, { again: true });
    await page.click("[data-draft=keep]");
    assert.equal(await line(), "");
    await reader.live(PATH + JOURNEY, { again: true });
    assert.equal(await line(), "");
    await reader.live(PATH + mine, { again: true });
    assert.match(await line(), /not your own numbers/);
  });
  await t.test("on a first visit, a link is not a draft", async () => {
    await open(JOURNEY);
    assert.equal(await line(), "");
  });
  await reader.silent("drafts");
});
