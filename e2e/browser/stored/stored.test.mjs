// Stored proofs: from a post to a page, from there to /verify/ and to cards on
// other sites.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test, { after } from "node:test";
import { audit, auditColours, auditLook } from "../support/measure/axe.mjs";
import { none, same } from "../support/check.mjs";
import { colours } from "../support/measure/colours.mjs";
import { allowClipboard, origin, tab } from "../support/fixture.mjs";
import { detour, root } from "../support/site.mjs";

const text = readFileSync(join(root, "site/demo/flat/nova.json"), "utf8");
const posted = await fetch(`${origin}/api/v1/proofs`, { method: "POST", body: text });
const kept = await posted.json();
const path = `/p/${kept.id}`;
const card = `/embed/card/${kept.id}`;
const lists = ["/challenges/demo/merge-intervals", "/agents/demo/nova"];

const [reader, plain] = await Promise.all([tab(), tab({ scripts: false })]);
const { page } = reader;
const showIn = await colours(page);

test("a proof that is there is taken again, and found under its address", async () => {
  assert.equal(posted.status, 200);
  assert.equal(posted.headers.get("location"), path);
  assert.equal(kept.url, origin + path);
  const { text: stored, answer } = await (await fetch(kept.json)).json();
  assert.deepEqual(JSON.parse(stored), JSON.parse(text));
  assert.doesNotMatch(stored, /\s"/); // in canonical JSON, whatever it was posted in
  assert.equal(answer.verdict, "authentic");
});

test("a badge that follows an agent is copied by a button", async () => {
  await allowClipboard();
  await reader.goto("/agents/demo/nova");
  const code = await page.$eval("[data-snippet] code", (el) => el.textContent ?? "");
  assert.match(code, /^\[!\[Score of “?Nova”?\]\(\S+\/badge\/a\/demo\/nova\/score\.svg\)\]\(\S+\/agents\/demo\/nova\)$/);
  assert.ok(code.length <= 160, `${code.length} characters`);
  await page.click("[data-copy-code]");
  await page.waitForFunction(() => document.querySelector("[data-snippet] [role=status]")?.textContent);
  assert.equal(await page.$eval("[data-snippet] [role=status]", (el) => el.textContent), "Copied.");
  await page.waitForFunction(async (code) => (await navigator.clipboard.readText()) === code, {}, code);
  await reader.silent("copying");
});

for (const address of [path, ...lists, "/challenges/", "/log/", "/p/none"]) {
  test(address, async (t) => {
    const missing = address === "/p/none" ? /status 404|Failed to load resource/ : undefined;
    for (const [scheme, width, look] of /** @type {const} */ ([["light", 1280, audit], ["dark", 320, auditLook]])) { // the elements are the same
      await page.setViewport({ width, height: 800 });
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      await reader.goto(address);
      await t.test(`axe, ${scheme}, ${width} px`, async () => none(await look(page)));
      await t.test(`fits ${width} px`, async () => assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width));
      await t.test(`logs no message at ${width} px`, () => reader.silent("loading", missing));
    }
    await showIn("forced");
    await t.test("contrast in forced colours", async () => none(await auditColours(page)));
    await showIn();
    await plain.goto(address);
    const shown = (/** @type {import("puppeteer-core").Page} */ of) => of.$eval("main", (main) => {
      for (const el of /** @type {NodeListOf<HTMLElement>} */ (main.querySelectorAll(".js-only, [data-live], [data-claimed], [data-proven]"))) el.remove(); // what this device checks
      return /** @type {HTMLElement} */ (main).innerText;
    });
    await plain.page.setViewport({ width: 320, height: 800 });
    await t.test("is the same without JavaScript", async () => assert.equal(await shown(plain.page), await shown(page)));
    await plain.silent("without JavaScript", missing);
  });
}

