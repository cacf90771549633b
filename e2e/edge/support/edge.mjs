// The Worker in Cloudflare's own runtime, as wrangler.jsonc describes it.
//
//   DIST=dist WORKER=dist.worker node e2e/edge/run.mjs

import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions as optionsOf, unstable_splitSqlQuery as split } from "wrangler";
import { dist, root } from "../../browser/support/site.mjs";

/** Folder of the Worker's modules: WORKER, or dist.worker/ of the checkout. */
export const worker = resolve(process.env.WORKER ?? join(root, "dist.worker"));

const MAIN = "edge/worker.mjs";

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
 * @param {{ inspectorPort?: number, bindings?: Record<string, string>, r2Buckets?: string[], unsafeDirectSockets?: { host?: string, port?: number }[] }} [more] options of Miniflare
 */
export async function edge(folder = worker, more = {}) {
  if (!existsSync(join(folder, MAIN))) throw new Error(`there is no Worker in ${folder}: run scripts/build.sh worker, or set WORKER`);
  const home = checkout(folder);
  const { workerOptions } = optionsOf(join(home, "wrangler.jsonc"));
  const files = readdirSync(folder, { recursive: true }).map(String).filter((name) => /\.(m?js|wasm)$/.test(name));
  const modules = [MAIN, ...files.filter((name) => name !== MAIN)].map((name) => ({ type: name.endsWith(".wasm") ? "CompiledWasm" : "ESModule", path: join(folder, name) }));
  const options = { ...workerOptions, name: "tallyproof", modulesRules: undefined, modules, modulesRoot: folder, cf: false, log: new Log(LogLevel.ERROR), ...more };
  const runtime = new Miniflare(/** @type {any} */ (options));
  const { origin } = await runtime.ready;
  await migrate(await runtime.getD1Database("DB"));
  return {
    origin,
    runtime,
    /** Ends the isolate, and all that it held. */
    restart: async () => (await runtime.setOptions(/** @type {any} */ (options)), (await runtime.ready).origin),
    stop: async () => {
      await runtime.dispose();
      rmSync(home, { recursive: true });
    },
  };
}

/** A folder that looks as a checkout does where site and Worker are built. @param {string} folder */
export function checkout(folder) {
  const home = mkdtempSync(join(tmpdir(), "tallyproof-edge-"));
  cpSync(join(root, "wrangler.jsonc"), join(home, "wrangler.jsonc"));
  symlinkSync(resolve(dist), join(home, "dist"));
  symlinkSync(folder, join(home, "dist.worker"));
  symlinkSync(join(root, "site"), join(home, "site"));
  return home;
}

/** What `wrangler d1 migrations apply` does. @param {any} database */
async function migrate(database) {
  const folder = join(root, "site/web/migrations");
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".sql")).sort()) {
    for (const statement of split(readFileSync(join(folder, name), "utf8"))) await database.prepare(statement).run();
  }
}
