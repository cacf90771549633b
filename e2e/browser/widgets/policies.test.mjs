// /widgets/: every code that shows something, on a blank page of another site, in a
// frame there with a sandbox, and under a strict policy with the line beside the code.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test, { after } from "node:test";
import { origin, tab } from "../support/fixture.mjs";
import { detour, root } from "../support/site.mjs";

const reader = await tab();
await reader.live("/widgets/");
await reader.page.click("[name=what][value=board]");
await reader.page.focus("#board-at");
await reader.page.keyboard.press("Enter");
await reader.page.waitForFunction(() => document.querySelector("[data-said]")?.textContent);
const snippets = await reader.page.$$eval("[data-snippet]:not([hidden])", (all) => all.map((el) => ({ id: el.getAttribute("data-snippet") ?? "", text: el.querySelector("textarea")?.value ?? "", policy: el.querySelector("[data-policy]")?.textContent ?? "" })));

/** What to paste of a text: what Markdown becomes, and the answer of oEmbed. @param {{ id: string, text: string }} snippet */
async function pasted({ id, text }) {
  if (id === "board-oembed") return (await (await fetch(text)).json()).html;
  const [, , image, link] = /^\[!\[(.*)\]\((\S+)\)\]\((\S+)\)$/.exec(text) ?? [];
  return image ? `<a href="${link}"><img src="${image}" alt="A badge"></a>` : text;
}

/** Pages of another site. @type {Record<string, [html: string, policy: string]>} */
const pages = {};
const other = await detour(origin, (address, response) => {
  const [html, policy] = pages[address] ?? [];
  if (html === undefined) return false;
  if (policy) response.setHeader("Content-Security-Policy", policy);
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(`<!doctype html><html lang="en"><title>Another site</title>${html}`);
  return true;
});
after(() => other.stop());

const blog = await tab();
const STRICT = "default-src 'none'"; // but for the line beside the code

/** Opens a page of the other site, and the frame in which the code is. @param {string} name @param {string} html @param {{ policy?: string, sandbox?: boolean }} [how] */
async function open(name, html, { policy = "", sandbox = false } = {}) {
  pages[`/${name}`] = [html, policy];
  pages[`/${name}/around`] = [`<iframe sandbox="allow-scripts" width="600" height="800" src="/${name}"></iframe>`, ""];
  await blog.page.goto(`${other.origin}/${name}${sandbox ? "/around" : ""}`, { waitUntil: "load" });
  return blog.page.waitForFrame((frame) => frame.url() === `${other.origin}/${name}`);
}

/** Waits until the code shows what it is for: a picture, rows, or a verdict. @param {import("puppeteer-core").Frame} frame */
async function shows(frame) {
  if (await frame.$("img")) return frame.waitForFunction(() => document.images[0]?.complete && document.images[0].naturalWidth > 200);
  const there = (await frame.$("iframe")) ? await blog.page.waitForFrame((one) => one.parentFrame() === frame && one.url().startsWith(`${origin}/embed/`)) : frame;
  if (there.url().includes("/board/")) return there.waitForSelector("tbody tr");
  await there.waitForFunction(() => {
    const root = document.querySelector("arena-card, arena-board")?.shadowRoot;
    return root && (root.host.matches("arena-card") || root.querySelector("tbody"));
  });
  await there.evaluate(() => /** @type {HTMLElement} */ (document.querySelector("arena-card, arena-board")?.shadowRoot?.querySelector(".row button, .cd-stub button")).click());
  return there.waitForFunction(() => document.querySelector("arena-card, arena-board")?.shadowRoot?.querySelector("[data-state=authentic]"));
}

test("every code of the page is there", () => assert.equal(snippets.length, 10));

for (const snippet of snippets.filter(({ id }) => id !== "shields")) {
  const { id, policy } = snippet;
  test(`${id}: on a blank page`, async () => void (await shows(await open(id, await pasted(snippet)))));
  test(`${id}: in a frame with a sandbox`, async () => void (await shows(await open(id, await pasted(snippet), { sandbox: true }))));
  test(`${id}: under a strict policy with its line`, async () => void (await shows(await open(id, await pasted(snippet), { policy: `${STRICT}; ${policy}` }))));
  test(`${id}: under a strict policy with its line, in a frame with a sandbox`, async () => void (await shows(await open(id, await pasted(snippet), { policy: `${STRICT}; ${policy}`, sandbox: true }))));
  test(`${id}: its line names this site, and is needed`, async () => {
    assert.ok(policy.includes(origin) && !policy.includes("tallyproof.example"), policy);
    await open(id, await pasted(snippet), { policy: STRICT });
    await blog.page.waitForFunction((needed) => /** @type {any} */ (globalThis).seenByTests.broken.some((/** @type {string} */ refused) => refused.startsWith(needed)), {}, policy.split(" ")[0] ?? "");
  });
}

// Code that somebody copied from an earlier release names the script of that release.
// Its link had the proof as it is spelled.
const nova = readFileSync(join(root, "site/demo/flat/nova.json"), "utf8");
const BEFORE = `#1;op=proof.verify;json=${encodeURIComponent(JSON.stringify({ text: nova }))};end`;
const released = readFileSync(join(root, "site/released/integrity.txt"), "utf8").trimEnd().split("\n");

test("scripts were released", () => assert.ok(released.length >= 2, released.join()));

for (const line of released) {
  const [integrity, path] = line.split(" ");
  test(`${path}: code with this script of a release, under a strict policy`, async () => {
    const name = /arena-\w+/.exec(path ?? "")?.[0] ?? "";
    const snippet = snippets.find(({ text }) => text.includes(`<${name}`));
    assert.ok(snippet, name);
    const html = snippet.text.replace(/src="[^"]+" integrity="[^"]+"/, `src="${origin}/${path}" integrity="${integrity}"`).replace(/#1;d=1\.[\w-]+;end/, BEFORE);
    assert.ok(html.includes(`/${path}" integrity="${integrity}"`), html);
    await shows(await open(`released-${path?.replace(/\W/g, "-")}`, html, { policy: `${STRICT}; ${snippet.policy}` }));
  });
}
