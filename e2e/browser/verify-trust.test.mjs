// /verify/: keys trusted on this device, and the alarm when a key changes.

import assert from "node:assert/strict";
import test from "node:test";
import { audit } from "./support/axe.mjs";
import { none, same } from "./support/check.mjs";
import { tab } from "./support/fixture.mjs";
import { PATH, drop, engine, file, key, keys, shipped, text, verdict } from "./support/proofs.mjs";

const reader = await tab();
const { page } = reader;
const record = file("flat-jcs.json"); // signed by a key that does not come with the page
const forged = file("neg-self-signed-forgery.json"); // names the same arena, signed by another key
const forger = engine.call("proof.verify", { text: forged }).key.public_key;

/** The keys listed: whose, short form, and whether they can be removed. */
const listed = () =>
  page.$$eval("[data-pins] tbody tr", (rows) => rows.map((row) => ({
    owner: row.querySelector("th")?.textContent, short: row.querySelector("code")?.textContent, key: row.querySelector("code")?.title, own: row.querySelector("[data-unpin]:not([hidden])") !== null,
  })));
const pins = async () => (await listed()).filter(({ own }) => own);
const offer = () => page.$eval("[data-trust]", (el) => el.checkVisibility());
const state = async () => (await verdict(reader)).state;
const stored = () => page.evaluate(() => localStorage.getItem("tallyproof.keys"));

/** Opens the page with nothing kept, or with that. @param {string} [kept] */
async function open(kept) {
  await reader.goto(PATH);
  await page.evaluate((kept) => (kept === undefined ? localStorage.clear() : localStorage.setItem("tallyproof.keys", kept)), kept);
  await reader.live(PATH);
}

/** @param {string} name */
async function trust(name) {
  await page.type("[data-trust-name]", name);
  await page.keyboard.press("Enter");
  await reader.settled();
}

