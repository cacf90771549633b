// Links that were published: each opens, and says what it said.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { none } from "./support/check.mjs";
import { chromiumTest, context, origin } from "./support/fixture.mjs";
import { Tab } from "./support/tab.mjs";

chromiumTest("every published link opens and shows the same inputs", async (t) => {
  const text = await readFile(new URL("./fixtures/links.txt", import.meta.url), "utf8");
  const links = text.split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.split("\t"));
  assert.ok(links.length >= 30);
  const stranger = await Tab.open(await context(), origin);
  const { page } = stranger;
  let at = "";
  for (const [link = "", says = ""] of links) {
    await t.test(link.slice(0, 90), async () => {
      assert.ok(says, "a link without what it says");
      const [path = ""] = link.split("#");
      const said = () => page.evaluate((says) => document.querySelector("main")?.innerText.includes(says), says);
      if (path !== at || await said()) await stranger.live(link); // what is said before the link is there shows nothing
      else await page.evaluate((hash) => void (location.hash = hash), link.slice(path.length));
      at = path;
      await page.waitForFunction((says) => document.querySelector("main")?.innerText.includes(says), {}, says);
      await stranger.settled();
      assert.ok(await said(), "it says so no more");
      const told = await page.$$eval("[data-link]:not([hidden], [data-link=draft]), p.error:not([hidden])", (all) => all.filter((el) => el.checkVisibility()).map((el) => el.textContent ?? ""));
      none(path === "/verify/" ? [] : told);
    });
  }
  await stranger.silent("old links");
  await stranger.close();
});
