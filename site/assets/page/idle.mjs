// When a page loads what it does not need at its start: modules that wait
// (engine/lazy.mjs) when it is idle, and the page's program, about a megabyte, then too, unless
// the line is slow or counted. When the page is used (engine/intent.mjs), both at once; or
// the program first, where nothing waits for the modules but a click that loads them itself.
// With the program come the first answers. When the page is idle, it is also kept on
// the device, and on a free line a few more with it (page/register.mjs).

import { used, watchUse } from "../engine/intent.mjs";
import { loadWaiting, soon } from "../engine/lazy.mjs";
import { engine } from "../engine/page-engine.mjs";

const FIRST_ANSWER = 200; // ms that a program which has arrived has to itself

/** @param {import("./calculator.mjs").Calculator[]} calculators @param {{ programFirst?: boolean }} [options] */
export function loadWhenIdle(calculators, { programFirst = false } = {}) {
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
  const idle = () => {
    if (mayFetch()) begin();
    if (!begun || !programFirst) loadWaiting();
  };
  watchUse();
  used.then(() => {
    begin();
    if (!programFirst) loadWaiting();
  });
  if ("requestIdleCallback" in window) requestIdleCallback(idle, { timeout: 1000 });
  else setTimeout(idle, 200);
}

/**
 * Whether a page may fetch a megabyte, or other pages, that nobody has asked for. A
 * browser that says nothing of its line has no such setting.
 * @param {{ saveData?: boolean, effectiveType?: string }} [connection]
 */
export const mayFetch = ({ saveData = false, effectiveType = "4g" } = /** @type {any} */ (navigator).connection ?? {}) => !saveData && effectiveType === "4g";
