// Cloudflare's program, in a folder that looks as a checkout: what it would upload, and
// the Worker as it runs it on this machine.

import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { dist, root } from "../../browser/support/site.mjs";

/** Folder of the Worker's modules: WORKER, or dist.worker/ of the checkout. */
export const worker = resolve(process.env.WORKER ?? join(root, "dist.worker"));

const program = join(dirname(createRequire(import.meta.url).resolve("wrangler/package.json")), "bin/wrangler.js");

/** Without questions, telemetry or news. @param {string} home */
const quiet = (home) => ({ ...process.env, CI: "1", WRANGLER_SEND_METRICS: "false", WRANGLER_SEND_ERROR_REPORTS: "false", WRANGLER_HIDE_BANNER: "true", CLOUDFLARE_CF_FETCH_ENABLED: "false", WRANGLER_LOG_PATH: join(home, "wrangler.log") });

/** Runs a command to its end. @param {string} home @param {...string} args */
const run = (home, ...args) => execFileSync(process.execPath, [program, ...args], { cwd: home, env: quiet(home), stdio: ["ignore", "pipe", "inherit"] });

/** A folder that looks as a checkout does where site and Worker are built. @param {string} folder */
export function checkout(folder) {
  if (!existsSync(folder)) throw new Error(`there is no Worker in ${folder}: run scripts/build.sh worker, or set WORKER`);
  const home = mkdtempSync(join(tmpdir(), "tallyproof-edge-"));
  cpSync(join(root, "wrangler.jsonc"), join(home, "wrangler.jsonc"));
  symlinkSync(resolve(dist), join(home, "dist"));
  symlinkSync(folder, join(home, "dist.worker"));
  symlinkSync(join(root, "site"), join(home, "site"));
  return home;
}

/** @typedef {{ name: string, type: string, contents: Uint8Array }} Module */

/** Modules that are uploaded, by folder. @type {Map<string, Promise<Module[]>>} */
const uploads = new Map();

/** The modules that a deployment of a folder's Worker uploads, the main one first. @param {string} folder */
export function uploaded(folder) {
  const known = uploads.get(folder) ?? read(folder);
  uploads.set(folder, known);
  return known;
}

/** @param {string} folder @returns {Promise<Module[]>} */
async function read(folder) {
  const home = checkout(folder);
  const file = join(home, "upload");
  run(home, "deploy", "--dry-run", "--outfile", file);
  const body = readFileSync(file);
  rmSync(home, { recursive: true });
  const boundary = body.subarray(2, body.indexOf("\r\n"));
  const form = await new Response(body, { headers: { "content-type": `multipart/form-data; boundary=${boundary}` } }).formData();
  const { main_module: main } = JSON.parse(String(form.get("metadata")));
  const modules = await Promise.all([...form].filter(([name]) => name !== "metadata").map(async ([name, part]) => {
    const file = /** @type {File} */ (part);
    return { name, type: file.type, contents: new Uint8Array(await file.arrayBuffer()) };
  }));
  return modules.sort((a, b) => Number(b.name === main) - Number(a.name === main));
}

/**
 * Starts `wrangler dev` as docs/deploy.md describes: with these variables in .dev.vars, and a new database.
 * @param {Record<string, string>} variables
 */
export async function preview(variables) {
  const home = checkout(worker);
  const place = ["--persist-to", join(home, "state")];
  writeFileSync(join(home, ".dev.vars"), Object.entries(variables).map(([name, value]) => `${name}='${value}'\n`).join(""));
  run(home, "d1", "migrations", "apply", "DB", "--local", ...place);
  const child = spawn(process.execPath, [program, "dev", "--ip", "127.0.0.1", "--port", "0", "--inspector-port", "0", ...place], { cwd: home, env: quiet(home), stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((done) => child.once("exit", done));
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(home, { recursive: true });
  };
  const origin = await new Promise((found, failed) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (address) found(address);
    });
    ended.then((status) => failed(new Error(`wrangler dev ended before it served (status ${status})`)));
  });
  return { origin: String(origin), stop };
}
