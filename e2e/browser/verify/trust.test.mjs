// /verify/: keys trusted on this device, and the alarm when a key changes.

import assert from "node:assert/strict";
import test from "node:test";
import { auditParts } from "../support/measure/axe.mjs";
import { none, same } from "../support/check.mjs";
import { chromiumTest, firefox, tab } from "../support/fixture.mjs";
import { PATH, credential, demo, drop, engine, file, follow, key, keys, linkTo, look, pin, shipped, text, trust, verdict, wanted } from "../support/proofs.mjs";

const reader = await tab();
const { page } = reader;
const record = file("flat-jcs.json"); // signed by a key that does not come with the page
const forged = file("neg-self-signed-forgery.json"); // names the same arena, signed by another key
const forger = engine.call("proof.verify", { text: forged }).key.public_key;

/** The keys listed: whose, short form, and whether they can be removed. */
const listed = () =>
  page.$$eval("[data-pins] tbody tr", (rows) => rows.map((row) => ({
    owner: row.querySelector("th bdi")?.textContent, short: row.querySelector("code")?.textContent, key: row.querySelector("code")?.title, own: row.querySelector("[data-unpin]:not([hidden])") !== null,
  })));
const pins = async () => (await listed()).filter(({ own }) => own);
const offer = () => page.$eval(".trust", (el) => el.checkVisibility());
const asks = () => page.$eval("[data-keys-box]", (el) => /** @type {HTMLDialogElement} */ (el).open);
const trouble = () => page.$$eval("[data-trouble]", (all) => all.filter((el) => el.checkVisibility()).map((el) => /** @type {HTMLElement} */ (el).dataset.trouble).join());
/** A key as it is shown, to compare it. @param {string} digits */
const grouped = (digits) => digits.replace(/(....)(?=.)/g, "$1 ");
const state = async () => (await verdict(reader)).state;
const stored = () => page.evaluate(() => localStorage.getItem("tallyproof.keys"));

/** Keeps nothing, or that. @param {string} [kept] */
const keep = (kept) => page.evaluate((kept) => (kept === undefined ? localStorage.clear() : localStorage.setItem("tallyproof.keys", kept)), kept);

/** Brings the example back with nothing kept, or with that, as if another tab had done it. @param {string} [kept] */
async function open(kept) {
  await keep(kept);
  await page.evaluate(() => {
    dispatchEvent(new StorageEvent("storage", { key: null }));
    /** @type {HTMLElement} */ (document.querySelector("[data-tool=reset]")).click();
  });
  await reader.settled();
}

/** What axe finds in the dialog, which makes the rest of the page inert. */
const auditBox = () => auditParts(page, "[data-keys-box]");

await reader.live(PATH); // once, and where a test is about it

