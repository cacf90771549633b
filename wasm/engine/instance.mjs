// One run of a Go program, and what it throws.

import "./wasm_exec.js"; // Go's own, copied from GOROOT/lib/wasm by the build

/** @typedef {import("./engine.js").Operations} Operations */
/** @typedef {import("./engine.js").HttpResponse} HttpResponse */

const { Go } = /** @type {any} */ (globalThis);
const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/** A refusal, or a fault of the engine (code "internal"). */
export class EngineError extends Error {
  /** That of client.mjs has this name alone: a page that imports it does not load this module. @param {any} error */
  static [Symbol.hasInstance] = (error) => error?.name === "EngineError";

  /** @param {string} code @param {string} field @param {string} message @param {import("./engine.js").Offer[]} [offers] */
  constructor(code, field, message, offers) {
    super(message);
    this.name = "EngineError";
    this.code = code;
    this.field = field; // JSON Pointer into the request
    if (offers) this.offers = offers; // what to add to the request, for a button each
  }
}

/** One run of the Go program. */
export class Instance {
  /** @type {any} */ exports;
  /** @type {{ version: string, operations: (keyof Operations)[] }} */ about = { version: "", operations: [] };

  /** What Go wrote last before it died; it is not written to the console. */
  #words = "";

  /** Of the last answer to HTTP: most have the same. */
  #head = headOf(encoder.encode("200\n\n"));

  /** @param {number} memory */
  constructor(memory) {
    const go = (this.go = new Go());
    go.env = {
      GODEBUG: "gcstoptheworld=1", // a collection beside the program ends only when that waits: in a long call never
      GOMEMLIMIT: `${memory}B`, // collect harder before the memory ends
    };
    go.exit = (/** @type {number} */ code) => {
      throw new Error(`exit code ${code}`);
    };
    go.importObject.gojs["runtime.wasmWrite"] = (/** @type {number} */ sp) => this.#hear(sp >>> 0);
  }

  /** Starts at once. @param {WebAssembly.Module} module @param {number} memory @throws {EngineError} */
  static now(module, memory) {
    const made = new Instance(memory);
    try {
      return made.#run(new WebAssembly.Instance(module, made.go.importObject));
    } catch (cause) {
      throw made.#unable(cause);
    }
  }

  /** Starts when the browser can. @param {WebAssembly.Module} module @param {number} memory @throws {EngineError} */
  static async later(module, memory) {
    const made = new Instance(memory);
    try {
      return made.#run(await WebAssembly.instantiate(module, made.go.importObject));
    } catch (cause) {
      throw made.#unable(cause);
    }
  }

  /** @param {WebAssembly.Instance} instance */
  #run(instance) {
    this.exports = /** @type {any} */ (instance.exports);
    this.go.run(instance).catch(() => {}); // runs until main waits, and never resolves
    const [version = "", ...operations] = this.#read(this.exports.tp_about(), (bytes) => decoder.decode(bytes)).split("\n");
    this.about = { version, operations: /** @type {(keyof Operations)[]} */ (operations) };
    return this;
  }

  /** @param {any} cause */
  #unable(cause) {
    return new EngineError("internal", "", `the engine could not start: ${this.stop(cause)}`);
  }

  /** Bytes of memory, which never shrinks. */
  get size() {
    return this.exports.mem.buffer.byteLength;
  }

  /** @template T @param {string} name @param {Uint8Array} request @param {(bytes: Uint8Array) => T} read */
  call(name, request, read) {
    const id = encoder.encode(name);
    const size = this.#write([id, request]);
    return this.#read(this.exports.tp_call(id.length, size - id.length), read);
  }

  /** @param {Uint8Array[]} parts method, path, If-None-Match, body, keyring, at, proof @param {boolean} failed @param {number} now @returns {HttpResponse} */
  http(parts, failed, now) {
    this.#write(parts);
    return this.#read(this.exports.tp_http(...parts.map(({ length }) => length), Number(failed), now), (bytes) => {
      if (!this.#head.bytes.every((byte, i) => byte === bytes[i])) this.#head = headOf(bytes);
      const { status, headers, bytes: { length } } = this.#head;
      return { status, headers: { ...headers }, body: bytes.slice(length) };
    });
  }

  /** @param {Uint8Array[]} parts the request, then its numbers */
  load(parts) {
    const size = this.#write(parts);
    const request = parts[0]?.length ?? 0;
    return this.#read(this.exports.tp_table_load(request, size - request), (bytes) => decoder.decode(bytes));
  }

  /** @param {number} handle @param {Int32Array} weights @param {number} from @param {number} count @param {number} rows @returns {[string, ArrayBuffer]} the envelope, and the numbers */
  step(handle, weights, from, count, rows) {
    this.#write([new Uint8Array(weights.buffer)]);
    const answer = this.#read(this.exports.tp_table_step(handle, weights.length, from, count), (bytes) => decoder.decode(bytes));
    const at = this.exports.tp_table_numbers(handle) >>> 0;
    return [answer, this.exports.mem.buffer.slice(at, at + 16 * rows)];
  }

  /** @param {number} handle @param {Uint8Array} request @returns {string} the envelope */
  view(handle, request) {
    return this.#read(this.exports.tp_table_view(handle, this.#write([request])), (bytes) => decoder.decode(bytes));
  }

  /** Writes the input, unless Go has no room for it, and returns its size. @param {Uint8Array[]} parts */
  #write(parts) {
    const size = Math.min(parts.reduce((sum, { length }) => sum + length, 0), 0xffffffff);
    const at = this.exports.tp_input(size) >>> 0;
    if (!at) return size;
    const room = new Uint8Array(this.exports.mem.buffer, at, size);
    return parts.reduce((to, part) => (room.set(part, to), to + part.length), 0);
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

/** Status and headers, with their bytes up to the empty line before the body. @param {Uint8Array} answer */
function headOf(answer) {
  let end = answer.indexOf(10);
  while (end >= 0 && answer[end + 1] !== 10) end = answer.indexOf(10, end + 1);
  if (end < 0) throw new Error(decoder.decode(answer)); // the envelope of a panic
  const bytes = answer.slice(0, end + 2);
  const [status, ...lines] = decoder.decode(bytes.subarray(0, end)).split("\n");
  const headers = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)]));
  return { status: Number(status), headers, bytes };
}
