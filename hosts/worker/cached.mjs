// Answers kept by Cloudflare's cache for as long as they allow: the second
// request for a page does not start a Go program. The cache knows nothing of Accept,
// so that a page's other forms are kept at addresses that no request has.

import { endingFor, kindOf } from "./negotiate.mjs";

/** @typedef {import("./env.js").Context} Context */

/** When an answer was kept, in milliseconds. */
const KEPT = "x-kept-at";

/**
 * @param {Request} request @param {Context} ctx
 * @param {(request: Request) => Promise<Response>} answer what is not kept; asked for the whole, never for a change
 * @returns {Promise<Response>}
 */
export async function cached(request, ctx, answer) {
  if (request.method !== "GET" && request.method !== "HEAD") return answer(request);
  const cache = /** @type {any} */ (caches).default;
  const address = plain(request.url);
  const whole = new Request(address, { headers: { accept: request.headers.get("accept") ?? "*/*" } });
  const ending = endingFor(request.headers.get("accept") ?? "");
  const other = ending && formOf(address, ending);
  const keptForm = other ? fresh(await cache.match(other)) : undefined;
  if (keptForm) return fit(request, keptForm);
  const kept = fresh(await cache.match(address));
  if (kept && !(other && varies(kept))) return fit(request, kept);
  const response = await answer(whole);
  // An answer that varies is kept only as what was asked for: whoever else reads Accept otherwise, no form stands in the place of another.
  const isForm = (response.headers.get("content-type") ?? "").startsWith(kindOf(ending));
  if (response.status === 200 && /\bpublic\b/.test(response.headers.get("cache-control") ?? "") && (isForm || !varies(response))) {
    const copy = response.clone();
    ctx.waitUntil(cache.put(other && varies(response) ? other : address, new Response(copy.body, { status: copy.status, headers: [...copy.headers, [KEPT, String(Date.now())]] })));
  }
  return fit(request, response);
}

/** Query parameters that an answer may depend on (site/web/routes.go). With any other, an address is the same: nobody gets another start of a program for it. */
export const PARAMETERS = ["after", "apart", "format", "maxheight", "maxwidth", "rows", "theme", "url"];

/** Addresses of which the whole query counts: the program refuses what it does not know, as `tallyproof serve` does. */
export const WHOLE = /^\/embed\/forecast\//;

/** Whether the program reads a query: it refuses others where it reads one (refuseQuery in site/web/routes.go). So all others are one. @param {string} search */
function isReadable(search) {
  try {
    decodeURIComponent(search);
    return !search.includes(";");
  } catch {
    return false; // a % that begins no byte, or bytes that are no UTF-8
  }
}

/** @param {string} url */
function plain(url) {
  const at = new URL(url);
  if (!isReadable(at.search)) {
    at.search = ";";
    return at.href;
  }
  const counting = new URLSearchParams([...at.searchParams].filter(([name]) => WHOLE.test(at.pathname) || PARAMETERS.includes(name)));
  counting.sort();
  at.search = counting.toString(); // once: each change of searchParams spells the whole address anew
  return at.href;
}

/** Where the form of a page is kept: the Worker answers no path that begins so. @param {string} url @param {string} ending */
function formOf(url, ending) {
  const at = new URL(url);
  at.pathname = `/.form${ending}${at.pathname}`;
  return at.href;
}

/** Whether an answer is another one to clients that accept other forms. @param {Response} response */
const varies = (response) => /(^|,)\s*accept\s*(,|$)/i.test(response.headers.get("vary") ?? "");

/**
 * A kept answer with its age, so that caches after this one do not start again
 * from 0. There is none if it is too old, even if the cache still has it.
 * @param {Response | undefined} kept
 */
function fresh(kept) {
  if (!kept) return undefined;
  const age = Math.ceil((Date.now() - Number(kept.headers.get(KEPT))) / 1000);
  const most = Number(/\bmax-age=(\d+)/.exec(kept.headers.get("cache-control") ?? "")?.[1] ?? 0);
  if (!(age >= 0 && age < most)) return undefined;
  const headers = new Headers(kept.headers);
  headers.delete(KEPT);
  headers.set("age", String(age));
  return new Response(kept.body, { status: kept.status, headers });
}

/** The answer in the form of the request: without its body for HEAD, and 304 if the client already has it. @param {Request} request @param {Response} response */
export function fit(request, response) {
  const headers = new Headers(response.headers); // those of a kept answer do not change
  const tag = headers.get("etag");
  const match = request.headers.get("if-none-match");
  if (response.status === 200 && tag && match && (match.trim() === "*" || match.includes(tag.replace(/^W\//, "")))) {
    headers.delete("content-length");
    headers.delete("content-type");
    return new Response(null, { status: 304, headers });
  }
  return request.method === "HEAD" ? new Response(null, response) : response;
}