test("an unknown key is trusted by name, and forgotten again", async (t) => {
  await reader.put(text, record);
  assert.equal(await state(), "unknown-key");
  assert.ok(await offer());
  none(await auditParts(page, ".stub", ".trust"));

  await t.test("no single press does it", async () => {
    await page.evaluate(() => { HTMLAnchorElement.prototype.click = () => {}; }); // a file that is saved takes the focus in Firefox
    for (const button of await page.$$("[data-verify] button:not([hidden])")) {
      if (!(await button.isVisible()) || await button.evaluate((el) => el.matches("[data-tool=reset], [data-undo], [data-sample], [data-break], [data-forget]"))) continue;
      await button.evaluate((el) => /** @type {HTMLElement} */ (el).click());
      assert.equal(await stored(), null, await button.evaluate((el) => el.textContent));
    }
    await page.evaluate(() => /** @type {HTMLDialogElement} */ (document.querySelector("[data-keys-box]")).close());
  });
  await t.test("the whole key is shown, the name is empty, and focus is inside", async () => {
    await look(reader);
    same(await page.$$eval("[data-keys-box] .fingerprint code", (all) => all.filter((el) => el.checkVisibility()).map((el) => el.textContent)), [grouped(key)]);
    assert.equal(await page.$eval("[data-owner]", (el) => /** @type {HTMLInputElement} */ (el).value), "");
    assert.ok(await page.evaluate(() => document.activeElement?.closest("[data-keys-box]") instanceof Element));
    none(await auditBox());
  });
  await t.test("a key is not trusted without a name", async () => {
    await page.click("[data-trust-go]");
    assert.equal(await trouble(), "name");
    assert.ok(await page.evaluate(() => document.activeElement?.matches("[data-owner]")));
  });
  await t.test("a name with invisible characters is refused", async () => {
    await page.type("[data-owner]", "ru\u200bnner");
    await page.click("[data-trust-go]");
    assert.equal(await trouble(), "unseen");
    await page.$eval("[data-owner]", (el) => (/** @type {HTMLInputElement} */ (el).value = ""));
  });
  await t.test("a key is not trusted before it was compared", async () => {
    await page.type("[data-owner]", "runner");
    await page.keyboard.press("Enter");
    assert.equal(await trouble(), "compared");
    assert.ok(await page.evaluate(() => document.activeElement?.matches("[data-compared]")));
    assert.ok(await asks());
    none(await auditBox());
  });
  await t.test("Escape changes nothing", async () => {
    await page.keyboard.press("Escape");
    assert.equal(await asks(), false);
    assert.equal(await stored(), null);
    assert.equal(await state(), "unknown-key");
    assert.ok(await page.evaluate(() => document.activeElement?.matches("[data-look=used]")), "focus returns");
  });
  await t.test("by keyboard alone, in this order", async () => {
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /** @type {HTMLDialogElement} */ (document.querySelector("[data-keys-box]")).open);
    const order = [];
    for (let i = 0; i < 4; i++) {
      order.push(await page.evaluate(() => Object.keys(/** @type {HTMLElement} */ (document.activeElement).dataset).join()));
      await page.keyboard.press("Tab");
    }
    same(order, ["compared", "owner", "trustGo", "close"]);
    await pin(reader, { keys: [{ owner: "somebody", public_key: "1".repeat(64) }] });
    assert.equal(await asks(), false, "another tab has changed what is trusted");
    assert.ok(await page.evaluate(() => document.activeElement?.matches(".stub h2")), "focus is on the verdict");
    await pin(reader);
  });
  await t.test("with a name and a look it is authentic", async () => {
    await trust(reader, "Runner <b>One</b>");
    const got = await verdict(reader);
    assert.equal(got.state, "authentic");
    assert.match(got.sentence, /Signed by “Runner <b>One<\/b>” · key 9e3d…a053/);
    same(await pins(), [{ owner: "Runner <b>One</b>", short: "9e3d…a053", key, own: true }]);
    assert.equal(await offer(), false);
    assert.ok(await page.evaluate(() => document.activeElement?.matches(".stub h2")), "focus is on the verdict");
    none(await auditParts(page, ".stub"));
  });
  await t.test("after a reload, too", async () => {
    await reader.live(PATH);
    await reader.put(text, record);
    assert.equal(await state(), "authentic");
  });
  await t.test("it does not stand in the link", async () => assert.doesNotMatch(await reader.fragment(), new RegExp(key.slice(0, 8) + ".*Runner")));
  await t.test("removed, it is unknown", async () => {
    await page.$eval("[data-pins]", (el) => el.setAttribute("open", ""));
    await page.click("[data-unpin]:not([hidden])");
    await reader.settled();
    assert.equal(await state(), "unknown-key");
    same(await pins(), []);
  });
  await t.test("logs no message in the console", () => reader.silent("trusting"));
});

const [nova] = shipped.keys;

/** Links that would have the page trust somebody: what they bring, and what the page says. @type {Record<string, { request: any, state: string, calls?: string }>} */
const brought = {
  "a keyring that calls the key our runner": { request: { text: credential, keys: { keys: [{ id: "airena-runner-2", owner: "airena-runner-2", arena: "airena", public_key: key, valid_from: "2025-10-01T00:00:00Z" }] } }, state: "unknown-key", calls: "airena-runner-2" },
  "the same as candidates": { request: { text: credential, candidates: { keys: [{ owner: "airena-runner-2", public_key: key }] } }, state: "unknown-key", calls: "airena-runner-2" },
  "pins": { request: { text: credential, pins: { keys: [{ owner: "airena-runner-2", public_key: key }] } }, state: "unknown-key" },
  "a shipped key under another owner, out of date": { request: { text: demo("nova"), keys: { keys: [{ owner: "Mallory", public_key: nova.public_key, valid_from: "2020-01-01T00:00:00Z", valid_to: "2020-01-02T00:00:00Z", status: "revoked" }] } }, state: "authentic" },
};

