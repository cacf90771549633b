// A host with a keyring of its own: elements on other sites say of its proofs what its
// own pages say.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { same } from "../support/check.mjs";
import { keyOf, proofOf } from "../support/evaluator.mjs";
import { tab } from "../support/fixture.mjs";
import { linkTo } from "../support/proofs.mjs";
import { detour, root, serve } from "../support/site.mjs";

const BOARD = "/challenges/own-arena/own-keys";
const COUNT = 5;

const key = keyOf(9);
const folder = mkdtempSync(join(tmpdir(), "tallyproof-own-keys-"));
const both = join(folder, "both.json");
writeFileSync(both, JSON.stringify({ keys: [...JSON.parse(readFileSync(join(root, "site/keys/arena-keys.json"), "utf8")).keys, { id: "own-1", owner: "own", arena: "own-arena", public_key: key.spelled }] }));
const host = await serve("-keys", both);

const records = Array.from({ length: COUNT }, (_, i) => JSON.stringify(proofOf(key, { arena: "own-arena", challenge_id: "own-keys", agent_id: `agent-${i}`, agent_name: `Agent ${i}`, submission_id: String(i), final_score: 90 - i })));
for (const record of records) assert.equal((await fetch(`${host.origin}/api/v1/proofs`, { method: "POST", body: record })).status, 201);

const reader = await tab();
const { page } = reader;
await page.goto(host.origin + BOARD);
const leaderboard = await page.$eval("main", (main) => main.textContent ?? "");
const snippet = (await page.$$eval(".code code", (all) => all.map((el) => el.textContent ?? ""))).find((text) => text.startsWith("<arena-board")) ?? "";
await page.goto(`${host.origin}/widgets/`);
const script = /src="[^"]*(\/assets\/arena-card[^"]*)"/.exec(await page.$eval("[data-snippet=card] textarea", (el) => /** @type {HTMLTextAreaElement} */ (el).value))?.[1] ?? "";

/** Another site, whose page has both elements. */
const other = await detour(host.origin, (address, response) => {
  if (address !== "/elements") return false;
  const link = `${host.origin}/verify/${linkTo({ text: records[0] })}`;
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(`<!doctype html><html lang="en"><title>Another site</title><link rel="icon" href="data:,">${snippet}<arena-card><a href="${link}">A score</a></arena-card><script type="module" src="${host.origin}${script}"></script>`);
  return true;
});
after(async () => {
  other.stop();
  await host.stop();
  rmSync(folder, { recursive: true });
});

/** Presses the button of an element, and waits for its answer. @param {string} element @param {RegExp} answer */
async function press(element, answer) {
  const inside = `document.querySelector('${element}').shadowRoot`;
  await page.waitForFunction(`${inside}?.querySelector('.cd-stub:not([hidden]) button')`);
  await page.evaluate(`${inside}.querySelector('.cd-stub button').click()`);
  await page.waitForFunction(`${answer}.test(${inside}.querySelector('[role=status]').textContent)`);
  return inside;
}

test("its pages judge by its keyring", async () => {
  assert.match(leaderboard, new RegExp(`${COUNT} proofs in all, all authentic when this page was made`));
  assert.match(await (await fetch(`${host.origin}/embed/board${BOARD.replace("/challenges", "")}`)).text(), new RegExp(`All ${COUNT}<`));
});

test("so do a leaderboard and a card on another site", async () => {
  await page.goto(`${other.origin}/elements`, { waitUntil: "load" });
  const board = await press("arena-board", /authentic|not be checked/);
  assert.equal(await page.evaluate(`${board}.querySelector('[role=status]').textContent`), `${COUNT} of ${COUNT} authentic`);
  same(await page.evaluate(`[...${board}.querySelectorAll('tbody .bf-mark')].map((el) => el.textContent)`), Array(COUNT).fill("Authentic"));
  const card = await press("arena-card", /uthentic|key|not be checked/);
  assert.equal(await page.evaluate(`${card}.querySelector('[role=status] > *').textContent`), "Authentic");
});
