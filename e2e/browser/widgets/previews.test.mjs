// /widgets/: the code to copy tells no age, and its previews are the code itself in
// frames of two widths, light and dark.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { audit } from "../support/measure/axe.mjs";
import { none } from "../support/check.mjs";
import { tab } from "../support/fixture.mjs";
import { root } from "../support/site.mjs";

const reader = await tab();
const { page } = reader;
await reader.live("/widgets/");
await page.click("[name=what][value=board]");
await page.focus("#board-at");
await page.keyboard.press("Enter");
await page.waitForFunction(() => document.querySelector("[data-said]")?.textContent);

/** Opens the previews of a snippet, and closes those of others. @param {string} id */
async function preview(id) {
  await page.click(`[name=what][value=${id.startsWith("board") ? "board" : ["card", "frame"].includes(id) ? "card" : "badge"}]`);
  await page.$eval(`[data-snippet=${id}]`, (el) => {
    for (const other of document.querySelectorAll("details[data-room]")) /** @type {HTMLDetailsElement} */ (other).open = false;
    /** @type {HTMLDetailsElement} */ (el).open = true;
    /** @type {HTMLDetailsElement} */ (el.querySelector("[data-room]")).open = true;
  });
  await page.waitForFunction((id) => document.querySelectorAll(`[data-snippet=${id}] iframe`).length === 4, {}, id);
  return page.$$(`[data-snippet=${id}] iframe`);
}

const KINDS = ["markdown", "html", "png-markdown", "png", "card", "frame", "board-frame", "board-element"];

test("no code to copy tells an age, which would be false a day later", async () => {
  const nova = readFileSync(join(root, "site/demo/flat/nova.json"), "utf8");
  const aged = JSON.stringify({ ...JSON.parse(nova), evaluated_at: "2020-01-01T00:00:00Z" }); // whatever its verdict is
  for (const [name, text, variant] of [["an old one", aged], ["the example, compact", nova, "compact"], ["the example", nova, "auto"]]) {
    await page.click("[name=what][value=badge]");
    await page.$$eval(".embed-folds details", (all) => all.forEach((el) => el.setAttribute("open", "")));
    if (variant) await page.click(`[name="/variant"][value=${variant}]`);
    await reader.put("#widget-text", text ?? "");
    for (const id of ["markdown", "html", "png", "png-markdown", "card", "frame"]) {
      assert.doesNotMatch(await page.$eval(`[data-snippet=${id}] textarea`, (el) => /** @type {HTMLTextAreaElement} */ (el).value), /days old/, `${name}: ${id}`);
    }
  }
  assert.match(await page.$eval("[data-widgets] [data-out=note]", (el) => el.textContent ?? ""), /days old$/); // the badge itself does
});

test("every kind that shows something has a preview", async () => {
  assert.deepEqual(await page.$$eval("[data-snippet]:not([hidden]):has([data-room])", (all) => all.map((el) => el.getAttribute("data-snippet")).sort()), [...KINDS].sort());
});

for (const id of KINDS) {
  test(`${id}: 320 and 480 pixels, light and dark`, async () => {
    const seen = [];
    for (const element of await preview(id)) {
      await element.evaluate((el) => el.scrollIntoView()); // a frame in it loads when it is seen
      const frame = await element.contentFrame();
      assert.ok(frame);
      await frame.waitForFunction(() => document.querySelector("img, iframe, arena-card, arena-board")?.matches("img, iframe, :defined"));
      if (await frame.$("img")) await frame.waitForFunction(() => document.images[0]?.complete && document.images[0].naturalWidth > 200);
      if (await frame.$("arena-board")) await frame.waitForFunction(() => document.querySelector("arena-board")?.shadowRoot?.querySelector("tbody tr"));
      if (await frame.$("iframe")) {
        const inner = await (await frame.waitForSelector("iframe"))?.contentFrame();
        await inner?.waitForFunction(() => document.querySelector("tbody tr, arena-card:defined a bdi"));
        assert.equal(await inner?.evaluate("matchMedia('(prefers-color-scheme: dark)').matches"), seen.length % 2 === 1);
      }
      seen.push(await frame.evaluate(() => [innerWidth, matchMedia("(prefers-color-scheme: dark)").matches, origin, document.documentElement.scrollWidth > innerWidth && !document.querySelector("img")]));
    }
    assert.deepEqual(seen, [[320, false, "null", false], [320, true, "null", false], [480, false, "null", false], [480, true, "null", false]]);
  });
}

test("a card in a preview verifies, and follows what is chosen", async () => {
  const inside = "document.querySelector('arena-card').shadowRoot";
  const first = async () => (await (await page.$("[data-snippet=card] iframe"))?.contentFrame()) ?? assert.fail();
  await preview("card");
  const frame = await first();
  await page.$eval("[data-snippet=card] iframe", (el) => el.scrollIntoView());
  await frame.waitForSelector("arena-card:defined");
  await frame.evaluate(`${inside}.querySelector('button').click()`);
  await frame.waitForFunction(`${inside}.querySelector('[data-state=authentic]')`);
  await page.click("[name=what][value=badge]");
  await page.click("[name='/kind'][value=rating]");
  await page.click("[name=what][value=card]");
  await reader.settled();
  await page.waitForFunction(() => document.querySelector("[data-snippet=card] iframe")?.getAttribute("srcdoc")?.includes("rating 1249"));
});

test("previews fit a narrow window", async () => {
  await preview("frame");
  none(await audit(page));
  await page.setViewport({ width: 360, height: 800 });
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  await page.setViewport({ width: 1280, height: 900 });
  await reader.silent("previews", /postMessage|another origin: blob:/); // axe asks the frames
});
