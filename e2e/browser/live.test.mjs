// What a reader does with a calculator: types, drags, copies the link, comes back.

import assert from "node:assert/strict";
import test from "node:test";
import { equal, none, same } from "./support/check.mjs";
import { crawl } from "./support/crawl.mjs";
import { allowClipboard, context, firefox, origin, tab } from "./support/fixture.mjs";
import { Tab } from "./support/tab.mjs";

/** @typedef {import("./support/tab.mjs").Shown} Shown */

const all = (await crawl()).pages.filter(({ calculators }) => calculators > 0);
const pages = firefox ? all.filter((page) => page.firefox) : all; // one shows what Firefox does otherwise

/** @param {string} path "/score/term/" is a score page */
const kind = (path) => path.split("/")[1] ?? "";

// Of each kind the page with most elements is gone through in every way: pages of
// one kind share their script and their parts, and differ in what their controls
// ask. That is asked on every page.
const whole = new Set(pages.map(({ path }) => pages.filter((other) => kind(other.path) === kind(path)).reduce((a, b) => (b.elements > a.elements ? b : a)).path));
const reader = await tab();
const { page } = reader;
await allowClipboard();

// The sources' own numbers, on the screen.
const normative = {
  "/": ["88.00"],
  "/score/airena/": ["This submission scores 88.00 of 100"],
  "/score/clawdiators/": ["823", "824"],
  "/score/term/": ["80.2 %"],
  "/rating/clawdiators/": ["1050", "1075", "+24.76"],
  "/rating/airena/": ["1220", "1192", "1196"],
};

test("the normative examples are on their pages", async (t) => {
  for (const [path, numbers] of Object.entries(normative)) {
    await t.test(path, async () => {
      await reader.live(path);
      const text = await page.$$eval("[data-calc]", (all) => all.map((el) => /** @type {HTMLElement} */ (el).innerText).join("\n"));
      none(numbers.filter((number) => !text.includes(number)), "numbers that are missing");
    });
  }
});

for (const { path } of pages) {
  test(path, async (t) => {
    await page.setViewport({ width: 1280, height: 900 });
    await reader.live(path);
    const example = await reader.shown();

    await t.test("every number moves the answer, and back", () => numbersMove(example));
    if (whole.has(path)) await gestures(t, path, example);
    await t.test("stays silent", () => reader.silent(path));
    await t.test("Tab reaches every control on a phone", async () => {
      await page.setViewport({ width: 360, height: 740 });
      await reader.live(path);
      await tabs(360);
    });
  });
}

test("one page of each kind is gone through", () => assert.deepEqual(new Set([...whole].map(kind)), new Set(pages.map(({ path }) => kind(path)))));

/** Everything that readers do with a calculator. @param {import("node:test").TestContext} t @param {string} path @param {Shown[]} example */
async function gestures(t, path, example) {
  await t.test("Tab reaches every control and shows where it is", async () => {
    await reader.live(path);
    await tabs(1280);
  });
  await t.test("every slider moves by arrow keys", () => slidersMove());
  await t.test("the buttons beside a number and its arrow keys step it", () => numbersStep());
  await t.test("Reset brings the example back", () => resets(example));
  await t.test("1,5 is 1.5", () => commas());
  await t.test("a reload keeps what was typed", () => reloads(path));
  await t.test("a copied link says the same elsewhere", () => copies(path));
  await t.test("a closed clipboard leaves the text to copy", () => closed(path));
}

/** @param {number} width */
async function tabs(width) {
  const wanted = await page.evaluate(() => {
    /** @type {any} */ (document.activeElement)?.blur();
    scrollTo(0, 0);
    const seen = new Set();
    const all = document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']");
    return [...all].filter((el) => {
      const input = /** @type {HTMLInputElement} */ (el);
      // The steps beside a number are for the mouse: its arrow keys do the same.
      if (input.disabled || input.type === "hidden" || (input.dataset.step && el.getAttribute("tabindex") === "-1") || !el.checkVisibility({ visibilityProperty: true })) return false;
      if (input.type !== "radio") return true;
      if (!input.checked) return false; // a group is one stop
      const group = `${input.form?.id} ${input.name}`;
      return !seen.has(group) && seen.add(group);
    }).map((el, i) => {
      el.setAttribute("data-stop", String(i));
      return el.outerHTML.slice(0, 120);
    });
  });
  assert.ok(wanted.length > 5);
  const reached = new Set();
  const faults = [];
  for (let i = 0; i < wanted.length + 5; i++) {
    await page.keyboard.press("Tab");
    if (firefox) await page.evaluate(scrolled);
    const stop = await page.evaluate(focused);
    if (stop === null) break; // the end of the page
    reached.add(stop.id);
    if (stop.fault) faults.push(`${width} px: ${stop.fault}: ${stop.html}`);
  }
  none([...wanted.filter((_, i) => !reached.has(String(i))).map((html) => `not reached: ${html}`), ...faults]);
}

