// The form of a page with a workbench stays beside every answer of the page, if there is
// room, and stands between the first and the others if there is not.

import assert from "node:assert/strict";
import test from "node:test";
import { auditColours, auditLook, auditParts } from "../support/measure/axe.mjs";
import { colours } from "../support/measure/colours.mjs";
import { none, same } from "../support/check.mjs";
import { chromiumTest, firefox, tab } from "../support/fixture.mjs";

const reader = await tab();
const { page } = reader;

/** @typedef {{ top: number, bottom: number, left: number, right: number }} Box */

/** Where each answer of the page stands when it is scrolled to, and the first form then. */
const places = () =>
  page.evaluate(() => {
    const box = (/** @type {Element} */ el) => {
      const { top, bottom, left, right } = el.getBoundingClientRect();
      return { top, bottom, left, right };
    };
    const form = document.querySelector(".run");
    if (!form) throw new Error("the page has no form");
    return [...document.querySelectorAll(".calc :is(.sentence, .hero-number, .finding)")].filter((answer) => answer.checkVisibility() && !answer.closest(".sr")).map((answer) => {
      answer.scrollIntoView({ block: "center", behavior: "instant" });
      return { said: answer.textContent ?? "", answer: box(answer), form: box(form), end: box(/** @type {Element} */ (form.parentElement)).bottom };
    });
  });

/** How many answers each page has at least, none if its form is not to be seen with them. @type {Record<string, number>} */
const pages = { "/score/airena/": 3, "/score/clawdiators/": 3, "/score/term/": 3, "/rating/clawdiators/": 3, "/rating/airena/": 3, "/rewards/term/": 1, "/weights/": 0 };

for (const [path, answers] of Object.entries(pages)) {
  test(path, async (t) => {
    // One visit for all widths: nothing but CSS asks how wide the window is.
    await page.setViewport({ width: 360, height: 740 });
    await reader.live(path);
    if (answers) await t.test("on a phone has its form above the answers but the first", above);
    await page.setViewport({ width: 1280, height: 800 });
    await page.evaluate(() => scrollTo(0, 0));
    if (answers) await t.test("keeps its form beside every answer", () => beside(answers));
    const all = await inputsOf(path); // with all groups open
    await page.setViewport({ width: 1280, height: 800 });
    await t.test("shows every input together with its answer", () => together(all));
    await page.setViewport({ width: 360, height: 740 });
    await t.test("on a phone keeps the line of the answer in sight of every input", () => line(all));
  });
}

/** At the least width that has two columns. @param {number} least answers */
async function beside(least) {
  await page.setViewport({ width: 1024, height: 800 });
  const all = await places();
  assert.ok(all.length >= least, `${all.length} answers`);
  for (const { said, answer, form, end } of all) {
    assert.ok(answer.top >= 0 && answer.bottom <= 800, `“${said}” is not in the window`);
    const inSight = form.bottom - form.top <= 800 ? form.top >= 0 && form.bottom <= 801 : form.top <= 200 && form.bottom >= Math.min(799, end - 1); // a longer one scrolls with the page until its end
    assert.ok(inSight && form.bottom - form.top > 100, `“${said}”: the form is from ${form.top} to ${form.bottom}`);
    assert.ok(form.right <= answer.left, `“${said}” begins at ${answer.left}, the form ends at ${form.right}`);
  }
  await page.evaluate(() => scrollTo(0, 0)); // nothing is below the strip, half in sight
  none(await auditLook(page)); // in light; pages.test.mjs audits the page in dark
}

async function above() {
  for (const { said, answer, form } of (await places()).slice(1)) {
    assert.ok(form.left >= 0 && form.right <= 360, `the form is from ${form.left} to ${form.right}`);
    assert.ok(form.bottom <= answer.top, `“${said}” begins at ${answer.top}, the form ends at ${form.bottom}`);
  }
}

/** The numbers of a page, with all its groups open; of /weights/, its texts and choices too. @param {string} path */
async function inputsOf(path) {
  const numbers = (await reader.fields("number", false)).map(({ selector }) => selector);
  const others = path === "/weights/" ? await page.$$eval("form :is(textarea, select, input[type=text]:not([data-type=number]))[id]", (all) => all.filter((el) => el.checkVisibility()).map((el) => `#${el.id}`)) : [];
  return [...numbers, ...others];
}

