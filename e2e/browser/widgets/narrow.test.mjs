// The code of a badge on a page that is narrower than its picture.

import assert from "node:assert/strict";
import test from "node:test";
import { tab } from "../support/fixture.mjs";

test("by the rule beside the code, pictures fit a page of 320 pixels and keep their place", async () => {
  const [reader, other] = await Promise.all([tab(), tab()]);
  const { page } = reader;
  await reader.live("/widgets/");
  await other.page.setViewport({ width: 320, height: 640 });
  for (const id of ["html", "png"]) {
    const [rule = ""] = /img \{.*?\}/.exec(await page.$eval(`[data-snippet="${id}"]`, (el) => el.textContent ?? "")) ?? [];
    const markup = await page.$eval(`[data-snippet="${id}"] textarea`, (el) => /** @type {HTMLTextAreaElement} */ (el).value);
    await other.page.setContent(`<!doctype html><link rel="icon" href="data:,"><style>${rule}</style>${markup}`);
    const sizes = () => other.page.$eval("img", (img) => ({ ends: img.getBoundingClientRect().right <= innerWidth, wide: document.documentElement.scrollWidth, height: img.height }));
    const before = await sizes();
    await other.page.waitForFunction(() => document.querySelector("img")?.complete);
    assert.deepEqual([before.ends, before.wide], [true, 320], id);
    assert.deepEqual(await sizes(), before, id);
  }
  await Promise.all([reader.close(), other.close()]);
});
