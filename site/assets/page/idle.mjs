// When a page loads what it does not need at its start: its program, about a megabyte,
// when it is idle, unless the line is slow or counted, and when it is used
// (engine/intent.mjs). Modules that wait (engine/lazy.mjs) come after the program, so that
// they do not share the line with it, or when the page is idle and there is none to wait for.
// With the program come the first answers. When the page is idle, it is also kept on
// the device, and on a free line a few more with it (page/register.mjs).

import { used, watchUse } from "../engine/intent.mjs";
import { loadWaiting, soon } from "../engine/lazy.mjs";
import { engine } from "../engine/page-engine.mjs";

const FIRST_ANSWER = 200; // ms that a program which has arrived has to itself

/** @param {import("./calculator.mjs").Calculator[]} calculators */
export function loadWhenIdle(calculators) {
  let begun = false;
  /** @type {(value: unknown) => void} */ let arrived;
  const running = new Promise((resolve) => (arrived = resolve));
  soon(async () => (await import("./register.mjs")).workOffline(running, mayFetch));
  const begin = () => {
    if (begun) return;
    begun = true;
    engine.ready.then(() => arrived(engine.name), (error) => {
      for (const calculator of calculators) calculator.unavailable(error.message);
    }).finally(() => setTimeout(loadWaiting, FIRST_ANSWER));
    for (const calculator of calculators) if (!calculator.leader) calculator.recompute();
  };
  const idle = () => (begun || mayFetch() ? begin() : loadWaiting());
  watchUse();
  used.then(begin);
  if ("requestIdleCallback" in window) requestIdleCallback(idle, { timeout: 1000 });
  else setTimeout(idle, 200);
}

/**
 * Whether a page may fetch a megabyte, or other pages, that nobody has asked for. A
 * browser that says nothing of its line has no such setting.
 * @param {{ saveData?: boolean, effectiveType?: string }} [connection]
 */
export const mayFetch = ({ saveData = false, effectiveType = "4g" } = /** @type {any} */ (navigator).connection ?? {}) => !saveData && effectiveType === "4g";
