// Which challenge next, the path to a tier, performance, one more entrant, a
// pasted history. The numbers are those of testdata/ops.

import assert from "node:assert/strict";
import test from "node:test";
import { same } from "../support/check.mjs";
import { chromiumTest, origin, tab } from "../support/fixture.mjs";
import { OPPONENTS, TITLES, after, change, expected } from "../support/rules.mjs";

const CLAW = "/rating/clawdiators/";
const AIRENA = "/rating/airena/";
const GOLD = "Gold needs 25 challenges, average 70, 3 wins. You have 14, 63.1, 2. Fastest path: 11 more at ≥ 78.8 and one win.";
const CHAMPION = "Champion needs 100 challenges, average 90, 25 wins. You have 40, 70, 2. Champion: not before challenge 120, even with perfect scores.";
const JOURNEY = [
  "Newcomer, 800 +8 −8 −24 65.0 % 78.2 % +4.23",
  "Contender, 1000 ◀ highest expected change +16 0 −16 40.0 % 60.3 % +6.51",
  "Veteran, 1200 +24 +8 −8 15.0 % 32.9 % +5.71",
  "Legendary, 1400 +29 +13 −3 none needed 9.2 % +3.13",
];

const reader = await tab();
const { page } = reader;

/** Something of a form's answer, in its section or in a fold elsewhere. @param {string} form @param {string} what */
const part = (form, what) => `:is(section[data-form=${form}], [data-of=${form}]) ${what}`;

/** @param {string} form @param {import("puppeteer-core").Page} [of] */
const sentence = (form, of = page) => of.$eval(part(form, "[data-out=sentence]"), (el) => el.textContent ?? "");

/** The rows of a list as a reader sees them. @param {string} form @param {string} list @param {import("puppeteer-core").Page} [of] @returns {Promise<string[]>} */
const rows = (form, list, of = page) =>
  of.$eval(part(form, `:is(tbody, ol)[data-each=${list}]`), (body) => [...body.children].filter((el) => el.tagName !== "TEMPLATE").map((row) => {
    const seen = /** @type {Element} */ (row.cloneNode(true));
    for (const hidden of seen.querySelectorAll("[hidden]")) hidden.remove();
    return [...seen.children].map((cell) => (cell.textContent ?? "").replace(/[\u2007\u2008]/g, "").replace(/\s+/g, " ").trim()).filter(Boolean).join(" ");
  }));

/** Waits for an answer that follows another's. @param {string} form @param {string} wanted */
const says = (form, wanted) =>
  page.waitForFunction((selector, wanted) => document.querySelector(selector)?.textContent === wanted, {}, part(form, "[data-out=sentence]"), wanted)
    .catch(async () => assert.equal(await sentence(form), wanted));

/** Goes to a control by Tab alone. @param {string} selector */
async function tabTo(selector) {
  for (let i = 0; i < 300; i++) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not reach ${selector}`);
}

/** Opens the group of a control by Tab and Enter. @param {string} selector */
async function openGroup(selector) {
  await tabTo(`details:has(> :not(summary) ${selector}) > summary`);
  await page.keyboard.press("Enter");
}

/** @param {string} form @param {string} name @param {string} value */
async function write(form, name, value) {
  await tabTo(`#${form} [name='${name}']`);
  await page.keyboard.down("Control");
  await page.keyboard.press("KeyA");
  await page.keyboard.up("Control");
  await page.keyboard.type(value);
}

/** @param {unknown} request */
async function next(request) {
  const answer = await fetch(`${origin}/api/v1/explain.next`, { method: "POST", body: JSON.stringify(request) });
  return /** @type {any} */ (await answer.json());
}

chromiumTest("without JavaScript the pages show the examples", async () => {
  const plain = await tab({ scripts: false });
  await plain.goto(CLAW);
  same(await rows("next", "rows", plain.page), JOURNEY);
  assert.match(await plain.page.$eval(".advice", (el) => el.textContent ?? ""), /^A draw against Legendary \(400 points\) gives \+13: more than a draw against Contender \(0\)\.$/);
  await plain.goto(AIRENA);
  assert.equal(await sentence("path", plain.page), GOLD);
  await plain.close();
});

