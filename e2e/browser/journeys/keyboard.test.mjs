// Ten journeys by keyboard alone, each from the loaded page to its answer, with the
// most keystrokes that it may take. A chord is one, and so is each character typed.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { same } from "../support/check.mjs";
import { allowClipboard, chromiumTest, tab } from "../support/fixture.mjs";
import { root } from "../support/site.mjs";
import { Visitor } from "../support/visitor.mjs";

const reader = await tab();
const { page } = reader;
await allowClipboard();

const read = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8");
const nova = read("site/demo/flat/nova.json");
const unknown = read("testdata/vectors/proofs/formats/vc-eddsa-jcs-2022.json");

/** @param {string} selector */
const text = (selector) => page.$eval(selector, (el) => /** @type {HTMLElement} */ (el).innerText.trim());

/** Types over what is in a number, which Tab has selected. @param {Visitor} visitor @param {Record<string, string>} values by key */
async function fill(visitor, values) {
  for (const [key, value] of Object.entries(values)) {
    await visitor.tabTo(`input[type=text][data-key=${key}]`);
    await visitor.type(value);
  }
  await reader.settled();
}

/** Opens the fold that has a number. @param {Visitor} visitor @param {string} key */
async function openFold(visitor, key) {
  await visitor.tabTo(`details:has(> :not(summary) [data-key=${key}]) > summary`);
  await visitor.press("Enter");
}

/** A journey. @param {string} name @param {string} path @param {number} most keystrokes @param {(visitor: Visitor) => Promise<void>} go */
const journey = (name, path, most, go) =>
  chromiumTest(`${name}: at most ${most} keystrokes`, async () => {
    await reader.live(path);
    const visitor = new Visitor(reader);
    await go(visitor);
    assert.ok(visitor.keystrokes <= most, `${visitor.keystrokes} keystrokes`);
    await reader.silent(name);
  });

const state = (/** @type {string} */ want) => page.waitForSelector(`.stub[data-state=${want}]`).then(() => reader.settled());

journey("1. verify mine", "/verify/", 1, async (visitor) => {
  await visitor.paste(nova);
  await state("authentic");
  assert.match(await text("[data-verify] [data-out=sentence]"), /^Signed by demo-evaluator-1 /);
});

journey("2. an unknown key, compared and trusted", "/verify/", 29, async (visitor) => {
  await visitor.paste(unknown);
  await state("unknown-key");
  await visitor.tabTo("[data-look=used]");
  await visitor.press("Enter");
  await page.waitForFunction(() => document.activeElement?.matches("[data-compared]"));
  await visitor.press("Space");
  await visitor.press("Tab");
  await visitor.type("runner");
  await visitor.press("Enter");
  await state("authentic");
});

journey("2. a text that is cut off, and where", "/verify/", 21, async (visitor) => {
  await visitor.tabTo("#proof-text");
  await visitor.paste(nova.slice(0, -20));
  await state("unreadable");
  await visitor.tabTo("[data-caret]");
  await visitor.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "proof-text");
});

journey("3. what if I were faster", "/verify/", 69, async (visitor) => {
  await visitor.paste(nova);
  await state("authentic");
  await visitor.tabTo("[data-whatif]");
  await visitor.follow(() => visitor.press("Enter"));
  await openFold(visitor, "target");
  await fill(visitor, { target: "97" });
  await visitor.tabTo(".way button");
  await visitor.press("Enter");
  await reader.settled();
  assert.match(await text("[data-used]"), /→ 97\.0/);
});

journey("4. where my Elo will go", "/rating/clawdiators/", 67, async (visitor) => {
  await visitor.skipToInputs();
  await fill(visitor, { rating: "1120", strength: "1200", draws: "10" });
  await openFold(visitor, "matches");
  await fill(visitor, { matches: "14" });
  await openFold(visitor, "length");
  await fill(visitor, { length: "30" });
  await visitor.tabTo("[data-plot]", true);
  await visitor.press("Home");
  await visitor.press("PageUp", 3);
  assert.match(await page.waitForSelector("[data-fan] [data-heard]:not(:empty)").then((el) => el?.evaluate((el) => el.textContent ?? "") ?? ""), /^Match 30: median \d+/);
});

