// /verify/: weights, rules and layouts that a record leaves out, the search for
// a layout, and what a verdict leads to.

import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import test from "node:test";
import { auditParts } from "../support/measure/axe.mjs";
import { none, same } from "../support/check.mjs";
import { allowClipboard, chromiumTest, copiedBy, tab } from "../support/fixture.mjs";
import { PATH, demo, engine, file, fresh, keys, pin, shipped, text, trusting, verdict, wanted, unfold } from "../support/proofs.mjs";

const reader = await tab();
const { page } = reader;
await allowClipboard();

// One key, several ways to spell what it signed, all named.
const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const evaluator_pubkey = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("hex");
const plain = { submission_id: "s-1", agent: "nova", score: 82.5, correctness: 90, code_hash: "ab".repeat(32) };
const sorted = (/** @type {Record<string, unknown>} */ o) => JSON.stringify(Object.fromEntries(Object.entries(o).sort(([a], [b]) => (a < b ? -1 : 1))));
const record = (/** @type {string | Buffer} */ signed, /** @type {Record<string, unknown>} */ members = plain) => JSON.stringify({ ...members, evaluator_pubkey, evaluator_signature: sign(null, Buffer.from(signed), privateKey).toString("hex") }, null, 1);

/** @type {Record<string, [string | Buffer, string]>} */
const spellings = {
  "canonical JSON": [sorted(plain), "canonical JSON (RFC 8785) of every member but evaluator_pubkey and evaluator_signature"],
  "with the key": [sorted({ ...plain, evaluator_pubkey }), "canonical JSON (RFC 8785) of every member but evaluator_signature"],
  "as it stands": [JSON.stringify(plain), "in the record's order"],
  "its hash": [createHash("sha256").update(sorted(plain)).digest(), "SHA-256"],
  "the hash in hexadecimal": [createHash("sha256").update(sorted(plain)).digest("hex"), "SHA-256 hash, in hexadecimal"],
};

const layout = () => page.$eval("[data-out='layout/name']", (el) => (el.checkVisibility() ? el.textContent : ""));

await reader.live(PATH); // once: each test begins with Reset
await unfold(reader);

test("the layout that fits is named", async (t) => {
  for (const [name, [signed, words]] of Object.entries(spellings)) {
    await t.test(name, async () => {
      await reader.put(text, record(signed));
      assert.equal((await verdict(reader)).state, "unknown-key");
      const { layout: found } = engine.call("proof.verify", { text: record(signed) });
      assert.equal(await layout(), found.name);
      assert.match(found.name.toLowerCase(), new RegExp(words.toLowerCase().replace(/[()]/g, "\\$&")), found.name);
    });
  }
  await t.test("a sixth layout fits no known form, and the page claims none", async () => {
    await reader.put(text, record(`${plain.correctness}|${plain.agent}|${plain.submission_id}|x`));
    const { state, heading } = await verdict(reader);
    same({ state, heading }, { state: "unmatched", heading: "No known spelling of this record fits the signature" });
    assert.equal(await layout(), "", "no layout is named");
  });
  await t.test("exported as a profile, it is taken back", async () => {
    await reader.put(text, record(spellings["its hash"]?.[0] ?? ""));
    const profile = await page.$eval("#layout-profile", (el) => el.textContent ?? "");
    await reader.put("#proof-layout", profile);
    same(await verdict(reader), wanted({ text: record(spellings["its hash"]?.[0] ?? ""), layout: JSON.parse(profile), keys: shipped, at: new Date().toISOString() }));
    await reader.put(text, record(sorted(plain)));
    assert.equal((await verdict(reader)).state, "not-authentic", "by this layout it is false");
  });
  await t.test("an invalid layout is refused beside its field", async () => {
    for (const wrong of ["{", "[]", '{"form":"json"}', '{"form":"xml","order":"sorted"}', '{"fields":["a","a"],"form":"json","order":"listed"}']) {
      await reader.put("#proof-layout", wrong);
      assert.ok(await reader.message("#proof-layout"), wrong);
      assert.equal(await page.$eval("#proof-layout", (el) => /** @type {HTMLTextAreaElement} */ (el).value), wrong);
    }
    await reader.put("#proof-layout", "");
  });
  await t.test("logs no message in the console", () => reader.silent("layouts"));
});