/** @param {string[]} inputs */
async function together(inputs) {
  assert.ok(inputs.length > 2);
  none((await Promise.all([0, 900].map((scrolled) => page.evaluate((inputs, scrolled) => {
    scrollTo(0, scrolled);
    return inputs.flatMap((selector) => {
      const el = /** @type {HTMLElement} */ (document.querySelector(selector));
      el.focus();
      const seen = (/** @type {Element} */ one) => {
        const { top, left, right, ...box } = one.getBoundingClientRect().toJSON();
        const bottom = one.matches("textarea") ? top + 32 : box.bottom; // the line of the caret
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return top >= 0 && bottom <= innerHeight && hit !== null && (one.contains(hit) || hit.contains(one));
      };
      const form = el.closest("form")?.id ?? "";
      const places = document.querySelectorAll(`.strip [data-of="${form}"] b, #${form} .gain, [data-form="${form}"] .hero-number, [data-form="${form}"] :is(.sentence, .finding), [data-with="${form}"] :is(.sentence, .finding), [data-form="${form}"] .detail tr:last-child, .rail [data-of] span`);
      const fault = !seen(el) ? "it" : ![...places].some(seen) ? "its answer" : "";
      return fault ? [`${selector}, scrolled to ${scrollY}: ${fault} is not in sight`] : [];
    });
  }, inputs, scrolled)))).flat());
}

/** @param {string[]} inputs */
async function line(inputs) {
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" })); // so that the first one, too, comes into sight by its focus
  const all = await page.evaluate((inputs) => inputs.map((selector) => {
    const input = /** @type {HTMLInputElement} */ (document.querySelector(selector));
    input.focus();
    const line = [...document.querySelectorAll(".sticky-line > [data-of]:is(a)")].filter((link) => link.checkVisibility());
    const [a, b] = [input, /** @type {Element} */ (document.querySelector(".sticky-line"))].map((el) => el.getBoundingClientRect());
    if (!a || !b) throw new Error("no boxes");
    const brief = line[0]?.querySelector("b");
    return {
      selector, of: line.map((link) => link.getAttribute("data-of")).join(), form: input.form?.id, brief: brief?.textContent ?? "", cut: (brief?.scrollWidth ?? 0) > (brief?.clientWidth ?? 0),
      line: [Math.round(b.top), Math.round(b.bottom)], input: [Math.round(a.top), Math.round(a.bottom)], hit: document.elementFromPoint(180, (b.top + b.bottom) / 2)?.closest(".sticky-line") !== null,
    };
  }), inputs);
  none(all.flatMap((seen) => {
    const [top = NaN, bottom = NaN] = seen.line, [from = NaN, to = NaN] = seen.input;
    // The line is in the upper half, which a keyboard on the screen leaves free.
    const right = seen.of === seen.form && seen.brief.trim() !== "" && !seen.cut && seen.hit && top >= 0 && bottom <= 370 && bottom - top <= 64 && from >= bottom && to <= 740;
    return right ? [] : [JSON.stringify(seen)];
  }));
}

