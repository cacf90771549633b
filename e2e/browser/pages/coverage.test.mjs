// The coverage of the rules: each kind of example that a page can take is filled in whole.

import assert from "node:assert/strict";
import { none } from "../support/check.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";

/** The members of a request, whatever they say: the same ones are filled in by the same lines. @param {any} value @returns {unknown} */
const members = (value) =>
  Array.isArray(value) ? [...new Set(value.map((item) => JSON.stringify(members(item))))]
  : value && typeof value === "object" ? Object.entries(value).map(([name, member]) => [name, members(member)]).sort()
  : typeof value;

/** A link without what its request says. @param {string} link */
const kindOf = (link) => {
  const [start, request = ""] = link.split(";json=");
  return start + JSON.stringify(members(JSON.parse(decodeURIComponent(request.replace(/;end$/, "")))));
};

chromiumTest("every kind of example on the page of coverage fills a calculator", async () => {
  const reader = await tab({ short: true, own: true });
  await reader.goto("/rules/coverage/");
  const links = await reader.page.$$eval("tr[id] a[href*='#1;op=']", (all) => all.map((a) => a.getAttribute("href") ?? ""));
  assert.ok(new Set(links).size >= 60, `${links.length} links`);
  const all = [...new Map(links.map((link) => [kindOf(link), link])).values()].sort();
  assert.ok(all.length >= 20, `${all.length} kinds`);
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
