// Readers who double the letters and leave the pictures: by the browser's setting,
// as here, or by Firefox's zoom of text alone, where the same media queries hold.

import { none } from "../support/check.mjs";
import { crawl } from "../support/crawl.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";

const { pages } = await crawl();

chromiumTest("in letters of twice the size, no page scrolls sideways on a phone", async () => {
  const reader = await tab();
  const { page } = reader;
  const session = await page.createCDPSession();
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  await page.setViewport({ width: 360, height: 740 });
  /** @type {string[]} */ const faults = [];
  for (const path of [...pages.map(({ path }) => path), "/parts/"]) {
    await reader.goto(path);
    const { letters, width } = await page.evaluate(unfolded);
    if (letters !== 30) faults.push(`${path}: letters of ${letters} px`);
    if (width > 360) faults.push(`${path} is ${width} px wide`);
  }
  none(faults);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 16, fixed: 13 } });
  await session.detach();
});

/** Runs in a page: opens all that folds, and measures. */
function unfolded() {
  for (const details of document.querySelectorAll("details")) details.open = true;
  return { letters: parseFloat(getComputedStyle(document.body).fontSize), width: document.documentElement.scrollWidth };
}
