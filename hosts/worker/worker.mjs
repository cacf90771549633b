// The site on Cloudflare Workers. Static files are answered before this runs,
// except at addresses of pages, which are also there in other forms, at that of the
// keyring, which may be the deployment's, and at that of the API's description. The rest
// goes to one of two programs. The API and badges go to the engine, which all requests
// of an isolate share. Stored proofs go to the Go program of app/, which each request
// starts anew: work that waits for a database must belong to its own request.

import { MAX_BODY, loadEngine } from "../../wasm/engine/engine.mjs";
import module from "../../wasm/engine/engine.wasm";
import { serve } from "./app.mjs";
import { first, gone, keyring, stored } from "./assets.mjs";
import { cached } from "./cached.mjs";
import { KEYS, keys } from "./keys.mjs";
import { program, withBody } from "./limits.mjs";
import { page } from "./negotiate.mjs";

/** @typedef {import("./env.js").Env} Env */
/** @typedef {import("./env.js").Context} Context */

/** Of the 128 MB that an isolate may have: the Go program needs some as well. */
const MEMORY = 80 << 20;

/** Bytes of the largest body that the Go program answers but by refusing it: mostText in site/web/post.go. */
const MAX_PROOF = 64 << 10;

const engine = await loadEngine(module, { memory: MEMORY });
startEarly();

/** Paths of the Go program: what is stored (site/web). */
const STORED = new RegExp(stored);
/** Of these, forecasts and what is drawn; /oembed answers of a forecast as well. */
const HEAVY = /^\/(embed\/forecast|share)\//;
/** The description of the API, a file. */
const DESCRIPTION = "/api/openapi.json";
const COMPUTED = /^\/api(\/|$)/;
/** Badges of proofs in the address. */
const BADGE = /^\/badge\//;
const READS = /^(GET|HEAD)$/;
/** A % that begins no byte: the Go program refuses such an address with an exception. */
const BROKEN = /%(?![\da-f]{2})/i;

export { LogState } from "./log-state.mjs";

export default {
  /** @param {Request} request @param {Env} env @param {Context} ctx @returns {Promise<Response>} */
  async fetch(request, env, ctx) {
    const url = new URL(request.url);
    const { pathname } = url;
    if (STORED.test(pathname) && BROKEN.test(pathname)) return missing(request, env);
    if (STORED.test(pathname)) return cached(request, ctx, (plain) => withBody(request, MAX_PROOF, (body) => program(() => serve(plain, body, env, ctx), ctx, kindOf(request, url))));
    if (pathname === DESCRIPTION) return READS.test(request.method) ? env.ASSETS.fetch(request) : missing(request, env);
    if (COMPUTED.test(pathname)) return compute(request, pathname);
    if (BADGE.test(pathname)) return cached(request, ctx, async (plain) => compute(plain, pathname, { keyring: env.KEYRING || keyring, at: new Date().toISOString() }));
    if (pathname === KEYS && READS.test(request.method)) return keys(request, env, engine);
    const found = pathname.endsWith("/") && READS.test(request.method) ? await page(request, url, env) : undefined;
    return found ?? missing(request, env);
  },
};

/** Whether a program reads what is stored, checks what is posted, or calculates or draws. @param {Request} request @param {URL} url */
function kindOf({ method }, { pathname, searchParams }) {
  if (HEAVY.test(pathname) || (pathname === "/oembed" && searchParams.get("url")?.includes("/forecast/"))) return "heavy";
  return READS.test(method) ? "read" : "post";
}

/** @param {Request} request @param {string} path @param {import("../../wasm/engine/engine.js").HttpRequest["host"]} [host] */
function compute(request, path, host) {
  const { method, headers } = request;
  return withBody(request, MAX_BODY, (body) => {
    const answer = engine.http({ method, path, headers, body, host: { ...host, now: Date.now() } });
    const empty = answer.status === 204 || answer.status === 304 || method === "HEAD";
    return new Response(empty ? null : /** @type {BodyInit} */ (answer.body), answer);
  });
}

/** Answers a path that is neither a file nor a route, or a page with another method, as site/serve does. @param {Request} request @param {Env} env */
async function missing(request, env) {
  const page = await env.ASSETS.fetch(new URL("/404", request.url), { method: "GET" });
  const { headers } = new Response(null, page);
  headers.delete("ETag"); // of a page that is there
  const reads = READS.test(request.method);
  const instead = reads && await insteadOf(request, env);
  if (reads && !instead) return new Response(request.method === "HEAD" ? null : page.body, { status: 404, headers });
  await page.body?.cancel();
  headers.delete("Content-Length");
  headers.set("Content-Type", "text/plain; charset=utf-8");
  if (reads) return new Response(request.method === "HEAD" ? null : `this address is gone: ${instead}\n`, { status: 410, headers });
  headers.set("Allow", "GET, HEAD");
  return new Response("this path answers GET and HEAD\n", { status: 405, headers });
}

/** What to use instead of an address of an earlier version, as site/serve/gone.go says it. @param {Request} request @param {Env} env */
async function insteadOf(request, env) {
  const { pathname, origin } = new URL(request.url);
  const page = /^(.*)\.json$/.exec(pathname)?.[1];
  if (page === undefined || gone[pathname]) return gone[pathname];
  const markdown = await env.ASSETS.fetch(new Request(`${origin}${page}.md`, { method: "HEAD" }));
  return markdown.status === 200 ? `use ${page}.md, or POST to /api/v1/{operation} for its numbers` : undefined;
}

/**
 * Starts the engine before the first request and makes it answer a few. So the
 * first visitor waits neither for its start nor for the costs of a first answer:
 * WebAssembly is compiled when it first runs. Go seeds its maps at the start,
 * and Cloudflare forbids random numbers until there is a request: so here the
 * seed is constant. An engine that dies is replaced while a request is answered,
 * and seeded as usual.
 */
function startEarly() {
  const { getRandomValues } = crypto;
  crypto.getRandomValues = (array) => array;
  try {
    for (const [operation, request] of first) engine.callJSON(operation, request);
  } finally {
    crypto.getRandomValues = getRandomValues;
  }
}