test("the page opens the same proof under /verify/: authentic, and the same number", async () => {
  await page.setViewport({ width: 1280, height: 900 });
  await reader.goto(path);
  await page.waitForSelector(".slip .stub[data-state=authentic]");
  const here = await page.$eval("main", (main) => ({ heading: main.querySelector(".stub .word")?.textContent?.trim(), text: /** @type {HTMLElement} */ (main).innerText }));
  assert.equal(here.heading, "Authentic");
  assert.match(here.text, /Nova\s+Merge intervals[^]*94\.25[^]*Correctness/);
  assert.deepEqual(await page.$$eval(".claims tr", (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)).find(([name]) => name === "final_score")), ["final_score", "94.25"]);
  await reader.leave(() => page.click("a.go"));
  await reader.settled();
  const there = await page.evaluate(() => ({
    text: /** @type {HTMLTextAreaElement} */ (document.querySelector("#proof-text")).value,
    heading: document.querySelector("[data-out=heading]")?.textContent,
    total: [...document.querySelectorAll("[data-each=signed] tr")].find((row) => row.querySelector("[data-out=field]")?.textContent === "final_score")?.querySelector("[data-out=value]")?.textContent,
  }));
  same({ ...there, text: JSON.parse(there.text) }, { text: JSON.parse(text), heading: "Authentic", total: "94.25" });
  await reader.silent("opening the link");
});

test("this device checks the rows of a leaderboard, and gives a row that differs from its proof no rank", async (t) => {
  const [board = ""] = lists;
  const state = (of = page) => of.evaluate(() => ({
    said: document.querySelector(".tally .word")?.textContent, seal: document.querySelector(".tally .stub")?.getAttribute("data-state"),
    answer: [...document.querySelectorAll(".answer-line")].filter((el) => el.checkVisibility()).map((el) => el.textContent?.replace(/[\u2066-\u2069]/g, "").trim()),
    cells: [...document.querySelectorAll(".tally-cells rect")].map((el) => el.getAttribute("data-state")),
    rows: [...document.querySelectorAll(".ranks tbody tr")].map((el) => [el.getAttribute("data-state"), el.querySelector("[data-rank]")?.textContent, el.querySelector("bdi")?.textContent, el.querySelector("[data-score]")?.textContent]),
  }));
  const checked = (of = page) => of.waitForFunction(() => / of /.test(document.querySelector(".tally .word")?.textContent ?? ""));
  await t.test("without JavaScript nothing is green, and the sentence is a claim", async () => {
    await plain.goto(board);
    assert.deepEqual(await plain.page.evaluate(() => [document.querySelectorAll("[data-state=authentic]").length, document.querySelector(".tally .word")?.textContent]), [0, "Not checked yet"]);
    assert.match(await plain.page.$eval(".answer-line", (el) => el.textContent ?? ""), /Carina\S* leads, by what 12 rows claim\./);
  });
  await t.test("all authentic", async () => {
    await reader.goto(board);
    await checked();
    const { said, seal, answer, cells, rows } = await state();
    assert.deepEqual([said, seal, answer], ["12 of 12 authentic", "authentic", ["Carina leads by 0.25."]]);
    assert.ok(cells.every((of) => of === "authentic") && rows.every(([of]) => of === "authentic"));
    none(await audit(page));
  });
  await t.test("the legend sorts by a dimension, and rows keep their ranks", async () => {
    await page.focus("[data-sort-by=correctness]");
    await page.keyboard.press("ArrowRight");
    const { rows } = await state();
    assert.deepEqual([rows[0]?.[2], rows[0]?.[1], await page.$eval("[data-sort-by=speed]", (el) => el.ariaPressed)], ["Atlas", "3", "true"]);
    await page.keyboard.press("Enter");
    assert.deepEqual((await state()).rows.map(([, rank]) => Number(rank)), Array.from({ length: 12 }, (_, i) => i + 1));
  });
  let reply = text.replace("94.25", "97.25");
  const liar = await detour(origin, (address, response) => {
    if (address !== `${path}.json`) return false;
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ text: reply }));
    return true;
  });
  const alone = await tab({ own: true });
  alone.origin = liar.origin;
  await t.test("a row whose proof is not authentic", async () => {
    await alone.goto(board);
    await checked(alone.page);
    const { said, seal, answer, rows } = await state(alone.page);
    assert.deepEqual([said, seal, answer], ["11 of 12 authentic", "qualified", ["Carina leads, by what 12 rows claim."]]);
    assert.deepEqual(rows.map(([, rank]) => rank), [...Array.from({ length: 11 }, (_, i) => String(i + 1)), "–"]);
    assert.deepEqual(rows.at(-1), ["not-authentic", "–", "Nova", "–"]);
  });
  await t.test("a page of a proof that is not authentic shows no number of it", async () => {
    await alone.goto(path);
    await alone.page.waitForSelector(".slip .stub[data-state=not-authentic]");
    assert.deepEqual(await alone.page.evaluate(() => [document.querySelector(".slip .word")?.textContent, document.querySelector(".record"), document.querySelector(".checked")?.checkVisibility(), document.querySelector(".byte-ribbon")?.checkVisibility()]), ["Not authentic", null, false, false]);
  });
  await t.test("a page that was made of another record than its proof, which is authentic", async () => {
    reply = readFileSync(join(root, "site/demo/flat/atlas.json"), "utf8");
    await alone.goto(path);
    await alone.page.waitForSelector(".slip .stub[data-state=qualified]");
    assert.deepEqual(await alone.page.evaluate(() => [document.querySelector(".slip .word")?.textContent, document.querySelector(".record"), document.querySelector(".checked")?.checkVisibility()]), ["This page differs from its proof", null, false]);
    await alone.goto(board);
    await checked(alone.page);
    const { said, rows } = await state(alone.page);
    assert.deepEqual([said, rows.at(-1)], ["11 of 12 authentic", ["differs", "–", "Nova", "–"]]);
  });
  await alone.close();
  liar.stop();
  reader.faults();
});