journey("5. what next", "/rating/clawdiators/", 56, async (visitor) => {
  await visitor.skipToInputs();
  await fill(visitor, { rating: "1120" });
  await openFold(visitor, "matches");
  await fill(visitor, { matches: "14" });
  await openFold(visitor, "sort");
  await visitor.tabTo("[data-choice=draw] button");
  await visitor.press("Enter");
  await reader.settled();
  assert.equal(await page.$eval("table.next [data-each=rows] tr", (el) => el.getAttribute("data-id")), "legendary");
});

journey("5. which tier", "/rating/airena/", 19, async (visitor) => {
  await visitor.skipToInputs();
  await fill(visitor, { matches: "40", average: "70", wins: "3" });
  assert.match(await text(".hero-counter [data-out=answer]"), /^Gold/);
});

journey("6. my reward is decaying", "/rewards/term/", 9, async (visitor) => {
  await visitor.skipToInputs();
  await visitor.tabTo("[name='/source']");
  await visitor.press("ArrowRight");
  await fill(visitor, { stale: "20" });
  assert.match((await reader.sentences())[0] ?? "", /^Now 50 %: you lose 5 points each epoch/);
});

journey("7. tune weights", "/weights/", 34, async (visitor) => {
  await visitor.skipToInputs();
  await visitor.tabTo("#weight-2");
  await visitor.press("PageUp", 7);
  await reader.settled();
  assert.equal(await page.$eval("#weight-2", (el) => /** @type {HTMLInputElement} */ (el).value), "27");
  await visitor.tabTo("details.group:has([data-exports]) > summary");
  await visitor.press("Enter");
  await visitor.tabTo("[data-exports] [data-format=dims]");
  await visitor.press("Enter");
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith("dims("));
});

journey("8. a bystander turns the order round", "/score/airena/", 34, async (visitor) => {
  await visitor.skipToInputs();
  await openFold(visitor, "posted");
  await fill(visitor, { posted: "600" });
  const rows = await page.$$eval(".runs tbody tr", (all) => all.map((tr) => ["id", "then", "moved"].map((name) => tr.querySelector(`[data-out=${name}]`)?.textContent).join(" ")));
  same(rows.slice(0, 2), ["Carina 87.40 ▼1", "Nova 87.80 ▲1"]);
});

journey("9. a badge in my README", "/widgets/", 12, async (visitor) => {
  await visitor.skip();
  await visitor.tabTo("[data-snippet=markdown] [data-copy-code]");
  await visitor.press("Enter");
  assert.match(await page.waitForFunction(() => navigator.clipboard.readText()).then(async (handle) => String(await handle.jsonValue())), /^\[!\[/);
});

journey("10. a leaderboard, checked and sorted", "/verify/", 6, async (visitor) => {
  await visitor.paste(["nova", "atlas", "vega"].map((agent) => JSON.stringify(JSON.parse(read(`site/demo/flat/${agent}.json`)))).join("\n"));
  await page.waitForSelector("[data-many]:not([hidden]) [data-phase=done]:not([hidden])");
  await visitor.tabTo("[data-many] [data-sort=name]");
  await visitor.press("Enter");
  await page.waitForSelector("[data-many] [aria-sort=ascending] [data-sort=name]");
  same(await page.$$eval("[data-many] tbody [data-name]", (all) => all.map((el) => el.textContent)), ["Atlas", "Nova", "Vega"]);
});

chromiumTest("buttons with the same words say what each is for", async () => {
  await reader.live("/weights/");
  await page.$$eval("main details", (all) => all.forEach((el) => el.setAttribute("open", "")));
  const names = await page.$$eval("main button[data-fill]", (all) => all.filter((el) => el.checkVisibility()).map((el) => el.textContent?.trim() ?? ""));
  assert.ok(names.length > 4);
  same(names.filter((name, i) => names.indexOf(name) !== i), []);
});

chromiumTest("a field has a name that can stand alone", async () => {
  await reader.live("/audit/");
  assert.equal(await page.$eval("label[for=find]", (el) => el.textContent), "of the submission");
});
