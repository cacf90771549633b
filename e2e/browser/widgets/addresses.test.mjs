// /widgets/: addresses of this site in place of a proof, and how short the lines are.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { origin, tab } from "../support/fixture.mjs";
import { follow } from "../support/proofs.mjs";
import { dist, root } from "../support/site.mjs";

const { loadEngine } = await import(pathToFileURL(join(dist, "engine", "engine.mjs")).href);
const engine = await loadEngine(); // the oracle
const nova = readFileSync(join(root, "site/demo/flat/nova.json"), "utf8");
const [genuine, forged] = [nova, nova.replace("94.25", "99.25")].map((text) => /** @type {string} */ (engine.call("proof.pack", { text }).packed));
const PATH = "/widgets/";
const reader = await tab();
const { page } = reader;
await reader.live(PATH);
await page.$$eval(".embed-folds details", (all) => all.forEach((el) => el.setAttribute("open", "")));

/** The code of a snippet. @param {string} id @returns {Promise<string>} */
const code = (id) => page.$eval(`[data-snippet=${id}] textarea`, (el) => /** @type {HTMLTextAreaElement} */ (el).value);
const reset = () => follow(reader, PATH);

/** @param {string} name @param {string} value */
async function choose(name, value) {
  await page.click("[name=what][value=badge]");
  await page.click(`[name="${name}"][value="${value}"]`);
  await reader.settled();
}

const shown = () => page.evaluate(() => ({
  says: document.querySelector("[data-widgets] [data-out=message]")?.textContent,
  error: document.querySelector("p.error")?.textContent ?? null,
}));

test("lines of Markdown are short", async () => {
  const at = (/** @type {string} */ text) => text.replaceAll(origin, "https://tallyproof.example"); // as long as addresses are
  const record1 = readFileSync(join(root, "site/demo/record-1/nova.json"), "utf8");
  const long = at(await code("markdown")).length;
  await reader.put("#widget-text", record1);
  const longer = at(await code("markdown")).length;
  console.log(`Markdown with its proof: ${long} characters flat, ${longer} record/1`);
  assert.ok(long <= 1200 && longer <= 1500, `${long}, ${longer}`);
});

test("an address of this site takes the place of a proof", async (t) => {
  const { id, url } = await (await fetch(`${origin}/api/v1/proofs`, { method: "POST", body: nova })).json();
  const follows = `[![demo · Nova](${origin}/badge/a/demo/nova/score.svg)](${origin}/agents/demo/nova)`;
  const names = `[![claims 94.25](${origin}/badge/p/${id}/score.svg)](${origin}/p/${id})`;
  for (const [name, address, want] of [
    ["a stored proof", url, names], ["its JSON", `${url}.json`, names], ["its badge", `${origin}/badge/p/${id}/rating.dark.svg`, names], ["its path", `/p/${id}`, names],
    ["an agent", `${origin}/agents/demo/nova`, follows], ["the badge of an agent", `${origin}/badge/a/demo/nova/rank.svg`, follows],
  ]) {
    await t.test(name, async () => {
      await reset();
      await reader.put("#widget-text", address ?? "");
      await page.waitForFunction(() => document.querySelector("[data-snippet=short]")?.checkVisibility()); // the site is asked first
      assert.equal(await code("short"), want);
      assert.ok(await page.$eval("[data-snippet]:not([hidden])", (el) => el.getAttribute("data-snippet") === "short" && /** @type {HTMLDetailsElement} */ (el).open), "not the first, or not open");
      assert.equal((await shown()).says, "claims 94.25");
      const length = (want ?? "").replaceAll(origin, "https://tallyproof.example").length;
      assert.ok(length <= 160, `${length}`);
      assert.equal(await page.$eval("#widget-text", (el) => /** @type {HTMLTextAreaElement} */ (el).value), address);
    });
  }
  await t.test("what is chosen is in it", async () => {
    await choose("/kind", "rating");
    await choose("/variant", "dark");
    assert.match(await code("short"), /\/badge\/a\/demo\/nova\/rating\.dark\.svg\)/);
  });
  await t.test("a proof again takes it away", async () => {
    await reader.put("#widget-text", nova);
    assert.equal(await page.$eval("[data-snippet=short]", (el) => el.checkVisibility()), false);
    assert.equal(await page.$eval("[data-snippet=markdown]", (el) => /** @type {HTMLDetailsElement} */ (el).open), true);
  });
  await t.test("a leaderboard goes to its own form", async () => {
    await reset();
    await reader.put("#widget-text", `${origin}/challenges/demo/merge-intervals`);
    await page.waitForSelector("[data-widgets] p.error");
    assert.match((await shown()).error ?? "", /^This is a leaderboard/);
    await page.waitForFunction(() => document.querySelector("[data-said]")?.textContent);
    assert.match(await code("board-frame"), /\/embed\/board\/demo\/merge-intervals"/);
  });
  for (const [name, address, want] of [["another site", "https://evil.example/p/abc", /on this site/], ["a page that has no proof", "/docs/", /on this site/], ["no such proof", `/p/${"a".repeat(26)}`, /no such proof/], ["no such agent", "/agents/demo/nobody", /no such proof/]]) {
    await t.test(String(name), async () => {
      await reset();
      await reader.put("#widget-text", String(address));
      await page.waitForSelector("[data-widgets] p.error");
      assert.match((await shown()).error ?? "", /** @type {RegExp} */ (want));
      assert.equal(await page.$eval("[data-snippet=short]", (el) => el.checkVisibility()), false);
    });
  }
});

test("a short link opens its proof, and a damaged one says so", async () => {
  for (const [link, heading, notice] of [[`/verify/#1;d=${genuine};end`, "Authentic", false], [`/verify/#1;d=${forged};end`, "Not authentic", false], [`/verify/#1;d=${genuine?.slice(0, 40)};end`, "", true]]) {
    await reader.live("/verify/");
    await follow(reader, String(link));
    if (heading) {
      await page.waitForFunction((want) => document.querySelector("[data-verify] [data-out=heading]")?.textContent === want, {}, heading);
      assert.deepEqual(JSON.parse(await page.$eval("#proof-text", (el) => /** @type {HTMLTextAreaElement} */ (el).value)), JSON.parse(heading === "Authentic" ? nova : nova.replace("94.25", "99.25")));
    }
    await page.waitForFunction((notice) => [...document.querySelectorAll("[data-link=broken]")].some((el) => el.checkVisibility()) === notice, {}, notice);
  }
});
