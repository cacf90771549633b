// One server and one browser for all tests. Under run.mjs they are shared by
// the test files; a file that is run by itself starts its own.

import { after } from "node:test";
import puppeteer from "puppeteer-core";
import { launch } from "./chrome.mjs";
import { serve } from "./site.mjs";
import { Tab } from "./tab.mjs";

/** @typedef {import("puppeteer-core").BrowserContext} BrowserContext */

const started = await start();
export const { origin } = started;

async function start() {
  const { E2E_SITE: origin, E2E_BROWSER: endpoint } = process.env;
  if (origin && endpoint) {
    const browser = await puppeteer.connect({ browserWSEndpoint: endpoint, defaultViewport: null, protocolTimeout: 60_000 });
    return { origin, browser, stop: () => browser.disconnect() };
  }
  const [site, browser] = await Promise.all([serve(), launch()]);
  return {
    origin: site.origin,
    browser,
    stop: async () => {
      await browser.close();
      await site.stop();
    },
  };
}

/** @type {BrowserContext[]} */
const contexts = [];

/** A browsing context with nothing of the others': cache, storage, permissions. */
export async function context() {
  const made = await started.browser.createBrowserContext();
  contexts.push(made);
  return made;
}

const shared = await context();

/** A tab of this file's browsing context. @param {{ scripts?: boolean }} [options] */
export const tab = (options) => Tab.open(shared, origin, options);

/** Lets pages of a context write to and read the clipboard. @param {BrowserContext} [of] */
export const allowClipboard = (of = shared) =>
  of.overridePermissions(origin, ["clipboard-read", "clipboard-write", "clipboard-sanitized-write"]);

after(async () => {
  for (const made of contexts) await made.close();
  await started.stop();
});
