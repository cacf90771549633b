// Steps of a table that the engine holds, in Chromium, and the same in plain
// JavaScript, by turns.

import { launch } from "../browser/support/chrome.mjs";
import { serve } from "../browser/support/site.mjs";
import { withPeer } from "./browser.mjs";
import { limited, noted, quantile } from "./table.mjs";

/** @param {boolean} quick */
export async function tableSteps(quick) {
  const site = await serve();
  const beside = await withPeer(site.origin);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(`${beside.origin}/404.html`);
    for (const rows of [10_000, 100_000]) {
      const [ours = [], peers = []] = await page.evaluate(step, rows, quick ? 10 : 50);
      const peer = { of: "plain JS", value: quantile(peers, 0.5) };
      if (rows === 10_000) {
        limited("step of a table, 10,000 × 7, in Chromium", quantile(ours, 0.5), peer);
        limited("  against plain JS", quantile(ours, 0.5) / peer.value);
        noted("  p95", quantile(ours, 0.95), "ms", { of: "plain JS", value: quantile(peers, 0.95) });
      } else limited("step of a table, 100,000 × 7, in Chromium", quantile(ours, 0.5), peer);
    }
  } finally {
    await browser.close();
    beside.stop();
    await site.stop();
  }
}

/** Runs in the page. @param {number} rows @param {number} rounds @returns {Promise<number[][]>} milliseconds of the engine and of plain JavaScript */
async function step(rows, rounds) {
  const [module, plain] = ["/engine/engine.mjs", "/bench/peer.mjs"]; // of the site, and not of this file
  const { loadEngine } = await import(module);
  const { plainTable } = await import(plain);
  const keys = ["correctness", "completeness", "precision", "methodology", "speed", "analysis", "code_quality"];
  const ids = Array.from({ length: rows }, (_, i) => `agent-${String(i).padStart(6, "0")}`);
  const columns = keys.map((_, k) => Float64Array.from(ids, (_, i) => ((i * 7919 + k * 104_729) % 10_001) / 100));
  const dimensions = keys.map((key) => ({ key, label: key, measure: "direct" }));
  const rulebook = { id: "bench", name: "Bench", source: "a benchmark", arithmetic: "exact", scale: 100, dimensions, composite: { rounding: "none", open: true } };
  const weights = Object.fromEntries(keys.map((key, k) => [key, k ? 10 : 40]));
  const engine = await loadEngine();
  const tables = [engine.table({ rulebook, weights, ids, columns: keys }, columns.map((column) => column.slice())), plainTable(columns)];
  /** @type {number[][]} */ const times = [[], []];
  for (let i = -rounds; i < rounds; i++) { // the first half warms up
    const basisPoints = [4000 - 10 * (i + rounds), 1000, 1000, 1000, 1000, 1000, 1000 + 10 * (i + rounds)];
    const answers = tables.map((table, n) => {
      const since = performance.now();
      const answer = table.step(basisPoints); // without texts, which plain JavaScript does not make
      if (i >= 0) times[n]?.push(performance.now() - since);
      return answer;
    });
    for (let p = 0; p < rows; p += 997) {
      const [a, b] = answers.map(({ order, ranks, scores }) => `${ranks[order[p]]} ${scores[order[p]].toFixed(9)}`);
      if (a !== b) throw new Error(`place ${p + 1}: rank and score ${a} by the engine, ${b} in plain JavaScript`);
    }
  }
  return times;
}
