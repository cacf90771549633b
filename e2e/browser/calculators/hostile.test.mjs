// Whatever is typed, pasted or linked: the refusal stands beside its field, the
// text stays, nothing reaches the console, and the page goes on working.

import assert from "node:assert/strict";
import test from "node:test";
import { none, same } from "../support/check.mjs";
import { crawl, inShort, oneOfEachKind } from "../support/crawl.mjs";
import { tab } from "../support/fixture.mjs";
import { OVER } from "../support/hostile.mjs";

const all = (await crawl()).pages.filter(({ calculators }) => calculators > 0);
// Each page tells what each of its fields makes of one text that is no number: that
// its refusal stands beside it. What a text is taken for is one module's doing (tested
// by itself in site/assets/pure.test.mjs) and the engine's: the smallest page of each
// kind meets more, and one with texts and weights everything.
const some = oneOfEachKind(all);
const WHOLE = "/score/airena/";
const pages = inShort(all, [...some, WHOLE]);
const reader = await tab({ short: true });
const { page } = reader;

const MARKUP = `<img src=x onerror="document.title='owned'"><b>bold</b>&amp;`;
const numbers = ["abc", "-5", "1e999", "NaN", "Infinity", "0x10", "1,500.5", "1 000", "−", "--1", "٣", MARKUP, "\u0000", "9".repeat(400)];

/** Numbers of things, which cannot be fewer than none. */
const COUNTS = /passed|total|matches|challenges|wins|authored|streak|competitions|used|limit|items|weights/;
const texts = { markup: MARKUP, "more than a request may have": "x".repeat(OVER), "half a surrogate pair": "a\ud800b", "a NUL": "a\u0000b", "right to left": "\u202egnp.exe", empty: "" };

/** The control's own text, or its length where it is long. @param {string} selector */
const kept = (selector) => page.evaluate((selector) => /** @type {HTMLInputElement} */ (document.querySelector(selector)).value, selector);

/** @param {string} text */
const brief = (text) => (text.length > 60 ? `${text.slice(0, 20)}… (${text.length})` : JSON.stringify(text));

for (const { path } of pages) {
  test(path, async (t) => {
    await reader.live(path);
    const example = await reader.shown();
    const rest = () => reader.shown().then((shown) => same(shown, example, "afterwards"));

    await t.test("an invalid number is refused beside its field", async () => {
      const faults = [];
      /** @type {{ selector: string, value: string }[]} */ let back = []; // the field before, whose number comes back with the next text
      const restored = async () => {
        for (const { selector, value } of back) if (await page.$eval(selector, (el) => el.matches("[aria-invalid=true]"))) faults.push(`${selector} stays marked after ${value}`);
      };
      for (const [i, { selector, value }] of (await reader.unlike()).entries()) {
        for (const text of numbers.slice(0, path === WHOLE && i === 0 ? numbers.length : some.has(path) && i === 0 ? 3 : 1)) {
          await reader.puts([...back, { selector, value: text }]);
          await restored();
          back = [];
          const message = await reader.message(selector);
          const may = text === "-5" && !COUNTS.test(selector); // a rating may be below zero
          if (!message && !may) faults.push(`${selector} takes ${brief(text)} without a word`);
          if (message.length > 400) faults.push(`${selector}: the message on ${brief(text)} has ${message.length} characters`);
          if ((await kept(selector)) !== text) faults.push(`${selector} does not keep ${brief(text)}`);
        }
        back = [{ selector, value }];
      }
      await reader.puts(back);
      await restored();
      none(faults);
      await rest();
    });
    await t.test("an empty number is refused or left out, and stays", async () => {
      const fields = await reader.unlike();
      await reader.puts(fields.map(({ selector }) => ({ selector, value: "" })));
      for (const { selector } of fields) assert.equal(await kept(selector), "", selector);
      await reader.puts(fields);
      await rest();
    });
    if (path === WHOLE) await everything(t, rest);
    await t.test("logs no message in the console", () => reader.silent(path));
  });
}

