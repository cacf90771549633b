// The pages are those that the build lists, and each can be reached from the home
// page.

import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { origin, tab } from "./fixture.mjs";
import { dist } from "./site.mjs";

/** A page as the server sends it. */
/** @typedef {{ path: string, kind: string, firefox: boolean, title: string, ids: string[], links: Link[], calculators: number, pastes: number, elements: number, names: Names }} Found */
/** How a page names itself and its parts. @typedef {{ headings: string[], lang: string, mains: number, description: string, twice: string[] }} Names */
/** @typedef {{ path: string, fragment: string, raw: string, page: boolean }} Link page: an <a>, not a file the page loads */

/** @typedef {{ path: string, kind: string, firefox?: boolean }} Listed */

/** The pages as the build lists them: site/pages says what is of each. @returns {Listed[]} */
const listed = () => JSON.parse(readFileSync(join(dist, "_pages.json"), "utf8"));

/** Pages of calculators. @param {Found} page */
export const calculates = ({ kind }) => ["home", "calculator", "sheet"].includes(kind);

/** "/score/term/" is a score page. @param {string} path */
export const kindOf = (path) => path.split("/")[1] ?? "";

/**
 * The paths of one page of each kind, that with fewest elements. Pages of one kind
 * share their script and their parts, and differ in what their controls ask.
 * @param {Found[]} pages
 */
export const oneOfEachKind = (pages) => new Set(pages.map(({ path }) => pages.filter((other) => kindOf(other.path) === kindOf(path)).reduce((a, b) => (b.elements < a.elements ? b : a)).path));

/** Whether tests do with fewer pages and cases. scripts/test.sh all has all of them, every night. */
export const SHORT = process.env.SHORT === "1";

/** The pages of these paths in short, else all. @param {Found[]} pages @param {Iterable<string>} paths */
export const inShort = (pages, paths) => (SHORT ? pages.filter(({ path }) => new Set(paths).has(path)) : pages);

/** @typedef {{ pages: Found[], faults: string[] }} Crawled */

/**
 * Every page, and every fault of a link. Under run.mjs the first file that asks
 * keeps the answer in E2E_CRAWL for the others.
 * @returns {Promise<Crawled>}
 */
export async function crawl() {
  const { E2E_CRAWL: kept } = process.env;
  if (kept && existsSync(kept)) return JSON.parse(readFileSync(kept, "utf8"));
  const reader = await tab();
  try {
    const found = await visitAll((path, html) => reader.page.evaluate(parse, html, origin + path));
    if (kept) {
      writeFileSync(`${kept}.${process.pid}`, JSON.stringify(found));
      renameSync(`${kept}.${process.pid}`, kept); // nobody reads half of it
    }
    return found;
  } finally {
    await reader.close();
  }
}

/** @param {(path: string, html: string) => Promise<Omit<Found, "path" | "kind" | "firefox">>} read */
async function visitAll(read) {
  /** @type {Map<string, Found | null>} */ const known = new Map(); // null: a file
  /** @type {string[]} */ const faults = [];
  const list = new Map(listed().map((page) => [page.path, page]));
  const queue = [{ path: "/", from: "the visitor" }];
  for (const { path, from } of queue) {
    if (known.has(path)) continue;
    known.set(path, null);
    const response = await fetch(origin + path, { redirect: "manual" });
    if (response.status !== 200) {
      faults.push(`${from} links to ${path}: status ${response.status}${response.headers.get("location") ?? ""}`);
      continue;
    }
    const html = await response.text();
    if (!response.headers.get("content-type")?.startsWith("text/html")) continue;
    const { kind = "", firefox = false } = list.get(path) ?? {};
    if (!kind && ["/challenges/", "/log/"].includes(path)) continue; // the server makes them, and all below; stored/stored.test.mjs and look/look.test.mjs visit them
    if (!kind) faults.push(`${from} links to ${path}: the build does not list this page`);
    const found = { path, kind, firefox, ...(await read(path, html)) };
    known.set(path, found);
    for (const link of found.links) queue.push({ path: link.path, from: path });
  }
  const pages = [...known.values()].filter((found) => found !== null);
  for (const { path, links } of pages) {
    for (const { path: to, fragment, raw } of links) {
      const target = known.get(to);
      if (!fragment || !target || /^\d+;/.test(fragment)) continue; // a calculator's state
      if (!target.ids.includes(decodeURIComponent(fragment))) faults.push(`${path} links to ${raw}: no element has that id`);
    }
  }
  for (const { path, kind } of list.values()) {
    if (!["alone", "missing"].includes(kind) && !known.has(path)) faults.push(`no link leads to ${path}`);
  }
  return { pages, faults };
}

/** Runs in a page. @param {string} html @param {string} url @returns {Omit<Found, "path" | "kind" | "firefox">} */
function parse(html, url) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const here = new URL(url);
  const links = [...page.querySelectorAll("a[href], link[href], script[src], img[src], iframe[src], source[src]")].flatMap((el) => {
    const raw = el.getAttribute("href") ?? el.getAttribute("src") ?? "";
    const to = new URL(raw, here);
    return to.origin === here.origin ? [{ path: to.pathname + to.search, fragment: to.hash.slice(1), raw, page: el.tagName === "A" }] : [];
  });
  const ids = [...page.querySelectorAll("[id]")].map((el) => el.id);
  return {
    title: page.title,
    ids,
    elements: page.querySelectorAll("main *").length,
    names: {
      headings: [...page.querySelectorAll("h1")].map((h1) => h1.textContent?.trim() ?? ""),
      lang: page.documentElement.lang,
      mains: page.querySelectorAll("main").length,
      description: page.querySelector("meta[name=description]")?.getAttribute("content") ?? "",
      twice: ids.filter((id, i) => ids.indexOf(id) !== i),
    },
    links,
    calculators: page.querySelectorAll("[data-calc]").length,
    pastes: page.querySelectorAll("[data-paste]").length,
  };
}
