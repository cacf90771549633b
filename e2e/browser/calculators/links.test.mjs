// The inputs in the URL's fragment: links of others, old, new, cut off, odd.

import assert from "node:assert/strict";
import test from "node:test";
import { none, same } from "../support/check.mjs";
import { crawl, inShort, oneOfEachKind } from "../support/crawl.mjs";
import { tab } from "../support/fixture.mjs";

const all = (await crawl()).pages.filter(({ calculators, kind }) => calculators > 0 && kind !== "audit");
// Newer, cut and odd links are read by one module that all pages share. The smallest
// page of each kind meets a newer one, and one with every sort of control, lists
// of rows included, those that are cut or odd. That its own inputs come back, each
// page shows.
const some = oneOfEachKind(all);
const BROKEN = "/score/airena/";
const BALANCED = "/weights/stress/"; // its numbers move each other: weights/stress-fixes.test.mjs
const pages = inShort(all, [...some, BROKEN]).filter(({ path }) => path !== BALANCED);
const reader = await tab({ short: true });
const { page } = reader;

/** The line about the link, "" if there is none. @param {"newer" | "broken"} kind */
const line = (kind) =>
  page.evaluate((kind) => {
    const el = /** @type {HTMLElement} */ (document.querySelector(`[data-link=${kind}]`));
    return el.checkVisibility() ? el.innerText : "";
  }, kind);

/** Each number another one, except where the engine takes it only beside others. */
async function fill() {
  const fields = await reader.fields(); // all: rows of a list share a key
  await reader.puts(fields.map(({ selector, value }) => ({ selector, value: selector.includes('"/weights/') ? value : String(Math.max(1, Number(value) - 1)) })));
  const refused = (await reader.shown()).flatMap(({ error }, i) => (error ? [i] : []));
  for (const { selector, value } of fields.filter(({ calculator }) => refused.includes(calculator))) {
    await reader.put(selector, value);
    if ((await reader.shown()).every(({ error }) => !error)) break;
  }
}

for (const { path } of pages) {
  test(path, async (t) => {
    await reader.live(path);
    const example = await reader.shown();
    await fill();
    const whole = await reader.fragment();
    assert.match(whole, /^#[123];.*;end$/);
    const [values, answer] = [await reader.values(), await reader.shown()];
    none(answer.flatMap(({ error }) => error ?? []), "what the link says");

    /** The page shows what the whole link says. */
    const works = async () => {
      await reader.follow(whole);
      same(await reader.values(), values, "the controls");
      same(await reader.shown(), answer, "the answer");
      none([await line("broken"), await line("newer")].filter(Boolean));
    };

    await t.test("a link to a place on the page leaves the inputs alone", async () => {
      await reader.follow("#main");
      same(await reader.values(), values);
      assert.equal(await page.evaluate(() => document.activeElement?.id), "main");
    });

    await t.test("an empty fragment is the example", async () => {
      await page.evaluate(() => (location.hash = ""));
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve))); // hashchange is a task
      await reader.settled();
      same(await reader.shown(), example);
    });

    await t.test("a link restores the inputs that it was made from", works);

    if (some.has(path) || path === BROKEN) await t.test("a newer link says so, gives its text, and shows the example", async () => {
      const loads = [reader.follow.bind(reader), (/** @type {string} */ hash) => reader.live(path + hash)];
      for (const load of path === BROKEN ? loads : loads.slice(0, 1)) {
        const link = whole.replace(/^#[123];/, "#9;");
        await load(link);
        const said = await line("newer");
        assert.match(said, /made by a newer version/);
        assert.ok(said.includes(link), said);
        same(await reader.shown(), example);
        await works();
      }
    });

    if (path === BROKEN) await t.test("a link cut off anywhere says so and shows what it can", async () => {
      for (const cut of [3, 0.2, 0.4, 0.6, 0.8, -2, -1].map((at) => (at % 1 ? Math.round(whole.length * at) : at))) {
        await reader.follow(whole.slice(0, cut));
        assert.ok(await line("broken"), `${whole.slice(0, cut)} is taken for whole`);
        assert.ok((await reader.sentences()).every(Boolean), whole.slice(0, cut));
      }
      await works();
    });

    if (path === BROKEN) await t.test("malformed links leave the page working", async () => {
      for (const odd of oddities(whole)) {
        await reader.follow(odd);
        assert.ok((await reader.sentences()).every(Boolean), odd.slice(0, 100));
        none(reader.faults(), odd.slice(0, 100));
      }
      await reader.silent("odd links");
      await works();
    });

    await t.test("logs no message in the console", () => reader.silent(path));
  });
}