/** A page of another site that frames something of ours. @param {string} src @param {string} attributes */
const host = (src, attributes) => `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,"><h1>Host</h1><iframe title="Card" width="320" height="240" ${attributes} src="${origin}${src}"></iframe>`;

const blog = await detour(origin, (address, response) => {
  const found = /^\/blog\/(card|page)\/(.*)$/.exec(address);
  if (!found) return false;
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(host(found[1] === "card" ? card : path, decodeURIComponent(found[2] ?? "")));
  return true;
});
after(() => blog.stop());
const elsewhere = new RegExp(`a request to another origin: ${blog.origin}`);

for (const attributes of ['sandbox="allow-scripts"', 'sandbox=""', 'sandbox="allow-popups allow-popups-to-escape-sandbox"', ""]) {
  test(`a card shows on another site, ${attributes || "without a sandbox"}`, async () => {
    await page.goto(`${blog.origin}/blog/card/${encodeURIComponent(attributes)}`, { waitUntil: "load" });
    const frame = page.frames().find((frame) => frame.url() === origin + card);
    assert.ok(frame);
    const body = await frame.$("body");
    assert.ok(body);
    // Where scripts are off in the frame, what it shows is read from outside.
    const words = await body.evaluate((el) => ({ text: el.innerText, wide: document.documentElement.scrollWidth, total: getComputedStyle(/** @type {Element} */ (el.querySelector(".cd-num b"))).fontSize }));
    assert.match(words.text, /Nova[^]*Merge intervals[^]*claims[^]*94\.25[^]*demo-evaluator-1[^]*17 Nov 2026[^]*Not checked yet[^]*Check it/);
    assert.equal(words.total, "40px", "its style applies");
    assert.ok(words.wide <= 320);
    await reader.silent("framing", elsewhere);
  });
}

test("a page cannot be framed", async () => {
  await page.goto(`${blog.origin}/blog/page/`, { waitUntil: "load" });
  const frame = page.frames().find((frame) => frame !== page.mainFrame());
  assert.ok(frame && !(await frame.content()).includes("Nova"));
  reader.faults();
});

const leaderboard = "/embed/board/demo/merge-intervals";

test("a card and a leaderboard by themselves: axe, both schemes and themes, 240 px", async () => {
  await page.setViewport({ width: 240, height: 240 });
  for (const embed of [card, leaderboard]) {
    /** @type {Record<string, string>} */ const colours = {};
    for (const scheme of ["light", "dark"]) {
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      for (const query of ["", `?theme=${scheme === "light" ? "dark" : "light"}`]) {
        await reader.goto(embed + query);
        none((await audit(page)).filter((fault) => !fault.startsWith("axe did not run its rule target-size")));
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 240);
        colours[scheme + query] = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        await reader.silent(embed + query);
      }
    }
    const { light, dark } = colours;
    assert.notEqual(light, dark);
    assert.deepEqual(colours, { light, "light?theme=dark": dark, dark, "dark?theme=light": light });
  }
});

