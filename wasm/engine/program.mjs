// A program for JavaScript: the engine, or the verifier, whose operations are some of the
// engine's. It runs in browsers, workers, Cloudflare Workers and Node 20 or newer.

import { EngineError, Instance } from "./instance.mjs";
import { encode, unfit } from "./json.mjs";
import { received } from "./received.mjs";

/** @typedef {import("./engine.js").Source} Source */
/** @typedef {import("./engine.js").Operations} Operations */
/** @typedef {import("./engine.js").Engine} Contract */
/** @typedef {import("./engine.js").HttpRequest} HttpRequest */
/** @typedef {import("./engine.js").HttpResponse} HttpResponse */
/** @typedef {import("./engine.js").Options} Options */
/** @typedef {import("./engine.js").Table} TableContract */
/** @typedef {import("./engine.js").TableStep} TableStep */

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
const NOTHING = new Uint8Array();

export { EngineError };

/** Bytes of the largest body that http() answers: op.SmallLimit. */
export const MAX_BODY = 1 << 20;

/** Whether this is the main thread of a page. Chromium starts no program of more than 8 MB there at once, only by and by. */
const onPage = "document" in globalThis;

/**
 * Loads a program. A string is a URL, relative to the page (in Node: to this file). Outside of
 * pages it starts from a WebAssembly.Module at the first call, because Go draws random bytes at
 * its start and Cloudflare allows that only while answering a request; otherwise it starts
 * before the promise resolves.
 *
 * @param {Source | Promise<Source>} source @param {Options & { size?: number }} options size: its bytes, if they are known
 */
export async function loadProgram(source, options) {
  const given = await source;
  if (given instanceof WebAssembly.Module && !onPage) return new Engine(given, options);
  return Engine.started(given instanceof WebAssembly.Module ? given : await compile(given, options.onProgress, options.size), options);
}

/** @param {any} source a Source but a module @param {Options["onProgress"]} [onProgress] @param {number} [size] bytes, if they are known @returns {Promise<WebAssembly.Module>} */
async function compile(source, onProgress, size) {
  if (typeof source === "string" || source instanceof URL) {
    const url = new URL(source, globalThis.location?.href ?? import.meta.url);
    if (url.protocol !== "file:") return compile(await fetch(url), onProgress, size);
    const disk = ["node:fs", "promises"].join("/"); // computed, so that bundlers for browsers leave it alone
    return compile(await (await import(disk)).readFile(url));
  }
  if (!(source instanceof Response)) return WebAssembly.compile(source);
  if (!source.ok) throw new Error(`the engine was not found at ${source.url}: status ${source.status}`);
  // Not by compileStreaming: in Firefox it may never answer after a page was left while its own engine was compiled.
  const bytes = await received(source, onProgress, size);
  if (bytes[0] === 0x3c) throw new WebAssembly.CompileError(`the engine was not found at ${source.url}: a page is there`); // <, of a server that answers every address with one
  return compile(bytes);
}

/**
 * Keeps one running instance and replaces it when it dies.
 * @implements {Contract}
 */
class Engine {
  /** @type {WebAssembly.Module} */ #module;
  /** @type {number} */ #memory;
  /** @type {Instance | undefined} */ #running;
  /** @type {Promise<void> | undefined} of an instance that starts on a page */ #next;

  /** @param {WebAssembly.Module} module @param {Options} options */
  constructor(module, { memory = 3 << 30 >>> 0 }) {
    this.#module = module;
    this.#memory = memory;
  }

  /** @param {WebAssembly.Module} module @param {Options} options @throws {EngineError} */
  static async started(module, options) {
    const engine = new Engine(module, options);
    if (onPage) engine.#running = await Instance.later(module, engine.#memory);
    else engine.#instance();
    return engine;
  }

  /** Version of the operations' names, shapes and meanings. */
  get version() {
    return this.#instance().about.version;
  }

  /** Names of the operations, in the order of the documentation. */
  get operations() {
    return this.#instance().about.operations;
  }

  /**
   * Runs an operation. A member that is undefined counts as left out.
   *
   * @template {keyof Operations} N
   * @param {N} name @param {Operations[N]["request"]} request @returns {Operations[N]["response"]}
   * @throws {EngineError}
   */
  call(name, request) {
    return opened(this.callJSON(name, textOf(request)));
  }

  /**
   * Runs an operation on a JSON text and returns the envelope's.
   * @param {string} name @param {string} request @returns {string}
   */
  callJSON(name, request) {
    if (typeof request !== "string") throw new TypeError("callJSON: the request is no string");
    return this.#answer(name, encode(request), (bytes) => decoder.decode(bytes));
  }

