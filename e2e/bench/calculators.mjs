// A slider of each calculator dragged, and a number in a sentence stepped by keys, in Chromium:
// from the event to the frame that shows the answer.

import { launch } from "../browser/support/browser/chrome.mjs";
import { serve } from "../browser/support/site.mjs";
import { limited, noted, quantile } from "./table.mjs";

/** Name, path, slider, and other values of the page's inputs. The forecast of AiRENA, whose opponents are any rating, has no limit: it says how far it is. @type {[import("./limits.mjs").Limited | "rating, AiRENA: slider to painted answer, p95", string, string, Record<string, string>?][]} */
const PAGES = [
  ["score, AiRENA: slider to painted answer, p95", "/score/airena/", "[data-for=f-measurements-speed-time-ms]"],
  ["score, Clawdiators: slider to painted answer, p95", "/score/clawdiators/", "[data-for=f-measurements-correctness-score]"],
  ["score, Term: slider to painted answer, p95", "/score/term/", "[data-for=f-measurements-pass-rate-passed]"],
  ["rating, Clawdiators: slider to painted answer, p95", "/rating/clawdiators/", "[data-for=f-forecast-strength]"],
  ["rating, Clawdiators, 240 matches: slider to painted answer, p95", "/rating/clawdiators/", "[data-for=f-forecast-strength]", { "/length": "240" }],
  ["rating, AiRENA: slider to painted answer, p95", "/rating/airena/", "[data-for=f-forecast-strength]"],
  ["rewards, decay: slider to painted answer, p95", "/rewards/term/", "[data-for=f-stale]"],
  ["rewards, my share: slider to painted answer, p95", "/rewards/term/strategies/", "[data-for=f-mine]"],
  ["weights, rules: slider to painted answer, p95", "/weights/rules/", "[data-for=eye-weight-0]"],
  ["audit: slider to painted answer, p95", "/audit/", "[data-grip]"],
];

/** Name, path, number, and what shows its answer. @type {[import("./limits.mjs").Limited, string, string, string][]} */
const SENTENCES = [
  ["rules, AiRENA: key to painted answer, p95", "/rules/airena/", "[data-turnable=passed] input", "[data-out='score/answer']"],
  ["docs: key to painted answer, p95", "/docs/", ".call-way .turnable input", "[data-json]"],
];

/** @param {boolean} quick */
export async function calculators(quick) {
  const site = await serve(), steps = quick ? 15 : 50;
  /** @param {string} path @param {(page: import("puppeteer-core").Page) => Promise<number[]>} measure */
  const times = async (path, measure) => {
    const browser = await launch(["--disable-frame-rate-limit", "--disable-gpu-vsync"]); // what is measured is our work, and not the wait for a frame
    try {
      const page = await browser.newPage();
      await page.setViewport({ width: 1280, height: 900 });
      await page.goto(`${site.origin}${path}`);
      return await measure(page);
    } finally {
      await browser.close();
    }
  };
  try {
    for (const [name, path, selector, values = {}] of PAGES) {
      const took = await times(path, async (page) => {
        await page.waitForFunction(() => document.querySelector("[data-whose=example]")?.checkVisibility());
        return page.evaluate(dragged, selector, values, steps);
      });
      if (name.startsWith("rating, AiRENA")) noted(name, quantile(took, 0.95), "ms");
      else limited(/** @type {import("./limits.mjs").Limited} */ (name), quantile(took, 0.95));
      noted("  p50", quantile(took, 0.5), "ms");
    }
    for (const [name, path, number, answer] of SENTENCES) {
      const took = await times(path, async (page) => {
        await page.waitForSelector(number);
        return page.evaluate(stepped, number, answer, steps);
      });
      limited(name, quantile(took, 0.95));
      noted("  p50", quantile(took, 0.5), "ms");
    }
  } finally {
    await site.stop();
  }
}

/** Runs in the page. @param {string} number @param {string} answer @param {number} steps */
async function stepped(number, answer, steps) {
  const input = /** @type {HTMLElement} */ (document.querySelector(number));
  const times = [];
  input.focus();
  for (let i = -10; i < steps; i++) { // the first ten warm up
    const since = performance.now();
    const shown = new Promise((resolve) => {
      const watcher = new MutationObserver(() => {
        watcher.disconnect();
        requestAnimationFrame(() => setTimeout(resolve));
      });
      for (const out of document.querySelectorAll(answer)) watcher.observe(out, { subtree: true, childList: true, characterData: true });
    });
    input.dispatchEvent(new KeyboardEvent("keydown", { key: i % 2 ? "ArrowDown" : "ArrowUp", bubbles: true, cancelable: true }));
    await shown;
    if (i >= 0) times.push(performance.now() - since);
    await new Promise((resolve) => setTimeout(resolve, 40)); // a hand is not faster
  }
  return times;
}

/** Runs in the page. @param {string} selector @param {Record<string, string>} values @param {number} steps */
async function dragged(selector, values, steps) {
  const rest = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
  await rest(2000); // what loads when the page is idle
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input"));
  for (const [name, value] of Object.entries(values)) {
    const field = [...fields].find((el) => el.name === name);
    if (!field) throw new Error(`there is no ${name}`);
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await rest(3000);
  }
  const slider = /** @type {HTMLInputElement | null} */ (document.querySelector(`input[type=range]${selector}`));
  if (!slider) throw new Error(`there is no slider ${selector}`);
  const root = /** @type {HTMLElement} */ (document.querySelector(`[data-calc][data-form="${slider.form?.id}"]`) ?? slider.closest("[data-calc]") ?? slider.form?.closest("[data-calc]"));
  const painted = () => new Promise((resolve) => {
    root.addEventListener("answered", () => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(0); // answers are placed in a frame: this arrives when it has been painted
    }, { once: true });
  });
  const times = [], from = Number(slider.value), step = Number(slider.step) || 1;
  const way = from + 12 * step <= Number(slider.max) ? step : -step;
  for (let i = -10; i < steps; i++) { // the first ten warm up
    const shown = painted(), since = performance.now();
    slider.value = String(from + way * (1 + ((i + 10) % 12)));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await Promise.race([shown, rest(5000).then(() => { throw new Error(`no answer to ${slider.ariaLabel} ${slider.value}`); })]);
    if (i >= 0) times.push(performance.now() - since);
    await rest(40); // a hand is not faster
  }
  return times;
}
