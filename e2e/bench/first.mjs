// The first answer of a page on a line of 10 Mbit/s with 50 ms of latency, with nothing
// cached: a proof that a link brings, and a score after the first input. The line is a
// server between browser and site, since what Chromium slows down by itself is the page,
// and not what its Worker fetches.

import { readFileSync } from "node:fs";
import { createServer, request as ask } from "node:http";
import { join } from "node:path";
import { launch } from "../browser/support/browser/chrome.mjs";
import { linkTo } from "../browser/support/proofs.mjs";
import { root, serve } from "../browser/support/site.mjs";
import { noted, quantile } from "./table.mjs";

const RATE = 10e6 / 8 / 1000; // bytes a millisecond
const LATENCY = 50; // ms from a request to its answer, and for a new connection
const PIECE = 8 << 10; // bytes that go one after the other, whatever answer they are of

const after = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param {boolean} quick */
export async function firstAnswers(quick) {
  const site = await serve();
  const line = await slow(site.origin);
  const browser = await launch();
  await browser.newPage(); // without any page, some builds of Chromium end
  const proof = readFileSync(join(root, "site/demo/flat/nova.json"), "utf8");
  const runs = quick ? 3 : 10;
  try {
    const note = (/** @type {string} */ what, /** @type {number[]} */ times) => noted(`${what}, median of ${times.length}`, quantile(times, 0.5), "ms");
    note("10 Mbit/s, 50 ms: verdict of a link's proof", await times(browser, runs, (page) => verdict(page, line.origin + "/verify/" + linkTo({ text: proof }))));
    note("10 Mbit/s, 50 ms: score after the first input", await times(browser, runs, (page) => answer(page, line.origin + "/score/airena/")));
  } finally {
    await browser.close();
    line.stop();
    await site.stop();
  }
}

/** The times of several visits, each with a context of its own; the first is not counted. @param {import("puppeteer-core").Browser} browser @param {number} runs @param {(page: import("puppeteer-core").Page) => Promise<number>} visit */
async function times(browser, runs, visit) {
  const all = [];
  for (let i = -1; i < runs; i++) {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.evaluateOnNewDocument(() => addEventListener("answered", () => {
      const { inputAt, answerAfter } = /** @type {any} */ (globalThis);
      if (answerAfter === undefined && inputAt !== null) Object.assign(globalThis, { answerAfter: performance.now() - (inputAt ?? 0) });
    }, true));
    const ms = await visit(page);
    if (i >= 0) all.push(ms);
    await context.close();
  }
  return all;
}

/** From the navigation to the answer. @param {import("puppeteer-core").Page} page @param {string} url */
async function verdict(page, url) {
  await page.goto(url, { waitUntil: "domcontentloaded" });
  await page.waitForFunction("globalThis.answerAfter !== undefined");
  return Number(await page.evaluate("answerAfter"));
}

/** From the first input, as soon as the page is loaded, to its answer. @param {import("puppeteer-core").Page} page @param {string} url */
async function answer(page, url) {
  await page.evaluateOnNewDocument(() => Object.assign(globalThis, { inputAt: null }));
  await page.goto(url, { waitUntil: "load" });
  await page.evaluate(() => {
    const field = /** @type {HTMLInputElement} */ (document.querySelector("main form input[type=text], main form input[inputmode]"));
    field.focus();
    field.value = "7";
    Object.assign(globalThis, { inputAt: performance.now() });
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  });
  await page.waitForFunction("globalThis.answerAfter !== undefined");
  return Number(await page.evaluate("answerAfter"));
}

/** The same site at the end of a slow line, which all answers share. @param {string} origin */
async function slow(origin) {
  let free = 0; // when the line has nothing to carry
  const server = createServer(async (request, response) => {
    const { url = "/", method, headers } = request;
    const fresh = !seen.has(request.socket);
    seen.add(request.socket);
    await after(fresh ? 2 * LATENCY : LATENCY);
    const onward = ask(origin + url, { method, headers }, async (usual) => {
      response.writeHead(usual.statusCode ?? 502, usual.headers);
      for await (const chunk of usual) {
        for (let from = 0; from < chunk.length; from += PIECE) {
          const piece = chunk.subarray(from, from + PIECE);
          free = Math.max(free, performance.now()) + piece.length / RATE;
          const wait = free - performance.now();
          if (wait > 1) await after(wait);
          response.write(piece);
        }
      }
      response.end();
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  /** Connections that have had a request. @type {WeakSet<object>} */ const seen = new WeakSet();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { origin: `http://127.0.0.1:${port}`, stop: () => { server.close(); server.closeAllConnections(); } };
}
