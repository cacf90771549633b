// One engine and one verifier for the pages of a browsing context. To start one is half the work of
// a visit; what it answers is the same. Tests of the start itself, and of each
// calculator as visitors get it, have pages with engines of their own.
//
// Both functions run in a page and see only what they are given here.

/** In the page that stays open: runs a program and answers for it. @param {string} host its Worker: host or verifier-host */
export async function lend(host) {
  const channel = new BroadcastChannel(`the ${host} of the tests`);
  /** @type {Map<number, { of: string, id: number }>} */ const asked = new Map();
  /** @type {Map<string, Map<number, number>>} */ const tables = new Map();
  let last = 0;
  let [worker, ready] = start();
  await ready;

  /** @returns {[Worker, Promise<unknown>]} */
  function start() {
    const worker = new Worker(`/engine/${host}.mjs`, { type: "module" });
    const ready = new Promise((resolve, reject) => worker.addEventListener("message", ({ data }) => {
      if (data.ready) return resolve(data);
      if (data.failed !== undefined) return reject(new Error(data.failed));
      const question = asked.get(data.id);
      if (!question) return;
      asked.delete(data.id);
      channel.postMessage({ to: question.of, message: { ...data, id: question.id } });
    }));
    return [worker, ready];
  }

  /** The number here of a table of a page. @param {string} of @param {number} number */
  function numberOf(of, number) {
    const own = tables.get(of) ?? new Map();
    tables.set(of, own);
    return own.get(number) ?? own.set(number, ++last).get(number);
  }

  /** Forgets a page. What it waits for would keep others waiting. @param {string} of */
  function forget(of) {
    if ([...asked.values()].some((question) => question.of === of)) {
      worker.terminate();
      asked.clear();
      [worker, ready] = start();
    } else for (const release of tables.get(of)?.values() ?? []) worker.postMessage({ release });
    tables.delete(of);
  }

  channel.addEventListener("message", async ({ data: { of, begins, ends, message } }) => {
    if (begins) return channel.postMessage({ to: of, message: await ready });
    if (ends) return forget(of);
    const here = { ...message };
    for (const member of ["load", "step", "view", "release"]) {
      if (member in here) here[member] = numberOf(of, here[member]);
    }
    if ("id" in here) asked.set((here.id = ++last), { of, id: message.id });
    worker.postMessage(here);
  });
}

/** In every other page, before its first script: its first Worker of a program is that one. */
export function borrow() {
  const Own = Worker;
  /** @type {Set<string>} */ const borrowed = new Set();

  class Borrowed extends EventTarget {
    #of = "";
    /** @type {BroadcastChannel | undefined} */ #channel;

    /** @param {string | URL} url @param {WorkerOptions} [options] */
    constructor(url, options) {
      const [, host = ""] = /\/((?:verifier-)?host)\.\w+\.mjs$/.exec(String(url)) ?? [];
      if (!host || borrowed.has(host)) return /** @type {any} */ (Reflect.construct(Own, [url, options], new.target));
      super();
      borrowed.add(host);
      this.#of = crypto.randomUUID();
      this.#channel = new BroadcastChannel(`the ${host} of the tests`);
      this.#channel.addEventListener("message", ({ data: { to, message } }) => {
        if (to === this.#of) this.dispatchEvent(new MessageEvent("message", { data: message }));
      });
      this.#channel.postMessage({ of: this.#of, begins: true });
      addEventListener("pagehide", () => this.terminate());
    }

    /** @param {any} message @param {any} [transfer] */
    postMessage(message, transfer) {
      if (!(#of in this)) return Own.prototype.postMessage.call(this, message, transfer);
      if (this.#of) this.#channel?.postMessage({ of: this.#of, message: structuredClone(message, { transfer }) });
    }

    terminate() {
      if (!(#of in this)) return Own.prototype.terminate.call(this);
      if (this.#of) this.#channel?.postMessage({ of: this.#of, ends: true });
      this.#of = "";
    }
  }
  globalThis.Worker = /** @type {any} */ (Borrowed);
}
