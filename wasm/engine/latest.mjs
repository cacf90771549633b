// For inputs that change faster than answers come, such as a slider.

/** @typedef {import("./engine.js").Operations} Operations */
/** @typedef {ReturnType<typeof import("./client.mjs").startEngine>} Client */

/**
 * Wraps an engine's call: one question runs at a time. Of the questions that
 * arrive meanwhile, only the newest is asked; the others resolve to undefined.
 * So answers never arrive out of order or late.
 *
 * @param {Pick<Client, "call">} engine
 */
export function latest(engine) {
  let newest = 0;
  /** @type {Promise<unknown>} */
  let busy = Promise.resolve();
  /**
   * @template {keyof Operations} N
   * @param {N} name @param {Operations[N]["request"] | string | Uint8Array} request
   * @returns {Promise<Operations[N]["response"] | undefined>}
   */
  return async (name, request) => {
    const mine = ++newest;
    await busy;
    if (mine !== newest) return undefined;
    const answer = engine.call(name, request);
    busy = answer.catch(() => {});
    try {
      const ok = await answer;
      return mine === newest ? ok : undefined;
    } catch (error) {
      if (mine === newest) throw error;
      return undefined;
    }
  };
}
