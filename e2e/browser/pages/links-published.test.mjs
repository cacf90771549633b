// Links that were published: each opens, and says what it said.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { none } from "../support/check.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";

/** A link that says nothing of its own. */
const EXAMPLE = "#1;end";

/** The page of a link. @param {string} link */
const pathOf = (link) => link.replace(/#.*/s, "");

chromiumTest("every published link opens and shows the same inputs", async (t) => {
  const text = await readFile(new URL("../fixtures/links.txt", import.meta.url), "utf8");
  const links = text.split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.split("\t"));
  assert.ok(links.length >= 30);
  const stranger = await tab({ short: true });
  const { page } = stranger;
  const said = (/** @type {string} */ says) => page.evaluate((says) => { // in folds too
    const main = /** @type {HTMLElement} */ (document.querySelector("main"));
    const closed = [...main.querySelectorAll("details:not([open])")];
    for (const fold of closed) fold.setAttribute("open", "");
    const said = main.innerText.includes(says);
    for (const fold of closed) fold.removeAttribute("open");
    return said;
  }, says);
  let at = "";
  for (const [link = "", says = ""] of links.sort(([a = ""], [b = ""]) => pathOf(a).localeCompare(pathOf(b)))) {
    await t.test(link.slice(0, 90), async () => {
      assert.ok(says, "a link without what it says");
      const path = pathOf(link);
      if (path !== at) await stranger.live(link);
      else {
        if (await said(says)) await stranger.follow(EXAMPLE); // what is said before the link is there shows nothing
        await stranger.follow(link.slice(path.length));
      }
      at = path;
      assert.ok(await said(says), "it says so no more");
      const told = await page.$$eval("[data-link]:not([hidden], [data-link=draft]), p.error:not([hidden])", (all) => all.filter((el) => el.checkVisibility()).map((el) => el.textContent ?? ""));
      none(path === "/verify/" ? [] : told);
    });
  }
  await stranger.silent("old links");
  await stranger.close();
});
