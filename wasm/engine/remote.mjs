// The page's side of a program that runs in a Worker (serve.mjs), so that a page never waits.

/** @typedef {import("./engine.js").Operations} Operations */
/** @typedef {{ resolve: (answer: any) => void, reject: (reason: any) => void }} Waiter */
/** @typedef {{ version: string, ms: number }} Ready how long loading took, in milliseconds */
/** @typedef {import("./client.mjs").ClientOptions} Options */

const decoder = new TextDecoder();

/** Starts the Worker that a function makes. @param {() => Worker} make @param {Options} [options] */
export const start = (make, options = {}) => new Client(make, options);

/** The Worker of a module. @param {string | URL} url */
export const moduleWorker = (url) => new Worker(url, { type: "module" });

class Client {
  /**
   * Resolves when the engine answers, rejects if it cannot be loaded. After a
   * crash it is a new promise, which settles once a call restarted the engine.
   * @type {Promise<Ready>}
   */
  ready;
  /** @type {Waiter} */ #starting;
  #make;
  /** @type {Worker | undefined} */ #worker;
  /** @type {Map<number, Waiter>} */ #waiting = new Map();
  #lastID = 0;
  #closed = false;

  #onProgress;

  /** @param {() => Worker} make @param {Options} options */
  constructor(make, { onProgress }) {
    this.#make = make;
    this.#onProgress = onProgress;
    [this.ready, this.#starting] = deferred();
    try {
      this.#start();
    } catch (cause) {
      this.#starting.reject(cause);
    }
  }

  /**
   * Runs an operation; the promise rejects with an EngineError (an Error with
   * code and field). Aborting the signal drops the answer, not the work. The
   * request may also be the JSON text, or the UTF-8 of it, which transfer hands
   * over instead of copying.
   *
   * @template {keyof Operations} N
   * @param {N} name @param {Operations[N]["request"] | string | Uint8Array} request
   * @param {{ signal?: AbortSignal, transfer?: Transferable[] }} [options]
   * @returns {Promise<Operations[N]["response"]>}
   */
  call(name, request, { signal, transfer = [] } = {}) {
    return this.#ask({ name, request }, signal, transfer);
  }

  /**
   * Loads a table into the Worker, as engine.table does. After a crash, and once it
   * is released, a step rejects with the code "expired": load the rows again.
   *
   * @param {import("./engine.js").TableRequest | string} request @param {(Float64Array | Uint8Array)[]} [columns] which are handed over
   * @param {any} [first] the first request to its view, which does not wait until the page hears that it is loaded
   */
  async table(request, columns = [], first) {
    const number = ++this.#lastID;
    const loading = this.#ask({ load: number, request, columns }, undefined, [...new Set(columns.map(({ buffer }) => buffer))]);
    const viewing = first && this.#ask({ view: number, request: first });
    viewing?.catch(() => {}); // a table that does not load has no view
    const about = await loading;
    return {
      first: viewing,
      rows: /** @type {number} */ (about.rows),
      dimensions: /** @type {import("./engine.js").Table["dimensions"]} */ (about.dimensions),
      /** @param {Int32Array} weights basis points @param {{ from?: number, count?: number }} [texts] @returns {Promise<import("./engine.js").TableStep>} */
      step: (weights, texts) => this.#ask({ step: number, weights, texts }),
      /** @type {import("./client.mjs").ClientTable["view"]} */
      view: (request) => this.#ask({ view: number, request }),
      release: () => this.#worker?.postMessage({ release: number }),
    };
  }

  /** @param {object} question @param {AbortSignal} [signal] @param {Transferable[]} [transfer] @returns {Promise<any>} */
  async #ask(question, signal, transfer = []) {
    signal?.throwIfAborted();
    const worker = this.#start();
    const [answer, waiter] = deferred();
    const id = ++this.#lastID;
    const drop = () => waiter.reject(signal?.reason);
    signal?.addEventListener("abort", drop);
    this.#waiting.set(id, waiter);
    try {
      post(worker, { id, ...question }, transfer);
      return await answer;
    } finally {
      this.#waiting.delete(id);
      signal?.removeEventListener("abort", drop);
    }
  }

  /** Ends the Worker; waiting calls are rejected, and so are later calls. */
  close() {
    this.#closed = true;
    this.#stop("the engine was closed");
    this.#starting.reject(engineError("internal", "", "the engine was closed"));
  }

  /** The Worker, started if there is none. */
  #start() {
    if (this.#worker) return this.#worker;
    if (this.#closed) throw engineError("internal", "", "the engine was closed");
    const worker = (this.#worker = this.#make());
    /** @type {(type: string, f: (event: any) => void) => void} */
    const on = (type, f) => worker.addEventListener(type, (event) => worker === this.#worker && f(event));
    on("message", ({ data }) => this.#receive(data));
    on("messageerror", () => this.#stop("an answer of the engine's worker could not be read"));
    on("error", ({ message }) => this.#stop(`the engine's worker failed: ${message ?? "it did not load"}`));
    return worker;
  }

  /** @param {any} data a message of serve.mjs */
  #receive({ id, envelope, progress, ready, version, ms, failed, ...answer }) {
    if (progress) return this.#onProgress?.(progress.received, progress.total);
    if (ready) return this.#starting.resolve({ version, ms });
    if (failed !== undefined) return this.#stop(`the engine did not load: ${failed}`);
    const waiter = this.#waiting.get(id); // none if the answer was dropped
    if (!waiter) return;
    const { ok, error } = envelope ? JSON.parse(decoder.decode(envelope)) : answer;
    if (error) return waiter.reject(engineError(error.code, error.field, error.message, error.offers));
    waiter.resolve(ok);
  }

  /** Ends the Worker and rejects all waiting calls; the next call starts another Worker. @param {string} message */
  #stop(message) {
    this.#worker?.terminate();
    this.#worker = undefined;
    const waiters = [this.#starting, ...this.#waiting.values()];
    [this.ready, this.#starting] = deferred();
    for (const waiter of waiters) waiter.reject(engineError("internal", "", message));
  }
}

/** @param {Worker} worker @param {unknown} question @param {Transferable[]} transfer */
function post(worker, question, transfer) {
  try {
    worker.postMessage(question, transfer);
  } catch (cause) { // a function, say
    throw engineError("invalid", "", /** @type {Error} */ (cause).message);
  }
}

/** @returns {[Promise<any>, Waiter]} a promise and its two ends; an unhandled rejection is ignored */
function deferred() {
  /** @type {any} */
  let waiter;
  const promise = new Promise((resolve, reject) => (waiter = { resolve, reject }));
  promise.catch(() => {});
  return [promise, waiter];
}

/** @param {string} code @param {string} field @param {string} message @param {import("./engine.js").Offer[]} [offers] */
function engineError(code, field, message, offers) {
  return Object.assign(new Error(message), { name: "EngineError", code, field, ...(offers && { offers }) });
}
