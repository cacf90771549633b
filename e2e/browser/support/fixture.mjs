// One server and one browser for all tests. Under run.mjs the test files of a lane
// share them, and their process; a file that is run by itself starts its own server
// and Chromium.

import test, { after } from "node:test";
import { copy } from "./clipboard.mjs";
import { connectChromium, connectFirefox, insist } from "./browser/connect.mjs";
import { clear, hold } from "./browser/holder.mjs";
import { detours, serve } from "./site.mjs";
import { Tab } from "./tab.mjs";

/** @typedef {import("puppeteer-core").BrowserContext} BrowserContext */

const { E2E_SITE: given, E2E_BROWSER: endpoint, E2E_CONTEXT: lane, E2E_FIREFOX: isFirefox } = process.env;

/** Whether the browser is Firefox. */
export const firefox = Boolean(isFirefox);

/** The browser and its major version, "firefox-153". */
export async function browserVersion() {
  const [, major] = /\/(\d+)/.exec(await started.browser.version()) ?? [];
  return `${firefox ? "firefox" : "chromium"}-${major}`;
}

/**
 * Defines a test for Chromium alone. WebDriver BiDi, by which Firefox is driven,
 * can neither turn the network off nor forbid JavaScript nor emulate media yet.
 * @type {(name: string, run: (t: import("node:test").TestContext) => Promise<void>) => void}
 */
export const chromiumTest = (name, run) => void (firefox || test(name, run));

const started = await start();
export const { origin } = started;

async function start() {
  const site = given ? { origin: given, stop: async () => {} } : await serve();
  const browser = await (!endpoint ? import("./browser/chrome.mjs").then(({ launch }) => launch()) : firefox ? connectFirefox(endpoint) : connectChromium(endpoint));
  return {
    origin: site.origin,
    browser,
    stop: async () => {
      await (endpoint ? browser.disconnect() : browser.close());
      await site.stop();
    },
  };
}

/** @type {BrowserContext[]} */
const contexts = [];

/** A browsing context with nothing of the others': cache, storage, permissions. */
export async function context() {
  const made = await insist(() => started.browser.createBrowserContext());
  contexts.push(made);
  return made;
}

/** The file's that runs: that of its lane, which run.mjs made, or one of its own. @type {Promise<BrowserContext> | undefined} */
let shared;

const ours = () => (shared ??= enter());

async function enter() {
  const made = started.browser.browserContexts().find(({ id }) => lane && id === lane);
  if (made) {
    await clear(made, origin, []); // what the file before wrote at its end
    return made;
  }
  const own = await context();
  await hold(own, origin);
  return own;
}

/** Ends a file: nothing of it is left to the next one of its lane. */
export async function leave() {
  if (lane && shared) await clear(await shared, origin, detours.splice(0));
  shared = undefined;
  for (const made of contexts.splice(0)) await made.close();
}

/**
 * A tab of the file's browsing context.
 * @param {{ scripts?: boolean, keeps?: boolean, short?: boolean, own?: boolean }} [options] as of Tab.open; own: its pages start engines of their own, as visitors' pages do
 */
export const tab = async ({ own = false, ...options } = {}) => Tab.open(await ours(), origin, { ...options, borrows: !own && !options.keeps });

/** Lets pages of a context write to and read the clipboard, as all of Firefox's may. @param {BrowserContext} [of] @param {string} [at] whose pages */
export const allowClipboard = async (of, at = origin) =>
  firefox || (of ?? await ours()).overridePermissions(at, ["clipboard-read", "clipboard-write", "clipboard-sanitized-write"]);

after(async () => {
  await leave();
  await started.stop();
});

/**
 * What an act puts on the clipboard. It waits for the text itself: what the page
 * says may be of something that was copied before.
 * @param {import("puppeteer-core").Page} page @param {() => Promise<unknown>} act
 */
export async function copiedBy(page, act) {
  const before = "nothing yet"; // and not "": of an empty clipboard nobody can tell when it was emptied
  await copy(page, before);
  await act();
  await page.waitForFunction(async (before) => (await navigator.clipboard.readText()) !== before, {}, before);
  return page.evaluate(() => navigator.clipboard.readText());
}
