// axe-core in a page: every rule of WCAG 2.2 AA, and its best practices.

import axe from "axe-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

/** Rules that must have run, so that a gate that checks nothing is noticed. */
const MUST_RUN = ["color-contrast", "target-size", "page-has-heading-one", "html-has-lang"];

/**
 * What axe finds wrong, an element each.
 * @param {import("puppeteer-core").Page} page @returns {Promise<string[]>}
 */
export async function audit(page) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const { ran, wrong } = await page.evaluate(async (tags) => {
    const options = { runOnly: { type: "tag", values: tags }, rules: { "target-size": { enabled: true } } };
    const found = await /** @type {any} */ (globalThis).axe.run(document, options);
    return {
      ran: [...found.passes, ...found.violations, ...found.incomplete].map((/** @type {any} */ rule) => rule.id),
      wrong: found.violations.flatMap((/** @type {any} */ rule) =>
        rule.nodes.map((/** @type {any} */ node) => `${rule.id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? rule.help}`)),
    };
  }, TAGS);
  return [...wrong, ...MUST_RUN.filter((rule) => !ran.includes(rule)).map((rule) => `axe did not run its rule ${rule}`)];
}
