#!/usr/bin/env node
// Runs the browser tests with one server and a few browsers for all of them, in
// Chromium or in Firefox:
//
//   node e2e/browser/run.mjs [--firefox] [file…]
//
// DIST is the built site and SITE_BIN its server; see support/site.mjs. Without
// names Chromium runs every file and Firefox those where browsers differ in what
// counts: WebAssembly and Workers, cryptography, modules, storage, clipboard, files
// from disk, history, focus and keys. What a page shows is the same in both.
//
// Files that fail beside others run once more, alone in a browser of their own: a
// machine that does three things at once may keep a page waiting for longer than a
// test does. What fails again has failed.

import { fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { launch as launchChromium } from "./support/browser/chrome.mjs";
import { connectChromium, connectFirefox, insist } from "./support/browser/connect.mjs";
import { launch as launchFirefox } from "./support/browser/firefox.mjs";
import { hold } from "./support/browser/holder.mjs";
import { dist, serve } from "./support/site.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
const firefox = process.argv.includes("--firefox");
const wanted = firefox ? /\b(verify\/(conformance|many|verify)|pages\/(later|offline)|journeys\/own|calculators\/(live|whatif)|widgets\/pasted)\.test\.mjs$/ : /\.test\.mjs$/;
const named = process.argv.slice(2).filter((name) => name !== "--firefox");
// Those that take longest come first: then all lanes end at about the same time.
const LONG = ["pages", "live", "service-worker", "hostile", "paste", "weights", "own", "links", "levers", "long", "whatif", "closed", "look", "many", "engine", "bench", "verify", "trust"];
/** @param {string} path */
function place(path) {
  const name = basename(path, ".test.mjs");
  return [...LONG, name].indexOf(name);
}
const all = readdirSync(folder, { recursive: true }).map(String).filter((path) => wanted.test(path)).sort((a, b) => place(a) - place(b));
const files = named.length ? named : all.map((name) => join(folder, name));
if (files.length === 0) throw new Error(`no tests in ${folder}`);

// Whatever does not stay on this machine goes through this proxy, which lets
// nothing out and remembers who asked: pages, Workers and Chromium alike.
/** @type {Set<string>} */ const outside = new Set();
const proxy = createServer((request, response) => {
  outside.add(new URL(request.url ?? "").hostname);
  response.writeHead(502).end();
});
proxy.on("connect", (request, socket) => {
  outside.add((request.url ?? "").replace(/:\d+$/, ""));
  socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
});
await new Promise((resolve) => proxy.listen(0, "127.0.0.1", () => resolve(undefined)));
const { port } = /** @type {import("node:net").AddressInfo} */ (proxy.address());
const through = `http://127.0.0.1:${port}`;

const work = mkdtempSync(join(tmpdir(), "tallyproof-browser-"));

// Every visit unpacks the 6 MB of the engine anew. In Firefox it comes as it is. In
// Chromium, which keeps no file of 6 MB in memory, it comes as gzip, which takes less to
// unpack. As visitors get it, loading.test.mjs asks for it, and so do the tests of the server.
const served = join(work, "dist");
const left = firefox ? /\.wasm\.(br|gz)$/ : /\.wasm\.br$/;
cpSync(dist, served, { recursive: true, filter: (path) => !left.test(path) });

// Pages live for seconds here: to optimize their scripts takes V8 up to a tenth of the
// work of a test file, and saves less. WebAssembly is compiled as for visitors.
const BASELINE = "--js-flags=--no-maglev --no-opt";

// Each browser runs one file after the other: Firefox serves one session at a
// time, and the tabs of Chromium share a clipboard. While one waits for a frame or a
// timer, the others work: with two of Chromium a fifth of a whole run was idle. A second
// Firefox took a quarter more work, and other steps run beside it.
const LANES = Math.min(firefox ? 1 : 3, files.length);
const MOST_AGAIN = 6; // files: if more fail, it is not the machine
const seed = process.env.ADVERSARY_SEED ?? String(Date.now()); // of both rounds: what an adversary found is found again

const launch = () => (firefox ? launchFirefox(through) : launchChromium([`--proxy-server=${through}`, BASELINE]));
const site = await serve("-dist", served);
try {
  let failed = await run(LANES, files);
  if (failed.length > 0 && failed.length <= MOST_AGAIN && !failed.includes("")) {
    console.log(`once more, alone: ${failed.map((file) => relative(process.cwd(), file)).join(", ")}`);
    failed = await run(1, failed);
  }
  process.exitCode = failed.length ? 1 : 0;
} finally {
  await site.stop();
  proxy.close();
  rmSync(work, { recursive: true, force: true });
}

/** Runs files in some browsers side by side. @param {number} lanes @param {string[]} files @returns {Promise<string[]>} those that failed, with "" for what failed outside of a file */
async function run(lanes, files) {
  const browsers = await Promise.all(Array.from({ length: lanes }, launch));
  const waiting = [...files];
  try {
    const failed = await Promise.all(browsers.map((browser, at) => lane(browser, waiting, join(work, `failed-${at}`))));
    return [...new Set([...failed.flat(), ...waiting])];
  } finally {
    for (const browser of browsers) await end(browser);
  }
}

/** Runs files in a browser as long as there are others. @param {import("puppeteer-core").Browser} browser @param {string[]} waiting @param {string} noted to which the reporter writes the files that failed @returns {Promise<string[]>} those that failed */
async function lane(browser, waiting, noted) {
  const endpoint = browser.wsEndpoint();
  const context = firefox ? undefined : await insist(() => browser.createBrowserContext());
  if (context) await hold(context, site.origin);
  await browser.disconnect(); // who is connected hears of every page
  writeFileSync(noted, "");
  const support = new URL("./support/", import.meta.url);
  const env = { ...process.env, E2E_SITE: site.origin, E2E_CRAWL: join(work, "crawl.json"), E2E_BROWSER: endpoint, E2E_CONTEXT: context?.id ?? "", E2E_FIREFOX: firefox ? "1" : "", E2E_FAILED: noted, ADVERSARY_SEED: seed };
  const tests = fork(new URL("lane.mjs", support), { execArgv: [`--test-reporter=${new URL("reporter.mjs", support).href}`, "--test-reporter-destination=stdout"], env });
  let now = ""; // the file under way
  tests.on("message", () => tests.send((now = waiting.shift() ?? "")));
  const [code] = await once(tests, "exit");
  const failed = readFileSync(noted, "utf8").split("\n").slice(0, -1);
  if (now) failed.push(now); // it ended before it asked for the next
  return failed.length || code === 0 ? failed : [""];
}

/** Ends a browser that nobody is connected to. @param {import("puppeteer-core").Browser} browser */
async function end(browser) {
  const again = await (firefox ? connectFirefox : connectChromium)(browser.wsEndpoint());
  await again.close();
}

// Hosts that browsers ask by themselves, whatever they are told. A page that
// asked one of them would still fail in support/tab.mjs.
for (const own of ["firefox.settings.services.mozilla.com", "accounts.google.com", "clients2.google.com", "content-autofill.googleapis.com", "redirector.gvt1.com", "update.googleapis.com", "www.google.com"]) outside.delete(own);
if (outside.size) {
  console.error(`✖ requests left this machine, to ${[...outside].join(", ")}`);
  process.exitCode = 1;
}