test("a link followed before a change is in the address is opened, and can be undone", async () => {
  const [before, link] = ["#2;time=1800;end", "#2;passed=90;time=1500;end"];
  const time = '#score [name="/measurements/speed/time_ms"]';
  await reader.goto("/privacy/"); // of the same origin, without scripts
  await page.evaluate(() => localStorage.clear());
  await reader.live(`/score/airena/${before}`);
  await page.evaluate((time, link) => {
    const el = /** @type {HTMLInputElement} */ (document.querySelector(time));
    el.value = "1280";
    el.dispatchEvent(new Event("input", { bubbles: true }));
    location.hash = link;
    el.dispatchEvent(new Event("change", { bubbles: true })); // the page writes its address; hashchange is still to come
  }, time, link);
  await reader.settled();
  assert.equal(await reader.fragment(), link);
  assert.equal(await page.$eval(time, (el) => /** @type {HTMLInputElement} */ (el).value), "1500");
  await page.click("[data-calc]:has(#score) [data-tool=undo]");
  await reader.settled();
  assert.equal(await reader.fragment(), before);
  await reader.silent("following a link");
});

test("links are cut and odd, and newer, somewhere", () => assert.ok(some.size >= 4 && pages.some(({ path }) => path === BROKEN)));

/** @param {string} whole @returns {string[]} */
function oddities(whole) {
  const json = (/** @type {string} */ op, /** @type {string} */ text) => `#1;op=${op};json=${encodeURIComponent(text)};end`;
  return [
    "#1", "#1;=;end", "#1;passed=%E0%A4%A;end", "#1;weights=,,,,,,,,,,,;end", "#1;__proto__=1;constructor=2;toString=3;end", whole.replaceAll(";", "%3B"), // others: site/assets/pure.test.mjs
    `#1;passed=${"9".repeat(100_000)};end`, `#1;agents=${encodeURIComponent("<img src=x onerror=alert(1)>")};end`,
    "#1;json=;end", "#1;op=;json=;end", "#1;op=score.compute;json=%7B;end", json("nope", "{}"), json("score.compute", "null"), json("score.compute", "[]"),
    json("score.compute", '"text"'), json("score.compute", "1e999"), json("score.compute", '{"rulebook":"airena","__proto__":{"x":1}}'),
    json("score.compute", `{"rulebook":"airena","measurements":${'{"a":'.repeat(5000)}1${"}".repeat(5000)}}`),
    json("elo.pairwise", `{"rulebook":"airena","entrants":[${'{"id":"x"},'.repeat(500)}{"id":"y"}]}`),
    json("elo.update", '{"rulebook":"clawdiators","difficulty":{"a":1},"outcome":null}'),
  ];
}

test("a link of before that set sections apart shows one profile, and keeps the other as a variant", async () => {
  const reader = await tab();
  const { page } = reader;
  await reader.live("/rating/clawdiators/#1;forecast-rating=1310;rating=700;end");
  assert.match(await page.$eval("[data-link=apart]:not([hidden])", (el) => el.textContent ?? ""), /kept as variants, under More: One match$/);
  assert.match(await page.$eval("[data-of=next] [data-out=sentence]", (el) => el.textContent ?? ""), /^At 1310, /);
  await page.$eval("details[data-more]", (el) => el.setAttribute("open", ""));
  await page.waitForSelector("[data-variants] [data-open]", { visible: true });
  await page.click("[data-variants] [data-open]");
  await reader.settled();
  assert.match(await page.$eval("[data-form=match] [data-out=sentence]", (el) => el.textContent ?? ""), /^A win moves the rating from 700 to /);
  assert.equal(await page.$("[data-link=apart]:not([hidden])"), null);
  await reader.silent("a link of several profiles");
  await reader.close();
});
