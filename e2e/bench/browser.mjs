// The engine as a visitor's Chromium runs it.

import { readFileSync } from "node:fs";
import { launch } from "../browser/support/browser/chrome.mjs";
import { detour, serve } from "../browser/support/site.mjs";
import { leaderboard } from "./many.mjs";
import { peers, signatures } from "./signatures.mjs";
import { compute, project, rank, sampling, update } from "./requests.mjs";
import { limited, noted, quantile } from "./table.mjs";

const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" }; // clocks to 5 µs, not 100

/** @param {boolean} quick */
export async function inChromium(quick) {
  const site = await serve();
  const beside = await withPeer(site.origin);
  try {
    await starts(site.origin, quick ? 3 : 11);
    await calls(beside.origin, quick);
    await drags(site.origin);
    await proofs(site.origin, quick);
  } finally {
    beside.stop();
    await site.stop();
  }
}

/** The site with plain JavaScript beside the engine. @param {string} origin */
export const withPeer = (origin) => detour(origin, (path, response) => {
  if (path !== "/bench/peer.mjs") return false;
  response.writeHead(200, { "content-type": "text/javascript" }).end(readFileSync(new URL("./peer.mjs", import.meta.url)));
  return true;
}, ISOLATED);

/** Signatures beside their peers, and a leaderboard. @param {string} site @param {boolean} quick */
async function proofs(site, quick) {
  const { answer, end } = peers();
  const beside = await detour(site, answer, ISOLATED);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(`${beside.origin}/404.html`);
    await signatures(page, quick);
    await leaderboard(page, beside.origin, quick ? 20_000 : 100_000);
  } finally {
    await browser.close();
    beside.stop();
    end();
  }
}

/**
 * From making the Worker to its being ready, with nothing of the site cached:
 * a context of its own for every run, in a browser that is itself at rest.
 * @param {string} origin @param {number} runs
 */
async function starts(origin, runs) {
  const browser = await launch();
  /** @param {string} path @param {boolean} own whether the page starts the engine itself */
  const measure = async (path, own) => {
    const times = [];
    for (let i = -1; i < runs; i++) { // the first warms the browser up
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.evaluateOnNewDocument(() => {
        globalThis.Worker = class extends Worker {
          /** @param {string | URL} url @param {WorkerOptions} [options] */
          constructor(url, options) {
            const since = performance.now();
            super(url, options);
            this.addEventListener("message", ({ data }) => data.ready && Object.assign(globalThis, { readyAfter: performance.now() - since }));
          }
        };
      });
      await page.goto(origin + path, { waitUntil: "networkidle0" });
      if (!own) {
        await page.evaluate(async () => {
          const client = "/engine/client.mjs"; // of the site, and not of this file
          await (await import(client)).startEngine().ready;
        });
      }
      await page.waitForFunction("globalThis.readyAfter");
      if (i >= 0) times.push(Number(await page.evaluate("readyAfter")));
      await context.close();
    }
    return times;
  };
  try {
    const alone = await measure("/404.html", false);
    limited("engine ready, cold, median", quantile(alone, 0.5));
    noted(`  slowest of ${runs}`, Math.max(...alone), "ms");
    noted("  while /score/airena/ comes alive, median", quantile(await measure("/score/airena/", true), 0.5), "ms");
  } finally {
    await browser.close();
  }
}

