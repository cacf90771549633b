// The npm package of the engine with every tool that its README names: packed, installed into
// a project each, built, and run in Chromium, Deno or Bun. A page asks the engine here and in
// a Worker, and the verifier, for one proof.
//
//   ENGINE_DIR=dist/engine node --test e2e/bundlers/bundlers.test.mjs

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import test, { after } from "node:test";
import { fileURLToPath } from "node:url";
import { launch } from "../browser/support/browser/chrome.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const published = resolve(process.env.ENGINE_DIR ?? join(root, "dist/engine"));
const here = join(root, "e2e/bundlers");
if (!existsSync(join(here, "node_modules"))) execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: here, stdio: "inherit" });

const work = mkdtempSync(join(tmpdir(), "tallyproof-bundlers-"));
after(() => rmSync(work, { recursive: true }));

/** @param {string} cwd @param {string} program @param {...string} args */
function run(cwd, program, ...args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8", env: { ...process.env, NO_COLOR: "1", DENO_DIR: join(work, "deno"), DENO_NO_UPDATE_CHECK: "1" } });
  assert.equal(status, 0, `${program} ${args.join(" ")}\n${error ?? ""}${stdout}${stderr}`);
  return stdout;
}

const [{ filename }] = JSON.parse(run(work, "npm", "pack", published, "--json", "--ignore-scripts"));
/** A program of e2e, or of this folder. No script of a package runs here, so that Bun's is where its package for this platform has it. @param {string} name */
function tool(name) {
  const made = name === "bun" ? readdirSync(join(here, "node_modules/@oven")).map((platform) => join(here, "node_modules/@oven", platform, "bin/bun")) : [];
  return [...made, ...[here, join(root, "e2e")].map((folder) => join(folder, "node_modules/.bin", name))].find(existsSync) ?? name;
}

/** A project with the package, and these files. @param {string} name @param {Record<string, string>} files */
function project(name, files) {
  const folder = join(work, name);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, private: true, type: "module" }));
  run(folder, "npm", "install", "--offline", "--no-audit", "--no-fund", join(work, filename));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return folder;
}

const nova = readFileSync(join(root, "site/demo/flat/nova.json"), "utf8");
const QUESTION = `{ text: ${JSON.stringify(nova)}, keys: defaultKeyring, at: "2026-12-01T00:00:00Z" }`;

/** What a page or a program does, from modules at these addresses. @param {string} from */
const program = (from) => `import { loadEngine } from "${from}";
  import { defaultKeyring } from "${from}/keyring";
  import { loadVerifier } from "${from}/verifier";
  const engine = await loadEngine(), verifier = await loadVerifier();
  const said = [engine, verifier].map((one) => one.call("proof.verify", ${QUESTION}).verdict);`;
const inPage = `${program("@tallyproof/engine")}
  import { startEngine } from "@tallyproof/engine/client";
  import { startVerifier } from "@tallyproof/engine/verifier";
  for (const start of [startEngine, startVerifier]) said.push((await start().call("proof.verify", ${QUESTION})).verdict);
  document.title = said.join(" ");`;
const onServer = `${program("@tallyproof/engine")}\nconsole.log(said.join(" "));`;
const html = (/** @type {string} */ script) => `<!doctype html><html lang="en"><title>-</title><link rel="icon" href="data:,"><script type="module" src="${script}"></script>`;

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
/** Opens a folder in Chromium, and returns what the page says. @param {string} folder */
async function opened(folder) {
  const server = createServer((request, response) => {
    const path = join(folder, new URL(request.url ?? "", "http://x").pathname.replace(/\/$/, "/index.html"));
    if (!existsSync(path)) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": /** @type {Record<string, string>} */ (TYPES)[extname(path)] ?? "text/plain" }).end(readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const browser = await launch();
  try {
    const page = await browser.newPage();
    /** @type {string[]} */ const faults = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("requestfailed", (request) => faults.push(request.url()));
    await page.goto(`http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}/`);
    await page.waitForFunction(() => document.title !== "-", { timeout: 60_000 }).catch(() => {});
    return [await page.title(), ...faults].join("\n");
  } finally {
    await browser.close();
    server.close();
  }
}

const FOUR = "authentic authentic authentic authentic", TWO = "authentic authentic";

test("Vite", async () => {
  const folder = project("vite", { "index.html": html("./page.js"), "page.js": inPage, "vite.config.js": `export default { build: { target: "es2022", reportCompressedSize: false }, worker: { format: "es" }, logLevel: "warn" };` });
  run(folder, tool("vite"), "build");
  assert.equal(await opened(join(folder, "dist")), FOUR);
});

test("webpack", async () => {
  const folder = project("webpack", { "page.js": inPage });
  const script = `import webpack from ${JSON.stringify(join(here, "node_modules/webpack/lib/index.js"))};
    webpack({ mode: "production", context: ${JSON.stringify(folder)}, entry: "./page.js", output: { path: ${JSON.stringify(join(folder, "dist"))}, filename: "page.js" }, performance: false }, (error, stats) => {
      if (error || stats.hasErrors()) { console.error(error ?? stats.toString("errors-only")); process.exit(1); }
    });`;
  writeFileSync(join(folder, "build.mjs"), script);
  run(folder, "node", "build.mjs");
  writeFileSync(join(folder, "dist/index.html"), html("./page.js"));
  assert.equal(await opened(join(folder, "dist")), FOUR);
});

test("esbuild", async () => {
  const folder = project("esbuild", { "page.js": inPage });
  const engine = "node_modules/@tallyproof/engine";
  run(folder, tool("esbuild"), "page.js", `${engine}/host.mjs`, `${engine}/verifier-host.mjs`, "--bundle", "--format=esm", "--target=es2022", "--outdir=dist", "--entry-names=[name]", "--out-extension:.js=.mjs", "--log-level=warning");
  for (const name of readdirSync(join(folder, engine)).filter((name) => name.endsWith(".wasm"))) cpSync(join(folder, engine, name), join(folder, "dist", name));
  writeFileSync(join(folder, "dist/index.html"), html("./page.mjs"));
  assert.equal(await opened(join(folder, "dist")), FOUR);
});

test("a page without tools", async () => {
  const folder = project("plain", {});
  cpSync(join(folder, "node_modules/@tallyproof/engine"), join(folder, "engine"), { recursive: true });
  const names = { "@tallyproof/engine/keyring": "/engine/keyring.mjs", "@tallyproof/engine/verifier": "/engine/verifier.mjs", "@tallyproof/engine/client": "/engine/client.mjs", "@tallyproof/engine": "/engine/engine.mjs" };
  writeFileSync(join(folder, "page.mjs"), Object.entries(names).reduce((text, [name, path]) => text.replaceAll(`"${name}"`, `"${path}"`), inPage));
  writeFileSync(join(folder, "index.html"), html("/page.mjs"));
  assert.equal(await opened(folder), FOUR);
});

for (const [name, args] of /** @type {[string, string[]][]} */ ([["deno", ["run", "--node-modules-dir=manual", "--allow-read", "use.mjs"]], ["bun", ["use.mjs"]], ["node", ["use.mjs"]]])) {
  test(name, () => assert.equal(run(project(name, { "use.mjs": onServer }), tool(name), ...args).trim(), TWO));
}
