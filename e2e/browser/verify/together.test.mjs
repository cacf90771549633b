// Files of one proof that are dropped together, a code that is dropped alone, and the steps
// back to what the form held before.

import assert from "node:assert/strict";
import test from "node:test";
import { none, same } from "../support/check.mjs";
import { tab } from "../support/fixture.mjs";
import { auditLook } from "../support/measure/axe.mjs";
import { PATH, demo, drop, dropFiles, file, fresh, keys, text, verdict } from "../support/proofs.mjs";

const reader = await tab();
const { page } = reader;
await reader.live(PATH);

/** What a check says. @param {string} id */
const check = async (id) => (await verdict(reader)).checks.find(([one]) => one === id)?.[1];

/** Waits for what the checks say. @param {Record<string, string>} want */
async function until(want) {
  for (const [id, status] of Object.entries(want)) await page.waitForFunction((id, status) => document.querySelector(`[data-each=checks] > li[data-id="${id}"] [data-out=status]`)?.textContent === status, {}, id, status);
  await reader.settled();
}

const values = () => page.evaluate(() => ["#proof-text", "#proof-signature"].map((id) => /** @type {HTMLTextAreaElement} */ (document.querySelector(id)).value));

test("a record, its signature and its code are one proof, in any order", async (t) => {
  const all = { "record.json": file("flat-jcs.json"), "code.py": file("code.py") };
  for (const files of [all, Object.fromEntries(Object.entries(all).reverse())]) {
    await t.test(Object.keys(files).join(" and "), async () => {
      await fresh(reader, keys);
      await dropFiles(reader, "/text", files);
      await until({ code: "pass" });
      same(await values(), [file("flat-jcs.json"), ""]);
      assert.equal(await page.$eval("#proof-code", (el) => /** @type {HTMLInputElement} */ (el).files?.[0]?.name), "code.py");
      assert.equal((await verdict(reader)).state, "authentic");
    });
  }
  await t.test("a signature in a file of its own", async () => {
    await fresh(reader, keys);
    await reader.put("#proof-keys", file("minisign.pub"));
    await dropFiles(reader, "/text", { "record.json": file("record.json"), "record.json.minisig": file("record.json.minisig") });
    await until({ signature: "pass" });
    same(await values(), [file("record.json"), file("record.json.minisig")]);
  });
  await t.test("two records are a list", async () => {
    await fresh(reader, keys);
    await dropFiles(reader, "/text", { "a.json": demo("nova"), "b.json": demo("atlas") });
    await page.waitForSelector("[data-many]:not([hidden]) [data-phase=done]:not([hidden])");
  });
  await reader.silent("files together");
});

test("a code that is dropped keeps the proof", async () => {
  await fresh(reader, keys);
  await reader.put(text, file("flat-jcs.json"));
  await drop(reader, "/text", file("code.py"), "solution.py");
  await until({ code: "pass" });
  same(await values(), [file("flat-jcs.json"), ""]);
  await drop(reader, "/text", "print(1)\n", "other.py");
  await until({ code: "fail" });
  same(await values(), [file("flat-jcs.json"), ""]);
});

test("what is typed while files are read counts, and none of them", async () => {
  await fresh(reader, keys);
  await page.evaluate(() => {
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = function () { // the next file is read when the test says so
      Blob.prototype.arrayBuffer = arrayBuffer;
      return new Promise((resolve) => Object.assign(globalThis, { readOn: resolve })).then(() => arrayBuffer.call(this));
    };
  });
  await dropFiles(reader, "/text", { "record.json": file("record.json"), "record.json.minisig": file("record.json.minisig") });
  await page.waitForFunction("globalThis.readOn");
  await reader.put(text, file("flat-jcs.json"));
  await page.evaluate("readOn(); new Promise((resolve) => setTimeout(resolve, 100))");
  await reader.settled();
  assert.equal((await values())[0], file("flat-jcs.json"));
});

test("Undo goes back to each proof that was there, byte for byte", async () => {
  await fresh(reader, keys);
  const undo = () => page.click("[data-undo]").then(() => reader.settled());
  const crlf = file("flat-jcs.json").replace(/\n/g, "\r\n");
  await new Promise((resolve) => setTimeout(resolve, 900)); // a step of its own
  await drop(reader, "/text", crlf, "record.json");
  const before = await verdict(reader);
  await new Promise((resolve) => setTimeout(resolve, 900));
  await drop(reader, "/text", file("code.py"), "code.py");
  await until({ code: "pass" });
  await new Promise((resolve) => setTimeout(resolve, 900));
  await reader.put(text, '{"a": 1}');
  assert.notEqual((await verdict(reader)).state, before.state);
  await undo();
  same([(await verdict(reader)).state, await check("code")], ["authentic", "pass"]);
  await undo();
  same(await verdict(reader), before);
  none(await auditLook(page));
  for (let i = 0; i < 20 && (await page.$eval("[data-undo]", (el) => el.getAttribute("aria-disabled"))) === "false"; i++) await undo();
  await undo(); // of nothing
  await reader.silent("undo");
});
