// The form of a score page stays beside every answer of the page, if there is
// room, and above them if there is not. The text is in the site's own font.

import assert from "node:assert/strict";
import test from "node:test";
import { audit } from "../support/axe.mjs";
import { none, same } from "../support/check.mjs";
import { tab } from "../support/fixture.mjs";

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
    const form = document.querySelector("form.inputs");
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
    const inputs = document.querySelectorAll("form.inputs input[type=text]");
    const input = inputs[inputs.length - 1];
    if (!(input instanceof HTMLElement)) throw new Error("the form has no input");
    input.focus();
    const { top, bottom } = input.getBoundingClientRect();
    return { top, bottom };
  });
  assert.ok(last.top >= 0 && last.bottom <= 700, `it is from ${last.top} to ${last.bottom}`);
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
