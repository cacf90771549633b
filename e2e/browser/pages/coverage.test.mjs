// The coverage of the rules: each example that a page can take is filled in whole.

import assert from "node:assert/strict";
import { none } from "../support/check.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";

chromiumTest("every example on the page of coverage fills a calculator", async () => {
  const reader = await tab({ short: true });
  await reader.goto("/rules/coverage/");
  const links = await reader.page.$$eval("tr[id] a[href*='#1;op=']", (all) => all.map((a) => a.getAttribute("href") ?? ""));
  const all = [...new Set(links)].sort();
  assert.ok(all.length >= 60, `${all.length} links`);
  /** @type {string[]} */ const faults = [];
  let at = "";
  for (const link of all) {
    const path = link.replace(/#.*/s, "");
    if (path === at) await reader.follow(link.slice(path.length));
    else await reader.live(link);
    at = path;
    const told = await reader.page.$$eval("[data-link]:not([hidden], [data-link=draft]), p.error:not([hidden])", (all) => all.filter((el) => el.checkVisibility()).map((el) => el.textContent ?? ""));
    faults.push(...told.map((text) => `${link}: ${text}`));
  }
  none(faults);
  await reader.silent("examples of rules");
});