/**
 * Runs in the page: resolves once it lies still. Firefox scrolls to the focus a
 * frame or more later, and ends half way if the next Tab comes before that, which
 * no reader is fast enough for: it stops where its compositor was. Nothing of the
 * page moves meanwhile.
 */
async function scrolled() {
  for (let calm = 0, at = -1; calm < 2; ) {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    calm = scrollY === at ? calm + 1 : 0;
    at = scrollY;
  }
}

/** Runs in the page: where the focus is, and whether a reader can see it. */
function focused() {
  const el = /** @type {HTMLElement} */ (document.activeElement);
  if (!el || el === document.body) return null;
  const shown = el.matches(".sr") || getComputedStyle(el).opacity === "0" ? /** @type {HTMLElement} */ (el.closest("label") ?? el) : el;
  const { top, bottom, left, right } = shown.getBoundingClientRect();
  const outlined = [el, shown].some((x) => getComputedStyle(x).outlineStyle !== "none");
  const inside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  const points = [0.1, 0.5, 0.9].map((y) => document.elementFromPoint((left + right) / 2, top + (bottom - top) * y));
  const covered = points.every((hit) => !hit || (!shown.contains(hit) && !hit.contains(shown)));
  const fault = !outlined ? "no outline" : !inside ? "outside the window" : covered ? "covered by something" : "";
  return { id: el.dataset.stop ?? "?", html: el.outerHTML.slice(0, 120), fault };
}

/** What counts of an answer: a refusal leaves the last valid one, which depends on the way there, also where another is followed. @param {Shown[]} shown */
const heard = (shown) => shown.map((one) => {
  const error = one.error ?? shown.find(({ form }) => form === one.follows)?.error;
  return error ? { error } : one;
});

/** @param {Shown[]} example */
async function numbersMove(example) {
  const faults = [];
  const spoken = new Set(); // calculators whose sentence has changed
  for (const { calculator, selector, value } of await reader.fields()) {
    const before = await reader.shown();
    for (const other of [Number(value) + 1, Number(value) - 1, 0, 1, 100, 2400]) {
      await reader.put(selector, String(other));
      const asked = await reader.asked(selector);
      if (asked !== other) faults.push(`${selector}: at ${other} the engine is asked about ${asked}`);
      (await reader.shown()).forEach((now, i) => {
        if (now.error === null && !equal(now.outputs.sentence, before[i]?.outputs.sentence)) spoken.add(i); // with those that follow it
      });
      if (spoken.has(calculator)) break; // one of its numbers is enough
    }
    await reader.put(selector, value);
    if (!equal(await reader.shown(), before)) faults.push(`${selector}: back at ${value}, the answer is another`);
  }
  example.forEach(({ outputs }, i) => {
    if (outputs.sentence && !spoken.has(i)) faults.push(`no number changes the sentence of calculator ${i + 1}`);
  });
  none(faults);
}

async function slidersMove() {
  const sliders = await page.$$eval("[data-calc] input[type=range]", (all) =>
    all.filter((el) => el.checkVisibility()).map((el) => {
      const { form, dataset } = /** @type {HTMLInputElement} */ (el);
      return { selector: `#${form?.id} [type=range][data-for="${dataset.for}"]`, twin: `#${form?.id} #${dataset.for}` };
    }));
  const faults = [];
  for (const { selector, twin } of sliders) {
    const text = () => page.$eval(twin, (el) => /** @type {HTMLInputElement} */ (el).value);
    const [before, was] = [await reader.shown(), await text()];
    await page.focus(selector);
    const values = new Set();
    for (const key of /** @type {const} */ (["Home", "ArrowRight", "End", "ArrowLeft"])) {
      await page.keyboard.press(key);
      await reader.settled();
      const is = await text();
      const asked = await reader.asked(twin);
      values.add(is);
      if (asked !== Number(is)) faults.push(`${selector}: at ${is} the engine is asked about ${asked}`);
    }
    if (values.size < 4) faults.push(`${selector}: arrow keys, Home and End reach only ${[...values]}`);
    await reader.put(twin, was);
    if (!equal(await reader.shown(), before)) faults.push(`${selector}: back at ${was}, the answer is another`);
  }
  none(faults);
}

