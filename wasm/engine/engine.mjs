// The engine for JavaScript: browsers, workers, Cloudflare Workers and Node 20
// or newer. Types of every operation are in engine.d.ts.
//
//   import { loadEngine } from "./engine.mjs";
//   const engine = await loadEngine();
//   engine.call("elo.expected", { rating: 1200, opponent: 1000 });

import "./wasm_exec.js"; // Go's own, copied from GOROOT/lib/wasm by the build

/** @typedef {import("./engine.js").Source} Source */
/** @typedef {import("./engine.js").Operations} Operations */
/** @typedef {import("./engine.js").Engine} Contract */
/** @typedef {{ field: string, message: string }} Flaw */

const { Go } = /** @type {any} */ (globalThis);
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A refusal, or a fault of the engine (code "internal"). */
export class EngineError extends Error {
  /** @param {string} code @param {string} field @param {string} message */
  constructor(code, field, message) {
    super(message);
    this.name = "EngineError";
    this.code = code;
    this.field = field; // JSON Pointer into the request
  }
}

/**
 * Loads the engine, by default from engine.wasm beside this file. A string is a
 * URL, relative to the page (in Node: to this file). From a WebAssembly.Module
 * it starts at the first call, because Go draws random bytes at its start and
 * Cloudflare allows that only while answering a request; otherwise it starts
 * before the promise resolves.
 *
 * @param {Source | Promise<Source>} source
 */
export async function loadEngine(source = new URL("./engine.wasm", import.meta.url)) {
  const given = await source;
  if (given instanceof WebAssembly.Module) return new Engine(given);
  const engine = new Engine(await compile(given));
  void engine.version; // starts it
  return engine;
}

/** @param {any} source a Source but a module @returns {Promise<WebAssembly.Module>} */
async function compile(source) {
  if (typeof source === "string" || source instanceof URL) {
    const url = new URL(source, globalThis.location?.href ?? import.meta.url);
    if (url.protocol !== "file:") return compile(await fetch(url));
    const disk = "node:fs/promises"; // a variable, so that bundlers for browsers leave it alone
    return compile(await (await import(disk)).readFile(url));
  }
  if (!(source instanceof Response)) return WebAssembly.compile(source);
  if (!source.ok) throw new Error(`the engine was not found at ${source.url}: status ${source.status}`);
  const streams = source.headers.get("content-type") === "application/wasm" && "compileStreaming" in WebAssembly;
  return streams ? WebAssembly.compileStreaming(source) : compile(await source.arrayBuffer());
}

/**
 * Keeps one running instance and replaces it when it dies.
 * @implements {Contract}
 */
class Engine {
  /** @type {WebAssembly.Module} */ #module;
  /** @type {Instance | undefined} */ #running;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.#module = module;
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
    const flaw = unfit(request, []);
    if (flaw) throw new EngineError("invalid", flaw.field, flaw.message);
    const { ok, error } = JSON.parse(this.callJSON(name, JSON.stringify(request)));
    if (error) throw new EngineError(error.code, error.field, error.message);
    return ok;
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
   * The same in UTF-8, without the copies that strings cost.
   * @param {string} name @param {Uint8Array} request @returns {Uint8Array}
   */
  callBytes(name, request) {
    if (!(request instanceof Uint8Array)) throw new TypeError("callBytes: the request is no Uint8Array");
    return this.#answer(name, request, (bytes) => bytes.slice());
  }

  /** @template T @param {string} name @param {Uint8Array} request @param {(bytes: Uint8Array) => T} read */
  #answer(name, request, read) {
    try {
      return this.#instance().call(name, request, read);
    } catch (cause) {
      const message = cause instanceof EngineError ? cause.message : `the engine failed and was restarted: ${this.#running?.stop(cause)}`;
      this.#running = undefined;
      return read(encoder.encode(JSON.stringify({ error: { code: "internal", field: "", message } })));
    }
  }

  #instance() {
    return (this.#running ??= new Instance(this.#module));
  }
}