/** @param {import("node:test").TestContext} t @param {() => Promise<void>} rest the example is back */
async function everything(t, rest) {
  await t.test("more than a request may have is refused in a number", async () => {
    const [{ selector, value } = { selector: "", value: "" }] = await reader.fields();
    await reader.put(selector, "9".repeat(OVER));
    const [{ error } = { error: null }] = await reader.shown();
    assert.ok(error && error.length < 400, String(error));
    await reader.put(selector, value);
    await rest();
  });

  await t.test("texts are shown as text or refused", async () => {
    for (const [i, { selector, value }] of (await reader.unlike("text")).entries()) {
      for (const [name, text] of Object.entries(texts).slice(0, i === 0 ? undefined : 1)) {
        await reader.put(selector, text);
        const [{ error } = { error: null }] = (await reader.shown()).filter((shown) => shown.error);
        if (name === "markup") assert.ok(error !== null || (await reader.shown()).some(({ outputs }) => JSON.stringify(outputs).includes("<img src=x")), `${selector}: the name is nowhere`);
        assert.equal(await kept(selector), text, `${selector} keeps ${name}`);
      }
      await reader.put(selector, value);
    }
    assert.equal(await page.$$eval("main img, main b b, main script", (all) => all.length), 0);
    assert.notEqual(await page.title(), "owned");
    await rest();
  });

  await t.test("weights that do not sum are refused at their group", async () => {
    const weights = (await reader.unlike()).filter(({ selector }) => selector.includes('"/weights/'));
    for (const { selector, value } of weights) {
      await reader.put(selector, String(Number(value) + 7));
      assert.match(await reader.message(selector), /weights/i);
      await reader.put(selector, value);
    }
    await rest();
  });
}

test("requests in links", async (t) => {
  /** @type {[string, string, string, any][]} */
  const cases = [
    ["an unknown arena", "/score/airena/", "score.compute", { rulebook: "nope", measurements: {} }],
    ["an unknown difficulty", "/rating/clawdiators/", "elo.update", { rulebook: "clawdiators", rating: 1050, matches: 9, difficulty: "impossible", outcome: "win" }],
    ["an unknown outcome", "/rating/clawdiators/", "elo.update", { rulebook: "clawdiators", rating: 1050, matches: 9, difficulty: "veteran", outcome: "victory" }],
    ["an unknown mode", "/rating/airena/", "elo.pairwise", { rulebook: "airena", mode: "median", entrants: [{ id: "a", rating: 1200, competitions: 0, score: 1 }, { id: "b", rating: 1200, competitions: 0, score: 2 }] }],
    ["a dimension nobody has", "/score/clawdiators/", "score.compute", { rulebook: "clawdiators", weights: { charm: 1 }, measurements: { charm: { score: 1 } } }],
    ["a member nobody has", "/score/term/", "score.compute", { rulebook: "term", measurements: { pass_rate: { passed: 1, total: 2 } }, bonus: 3 }],
    ["too many rows", "/score/term/", "score.rank", { rulebook: "term", submissions: Array.from({ length: 60 }, (_, i) => ({ id: `a${i}`, dimensions: { pass_rate: i / 60 } })) }],
  ];
  let at = "";
  for (const [name, path, operation, request] of cases.sort(([, a], [, b]) => a.localeCompare(b))) {
    await t.test(`${name} is reported`, async () => {
      const link = `#1;op=${operation};json=${encodeURIComponent(JSON.stringify(request))};end`;
      await (path === at ? reader.follow(link) : reader.live(path + link));
      at = path;
      const said = await page.evaluate(() =>
        [...document.querySelectorAll("[data-link], p.error")].filter((el) => el.checkVisibility()).map((el) => el.textContent).join(" "));
      assert.ok(said.trim(), "nothing on the page says that the link's request was not taken whole");
      await reader.silent(name);
      await page.click("[data-tool=reset]");
      await reader.settled();
      assert.ok((await reader.sentences()).every(Boolean));
    });
  }
});