test("Try all", async (t) => {
  const { submission_id, agent, score } = plain;
  const far = record(`${score}|${agent}|${submission_id}|x`, { submission_id, agent, score }); // in no layout
  const { total } = engine.call("proof.find_layout", { text: far, limit: 1 });
  // One that the search finds beyond the usual 2,000: three members in an odd order.
  const odd = record(JSON.stringify({ correctness: plain.correctness, submission_id: plain.submission_id, agent: plain.agent }));
  await fresh(reader);

  await t.test("finds what the verdict did not", async () => {
    await reader.put(text, odd);
    assert.equal((await verdict(reader)).state, "unmatched");
    none(await auditParts(page, ".stub", "[data-search]"));
    await page.click("[data-search-go]");
    await page.waitForSelector("[data-state=unknown-key]");
    await reader.settled();
    const { next } = engine.call("proof.find_layout", { text: odd, limit: 1_000_000 });
    same(await verdict(reader), wanted({ text: odd, from: next - 1, limit: 1, keys: shipped, at: new Date().toISOString() }));
    assert.match(await layout() ?? "", /correctness, submission_id and agent/);
  });
  await t.test("a change forgets it", async () => {
    await reader.put(text, `${odd} `);
    assert.equal((await verdict(reader)).state, "unmatched");
    assert.equal(await page.$eval("progress", (el) => el.position), -1, "not known");
    assert.ok(await page.$eval("[data-search-count]", (el) => el.hasAttribute("hidden")));
  });
  await t.test("shows how far it is, and Cancel stops at once", async () => {
    await reader.put(text, far);
    // From inside the page: on a busy machine a click from here may come after the end.
    const stopped = await page.evaluate(async () => {
      const bar = /** @type {HTMLProgressElement} */ (document.querySelector("progress"));
      const stop = /** @type {HTMLElement} */ (document.querySelector("[data-search-stop]"));
      /** @type {HTMLElement} */ (document.querySelector("[data-search-go]")).click();
      while (!bar.value) await new Promise((resolve) => setTimeout(resolve));
      const progress = document.querySelector("[data-search-progress] p")?.textContent ?? "";
      const before = stop.checkVisibility();
      stop.click();
      return { progress, running: [before, stop.checkVisibility()], tried: bar.value };
    });
    assert.match(stopped.progress, new RegExp(`^[\\d,]+ of ${total.toLocaleString("en")} tried, [\\d,]+ a second$`));
    same(stopped.running, [true, false]);
    await reader.settled(); // the engine has answered what it was asked before
    assert.equal(await page.$eval("progress", (el) => el.value), stopped.tried, "nothing goes on");
    assert.ok(await page.$eval("[data-search-end=stopped]", (el) => el.checkVisibility()));
    assert.ok(await page.evaluate(() => document.activeElement?.matches("[data-search-go]")));
  });
  await t.test("goes on from there, the page alive, to the end", async () => {
    // What runs in the page between two steps of the search sees each of them.
    const { from, seen } = await page.evaluate(async () => {
      const bar = /** @type {HTMLProgressElement} */ (document.querySelector("progress"));
      const from = bar.value;
      /** @type {HTMLElement} */ (document.querySelector("[data-search-go]")).click();
      const seen = new Set([from]);
      while (document.querySelector("[data-search-end=exhausted]")?.hasAttribute("hidden")) {
        await new Promise((resolve) => setTimeout(resolve));
        seen.add(bar.value);
      }
      return { from, seen: [...seen] };
    });
    assert.ok(from > 0 && seen.every((value, i) => i === 0 || value > (seen[i - 1] ?? 0)), `it began anew: ${seen}`);
    assert.equal(seen.at(-1), total);
    assert.ok(seen.length >= 3, `the page saw nothing between: ${seen}`);
  });
  await t.test("is offered for what has no layout, and nothing else", async () => {
    for (const [proof, offered] of [[far, true], [demo("nova").replace("94.25", "95.25"), false], ["{", false], [demo("nova"), false]]) {
      await reader.put(text, String(proof));
      assert.equal(await page.$eval("[data-search]", (el) => el.checkVisibility()), offered);
    }
  });
  await t.test("logs no message in the console", () => reader.silent("searching"));
});

