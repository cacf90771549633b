// A program that a page runs, started at its first use. While somebody waits for it, the
// page shows how much of it has arrived (engine/progress.mjs).

import { used } from "./intent.mjs";
import { showProgress } from "./progress.mjs";

/** @typedef {import("../../../wasm/engine/client.mjs").Client} Client */
/** @typedef {import("../../../wasm/engine/client.mjs").ClientOptions} Options */
/** @typedef {(source?: undefined, options?: Options) => Client} Start */

export class Program {
  /** @type {Client | undefined} */ #client;
  /** What has arrived while it is being loaded. @type {import("./progress.mjs").Arrived | undefined} */ #arrived;
  #start;

  /** @param {"engine" | "verifier"} name @param {Start} start */
  constructor(name, start) {
    this.name = name;
    this.#start = start;
  }

  /** Resolves when the program answers, rejects if it cannot be loaded. */
  get ready() {
    return this.#running().ready;
  }

  /** Runs an operation, as the client does. @type {Client["call"]} */
  call(name, request, options) {
    return this.#running().call(name, request, options);
  }

  /** Loads a table, as the client does. @type {Client["table"]} */
  table(...asked) {
    return this.#running().table(...asked);
  }

  /** Starts the program once more, for work that may be ended. */
  another() {
    return this.#start();
  }

  #running() {
    if (this.#client) return this.#client;
    this.#client = this.#start(undefined, {
      onProgress: (received, total) => Object.assign(this.#arrived ?? this.#loading(), { received, total }).changed?.(),
    });
    this.#loading();
    return this.#client;
  }

  /** The program has begun to load, for the first time or after it had died. */
  #loading() {
    /** @type {import("./progress.mjs").Arrived} */ const mine = (this.#arrived = { received: 0, total: undefined });
    const ready = /** @type {Client} */ (this.#client).ready;
    const over = () => (this.#arrived = undefined);
    ready.then(over, over);
    used.then(() => this.#arrived === mine && showProgress(mine, ready));
    return mine;
  }
}