test("by keyboard alone: which challenge next", async (t) => {
  await reader.live(`${CLAW}#1;next-rating=1310;next-matches=40;next-draws=5;end`);
  assert.match(await sentence("next"), /^At 1310, /);

  await t.test("what was typed comes back from the journey's numbers", async () => {
    for (const [name, value] of [["/rating", "1000"], ["/strength", "1150"], ["/draws", "20"]]) await write("forecast", name ?? "", value ?? "");
    await openGroup("[name='/matches']");
    await write("forecast", "/matches", "0");
    await reader.settled();
    same(await rows("next", "rows"), JOURNEY);
    assert.equal(await sentence("next"), "At 1000, the next match gains most against Contender: +6.51 points on average.");
  });

  await t.test("a column's head sorts, and shows the order", async () => {
    await openGroup("[data-choice=draw]");
    await tabTo("[data-choice=draw] button");
    await page.keyboard.press("Enter");
    await reader.settled();
    same((await rows("next", "rows")).map((row) => row.split(",")[0]), ["Legendary", "Veteran", "Contender", "Newcomer"]);
    const sorts = await page.$$eval("table.next th[aria-sort]", (all) => all.map((th) => th.getAttribute("aria-sort")));
    same(sorts, ["none", "none", "descending", "none", "none", "none"]);
    await page.select("#next-sort", "expected");
    await reader.settled();
    same((await rows("next", "rows")).map((row) => row.split(",")[0]), ["Contender", "Veteran", "Newcomer", "Legendary"]);
    assert.match(await reader.fragment(), /sort=expected/);
  });

  await t.test("a verified match: where the readings differ, both show", async () => {
    await reader.live(CLAW); // Tab from the page's start: beyond its end Firefox leaves the page
    await write("forecast", "/rating", "1050");
    await write("forecast", "/strength", "1150");
    await openGroup("[name='/verified']");
    await tabTo("#forecast [name='/verified']");
    await page.keyboard.press(" ");
    await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector("#forecast [name='/verified']")).checked);
    await reader.settled();
    const { rows: want } = await next({ rulebook: "clawdiators", rating: 1050, matches: 0, strength: 1150, draws: 20, verified: true, sort: "opponent" });
    const others = want.map((/** @type {any} */ row) => row.other);
    assert.ok(others.some((/** @type {string} */ text) => /^Clawdiators \(live code\): .*[+−]\d/.test(text)), others.join("; "));
    same(await page.$$eval("table.next [data-out=other]", (all) => all.map((el) => el.textContent)), others);
  });
  await reader.silent("the journey");
});

test("by keyboard alone: which tier", async (t) => {
  await reader.live(AIRENA);
  await says("path", GOLD);
  for (const [name, value] of [["/matches", "40"], ["/average_score", "70"]]) await write("challenge", name ?? "", value ?? "");
  await openGroup("#path-target");
  await tabTo("#path-target");
  await page.keyboard.type("C");
  await says("path", CHAMPION);

  await t.test("out of reach, with its proof", async () => {
    await write("path", "/best_score", "88,0");
    await says("path", "Champion needs 100 challenges, average 90, 25 wins. You have 40, 70, 2. Champion: out of reach with scores of at most 88; not before challenge 120, even with perfect scores.");
    assert.ok((await rows("path", "steps")).some((row) => row.includes("further scores of at most 88 keep an average of 70 below 90")));
  });
  await t.test("a refusal stands beside its field", async () => {
    await write("path", "/best_score", "101");
    await reader.settled();
    assert.match(await reader.message("#path [name='/best_score']"), /^101: want a score from 0 to 100\.$/);
  });
  await reader.silent("the journey");
});

test("after each result: the title by rating, and how far the next is", async () => {
  const seen = new Set();
  await reader.live(CLAW);
  for (const rating of [1000, 1399, 2400]) {
    await reader.follow(`#1;rating=${rating};matches=40;verified=;end`);
    const wanted = [["Win", 1], ["Draw", 0.5], ["Loss", 0]].map(([label, score]) => {
      const then = after(rating, 40, OPPONENTS.veteran, Number(score));
      const held = Object.entries(TITLES).filter(([min]) => then >= Number(min)).at(-1)?.[1];
      const next = Object.entries(TITLES).find(([min]) => then < Number(min));
      const title = [held, next && `${Number(next[0]) - then} below ${next[1]}`].filter(Boolean).join(", ");
      seen.add(`${Boolean(held)} ${Boolean(next)}`);
      return `${label}|${then}|${title}`;
    });
    const got = await page.$$eval("table.outcomes tbody tr", (all) => all.map((tr) => ["label", "rating", "title"].map((name) => tr.querySelector(`[data-out=${name}]`)?.textContent).join("|")));
    same(got, wanted);
  }
  same([...seen].sort(), ["false true", "true false", "true true"]);
});

