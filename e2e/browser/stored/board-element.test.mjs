// <arena-board> on other sites: the code that a leaderboard's page offers, on a page
// without a policy, on one with a strict policy, with a store that lies, and with
// one that does not answer.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test, { after } from "node:test";
import { none, same } from "../support/check.mjs";
import { origin, tab } from "../support/fixture.mjs";
import { audit } from "../support/measure/axe.mjs";
import { detour, root } from "../support/site.mjs";

/** @typedef {{ id: string, rank: number, name: string, total: number }} Entry */

const path = "/challenges/demo/merge-intervals";
const list = await (await fetch(`${origin + path}.json`)).json();
/** @type {Entry[]} */ const entries = list.entries.slice(0, 10);

const reader = await tab();
const { page } = reader;
await reader.goto(path);
const snippet = (await page.$$eval(".code code", (all) => all.map((el) => el.textContent ?? ""))).find((text) => text.startsWith("<arena-board")) ?? "";

/** What a store that lies says of a row. @type {[string, (id: string) => unknown][]} the verdict, and the JSON of its proof */
const LIES = [
  ["Authentic", (id) => stored(id)],
  ["Differs from its proof; signed 94.25.", (id) => stored(id)], // the list has another
  ["Not authentic", async (id) => ({ text: (await stored(id)).text.replace('"final_score":92', '"final_score":99') })],
  ["Signed by a key we do not know", () => ({ text: readFileSync(join(root, "site/demo/unknown.json"), "utf8") })],
  ["Differs from its proof; signed 94.5.", () => stored(entries[0]?.id ?? "")], // another row's
  ["Differs from its proof; signed agent’s name Orion.", (id) => stored(id)], // the list has another
  ["Could not be checked: the proof could not be loaded from HOST: status 404", () => undefined],
  ["Can't read this", () => ({ text: "{" })],
  ["Differs from its proof; signed challenge’s name Merge intervals.", (id) => stored(id)], // the list has another
  ["Authentic, but withdrawn", async (id) => ({ ...(await stored(id)), state: "withdrawn" })], // after the list was loaded
];
const HOSTILE = "<img src=x onerror=alert(1)>\u202e91";

/** @param {string} id @returns {Promise<{ text: string }>} */
const stored = async (id) => (await fetch(`${origin}/p/${id}.json`)).json();

/** The list as the store that lies has it. */
const lying = { ...list, entries: list.entries.map((/** @type {Entry} */ entry, /** @type {number} */ i) => (i === 1 ? { ...entry, total: 99.25 } : i === 5 ? { ...entry, name: HOSTILE } : i === 8 ? { ...entry, title: "Merge" } : entry)) };

const liar = await detour(origin, (address, response) => {
  const row = entries.findIndex(({ id }) => address === `/p/${id}.json`);
  const body = address === `${path}.json` ? lying : LIES[row]?.[1](entries[row]?.id ?? "");
  if (body === undefined && row !== 6) return false;
  Promise.resolve(body).then((body) => {
    response.writeHead(body === undefined ? 404 : 200, { "Content-Type": "application/json", "Access-Control-Allow-Origin": "*" });
    response.end(JSON.stringify(body));
  });
  return true;
});
const mute = await detour(origin, (address, response) => address === `${path}.json` && Boolean(response.writeHead(503, { "Access-Control-Allow-Origin": "*" }).end()));

/** The keys of a site whose keys change, how long they may be kept, and how often it was asked for them. */
const keyring = { text: readFileSync(join(root, "site/keys/arena-keys.json"), "utf8"), age: 0, asked: 0 };
const rotating = await detour(origin, (address, response) => {
  if (address !== "/.well-known/arena-keys.json") return false;
  keyring.asked++;
  response.writeHead(200, { "Content-Type": "application/json", "Access-Control-Allow-Origin": "*", "Cache-Control": `public, max-age=${keyring.age}, must-revalidate` });
  response.end(keyring.text);
  return true;
});