/** One run of the Go program. */
class Instance {
  /** What Go wrote last before it died; the console is spared. */
  #words = "";

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    const go = (this.go = new Go());
    go.env = { GOMEMLIMIT: "3GiB" }; // collect harder before the 4 GiB of wasm end
    go.exit = (/** @type {number} */ code) => {
      throw new Error(`exit code ${code}`);
    };
    go.importObject.gojs["runtime.wasmWrite"] = (/** @type {number} */ sp) => this.#hear(sp >>> 0);
    try {
      const instance = new WebAssembly.Instance(module, go.importObject);
      this.exports = /** @type {any} */ (instance.exports);
      go.run(instance).catch(() => {}); // runs until main waits, and never resolves
      const [version, ...operations] = this.#read(this.exports.tp_about(), (bytes) => decoder.decode(bytes)).split("\n");
      this.about = { version, operations: /** @type {(keyof Operations)[]} */ (operations) };
    } catch (cause) {
      throw new EngineError("internal", "", `the engine could not start: ${this.stop(cause)}`);
    }
  }

  /** @template T @param {string} name @param {Uint8Array} request @param {(bytes: Uint8Array) => T} read */
  call(name, request, read) {
    const { mem, tp_input, tp_call } = this.exports;
    const id = encoder.encode(name);
    const size = Math.min(id.length + request.length, 0xffffffff);
    const at = tp_input(size) >>> 0;
    if (at) {
      const room = new Uint8Array(mem.buffer, at, size);
      room.set(id);
      room.set(request, id.length);
    }
    return this.#read(tp_call(id.length, size - id.length), read);
  }

  /** @template T @param {number} length @param {(bytes: Uint8Array) => T} read */
  #read(length, read) {
    const { mem, tp_output, tp_release } = this.exports;
    const at = tp_output() >>> 0;
    if (!at) throw new Error("it returned without an answer");
    const answer = read(new Uint8Array(mem.buffer, at, length >>> 0));
    tp_release();
    return answer;
  }

  /** @param {number} sp wasmWrite(fd uintptr, p unsafe.Pointer, n int32) */
  #hear(sp) {
    const { mem } = this.go;
    const text = new Uint8Array(mem.buffer, mem.getUint32(sp + 16, true), mem.getUint32(sp + 24, true));
    if (this.#words.length < 4096) this.#words += decoder.decode(text);
  }

  /** Ends a run that failed and says why. @param {any} cause */
  stop(cause) {
    this.go._scheduledTimeouts.forEach(clearTimeout);
    return this.#words.match(/^(panic|fatal error): .*/m)?.[0] ?? cause?.message ?? String(cause);
  }
}

/**
 * UTF-8 of a text. Half of a surrogate pair has none, and TextEncoder would
 * replace it in silence: the text ends there with a byte the engine refuses.
 * @param {string} text
 */
function encode(text) {
  if (/** @type {any} */ (text).isWellFormed?.() ?? !/\p{Surrogate}/u.test(text)) return encoder.encode(text);
  const bytes = encoder.encode(text.slice(0, text.search(/\p{Surrogate}/u)) + " ");
  bytes[bytes.length - 1] = 0xff;
  return bytes;
}

/**
 * The first thing in a request that JSON would drop, alter or choke on.
 * @param {any} value @param {object[]} above the objects it is in @returns {Flaw | undefined}
 */
function unfit(value, above) {
  if (value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)) return;
  if (typeof value === "number") return { field: "", message: `${value}: want a finite number` };
  if (value === undefined) return { field: "", message: "undefined: want a JSON value" };
  if (typeof value !== "object") return { field: "", message: `a ${typeof value}: want a JSON value` };
  if (above.includes(value)) return { field: "", message: "an object that contains itself: want JSON" };
  if (above.length === 64) return { field: "", message: "more than 64 levels of nesting" }; // jcs.MaxDepth
  above.push(value);
  const flaw = typeof value.toJSON === "function" ? unfit(value.toJSON(), above) : unfitMember(value, above);
  above.pop();
  return flaw;
}

/** @param {any} value @param {object[]} above @returns {Flaw | undefined} */
function unfitMember(value, above) {
  const list = Array.isArray(value);
  const kind = list || Object.getPrototypeOf(value) === Object.prototype ? "[object Object]" : Object.prototype.toString.call(value);
  if (kind !== "[object Object]") return { field: "", message: `${kind}: want a plain object or an array` };
  for (const key of list ? value.keys() : Object.keys(value)) {
    const member = value[key];
    if (member === undefined && !list) continue; // JSON leaves it out, which is what it means
    const flaw = unfit(member, above);
    if (flaw) return { ...flaw, field: `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}${flaw.field}` };
  }
}
