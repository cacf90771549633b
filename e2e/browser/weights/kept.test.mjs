// Tables of any size: the device keeps them, the pages of tables share them, a link has
// what fits into it, and a file the rest.

import assert from "node:assert/strict";
import test from "node:test";
import { same } from "../support/check.mjs";
import { allowClipboard, context, copiedBy, origin, tab } from "../support/fixture.mjs";
import { Tab } from "../support/tab.mjs";

/** @typedef {import("../support/tab.mjs").Tab} Reader */

const reader = await tab();

const KEYS = ["correctness", "completeness", "precision", "methodology", "speed", "analysis", "quality"];

/** @param {number} rows @param {string} [name] */
const tableOf = (rows, name = "agent") => [`agent,${KEYS}`, ...Array.from({ length: rows }, (_, i) => `${name}-${String(i).padStart(6, "0")},${KEYS.map((_, k) => ((i * 7919 + k * 104_729) % 10_001) / 100)}`)].join("\n");

/** @param {Reader} of */
const text = ({ page }) => page.$eval("[name='/text']", (el) => /** @type {HTMLTextAreaElement} */ (el).value);

/** @param {Reader} of @param {string} given */
async function give(of, given) {
  await of.page.$eval("[name='/text']", (el, given) => {
    el.closest("details")?.setAttribute("open", "");
    /** @type {HTMLTextAreaElement} */ (el).value = given;
    for (const kind of ["input", "change"]) el.dispatchEvent(new Event(kind, { bubbles: true }));
  }, given);
  await of.settled();
  return of.fragment(); // what is not written yet is not kept
}

/** @param {Reader} of @param {string} value */
async function weigh({ page }, value) {
  await page.$eval("#weight-1", (el, value) => {
    /** @type {HTMLInputElement} */ (el).value = value;
    for (const kind of ["input", "change"]) el.dispatchEvent(new Event(kind, { bubbles: true }));
  }, value);
}

/** @param {Reader} of */
const first = ({ page }) => page.$eval("#weight-1", (el) => /** @type {HTMLInputElement} */ (el).value);

/** Whose numbers the page says that these are. @param {Reader} of */
const whose = ({ page }) => page.$$eval("[data-whose]", (all) => all.filter((el) => el.checkVisibility()).map((el) => el.textContent).join("; "));

/** Reloads, or goes back. @param {Reader} of @param {"reload" | "goBack"} how */
async function again(of, how) {
  await of.page[how]();
  await of.fragment();
  await of.settled();
}

/** How many long texts the device keeps. @param {Reader} of */
const held = ({ page }) => page.evaluate(() => new Promise((resolve) => {
  const opened = indexedDB.open("tallyproof");
  opened.onsuccess = () => {
    const { result: db } = opened;
    if (!db.objectStoreNames.contains("texts")) return resolve(0);
    const count = db.transaction("texts").objectStore("texts").count();
    count.onsuccess = () => resolve(count.result);
  };
}));

const OWN = "Your numbers, kept on this device";

for (const rows of [1000, 10_000]) {
  test(`a table of ${rows} rows is there after a reload, and on the way back from another page`, async (t) => {
    const table = tableOf(rows);
    await reader.live("/weights/");
    await give(reader, table);
    await weigh(reader, "55");
    await reader.settled();
    same((await reader.fragment()).includes(";t=*z1."), rows === 1000);
    assert.equal(await whose(reader), OWN);
    await t.test("a reload", async () => {
      await again(reader, "reload");
      assert.deepEqual([await text(reader) === table, await first(reader), await whose(reader)], [true, "55", OWN]);
    });
    await t.test("another visit", async () => {
      await reader.goto("/privacy/", { again: true });
      await reader.live("/weights/", { again: true });
      await reader.fragment();
      await reader.settled();
      assert.deepEqual([await text(reader) === table, await first(reader), await whose(reader)], [true, "55", OWN]);
    });
    await t.test("the stress test has it too", async () => {
      await reader.leave(() => reader.page.$eval("[data-stress]", (el) => /** @type {HTMLElement} */ (el).click()));
      await reader.fragment();
      await reader.settled();
      assert.deepEqual([new URL(reader.page.url()).pathname, await text(reader) === table, await whose(reader)], ["/weights/stress/", true, OWN]);
      assert.match(await reader.page.$eval("[name='/weights']", (el) => /** @type {HTMLInputElement} */ (el).value), /^55\.00 /);
    });
    await t.test("Back", async () => {
      await again(reader, "goBack");
      assert.deepEqual([new URL(reader.page.url()).pathname, await text(reader) === table, await first(reader)], ["/weights/", true, "55"]);
    });
    await t.test("starting over forgets it", async () => {
      await reader.page.click("[data-tool=reset]");
      await reader.settled();
      await reader.fragment();
      await reader.live("/weights/stress/", { again: true });
      await reader.fragment();
      await reader.page.click("[data-tool=reset]");
      await reader.settled();
      await reader.fragment();
      same(await held(reader), 0);
      await reader.live("/weights/", { again: true });
      same(await text(reader) === table, false);
    });
    await reader.silent("a long table");
  });
}

