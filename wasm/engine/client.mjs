// The engine for pages: it runs in a Worker (host.mjs), so a page never waits.
//
//   const engine = startEngine();
//   const { expected } = await engine.call("elo.expected", { rating: 1200, opponent: 1000 });

import { moduleWorker, start } from "./remote.mjs";

/**
 * Starts the engine in a Worker of its own: that of host.mjs, of another URL,
 * or the one a function makes.
 * @param {string | URL | (() => Worker)} source @param {import("./client.mjs").ClientOptions} [options]
 */
export const startEngine = (source = () => new Worker(new URL("./host.mjs", import.meta.url), {type: "module"}), options) =>
  start(typeof source === "function" ? source : () => moduleWorker(source), options);