test("a control of a long form comes into sight when the focus reaches it", async () => {
  await page.setViewport({ width: 1280, height: 700 });
  await reader.live("/score/airena/");
  const last = await page.evaluate(() => {
    const inputs = document.querySelectorAll(".run input[type=text]");
    const input = inputs[inputs.length - 1];
    if (!(input instanceof HTMLElement)) throw new Error("the form has no input");
    for (let fold = input.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
    input.focus();
    const { top, bottom } = input.getBoundingClientRect();
    return { top, bottom };
  });
  assert.ok(last.top >= 0 && last.bottom <= 700, `it is from ${last.top} to ${last.bottom}`);
});

test("a click into a number selects it, another one does not", async () => {
  await reader.live("/score/airena/");
  const box = await (await page.$("[data-key=time]"))?.boundingBox();
  assert.ok(box);
  const selected = () => page.evaluate(() => { const { selectionStart, selectionEnd } = /** @type {HTMLInputElement} */ (document.activeElement); return [selectionStart, selectionEnd]; });
  const click = () => page.mouse.click(box.x + box.width - 6, box.y + box.height / 2);
  await click();
  same(await selected(), [0, 4]);
  await page.keyboard.type("1280");
  assert.equal(await page.$eval("[data-key=time]", (el) => /** @type {HTMLInputElement} */ (el).value), "1280");
  await click();
  const [from, to] = await selected();
  assert.equal(from, to, "the second click places the caret");
  await page.click('[data-step="1"][data-for="f-measurements-speed-time-ms"]');
  assert.equal(await page.$eval("[data-key=time]", (el) => /** @type {HTMLInputElement} */ (el).value), "1300", "a step is 20 ms");
});

test("a closed group shows its value, and opens for a refusal in it", async () => {
  await reader.live("/score/airena/#1;weights=50,20,20,10;end");
  const weights = () => page.$eval("details.fold:has([data-group='/weights'])", (el) => ({ open: /** @type {HTMLDetailsElement} */ (el).open, now: el.querySelector(".fold-value")?.textContent }));
  same(await weights(), { open: false, now: "50 · 20 · 20 · 10 %" });
  await reader.live("/score/airena/#1;weights=x,20,20,10;end");
  assert.equal((await weights()).open, true);
  assert.match(await reader.message("[data-key=weights]"), /x/);
});

chromiumTest("what is folded is on paper", async () => {
  await reader.live("/score/airena/");
  const formula = () => page.$eval(".fold .steps [data-out=formula]", async (el) => {
    await new Promise(requestAnimationFrame);
    return el.checkVisibility();
  });
  assert.equal(await formula(), false);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMediaType("print");
  assert.equal(await formula(), true);
  await page.emulateMediaType();
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.equal(await formula(), false);
});

test("the line on a phone has the newest answer, and leads to it without changing the address", async () => {
  await page.setViewport({ width: 360, height: 740 });
  await reader.live("/score/airena/#1;passed=97;total=100;time=1280;pin=passed=97&total=100&time=1800;end");
  const line = () => page.$$eval(".sticky-line > a[data-of]", (all) => all.filter((el) => el.checkVisibility()).map((el) => [el.querySelector("span")?.textContent, el.querySelector("b")?.textContent]));
  await page.waitForFunction(() => document.querySelector(".sticky-line .delta"));
  same(await line(), [[null, "88.00 +5.20"]]);
  await reader.type("[data-key=target]", "95");
  const [[of, brief]] = /** @type {[[string, string]]} */ (await line());
  assert.equal(of, await page.$eval("#target", (el) => el.ariaLabel));
  assert.match(brief, /\d/);
  const before = await reader.fragment();
  await page.click(".sticky-line > a[data-of]:not([hidden])");
  const heading = await page.evaluate(() => ({ form: document.activeElement?.closest("[data-form]")?.getAttribute("data-form"), top: document.activeElement?.getBoundingClientRect().top ?? NaN }));
  assert.ok(heading.form === "target" && heading.top >= 0 && heading.top < 370, JSON.stringify(heading));
  assert.equal(await reader.fragment(), before);
});

test("what is pinned stands beside what is now, at its own places", async (t) => {
  const PINNED = "#1;passed=97;total=100;time=1280;pin=passed=97&total=100&time=1800;end";
  const PARTS = [".hero", ".stacked", ".run"]; // that a pin changes
  await t.test("pinned", async () => {
    await page.setViewport({ width: 1280, height: 800 });
    await reader.live(`/score/airena/${PINNED}`);
    await page.waitForSelector(".pin-ghost:not([hidden]) .seg");
    const [now, was] = await page.evaluate(() => [".stacked-bar [data-id=process] .seg", ".pin-ghost [data-id=process] .seg"].map((selector) => /** @type {Element} */ (document.querySelector(selector)).getBoundingClientRect().right));
    assert.ok((now ?? NaN) - (was ?? NaN) > 30, `88.00 ends at ${now}, 82.80 at ${was}`);
    const pins = () => page.evaluate(() => [...document.querySelectorAll(".run input[type=range]")].map((el) => /** @type {HTMLElement} */ (el).style.getPropertyValue("--pin")).filter(Boolean).map(Number));
    assert.ok((await pins()).includes(0.97), `97 of 100 tests: ${await pins()}`);
    const [thumb = NaN, pin = NaN] = await page.$eval('[data-for="f-measurements-speed-time-ms"][type=range]', (el) => {
      const { value, min, max, style } = /** @type {HTMLInputElement} */ (el);
      return [(Number(value) - Number(min)) / (Number(max) - Number(min)), Number(style.getPropertyValue("--pin"))];
    });
    assert.ok(Math.abs(pin / thumb - 1800 / 1280) < 0.01, `1800 ms is at ${pin}, 1280 ms at ${thumb}`);
    none(await auditParts(page, ...PARTS), "light");
    if (firefox) return;
    const show = await colours(page);
    await show("dark");
    none(await auditColours(page, ...PARTS), "dark");
    await show();
  });
  await t.test("unpinned", async () => {
    await page.click("[data-tool=unpin]");
    await page.waitForFunction(() => ![...document.querySelectorAll("input[type=range]")].some((el) => /** @type {HTMLElement} */ (el).style.getPropertyValue("--pin")));
  });
});

test("a name or number stays inside its segment", async () => {
  await page.setViewport({ width: 1280, height: 800 });
  await reader.live("/score/airena/#2;passed=1;process-score=10;end");
  none(await page.$$eval(".stacked-bar [data-id]", (all) => all.filter((el) => getComputedStyle(el).overflow !== "hidden" || el.getBoundingClientRect().width > 1280).map((el) => el.textContent)), "not cut");
});

test("Start over brings back what every question asks", async () => {
  await page.setViewport({ width: 1280, height: 800 });
  await reader.live("/score/airena/");
  const example = await reader.values();
  for (const key of ["passed", "target", "posted", "rival-times"]) await reader.type(`[data-key=${key}]`, "7");
  await page.click("[data-tool=reset]");
  await reader.settled();
  same(await reader.values(), example);
  assert.equal(await reader.fragment(), "");
});