chromiumTest("what a link brings is not trusted", async (t) => {
  for (const [name, { request, state: want, calls }] of Object.entries(brought)) {
    await t.test(name, async () => {
      await open();
      await follow(reader, linkTo(request));
      const { text, keys = undefined, candidates = keys } = request;
      same(await verdict(reader), wanted({ text, keys: shipped, candidates, at: new Date().toISOString() }));
      assert.equal(await state(), want);
      assert.equal(await stored(), null);
      const said = (await page.$$eval("[data-verify] .result", (all) => all.map((el) => /** @type {HTMLElement} */ (el).innerText))).join("\n");
      assert.doesNotMatch(said, /Mallory|Signed by airena-runner-2|listed since 2025/);
      if (calls) assert.match(said, new RegExp(`This link contains a key with the name ${"[\u201c\"]"}?${calls}.?\\. Anybody can write a name`));
    });
  }
  await t.test("a key in a link is not trusted", async () => {
    await reader.live(`${PATH}#1;proof=${encodeURIComponent(credential)};keys=${encodeURIComponent(JSON.stringify(keys))};end`);
    assert.equal(await state(), "unknown-key");
    none(await auditParts(page, ".stub", ".trust"));
    assert.match(await page.$eval(".trust", (el) => /** @type {HTMLElement} */ (el).innerText), /This link contains a key with the name .?airena-runner-1/);
  });
  await t.test("a typed or dropped key is not trusted", async () => {
    await open();
    await reader.put(text, credential);
    await reader.put("#proof-keys", JSON.stringify(keys));
    assert.equal(await state(), "unknown-key");
    assert.match(await page.$eval(".trust", (el) => /** @type {HTMLElement} */ (el).innerText), /The keys that came with this proof include this key with the name .?airena-runner-1/);
    await drop(reader, "/candidates", JSON.stringify(keys));
    assert.equal(await state(), "unknown-key");
  });
  await t.test("a link of this page carries what was brought, and no pin", async () => {
    await open();
    await pin(reader, { keys: [{ owner: "my own name", public_key: key }] });
    await reader.put(text, credential);
    await reader.put("#proof-keys", file("pubkey.pem"));
    assert.equal(await state(), "authentic");
    const hash = decodeURIComponent(await reader.fragment());
    assert.ok(hash.includes("PUBLIC KEY") && !hash.includes("my own name"), hash);
    await pin(reader);
  });
  await t.test("neither overrides the keys on this device", async () => {
    await open();
    await pin(reader, { keys: [{ owner: "mine", public_key: key }] });
    await reader.live(PATH + linkTo({ text: credential, keys: { keys: [{ owner: "Mallory", public_key: key, status: "revoked" }] } }));
    const got = await verdict(reader);
    assert.equal(got.state, "authentic");
    assert.match(got.sentence, /^Signed by mine /);
    await pin(reader);
  });
  await t.test("logs no message in the console", () => reader.silent("links"));
});

chromiumTest("a changed key raises the alarm", async (t) => {
  await open();
  await pin(reader, keys);
  await reader.put(text, forged);

  await t.test("the alarm shows both keys", async () => {
    assert.equal(await state(), "unknown-key");
    const alarm = await page.$eval(".trust .alarm", (el) => (el.checkVisibility() ? [...el.querySelectorAll("code")].map((code) => code.textContent) : []));
    same(alarm, [key, forger]);
    assert.match((await verdict(reader)).sentence, /arena\.example is listed with another key/);
    none(await auditParts(page, ".stub", ".trust"));
  });
  await t.test("the dialog asks once more, even for the visitor's own name", async () => {
    await trust(reader, "forger");
    assert.equal(await trouble(), "sure");
    assert.equal(await page.$eval("[data-other]", (el) => el.textContent), grouped(key));
    assert.equal(await state(), "unknown-key");
    none(await auditBox());
  });
  await t.test("the key is trusted only after the owner's change is confirmed", async () => {
    await page.click("[data-sure]");
    await page.click("[data-trust-go]");
    await reader.settled();
    assert.notEqual(await state(), "unknown-key");
    assert.equal((await pins()).length, 2);
  });
  await t.test("a box ticked for one key is empty for the next", async () => {
    await page.$eval("[data-pins]", (el) => el.setAttribute("open", ""));
    const remove = await page.$$("[data-unpin]:not([hidden])");
    await remove[1]?.click();
    await reader.settled();
    await look(reader);
    same(await page.$$eval("[data-sure], [data-compared]", (all) => all.map((el) => /** @type {HTMLInputElement} */ (el).checked)), [false, false]);
    assert.equal(await page.$eval("[data-owner]", (el) => /** @type {HTMLInputElement} */ (el).value), "");
    await page.keyboard.press("Escape");
  });
  await t.test("a signer that names no listed owner raises no alarm", async () => {
    await reader.put(text, forged.replaceAll("arena.example", "arena.test"));
    assert.equal(await page.$eval(".trust .alarm", (el) => el.checkVisibility()), false);
  });
  for (const name of ["airena-runner-1", " AIRENA-runner-1 ", "ａirena-runner-1"]) {
    await t.test(`a name that is already used asks once more: ${name}`, async () => {
      await trust(reader, name);
      assert.equal(await trouble(), "sure");
      assert.equal(await page.$eval("[data-other]", (el) => el.textContent), grouped(key));
      await page.keyboard.press("Escape");
    });
  }
  await t.test("logs no message in the console", () => reader.silent("the alarm"));
});