  /**
   * The same in UTF-8, without the copies that strings need.
   * @param {string} name @param {Uint8Array} request @returns {Uint8Array}
   */
  callBytes(name, request) {
    if (!(request instanceof Uint8Array)) throw new TypeError("callBytes: the request is no Uint8Array");
    return this.#answer(name, request, (bytes) => bytes.slice());
  }

  /**
   * Answers a request to the HTTP API, or for a badge, never by throwing.
   * @param {HttpRequest} request @returns {HttpResponse}
   */
  http({ method, path, headers, body = new Uint8Array(), host = {} }) {
    const texts = [method, pathOf(path), ifNoneMatch(headers), host.keyring ?? "", host.at ?? "", host.proof ?? ""];
    /** @type {Uint8Array[]} */ const parts = texts.map((text) => (text ? encoder.encode(text) : NOTHING));
    parts.splice(3, 0, body.subarray(0, MAX_BODY + 1));
    return this.#guard(
      (instance) => instance.exports.tp_http
        ? instance.http(parts, host.failed === true, host.now ?? 0)
        : problem(method, { title: "Nothing is here", status: 404, detail: "the verifier answers no HTTP: want engine.wasm", code: "unknown-operation" }),
      (detail) => problem(method, { title: "An error of this server", status: 500, detail, code: "internal" }),
    );
  }

  /**
   * Reads the rows of a table once, so that a step sends weights alone.
   * @param {import("./engine.js").TableRequest | string} request @param {(Float64Array | Uint8Array)[]} [columns] numbers, if the request has ids; the text of an audit
   * @returns {TableContract}
   * @throws {EngineError}
   */
  table(request, columns = []) {
    if (!this.#instance().exports.tp_table_load) throw new EngineError("unknown-operation", "", "the verifier has no tables: want engine.wasm");
    const text = encode(typeof request === "string" ? request : textOf(request));
    const odd = columns.findIndex((column) => !(column instanceof Float64Array || column instanceof Uint8Array) || column.byteLength !== columns[0]?.byteLength);
    if (odd >= 0) throw new EngineError("invalid", `/columns/${odd}`, "want its numbers as a Float64Array, as many as of the first column");
    const numbers = columns.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength));
    const [instance, answer] = this.#guard((instance) => [instance, instance.load([text, ...numbers])], fail);
    const about = opened(answer);
    /** @type {<T>(use: (instance: Instance) => T) => T} */
    const guard = (use) => {
      if (this.#running !== instance) throw new EngineError("expired", "", "the engine was restarted and has lost the table: load its rows again");
      return this.#guard(use, fail);
    };
    return new Table(about, guard, (edit) => this.call("score.rebalance", edit));
  }

  /** @template T @param {string} name @param {Uint8Array} request @param {(bytes: Uint8Array) => T} read */
  #answer(name, request, read) {
    return this.#guard(
      (instance) => instance.call(name, request, read),
      (message) => read(encoder.encode(JSON.stringify({ error: { code: "internal", field: "", message } }))),
    );
  }

  /** Uses the instance. An instance that dies, or has grown too large, is not used again. @template T @param {(instance: Instance) => T} use @param {(message: string) => T} failed */
  #guard(use, failed) {
    try {
      const instance = this.#instance();
      const answer = use(instance);
      if (instance.size > this.#memory) this.#replace();
      return answer;
    } catch (cause) {
      const message = cause instanceof EngineError ? cause.message : `the engine failed and was restarted: ${this.#running?.stop(cause)}`;
      this.#running = undefined;
      this.#replace();
      return failed(message);
    }
  }

  /** The next call starts another instance. On a page that happens here, and calls use the old one until then. */
  #replace() {
    if (!onPage) return void (this.#running = undefined);
    this.#next ??= Instance.later(this.#module, this.#memory)
      .then((next) => void (this.#running = next), () => {}) // the next call says why it cannot start
      .finally(() => (this.#next = undefined));
  }

  #instance() {
    return (this.#running ??= Instance.now(this.#module, this.#memory));
  }
}

/**
 * A table that the engine holds.
 * @implements {TableContract}
 */
class Table {
  #handle;
  #guard;
  #rebalance;

  /** @param {any} about @param {<T>(use: (instance: Instance) => T) => T} guard @param {(edit: any) => { weights?: any[], warnings?: any[] }} rebalance */
  constructor({ handle, rows, dimensions }, guard, rebalance) {
    this.#handle = handle;
    this.#guard = guard;
    this.#rebalance = rebalance;
    this.rows = /** @type {number} */ (rows);
    this.dimensions = /** @type {TableContract["dimensions"]} */ (dimensions);
  }

  /**
   * Ranks the rows.
   * @param {ArrayLike<number>} weights basis points @param {{ from?: number, count?: number }} [texts] the places whose texts are wanted
   * @returns {TableStep}
   * @throws {EngineError}
   */
  step(weights, { from = 0, count = 0 } = {}) {
    const w = Int32Array.from(weights);
    const odd = w.findIndex((points, k) => points !== weights[k]);
    if (odd >= 0) throw new EngineError("invalid", `/weights/${odd}`, `${weights[odd]}: want a whole number of basis points`);
    const [answer, buffer] = this.#guard((instance) => instance.step(this.#handle, w, from, count, this.rows));
    const texts = opened(answer);
    return { order: new Uint32Array(buffer, 0, this.rows), ranks: new Uint32Array(buffer, 4 * this.rows, this.rows), scores: new Float64Array(buffer, 8 * this.rows, this.rows), texts };
  }

  /**
   * Explains the ranking of a table that came as a text, after an edit of its weights if there is one, of which the notes then have the warnings; equal weights without locks or bounds are exactly equal; within moves weights into their bounds. Draws weightings for it, or goes on with an audit.
   * @param {any} request a TableViewRequest, TableDrawRequest, TableRanksRequest or AuditViewRequest of engine.d.ts
   * @returns {any} @throws {EngineError}
   */
  view({ edited, equal, within, ...request }) {
    if (equal && !request.weights.some((/** @type {any} */ { locked, least, most, over }) => locked || (least ?? most ?? over) !== undefined)) return this.#equal(request);
    const { weights: balanced, warnings = [] } = edited === undefined && !equal && !within ? {} : this.#rebalance({ weights: request.weights, edited, equal });
    const answer = this.#viewed({ ...request, ...(balanced && { weights: balanced }) });
    answer.answer?.notes?.unshift(...warnings.map(({ field, message }) => ({ kind: "warning", field, text: `${message[0].toUpperCase()}${message.slice(1)}.` })));
    return balanced ? { ...answer, balanced } : answer;
  }

  /** The weights are as they are shown: 33.33 three times. @param {any} request */
  #equal(request) {
    const answer = this.#viewed({ ...request, equal: true });
    const shown = new Map(answer.answer.weights.map((/** @type {any} */ { dimension, percent }) => [dimension, Number(percent)]));
    return { ...answer, balanced: request.weights.map((/** @type {any} */ weight) => ({ ...weight, percent: shown.get(weight.dimension) })) };
  }

  /** @param {any} request */
  #viewed(request) {
    const text = encode(textOf(request));
    return opened(this.#guard((instance) => instance.view(this.#handle, text)));
  }

  /** Gives back the memory. A later step is refused. */
  release() {
    this.#guard((instance) => instance.exports.tp_table_release(this.#handle));
  }
}

/** The JSON text of a request. @param {any} request @throws {EngineError} for what JSON would drop or change */
function textOf(request) {
  const flaw = unfit(request);
  if (flaw) throw new EngineError("invalid", flaw.field, flaw.message);
  return JSON.stringify(request);
}

/** What an envelope holds. @param {string} envelope @throws {EngineError} */
function opened(envelope) {
  const { ok, error } = JSON.parse(envelope);
  if (error) throw new EngineError(error.code, error.field, error.message, error.offers);
  return ok;
}

/** An answer to HTTP that the program did not make. @param {string} method @param {{ title: string, status: number, detail: string, code: string }} about @returns {HttpResponse} */
function problem(method, about) {
  const headers = { "Content-Type": "application/problem+json", "Cache-Control": "no-store", "Access-Control-Allow-Origin": "*" };
  const body = JSON.stringify({ type: "about:blank", ...about, field: "" });
  return { status: about.status, headers, body: encoder.encode(method === "HEAD" ? "" : body) };
}

/** @param {string} message @returns {never} */
function fail(message) {
  throw new EngineError("internal", "", message);
}

/** The one header that counts; the others may have names and values that Headers would refuse. @param {HttpRequest["headers"]} headers */
function ifNoneMatch(headers = {}) {
  if (headers instanceof Headers) return headers.get("if-none-match") ?? "";
  return Object.entries(headers).filter(([name]) => name.toLowerCase() === "if-none-match").map(([, value]) => value).join(", ");
}

/** A URL's path without query and escapes; one with broken escapes stays as it is. @param {string} path */
function pathOf(path) {
  const [plain = ""] = path.split("?");
  if (!plain.includes("%")) return plain;
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