test("the total is recomputed cell by cell", async (t) => {
  await fresh(reader);
  const cells = async () => (await verdict(reader)).recomputed;
  await t.test("the same as in the record", async () => {
    same(await cells(), [["correctness", "97.5", "0.4", "39"], ["speed", "96.25", "0.2", "19.25"], ["quality", "92", "0.2", "18.4"], ["process", "88", "0.2", "17.6"], ["94.25"], ["final_score", "94.25"]]);
  });
  await t.test("a valid signature over a wrong total", async () => {
    const wrong = { score: 99, correctness: 90, speed: 80, quality: 70, process: 60, weights: { correctness: 0.4, process: 0.2, quality: 0.2, speed: 0.2 } };
    const signed = JSON.stringify({ ...wrong, evaluator_pubkey, evaluator_signature: sign(null, Buffer.from(sorted(wrong)), privateKey).toString("hex") });
    await pin(reader, { keys: [{ public_key: evaluator_pubkey, owner: "runner" }] });
    await reader.put(text, signed);
    const got = await verdict(reader);
    assert.equal(got.heading, "Authentic, but the sum does not match");
    same(got.recomputed.slice(-2), [["78"], ["score", "99"]]); // 36 + 16 + 14 + 12
    assert.match(await page.$eval(".recomputed tfoot", (el) => /** @type {HTMLElement} */ (el).innerText), /The record has a different total/);
    none(await auditParts(page, ".stub", ".recomputed"));
  });
  await t.test("by the weights given", async () => {
    await pin(reader, keys);
    await reader.put(text, file("flat-jcs.json"));
    assert.ok(await page.$eval("[data-if='recomputed/defaults']", (el) => el.checkVisibility()), "the default ones are named as such");
    const weights = { correctness: 0.5, speed: 0.15, quality: 0.2, process: 0.15 };
    await reader.put("#proof-weights", JSON.stringify(weights));
    same(await verdict(reader), wanted({ text: file("flat-jcs.json"), weights, ...trusting(keys), at: new Date().toISOString() }));
    assert.equal((await cells()).at(-2)?.[0], "86.5875");
    await page.select("#proof-rulebook", "term");
    await reader.settled();
    assert.ok((await verdict(reader)).checks.some(([id]) => id === "arithmetic"));
    await page.select("#proof-rulebook", "");
    for (const odd of ["40, 20", "{", '{"correctness": "much"}', '{"luck": 1}']) {
      await reader.put("#proof-weights", odd);
      const said = (await reader.message("#proof-weights")) || (await verdict(reader)).checks.find(([id]) => id === "arithmetic")?.[2];
      assert.ok(said, odd);
    }
  });
  await t.test("What if… takes it to the calculator", async () => {
    await page.click("[data-tool=reset]");
    await reader.settled();
    const href = await page.$eval("[data-whatif]", (el) => el.getAttribute("href") ?? "");
    assert.match(href, /^\/score\/airena\/#/);
    const score = await tab();
    await score.live(href);
    assert.match((await score.sentences()).join(), /94\.25/);
    await score.silent("what if");
    await score.close();
  });
  await t.test("logs no message in the console", () => reader.silent("recomputing"));
});

test("a verdict is copied, and spoken once", async (t) => {
  await fresh(reader);
  await t.test("Copy answer as Markdown", async () => {
    const copied = await copiedBy(page, () => page.click("[data-tool=answer]"));
    for (const part of ["**Authentic**", "Signed by demo-evaluator-1", "All 802 bytes match.", "This does not prove:\n\n- that the tests or the judge were fair", "| Recomputed |  |  | 94.25 |", PATH]) assert.ok(copied.includes(part), `${part} is not in\n${copied}`);
  });
  await t.test("the live region says it once for each text, and nothing of the one before", async () => {
    const said = await page.evaluate(async () => {
      const region = /** @type {HTMLElement} */ (document.querySelector("[data-announce]"));
      /** @type {string[]} */ const said = [];
      new MutationObserver(() => said.push(region.textContent ?? "")).observe(region, { childList: true, characterData: true, subtree: true });
      const area = /** @type {HTMLTextAreaElement} */ (document.querySelector("#proof-text"));
      const put = (/** @type {string} */ value) => { area.value = value; area.dispatchEvent(new Event("input", { bubbles: true })); };
      const whole = area.value;
      /** @param {number} times */
      const heard = async (times) => { while (said.filter((text) => text !== "").length < times) await new Promise((resolve) => setTimeout(resolve, 20)); };
      for (const value of ["{", "{ ", "{  ", whole + " ", whole + "  "]) put(value); // as fast as a reader cannot type
      await heard(1);
      put(whole + "   ");
      await heard(2);
      return said;
    });
    const spoken = said.map((text) => text.split(".")[0]);
    assert.deepEqual(spoken.filter((text) => text !== ""), ["Authentic", "Authentic"]);
    assert.ok(spoken.slice(spoken.indexOf("Authentic") + 1, -1).includes(""), "the one before is taken back first");
    assert.match(await page.$eval("[data-announce]", (el) => el.textContent ?? ""), /^Authentic\. Signed by/);
  });
  await t.test("logs no message in the console", () => reader.silent("leaving"));
});

// Firefox shows print only to CDP, which it does not speak.
chromiumTest("print shows the verdict and the link, and no controls", async () => {
  await fresh(reader);
  await page.emulateMediaType("print");
  const seen = await page.evaluate(() => ({
    seal: document.querySelector(".stub")?.checkVisibility(), checks: document.querySelector(".checks")?.checkVisibility(), link: document.querySelector("[data-permalink]")?.checkVisibility(),
    controls: [...document.querySelectorAll("main button, main textarea, main input")].filter((el) => el.checkVisibility()).length,
  }));
  await page.emulateMediaType();
  same(seen, { seal: true, checks: true, link: true, controls: 0 });
});
