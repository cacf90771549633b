// The inputs in the URL's fragment: links of others, old, new, cut off, odd.

import assert from "node:assert/strict";
import test from "node:test";
import { none, same } from "./support/check.mjs";
import { crawl, oneOfEachKind } from "./support/crawl.mjs";
import { firefox, tab } from "./support/fixture.mjs";

const all = (await crawl()).pages.filter(({ calculators }) => calculators > 0);
const pages = firefox ? all.filter((page) => page.firefox) : all; // one shows what Firefox does otherwise
// Cut, odd and newer links are read by one module that all pages share: one page
// of each kind meets them. That its own inputs come back, each page shows.
const broken = oneOfEachKind(pages);
const reader = await tab();
const { page } = reader;

/** Follows a link to the page one is on. @param {string} hash */
async function openLink(hash) {
  await page.evaluate((hash) => {
    const a = Object.assign(document.createElement("a"), { href: hash });
    document.body.append(a);
    a.click();
    a.remove();
    // hashchange is a task
    return new Promise((resolve) => setTimeout(resolve)).then(/** @type {any} */ (globalThis).settledForTests);
  }, hash);
}

/** The line about the link, "" if there is none. @param {"newer" | "broken"} kind */
const line = (kind) =>
  page.evaluate((kind) => {
    const el = /** @type {HTMLElement} */ (document.querySelector(`[data-link=${kind}]`));
    return el.checkVisibility() ? el.innerText : "";
  }, kind);

for (const { path } of pages) {
  test(path, async (t) => {
    await reader.live(path);
    const example = await reader.shown();
    const fields = await reader.fields();
    for (const { selector, value } of fields) { // all: rows of a list share a key
      await reader.put(selector, String(Math.max(1, Number(value) - 1)));
      if ((await reader.shown()).some(({ error }) => error)) await reader.put(selector, value);
    }
    const whole = await reader.fragment();
    assert.match(whole, /^#1;.*;end$/);
    const [values, answer] = [await reader.values(), await reader.shown()];

    /** The page shows what the whole link says. */
    const works = async () => {
      await openLink(whole);
      same(await reader.values(), values, "the controls");
      same(await reader.shown(), answer, "the answer");
      none([await line("broken"), await line("newer")].filter(Boolean));
    };

    await t.test("a link restores the inputs that it was made from", async () => {
      await reader.live(path);
      await works();
    });
    if (broken.has(path)) await t.test("a newer link says so, gives its text, and shows the example", async () => {
      for (const load of [openLink, (/** @type {string} */ hash) => reader.live(path + hash)]) {
        const link = whole.replace("#1;", "#2;");
        await load(link);
        const said = await line("newer");
        assert.match(said, /made by a newer version/);
        assert.ok(said.includes(link), said);
        same(await reader.shown(), example);
        await works();
      }
    });

    if (broken.has(path)) await t.test("a link cut off anywhere says so and shows what it can", async () => {
      const cuts = Array.from({ length: 24 }, (_, i) => Math.round(3 + ((whole.length - 4) * i) / 23));
      for (const cut of cuts) {
        await openLink(whole.slice(0, cut));
        assert.ok(await line("broken"), `${whole.slice(0, cut)} is taken for whole`);
        assert.ok((await reader.sentences()).every(Boolean), whole.slice(0, cut));
      }
      await works();
    });

    if (broken.has(path)) await t.test("malformed links leave the page working", async () => {
      for (const odd of oddities(whole)) {
        await openLink(odd);
        assert.ok((await reader.sentences()).every(Boolean), odd.slice(0, 100));
        await reader.silent(odd.slice(0, 100));
      }
      await works();
    });

    await t.test("a link to a place on the page leaves the inputs alone", async () => {
      await openLink("#main");
      same(await reader.values(), values);
      assert.equal(await page.evaluate(() => document.activeElement?.id), "main");
    });

    await t.test("an empty fragment is the example", async () => {
      await works();
      await page.evaluate(() => (location.hash = ""));
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
      await reader.settled();
      same(await reader.shown(), example);
    });

    await t.test("logs no message in the console", () => reader.silent(path));
  });
}

/** @param {string} whole @returns {string[]} */
function oddities(whole) {
  const json = (/** @type {string} */ op, /** @type {string} */ text) => `#1;op=${op};json=${encodeURIComponent(text)};end`;
  return [
    "#1", "#1;", "#1;end", "#1;;;;end", "#1;=;end", "#1;=1;end", "#1;passed;end", "#01;passed=1;end", "#99999999999999999999;end",
    "#1;passed=%E0%A4%A;end", "#1;passed=%;end", "#1;weights=,,,,,,,,,,,;end", "#1;unknown=5;end",
    "#1;__proto__=1;constructor=2;toString=3;end", "#1;passed=1;passed=2;end",
    whole.replaceAll(";", "%3B"), whole.replaceAll(";", "%3b"), whole.replaceAll("=", "=%00"), whole.replace(";end", ";end;end"),
    `#1;passed=${"9".repeat(100_000)};end`, `#1;agents=${encodeURIComponent("<img src=x onerror=alert(1)>")};end`,
    "#1;json=;end", "#1;op=;json=;end", "#1;op=score.compute;json=%7B;end", json("nope", "{}"), json("score.compute", "null"), json("score.compute", "[]"),
    json("score.compute", '"text"'), json("score.compute", "1e999"), json("score.compute", '{"rulebook":"airena","__proto__":{"x":1}}'),
    json("score.compute", `{"rulebook":"airena","measurements":${'{"a":'.repeat(5000)}1${"}".repeat(5000)}}`),
    json("elo.pairwise", `{"rulebook":"airena","entrants":[${'{"id":"x"},'.repeat(500)}{"id":"y"}]}`),
    json("elo.update", '{"rulebook":"clawdiators","difficulty":{"a":1},"outcome":null}'),
  ];
}