test("an unknown key is trusted by name, and forgotten again", async (t) => {
  await open();
  await reader.put(text, record);
  assert.equal(await state(), "unknown-key");
  assert.ok(await offer());
  none(await audit(page));

  await t.test("not without a name", async () => {
    await page.click("[data-trust-go]");
    assert.ok(await page.$eval("[data-trust-trouble]", (el) => el.checkVisibility()));
    assert.equal(await page.evaluate(() => document.activeElement?.id), "trust-name");
    assert.equal(await state(), "unknown-key");
  });
  await t.test("with one it is authentic", async () => {
    await trust("Runner <b>One</b>");
    const got = await verdict(reader);
    assert.equal(got.state, "authentic");
    assert.match(got.sentence, /Signed by Runner <b>One<\/b> · key 9e3d…a053/);
    same(await pins(), [{ owner: "Runner <b>One</b>", short: "9e3d…a053", key, own: true }]);
    assert.equal(await offer(), false);
    assert.ok(await page.evaluate(() => document.activeElement?.matches(".seal")), "focus is on the verdict");
    none(await audit(page));
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
  await t.test("stays silent", () => reader.silent("trusting"));
});

test("a changed key raises the alarm", async (t) => {
  await open();
  await reader.put("#proof-keys", JSON.stringify(keys));
  await page.click("[data-keep]");
  await reader.settled();
  await reader.put("#proof-keys", "");
  await reader.put(text, forged);

  await t.test("that says both keys", async () => {
    assert.equal(await state(), "unknown-key");
    const alarm = await page.$eval(".alarm", (el) => (el.checkVisibility() ? [...el.querySelectorAll("code")].map((code) => code.textContent) : []));
    same(alarm, [key, forger]);
    assert.match((await verdict(reader)).sentence, /arena\.example is listed with another key/);
    none(await audit(page));
  });
  await t.test("and offers no trust at one click", async () => {
    assert.ok(await page.$eval("[data-trust-go]", (el) => /** @type {HTMLButtonElement} */ (el).disabled));
    await trust("forger");
    assert.equal(await state(), "unknown-key");
  });
  await t.test("only to who says that the arena changed it", async () => {
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
    await reader.put(text, record);
    await reader.put(text, forged);
    assert.equal(await page.$eval("[data-sure]", (el) => /** @type {HTMLInputElement} */ (el).checked), false);
  });
  await t.test("no alarm for who names nobody that is listed", async () => {
    await reader.put(text, forged.replaceAll("arena.example", "arena.test"));
    assert.equal(await page.$eval(".alarm", (el) => el.checkVisibility()), false);
  });
  await t.test("stays silent", () => reader.silent("the alarm"));
});

test("keys are imported in any spelling and exported as a keyring", async (t) => {
  for (const name of ["pubkey.jwk.json", "pubkey.pem", "minisign.pub", "sshsig.pub", "note.vkey"]) {
    await t.test(name, async () => {
      await open();
      await drop(reader, "/keys", file(name), name);
      await page.click("[data-keep]");
      await reader.settled();
      const [want] = engine.call("proof.keyring", { keyrings: [file(name)] }).keys;
      same((await pins()).map(({ key }) => key), [want.public_key]);
    });
  }
  await t.test("a keyring with dates", async () => {
    await open();
    await reader.put("#proof-keys", JSON.stringify(keys));
    await page.click("[data-keep]");
    await reader.settled();
    const saved = await page.evaluate(async () => {
      const saved = new Promise((resolve) => (URL.createObjectURL = (blob) => { resolve(/** @type {Blob} */ (blob).text()); return "about:blank#"; }));
      HTMLAnchorElement.prototype.click = () => {};
      /** @type {HTMLElement} */ (document.querySelector("[data-export]")).click();
      return saved;
    });
    same(JSON.parse(String(saved)), { keys: [...shipped.keys, keys.keys[0]] });
    same(engine.call("proof.keyring", { keyrings: [String(saved)] }).keys, JSON.parse(String(saved)).keys);
  });
  await t.test("what is no key cannot be kept", async () => {
    for (const wrong of ["", "hello", '{"keys":1}', "-----BEGIN PRIVATE KEY-----"]) {
      await reader.put("#proof-keys", wrong);
      assert.ok(await page.$eval("[data-keep]", (el) => /** @type {HTMLButtonElement} */ (el).disabled), wrong);
    }
  });
  await t.test("stays silent", () => reader.silent("keys"));
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
  for (const [name, [kept, says, counts]] of Object.entries(cases)) {
    await t.test(name, async () => {
      await open(kept);
      await reader.put(text, record);
      assert.equal(await state(), counts ? "authentic" : "unknown-key");
      await page.$eval("[data-pins]", (el) => el.setAttribute("open", ""));
      assert.equal(await page.$$eval("[data-store]", (all) => all.filter((el) => el.checkVisibility()).map((el) => /** @type {HTMLElement} */ (el).dataset.store).join()), says);
      assert.equal(await page.$$eval("main img", (all) => all.length), 0);
    });
  }
  await t.test("a newer page's keys are left alone", async () => {
    const kept = cases["of a newer page"]?.[0] ?? "";
    await open(kept);
    await reader.put(text, record);
    await trust("me");
    assert.equal(await state(), "authentic");
    assert.equal(await stored(), kept);
  });
  await t.test("closed to us, keys count until one leaves", async () => {
    await open();
    const closed = await page.evaluateOnNewDocument(() => Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("closed", "SecurityError"); } }));
    await reader.live(PATH);
    await reader.put(text, record);
    await trust("me");
    assert.equal(await state(), "authentic");
    assert.ok(await page.$eval("[data-store=memory]", (el) => el.checkVisibility()));
    await reader.live(PATH);
    await reader.put(text, record);
    assert.equal(await state(), "unknown-key");
    await page.removeScriptToEvaluateOnNewDocument(closed.identifier);
  });
  await t.test("full, it says so", async () => {
    await open();
    await page.evaluate(() => (Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }));
    await reader.put(text, record);
    await trust("me");
    assert.ok(await page.$eval("[data-store=memory]", (el) => el.checkVisibility()));
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
  await t.test("stays silent", () => reader.silent("storage"));
});

test("the privacy page says what is kept", async () => {
  await reader.goto("/privacy/");
  assert.match(await page.$eval("main", (el) => el.textContent ?? ""), /Local storage: the keys you trust on this device, .* They are never sent/);
});
