// The Worker in workerd itself, configured by hand: Miniflare, which the tests
// use, has no setting for the flags of V8, and puts Workers of its own beside ours.

import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { unstable_getMiniflareWorkerOptions as optionsOf } from "wrangler";
import { checkout, uploaded, worker } from "../../edge/support/wrangler.mjs";

/** @type {string} */ const workerd = createRequire(import.meta.url)("workerd").default; // it has no types

/**
 * Memory of an isolate at Cloudflare; and each collection of garbage is a whole
 * one, so that what is resident is what the Worker holds. By default V8 lets
 * garbage grow while there is memory: a Worker of one line that reads a body and
 * answers 2,000 bytes has 395 MB after 180,000 requests.
 */
const FLAGS = ["--max-heap-size=128", "--gc-global"];

/** Starts the Worker on a free port, with a database that answers nothing. */
export async function start() {
  const home = checkout(worker);
  const file = join(home, "config.capnp");
  writeFileSync(file, config(home, (await uploaded(worker)).map(({ name }) => name)));
  const child = spawn(workerd, ["serve", "--experimental", "--import-path=/", "--control-fd=3", file], { stdio: ["ignore", "inherit", "inherit", "pipe"] });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const port = await Promise.race([listening(/** @type {any} */ (child.stdio[3])), ended.then((code) => Promise.reject(new Error(`workerd ended with ${code}`)))]);
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill();
      await ended;
      rmSync(home, { recursive: true });
    },
  };
}

/** @param {string} home with wrangler.jsonc @param {string[]} modules the main one first */
function config(home, modules) {
  const { compatibilityDate = "", compatibilityFlags = [] } = optionsOf(join(home, "wrangler.jsonc")).workerOptions;
  const text = (/** @type {string} */ value) => JSON.stringify(value);
  const module = (/** @type {string} */ name) => `(name = ${text(name)}, ${name.endsWith(".wasm") ? "wasm" : "esModule"} = embed ${text(join(worker, name))})`;
  return `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (
      services = [(name = "main", worker = (
        modules = [${modules.map(module).join(", ")}],
        compatibilityDate = ${text(compatibilityDate)},
        compatibilityFlags = [${compatibilityFlags.map(text).join(", ")}],
        bindings = [(name = "DB", wrapped = (moduleName = "cloudflare-internal:d1-api", innerBindings = [(name = "fetcher", service = "nothing")]))],
      )), (name = "nothing", network = (allow = []))],
      sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
      v8Flags = [${FLAGS.map(text).join(", ")}],
    );`;
}

/** The port that workerd says it listens on. @param {import("node:stream").Readable} control @returns {Promise<number>} */
async function listening(control) {
  let text = "";
  for await (const part of control) {
    text += part;
    const said = /"event":"listen".*?"port":(\d+)/.exec(text);
    if (said) return Number(said[1]);
  }
  throw new Error("workerd listens on no port");
}
