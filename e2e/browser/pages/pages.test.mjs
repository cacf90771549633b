// What holds for every page that can be reached from the home page.

import assert from "node:assert/strict";
import test from "node:test";
import { withFewAlike } from "../support/measure/alike.mjs";
import { audit, auditColours, auditLook } from "../support/measure/axe.mjs";
import { none, same } from "../support/check.mjs";
import { colours } from "../support/measure/colours.mjs";
import { SHORT, calculates, crawl, kindOf } from "../support/crawl.mjs";
import { tab } from "../support/fixture.mjs";

const { pages, faults } = await crawl();
const [reader, plain] = await Promise.all([tab(), tab({ scripts: false })]);
const showIn = await colours(reader.page);
const session = await reader.page.createCDPSession();

test("every link leads somewhere, and so does every fragment", () => none(faults));

test("all titles are different", () => {
  const titles = new Map();
  for (const { title, path } of pages) {
    assert.ok(title.trim(), `${path} has no title`);
    assert.ok(!titles.has(title), `${path} and ${titles.get(title)} are both called ${title}`);
    titles.set(title, path);
  }
});

test("the pages of the arenas calculate", () => {
  const wanted = pages.filter(calculates);
  for (const { path, calculators } of wanted) assert.ok(calculators > 0, `${path} has no calculator`);
  assert.ok(wanted.length >= 6);
});

test("every page names itself", () => none(pages.flatMap(({ path, names }) => misnamed(names).map((fault) => `${path}: ${fault}`))));

/** Rulebooks have one template, and so do operations: they differ in their texts alone. @param {import("../support/crawl.mjs").Found} page */
const template = ({ path, kind }) => (kind === "rulebook" || kind === "operation" ? kind : path);

/** @param {import("../support/crawl.mjs").Found} page */
const reads = ({ kind }) => ["text", "rulebook", "operation"].includes(kind);

/** Pages of one look: texts, calculators of one kind. @param {import("../support/crawl.mjs").Found} page */
const look = (page) => (reads(page) ? "text" : page.kind === "calculator" ? kindOf(page.path) : page.path);

/** The largest page of each sort. @param {(page: import("../support/crawl.mjs").Found) => string} sort */
function largest(sort) {
  /** @type {Map<string, import("../support/crawl.mjs").Found>} */ const found = new Map();
  for (const page of pages) {
    const other = found.get(sort(page));
    if (!other || page.elements > other.elements) found.set(sort(page), page);
  }
  return found;
}

// One page of each template is looked at closely, and one of each look in light
// and dark, wide and narrow.
const samples = largest(template);
const models = new Set(largest(look).values());

test("each template has a sample, and each look", () => {
  assert.ok(samples.size >= 15 && samples.size < pages.length, `${samples.size} samples of ${pages.length} pages`);
  assert.ok(models.size >= 8 && models.size < samples.size, `${models.size} looks`);
});

const light = { name: "prefers-color-scheme", value: "light" };
const dark = { name: "prefers-color-scheme", value: "dark" };

/** The files that a page loads. @param {import("../support/crawl.mjs").Found} page */
const files = ({ links }) => [...new Set(links.filter(({ page }) => !page).map(({ path }) => path))].sort();

// The others of a template are shown in the place of their sample, with the same
// frame and the same files around them; in short, one in five of them.
for (const [name, sample] of samples) {
  const others = pages.filter((page) => template(page) === name && page !== sample).filter((_, i) => !SHORT || i % 5 === 0);
  if (others.length) test(`${name}: all but ${sample.path}`, async (t) => {
    await reader.page.setViewport({ width: 320, height: 640 });
    await reader.page.emulateMediaFeatures([dark]);
    await reader.goto(sample.path);
    for (const found of others) {
      await t.test(`${found.path} loads what its sample does`, () => same(files(found), files(sample)));
      const html = await (await fetch(reader.origin + found.path)).text();
      await reader.page.evaluate(replace, html);
      await t.test(`${found.path} fits 320 px`, () => fits(reader.page, 320));
      await t.test(`${found.path} fits a phone in letters of twice the size`, () => fitsLarge(reader.page));
      await t.test(`${found.path} is whole`, () => whole(reader.page, found.calculators));
      await t.test(`${found.path} is silent`, () => reader.silent(found.path));
    }
  });
}

/** Runs in a page: shows the main part of another one. @param {string} html */
function replace(html) {
  const [here, there] = [document, new DOMParser().parseFromString(html, "text/html")].map((page) => page.querySelector("main"));
  if (!here || !there) throw new Error("no <main>");
  here.replaceWith(document.adoptNode(there));
}

