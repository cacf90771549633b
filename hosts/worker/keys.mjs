// The keys that this host judges by, at the address of the build's own keyring: elements
// on other sites verify by what is there.

import { failed } from "./app.mjs";
import { fit } from "./cached.mjs";

/** @typedef {import("./env.js").Env} Env */

/** KeysPath in site/serve/headers.go. wrangler.jsonc names it too, because files are answered before the Worker. */
export const KEYS = "/.well-known/arena-keys.json";

/**
 * Answers with the file of the build, or with KEYRING in its place, under the file's headers.
 * @param {Request} request GET or HEAD @param {Env} env @param {import("../../wasm/engine/engine.js").Engine} engine @returns {Promise<Response>}
 */
export async function keys(request, env, engine) {
  if (!env.KEYRING) return env.ASSETS.fetch(request);
  /** @type {Uint8Array<ArrayBuffer>} */ let text;
  try {
    text = read(env.KEYRING, engine);
  } catch (cause) {
    return fit(request, failed(cause));
  }
  const { headers } = new Response(null, await env.ASSETS.fetch(new URL(KEYS, request.url), { method: "HEAD" }));
  headers.delete("Content-Length"); // of the file
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  headers.set("ETag", `"${Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("")}"`);
  return fit(request, new Response(text, { headers }));
}

/**
 * A keyring as the engine writes it, without what it does not read: everybody can see it.
 * Throws if the program of stored proofs would not start with it, which takes no key alone (web.New).
 * @param {string} keyring @param {import("../../wasm/engine/engine.js").Engine} engine
 */
function read(keyring, engine) {
  const ring = engine.call("proof.keyring", { keyrings: [keyring] }); // first: it repeats nothing of a private key
  engine.call("proof.verify", { text: "{}", keys: JSON.parse(keyring) });
  return new TextEncoder().encode(JSON.stringify(ring));
}
