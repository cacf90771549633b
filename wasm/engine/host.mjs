// The engine inside a dedicated module Worker; client.mjs is the page's side.
//
// Posted to the page: {ready: true, version, ms} once the engine runs, or
// {failed: message} if it does not load, in which case the next question tries
// again. A question {id, name, request} is answered {id, ok} or {id, error:
// {code, field, message}}; its request is an object, a JSON text or its UTF-8. A
// request in UTF-8 is answered in UTF-8: {id, envelope}.

import { loadEngine } from "./engine.mjs";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {{ id: number, name: any, request: any }} Question */

/** @type {Promise<Engine> | undefined} */
let engine;

function running() {
  return (engine ??= start().catch((cause) => {
    engine = undefined;
    postMessage({ failed: String(cause?.message ?? cause) });
    throw cause;
  }));
}

async function start() {
  const since = performance.now();
  const engine = await loadEngine();
  postMessage({ ready: true, version: engine.version, ms: performance.now() - since });
  return engine;
}

/** @param {Question} question */
async function answer({ id, name, request }) {
  try {
    const engine = await running();
    if (request instanceof Uint8Array) return { id, envelope: engine.callBytes(name, request) };
    return { id, ok: ask(engine, name, request) };
  } catch (cause) {
    const { code = "internal", field = "", message } = /** @type {any} */ (cause);
    return { id, error: { code, field, message } };
  }
}

/** @param {Engine} engine @param {any} name @param {any} request */
function ask(engine, name, request) {
  if (typeof request !== "string") return engine.call(name, request);
  const { ok, error } = JSON.parse(engine.callJSON(name, request));
  if (error) throw error;
  return ok;
}

addEventListener("message", async ({ data }) => {
  const message = await answer(data);
  postMessage(message, { transfer: message.envelope ? [message.envelope.buffer] : [] });
});
running().catch(() => {});
