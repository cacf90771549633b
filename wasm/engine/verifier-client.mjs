// The verifier for pages: the smaller program, which answers for proofs, keys and badges
// as the engine does. It runs in a Worker (verifier-host.mjs).

import { moduleWorker, start } from "./remote.mjs";

/**
 * Starts the verifier in a Worker of its own, as startEngine does the engine.
 * @param {string | URL | (() => Worker)} source @param {import("./client.mjs").ClientOptions} [options]
 */
export const startVerifier = (source = () => new Worker(new URL("./verifier-host.mjs", import.meta.url), {type: "module"}), options) =>
  start(typeof source === "function" ? source : () => moduleWorker(source), options);
