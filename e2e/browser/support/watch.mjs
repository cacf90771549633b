// What a page's own world tells the tests. These functions run in the page,
// before its first script, and see only what they are given here.

/**
 * @typedef {object} Seen
 * @property {Worker[]} workers every Worker that the page made for itself
 * @property {number} ready how often an engine said that it runs
 * @property {number} asked questions posted to engines
 * @property {number} answered their answers, refusals included
 * @property {{ name: string, request: any }[]} questions the newest of them
 * @property {string[]} failed why engines did not load
 * @property {string[]} broken what the policy refused
 * @property {{ value: number, parsed: boolean, from: string[] }[]} shifts layout shifts without a reader's doing; parsed: after the page's whole text
 */

/** Records policy violations, layout shifts and the talk with the engine's Worker. */
export function watch() {
  /** @type {Seen} */
  const seen = { workers: [], ready: 0, asked: 0, answered: 0, questions: [], failed: [], broken: [], shifts: [] };
  /**
   * Resolves once the engine runs, has answered all that was asked, and the page
   * shows it. A page asks when its inputs change or in the next frame, and shows
   * an answer when it comes or in the next frame: two frames in which nobody waits
   * and nobody asks are the end of it. A calculator that follows another asks after it.
   * Before the first question a page reads its link, which may take longer than two
   * frames: who asks nothing in a second has nothing to ask.
   */
  async function settled() {
    const since = performance.now();
    const deadline = since + 180_000;
    for (let calm = -1, asked = -1; calm < 1; ) {
      await new Promise(requestAnimationFrame);
      await new Promise((resolve) => setTimeout(resolve)); // after the page's own callbacks of that frame
      const begun = seen.asked > 0 || performance.now() - since > 1000;
      const idle = begun && seen.ready > 0 && seen.asked === seen.answered && !document.querySelector("[data-due]");
      calm = !idle ? -1 : seen.asked === asked ? calm + 1 : 0;
      asked = seen.asked;
      if (performance.now() > deadline) throw new Error(`the page did not come to rest: ${JSON.stringify({ ...seen, workers: seen.workers.length, questions: [] })}`);
    }
  }
  /** Resolves once the page has written its address, and the browser is at the entry where the page sent it. */
  async function written() {
    const deadline = performance.now() + 180_000;
    while (document.documentElement.matches("[data-unwritten], [data-going]")) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (performance.now() > deadline) throw new Error("the page does not write its address");
    }
  }
  Object.assign(globalThis, { seenByTests: seen, settledForTests: settled, writtenForTests: written });

  addEventListener("securitypolicyviolation", (event) => seen.broken.push(`${event.violatedDirective}: ${event.blockedURI || "inline"} ${event.sample}`));

  if (PerformanceObserver.supportedEntryTypes.includes("layout-shift")) new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = /** @type {any} */ (entry);
      if (shift.hadRecentInput) continue;
      const from = shift.sources.map((/** @type {any} */ { node }) => node?.nodeName + (node?.className ? `.${node.className}` : ""));
      const [{ domInteractive = 0 } = {}] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
      seen.shifts.push({ value: shift.value, parsed: domInteractive > 0 && shift.startTime >= domInteractive, from });
    }
  }).observe({ type: "layout-shift", buffered: true });

  globalThis.Worker = class extends Worker {
    #waiting = 0;
    /** @param {string | URL} url @param {WorkerOptions} [options] */
    constructor(url, options) {
      super(url, options);
      if (location.protocol === "file:" || !String(url).startsWith("blob:")) seen.workers.push(this); // on a site, a blob is one of what others embed
      this.addEventListener("message", ({ data }) => {
        if (data?.ready) seen.ready++;
        else if (data?.failed !== undefined) seen.failed.push(data.failed);
        else if (data?.id !== undefined) this.#answered(1);
      });
    }
    /** @param {any} message @param {any} [transfer] */
    postMessage(message, transfer) {
      if (message?.release !== undefined) return super.postMessage(message, transfer); // has no answer
      seen.asked++;
      seen.questions = [...seen.questions, message].slice(-16);
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
 * Has AiRENA's forecasts end after 4 matches: 40 with real ratings take the engine a
 * third of a second. Seen.questions has what the page asked.
 */
export function shorten() {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (/** @type {any} */ message, /** @type {any} */ transfer) {
    const { name, request } = message ?? {};
    const long = name === "explain.forecast" && request.rulebook === "airena" && request.length > 4;
    postMessage.call(this, long ? { ...message, request: { ...request, length: 4 } } : message, transfer);
  };
}

/** Resolves once the page is at rest, see watch. */
export const settled = () => /** @type {any} */ (globalThis).settledForTests();

/** Resolves once an engine failed to load and the page had time to say so. */
export async function refused() {
  const seen = /** @type {Seen} */ (/** @type {any} */ (globalThis).seenByTests);
  const frame = () => new Promise(requestAnimationFrame);
  const deadline = performance.now() + 180_000;
  while (seen.failed.length === 0) {
    await frame();
    if (performance.now() > deadline) throw new Error("no engine said that it failed");
  }
  await frame();
  await frame();
}
