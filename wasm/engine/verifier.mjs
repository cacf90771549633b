// The verifier: the smaller program, which answers for proofs, keys and badges as the engine
// does, in a Worker of a page or where it is called.
//
//   const verifier = await loadVerifier();
//   const { verdict } = verifier.call("proof.verify", { text, keys });

import { loadProgram } from "./program.mjs";

export { EngineError } from "./program.mjs";
export { startVerifier } from "./verifier-client.mjs";

/**
 * Loads the verifier, by default from verifier.wasm beside this file, as loadEngine does the
 * engine.
 * @param {import("./engine.js").Source | Promise<import("./engine.js").Source>} [source] @param {import("./engine.js").Options} options
 */
export const loadVerifier = (source = new URL("./verifier.wasm", import.meta.url), options = {}) => loadProgram(source, options);
