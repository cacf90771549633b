// /verify/: the browser's second opinion, and a copy with one byte changed.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { auditParts } from "../support/measure/axe.mjs";
import { none, same } from "../support/check.mjs";
import { allowClipboard, copiedBy, tab } from "../support/fixture.mjs";
import { PATH, credential, demo, drop, file, fresh, keys, text, verdict, unfold } from "../support/proofs.mjs";

const reader = await tab();
const { page } = reader;
await allowClipboard();

/** The second opinions one can see. */
const opinions = () => page.$$eval("[data-opinion]:not(.strip *)", (all) => all.filter((el) => el.checkVisibility()).map((el) => /** @type {HTMLElement} */ (el).dataset.opinion));
/** @param {string} want */
const opined = (want) => page.waitForFunction((want) => [...document.querySelectorAll("[data-opinion]:not(.strip *)")].filter((el) => el.checkVisibility()).map((el) => el.getAttribute("data-opinion")).join() === want, {}, want);

/** Has a text checked where WebCrypto is another. @param {() => void} change @param {string} proof @param {string} want what is said of it */
async function changed(change, proof, want) {
  await page.evaluate(() => {
    const { verify, importKey } = SubtleCrypto.prototype;
    Object.assign(globalThis, { usualForTests: { subtle: Object.getOwnPropertyDescriptor(Crypto.prototype, "subtle"), functions: { verify, importKey } } });
  });
  await page.evaluate(change);
  try {
    await reader.put(text, `${proof} `); // another text, so that it is asked
    await opined(want);
    return await verdict(reader);
  } finally {
    await page.evaluate(() => {
      const { subtle, functions } = /** @type {any} */ (globalThis).usualForTests;
      Object.defineProperty(Crypto.prototype, "subtle", subtle);
      Object.assign(SubtleCrypto.prototype, functions);
    });
  }
}

await reader.live(PATH); // once: each test begins with Reset
await unfold(reader);

test("the browser's own cryptography", async (t) => {
  await t.test("agrees, beside the signature's check", async () => {
    await opined("agrees");
    assert.ok(await page.$eval("[data-opinions] [data-opinion=agrees]", (el) => el.closest("[data-id=signature]") !== null));
  });
  await t.test("agrees that a false signature is false", async () => {
    await reader.put(text, credential.replace("85.5", "86.5"));
    assert.equal((await verdict(reader)).state, "not-authentic");
    await opined("agrees");
  });
  await t.test("is not asked without a signature to check", async () => {
    for (const nothing of ["{", file("neg-tampered-score.json")]) {
      await reader.put(text, nothing);
      same(await opinions(), []);
    }
    await reader.put(text, credential);
    await opined("agrees");
  });
  await t.test("lying, it raises a banner and changes no verdict", async () => {
    const got = await changed(() => { SubtleCrypto.prototype.verify = async () => false; }, demo("nova"), "differs,differs");
    assert.equal(got.state, "authentic");
    assert.match(await page.$eval(".note[data-opinion=differs]", (el) => el.textContent ?? ""), /Verifiers disagree/);
    none(await auditParts(page, ".note[data-opinion=differs]"));
    const other = await changed(() => { SubtleCrypto.prototype.verify = async () => true; }, credential.replace("85.5", "86.5"), "differs,differs");
    assert.equal(other.state, "not-authentic");
  });
  /** @type {Record<string, () => void>} */
  const absent = {
    "no WebCrypto": () => Object.defineProperty(Crypto.prototype, "subtle", { value: undefined, configurable: true }),
    "no Ed25519": () => { SubtleCrypto.prototype.importKey = async () => { throw new DOMException("Unrecognized name.", "NotSupportedError"); }; },
    "one that fails": () => { SubtleCrypto.prototype.verify = async () => { throw new DOMException("", "OperationError"); }; },
  };
  for (const [name, change] of Object.entries(absent)) {
    await t.test(`${name}, and the page shows it`, async () => {
      assert.equal((await changed(change, demo("nova"), "absent")).state, "authentic");
    });
  }
  await t.test("logs no message in the console", () => reader.silent("opinions"));
});

