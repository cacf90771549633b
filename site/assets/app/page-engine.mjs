// The page's engine, which is started at its first use. While somebody waits for
// it, the page shows how much of it has arrived (app/progress.mjs).

import { startEngine } from "../../../wasm/engine/client.mjs";
import { used } from "./intent.mjs";
import { once } from "./lazy.mjs";

/** @typedef {ReturnType<typeof startEngine>} Client */

/** @type {Client | undefined} */ let client;
/** What has arrived while the engine is being loaded. @type {import("./progress.mjs").Arrived | undefined} */ let arrived;

const progress = once(() => import("./progress.mjs"));

function running() {
  if (client) return client;
  client = startEngine(undefined, {
    onProgress(received, total) {
      Object.assign(arrived ?? loading(), { received, total }).changed?.();
    },
  });
  loading();
  return client;
}

/** The engine has begun to load, for the first time or after it had died. */
function loading() {
  /** @type {import("./progress.mjs").Arrived} */ const mine = (arrived = { received: 0, total: undefined });
  const ready = /** @type {Client} */ (client).ready;
  const over = () => (arrived = undefined);
  ready.then(over, over);
  used.then(progress).then(({ showProgress }) => arrived === mine && showProgress(mine, ready)).catch(() => {}); // without that file, there is no line
  return mine;
}

/** Starts an engine beside the page's own, for work that may be ended. */
export const startAnother = () => startEngine();

export const engine = {
  /** Resolves when the engine answers, rejects if it cannot be loaded. */
  get ready() {
    return running().ready;
  },

  /** Runs an operation, as the client does. @type {Client["call"]} */
  call(name, request, options) {
    return running().call(name, request, options);
  },

  /** Loads a table, as the client does. @type {Client["table"]} */
  table(request, columns) {
    return running().table(request, columns);
  },
};
