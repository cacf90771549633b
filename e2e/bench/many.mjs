// A leaderboard of 100,000 proofs by one key, dropped on /verify/: how long it
// takes, what memory it needs, and how long the page is deaf at most.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keyOf, linesOf, ringOf } from "../browser/support/evaluator.mjs";
import { limited, noted } from "./table.mjs";

/** @typedef {import("puppeteer-core").Page} Page */

/** @param {Page} page @param {string} origin @param {number} count */
export async function leaderboard(page, origin, count) {
  const key = keyOf(7);
  const folder = mkdtempSync(join(tmpdir(), "tallyproof-many-"));
  try {
    const file = join(folder, "proofs.jsonl");
    writeFileSync(file, linesOf(count, key));
    await page.goto(`${origin}/verify/`, { waitUntil: "networkidle0", timeout: 120_000 });
    await page.evaluate((ring) => {
      const keys = JSON.parse(ring).keys.map((/** @type {any} */ key) => ({ ...key, since: "2026-11-20" }));
      localStorage.setItem("tallyproof.keys", JSON.stringify({ version: 1, keys }));
    }, ringOf(key.spelled));
    await page.reload({ waitUntil: "networkidle0", timeout: 120_000 });
    await page.evaluate(watch);
    const chooser = /** @type {import("puppeteer-core").ElementHandle<HTMLInputElement>} */ (await page.$("[type=file][data-file='/text']"));
    await chooser.uploadFile(file);
    while (!(await page.$eval("[data-phase=done]", (el) => el.checkVisibility()))) await new Promise((resolve) => setTimeout(resolve, 250));
    const seen = await page.evaluate(() => /** @type {any} */ (globalThis).watched());
    const sentence = await page.$eval("[data-sentence]", (el) => el.textContent);
    const want = `${count.toLocaleString("en-US")} proofs: ${count.toLocaleString("en-US")} authentic.`;
    if (sentence !== want) throw new Error(`the page says ${sentence}, want ${want}`);
    limited("100,000 proofs on the page", seen.seconds * (100_000 / count));
    limited("  memory of page and engines", (await memoryOf(page)) / 1e6);
    limited("  longest task of the page", seen.longest);
    noted("  a proof, from file to table", (seen.seconds * 1e6) / count, "µs");
    const sort = await page.evaluate(async () => {
      const since = performance.now();
      /** @type {HTMLElement} */ (document.querySelector("[data-sort=name]")).click();
      while (!document.querySelector("th[aria-sort=ascending] [data-sort=name]")) await new Promise((resolve) => setTimeout(resolve, 5));
      return performance.now() - since;
    });
    noted("  to order them by name", sort, "ms");
    noted("  longest task with that", (await page.evaluate(() => /** @type {any} */ (globalThis).watched())).longest, "ms");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Bytes of the page's and its Workers' heaps, and of their engines' memories, which never shrink. @param {Page} page */
async function memoryOf(page) {
  const session = await page.createCDPSession();
  let bytes = 0;
  for (const { send } of [session, ...page.workers().map(({ client }) => client)].map((client) => ({ send: client.send.bind(client) }))) {
    const { usedSize, backingStorageSize = 0 } = /** @type {any} */ (await send("Runtime.getHeapUsage"));
    const { result } = await send("Runtime.evaluate", { expression: "WebAssembly.Memory.prototype" });
    const { objects } = await send("Runtime.queryObjects", { prototypeObjectId: result.objectId ?? "" });
    const sum = "function () { return this.reduce((sum, { buffer }) => sum + buffer.byteLength, 0); }";
    const memories = await send("Runtime.callFunctionOn", { objectId: objects.objectId, functionDeclaration: sum, returnByValue: true });
    bytes += usedSize + backingStorageSize + memories.result.value;
  }
  await session.detach();
  return bytes;
}

/** Runs in the page: notes long tasks, and keeps all engines. */
function watch() {
  Worker.prototype.terminate = () => {}; // those beside the page's own stay, to be measured
  const since = performance.now();
  let longest = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
  }).observe({ type: "longtask" }); // those of 50 ms or more
  Object.assign(globalThis, { watched: () => ({ seconds: (performance.now() - since) / 1000, longest }) });
}
