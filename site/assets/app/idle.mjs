// Runs when the page is idle: starts the engine, makes the calculators ask, and
// loads the waiting modules (app/lazy.mjs).

import { loadWaiting } from "./lazy.mjs";
import { engine } from "./page-engine.mjs";

/** @param {import("./calculator.mjs").Calculator[]} calculators */
export function loadWhenIdle(calculators) {
  const start = () => {
    engine.ready.catch((error) => {
      for (const calculator of calculators) calculator.unavailable(error.message);
    });
    for (const calculator of calculators) if (!calculator.leader) calculator.recompute();
    loadWaiting();
  };
  if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: 1000 });
  else setTimeout(start, 200);
}
