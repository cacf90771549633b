// A browsing context whose pages find both programs running, or at least compiled.

import { lend } from "../engine.mjs";

/**
 * Opens a page that runs the engine and the verifier for others. V8 keeps the code that it made of a
 * module as long as a page of the process has the module: who starts an own engine
 * need not compile it again.
 * @param {import("puppeteer-core").BrowserContext} context @param {string} origin
 */
export async function hold(context, origin) {
  const holder = await context.newPage();
  await holder.goto(origin + PATH);
  for (const host of ["host", "verifier-host"]) await holder.evaluate(lend, host);
}

const PATH = "/engine/README.md";

/**
 * Leaves a context as it was made: the pages of a test file, what they kept and what
 * they were permitted are gone. The one that holds the programs stays.
 * @param {import("puppeteer-core").BrowserContext} context @param {string} origin @param {string[]} others whose pages it had
 */
export async function clear(context, origin, others) {
  const pages = await context.pages();
  const holder = pages.find((page) => page.url() === origin + PATH);
  for (const page of pages) {
    if (page === holder) continue;
    // A page writes its inputs a moment after they change, which the browser hears of later still.
    await page.evaluate(() => void (Storage.prototype.setItem = () => {})).catch(() => {}); // a page that crashed writes none
    await page.close();
  }
  await context.clearPermissionOverrides();
  const session = await holder?.createCDPSession();
  for (const of of [origin, "file://", ...others]) await session?.send("Storage.clearDataForOrigin", { origin: of, storageTypes: "all" });
}
