// What strangers make of other people's proofs, in this browser: through the
// engine in its Worker, through links on /verify/, and through the copy from disk.
// The cases are written, and what is said of them is checked, by
// e2e/adversary/cases.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { pathToFileURL } from "node:url";
import { origin, tab } from "../support/fixture.mjs";
import { SHORT } from "../support/crawl.mjs";
import { PATH, follow, linkTo } from "../support/proofs.mjs";
import { root } from "../support/site.mjs";

/** @typedef {import("../support/tab.mjs").Tab} Tab */

const ASKED = SHORT ? 100 : 400; // others each time; natively are asked many more
const LINKS = SHORT ? 24 : 60; // with every move and every envelope, see links in e2e/adversary/script.go
const READER = 6; // links of one reader follow one another
const LOADED = 3; // readers whose first link loads the page: the others trust their keys in a page that is there
const OFFLINE = 6;

const folder = mkdtempSync(join(tmpdir(), "tallyproof-adversary-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const seed = String(process.env.ADVERSARY_SEED ?? Date.now());
const program = join(folder, "cases");
execFileSync("go", ["build", "-o", program, "./e2e/adversary/cases"], { cwd: root, stdio: "inherit" });

/** @param {number} n @param {number} links @param {...string} args */
function cases(n, links, ...args) {
  try {
    return execFileSync(program, ["-seed", seed, "-n", String(n), "-links", String(links), ...args], { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  } catch (e) {
    const { stdout } = /** @type {{ stdout: string }} */ (e);
    return assert.fail(`ADVERSARY_SEED=${seed}\n${stdout.slice(0, 20_000)}`);
  }
}

/** @typedef {{ op: string, request: unknown, pins?: unknown[] }} Step */
const script = (/** @type {string} */ text) => text.trim().split("\n").map((line) => /** @type {Step} */ (JSON.parse(line)));
const asked = script(cases(ASKED, 0));
const links = script(cases(0, LINKS));

/** @type {string[]} */ const pages = [];

/** Holds all that was said against what was signed. @param {string[]} said @param {number} n @param {number} links */
function check(said, n, links) {
  const file = join(folder, "answers.jsonl");
  writeFileSync(file, said.join("\n") + "\n");
  return cases(n, links, "-check", file);
}

const reader = await tab();

test("the engine shows only what was signed", async (t) => {
  /** @type {string[]} */ const answers = [];
  await reader.goto(PATH);
  await reader.page.evaluate(async () => {
    const { startEngine } = await import(/** @type {any} */ ("/engine/client.mjs"));
    Object.assign(globalThis, { engineForTests: startEngine() });
  });
  for (let at = 0; at < asked.length; at += 100) {
    answers.push(...await reader.page.evaluate(async (some) => {
      const engine = /** @type {any} */ (globalThis).engineForTests;
      const answer = (/** @type {Step} */ { op, request }) => engine.call(op, request).catch((/** @type {any} */ e) => ({ error: { code: e.code ?? String(e), message: e.message } }));
      return Promise.all(some.map(async (step) => JSON.stringify(await answer(step))));
    }, asked.slice(at, at + 100)));
  }
  t.diagnostic(check(answers, ASKED, 0).trim());
});

/**
 * Opens a link, in a new page or in the one that shows another, and says what the
 * page shows.
 * @param {Tab} tab @param {string} path @param {Step} link @param {boolean} first
 */
async function openLink(tab, path, link, first) {
  const hash = linkTo(link.request);
  if (first) await tab.live(path + hash);
  else await follow(tab, hash);
  return JSON.stringify(await shown(tab));
}

/** What the page shows of a proof, as e2e/adversary reads it. @param {Tab} tab */
const shown = ({ page }) =>
  page.evaluate(async () => {
    const root = /** @type {HTMLElement} */ (document.querySelector("[data-verify]"));
    for (const fold of root.querySelectorAll("details")) fold.open = true; // all that the page says is read
    await new Promise((resolve) => setTimeout(resolve)); // a fold is filled when it opens
    const text = (/** @type {string} */ name) => [...root.querySelectorAll(`[data-out="${name}"]`)].find((el) => el.checkVisibility())?.textContent ?? "";
    return {
      state: root.querySelector(".stub")?.getAttribute("data-state") ?? "",
      sentence: text("sentence"),
      key: text("key/public_key"),
      text: /** @type {HTMLTextAreaElement} */ (document.querySelector("#proof-text")).value,
      signed: [...root.querySelectorAll("[data-each=signed] tr")].filter((row) => !row.closest("[hidden]")).map((row) => [...row.querySelectorAll("[data-out]")].map((el) => el.textContent)),
    };
  });

/** Trusts these keys and no others, as in another tab. @param {unknown[]} keys */
async function trust(keys) {
  await reader.page.evaluate((text) => {
    localStorage.setItem("tallyproof.keys", text);
    dispatchEvent(new StorageEvent("storage", { key: "tallyproof.keys" }));
  }, JSON.stringify({ version: 1, keys }));
}

test("a link shows only what was signed", async (t) => {
  assert.equal(links.length, LINKS);
  for (const [i, link] of links.entries()) {
    if (i % READER === 0) await trust(link.pins ?? []);
    pages.push(await openLink(reader, PATH, link, i % READER === 0 && i < LOADED * READER));
  }
  const sealed = pages.filter((page) => /"state":"(authentic|qualified)"/.test(page));
  t.diagnostic(`${sealed.length} of ${pages.length} say that a trusted key signed`);
  assert.ok(sealed.length > 0, `ADVERSARY_SEED=${seed}: no link reaches a signature that holds`); // about one in three does
  check(pages, 0, LINKS);
});

test("the copy from disk shows only what was signed, too", async () => {
  const response = await fetch(`${origin}/verify/offline.html`);
  writeFileSync(join(folder, "verify.html"), Buffer.from(await response.arrayBuffer()));
  const copy = await tab();
  copy.origin = pathToFileURL(folder).href;
  const said = [...pages];
  for (let i = 0; i < OFFLINE; i++) said[i] = await openLink(copy, "/verify.html", /** @type {Step} */ (links[i]), i % READER === 0);
  check(said, 0, LINKS);
});
