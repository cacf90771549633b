// What a reader does with a calculator: types, drags, copies the link, comes back.

import assert from "node:assert/strict";
import test from "node:test";
import { equal, none, same } from "../support/check.mjs";
import { crawl, inShort, kindOf, oneOfEachKind } from "../support/crawl.mjs";
import { allowClipboard, context, copiedBy, firefox, origin, tab } from "../support/fixture.mjs";
import { quickly, slowly, stops } from "../support/measure/tabbing.mjs";
import { Tab } from "../support/tab.mjs";

/** @typedef {import("../support/tab.mjs").Shown} Shown */

const all = (await crawl()).pages.filter(({ calculators, kind }) => calculators > 0 && kind !== "audit");
const pages = firefox ? all.filter((page) => page.firefox) : inShort(all, oneOfEachKind(all)); // one shows what Firefox does otherwise

// One page of each kind is gone through in every way. What its controls ask is
// looked at on every page, if not in short.
const whole = oneOfEachKind(pages);
const reader = await tab({ short: true, own: true });
const { page } = reader;
await allowClipboard();

/** Somebody else, who has nothing of the reader's. @type {Promise<Tab> | undefined} */
let other;
const stranger = () => (other ??= context().then((own) => Tab.open(own, origin, { short: true })));

// The sources' own numbers, on the screen.
/** @type {Record<string, string[]>} */
const normative = {
  "/": ["94.25"], // of the demo: its record carries it
  "/score/airena/": ["This submission scores 88.00 of 100"],
  "/score/clawdiators/": ["823", "824"],
  "/score/term/": ["80.2 %"],
  "/rating/clawdiators/": ["1116", "31.2 %", "+6.51"],
  "/rating/airena/": ["1306.97", "4.97", "+2.34", "1373"],
};

for (const { path } of pages) {
  test(path, async (t) => {
    const phone = whole.has(path);
    await page.setViewport(phone ? { width: 360, height: 740 } : { width: 1280, height: 900 });
    await reader.live(path);
    const example = await reader.shown();
    await t.test("its normative examples are there", () => normal(path));
    if (phone) {
      await t.test("Tab reaches every control on a phone", () => tabs(360));
      await page.setViewport({ width: 1280, height: 900 });
      if (firefox) await reader.live(path); // beyond the page's end Firefox leaves it
      else { // and Chromium starts again
        await page.keyboard.press("Tab");
        await t.test("Tab reaches every control and shows where it is", () => tabs(1280));
      }
    } else await t.test("no control is out of the reach of Tab", () => reachable());
    const balances = await page.$("[data-balances]"); // its numbers move each other: weights/stress-fixes.test.mjs
    if (!firefox && !balances) await t.test("every number reaches the engine, moves the answer, and back", () => numbersMove(example));
    if (whole.has(path) && !balances) await gestures(t, path, example);
    await t.test("logs no message in the console", () => reader.silent(path));
  });
}

test("one page of each kind is visited", () => assert.deepEqual(new Set([...whole].map(kindOf)), new Set(pages.map(({ path }) => kindOf(path)))));

/** @param {string} path */
async function normal(path) {
  const text = await page.$$eval("[data-calc]", (all) => all.map((el) => /** @type {HTMLElement} */ (el).innerText).join("\n"));
  none((normative[path] ?? []).filter((number) => !text.includes(number)), "numbers that are missing");
}

/** Everything that readers do with a calculator, in Firefox by what is the browser's. @param {import("node:test").TestContext} t @param {string} path @param {Shown[]} example */
async function gestures(t, path, example) {
  await t.test("every slider moves its number, and by arrow keys", () => slidersMove());
  await t.test("the buttons beside a number and its arrow keys step it", () => numbersStep());
  if (!firefox) await t.test("Reset brings the example back", () => resets(example));
  if (!firefox) await t.test("1,5 is 1.5", () => commas());
  await t.test("a reload keeps what was typed", () => reloads(path));
  await t.test("a copied link says the same elsewhere", () => copies(path));
  await t.test("a closed clipboard leaves the text to copy", () => closed(path));
}

/** What the page says of its controls lets Tab reach each, in their order. */
async function reachable() {
  const wanted = await page.evaluate(stops);
  assert.ok(wanted.length > 5);
  none(wanted.filter(({ out }) => out).map(({ html }) => html));
}

