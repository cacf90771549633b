// The clipboard of the browser.

/**
 * Puts a text on the clipboard. On a busy machine it is there a moment after
 * writeText says so; until then a paste gives what was there before.
 * @param {import("puppeteer-core").Page} page @param {string} text
 */
export async function copy(page, text) {
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await page.waitForFunction(async (text) => (await navigator.clipboard.readText()) === text, {}, text);
}
