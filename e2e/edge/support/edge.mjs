// The Worker in Cloudflare's own runtime: the modules that wrangler uploads, as
// wrangler.jsonc describes them.
//
//   DIST=dist WORKER=dist.worker node e2e/edge/run.mjs

import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions as optionsOf, unstable_splitSqlQuery as split } from "wrangler";
import { root } from "../../browser/support/site.mjs";
import { checkout, uploaded, worker } from "./wrangler.mjs";

/** What Miniflare calls the types of modules. @type {Record<string, string>} */
const TYPES = { "application/javascript+module": "ESModule", "application/wasm": "CompiledWasm" };

// Where Miniflare waits for an answer of its thread, the late notice of the answer before
// can wake it on a busy machine. So it waits on until the value has changed.
const { wait } = Atomics;
Atomics.wait = (/** @type {any} */ values, /** @type {number} */ at, /** @type {any} */ value, /** @type {number} */ ms) => {
  for (;;) {
    const ended = wait(values, at, value, ms);
    if (ended !== "ok" || Atomics.load(values, at) !== value) return ended;
  }
};

/**
 * Starts the Worker on a free port, with an empty database.
 * @param {string} [folder] of its modules
 * @param {{ replaced?: Record<string, Uint8Array>, inspectorPort?: number, bindings?: Record<string, string>, r2Buckets?: string[], unsafeDirectSockets?: { host?: string, port?: number }[] }} [more] other contents of modules, by their names; and options of Miniflare
 */
export async function edge(folder = worker, { replaced = {}, ...more } = {}) {
  const home = checkout(folder);
  const { workerOptions } = optionsOf(join(home, "wrangler.jsonc"));
  const upload = await uploaded(folder);
  const options = () => {
    const modules = upload.map(({ name, type, contents }) => ({ type: TYPES[type], path: `/${name}`, contents: replaced[name] ?? contents }));
    return /** @type {any} */ ({ ...workerOptions, name: "tallyproof", modulesRules: undefined, modules, modulesRoot: "/", cf: false, log: new Log(LogLevel.ERROR), ...more });
  };
  const runtime = new Miniflare(options());
  const { origin } = await runtime.ready;
  await migrate(await runtime.getD1Database("DB"));
  return {
    origin,
    runtime,
    /** Ends the isolate, and all that it held. */
    restart: async () => (await runtime.setOptions(options()), (await runtime.ready).origin),
    stop: async () => {
      await runtime.dispose();
      rmSync(home, { recursive: true });
    },
  };
}

/** What `wrangler d1 migrations apply` does. @param {any} database */
async function migrate(database) {
  const folder = join(root, "site/web/migrations");
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".sql")).sort()) {
    for (const statement of split(readFileSync(join(folder, name), "utf8"))) await database.prepare(statement).run();
  }
}
