// A program inside a dedicated Worker; remote.mjs is the page's side.
//
// Posted to the page: {progress: {received, total}} now and then while it
// is fetched, {ready: true, version, ms} once it runs, or {failed: message} if it
// does not load, in which case the next question tries again. A question
// {id, name, request} is answered {id, ok} or {id, error: {code, field, message, offers?}};
// its request is an object, a JSON text or its UTF-8. A request in UTF-8 is
// answered in UTF-8: {id, envelope}.
//
// A table has the number that the page gives it: {id, load: number, request,
// columns}, {id, step: number, weights, texts}, {id, view: number, request} and
// {release: number}.

import { loadProgram } from "./program.mjs";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").Table} Table */
/** @typedef {{ id: number, name: any, request: any, load?: number, columns?: (Float64Array | Uint8Array)[], step?: number, weights: Int32Array, texts: any, view?: number, release?: number }} Question */

const PROGRESS_EVERY = 100; // ms

/** Tables that the page has loaded. @type {Map<number, Table>} */
const tables = new Map();

/** @type {Promise<Engine> | undefined} */
let engine;

function running() {
  return (engine ??= start().catch((cause) => {
    engine = undefined;
    postMessage({ failed: String(cause?.message ?? cause) });
    throw cause;
  }));
}

/** The program's address, and its bytes if they are known. @type {{ source: import("./engine.js").Source | Promise<import("./engine.js").Source>, size?: number }} */
let program;

/** Starts a program and answers the page's questions. @param {typeof program.source} source @param {number} [size] its bytes, if they are known */
export function serve(source, size) {
  program = { source, size };
  addEventListener("message", async ({ data }) => {
    if (data.release !== undefined) return release(data.release);
    const message = /** @type {any} */ (await answer(data));
    const owned = message.envelope ?? message.ok?.scores; // the three lists of a step share their memory
    postMessage(message, { transfer: owned instanceof Uint8Array || owned instanceof Float64Array ? [owned.buffer] : [] });
  });
  running().catch(() => {});
}

async function start() {
  const since = performance.now();
  let progress = {};
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let timer;
  const engine = await loadProgram(program.source, {
    size: program.size,
    onProgress(received, total) {
      progress = { received, total };
      timer ??= setTimeout(() => {
        timer = undefined;
        postMessage({ progress });
      }, PROGRESS_EVERY);
    },
  }).finally(() => clearTimeout(timer));
  postMessage({ ready: true, version: engine.version, ms: performance.now() - since });
  return engine;
}

/** @param {Question} question */
async function answer({ id, name, request, load, columns, step, weights, texts, view }) {
  try {
    const engine = await running();
    if (load !== undefined) return { id, ok: loadTable(load, engine.table(request, columns)) };
    if (step !== undefined) return { id, ok: tableOf(step).step(weights, texts) };
    if (view !== undefined) return { id, ok: tableOf(view).view(request) };
    if (request instanceof Uint8Array) return { id, envelope: engine.callBytes(name, request) };
    return { id, ok: ask(engine, name, request) };
  } catch (cause) {
    const { code = "internal", field = "", message, offers } = /** @type {any} */ (cause);
    return { id, error: { code, field, message, ...(offers && { offers }) } };
  }
}

/** @param {number} number @param {Table} table */
function loadTable(number, table) {
  tables.set(number, table);
  return { rows: table.rows, dimensions: table.dimensions };
}

/** @param {number} number */
function tableOf(number) {
  const table = tables.get(number);
  if (!table) throw { code: "expired", message: "the table was released, or the engine was restarted: load its rows again" };
  return table;
}

/** @param {number} number */
function release(number) {
  try {
    tables.get(number)?.release();
  } catch {} // the engine was restarted: it is gone already
  tables.delete(number);
}

/** @param {Engine} engine @param {any} name @param {any} request */
function ask(engine, name, request) {
  if (typeof request !== "string") return engine.call(name, request);
  const { ok, error } = JSON.parse(engine.callJSON(name, request));
  if (error) throw error;
  return ok;
}
