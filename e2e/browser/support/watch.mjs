// What a page's own world tells the tests. These functions run in the page,
// before its first script, and see only what they are given here.

/**
 * @typedef {object} Seen
 * @property {Worker[]} workers every Worker the page made
 * @property {number} ready how often an engine said that it runs
 * @property {number} asked questions posted to engines
 * @property {number} answered their answers, refusals included
 * @property {string[]} failed why engines did not load
 * @property {string[]} broken what the policy refused
 * @property {{ value: number, from: string[] }[]} shifts layout shifts without a reader's doing
 */

/** Records policy violations, layout shifts and the talk with the engine's Worker. */
export function watch() {
  /** @type {Seen} */
  const seen = { workers: [], ready: 0, asked: 0, answered: 0, failed: [], broken: [], shifts: [] };
  Object.assign(globalThis, { seenByTests: seen });

  addEventListener("securitypolicyviolation", (event) => seen.broken.push(`${event.violatedDirective}: ${event.blockedURI || "inline"} ${event.sample}`));

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = /** @type {any} */ (entry);
      if (shift.hadRecentInput) continue;
      const from = shift.sources.map((/** @type {any} */ { node }) => node?.nodeName + (node?.className ? `.${node.className}` : ""));
      seen.shifts.push({ value: shift.value, from });
    }
  }).observe({ type: "layout-shift", buffered: true });

  globalThis.Worker = class extends Worker {
    #waiting = 0;
    /** @param {string | URL} url @param {WorkerOptions} [options] */
    constructor(url, options) {
      super(url, options);
      seen.workers.push(this);
      this.addEventListener("message", ({ data }) => {
        if (data?.ready) seen.ready++;
        else if (data?.failed !== undefined) seen.failed.push(data.failed);
        else if (data?.id !== undefined) this.#answered(1);
      });
    }
    /** @param {any} message @param {any} [transfer] */
    postMessage(message, transfer) {
      seen.asked++;
      this.#waiting++;
      super.postMessage(message, transfer);
    }
    terminate() {
      super.terminate();
      this.#answered(this.#waiting); // whoever still waits is refused
    }
    /** @param {number} count */
    #answered(count) {
      this.#waiting -= count;
      seen.answered += count;
    }
  };
}

/**
 * Resolves once the engine runs, has answered all that was asked, and the page
 * shows it. A change is read in the next frame and asked before that frame's
 * end; what it overtakes is asked as soon as the answer under way has come.
 */
export async function settled() {
  const seen = /** @type {Seen} */ (/** @type {any} */ (globalThis).seenByTests);
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  const deadline = performance.now() + 20_000;
  await new Promise(requestAnimationFrame);
  for (let calm = 0; calm < 2; calm++) {
    await turn();
    if (!seen.ready || seen.asked !== seen.answered) calm = -1;
    if (performance.now() > deadline) throw new Error(`the page did not come to rest: ${JSON.stringify({ ...seen, workers: seen.workers.length })}`);
  }
}

/** Resolves once an engine failed to load and the page had time to say so. */
export async function refused() {
  const seen = /** @type {Seen} */ (/** @type {any} */ (globalThis).seenByTests);
  const frame = () => new Promise(requestAnimationFrame);
  const deadline = performance.now() + 20_000;
  while (seen.failed.length === 0) {
    await frame();
    if (performance.now() > deadline) throw new Error("no engine said that it failed");
  }
  await frame();
  await frame();
}
