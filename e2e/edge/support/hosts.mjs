// The hosts that the tests ask: the Worker in Cloudflare's runtime, `tallyproof serve`, and
// `wrangler dev`. The files of one process share them, for each takes seconds to start.

import { createHash, generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { keyOf } from "../../browser/support/evaluator.mjs";
import { serve } from "../../browser/support/site.mjs";
import { edge } from "./edge.mjs";
import { preview } from "./wrangler.mjs";

/** @typedef {{ origin: string, runtime?: import("miniflare").Miniflare }} Host */

/** Both hosts as they are published. */
export const published = once(() => start({}));

/** Who may sign in the arenas of tests, each with a key of its own. */
export const evaluators = {
  logged: evaluator("logged-1", "logged", 1),
  once: evaluator("once-1", "once", 2),
  runner: evaluator("runner-0", "arena", 3),
  second: evaluator("runner-1", "arena", 4),
  other: evaluator("other-2", "arena", 5),
};

/** The log that these hosts sign: its origin, its key, and the key's id in signed notes. */
export const log = logOf("hosts.example/log");

/** Both hosts with the keyring of these evaluators and that log, of which workerd keeps full tiles in R2. */
export const keyed = once(() => start({
  keyring: JSON.stringify({ keys: Object.values(evaluators).map(({ id, owner, arena, key }) => ({ id, owner, arena, public_key: key.spelled })) }),
  secret: log.secret,
}));

/** The Worker as `wrangler dev` runs it in a checkout, with the key of that log. */
export const previewed = once(async () => {
  const { origin, stop } = await preview({ LOG_KEY: log.secret });
  after(stop);
  return { origin };
});

/** @param {string} id @param {string} arena @param {number} seed */
function evaluator(id, arena, seed) {
  return { id, owner: id.replace(/-\d$/, ""), arena, key: keyOf(seed) };
}

/** @param {string} origin */
function logOf(origin) {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const [open, closed] = [publicKey.export({ format: "der", type: "spki" }), privateKey.export({ format: "der", type: "pkcs8" })].map((der) => der.subarray(-32));
  const id = createHash("sha256").update(`${origin}\n\x01`).update(open).digest().subarray(0, 4);
  return { origin, publicKey, privateKey, id, secret: `PRIVATE+KEY+${origin}+${id.toString("hex")}+${Buffer.concat([Uint8Array.of(1), closed]).toString("base64")}` };
}

/** @template T @param {() => Promise<T>} begin @returns {() => Promise<T>} */
function once(begin) {
  /** @type {Promise<T> | undefined} */ let begun;
  return () => (begun ??= begin());
}

/** Starts both, until the tests have ended. @param {{ keyring?: string, secret?: string }} own @returns {Promise<Record<string, Host>>} */
async function start({ keyring, secret }) {
  const folder = mkdtempSync(join(tmpdir(), "tallyproof-hosts-"));
  /** @param {string} name @param {string | undefined} text */
  const file = (name, text) => {
    if (text === undefined) return [];
    writeFileSync(join(folder, name), text, { mode: 0o600 }); // a private key that others can read is refused
    return [join(folder, name)];
  };
  const flags = [...file("keys.json", keyring).flatMap((path) => ["-keys", path]), ...file("log.key", secret).flatMap((path) => ["-log-key", path])];
  const bindings = { ...(keyring && { KEYRING: keyring }), ...(secret && { LOG_KEY: secret }) };
  const hosts = { workerd: await edge(undefined, { bindings, ...(secret && { r2Buckets: ["TILES"] }) }), "tallyproof serve": await serve(...flags) };
  after(async () => {
    await Promise.all(Object.values(hosts).map(({ stop }) => stop()));
    rmSync(folder, { recursive: true });
  });
  return hosts;
}