test("Break it changes one byte, Undo brings all back", async (t) => {
  /** @type {Record<string, { text: string, field: string }>} */
  const proofs = {
    "the example": { text: demo("nova"), field: "final_score" },
    "Data Integrity": { text: demo("nova", "record-1"), field: "final_score" },
    "a flat record whose layout was found": { text: file("flat-jcs.json"), field: "score" },
    "a JWS": { text: file("jws-compact.txt"), field: "" },
    "DSSE": { text: file("dsse-intoto.json"), field: "" },
    "a note": { text: file("record.note"), field: "score" },
  };
  await fresh(reader, keys);
  for (const [name, { text: proof, field }] of Object.entries(proofs)) {
    await t.test(name, async () => {
      await reader.put(text, proof);
      const before = await verdict(reader);
      assert.equal(before.state, "authentic");
      await page.click("[data-break]");
      await page.waitForSelector("[data-broken]:not([hidden])");
      await reader.settled();
      const shown = await page.$eval("[data-broken]", (el) => ({
        field: el.querySelector("[data-out=field]")?.textContent,
        copy: el.querySelector("pre")?.textContent ?? "", marked: [...el.querySelectorAll("mark")].map((mark) => mark.textContent),
        fallen: [...el.querySelectorAll("[data-each=fallen] li")].map((li) => li.textContent?.trim()),
      }));
      const after = await verdict(reader);
      assert.equal(after.state, "not-authentic");
      assert.equal(shown.field, field);
      assert.ok(shown.fallen.includes("signature"), shown.fallen.join());
      assert.equal(shown.marked.length, 1);
      const bytes = [Buffer.from(proof), Buffer.from(shown.copy)];
      assert.equal(bytes[0]?.length, bytes[1]?.length);
      assert.equal(bytes[0]?.filter((b, i) => b !== bytes[1]?.[i]).length, 1, "one byte");
      assert.equal(await page.$eval(text, (el) => /** @type {HTMLTextAreaElement} */ (el).value), proof.replaceAll("\r\n", "\n"), "the proof is untouched");
      assert.ok(await page.$eval("[data-status=broken]", (el) => el.checkVisibility()));
      if (name === "the example") none(await auditParts(page, "[data-broken]", "[data-status=broken]"));
      await page.click("[data-unbreak]");
      await reader.settled();
      same(await verdict(reader), before);
      assert.equal(await page.$eval("[data-broken]", (el) => el.checkVisibility()), false);
      assert.ok(await page.evaluate(() => document.activeElement?.matches("[data-break]")), "focus returns");
    });
  }
  await t.test("is offered only where a signature holds", async () => {
    for (const nothing of ["{", credential.replace("85.5", "86.5")]) {
      await reader.put(text, nothing);
      assert.equal(await page.$eval("[data-break]", (el) => el.checkVisibility()), false);
    }
  });
  await t.test("logs no message in the console", () => reader.silent("breaking"));
});

/** Runs what the page offers to copy. @param {string} id */
async function run(id) {
  await page.focus(`[data-copy-of=${id}]`); // a click might meet what sticks to the screen's edge
  const script = await copiedBy(page, () => page.keyboard.press("Enter"));
  const home = mkdtempSync(join(tmpdir(), "tallyproof-command-"));
  try {
    writeFileSync(join(home, "script.sh"), script + "\n");
    const done = spawnSync("sh", [join(home, "script.sh")], { cwd: home, env: { ...process.env, TMPDIR: home, HOME: home }, encoding: "utf8", timeout: 60_000 });
    assert.equal(done.error, undefined);
    return { status: done.status, said: done.stdout + done.stderr };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

test("the command gives the same result as the verdict", async (t) => {
  const record = file("record.json");
  // One of each command; e2e/node/commands.test.mjs has every format, and those that were tampered with.
  /** @type {Record<string, { text: string, signature?: string, keys?: string, command: string, says: RegExp }>} */
  const cases = {
    "flat": { text: demo("nova"), command: "openssl", says: /Signature Verified Successfully/ },
    "ssh-keygen": { text: record, signature: file("record.json.sshsig"), command: "ssh", says: /Good ".+" signature for signer/ },
    "minisign": { text: record, signature: file("record.json.minisig"), keys: file("minisign.pub"), command: "minisign", says: /Signature and comment signature verified/ },
  };
  await fresh(reader);
  for (const [name, { text: proof, signature = "", keys = "", command, says }] of Object.entries(cases)) {
    await t.test(name, async () => {
      await reader.put("#proof-keys", keys);
      await drop(reader, "/text", proof);
      await page.$eval("#proof-signature", (el) => el.closest("details")?.setAttribute("open", ""));
      await drop(reader, "/signature", signature);
      await reader.put("#proof-signature", signature);
      const { checks } = await verdict(reader);
      assert.equal(checks.some(([id, status]) => id === "signature" && status === "pass"), true);
      same(await page.$$eval(".command > div", (all) => all.filter((el) => el.checkVisibility()).map((el) => /** @type {HTMLElement} */ (el).dataset.if)), [`command/${command}`]);
      const { status, said } = await run(`command-${command}`);
      assert.match(said, says);
      assert.equal(status, 0, said);
    });
  }
  await t.test("nothing of a document becomes a command", async () => {
    const hostile = "END\ntouch owned\n'; touch owned; $(touch owned) `touch owned`\n";
    for (const proof of [hostile, JSON.stringify({ ...JSON.parse(demo("nova")), agent_name: hostile })]) {
      await reader.put("#proof-keys", "");
      await reader.put("#proof-signature", proof === hostile ? file("record.json.sshsig") : "");
      await reader.put(text, proof);
      const visible = await page.$$eval(".command code", (all) => all.filter((el) => el.checkVisibility()).map((el) => el.textContent ?? ""));
      assert.equal(visible.length, 1);
      assert.doesNotMatch(visible[0] ?? "", /owned/);
    }
  });
  await t.test("logs no message in the console", () => reader.silent("commands"));
});