/** Goes through the page by Tab, from its start. @param {number} width */
async function tabs(width) {
  if (await page.$("[data-fan]")) await page.waitForSelector("[data-fan] [data-plot][tabindex]"); // what a module makes
  const wanted = (await page.evaluate(stops)).map(({ html }) => html);
  assert.ok(wanted.length > 5);
  const all = await (firefox ? slowly(page, wanted.length) : quickly(page, wanted.length));
  const end = all.indexOf(null); // of the page
  const passed = (end < 0 ? all : all.slice(0, end)).flatMap((stop) => stop ?? []);
  const reached = new Set(passed.map(({ id }) => id));
  const faults = passed.flatMap(({ fault, html }) => (fault ? [`${width} px: ${fault}: ${html}`] : []));
  none([...wanted.filter((_, i) => !reached.has(String(i))).map((html) => `not reached: ${html}`), ...faults]);
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
  const before = await reader.shown();
  const listen = async () => (await reader.shown()).forEach((now, i) => {
    if (now.error === null && !equal(now.outputs.sentence, before[i]?.outputs.sentence)) spoken.add(i); // with those that follow it
  });
  const fields = await reader.unlike();
  for (const own of apart(fields)) {
    const i = own[0]?.calculator ?? NaN;
    // It and those that share its form, whose turn does not come: they have no numbers of their own.
    const all = before.flatMap((one, k) => (one.outputs.sentence && (k === i || (one.follows === before[i]?.form && !fields.some(({ calculator }) => calculator === k))) ? [k] : []));
    const heard = () => all.every((k) => spoken.has(k));
    // Each gets a number of its own, so that none can pass for another.
    const others = own.map(({ selector, value }, n) => ({ selector, value: String(Number(value) + 1 + n) }));
    await reader.puts(others);
    faults.push(...await unasked(others));
    await listen();
    for (const { selector, value } of own) {
      if (heard()) break; // one of its numbers is enough
      await reader.puts(own);
      for (const other of new Set([0, 2400, Number(value) + 1, 1, 100, Number(value) - 1])) {
        await reader.put(selector, String(other));
        await listen();
        if (heard()) break;
      }
    }
    await reader.puts(own);
    await page.$$eval("[data-way-now]", (all) => all.forEach((el) => { // the way that a moved score has chosen
      /** @type {HTMLInputElement} */ (el).value = "";
      el.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }));
    await reader.settled();
    if (!equal(await reader.shown(), before)) faults.push(`calculator ${i + 1}: with its numbers back, the answer is another`);
  }
  example.forEach(({ outputs }, i) => {
    if (outputs.sentence && !spoken.has(i)) faults.push(`no number changes the sentence of calculator ${i + 1}`);
  });
  none(faults);
}

/** Those controls whose number the engine is not asked about. @param {{ selector: string, value: string }[]} texts */
async function unasked(texts) {
  const faults = [];
  for (const { selector, value } of texts) {
    const asked = await reader.asked(selector);
    if (asked !== Number(value.replace(",", "."))) faults.push(`${selector}: at ${value} the engine is asked about ${asked}`);
  }
  return faults;
}

async function slidersMove() {
  const sliders = await page.evaluate(dragged);
  await reader.settled();
  const faults = sliders.filter(({ least, most }) => !least || !most).map(({ selector }) => `${selector}: its number is not its own at both ends`);
  // One of each kind as a reader does it: by the keys of the keyboard.
  for (const one of [sliders.find(({ grip }) => !grip), sliders.find(({ grip }) => grip)]) if (one) faults.push(...await byKeys(one));
  none(faults);
}

/** @param {{ selector: string, twin: string }} slider */
async function byKeys({ selector, twin }) {
  const faults = [];
  const before = await reader.shown();
  const text = () => page.$eval(twin, (el) => /** @type {HTMLInputElement} */ (el).value);
  const was = await text();
  await page.focus(selector);
  const values = new Set();
  /** @type {import("puppeteer-core").KeyInput[]} */
  const keys = ["Home", "ArrowRight", "End", "ArrowLeft"];
  for (const key of keys) {
    await page.keyboard.press(key);
    await reader.settled();
    const is = await text();
    values.add(is);
    faults.push(...await unasked([{ selector: twin, value: is }]));
  }
  if (values.size < keys.length) faults.push(`${selector}: arrow keys, Home and End reach only ${[...values]}`);
  await reader.put(twin, was);
  if (!equal(await reader.shown(), before)) faults.push(`${selector}: back at ${was}, the answer is another`);
  return faults;
}

/** Runs in the page: whether each slider takes its number to both of its ends. */
function dragged() {
  const sliders = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("[data-calc] input[type=range]")]).filter((el) => el.checkVisibility());
  return sliders.map((el) => {
    const form = el.form?.id ?? /** @type {HTMLElement | null} */ (el.closest("[data-grips]"))?.dataset.grips;
    const { for: id, sets: name } = el.dataset; // beside its number, or over a picture, by its name or what the picture's question calls it
    const reads = /** @type {HTMLElement | null} */ (el.closest("[data-reads]"))?.dataset.reads?.split(" ").map((pair) => pair.split("=")) ?? [];
    const sets = name?.startsWith("/") ? name : name && `/${reads.find((pair) => pair.at(-1) === name)?.[0] ?? name}`;
    const twin = sets ? `#${form} [name="${sets}"]` : `#${form} #${id}`;
    const input = /** @type {HTMLInputElement} */ (document.querySelector(twin));
    const was = input.value;
    const [least, most] = [el.min, el.max].map((end) => {
      el.value = end;
      el.dispatchEvent(new Event("input", { bubbles: true }));
      return input.value === (el.dataset.scale?.split(" ")[Number(end)] ?? end);
    });
    input.value = was;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    return { selector: sets ? `[data-grips="${form}"] [data-sets="${name}"]` : `#${form} [type=range][data-for="${id}"]`, twin, least, most, grip: sets !== undefined };
  });
}