/** Calls in the engine's Worker and in one of plain JavaScript, by turns. @param {string} origin @param {boolean} quick */
async function calls(origin, quick) {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(`${origin}/404.html`);
    /** @param {string} name @param {unknown} request @param {number} rounds @param {number} [warm] rounds before the first that counts */
    const measure = (name, request, rounds, warm = Math.ceil(rounds / 5)) =>
      page.evaluate(async (name, request, rounds, warm) => {
        const client = "/engine/client.mjs"; // of the site, and not of this file
        const { startEngine } = await import(client);
        const engines = [startEngine(), startEngine("/bench/peer.mjs")];
        /** @type {number[][]} */ const times = [[], []];
        for (let i = -warm; i < rounds; i++) {
          for (const [n, engine] of engines.entries()) {
            const since = performance.now();
            await engine.call(name, request);
            if (i >= 0) times[n]?.push(performance.now() - since);
          }
        }
        for (const engine of engines) engine.close();
        return times;
      }, name, request, rounds, warm);

    for (const [name, request] of /** @type {const} */ ([["score.compute", compute], ["elo.update", update]])) {
      // Chromium optimizes the engine during the first thousands of calls, on
      // cores that pass messages between page and Worker as well.
      const [first = []] = await measure(name, request, 1000, 0);
      const [ours = [], peers = []] = await measure(name, request, quick ? 1000 : 5000, quick ? 5000 : 10_000);
      limited(`${name} in the Worker, p99`, quantile(ours, 0.99), { of: "plain JS in a Worker", value: quantile(peers, 0.99) });
      noted("  p99 of the first 1,000 calls", quantile(first, 0.99), "ms");
      noted("  p50", quantile(ours, 0.5), "ms", { of: "plain JS in a Worker", value: quantile(peers, 0.5) });
    }
    const table = rank(10_000);
    const [texts = [], peerTexts = []] = await measure("score.rank", JSON.stringify(table), quick ? 5 : 25);
    noted("score.rank, 10,000 rows, in the Worker", quantile(texts, 0.5), "ms", { of: "plain JS in a Worker", value: quantile(peerTexts, 0.5) });
    const [objects = [], peerObjects = []] = await measure("score.rank", table, quick ? 5 : 25);
    noted("  from an object instead of JSON text", quantile(objects, 0.5), "ms", { of: "plain JS in a Worker", value: quantile(peerObjects, 0.5) });
    const [samples = [], peerSamples = []] = await measure("score.sensitivity", sampling, quick ? 3 : 10);
    limited("score.sensitivity of 1,000×7 with 10,000 samples in the Worker", quantile(samples, 0.5), { of: "plain JS in a Worker", value: quantile(peerSamples, 0.5) });
    const [forecasts = []] = await measure("elo.project", project, quick ? 5 : 25);
    noted("elo.project of 60 matches in the Worker", quantile(forecasts, 0.5), "ms");
  } finally {
    await browser.close();
  }
}

/** A slider dragged over 60 steps: each from its input event to the frame that shows its answer. @param {string} origin */
async function drags(origin) {
  // Frames come as they are ready and not by the screen's clock: what is
  // measured is our work, and not the wait for the next sixtieth of a second.
  for (const [how, flags] of /** @type {[string, string[]][]} */ ([["free", ["--disable-frame-rate-limit", "--disable-gpu-vsync"]], ["at 60 Hz", []]])) {
    const browser = await launch(flags);
    try {
      const page = await browser.newPage();
      await page.setViewport({ width: 1280, height: 900 });
      await page.goto(`${origin}/score/airena/`);
      await page.waitForFunction(() => document.querySelector("[data-whose=example]")?.checkVisibility());
      const times = await page.evaluate(drag, 60);
      if (how === "free") {
        limited("slider step to painted answer, p95", quantile(times, 0.95));
        noted("  p50", quantile(times, 0.5), "ms");
      } else {
        noted("  p95 where frames come at 60 Hz", quantile(times, 0.95), "ms", "at most two frames, 33 ms, are the screen's");
      }
    } finally {
      await browser.close();
    }
  }
}

/** Runs in the page. @param {number} steps */
async function drag(steps) {
  const slider = /** @type {HTMLInputElement} */ (document.querySelector("#score input[type=range][data-for*=time]"));
  const output = /** @type {HTMLElement} */ (document.querySelector("#score ~ .result output, [data-calc] output"));
  const after = () => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(0);
  });
  let inFrame = false;
  const native = globalThis.requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (callback) => native((time) => {
    inFrame = true;
    callback(time);
    Promise.resolve().then(() => (inFrame = false)); // after those who watch what it changed
  });
  const changed = () => new Promise((resolve) => {
    const watcher = new MutationObserver(() => {
      watcher.disconnect();
      if (inFrame) after().then(resolve); // this frame paints it
      else native(() => after().then(resolve));
    });
    watcher.observe(/** @type {Node} */ (output.closest("[data-calc]")), { subtree: true, childList: true, characterData: true });
  });
  const times = [];
  const from = 1000;
  const pace = Number(slider.step); // every step is a value of its own, and so an answer of its own
  for (let i = -10; i < steps; i++) { // the first ten warm up
    const shown = changed();
    const since = performance.now();
    slider.value = String(from + pace * (1 + ((i + 10) % 35))); // to where the speed score ends, and again
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await shown;
    if (i >= 0) times.push(performance.now() - since);
  }
  return times;
}
