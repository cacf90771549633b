// Scores of many digits, as of floating point, in the frames of other sites: the verdict
// stays in sight, and a name is no column of letters.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { keyOf, proofOf, ringOf } from "../support/evaluator.mjs";
import { tab } from "../support/fixture.mjs";
import { detour, serve } from "../support/site.mjs";

const SCORES = [82, 94.1234, 94.12345, 94.123456, 82.80000000000001, 0.3333333333333333];
const WIDTHS = [240, 289, 320, 360, 400, 480];

const key = keyOf(11);
const folder = mkdtempSync(join(tmpdir(), "tallyproof-long-scores-"));
const ring = join(folder, "keys.json");
writeFileSync(ring, ringOf(key.spelled, "My Arena"));
const host = await serve("-keys", ring);

/** Stores a record, and answers with its address. @param {Record<string, unknown>} members @returns {Promise<string>} */
async function post(members) {
  const answer = await fetch(`${host.origin}/api/v1/proofs`, { method: "POST", body: JSON.stringify(proofOf(key, { arena: "own", challenge_id: "sorting", challenge_title: "Sorting", ...members })) });
  assert.equal(answer.status, 201);
  return (await answer.json()).url;
}

/** The frame that oEmbed gives. @param {string} url @returns {Promise<string>} */
const framing = async (url) => (await (await fetch(`${host.origin}/oembed?url=${encodeURIComponent(url)}`)).json()).html;

let framed = "";
const other = await detour(host.origin, (address, response) => {
  if (address !== "/host") return false;
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Another site</title>${framed}`);
  return true;
});
after(async () => {
  other.stop();
  await host.stop();
  rmSync(folder, { recursive: true });
});

const { page } = await tab();

/** Opens a page with that code, whose frame has that width. @param {string} html @param {number} width */
async function open(html, width) {
  framed = html;
  await page.setViewport({ width: width + 16, height: 900 }); // a body has a margin
  await page.goto(`${other.origin}/host`, { waitUntil: "load" });
  const frame = await page.waitForFrame((one) => one.parentFrame() === page.mainFrame() && one.url().includes("/embed/"));
  await frame.waitForSelector(".cd-a");
  assert.equal(await frame.evaluate("innerWidth"), width);
  return frame;
}

/** Pixels of a frame that cannot be seen, and of the end of its verdict. @param {import("puppeteer-core").Frame} frame */
const cut = (frame) => frame.evaluate(() => {
  const verdict = /** @type {Element} */ (document.querySelector(".cd-stub")).getBoundingClientRect();
  return [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight, Math.max(0, verdict.bottom - innerHeight)];
});

for (const score of SCORES) {
  test(`a card with the score ${score}`, async (t) => {
    const html = await framing(await post({ agent_id: "nova", agent_name: "Nova", submission_id: `card-${score}`, final_score: score }));
    for (const width of WIDTHS) {
      await t.test(`${width} pixels`, async () => {
        const frame = await open(html, width);
        assert.deepEqual(await cut(frame), [0, 0, 0]);
        assert.equal(await frame.$eval("h1 bdi", (el) => el.getClientRects().length), 1, "lines of the name");
        assert.equal(await frame.$eval(".cd-num b", (el) => el.textContent), String(score));
      });
    }
  });
}

/** Stores a leaderboard of ten agents, and answers with its frame. @param {string} id @param {string[]} names @param {number[]} scores */
async function board(id, names, scores) {
  for (let i = 0; i < 10; i++) await post({ challenge_id: id, agent_id: `agent-${i}`, agent_name: names[i % names.length], submission_id: `${id}-${i}`, final_score: scores[i % scores.length] });
  return framing(`${host.origin}/challenges/own/${id}`);
}

/** Lines of each score. @param {import("puppeteer-core").Frame} frame */
const lines = (frame) => frame.$$eval("tbody td:last-child", (all) => all.map((el) => {
  const range = document.createRange();
  range.selectNodeContents(el);
  return range.getClientRects().length;
}));

test("a leaderboard of usual names and scores is whole in its frame", async (t) => {
  const html = await board("usual", ["Nova", "Atlas", "Meridian"], [94.25, 85, 100]);
  for (const width of WIDTHS) {
    await t.test(`${width} pixels`, async () => {
      const frame = await open(html, width);
      assert.deepEqual(await cut(frame), [0, 0, 0]);
      assert.deepEqual(await lines(frame), Array(10).fill(1));
    });
  }
});

test("scores of many digits beside short ones leave the verdict in its frame", async (t) => {
  const html = await board("mixed", ["Nova", "Atlas", "Meridian"], [82.80000000000001, 85, 0.3333333333333333]);
  for (const width of WIDTHS) {
    await t.test(`${width} pixels`, async () => {
      const frame = await open(html, width);
      assert.deepEqual(await cut(frame), [0, 0, 0]);
      for (const [i, text] of (await frame.$$eval("tbody td:last-child", (all) => all.map((el) => el.textContent ?? ""))).entries()) {
        assert.equal(text, text.trim(), "it is padded");
        assert.ok(text.length > 8 || (await lines(frame))[i] === 1, text);
      }
    });
  }
});

test("a leaderboard of long names and scores does not scroll sideways", async (t) => {
  const html = await board("long", ["W".repeat(63), "Nova"], [56.333333333333336, 94.25, 0.3333333333333333, 100.25]);
  for (const width of WIDTHS) {
    await t.test(`${width} pixels`, async () => {
      const frame = await open(html, width);
      assert.equal((await cut(frame))[0], 0);
    });
  }
});
