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
import { context, origin, tab } from "./support/fixture.mjs";
import { root } from "./support/site.mjs";
import { Tab } from "./support/tab.mjs";

const PATH = "/verify/";
const LINKS = 180;
const READER = 10; // links of one reader follow one another, see Script
const OFFLINE = 30;

const folder = mkdtempSync(join(tmpdir(), "tallyproof-adversary-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const seed = String(process.env.ADVERSARY_SEED ?? Date.now());
const program = join(folder, "cases");
execFileSync("go", ["build", "-o", program, "./e2e/adversary/cases"], { cwd: root, stdio: "inherit" });

/** @param {...string} args */
function cases(...args) {
  try {
    return execFileSync(program, ["-seed", seed, "-n", "10000", "-links", String(LINKS), ...args], { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  } catch (e) {
    const { stdout } = /** @type {{ stdout: string }} */ (e);
    return assert.fail(`ADVERSARY_SEED=${seed}\n${stdout.slice(0, 20_000)}`);
  }
}

/** @typedef {{ op: string, request: unknown, pins?: unknown[] }} Step */
const steps = cases().trim().split("\n").map((line) => /** @type {Step} */ (JSON.parse(line)));
const asked = steps.filter(({ op }) => op !== "");
const links = steps.filter(({ op }) => op === "");

/** @type {string[]} */ let answers = [];
/** @type {string[]} */ let pages = [];

/** Holds all that was said against what was signed. @param {string[]} said by pages */
function check(said) {
  const file = join(folder, "answers.jsonl");
  writeFileSync(file, [...answers, ...said].join("\n") + "\n");
  return cases("-check", file);
}

const reader = await tab();

test("the engine shows only what was signed, 10,000 cases", async (t) => {
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
  pages = links.map(() => JSON.stringify({ state: "", signed: [] }));
  t.diagnostic(check(pages).trim());
});

/**
 * Opens a link, in a new page or in the one that shows another, and says what the
 * page shows. A page that is still busy with its history may not take the next
 * link up: then it is opened anew.
 * @param {Tab} tab @param {string} path @param {Step} link @param {boolean} fresh
 * @returns {Promise<string>}
 */
async function openLink(tab, path, link, fresh) {
  const hash = `#1;op=proof.verify;json=${encodeURIComponent(JSON.stringify(link.request))};end`;
  if (fresh) await tab.live(path + hash);
  else {
    await tab.page.evaluate((to) => new Promise((resolve) => {
      if (location.hash === to) return resolve(undefined);
      addEventListener("hashchange", resolve, { once: true });
      location.hash = to;
    }), hash);
    await tab.settled();
  }
  const page = await shown(tab);
  const { text = "" } = /** @type {{ text?: string }} */ (link.request);
  if (!fresh && page.text !== text.replace(/\r\n?/g, "\n")) return openLink(tab, path, link, true);
  return JSON.stringify(page);
}

/** What the page shows of a proof, as e2e/adversary reads it. @param {Tab} tab */
const shown = ({ page }) =>
  page.evaluate(() => {
    const root = /** @type {HTMLElement} */ (document.querySelector("[data-verify]"));
    const text = (/** @type {string} */ name) => [...root.querySelectorAll(`[data-out="${name}"]`)].find((el) => el.checkVisibility())?.textContent ?? "";
    return {
      state: root.querySelector(".seal")?.getAttribute("data-state") ?? "",
      sentence: text("sentence"),
      key: text("key/public_key"),
      text: /** @type {HTMLTextAreaElement} */ (document.querySelector("#proof-text")).value,
      signed: [...root.querySelectorAll("[data-each=signed] tr")].filter((row) => !row.closest("[hidden]")).map((row) => [...row.querySelectorAll("[data-out]")].map((el) => el.textContent)),
    };
  });

test("a link shows only what was signed", async (t) => {
  const readers = Array.from({ length: links.length / READER }, (_, i) => i * READER);
  await Promise.all(Array.from({ length: 2 }, async () => {
    const own = await Tab.open(await context(), origin);
    await own.goto(PATH);
    for (let first = readers.shift(); first !== undefined; first = readers.shift()) {
      const pins = JSON.stringify({ version: 1, keys: links[first]?.pins ?? [] });
      await own.page.evaluate((text) => localStorage.setItem("tallyproof.keys", text), pins);
      for (let i = first; i < first + READER; i++) pages[i] = await openLink(own, PATH, /** @type {Step} */ (links[i]), i === first);
    }
  }));
  const sealed = pages.filter((page) => /"state":"(authentic|qualified)"/.test(page));
  t.diagnostic(`${sealed.length} of ${pages.length} say that a trusted key signed`);
  assert.ok(sealed.length * 5 >= pages.length, "too few links reach a signature that holds");
  check(pages);
});

test("the copy from disk shows only what was signed, too", async () => {
  const response = await fetch(`${origin}/verify/offline.html`);
  writeFileSync(join(folder, "verify.html"), Buffer.from(await response.arrayBuffer()));
  const copy = await Tab.open(await context(), pathToFileURL(folder).href);
  const said = [...pages];
  for (let i = 0; i < OFFLINE; i++) said[i] = await openLink(copy, "/verify.html", /** @type {Step} */ (links[i]), i % READER === 0);
  check(said);
});