test("without JavaScript the first page has a text in the place of the line, and no verdict", async () => {
  await plain.page.setViewport({ width: 1280, height: 900 });
  await plain.goto("/");
  const { line, links, claims } = await plain.page.evaluate(() => ({
    line: document.querySelector("[data-paste]")?.checkVisibility(),
    links: [...document.querySelectorAll("noscript a")].map((el) => el.getAttribute("href")),
    claims: [...document.querySelectorAll(".slip")].filter((el) => el.checkVisibility()).map((el) => [el.querySelector(".sum")?.textContent?.replace(/\s+/g, " ").trim(), el.querySelector(".word")?.textContent]),
  }));
  same([line, links], [false, ["/docs/"]]);
  same(claims, [["claims 94.25 of 100", "Not checked yet"], ["claims 94.25", "Not checked yet"]]);
});

for (const found of samples.values()) {
  const { path, calculators } = found;
  test(path, async (t) => {
    const { page } = reader;
    const load = () => (calculators ? reader.live(path) : reader.goto(path));
    const still = async () => {
      // The frame after the text may show the other half of a row on a busy
      // machine. What the page itself moves, it moves again: so it is asked twice.
      if (moved((await reader.seen()).shifts).length) await load();
      none(moved((await reader.seen()).shifts));
    };
    if (models.has(found)) {
      await page.setViewport({ width: 1280, height: 900 });
      await page.emulateMediaFeatures([light]);
      await load();
      await t.test("nothing moves while it loads and the engine starts", still);
      await t.test("axe, light", async () => none(await withFewAlike(page, () => auditLook(page)))); // the elements are those of the phone
    }

    await page.setViewport({ width: 360, height: 740 });
    await page.emulateMediaFeatures([dark]);
    await load();
    await t.test("loads without console messages, only from this site", () => reader.silent("loading"));
    await t.test("nothing moves on a phone", still);
    await t.test("names itself", async () => none(misnamed(await names(page))));
    const live = await reader.shown();
    await t.test("fits 360 px", () => fits(page, 360));
    await t.test("fits a phone in letters of twice the size", () => fitsLarge(page, load));
    await t.test("axe on a phone, dark", async () => none(await withFewAlike(page, () => audit(page))));
    if (models.has(found)) {
      await showIn("forced");
      await t.test("contrast in forced colours", async () => none(await withFewAlike(page, () => auditColours(page))));
      await showIn("dark");
    }
    await page.setViewport({ width: 320, height: 640 });
    await t.test("fits 320 px", () => fits(page, 320));
    await page.emulateMediaType("print");
    await t.test("prints without its controls", () => prints(page, calculators));
    await page.emulateMediaType();
    await t.test("is whole", () => whole(page, calculators));
    await t.test("logs no message in the console", () => reader.silent("on a phone and in print"));

    if (reads(found) && !files(found).some((file) => /\.m?js$/.test(file))) return; // it is the same without JavaScript
    await plain.goto(path);
    await t.test("is whole without JavaScript", () => whole(plain.page, calculators));
    await t.test("offers nothing that needs JavaScript", async () => none(await plain.page.evaluate(() => {
      const seen = [...document.querySelectorAll("[data-step]:not(input), [data-anything]")].filter((el) => el.getClientRects().length > 0).map((el) => el.outerHTML);
      return /Change any number\.|Paste a proof/.test(document.querySelector("main")?.innerText ?? "") ? [...seen, "it says what to type"] : seen;
    })));
    await t.test("shows the answer that the engine gives", async () => same(await plain.shown(), live));
    await t.test("logs no message without JavaScript", () => plain.silent("without JavaScript"));
  });
}

/** @typedef {import("puppeteer-core").Page} Page */

/**
 * What moved, where the sum of it is above 0 to three decimals, as it is
 * reported everywhere. While the text still comes, a busy machine may paint half
 * a line: that much is allowed.
 * @param {import("../support/watch.mjs").Seen["shifts"]} shifts
 */
function moved(shifts) {
  const sum = (/** @type {boolean} */ late) => shifts.filter(({ parsed }) => parsed === late).reduce((sum, { value }) => sum + value, 0);
  if (sum(true) < 0.0005 && sum(false) < 0.01) return [];
  return shifts.map(({ value, parsed, from }) => `${value.toFixed(4)} ${parsed ? "after" : "before"} the end of the text: ${from}`);
}

/** What is wrong with how a page names itself. @param {import("../support/crawl.mjs").Names} names */
function misnamed({ headings, lang, mains, description, twice }) {
  const faults = twice.map((id) => `the id ${id} occurs twice`);
  if (headings.length !== 1 || !headings[0]) faults.push(`headings: ${JSON.stringify(headings)}, want one`);
  if (lang !== "en") faults.push(`the language is ${lang}`);
  if (mains !== 1) faults.push(`${mains} elements <main>`);
  if (!description) faults.push("no description");
  return faults;
}

/** How a page names itself once its scripts have run. @param {Page} page */
const names = (page) =>
  page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map((el) => el.id);
    return {
      headings: [...document.querySelectorAll("h1")].map((h1) => h1.textContent?.trim() ?? ""),
      lang: document.documentElement.lang,
      mains: document.querySelectorAll("main").length,
      description: document.querySelector("meta[name=description]")?.getAttribute("content") ?? "",
      twice: ids.filter((id, i) => ids.indexOf(id) !== i),
    };
  });

