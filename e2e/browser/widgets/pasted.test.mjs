// /widgets/: every code at the widths of a sidebar, a phone, a column and a page: on a blank
// page, under a strict policy, in a frame with a sandbox, and as a renderer of Markdown makes
// it. Nothing makes the page scroll sideways. Prints how many characters each kind has.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test, { after } from "node:test";
import MarkdownIt from "markdown-it";
import { SHORT } from "../support/crawl.mjs";
import { firefox, origin, tab } from "../support/fixture.mjs";
import { detour, root } from "../support/site.mjs";

const WIDTHS = firefox ? [480] : SHORT ? [240, 800] : [240, 320, 480, 800];
const nova = readFileSync(join(root, "site/demo/flat/nova.json"), "utf8");

const reader = await tab();
await reader.live("/widgets/");
await fetch(`${origin}/api/v1/proofs`, { method: "POST", body: nova });
await reader.put("#widget-text", "/agents/demo/nova");
await reader.page.waitForSelector("[data-snippet=short]:not([hidden])");
await reader.page.click("[name=what][value=board]");
await reader.page.focus("#board-at");
await reader.page.keyboard.press("Enter");
await reader.page.waitForFunction(() => document.querySelector("[data-said]")?.textContent);
const snippets = await reader.page.$$eval("[data-snippet]", (all) => all.map((el) => ({ id: el.getAttribute("data-snippet") ?? "", text: el.querySelector("textarea")?.value ?? "", policy: el.querySelector("[data-policy]")?.textContent ?? "" })));
await reader.close();

/** What a page has of a code: Markdown as a renderer makes it, and the answer of oEmbed. @param {{ id: string, text: string }} snippet */
async function rendered({ id, text }) {
  if (id === "board-oembed") return (await (await fetch(text)).json()).html;
  return text.startsWith("[") ? new MarkdownIt().render(text) : text;
}

/** Pages of another site, whose style sheet has the rule that the page gives beside the code. @type {Record<string, [html: string, policy: string]>} */
const pages = {};
const other = await detour(origin, (address, response) => {
  if (address === "/site.css") return Boolean(response.setHeader("Content-Type", "text/css").end("body { margin: 0 } img { max-width: 100%; height: auto } iframe { max-width: 100% }"));
  const [html, policy] = pages[address] ?? [];
  if (html === undefined) return false;
  if (policy) response.setHeader("Content-Security-Policy", policy);
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><link rel="stylesheet" href="/site.css"><title>Another site</title>${html}`);
  return true;
});
after(() => other.stop());

const blog = await tab();

/** Waits until the code shows what it is for. @param {import("puppeteer-core").Frame} frame */
async function shows(frame) {
  if (await frame.$("img")) return void (await frame.waitForFunction(() => document.images[0]?.complete && document.images[0].naturalWidth > 100));
  if (await frame.$("iframe")) {
    const inside = await blog.page.waitForFrame((one) => one.parentFrame() === frame && one.url().startsWith(`${origin}/embed/`));
    return void (await inside.waitForSelector("[role=main], main, arena-card:defined"));
  }
  await frame.waitForFunction(() => {
    const shadow = document.querySelector("arena-card, arena-board")?.shadowRoot;
    return shadow && (shadow.host.matches("arena-card") || shadow.querySelector("tbody"));
  });
}

test("characters of each kind", () => {
  console.log(`characters: ${snippets.map(({ id, text }) => `${id} ${text.replaceAll(origin, "https://tallyproof.example").length}`).join(", ")}`);
  assert.equal(snippets.length, 11);
  assert.ok(snippets.every(({ text }) => text !== ""));
});

for (const snippet of snippets.filter(({ id }) => id !== "shields")) {
  const { id, policy, text } = snippet;
  test(`${id}: ${WIDTHS.join(", ")} pixels`, async (t) => {
    const html = await rendered(snippet);
    if (text.startsWith("[")) {
      const [, , image, link] = /^\[!\[(.*)\]\((\S+)\)\]\((\S+)\)$/.exec(text) ?? [];
      assert.deepEqual([(html.match(/<img /g) ?? []).length, (html.match(/<a /g) ?? []).length], [1, 1], html);
      assert.ok(html.includes(`src="${image}"`) && html.includes(`href="${link}"`), html);
    }
    for (const width of WIDTHS) {
      for (const [place, rule, framed] of /** @type {[string, string, boolean][]} */ ([["a blank page", "", false], ["a strict policy", `default-src 'none'; style-src 'self'; ${policy}`, false], ["a frame with a sandbox", "", true]])) {
        await t.test(`${place}, ${width} pixels`, async () => {
          const path = `/${id}/${width}/${place.replaceAll(" ", "-")}`;
          pages[path] = [html, rule];
          pages[`${path}/around`] = [`<iframe sandbox="allow-scripts" width="${width}" height="700" frameborder="0" src="${path}"></iframe>`, ""];
          await blog.page.setViewport({ width, height: 720 });
          await blog.page.goto(`${other.origin}${path}${framed ? "/around" : ""}`, { waitUntil: "load" });
          const frame = await blog.page.waitForFrame((one) => one.url() === other.origin + path);
          await shows(frame);
          assert.equal(await frame.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"), 0, "it scrolls sideways");
        });
      }
    }
  });
}
