// The page's engine. Its client (client.mjs) is loaded, and the engine started,
// at the first use.

import { once } from "./lazy.mjs";

/** @typedef {ReturnType<typeof import("../../../wasm/engine/client.mjs").startEngine>} Client */

const client = once(async () => (await import("../../../wasm/engine/client.mjs")).startEngine());

/** Starts an engine beside the page's own, for work that may be ended. @returns {Promise<Client>} */
export const startAnother = async () => (await import("../../../wasm/engine/client.mjs")).startEngine();

export const engine = {
  /** Resolves when the engine answers, rejects if it cannot be loaded. */
  get ready() {
    return client().then(({ ready }) => ready);
  },

  /** Runs an operation, as the client does. @type {Client["call"]} */
  async call(name, request, options) {
    return (await client()).call(name, request, options);
  },

  /** Loads a table, as the client does. @type {Client["table"]} */
  async table(request, columns) {
    return (await client()).table(request, columns);
  },
};
