// Steps of a table that the engine holds, in Chromium, and the same in plain
// JavaScript, by turns; and steps of a slider on /weights/ with tables of five sizes, and how
// soon each agent has the range of its ranks after the hand rests.

import { launch } from "../browser/support/browser/chrome.mjs";
import { serve } from "../browser/support/site.mjs";
import { withPeer } from "./browser.mjs";
import { limited, noted, quantile } from "./table.mjs";

const SIZES = /** @type {const} */ (["12", "60", "200", "300", "10,000"]);

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
    for (const [name, times] of Object.entries(await page.evaluate(reads, 10_000, quick ? 5 : 15))) {
      if (name === "table.read") limited("a table of 10,000 × 7 read, in Chromium", quantile(times, 0.5));
      else noted(`  ${name}, as the page shows it`, quantile(times, 0.5), "ms");
    }
    await browser.close();
    await painted(site.origin, quick ? 20 : 60);
  } finally {
    await browser.close();
    beside.stop();
    await site.stop();
  }
}

/** Runs in the page: how long the engine takes to read a table in CSV. @param {number} rows @param {number} rounds */
async function reads(rows, rounds) {
  const client = "/engine/client.mjs"; // of the site, and not of this file
  const { startEngine } = await import(client);
  const engine = startEngine();
  const keys = ["correctness", "completeness", "precision", "methodology", "speed", "analysis", "code_quality"];
  const text = [`agent,${keys}`, ...Array.from({ length: rows }, (_, i) => `agent-${i},${keys.map((_, k) => ((i * 7919 + k * 104_729) % 10_001) / 100)}`)].join("\n");
  /** @type {Record<string, number[]>} */ const times = { "table.read": [], "explain.reading": [] };
  for (let i = -2; i < rounds; i++) {
    for (const [name, list] of Object.entries(times)) {
      const since = performance.now();
      await engine.call(name, { text });
      if (i >= 0) list.push(performance.now() - since);
    }
  }
  engine.close();
  return times;
}

/** A slider of /weights/ dragged, with tables of five sizes: from its input event to the frame that shows the rows. @param {string} origin @param {number} steps */
async function painted(origin, steps) {
  /** @type {number[]} */ const all = [];
  for (const size of SIZES) {
    const browser = await launch(["--disable-frame-rate-limit", "--disable-gpu-vsync"]); // what is measured is our work, and not the wait for a frame
    try {
      const page = await browser.newPage();
      await page.setViewport({ width: 1280, height: 900 });
      await page.goto(`${origin}/weights/`);
      const { times, rests } = await page.evaluate(dragged, Number(size.replace(",", "")), steps, size === "200" || size === "10,000" ? 7 : 0);
      all.push(quantile(times, 0.95));
      limited(`slider step on ${size} × 7 to painted rows, p95`, quantile(times, 0.95));
      noted("  p50", quantile(times, 0.5), "ms");
      if (size === "200" || size === "10,000") limited(`ranges of ${size} × 7 after the hand rests, median`, quantile(rests, 0.5));
    } finally {
      await browser.close();
    }
  }
  const [least, most] = [Math.min(...all), Math.max(...all)];
  limited("  the slowest size against the fastest, beyond 17 ms", most - least > 17 ? most / least : 1);
}

/** Runs in the page. @param {number} rows @param {number} steps @param {number} rounds in which the hand rests until all ranks are drawn */
async function dragged(rows, steps, rounds) {
  const keys = ["correctness", "completeness", "precision", "methodology", "speed", "analysis", "code_quality"];
  const lines = Array.from({ length: rows }, (_, i) => `agent-${String(i).padStart(6, "0")},${keys.map((_, k) => ((i * 7919 + k * 104_729) % 10_001) / 100)}`);
  const agents = /** @type {HTMLTextAreaElement} */ (document.querySelector("#agents"));
  agents.value = [`agent,${keys}`, ...lines].join("\n");
  agents.dispatchEvent(new Event("input", { bubbles: true }));
  const there = () => document.querySelector(`[data-board] [aria-rowcount="${rows + 1}"] [aria-rowindex]`) ?? document.querySelector(`[data-board] tbody[data-by] tr[data-id^=agent-]:nth-child(${rows}):last-child`);
  while (!there()) await new Promise((resolve) => setTimeout(resolve, 100));
  await new Promise((resolve) => setTimeout(resolve, 3000)); // the sections below have their answers
  const slider = /** @type {HTMLInputElement} */ (document.querySelector(".weigh input[type=range]"));
  const board = /** @type {HTMLElement} */ (document.querySelector("[data-board] tbody:not([aria-hidden], [data-top])"));
  // What is written by a callback of an animation frame is painted by that frame, anything else by the next.
  const frame = requestAnimationFrame;
  let inFrame = false;
  globalThis.requestAnimationFrame = (act) => frame((now) => {
    inFrame = true;
    act(now);
    queueMicrotask(() => (inFrame = false)); // after the observer's
  });
  const after = () => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    const painted = () => port2.postMessage(0); // arrives when the frame has been painted
    if (inFrame) painted();
    else frame(painted);
  });
  const times = [];
  for (let i = -10; i < steps; i++) { // the first ten warm up
    const shown = new Promise((resolve) => {
      const watcher = new MutationObserver(() => {
        watcher.disconnect();
        after().then(resolve);
      });
      watcher.observe(board, { subtree: true, childList: true, characterData: true });
    });
    const since = performance.now();
    slider.value = String(20 + ((i + 10) % 40)); // every step moves most rows
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await shown;
    if (i >= 0) times.push(performance.now() - since);
    await new Promise((resolve) => setTimeout(resolve, 30)); // a hand is not faster
  }
  const all = /** @type {HTMLElement} */ (document.querySelector("[data-board]")), rests = [];
  const sure = async (/** @type {boolean} */ is) => {
    while (all.hasAttribute("data-unsure") === is) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  for (let i = 0; i < rounds; i++) {
    await sure(true);
    slider.value = String(20 + 3 * i);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    const since = performance.now();
    await sure(false);
    await sure(true);
    await after();
    rests.push(performance.now() - since);
  }
  return { times, rests };
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
