// "Try all": looks for the layout of a record beyond the likeliest, in
// short calls, so that Cancel acts at once and progress shows.
//
//   [data-search]   holds data-search-go, data-search-stop, data-search-progress
//                   with data-search-count of data-search-next, data-search-total
//                   and data-search-speed, shown after the first call,
//                   data-search-said (for screen readers), data-search-end="exhausted|stopped|failed"

import { engine } from "../engine/page-engine.mjs";

const FIRST = 5000; // candidates of the first call, and the least of another
const MOST = 100_000;
const CALL = 600; // ms a call should take: each begins by listing all candidates, which takes a part of that
const SAY = 5000; // ms between two lines for screen readers

/**
 * @param {HTMLElement} root
 * @param {{ request: () => Promise<any>, found: (position: number) => void }} page
 * @returns {{ search: () => Promise<void> }} goes on where it stopped
 */
export function layoutSearch(root, { request, found }) {
  const box = /** @type {HTMLElement} */ (root.querySelector("[data-search]"));
  const get = (/** @type {string} */ name) => /** @type {HTMLElement} */ (box.querySelector(`[data-search-${name}]`));
  const bar = /** @type {HTMLProgressElement} */ (box.querySelector("progress"));
  const count = new Intl.NumberFormat("en");
  let run = 0; // the newest search; others stop
  let next = 0;

  async function search() {
    const mine = ++run;
    const begun = performance.now();
    let [from, limit, said] = [next, FIRST, begun];
    show(true, "");
    try {
      const { text, keys, pins, candidates } = await request();
      for (;;) {
        const at = performance.now();
        const answer = await engine.call("proof.find_layout", { text, keys, pins, candidates, from: next, limit });
        if (mine !== run) return;
        const now = performance.now();
        if (answer.found) {
          show(false, "");
          return found(answer.next - 1);
        }
        next = answer.next;
        const speed = Math.round((next - from) / Math.max(now - begun, 1) * 1000);
        for (const [name, n] of /** @type {const} */ ([["next", next], ["total", answer.total], ["speed", speed]])) get(name).textContent = count.format(n);
        Object.assign(bar, { value: next, max: answer.total });
        get("count").hidden = false;
        if (now - said > SAY) [said, get("said").textContent] = [now, get("progress").textContent];
        if (answer.exhausted) return show(false, "exhausted");
        limit = Math.min(MOST, 2 * limit, Math.max(FIRST, Math.round(limit * CALL / Math.max(now - at, 1))));
      }
    } catch (error) {
      if (mine !== run) return;
      get("end=failed").textContent = /** @type {Error} */ (error).message;
      show(false, "failed");
    }
  }

  /** @param {boolean} running @param {string} end */
  function show(running, end) {
    get("go").hidden = running || end === "exhausted";
    get("stop").hidden = !running;
    get("progress").hidden = !running && end !== "stopped";
    for (const el of box.querySelectorAll("[data-search-end]")) el.toggleAttribute("hidden", el.getAttribute("data-search-end") !== end);
    if (end) get("said").textContent = box.querySelector(`[data-search-end=${end}]`)?.textContent ?? "";
    if (running) get("stop").focus();
    else if (end && end !== "exhausted") get("go").focus();
  }

  get("stop").addEventListener("click", () => { run++; show(false, "stopped"); });
  root.addEventListener("cleared", () => { run++; });
  root.addEventListener("answered", () => {
    run++;
    next = 0;
    bar.removeAttribute("value"); // not known yet
    get("count").hidden = true;
    get("said").textContent = "";
    show(false, "");
  });
  return { search };
}