for (const [what, from, framed, link] of [["card", path, kept.card, ".cd-a"], ["leaderboard", "/challenges/demo/merge-intervals", origin + leaderboard, "tbody a"]]) {
  test(`what a page offers to copy shows the ${what}`, async () => {
    await page.setViewport({ width: 1280, height: 900 });
    await reader.goto(from);
    const [snippet = ""] = await page.$$eval(".code code", (all) => all.map((el) => el.textContent ?? ""));
    const html = `<!doctype html><html lang="en"><title>Copied</title><link rel="icon" href="data:,"><h1>Copied</h1>${snippet}`;
    const shop = await detour(origin, (address, response) => {
      if (address !== "/shop") return false;
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(html);
      return true;
    });
    await page.goto(`${shop.origin}/shop`, { waitUntil: "load" });
    const frame = await page.waitForFrame(framed); // it is loaded lazily
    await frame.waitForSelector(link);
    const fits = await frame.evaluate(() => [document.documentElement.scrollHeight <= innerHeight, document.documentElement.scrollWidth <= innerWidth]);
    assert.deepEqual(fits, [true, true], "all of it is in its frame");
    none(reader.faults().filter((fault) => !fault.startsWith("a request to another origin")), "in the frame");
    await shop.stop();
  });
}

test("long names leave room for what stands beside them", async (t) => {
  const long = "a".repeat(30) + "W".repeat(30);
  await page.setViewport({ width: 320, height: 600 });
  await t.test("a score is in one line", async () => {
    await reader.goto(leaderboard);
    const lines = await page.$$eval("tbody tr", (rows, long) => {
      for (const name of document.querySelectorAll("tbody bdi")) name.textContent = long;
      return rows.map(({ lastElementChild: cell }) => { const range = document.createRange(); range.selectNodeContents(/** @type {Element} */ (cell)); return range.getClientRects().length; });
    }, long);
    same(lines, lines.map(() => 1));
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
  });
  await t.test("a proof's page fits its window", async () => {
    await reader.goto(path);
    await page.evaluate((long) => {
      for (const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); walker.nextNode();) walker.currentNode.textContent = (walker.currentNode.textContent ?? "").replace("Nova", long);
    }, long);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
  });
});

test("a leaderboard in a frame that may only run scripts is sorted, by its headings and back", async () => {
  const press = await detour(origin, (address, response) => {
    if (address !== "/press") return false;
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang="en"><title>Press</title><link rel="icon" href="data:,"><iframe src="${origin}${leaderboard}" sandbox="allow-scripts" width="320" height="600"></iframe>`); // as WordPress frames it
    return true;
  });
  await page.goto(`${press.origin}/press`, { waitUntil: "load" });
  const frame = await page.waitForFrame(origin + leaderboard);
  await frame.waitForSelector("thead button");
  const names = () => frame.$$eval("tbody bdi", (all) => all.map((el) => el.textContent ?? ""));
  const ranked = await names();
  assert.ok(ranked.length === 10);
  const sorted = ranked.toSorted((a, b) => a.localeCompare(b));
  for (const [key, order, want] of /** @type {[string, string, string[]][]} */ ([["agent", "ascending", sorted], ["agent", "descending", sorted.toReversed()], ["score", "descending", ranked], ["score", "ascending", ranked.toReversed()], ["rank", "ascending", ranked], ["rank", "descending", ranked.toReversed()]])) {
    await frame.focus(`[data-key=${key}] button`);
    await page.keyboard.press("Enter");
    same(await names(), want, `${key}, ${order}`);
    assert.deepEqual(await frame.$$eval("[aria-sort]", (all) => all.map((el) => `${/** @type {HTMLElement} */ (el).dataset.key} ${el.getAttribute("aria-sort")}`)), [`${key} ${order}`]);
  }
  none(reader.faults().filter((fault) => !fault.startsWith("a request to another origin")), "sorting");
  await press.stop();
});