test("performance: at that rating nothing changes, and a bound is shown as a bound", async () => {
  await reader.live(CLAW);
  assert.equal(await sentence("run"), "These 3 results look like a rating of 1200, 200 above yours.");
  await page.$eval("section[data-form=run] > details", (el) => el.setAttribute("open", ""));
  const total = (at = "change") => page.$eval(part("run", `[data-out='total/${at}']`), (el) => el.textContent);
  const played = [1200, 1400, 1000]; // the example: won, drawn and lost
  /** @param {...string} outcomes */
  const results = async (...outcomes) => {
    for (const [i, outcome] of outcomes.entries()) await page.select(`#run [name='/results/${i}/outcome']`, outcome);
    await reader.settled();
    assert.doesNotMatch(await page.$eval("section[data-form=run]", (el) => el.textContent ?? ""), /Infinity|NaN|∞/);
  };
  /** The rating that expects so many points, by halving; as pages print it. @param {number} points */
  const fitting = (points) => {
    let [low, high] = [-5000, 5000];
    for (let i = 0; i < 100; i++) {
      const middle = (low + high) / 2;
      if (played.reduce((sum, opponent) => sum + expected(middle, opponent), 0) < points) low = middle;
      else high = middle;
    }
    return Number(low.toFixed(2));
  };
  assert.equal(fitting(1.5), 1200);
  assert.equal(await total(), "0.00");
  await reader.type("#forecast [name='/rating']", "1200");
  await says("run", "These 3 results look like a rating of 1200, the same as yours.");
  assert.equal(await total("yours"), "0.00");
  await reader.type("#forecast [name='/rating']", "1000");
  await results("draw", "draw", "win");
  const at = fitting(2);
  assert.equal(await sentence("run"), `These 3 results look like a rating of ${at}, ${Number((at - 1000).toFixed(2))} above yours.`);
  assert.equal(await total(), "0.00");
  assert.equal(await total("yours"), `+${[0.5, 0.5, 1].reduce((sum, score, i) => sum + change(1000, 0, played[i] ?? NaN, score), 0).toFixed(2)}`);
  await results("win", "win", "win");
  assert.equal(await sentence("run"), `These 3 results look like a rating above ${fitting(2.5)}: all were won, so there is no upper bound.`);
  await results("loss", "loss", "loss");
  assert.equal(await sentence("run"), `These 3 results look like a rating below ${fitting(0.5)}: all were lost, so there is no lower bound.`);
});

test("one more entrant changes everybody's rating", async () => {
  await reader.live(`${AIRENA}#2;agents=nova,atlas,rook;ratings=1200,1200,1200;before=0,12,40;scores=90,80,80;end`);
  assert.equal(await sentence("entrant"), "With ghost, the change of nova is +23.46 instead of +20.");
  same(await rows("entrant", "rows"), ["1 nova +20.00 +23.46 +3.46 1223.46", "2 ghost ◀ extra entrant −1.49 1398.51", "3, was 2 atlas −8.00 −7.90 +0.10 1192.10", "3, was 2 rook −4.00 −3.95 +0.05 1196.05"]);
  await reader.type("#entrant [name='/entrant/id']", "rook");
  assert.match(await reader.message("#entrant [name='/entrant/id']"), /^"rook" is already in the challenge: want another name\.$/);
  await reader.type("#entrant [name='/entrant/id']", "<b>ghost</b>");
  assert.match(await sentence("entrant"), /^With “<b>ghost<\/b>”, /);
});

test("a pasted history: every claim that differs is explained, and hostile text is text", async () => {
  await reader.live(CLAW);
  assert.equal(await sentence("history"), "5 matches of nova: 1000 → 1047. 4 claims do not match; each is explained below.");
  const box = "#history-text";
  const cases = [
    ["difficulty;outcome;elo_change\nveteran;win;24,0\ncontender;draw;nought\n", /^Line 3: elo_change "nought": want a number/],
    ["[{\"difficulty\": \"veteran\"", /^Line 1, column 26: unexpected end of text/],
    ["name,score\nnova,3\nnova", /^Line 2: difficulty: missing: want one of newcomer/],
    ["lorem ipsum", /^The table has no row: add a row below the header/],
    ["\u0000\u0001", /^The text is UTF-16: save it as UTF-8/],
  ];
  for (const [text, message] of cases) {
    await reader.put(box, String(text));
    assert.match(await reader.message(box), /** @type {RegExp} */ (message));
  }
  await reader.put(box, '{"agent_name":"<img src=x onerror=alert(1)>","difficulty":"veteran","result":"win","elo_before":1000,"elo_after":1024}\n'.repeat(2));
  const said = await sentence("history");
  assert.match(said, /^2 matches of “<img src=x onerror=alert\(1\)>”: 1000 → \d+\. One claim does not match/);
  const kept = await page.$eval(box, (el) => /** @type {HTMLTextAreaElement} */ (el).value);
  await reader.fragment();
  await page.reload();
  await reader.settled();
  assert.equal(await page.$eval(box, (el) => /** @type {HTMLTextAreaElement} */ (el).value), kept, "what was pasted is lost");
  assert.equal(await sentence("history"), said);
  await reader.silent("the history");
});
