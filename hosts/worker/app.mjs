// The Go program of this folder, started for one request. It is a program on
// github.com/syumai/workers: wasm_exec.js beside this is theirs, copied by the
// build, and gives each run a context of its own.

import "./wasm_exec.js";
import module from "./app.wasm";
import { board, font, integrity, style, text } from "./assets.mjs";

/** @typedef {import("./env.js").Env} Env */
/** @typedef {import("./env.js").Context} Context */

const { Go } = /** @type {any} */ (globalThis);

/** Their Go code calls this to get exceptions as values. */
Object.assign(globalThis, {
  /** @param {() => unknown} f */
  tryCatch(f) {
    try {
      return { result: f() };
    } catch (error) {
      return { error };
    }
  },
});

/** The request headers that the program gets: its library reads a comma as the end of a value. */
const FORWARDED = ["accept", "content-type"];

/**
 * Answers a request, with 500 if the program ends before it has answered.
 * @param {Request} request @param {Uint8Array<ArrayBuffer>} body @param {Env} env @param {Context} ctx @returns {Promise<Response>}
 */
export async function serve(request, body, env, ctx) {
  const { method, url } = request;
  const { host, origin } = new URL(url);
  const headers = new Headers();
  for (const name of FORWARDED) headers.set(name, request.headers.get(name) ?? "");
  headers.set("host", host);
  const plain = new Request(url, method === "GET" || method === "HEAD" ? { method, headers } : { method, headers, body });

  const go = new Go();
  go.env = { ORIGIN: env.ORIGIN ?? origin, STYLE: style, FONT: font, TEXT: text, BOARD: board, INTEGRITY: integrity, GOGC: "off", GOMEMLIMIT: "16MiB" }; // most requests end before there is anything to collect
  /** @type {any} */ const binding = {};
  try {
    /** @type {Promise<void>} */ const ready = new Promise((resolve) => (go.importObject.workers = { ready: resolve }));
    const ended = go.run(new WebAssembly.Instance(module, go.importObject), { env, ctx, binding }).then(() => {
      throw new Error("the program ended before its answer");
    });
    ended.catch(() => {}); // it also ends after it
    await Promise.race([ready, ended]);
    const response = await Promise.race([binding.handleRequest(plain), ended]);
    return new Response(response.body && (await response.arrayBuffer()), response);
  } catch (cause) {
    return failed(cause);
  }
}

/** The answer if there is none. @param {unknown} cause which the log of the Worker gets */
export function failed(cause) {
  console.error(cause);
  const problem = { type: "about:blank", title: "An error of this server", status: 500, detail: "the page could not be made: try again in a moment", code: "internal", field: "" };
  return Response.json(problem, { status: 500, headers: { "Content-Type": "application/problem+json", "Cache-Control": "no-store", "Access-Control-Allow-Origin": "*" } });
}