chromiumTest("keys in any spelling are looked at one by one, and exported as a keyring", async (t) => {
  for (const name of ["pubkey.jwk.json", "minisign.pub", "note.vkey"]) { // JSON, lines, one line
    await t.test(name, async () => {
      await open();
      await drop(reader, "/candidates", file(name), name);
      await page.click("[data-look=typed]");
      await page.waitForFunction(() => /** @type {HTMLDialogElement} */ (document.querySelector("[data-keys-box]")).open);
      const [want] = engine.call("proof.keyring", { keyrings: [file(name)] }).keys;
      same(await page.$$eval("[data-keys-box] .fingerprint [data-out=grouped]", (all) => all.map((el) => el.textContent)), [grouped(want.public_key)]);
      await page.click("[data-compared]");
      await page.type("[data-owner]", "mine");
      await page.keyboard.press("Enter");
      await reader.settled();
      same((await pins()).map(({ key, owner }) => [key, owner]), [[want.public_key, "mine"]]);
    });
  }
  await t.test("of several only those that are marked and named", async () => {
    await open();
    const ring = { keys: [...keys.keys, { id: "other", owner: "Mallory", public_key: forger }] };
    await reader.put("#proof-keys", JSON.stringify(ring));
    await page.click("[data-look=typed]");
    await page.waitForFunction(() => /** @type {HTMLDialogElement} */ (document.querySelector("[data-keys-box]")).open);
    assert.match(await page.$eval("[data-keys-box]", (el) => /** @type {HTMLElement} */ (el).innerText), /It came with the name .?airena-runner-1.?\. Anybody can write a name\.[^]*arena arena\.example[^]*valid_from 2025-10-01T00:00:00Z/);
    none(await auditBox());
    await page.click("[data-compared]");
    await page.type("[data-owner]", "the runner");
    await page.keyboard.press("Enter");
    await reader.settled();
    const [{ since, ...kept }] = JSON.parse(await stored() ?? "").keys;
    assert.match(since, /^\d{4}-\d\d-\d\d$/);
    same(kept, { arena: "arena.example", valid_from: "2025-10-01T00:00:00Z", public_key: key, owner: "the runner" });
    assert.equal((await pins()).length, 1);
    const saved = await page.evaluate(async () => {
      const saved = new Promise((resolve) => (URL.createObjectURL = (blob) => { resolve(/** @type {Blob} */ (blob).text()); return "about:blank#"; }));
      HTMLAnchorElement.prototype.click = () => {};
      /** @type {HTMLElement} */ (document.querySelector("[data-export]")).click();
      return saved;
    });
    same(JSON.parse(String(saved)), { keys: [...shipped.keys, kept] });
    same(engine.call("proof.keyring", { keyrings: [String(saved)] }).keys.length, shipped.keys.length + 1);
  });
  await t.test("an invalid key cannot be shown in the dialog", async () => {
    for (const wrong of ["", "hello", '{"keys":1}', "-----BEGIN PRIVATE KEY-----"]) {
      await reader.put("#proof-keys", wrong);
      assert.ok(await page.$eval("[data-look=typed]", (el) => /** @type {HTMLButtonElement} */ (el).disabled), wrong);
    }
  });
  await t.test("keys of a field that was cleared while they were read are not shown", async () => {
    await page.$eval("#proof-keys", (el, ...texts) => texts.forEach((text) => {
      /** @type {HTMLTextAreaElement} */ (el).value = text;
      el.dispatchEvent(new Event("input", { bubbles: true }));
    }), JSON.stringify(keys), "");
    await reader.settled();
    assert.ok(await page.$eval("[data-look=typed]", (el) => /** @type {HTMLButtonElement} */ (el).disabled));
  });
  await t.test("logs no message in the console", () => reader.silent("keys"));
});