test("the pages of tables share the table that was given last, until it is forgotten", async () => {
  const table = tableOf(3);
  const others = ["/weights/stress/", "/weights/rules/", "/audit/"];
  await reader.live("/weights/");
  await give(reader, table);
  for (const path of others) {
    await reader.live(path, { again: true });
    assert.deepEqual([await text(reader), await whose(reader)], [table, OWN], path);
  }
  await reader.live("/weights/", { again: true });
  await reader.page.click("[data-tool=reset]");
  await reader.settled();
  await reader.fragment();
  for (const path of others) {
    await reader.live(path, { again: true });
    assert.notEqual(await text(reader), table, path);
  }
  await reader.live("/weights/stress/", { again: true });
  await give(reader, table);
  await reader.live("/weights/", { again: true });
  same([await text(reader), await reader.page.$$eval(".weigh", (all) => all.length)], [table, KEYS.length]);
  await reader.silent("a shared table");
});

test("a link has 300 agents, and opens with them elsewhere", async () => {
  const table = tableOf(300);
  await reader.live("/weights/");
  await allowClipboard();
  await give(reader, table);
  await weigh(reader, "55");
  await reader.settled();
  const link = await copiedBy(reader.page, () => reader.page.$eval("[data-form=weights] [data-tool=link]", (el) => /** @type {HTMLElement} */ (el).click()));
  assert.ok(link.length < 65_600, `${link.length} characters`);
  const elsewhere = await Tab.open(await context(), origin);
  await elsewhere.live(link.slice(origin.length));
  await elsewhere.fragment();
  await elsewhere.settled();
  assert.deepEqual([await text(elsewhere) === table, await first(elsewhere), await whose(elsewhere)], [true, "55", "From a link · not kept on this device"]);
  await elsewhere.silent("a link");
  await elsewhere.close();
});

test("no link takes 10,000 rows: the page says so, and a saved file has them all", async () => {
  const table = tableOf(10_000);
  await reader.live("/weights/");
  await give(reader, table);
  await weigh(reader, "55");
  await reader.settled();
  await reader.fragment();
  const said = await reader.page.$eval("[data-long]", (el) => (el.checkVisibility() ? /** @type {HTMLElement} */ (el).innerText : ""));
  assert.match(said.replace(/\s+/g, " "), /^The link leaves the table out: 10,000 rows are too long for it\. Save a file$/);
  const file = await reader.page.evaluate(() => {
    /** @type {Promise<Blob>} */
    const blob = new Promise((resolve) => {
      URL.createObjectURL = (blob) => { resolve(/** @type {Blob} */ (blob)); return "data:,"; };
      HTMLAnchorElement.prototype.click = () => {};
    });
    /** @type {HTMLElement} */ (document.querySelector("[data-long] [data-tool=save]")).click();
    return blob.then((blob) => blob.text());
  });
  const elsewhere = await Tab.open(await context(), origin);
  await elsewhere.live("/weights/");
  const drop = () => elsewhere.page.evaluate((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], "tallyproof-weights.json"));
    document.querySelector("[data-drop]")?.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, file);
  await drop();
  await elsewhere.page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector("#weight-1")).value === "55");
  await elsewhere.settled();
  same([await text(elsewhere) === table, await first(elsewhere)], [true, "55"]);
  await elsewhere.live("/audit/", { again: true });
  await drop();
  await elsewhere.page.waitForFunction(() => [...document.querySelectorAll("p.error:not([hidden])")].some((el) => /saved on \/weights\/: drop it there/.test(el.textContent ?? "")));
  await elsewhere.silent("a file");
  await elsewhere.close();
});

test("of two tabs, the one that was used last is kept, and neither changes the other", async () => {
  const [one, two] = [tableOf(10_000, "one"), tableOf(10_000, "two")];
  const other = await tab();
  await reader.live("/weights/");
  await give(reader, one);
  await other.live("/weights/", { again: true });
  await give(other, two);
  same([await text(reader) === one, await text(other) === two], [true, true]);
  await weigh(reader, "60");
  await reader.settled();
  await reader.fragment();
  same([await text(other) === two, await first(other) !== "60"], [true, true]);
  for (const visitor of [other, reader]) {
    await visitor.live("/weights/", { again: true });
    await visitor.fragment();
    await visitor.settled();
    same([await text(visitor) === one, await first(visitor)], [true, "60"]);
  }
  await other.close();
  await reader.silent("two tabs");
});