/** @param {Page} page @param {number} width */
async function fits(page, width) {
  const found = await page.evaluate((width) => {
    const { scrollWidth } = document.documentElement;
    const scrolls = (/** @type {Element} */ el) => {
      for (let at = el.parentElement; at; at = at.parentElement) if (getComputedStyle(at).overflowX !== "visible") return true;
      return false;
    };
    const wide = [...document.querySelectorAll("main *, header *, footer *")]
      .filter((el) => el.getBoundingClientRect().right > width && !scrolls(el))
      .map((el) => `${el.tagName}.${el.className} to ${el.getBoundingClientRect().right}`);
    return { scrollWidth, wide };
  }, width);
  assert.ok(found.scrollWidth <= width, `${found.scrollWidth} px wide: ${found.wide.slice(0, 5)}`);
}

/**
 * Of readers who double the letters and leave the pictures: by the browser's setting, as
 * here, or by Firefox's zoom of text alone, where the same media queries hold. A page that
 * measured itself in small letters is loaded again.
 * @param {Page} page @param {() => Promise<unknown>} [load]
 */
async function fitsLarge(page, load) {
  const usual = page.viewport();
  await page.setViewport({ width: 360, height: 740 });
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  let { letters, width } = await page.evaluate(unfolded);
  if (width > 360 && load) {
    await load();
    ({ letters, width } = await page.evaluate(unfolded));
  }
  await session.send("Page.setFontSizes", { fontSizes: { standard: 16, fixed: 13 } });
  await page.setViewport(usual);
  assert.equal(letters, 32);
  assert.ok(width <= 360, `${width} px wide`);
}

/** Runs in a page: measures it with all open that folds. */
function unfolded() {
  const closed = [...document.querySelectorAll("details:not([open])")];
  for (const details of closed) details.setAttribute("open", "");
  const found = { letters: parseFloat(getComputedStyle(document.body).fontSize), width: document.documentElement.scrollWidth };
  for (const details of closed) details.removeAttribute("open");
  return found;
}

/** @param {Page} page @param {number} calculators */
async function prints(page, calculators) {
  const found = await page.evaluate(() => {
    const seen = (/** @type {Element} */ el) => el.getClientRects().length > 0;
    // A finding that lights its bytes and a word of a rule are read on paper too, and do not look like controls there.
    const reads = (/** @type {Element} */ el) => {
      const { borderTopStyle, borderBottomStyle, backgroundColor, appearance } = getComputedStyle(el);
      if (borderTopStyle !== "none" || backgroundColor !== "rgba(0, 0, 0, 0)") return false;
      if (el.matches(".law-word")) return borderBottomStyle === "none" && appearance === "none" && (el instanceof HTMLSelectElement ? el.selectedOptions[0]?.text : /** @type {HTMLInputElement} */ (el).value) !== "";
      return el.matches("[data-lights]:not([aria-pressed=true])") && Boolean(el.querySelector("[data-out=message]")?.textContent);
    };
    return {
      controls: [...document.querySelectorAll("input, select, textarea, button")].filter((el) => seen(el) && !reads(el)).map((el) => el.outerHTML.slice(0, 100)),
      heading: seen(/** @type {Element} */ (document.querySelector("h1"))),
      sentences: [...document.querySelectorAll("output")].filter(seen).length,
    };
  });
  none(found.controls);
  assert.ok(found.heading);
  if (calculators) assert.ok(found.sentences > 0);
}

/** @param {Page} page @param {number} calculators */
async function whole(page, calculators) {
  const found = await page.evaluate(() => {
    const seen = (/** @type {Element} */ el) => el.getClientRects().length > 0;
    const text = (/** @type {Element} */ el) => el.textContent?.trim() ?? "";
    return {
      heading: text(/** @type {Element} */ (document.querySelector("h1"))),
      sentences: [...document.querySelectorAll("[data-calc]:not([hidden]) output")].map(text),
      tables: [...document.querySelectorAll("table")].filter(seen).map((table) => ({
        name: table.caption?.textContent ?? table.className,
        cells: [...table.tBodies].flatMap((body) => [...body.rows]).flatMap((row) => [...row.cells]).filter((cell) => text(cell) || cell.querySelector("input")).length,
      })),
      dead: [...document.querySelectorAll("button")].filter(seen).map((el) => el.outerHTML.slice(0, 100)),
    };
  });
  assert.ok(found.heading);
  for (const { name, cells } of found.tables) assert.ok(cells > 0, `the table ${name} is empty`);
  if (!calculators) return;
  assert.ok(found.sentences.length > 0, "no <output>");
  for (const sentence of found.sentences) assert.match(sentence, /\d/, `the answer ${JSON.stringify(sentence)} has no number`);
}
