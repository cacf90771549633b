// How much a page shows at first.

/** @param {import("puppeteer-core").Page} page */
export const budget = (page) => page.evaluate(() => {
  const visible = (/** @type {Element} */ el) => el.getClientRects().length > 0 && el.checkVisibility();
  const controls = [...document.querySelectorAll("main :is(input, select, textarea, button, summary)")].filter(visible);
  let words = 0;
  for (const walker = document.createTreeWalker(/** @type {Element} */ (document.querySelector("main")), NodeFilter.SHOW_TEXT); walker.nextNode();) {
    const { data, parentElement: el } = /** @type {Text} */ (walker.currentNode);
    if (el && visible(el) && !el.closest(".sr, select, noscript")) words += data.split(/\s+/).filter(Boolean).length;
  }
  const top = (/** @type {string} */ selector) => Math.round((document.querySelector(selector)?.getBoundingClientRect().top ?? NaN) + scrollY);
  return { height: document.documentElement.scrollHeight, width: document.documentElement.scrollWidth, controls: controls.length, words, answer: top(".hero-number"), picture: top(":is(.stacked-bar, .task-row)") };
});
