// Modules that a page does not need at its start. The build puts them into one file.
// It is loaded when one of them is needed, or when the page is idle or used
// (page/idle.mjs). From then on they are available immediately, and without a network.

/** @type {Set<() => Promise<unknown>>} */
const waiting = new Set();
let idle = false; // whether the page has been idle or used

/**
 * Loads once; what failed is tried again.
 * @template T @param {() => Promise<T>} load @returns {() => Promise<T>}
 */
export function once(load) {
  /** @type {Promise<T> | undefined} */ let loaded;
  return () => (loaded ??= load().catch((error) => {
    loaded = undefined;
    throw error;
  }));
}

let tries = 0;
/** @type {Promise<any> | undefined} */ let loading;

/**
 * Imports a file again that could not be loaded, from another address: a browser keeps
 * what came of an address as long as the page is open. The build has every import("…") ask it.
 * @param {Error} error which names the file @returns {Promise<any>}
 */
export function again(error) {
  const [url] = /\S+\.mjs/.exec(error.message) ?? [];
  if (url === undefined) throw error;
  return (loading ??= import(`${url}?${++tries}`).catch((error) => {
    loading = undefined;
    throw error;
  }));
}

/** Registers a module to load when the page is idle or used. @param {() => Promise<unknown>} load */
export function soon(load) {
  waiting.add(load);
  if (idle) loadWaiting();
}

/** Loads all waiting modules. A failed module is loaded again when it is needed; then its failure is reported. */
export function loadWaiting() {
  idle = true;
  for (const load of waiting) load().catch(() => {});
  waiting.clear();
}

/**
 * Connects a button to an action whose module is loaded later.
 * @template T
 * @param {Element | null} button @param {() => Promise<T>} load @param {(loaded: T, event: Event) => void} act
 * @param {() => void} failed reports that it cannot be loaded
 */
export function onPress(button, load, act, failed) {
  const get = once(load);
  soon(get);
  button?.addEventListener("click", (event) => get().then((loaded) => act(loaded, event), failed));
}
