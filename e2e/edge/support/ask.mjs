// Requests of tests to a host on a busy machine.

/** What Node calls a connection that ended before its answer. */
const ENDED = ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"];

/** Whether fetch failed because its connection ended. @param {unknown} error */
export const isEnded = (error) => ENDED.includes(/** @type {any} */ (error).cause?.code);

/** In ms, how long nobody waits for an answer to GET: `wrangler dev` never answers one if the connection to its Worker ended. */
export const LONG = 30_000;

/** @param {RequestInit} [init] */
const reads = (init) => ["GET", "HEAD"].includes(init?.method ?? "GET");

/** What `wrangler dev` answers if the connection to its Worker ended, as after a refusal before the body's end. @param {Response} response */
const isCut = async (response) => response.status === 503 && (await response.clone().text()).startsWith("Your worker restarted mid-request.");

/**
 * fetch, which asks again if the connection ended before an answer: if much else
 * is to be done, workerd closes connections that it has not read from for 15 s. And if
 * the Worker has more to do than it can in ten seconds, as on a busy machine.
 * @param {string} url @param {RequestInit} [init] whose body can be sent again @param {number} [again] how often @param {number} [busy] how often if the host is busy
 * @returns {Promise<Response>}
 */
export async function patiently(url, init, again = 5, busy = 20) {
  try {
    const response = await fetch(url, reads(init) ? { ...init, signal: AbortSignal.timeout(LONG) } : init);
    if (again > 0 && (await isCut(response))) return patiently(url, init, again - 1, busy);
    if (busy === 0 || response.status !== 503 || !/"code":"busy"/.test(await response.clone().text())) return response;
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(response.headers.get("retry-after"))));
    return patiently(url, init, again, busy - 1);
  } catch (error) {
    if (again === 0 || !(isEnded(error) || /** @type {any} */ (error).name === "TimeoutError")) throw error;
    return patiently(url, init, again - 1, busy);
  }
}

/**
 * Does as much for every item, some at a time, and gives the results in order.
 * @template T, R
 * @param {number} some @param {T[]} items @param {(item: T) => Promise<R>} act
 */
export async function someAtATime(some, items, act) {
  /** @type {R[]} */ const results = [];
  const waiting = [...items.entries()].reverse();
  await Promise.all(Array.from({ length: some }, async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) results[next[0]] = await act(next[1]);
  }));
  return results;
}
