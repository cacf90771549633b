// A page's Worker on Node's worker_threads: enough of it for host.mjs.

import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

if (!isMainThread) {
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  globalThis.addEventListener = (type, listener) => parentPort.on(type, (data) => listener({ data }));
  await import(workerData.host);
}

export class WebWorker extends EventTarget {
  #thread;

  /** @param {string} host address of the module that runs inside */
  constructor(host) {
    super();
    this.#thread = new Worker(new URL(import.meta.url), { workerData: { host } });
    this.#thread.on("message", (data) => this.#dispatch("message", { data }));
    this.#thread.on("error", ({ message }) => this.crash(message));
  }

  /** @param {unknown} message @param {ArrayBuffer[]} [transfer] */
  postMessage(message, transfer) {
    this.#thread.postMessage(message, transfer);
  }

  terminate() {
    this.#thread.terminate();
  }

  crash(message) {
    this.#dispatch("error", { message });
  }

  #dispatch(type, members) {
    this.dispatchEvent(Object.assign(new Event(type), members));
  }
}
