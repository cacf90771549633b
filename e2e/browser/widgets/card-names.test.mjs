// <arena-card> with names of strangers: one that may imitate another is marked, as on
// the pages of this site.

import assert from "node:assert/strict";
import { generateKeyPairSync, sign } from "node:crypto";
import test, { after } from "node:test";
import { origin, tab } from "../support/fixture.mjs";
import { detour } from "../support/site.mjs";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const key = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("hex");

/** A signed record of an agent with that name. @param {string} name */
function proofOf(name) {
  const record = { agent_name: name, evaluator_pubkey: key, final_score: 1, version: "tallyproof-score/1" };
  const signature = sign(null, Buffer.from(`tallyproof-score/1\n${JSON.stringify(record)}`), privateKey).toString("hex");
  return JSON.stringify({ ...record, evaluator_signature: signature });
}

const reader = await tab();
const { page } = reader;
await reader.goto("/widgets/");
const snippet = await page.$eval("[data-snippet=card] textarea", (el) => /** @type {HTMLTextAreaElement} */ (el).value);
const script = /<script[^>]*src="[^"]*(\/assets\/arena-card[^"]*)"/.exec(snippet)?.[1] ?? "";

/** Our site with that key. */
const site = await detour(origin, (address, response) => {
  if (address !== "/.well-known/arena-keys.json") return false;
  response.writeHead(200, { "Content-Type": "application/json", "Access-Control-Allow-Origin": "*" });
  response.end(JSON.stringify({ keys: [{ public_key: key, owner: "a runner" }] }));
  return true;
});
/** Another site, whose page has a card of the proof in its query. */
const other = await detour(origin, (address, response) => {
  if (!address.startsWith("/card?")) return false;
  const link = `${site.origin}/verify/#1;op=proof.verify;json=${encodeURIComponent(JSON.stringify({ text: decodeURIComponent(address.slice(6)) }))};end`;
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(`<!doctype html><html lang="en"><title>Another site</title><link rel="icon" href="data:,"><arena-card><a href="${link}">A score</a></arena-card><script type="module" src="${site.origin}${script}"></script>`);
  return true;
});
after(() => [site, other].forEach((each) => each.stop()));

test("a card marks a name of several scripts, and no other", async (t) => {
  for (const [name, title] of [["Nova", "Nova"], ["Нова", "Нова"], ["N\u043eva", "N\u043eva⚠ letters of several scripts"]]) {
    await t.test(name, async () => {
      await page.goto(`${other.origin}/card?${encodeURIComponent(proofOf(name ?? ""))}`, { waitUntil: "load" });
      await page.waitForSelector("arena-card:defined");
      const inside = "document.querySelector('arena-card').shadowRoot";
      await page.evaluate(`${inside}.querySelector('button').click()`);
      await page.waitForFunction(`${inside}.querySelector('.head')`);
      const said = /** @type {string[]} */ (await page.evaluate(`[${inside}.querySelector('.head').textContent, ${inside}.querySelector('.cd-who').textContent]`));
      assert.deepEqual(said.map((text) => text.replace(/[\u2066-\u2069]/g, "")), ["Authentic", title]);
    });
  }
});
