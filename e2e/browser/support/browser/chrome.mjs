// Chromium through puppeteer-core, with a profile of its own that ends with it.

import puppeteer from "puppeteer-core";
import { find } from "./find.mjs";

/** The browser's program. */
export const findChrome = () => find("Chromium", "CHROME_PATH", ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chromium-headless-shell"]);

const ARGS = [
  "--headless=new",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-features=AutofillServerCommunication,NetworkTimeServiceQuerying,OptimizationHints,CertificateTransparencyComponentUpdater," +
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,PreloadTopChromeWebUI", // two processes a window, for the address bar nobody sees
  "--hide-scrollbars", // as on a phone, where they take no room
  "--disable-dev-shm-usage",
  "--enable-features=NetworkServiceInProcess2", // what is loaded goes through one process less
  "--default-tile-width=2048", "--default-tile-height=2048", // a page is painted in few pieces
  "--process-per-site", // a page that is loaded again finds its code compiled
  "--force-color-profile=srgb",
  "--lang=en-US",
];

/** @param {string[]} [more] further arguments of Chromium */
export async function launch(more = []) {
  const root = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await puppeteer.launch({
    executablePath: findChrome(),
    headless: false, // --headless=new is ours to give
    args: [...ARGS, ...root, ...more],
    protocolTimeout: 180_000,
  });
  // Chromium writes every message of a console there, and waits forever once the pipe is full.
  browser.process()?.stderr?.resume();
  return browser;
}
