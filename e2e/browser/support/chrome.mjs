// Chromium through puppeteer-core, with a profile of its own that ends with it.

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import puppeteer from "puppeteer-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The browser's program: CHROME_PATH, or the first of the usual names on PATH. */
export function findChrome() {
  const named = process.env.CHROME_PATH;
  if (named !== undefined) {
    if (!existsSync(named)) throw new Error(`CHROME_PATH is ${named}, and there is no such file`);
    return named;
  }
  for (const name of NAMES) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      const path = join(folder, name);
      if (existsSync(path)) return path;
    }
  }
  throw new Error(`there is no Chromium: set CHROME_PATH, or put one of ${NAMES.join(", ")} on PATH`);
}

const ARGS = [
  "--headless=new",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-features=AutofillServerCommunication,NetworkTimeServiceQuerying,OptimizationHints,CertificateTransparencyComponentUpdater",
  "--hide-scrollbars", // as on a phone, where they take no room
  "--disable-dev-shm-usage",
  "--force-color-profile=srgb",
  "--lang=en-US",
];

/** @param {string[]} [more] further arguments of Chromium */
export function launch(more = []) {
  const root = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return puppeteer.launch({
    executablePath: findChrome(),
    headless: false, // --headless=new is ours to give
    args: [...ARGS, ...root, ...more],
    protocolTimeout: 60_000,
  });
}
