// Modules that a page loads when it is idle: there without a network, and said
// where they are wanted if they cannot be loaded.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { allowClipboard, firefox, origin, tab } from "../support/fixture.mjs";
import { PATH, credential, drop, text } from "../support/proofs.mjs";
import { detour } from "../support/site.mjs";

/** @typedef {import("../support/tab.mjs").Tab} Tab */

const NOT_LOADED = /could not be loaded/i;
const CHARTS = "/rating/clawdiators/";

/** Clicks, wherever it is. @param {Tab} of @param {string} selector */
const press = ({ page }, selector) => page.$eval(selector, (el) => /** @type {HTMLElement} */ (el).click());

/** Waits until an element says something. @param {Tab} of @param {string} selector @param {RegExp} want */
const says = ({ page }, selector, want) =>
  page.waitForFunction((selector, pattern) => {
    const el = document.querySelector(selector);
    return el && !el.closest("[hidden]") && new RegExp(pattern, "i").test(el.textContent ?? "");
  }, {}, selector, want.source);

/** Opens what is closed. @param {Tab} of @param {string} selector */
const open = ({ page }, selector) => page.$eval(selector, (el) => el.setAttribute("open", ""));

/**
 * A tab for which these files are not there, until others are not.
 * @param {RegExp} files
 */
async function without(files) {
  const other = await detour(origin, (path, response) => {
    const away = files.test(path);
    if (away) response.writeHead(404, { "content-type": "text/javascript" }).end();
    return away;
  });
  after(other.stop);
  const reader = await tab({ keeps: true });
  reader.origin = other.origin; // where nothing is cached yet
  return { reader, lacks: (/** @type {RegExp} */ others) => (files = others) };
}

const NONE = /^$/;
const missing = /404|ERR_FAILED|NS_ERROR|Loading failed|error loading/i; // what browsers say of a file that is not there

test("offline after the first answer, everything works", async (t) => {
  const { reader, lacks } = await without(NONE);
  const { page } = reader;
  await allowClipboard(undefined, reader.origin);
  /** @param {string} path */
  const alone = async (path) => {
    lacks(NONE);
    await reader.live(path);
    await reader.whole();
    await page.waitForNetworkIdle({ idleTime: 200 });
    lacks(/^(?!.*favicon)/); // which is asked for at any time
  };
  await t.test("on a score page", async () => {
    await alone("/score/airena/#1;passed=97;total=100;time=1800;end");
    await press(reader, "[data-tool=pin]");
    await says(reader, "[data-compared]", /no change/);
    await open(reader, "details[data-more]");
    await press(reader, "[data-variants] [data-keep]");
    await says(reader, "[data-variants] [data-open]", /Untitled/);
    await press(reader, "[data-tool=answer]");
    await says(reader, ".tools", /Answer copied|Variant kept/);
    await reader.silent("a score page");
  });
  await t.test("on a page with charts", async () => {
    await alone(CHARTS);
    await page.focus("[data-fan] [data-plot][role=slider]");
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector("[data-fan] [data-cursor]:not([hidden])");
    await reader.silent("a page with charts");
  });
  await t.test("on the page that verifies", async () => {
    await alone(PATH);
    await reader.put(text, `${credential}x`);
    await press(reader, "[data-caret]");
    await page.waitForFunction((text) => document.activeElement?.matches(text), {}, text);
    await drop(reader, "/text", `${JSON.stringify(JSON.parse(credential))}\n`.repeat(3), "three.jsonl");
    await says(reader, "[data-many] [data-sentence]", /3/);
    await reader.silent("the page that verifies");
  });
  await reader.close();
});

test("a file that cannot be loaded is reported where it is needed", async (t) => {
  const { reader } = await without(/\/later\.\w+\.mjs/);
  await t.test("on a score page, which works on", async () => {
    await reader.live("/score/airena/");
    for (const tool of ["pin", "answer"]) {
      await press(reader, `[data-tool=${tool}]`);
      await says(reader, ".tools > [role=status]", NOT_LOADED);
      await press(reader, "[data-tool=reset]");
      await says(reader, ".tools > [role=status]", /The form shows the example again/);
    }
    await open(reader, "details[data-more]");
    await says(reader, ".tools > [role=status]", NOT_LOADED);
    const [field] = await reader.fields();
    const before = await reader.shown();
    await reader.type(field?.selector ?? "", String(Number(field?.value) - 1));
    assert.notDeepEqual(await reader.shown(), before);
    await reader.silent("without tools", missing);
  });
  await t.test("beside a chart", async () => {
    await reader.live(CHARTS);
    await press(reader, "[data-csv]");
    await says(reader, "[data-csv] + [role=status]", NOT_LOADED);
    await reader.silent("without charts", missing);
  });
  await t.test("on the page that verifies, which works on", async () => {
    await reader.live(PATH);
    await press(reader, "[data-conformance-go]");
    await says(reader, "[data-conformance-failed]", NOT_LOADED);
    await reader.put(text, credential);
    await says(reader, ".stub", /Signed by a key we do not know/);
    await drop(reader, "/text", `${JSON.stringify(JSON.parse(credential))}\n`.repeat(2_000), "many.jsonl");
    await says(reader, "p.error[id]", NOT_LOADED);
    await reader.silent("without lists", missing);
  });
  await reader.close();
});

test("if the engine’s Worker cannot be loaded the example stays, and a file that loads at a later attempt is used", async () => {
  const { reader, lacks } = await without(/\/(host|later)\.\w+\.mjs/);
  await reader.goto("/score/airena/");
  await reader.page.waitForSelector("[data-status=off]:not([hidden])");
  assert.match((await reader.sentences())[0] ?? "", /88\.00/);
  await press(reader, "[data-tool=pin]");
  await says(reader, ".tools > [role=status]", NOT_LOADED);
  await reader.silent("without Worker and tool", missing);
  if (firefox) return reader.close(); // it keeps what came of a module for as long as the page is open
  lacks(NONE);
  const [field] = await reader.fields();
  await reader.put(field?.selector ?? "", String(Number(field?.value) - 1));
  await reader.page.waitForSelector("[data-whose=own]:not([hidden])");
  await press(reader, "[data-tool=pin]"); // it was pinned, and compared with nothing
  await press(reader, "[data-tool=pin]");
  await says(reader, "[data-compared]", /no change/);
  await reader.silent("with both");
  await reader.close();
});