test("storage", async (t) => {
  const pin = { public_key: key, owner: "kept", since: "2026-11-20" };
  /** What is kept, what the page says of it, and whether it counts. @type {Record<string, [string, string, boolean]>} */
  const cases = {
    "as this page writes it": [JSON.stringify({ version: 1, keys: [pin] }), "", true],
    "of a newer page": [JSON.stringify({ version: 2, keys: [pin], more: 1 }), "newer", false],
    "no JSON": ["{", "broken", false],
    "null": ["null", "broken", false],
    "another shape": ['{"version":1,"keys":[1]}', "broken", false],
    "a key that is none": [JSON.stringify({ version: 1, keys: [{ ...pin, public_key: "00" }] }), "broken", false],
    "members that no keyring has": [JSON.stringify({ version: 1, keys: [{ ...pin, color: "red" }] }), "broken", false],
    "markup": [JSON.stringify({ version: 1, keys: [{ ...pin, owner: "<img src=x>" }] }), "", true],
  };
  const inFirefox = ["as this page writes it", "of a newer page", "no JSON"]; // what is made of a text is the same in both
  for (const [name, [kept, says, counts]] of Object.entries(cases)) {
    if (firefox && !inFirefox.includes(name)) continue;
    await t.test(name, async () => {
      await open(kept);
      if (name === "no JSON") await reader.live(PATH); // as the page finds it
      await reader.put(text, record);
      assert.equal(await state(), counts ? "authentic" : "unknown-key");
      await page.$eval("[data-pins]", (el) => el.setAttribute("open", ""));
      assert.equal(await page.$$eval("[data-store]", (all) => all.filter((el) => el.checkVisibility()).map((el) => /** @type {HTMLElement} */ (el).dataset.store).join()), says);
      assert.equal(await page.$$eval("main img", (all) => all.length), 0);
    });
  }
  await t.test("keys that the engine refuses leave no check without an end", async () => {
    await keep(cases["members that no keyring has"]?.[0]);
    await reader.live(PATH + linkTo({ text: record }));
    same([await state(), await page.$eval("[data-store=broken]", (el) => el.matches("[hidden]"))], ["unknown-key", false]);
  });
  await t.test("a newer page's keys are left alone", async () => {
    const kept = cases["of a newer page"]?.[0] ?? "";
    await open(kept);
    await reader.put(text, record);
    await trust(reader, "me");
    assert.equal(await state(), "authentic");
    assert.equal(await stored(), kept);
  });
  await t.test("without storage, keys count until the page is left", async () => {
    await keep();
    const closed = await page.evaluateOnNewDocument(() => Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("closed", "SecurityError"); } }));
    await reader.live(PATH);
    await reader.put(text, record);
    await trust(reader, "me");
    assert.equal(await state(), "authentic");
    assert.ok(await page.$eval("[data-store=memory]", (el) => el.checkVisibility()));
    await reader.live(PATH);
    await reader.put(text, record);
    assert.equal(await state(), "unknown-key");
    await page.removeScriptToEvaluateOnNewDocument(closed.identifier);
  });
  await t.test("full storage is reported", async () => {
    await reader.live(PATH);
    await page.evaluate(() => {
      Object.assign(globalThis, { setItemForTests: Storage.prototype.setItem });
      Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
    });
    await reader.put(text, record);
    await trust(reader, "me");
    assert.ok(await page.$eval("[data-store=memory]", (el) => el.checkVisibility()));
    await page.evaluate(() => (Storage.prototype.setItem = /** @type {any} */ (globalThis).setItemForTests));
  });
  await t.test("another tab's trust counts here, too", async () => {
    await open();
    await reader.put(text, record);
    const other = await tab();
    await other.goto("/privacy/");
    await other.page.evaluate((kept) => localStorage.setItem("tallyproof.keys", kept), cases["as this page writes it"]?.[0] ?? "");
    await other.close();
    await page.waitForSelector("[data-state=authentic]");
  });
  await t.test("logs no message in the console", () => reader.silent("storage"));
});

chromiumTest("the privacy page says what is kept", async () => {
  await reader.goto("/privacy/");
  assert.match(await page.$eval("main", (el) => el.textContent ?? ""), /Local storage: the keys that you trust on this device, .* They are never sent/);
});
