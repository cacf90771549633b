// axe-core in a page: every rule of WCAG 2.2 AA, and its best practices.

import axe from "axe-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

/** Rules that must have run, so that a gate that checks nothing is noticed. */
const MUST_RUN = ["color-contrast", "target-size", "page-has-heading-one", "html-has-lang"];

/**
 * What axe finds wrong, an element each.
 * @param {import("puppeteer-core").Page} page @returns {Promise<string[]>}
 */
export const audit = (page) => run(page, { runOnly: { type: "tag", values: TAGS }, rules: { "target-size": { enabled: true } } }, MUST_RUN);

/**
 * The same of what depends on colours alone.
 * @param {import("puppeteer-core").Page} page @returns {Promise<string[]>}
 */
export const auditColours = (page) => run(page, { runOnly: { type: "rule", values: ["color-contrast"] } }, ["color-contrast"]);

/** @param {import("puppeteer-core").Page} page @param {object} options @param {string[]} must rules that must have run */
async function run(page, options, must) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const { ran, wrong } = await page.evaluate(async (options) => {
    const found = await /** @type {any} */ (globalThis).axe.run(document, options);
    return {
      ran: [...found.passes, ...found.violations, ...found.incomplete].map((/** @type {any} */ rule) => rule.id),
      wrong: found.violations.flatMap((/** @type {any} */ rule) =>
        rule.nodes.map((/** @type {any} */ node) => `${rule.id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? rule.help}`)),
    };
  }, options);
  return [...wrong, ...must.filter((rule) => !ran.includes(rule)).map((rule) => `axe did not run its rule ${rule}`)];
}