/** The buttons beside a number and its own arrow keys do the same. */
async function numbersStep() {
  const before = await reader.shown();
  const steps = await page.evaluate(stepped);
  if (await page.$(".law")) return assert.equal(steps.length, 0); // numbers in sentences have no buttons: e2e/browser/weights/arena.test.mjs steps and drags them
  assert.ok(steps.length > 0);
  await reader.settled();
  const faults = [];
  for (const { button, number, was, clicked, pressed, least, up } of steps) {
    const moved = up ? Number(clicked) > Number(was) : Number(clicked) < Number(was) || Number(was) <= least;
    if (!moved) faults.push(`${button}: ${was} → ${clicked}`);
    if (pressed !== clicked) faults.push(`${number}: the arrow key makes ${was} ${pressed}, the button ${clicked}`);
  }
  if (!equal(await reader.shown(), before)) faults.push("with all numbers back, the answer is another");
  // One as a reader does it: a press of the mouse, a key of the keyboard.
  const { button = "", number = "", was = "", clicked = "", up = true } = steps[0] ?? {};
  for (const act of [() => page.click(button), () => page.focus(number).then(() => page.keyboard.press(up ? "ArrowUp" : "ArrowDown"))]) {
    await act();
    await reader.settled();
    const asked = await reader.asked(number);
    if (asked !== Number(clicked)) faults.push(`${number}: at ${clicked} the engine is asked about ${asked}`);
    await reader.put(number, was);
  }
  none(faults);
}

/** Runs in the page: what each button beside a number makes of it, and what the arrow key in it. */
function stepped() {
  const buttons = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("[data-calc] button[data-step]")]).filter((el) => el.checkVisibility());
  return buttons.map((el) => {
    const { form, dataset } = el;
    const number = `#${form?.id} #${dataset.for}`;
    const input = /** @type {HTMLInputElement} */ (document.querySelector(number));
    const up = dataset.step === "1";
    const was = input.value;
    /** @param {() => void} act */
    const after = (act) => {
      act();
      const { value } = input;
      input.value = was;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      return value;
    };
    const clicked = after(() => el.click());
    const pressed = after(() => input.dispatchEvent(new KeyboardEvent("keydown", { key: up ? "ArrowUp" : "ArrowDown", bubbles: true, cancelable: true })));
    return { button: `#${form?.id} button[data-for="${dataset.for}"][data-step="${dataset.step}"]`, number, was, clicked, pressed, least: Number(input.dataset.least ?? -Infinity), up };
  });
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
  // On the home page the example is a signed record, which is whole again.
  assert.ok(await page.$eval("[data-whose=example], [data-example] [data-state-of~=authentic]", (el) => el.checkVisibility()), "the page does not say that it is the example");
}

/** Fields, each calculator's by themselves. @param {Awaited<ReturnType<Tab["fields"]>>} fields */
const apart = (fields) => [...new Set(fields.map(({ calculator }) => calculator))].map((i) => fields.filter(({ calculator }) => calculator === i));

/** In the first calculator: how a text becomes a number is tested by itself, in site/assets/pure.test.mjs. */
async function commas() {
  const fields = (await reader.unlike()).filter(({ calculator }) => calculator === 0);
  assert.ok(fields.length > 0);
  const each = (/** @type {string} */ value) => fields.map(({ selector }) => ({ selector, value }));
  await reader.puts(each("1.5"));
  const want = heard(await reader.shown());
  await reader.puts(each("1,5"));
  const faults = await unasked(each("1,5"));
  if (!equal(heard(await reader.shown()), want)) faults.push("1,5 is not 1.5");
  for (const { selector } of fields) {
    const kept = await page.$eval(selector, (el) => /** @type {HTMLInputElement} */ (el).value);
    if (kept !== "1,5") faults.push(`${selector}: 1,5 became ${kept}`);
  }
  await reader.puts(fields);
  none(faults);
}

/** @param {string} path */
async function reloads(path) {
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
  // One number of each calculator: links.test.mjs makes links of all of them.
  for (const [field] of apart(await reader.fields())) {
    const { selector = "", value = "" } = field ?? {};
    await reader.put(selector, String(Math.max(1, Number(value) - 1)));
    if ((await reader.shown()).some(({ error }) => error)) await reader.put(selector, value);
  }
  const link = await copiedBy(page, () => button.click());
  assert.ok(/^#[12];.*;end$/.test(link.replace(`${origin}${path}`, "")), link);
  assert.ok(link.length < 2000, `the link has ${link.length} characters`);
  const [values, said] = [await reader.values(), await reader.shown()];
  const elsewhere = await stranger();
  await elsewhere.live(link.slice(origin.length));
  same(await elsewhere.values(), values, "the controls");
  same(await elsewhere.shown(), said, "the answer");
  await elsewhere.silent("the copied link");
  await page.bringToFront();
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