/** Pages of another site, by their addresses: their text, and their policy. @type {Record<string, [html: string, policy?: string]>} */
const pages = {
  "/blank": [snippet],
  "/strict": [`<link rel="stylesheet" href="/own.css">${snippet}`, `default-src 'none'; style-src 'self'; img-src data:; script-src ${origin} 'wasm-unsafe-eval'; connect-src ${origin}; worker-src blob: ${origin}`],
  "/liar": [snippet.replaceAll(origin, liar.origin)],
  "/rotating": [snippet.replaceAll(origin, rotating.origin)],
  "/mute": [snippet.replaceAll(origin, mute.origin)],
};
const other = await detour(origin, (address, response) => {
  const [html, policy] = pages[address] ?? [];
  if (address === "/own.css") response.setHeader("Content-Type", "text/css").end("arena-board { display: block; height: 35.5rem; }");
  if (html === undefined) return address === "/own.css";
  if (policy) response.setHeader("Content-Security-Policy", policy);
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Another site</title><link rel="icon" href="data:,"><main><h1>Another site</h1>${html}<p>After it</p></main>`);
  return true;
});
after(() => [liar, mute, rotating, other].forEach((site) => site.stop()));

const inside = "document.querySelector('arena-board').shadowRoot";
const status = () => page.evaluate(`${inside}.querySelector('[role=status]').textContent`);
/** The rows, with their verdicts. @returns {Promise<string[][]>} */
const rows = () => page.evaluate(`[...${inside}.querySelectorAll('tbody tr')].map((row) => [row.cells[0].textContent, row.querySelector('bdi').textContent, row.cells[2].textContent.replace(/[\\u2007\\u2008]/g, ''), row.querySelector('.bf-mark').textContent])`).then((all) => /** @type {string[][]} */ (all));
const shifts = async () => (await reader.seen()).shifts;

/** @param {string} address */
async function visit(address) {
  await page.goto(other.origin + address, { waitUntil: "load" });
  await page.waitForFunction(`${inside}?.querySelector('.cd-stub:not([hidden])')`);
}

async function verify() {
  await page.evaluate(`${inside}.querySelector('.cd-stub button').click()`);
  await page.waitForFunction(`/authentic|not be checked/.test(${inside}.querySelector('[role=status]').textContent)`);
}

/** Faults but requests to our site, which is another origin there. @param {string} doing @param {RegExp} [more] */
const silent = (doing, more = /^$/) => none(reader.faults().filter((fault) => !fault.startsWith("a request to another origin") && !more.test(fault)), doing);

/** Answers with an error, whose bodies nobody reads; the browser may say so later. */
const unread = /status (of )?(404|503)/;

test("without its script, a leaderboard is a link that says who leads", () => {
  assert.match(snippet.replace(/[\u2066-\u2069]/g, ""), new RegExp(`<a href="${origin + path}">Leaderboard of Merge intervals: ${entries[0]?.name} leads with ${entries[0]?.total}\\.</a></td></tr></table></arena-board>\\n<script type="module" src="${origin}/assets/arena-board\\.\\w+\\.mjs" integrity="sha384-[\\w+/]{64}" crossorigin="anonymous"></script>`));
});

test("its rows are those of the leaderboard, and are verified when that is asked for", async (t) => {
  await page.setViewport({ width: 520, height: 900 });
  await visit("/blank");
  const shown = entries.map(({ rank, name, total }) => [String(rank), name, total.toFixed(2)]);
  same(await rows(), shown.map((row) => [...row, "Not checked yet"]));
  assert.equal(await page.evaluate("performance.getEntriesByType('resource').some(({ name }) => /engine|\\/p\\//.test(name))"), false, "nothing else is loaded");
  none(await audit(page), "axe");
  await t.test("sorted by keys", async () => {
    const names = async () => (await rows()).map(([, name]) => name);
    const ranked = entries.map(({ name }) => name), sorted = ranked.toSorted((a, b) => a.localeCompare(b));
    for (const [head, order, want] of /** @type {[string, string, string[]][]} */ ([["Agent", "ascending", sorted], ["Agent", "descending", sorted.toReversed()], ["Score", "descending", ranked], ["Score", "ascending", ranked.toReversed()], ["Rank", "ascending", ranked]])) {
      await page.evaluate(`${inside}.querySelector('button[aria-label=${head}]').focus()`);
      await page.keyboard.press("Enter");
      same(await names(), want, `${head}, ${order}`);
      same(await page.evaluate(`[...${inside}.querySelectorAll('[aria-sort]')].map((el) => [el.querySelector('button').ariaLabel, el.ariaSort])`), [[head, order]]);
    }
  });
  await t.test("verified", async () => {
    await verify();
    assert.equal(await status(), `${entries.length} of ${entries.length} authentic`);
    same(await rows(), shown.map((row) => [...row, "Authentic"]));
    none(await audit(page), "axe");
    assert.ok((await reader.seen()).ready === 1, "the engine runs in a Worker");
  });
  await t.test("nothing moves on the page", async () => same(await shifts(), []));
  await t.test("240 px, in the dark", async () => {
    await page.setViewport({ width: 256, height: 900 });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    none(await audit(page), "axe");
    const wide = await page.evaluate(`[document.documentElement.scrollWidth, document.querySelector('arena-board').scrollWidth - document.querySelector('arena-board').clientWidth, getComputedStyle(${inside}.querySelector('.cd-in')).backgroundColor]`);
    same(wide, [256, 0, "rgb(15, 18, 22)"]);
    await page.$eval("arena-board", (el) => el.setAttribute("theme", "light"));
    assert.equal(await page.evaluate(`getComputedStyle(${inside}.querySelector('.cd-in')).backgroundColor`), "rgb(255, 255, 255)");
    await page.emulateMediaFeatures([]);
  });
  await t.test("as many rows as are asked for", async () => {
    for (const [asked, want] of [["3", 3], ["50", list.entries.length]]) {
      await page.$eval("arena-board", (el, asked) => el.setAttribute("rows", asked), String(asked));
      await page.waitForFunction(`${inside}.querySelectorAll('tbody tr').length === ${want}`);
    }
    await page.$eval("arena-board", (el) => el.setAttribute("rows", "51"));
    await page.waitForFunction(`${inside}.querySelector('[role=status]').textContent`);
    assert.equal(await status(), 'Can’t be shown hereThe leaderboard cannot be shown here: rows: "51": want a whole number from 1 to 50.');
  });
  silent("on a blank page");
});

test("four proofs are asked for at a time, because a host may start a program for each", async () => {
  await visit("/blank");
  await page.evaluate(() => {
    const { fetch } = window;
    let asked = 0;
    Object.assign(window, { most: 0, fetch: async (/** @type {string} */ address, /** @type {RequestInit} */ init) => {
      const proof = address.includes("/p/");
      if (proof) Object.assign(window, { most: Math.max(Reflect.get(window, "most"), ++asked) });
      return fetch(address, init).finally(() => proof && asked--);
    } });
  });
  await verify();
  assert.equal(await status(), `${entries.length} of ${entries.length} authentic`);
  assert.equal(await page.evaluate("most"), 4);
});

test("on a page with a strict policy that has the lines of its code's note", async () => {
  await page.setViewport({ width: 520, height: 900 });
  await visit("/strict");
  await verify();
  assert.equal(await status(), `${entries.length} of ${entries.length} authentic`);
  same(await shifts(), []);
  silent("with a strict policy", /style/); // its attribute, in place of which there is a style sheet
});

test("a store that lies: each row has the verdict that it deserves", async () => {
  await visit("/liar");
  same((await rows()).map(([, name, score]) => [name, score]).filter((_, i) => i === 1 || i === 5), [["Nova", "99.25"], ["<img src=x onerror=alert(1)>\\u202e91", "84.90"]]);
  await verify();
  const sure = 1 + entries.length - LIES.length; // the first, and those of which nothing is a lie
  assert.equal(await status(), `${sure} of ${entries.length} authentic${entries.length - sure} without a rank.`);
  const found = await rows();
  same(found.slice(0, sure).map(([rank]) => rank), ["1", "2", "3"].slice(0, sure)); // others close up
  same([found[0], ...found.slice(sure)].map((row) => row?.[3]), LIES.map(([want]) => want.replace("HOST", new URL(liar.origin).host)));
  same(found.slice(sure).map(([rank, , score]) => [rank, score === "–"]), ["differs", "not-authentic", "", "differs", "differs", "", "", "differs", ""].map((state) => ["–", state !== ""]));
  const states = await page.evaluate(`[...${inside}.querySelectorAll('tbody tr')].slice(${sure}).map((el) => el.dataset.state)`);
  same(states, ["differs", "not-authentic", "unknown-key", "differs", "differs", "off", "unreadable", "differs", "qualified"]);
  silent("with a store that lies", unread);
});

test("a page that stays open has the keys no longer than they may be kept", async () => {
  await visit("/rotating");
  const { text } = keyring;
  for (const [now, asked, want] of /** @type {[object, number, string][]} */ ([
    [{ age: 0 }, 1, "Authentic"],
    [{ text: '{"keys": []}' }, 2, "Signed by a key we do not know"],
    [{ text, age: 300 }, 3, "Authentic"],
    [{ text: '{"keys": []}' }, 3, "Authentic"],
  ])) {
    Object.assign(keyring, now);
    await verify();
    same([keyring.asked, ...(await rows()).map(([, , , verdict]) => verdict)], [asked, ...entries.map(() => want)]);
  }
  silent("with keys that change");
});

test("a leaderboard that cannot be loaded stays a link, and says so", async () => {
  await visit("/mute");
  assert.equal(await status(), `Can’t be shown hereThe leaderboard cannot be shown here: the leaderboard could not be loaded from ${new URL(mute.origin).host}: status 503.`);
  assert.equal(await page.$eval("arena-board a", (el) => el.checkVisibility()), true);
  assert.equal(await page.evaluate(`${inside}.querySelector('.cd-stub button').textContent`), "Try again");
  silent("without a store", unread);
});