/** The buttons beside a number and its own arrow keys do the same. */
async function numbersStep() {
  const steps = await page.$$eval("[data-calc] button[data-step]", (all) =>
    all.filter((el) => el.checkVisibility()).map((el) => {
      const { form, dataset } = /** @type {HTMLButtonElement} */ (el);
      return { button: `#${form?.id} button[data-for="${dataset.for}"][data-step="${dataset.step}"]`, number: `#${form?.id} #${dataset.for}`, up: dataset.step === "1" };
    }));
  assert.ok(steps.length > 0);
  const faults = [];
  for (const { button, number, up } of steps) {
    const valueOf = () => page.$eval(number, (el) => /** @type {HTMLInputElement} */ (el).value);
    const was = await valueOf();
    await page.$eval(button, (el) => /** @type {HTMLElement} */ (el).click());
    await reader.settled();
    const clicked = await valueOf();
    await reader.put(number, was);
    await page.focus(number);
    await page.keyboard.press(up ? "ArrowUp" : "ArrowDown");
    await reader.settled();
    const pressed = await valueOf();
    await reader.put(number, was);
    const least = await page.$eval(number, (el) => Number(/** @type {HTMLElement} */ (el).dataset.least ?? -Infinity));
    const moved = up ? Number(clicked) > Number(was) : Number(clicked) < Number(was) || Number(was) <= least;
    if (!moved) faults.push(`${button}: ${was} → ${clicked}`);
    if (pressed !== clicked) faults.push(`${number}: the arrow key makes ${was} ${pressed}, the button ${clicked}`);
  }
  none(faults);
}

/** @param {Shown[]} example */
async function resets(example) {
  const fields = await reader.fields();
  const calculators = await page.$$("[data-calc]");
  for (const [i, calculator] of calculators.entries()) {
    const { selector = "", value = "" } = fields.find((field) => field.calculator === i) ?? {};
    if (!selector) continue; // it follows another and adds nothing
    const button = await calculator.$("[data-tool=reset]");
    await reader.type(selector, "3");
    assert.notEqual(await reader.fragment(), "");
    if (button) await button.click();
    else await reader.type(selector, value);
    await reader.settled();
    assert.equal(await reader.fragment(), "");
  }
  same(await reader.shown(), example);
  assert.ok(await page.$eval("[data-status=example]", (el) => el.checkVisibility()), "the page does not say that it is the example");
}

async function commas() {
  const faults = [];
  for (const { selector, value } of await reader.fields()) {
    await reader.put(selector, "1.5");
    const want = heard(await reader.shown());
    await reader.put(selector, "1,5");
    if (!equal(heard(await reader.shown()), want)) faults.push(`${selector}: 1,5 is not 1.5`);
    const kept = await page.$eval(selector, (el) => /** @type {HTMLInputElement} */ (el).value);
    if (kept !== "1,5") faults.push(`${selector}: 1,5 became ${kept}`);
    await reader.put(selector, value);
  }
  none(faults);
}

/** @param {string} path */
async function reloads(path) {
  await reader.live(path);
  const fields = await reader.fields();
  await reader.type(fields.at(-1)?.selector ?? "", "2");
  await reader.type(fields[0]?.selector ?? "", "zwölf; #%&=,");
  assert.notEqual(await reader.fragment(), "");
  const [values, said] = [await reader.values(), heard(await reader.shown())];
  assert.ok(said.some(({ error }) => error), "a word is taken for a number");
  await page.reload();
  await reader.settled();
  same(await reader.values(), values, "the controls");
  same(heard(await reader.shown()), said, "the answer");
}

/** @param {string} path */
async function copies(path) {
  const button = await page.$("[data-tool=link]");
  if (!button) return; // the home page's example has no tools
  await page.$$eval("[data-tool=reset]", (all) => all.forEach((el) => /** @type {HTMLElement} */ (el).click()));
  await reader.settled();
  for (const { selector, value } of await reader.fields()) {
    await reader.type(selector, String(Math.max(1, Number(value) - 1)));
    if ((await reader.shown()).some(({ error }) => error)) await reader.type(selector, value);
  }
  await button.click();
  await page.waitForFunction(() => [...document.querySelectorAll(".tools [role=status]")].some((el) => el.textContent));
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.startsWith(`${origin}${path}#1;`) && link.endsWith(";end"), link);
  assert.ok(link.length < 2000, `the link has ${link.length} characters`);
  const [values, said] = [await reader.values(), await reader.shown()];
  const stranger = await Tab.open(await context(), origin);
  await stranger.live(link.slice(origin.length));
  same(await stranger.values(), values, "the controls");
  same(await stranger.shown(), said, "the answer");
  await stranger.silent("the copied link");
  await stranger.close();
}

/** @param {string} path */
async function closed(path) {
  const button = await page.$("[data-tool=answer]");
  if (!button) return;
  await page.$$eval("details[data-more]", (all) => all.forEach((el) => el.setAttribute("open", "")));
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await button.click();
  await page.waitForFunction(() => [...document.querySelectorAll("[data-fallback]")].some((el) => !el.matches("[hidden]")));
  const text = await page.$eval("[data-fallback]:not([hidden])", (el) => /** @type {HTMLTextAreaElement} */ (el).value);
  const [sentence] = await reader.sentences();
  assert.ok(sentence && text.includes(sentence), text);
  assert.ok(text.includes(origin + path), text);
}
