// A visitor whose site can be cut off, slow, or get another build, and what is on
// their device, for the tests of pages without a network.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after } from "node:test";
import { origin, tab } from "../support/fixture.mjs";
import { detour, dist } from "../support/site.mjs";
import { Tab } from "../support/tab.mjs";

export const SCORE = "/score/airena/";
export const RATING = "/rating/clawdiators/";
export const BOARD = "/challenges/demo/merge-intervals";
export const WIDGETS = "/widgets/"; // which is not kept ahead

/** The pages that are kept before anybody opens them, in this order. */
export const AHEAD = ["/", "/verify/", SCORE, "/score/clawdiators/", "/score/term/", "/rating/airena/", RATING, "/rating/difficulty/", "/rewards/term/", "/rewards/term/strategies/", "/weights/", "/weights/rules/", "/weights/stress/", "/weights/arena/", "/audit/"];

/** What browsers say of a network that is off. */
export const off = /ERR_|NS_ERROR|status 503|Failed to load|favicon/;

/**
 * Makes visitors of a site of their own, which can be cut off or get another build. Each
 * has an address of their own, so nothing of the others'. The context is that of a file,
 * with which it ends.
 * @param {import("puppeteer-core").BrowserContext} browsing
 * @returns forgets: the browser's own cache keeps no file; saves: it asks for few bytes
 */
export const visitors = (browsing) => async (/** @type {{ forgets?: boolean, saves?: boolean }} */ { forgets = false, saves = false } = {}) => {
  /** @type {{ cut: boolean, fails: boolean, login: boolean, build: string, asked: string[], held: Set<string>, pending: Set<string>, most: number }} fails: whether what is stored cannot be read; held: what is not answered; most: pages of AHEAD at the same time */
  const site = { cut: false, fails: false, login: false, build: "", asked: [], held: new Set(), pending: new Set(), most: 0 };
  const mirror = await detour(origin, (path, response) => {
    site.asked.push(path);
    site.pending.add(path);
    response.on("close", () => site.pending.delete(path));
    site.most = Math.max(site.most, [...site.pending].filter((each) => AHEAD.includes(each)).length);
    if (site.held.has(path)) return true;
    const stored = path.startsWith("/challenges/"); // which browsers keep for a minute by themselves
    const changed = stored || (forgets && path.startsWith("/assets/"));
    if (site.cut) response.destroy();
    else if (site.fails && stored) response.writeHead(500, { "content-type": "text/html", "cache-control": "no-store" }).end("<!doctype html><title>An error of this server</title>");
    else if (site.login) response.writeHead(200, { "content-type": "text/html", "cache-control": path.startsWith("/assets/") ? "max-age=60" : "no-store" }).end("<!doctype html><title>Log in</title><h1>Log in</h1>");
    else if (site.build || changed) fetch((site.build || origin) + path).then(async (answer) => {
      for (const [name, value] of answer.headers) if (!/^(content-(encoding|length)|date|connection|keep-alive)$/.test(name)) response.setHeader(name, value);
      if (changed) response.setHeader("cache-control", stored ? "public, max-age=0" : "no-store, immutable");
      response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
    }).catch(() => response.destroy());
    return site.cut || site.login || changed || site.build !== "";
  });
  after(mirror.stop);
  const open = async () => {
    const reader = await Tab.open(browsing, mirror.origin, { keeps: true });
    if (saves) await reader.page.evaluateOnNewDocument(() => Object.defineProperty(navigator, "connection", { value: { saveData: true, effectiveType: "4g" } }));
    return reader;
  };
  return { site, reader: await open(), open };
};

/** The addresses of all copies on the device. @param {Tab} of @returns {Promise<string[]>} */
export const copies = ({ page }) => page.evaluate(async () => {
  const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return all.flat().map(({ url }) => url.replace(location.origin, ""));
});

/** The address of a program, which pages of proofs do not share with others. @param {string} path */
export const programOf = (path) => (path === "/verify/" ? /^\/assets\/verifier\.\w+\.wasm$/ : /^\/assets\/engine\.\w+\.wasm$/);

