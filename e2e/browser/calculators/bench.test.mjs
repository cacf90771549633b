// The form of a score page stays beside every answer of the page, if there is
// room, and above them if there is not. The text is in the site's own font.

import assert from "node:assert/strict";
import test from "node:test";
import { audit } from "../support/axe.mjs";
import { none, same } from "../support/check.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";

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
    return [...document.querySelectorAll(".calc .sentence")].map((answer) => {
      answer.scrollIntoView({ block: "center", behavior: "instant" });
      return { said: answer.textContent ?? "", answer: box(answer), form: box(form), scrolls: form.scrollHeight > form.clientHeight };
    });
  });

for (const path of ["/score/airena/", "/score/clawdiators/", "/score/term/"]) {
  test(`${path} keeps its form beside every answer`, async () => {
    await page.setViewport({ width: 1024, height: 800 });
    await reader.live(path);
    const all = await places();
    assert.ok(all.length >= 4, `${all.length} answers`);
    for (const { said, answer, form } of all) {
      assert.ok(answer.top >= 0 && answer.bottom <= 800, `“${said}” is not in the window`);
      assert.ok(form.top >= 0 && form.top < 200 && form.bottom <= 801 && form.bottom - form.top > 100, `“${said}”: the form is from ${form.top} to ${form.bottom}`);
      assert.ok(form.right <= answer.left, `“${said}” begins at ${answer.left}, the form ends at ${form.right}`);
    }
    none(await audit(page));
  });

  test(`${path} on a phone has its form above the answers`, async () => {
    await page.setViewport({ width: 360, height: 740 });
    await reader.live(path);
    for (const { said, answer, form } of (await places()).slice(1)) {
      assert.ok(form.left >= 0 && form.right <= 360, `the form is from ${form.left} to ${form.right}`);
      assert.ok(form.bottom <= answer.top, `“${said}” begins at ${answer.top}, the form ends at ${form.bottom}`);
    }
  });
}

test("a control in the form's own scroll comes into sight when the focus reaches it", async () => {
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

test("the strip has the newest answers, and leads to them without changing the address", async () => {
  await page.setViewport({ width: 1280, height: 800 });
  await reader.live("/score/airena/#1;passed=97;total=100;time=1280;target=90;end");
  const strip = () => page.$$eval(".strip a", (all) => all.map((el) => el.querySelector("b")?.textContent));
  same(await strip(), ["88.00", "−200 ms", "Correctness +0.40", "1st of 2", "70.8"]);
  await reader.type("[data-key=time]", "1800");
  await reader.type("[data-key=posted]", "1000");
  same(await strip(), ["82.80", "−720 ms", "Correctness +0.40", "1st of 2", "82.8"]);
  await reader.fragment();
  for (const of of ["target", "levers", "beside", "score"]) {
    await page.click(`.strip [data-of=${of}]`);
    const heading = await page.evaluate(() => ({ of: document.activeElement?.closest("[data-form]")?.getAttribute("data-form") ?? "score", top: document.activeElement?.getBoundingClientRect().top ?? NaN }));
    assert.equal(heading.of, of, "the focus is there");
    const strip = await page.$eval(".strip", (el) => el.getBoundingClientRect().bottom);
    assert.ok(of === "score" || (heading.top >= strip && heading.top < 400), `${of} is at ${heading.top}, below the strip, which ends at ${strip}`);
    await page.waitForFunction((of) => document.querySelector(".strip [aria-current]")?.getAttribute("data-of") === of, {}, of);
  }
  assert.match(await reader.fragment(), /time=1800;.*end$/);
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
  const weights = () => page.$eval("details.group:has([data-group='/weights'])", (el) => ({ open: /** @type {HTMLDetailsElement} */ (el).open, now: el.querySelector(".now")?.textContent }));
  same(await weights(), { open: false, now: "50 · 20 · 20 · 10 %" });
  await reader.live("/score/airena/#1;weights=x,20,20,10;end");
  assert.equal((await weights()).open, true);
  assert.match(await reader.message("[data-key=weights]"), /x/);
});

chromiumTest("what is folded is on paper", async () => {
  await reader.live("/score/airena/");
  const formula = () => page.$eval(".fold .steps [data-out=formula]", (el) => el.checkVisibility({ contentVisibilityAuto: true }));
  assert.equal(await formula(), false);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMediaType("print");
  assert.equal(await formula(), true);
  await page.emulateMediaType();
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.equal(await formula(), false);
});

test("the text is in the site's own font, under a hashed name", async () => {
  await reader.goto("/rules/airena/");
  const fonts = await page.evaluate(async () => {
    const loaded = await document.fonts.load('1rem "Tally Numeric"');
    return { loaded: loaded.map(({ status }) => status), files: performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname).filter((name) => name.endsWith(".woff2")) };
  });
  same(fonts.loaded, ["loaded"]);
  same(fonts.files.map((name) => name.replace(/\.\w+\.woff2$/, "")), ["/assets/tally-numeric"]);
});
