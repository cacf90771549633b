// Connections to a browser that runs, by the part of puppeteer-core that is for them:
// with what starts one, each file of tests would need a fifth of a second more to begin.

import fs from "node:fs";
import path from "node:path";
import { environment } from "puppeteer-core/internal/environment.js";
import puppeteer from "puppeteer-core/internal/puppeteer-core-browser.js";

Object.assign(environment, { value: { fs, path } }); // for files that are chosen

/** @param {string} browserWSEndpoint @param {object} [more] @returns {Promise<import("puppeteer-core").Browser>} */
const connect = (browserWSEndpoint, more) => /** @type {any} */ (puppeteer.connect({ browserWSEndpoint, defaultViewport: null, protocolTimeout: 180_000, ...more }));

/** @param {string} endpoint */
export const connectChromium = (endpoint) => connect(endpoint);

/** @param {string} endpoint of one that nobody else is connected to */
export const connectFirefox = (endpoint) => connect(endpoint, { protocol: "webDriverBiDi" });

/** Asks the browser once more if a busy Chromium has lost the first answer. @template T @param {() => Promise<T>} ask @returns {Promise<T>} */
export const insist = (ask) => ask().catch((error) => {
  if (!error.message.includes("Session with given id not found")) throw error;
  return ask();
});
