// Answers kept by Cloudflare's cache, as long as they allow: a page that
// somebody has asked for costs the next one no Go program.

/** @typedef {import("./env.js").Context} Context */

/**
 * @param {Request} request @param {Context} ctx
 * @param {(request: Request) => Promise<Response>} answer what is not kept; asked for the whole, never for a change
 * @returns {Promise<Response>}
 */
export async function cached(request, ctx, answer) {
  if (request.method !== "GET" && request.method !== "HEAD") return answer(request);
  const cache = /** @type {any} */ (caches).default;
  const whole = new Request(request.url, { headers: { accept: request.headers.get("accept") ?? "*/*" } });
  let response = await cache.match(request.url);
  if (!response) {
    response = await answer(whole);
    if (response.status === 200 && /\bpublic\b/.test(response.headers.get("cache-control") ?? "")) {
      ctx.waitUntil(cache.put(request.url, response.clone()));
    }
  }
  return fit(request, response);
}

/** The answer as it was asked for: without its body for HEAD, and 304 for whom has it. @param {Request} request @param {Response} response */
function fit(request, response) {
  const headers = new Headers(response.headers); // those of a kept answer do not change
  const tag = headers.get("etag");
  const match = request.headers.get("if-none-match");
  if (response.status === 200 && tag && match && (match.trim() === "*" || match.includes(tag.replace(/^W\//, "")))) {
    headers.delete("content-length");
    return new Response(null, { status: 304, headers });
  }
  return request.method === "HEAD" ? new Response(null, response) : response;
}
