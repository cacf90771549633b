// /verify/: the browser's second opinion, and a copy with one byte changed.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { auditParts } from "../support/measure/axe.mjs";
import { none, same } from "../support/check.mjs";
import { allowClipboard, chromiumTest, copiedBy, tab } from "../support/fixture.mjs";
import { root } from "../support/site.mjs";
import { PATH, credential, demo, drop, file, fresh, key, keys, text, verdict, unfold } from "../support/proofs.mjs";

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

/** What the ribbon shows. */
const ribbon = () => page.$eval("[data-ribbon]", (box) => ({
  shown: box.checkVisibility(), state: box.querySelector(".byte-ribbon")?.getAttribute("data-state"), size: box.querySelector("[data-size]")?.textContent,
  text: box.querySelector(".byte-ribbon")?.textContent ?? "", marked: [...box.querySelectorAll("mark")].map((el) => el.textContent).join(),
  diff: box.querySelector("[data-diff]:not([hidden])")?.textContent ?? "", back: !box.querySelector("[data-put-back]")?.hasAttribute("hidden"),
}));

/** Clicks the character of the ribbon that stands so far behind a text. @param {string} after */
async function clickBehind(after) {
  const [x, y] = await page.$eval(".byte-ribbon", (el, after) => {
    el.scrollIntoView({ block: "center" });
    let at = (el.textContent ?? "").indexOf(after) + after.length;
    const walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { length } = /** @type {Text} */ (node);
      if (at < length) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { left, top, width, height } = range.getBoundingClientRect();
        return [left + width / 2, top + height / 2];
      }
      at -= length;
    }
    return [0, 0];
  }, after);
  await page.mouse.click(x ?? 0, y ?? 0);
}

test("forging in the bytes", async (t) => {
  await fresh(reader, keys);
  await t.test("a click changes a digit in the proof, and the verdict falls", async () => {
    await clickBehind('"final_score":9');
    assert.notEqual((await ribbon()).state, "authentic", "neutral with the first changed byte");
    await reader.settled();
    assert.equal((await verdict(reader)).state, "not-authentic");
    const { size, marked, diff, back } = await ribbon();
    same({ size, marked, diff, back }, { size: "801 of 802 bytes match", marked: "5", diff: "final_score: 94.25 → 95.25", back: true });
    assert.match(await page.$eval(text, (el) => /** @type {HTMLTextAreaElement} */ (el).value), /"final_score": 95.25/);
    none(await auditParts(page, "[data-ribbon]", ".todo"));
  });
  await t.test("it can be put back", async () => {
    await page.click("[data-put-back]");
    await reader.settled();
    assert.equal((await verdict(reader)).state, "authentic");
    assert.equal((await ribbon()).size, "802 bytes signed");
  });
  await t.test("typing over a character, and deleting it", async () => {
    await page.focus(".byte-ribbon");
    await page.$eval(".byte-ribbon", (el) => {
      const span = /** @type {HTMLElement} */ (el.querySelector("[data-member=final_score]"));
      getSelection()?.collapse(span.firstChild, (span.textContent ?? "").indexOf("94.25"));
    });
    await page.keyboard.type("8");
    await reader.settled();
    assert.equal((await ribbon()).diff, "final_score: 94.25 → 84.25");
    await page.keyboard.press("Delete");
    await reader.settled();
    assert.equal((await verdict(reader)).state, "not-authentic");
    assert.equal((await ribbon()).size, "801 bytes, 802 were signed");
  });
  await t.test("only a record of the same key and id has a before", async () => {
    const other = JSON.parse(demo("nova"));
    for (const change of [{ submission_id: "another", final_score: 99 }, { evaluator_pubkey: key, final_score: 99 }]) { // another id; another owner
      await reader.put(text, JSON.stringify({ ...other, ...change }));
      assert.equal((await verdict(reader)).state, "not-authentic");
      const { size, marked, diff, back } = await ribbon();
      same({ marked, diff, back }, { marked: "", diff: "", back: false });
      assert.match(size ?? "", /^\d+ bytes, not the signed ones$/);
    }
  });
  /** @type {Record<string, { text: string, after: string }>} */
  const proofs = { "DSSE": { text: file("dsse-intoto.json"), after: '"score":8' }, "a note": { text: file("record.note"), after: '"score":8' } };
  for (const [name, { text: proof, after }] of Object.entries(proofs)) {
    await t.test(`in ${name}`, async () => {
      await reader.put(text, proof);
      assert.equal((await verdict(reader)).state, "authentic");
      await clickBehind(after);
      await reader.settled();
      assert.equal((await verdict(reader)).state, "not-authentic");
    });
  }
  await t.test("logs no message in the console", () => reader.silent("forging"));
});

chromiumTest("a check lights what it read, and the bytes are swept only if authentic", async () => {
  await fresh(reader, keys);
  await reader.settled();
  const lit = () => page.$$eval(".byte-ribbon[data-lit] .lit", (all) => all.map((el) => /** @type {HTMLElement} */ (el).dataset.member));
  await page.hover("[data-id=weights] .check");
  same(await lit(), ["scoring_weights"]);
  await page.focus("[data-id=arithmetic] .check");
  await page.mouse.move(1, 1);
  same(await lit(), ["correctness", "final_score", "process", "quality", "scoring_weights", "speed"]);
  await page.keyboard.press("Enter");
  assert.equal(await page.$eval("[data-id=arithmetic] .check", (el) => el.getAttribute("aria-pressed")), "true");
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "no-preference" }]);
  const swept = async (/** @type {string} */ proof) => {
    await page.evaluate(() => { Object.assign(globalThis, { swept: false }); document.addEventListener("animationstart", ({ animationName }) => { if (animationName === "sweep") Object.assign(globalThis, { swept: true }); }); });
    await reader.put(text, proof);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    return page.evaluate("swept");
  };
  assert.equal(await swept(`${demo("nova")}\n`), true);
  assert.equal(await swept(demo("nova").replace("94.25", "95.25")), false);
  assert.equal(await swept(readFileSync(join(root, "site/demo/unknown.json"), "utf8")), false);
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  assert.equal(await swept(`${demo("nova")}\n\n`), false);
  await page.emulateMediaFeatures([]);
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
