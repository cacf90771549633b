// axe-core in a page: every rule of WCAG 2.2 AA, and its best practices.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** @typedef {import("puppeteer-core").Page} Page */

const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

/** Rules that must have run, so that a gate that checks nothing is noticed. */
const MUST_RUN = ["color-contrast", "target-size", "page-has-heading-one", "html-has-lang"];

const ALL = { runOnly: { type: "tag", values: TAGS }, rules: { "target-size": { enabled: true } } };

/** What axe finds wrong, an element each. @param {Page} page @returns {Promise<string[]>} */
export const audit = (page) => run(page, ALL, MUST_RUN);

/**
 * The same of parts of a page, where the rest is as pages/pages.test.mjs audits it.
 * @param {Page} page @param {string[]} parts selectors, each of something in sight @returns {Promise<string[]>}
 */
export const auditParts = (page, ...parts) => run(page, ALL, ["color-contrast"], parts);

/** The same of what depends on colours and places, where the elements are audited elsewhere. @param {Page} page @returns {Promise<string[]>} */
export const auditLook = (page) => run(page, { runOnly: { type: "rule", values: LOOK } }, LOOK.slice(0, 2));

const LOOK = ["color-contrast", "target-size", "link-in-text-block", "scrollable-region-focusable"];

/** The same of what depends on colours alone. @param {Page} page @param {string[]} parts of the page, or all of it @returns {Promise<string[]>} */
export const auditColours = (page, ...parts) => run(page, { runOnly: { type: "rule", values: ["color-contrast"] } }, ["color-contrast"], parts);

/** @param {Page} page @param {object} options @param {string[]} must rules that must have run @param {string[]} [parts] of the page, or all of it */
async function run(page, options, must, parts = []) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  const { ran, wrong } = await page.evaluate(async (options, parts) => {
    for (const part of parts) if (![...document.querySelectorAll(part)].some((el) => [el, ...el.querySelectorAll("*")].some((one) => one.checkVisibility()))) throw new Error(`no ${part} is in sight`);
    const found = await /** @type {any} */ (globalThis).axe.run(parts.length ? { include: parts.map((part) => [part]) } : document, { ...options, resultTypes: ["violations"] });
    return {
      ran: [...found.passes, ...found.violations, ...found.incomplete].map((/** @type {any} */ rule) => rule.id),
      wrong: found.violations.flatMap((/** @type {any} */ rule) =>
        rule.nodes.map((/** @type {any} */ node) => `${rule.id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? rule.help}`)),
    };
  }, options, parts);
  return [...wrong, ...must.filter((rule) => !ran.includes(rule)).map((rule) => `axe did not run its rule ${rule}`)];
}
