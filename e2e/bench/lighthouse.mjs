// Lighthouse on eight pages, as a phone: performance, accessibility, best
// practices, search engines. It is a tool of its own with its own packages, which
// are installed when this part is asked for.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { root, serve } from "../browser/support/site.mjs";
import { limited, noted } from "./table.mjs";

const folder = join(root, "e2e/bench/lighthouse");
const pages = ["/", "/verify/", "/score/airena/", "/score/term/", "/rating/clawdiators/", "/rewards/term/", "/weights/", "/rules/airena/"];
const categories = ["performance", "accessibility", "best-practices", "seo"];

/** Runs until a page has all points, three times at most, and takes the median: another process takes points, too. */
const most = 3;

export async function lighthouse() {
  const run = await load();
  const { origin, stop } = await serve();
  let missing = 0;
  for (const path of pages) {
    const tries = [];
    do tries.push(await look(run, origin + path));
    while (tries.length < most && tries.at(-1)?.missing !== 0);
    const all = tries.toSorted((a, b) => a.missing - b.missing);
    const median = /** @type {(typeof all)[0]} */ (all[all[0]?.missing === 0 ? 0 : all.length >> 1]);
    missing += median.missing;
    noted(`Lighthouse on ${path}: ${median.scores.join(", ")}, first paint`, median.paint, "ms", median.faults);
  }
  await stop();
  limited("Lighthouse: points below 100, eight pages, four categories", missing);
}

/** @param {any} run @param {string} url */
async function look(run, url) {
  const browser = await puppeteer.launch({ executablePath: process.env.CHROME_PATH, args: ["--no-sandbox"] });
  try {
    const { port } = new URL(browser.wsEndpoint());
    const { lhr } = await run(url, { port: Number(port), output: "json", logLevel: "error", onlyCategories: categories });
    const scores = categories.map((name) => Math.round(100 * (lhr.categories[name]?.score ?? 0)));
    return { scores, missing: scores.reduce((sum, score) => sum + 100 - score, 0), paint: lhr.audits["first-contentful-paint"].numericValue, faults: faults(lhr) };
  } finally {
    await browser.close();
  }
}

/** Names of the audits that cost points. @param {any} lhr */
function faults(lhr) {
  return Object.values(lhr.categories).flatMap((/** @type {any} */ { auditRefs }) => auditRefs.filter((/** @type {any} */ { id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 0.9).map((/** @type {any} */ { id }) => id)).join(" ");
}

async function load() {
  if (!existsSync(join(folder, "node_modules"))) execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder, stdio: "inherit" });
  return (await import(join(folder, "node_modules/lighthouse/core/index.js"))).default;
}
