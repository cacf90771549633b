// /verify/: the browser's second opinion, and a copy with one byte changed.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { audit } from "./support/axe.mjs";
import { none, same } from "./support/check.mjs";
import { allowClipboard, tab } from "./support/fixture.mjs";
import { PATH, credential, demo, drop, file, keys, pin, text, verdict } from "./support/proofs.mjs";

const reader = await tab();
const { page } = reader;
await allowClipboard();

/** The second opinions one can see. */
const opinions = () => page.$$eval("[data-opinion]", (all) => all.filter((el) => el.checkVisibility()).map((el) => /** @type {HTMLElement} */ (el).dataset.opinion));
/** @param {string} want */
const opined = (want) => page.waitForFunction((want) => [...document.querySelectorAll("[data-opinion]")].filter((el) => el.checkVisibility()).map((el) => el.getAttribute("data-opinion")).join() === want, {}, want);

/** Opens the page where WebCrypto, if the page has it, is another. @param {() => void} change */
async function changed(change) {
  const { identifier } = await page.evaluateOnNewDocument(change);
  await reader.live(PATH);
  await page.removeScriptToEvaluateOnNewDocument(identifier);
}

test("the browser's own cryptography", async (t) => {
  await reader.live(PATH);
  await t.test("agrees, beside the signature's check", async () => {
    await opined("agrees");
    assert.ok(await page.$eval("[data-opinion=agrees]", (el) => el.closest("[data-id=signature]") !== null));
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
    await changed(() => { if (globalThis.SubtleCrypto) SubtleCrypto.prototype.verify = async () => false; });
    await opined("differs,differs");
    const got = await verdict(reader);
    assert.equal(got.state, "authentic");
    assert.match(await page.$eval(".note[data-opinion=differs]", (el) => el.textContent ?? ""), /Verifiers disagree/);
    none(await audit(page));
    await changed(() => { if (globalThis.SubtleCrypto) SubtleCrypto.prototype.verify = async () => true; });
    await reader.put(text, credential.replace("85.5", "86.5"));
    await opined("differs,differs");
    assert.equal((await verdict(reader)).state, "not-authentic");
  });
  /** @type {Record<string, () => void>} */
  const absent = {
    "no WebCrypto": () => Object.defineProperty(Crypto.prototype, "subtle", { value: undefined }),
    "no Ed25519": () => { if (globalThis.SubtleCrypto) SubtleCrypto.prototype.importKey = async () => { throw new DOMException("Unrecognized name.", "NotSupportedError"); }; },
    "one that fails": () => { if (globalThis.SubtleCrypto) SubtleCrypto.prototype.verify = async () => { throw new DOMException("", "OperationError"); }; },
  };
  for (const [name, change] of Object.entries(absent)) {
    await t.test(`${name}, and the page shows it`, async () => {
      await changed(change);
      await opined("absent");
      assert.equal((await verdict(reader)).state, "authentic");
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
  await reader.live(PATH);
  await pin(reader, keys);
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
      none(await audit(page));
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
  await page.keyboard.press("Enter");
  await page.waitForFunction((id) => document.querySelector(`[data-copy-of=${id}]`)?.parentElement?.querySelector("[role=status]")?.textContent !== "", {}, id);
  const script = await page.evaluate(() => navigator.clipboard.readText());
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
  const other = (/** @type {string} */ s) => s.replace('"score": 85.5', '"score": 95.5');
  /** @type {Record<string, { text: string, signature?: string, keys?: string, command: string, holds: boolean, says: RegExp }>} */
  const cases = {
    "flat": { text: demo("nova"), command: "openssl", holds: true, says: /Signature Verified Successfully/ },
    "flat, tampered": { text: demo("nova").replace("94.25", "95.25"), command: "openssl", holds: false, says: /Verification Failure|Signature Verification/i },
    "Data Integrity": { text: credential, command: "openssl", holds: true, says: /Verified Successfully/ },
    "Data Integrity, tampered": { text: other(credential), command: "openssl", holds: false, says: /Fail/i },
    "JWS": { text: file("jws-compact.txt"), keys: JSON.stringify(keys), command: "openssl", holds: true, says: /Verified Successfully/ },
    "DSSE": { text: file("dsse-intoto.json"), keys: JSON.stringify(keys), command: "openssl", holds: true, says: /Verified Successfully/ },
    "note": { text: file("record.note"), keys: JSON.stringify(keys), command: "openssl", holds: true, says: /Verified Successfully/ },
    "signify": { text: record, signature: file("record.json.signify"), keys: file("signify.pub"), command: "openssl", holds: true, says: /Verified Successfully/ },
    "ssh-keygen": { text: record, signature: file("record.json.sshsig"), command: "ssh", holds: true, says: /Good ".+" signature for signer/ },
    "ssh-keygen, tampered": { text: other(record), signature: file("record.json.sshsig"), command: "ssh", holds: false, says: /incorrect signature|Could not verify/i },
    "minisign": { text: record, signature: file("record.json.minisig"), keys: file("minisign.pub"), command: "minisign", holds: true, says: /Signature and comment signature verified/ },
    "minisign, tampered": { text: other(record), signature: file("record.json.minisig"), keys: file("minisign.pub"), command: "minisign", holds: false, says: /Signature verification failed/ },
    "minisign, its comment tampered": { text: record, signature: file("record.json.minisig").replace("\ntrusted comment: ", "\ntrusted comment: x"), keys: file("minisign.pub"), command: "minisign", holds: false, says: /Comment signature verification failed/ },
  };
  await reader.live(PATH);
  await pin(reader);
  for (const [name, { text: proof, signature = "", keys = "", command, holds, says }] of Object.entries(cases)) {
    await t.test(name, async () => {
      await reader.put("#proof-keys", keys);
      await drop(reader, "/text", proof);
      await page.$eval("#proof-signature", (el) => el.closest("details")?.setAttribute("open", ""));
      await drop(reader, "/signature", signature);
      await reader.put("#proof-signature", signature);
      const { checks } = await verdict(reader);
      assert.equal(checks.some(([id, status]) => id === "signature" && status === "pass"), holds);
      same(await page.$$eval(".command > div", (all) => all.filter((el) => el.checkVisibility()).map((el) => /** @type {HTMLElement} */ (el).dataset.if)), [`command/${command}`]);
      const { status, said } = await run(`command-${command}`);
      assert.match(said, says);
      assert.equal(status === 0, holds, said);
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