/** Waits until a page is on the device, with its program. @param {Tab} of @param {string} path @param {RegExp} [last] what is kept last */
export async function isKept(of, path, last = programOf(path)) {
  for (const since = performance.now(); ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const all = await copies(of);
    if (all.includes(path) && all.some((key) => last.test(key))) return;
    if (performance.now() - since > 30_000) throw new Error(`${path} is not kept: ${all}`);
  }
}

/** Waits until something is so. @param {() => boolean | Promise<boolean>} so @param {string} what */
export async function until(so, what) {
  for (const since = performance.now(); !(await so()); await new Promise((resolve) => setTimeout(resolve, 50))) {
    if (performance.now() - since > 30_000) throw new Error(`not so: ${what}`);
  }
}

/** Waits until a page has said all to its worker, and that has heard it. @param {Tab} of */
export const heard = ({ page }) => page.evaluate(async () => {
  await new Promise((resolve) => requestIdleCallback(resolve));
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => (port1.onmessage = resolve));
  (await navigator.serviceWorker.ready).active?.postMessage({ files: [] }, [port2]);
  await answer;
});

/** The modules of the pages that are kept ahead, and what these load later. */
const modules = [...new Set(AHEAD.flatMap((path) => named(`${path}index.html`)).flatMap((file) => [file, ...named(file)]))];

/** Modules that a published file names. @param {string} path */
function named(path) {
  const text = readFileSync(join(dist, path), "utf8");
  return [...text.matchAll(/(?:\/assets\/|\.\/)(\w+\.\w{8}\.mjs)/g)].map(([, name]) => `/assets/${name}`);
}

/** Waits until all that is kept ahead is on the device, also the modules of the last page. @param {Tab} of */
export async function isAhead(of) {
  assert.ok(modules.some((path) => path.includes("/later.")), modules.join());
  await until(async () => {
    const all = await copies(of);
    return [...AHEAD, ...modules].every((path) => all.includes(path));
  }, "the pages are kept");
}

/** Opens pages that compute, until they are on the device. @param {Tab} reader @param {string[]} paths */
export async function visit(reader, ...paths) {
  for (const path of paths) {
    await reader.live(path);
    await isKept(reader, path);
  }
}

/** The answer to the first input with another value. @param {Tab} reader @param {string} value */
export async function answerTo(reader, value) {
  const [field] = await reader.fields();
  await reader.type(field?.selector ?? "", value);
  return reader.sentences();
}

/** What somebody reads who is online. @type {Record<string, Promise<{ example: string[], answer: string[] }>>} */
export const online = {};

/** @param {string} path @param {string} value of its first input */
export async function withNetwork(path, value) {
  const reader = await tab();
  await reader.live(path);
  const example = await reader.sentences();
  const answer = await answerTo(reader, value);
  await reader.close();
  return { example, answer };
}

export const heading = (/** @type {Tab} */ { page }) => page.$eval("[data-out=heading]", (el) => el.textContent);

/** Another build of the site: its style sheet has another name, and all that name it. */
export function secondBuild() {
  const folder = mkdtempSync(join(tmpdir(), "tallyproof-second-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(dist, folder, { recursive: true, filter: (name) => !/\.(br|gz)$/.test(name) });
  const { "style.css": style } = JSON.parse(readFileSync(join(folder, "_assets"), "utf8"));
  const renamed = style.replace(/\.\w+\.css$/, ".SECOND00.css");
  renameSync(join(folder, style), join(folder, renamed));
  for (const name of readdirSync(folder, { recursive: true }).map(String)) {
    if (![".html", ".js", ""].includes(extname(name)) || !/\.html$|^sw\.js$|^_assets$/.test(name)) continue;
    const text = readFileSync(join(folder, name), "utf8");
    writeFileSync(join(folder, name), text.replaceAll(style, renamed).replace(/build:"\w+"/, 'build:"second0000"'));
  }
  return { folder, style, renamed };
}
