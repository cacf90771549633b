// The engine for JavaScript: browsers, workers, Cloudflare Workers and Node 20
// or newer. Types of every operation are in engine.d.ts.
//
//   import { loadEngine } from "./engine.mjs";
//   const engine = await loadEngine();
//   engine.call("elo.expected", { rating: 1200, opponent: 1000 });

import { loadProgram } from "./program.mjs";

export { EngineError, MAX_BODY } from "./program.mjs";

/** @typedef {import("./engine.js").Source} Source */

/** Bytes of engine.wasm beside this file, written by the build: the length of a compressed answer does not tell them. */
const SIZE = /** @type {number | undefined} */ (/** @type {any} */ (globalThis).ENGINE_SIZE);

/**
 * Loads the engine, by default from engine.wasm beside this file, or another program from
 * its address.
 * @param {Source | Promise<Source>} [source] @param {import("./engine.js").Options} options
 */
export const loadEngine = (source, options = {}) =>
  source === undefined ? loadProgram(new URL("./engine.wasm", import.meta.url), { ...options, size: SIZE }) : loadProgram(source, options);
