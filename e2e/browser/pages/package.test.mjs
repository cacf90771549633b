// The npm package of the engine in pages of others: built by Vite, and without a
// build from the package's address.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, test } from "node:test";
import { createServer as createVite } from "vite";
import { context } from "../support/fixture.mjs";
import { dist, root } from "../support/site.mjs";
import { trapping } from "../support/trapping.mjs";

const project = mkdtempSync(join(tmpdir(), "tallyproof-package-"));
after(() => rmSync(project, { recursive: true }));

const types = /** @type {Record<string, string>} */ ({ ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" });

/** What a page writes into its title. @param {string} url */
async function titleOf(url) {
  const page = await (await context()).newPage();
  try {
    await page.goto(url);
    await page.waitForFunction(() => document.title !== "waiting");
    return await page.title();
  } finally {
    await page.close();
  }
}

/** Serves a folder, and says what a page of it writes into its title. @param {string} folder @param {string} path */
async function title(folder, path) {
  const server = createServer(({ url = "/" }, response) => {
    const file = join(folder, new URL(url, "http://x").pathname);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": types[extname(file)] ?? "text/plain" }).end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return titleOf(`http://127.0.0.1:${port}${path}`).finally(() => server.close());
}

/** @param {string} engine @param {string} client */
const page = (engine, client) => `import { EngineError, loadEngine } from "${engine}";
  import { startEngine } from "${client}";
  const request = { rating: 1200, opponent: 1200 };
  try {
    const here = (await loadEngine()).call("elo.expected", request);
    const client = startEngine();
    const there = await client.call("elo.expected", request);
    const refusal = await client.call("elo.expected", { rating: "high" }).catch((error) => error);
    document.title = here.expected + " " + there.expected + " " + (refusal instanceof EngineError) + " " + refusal.field;
  } catch (error) { document.title = String(error); }`;

const html = `<!doctype html><link rel="icon" href="data:,"><title>waiting</title><script type="module" src="./page.js"></script>`;

test("a page that Vite builds", async () => {
  mkdirSync(join(project, "node_modules/@tallyproof"), { recursive: true });
  cpSync(join(dist, "engine"), join(project, "node_modules/@tallyproof/engine"), { recursive: true });
  writeFileSync(join(project, "package.json"), `{"name": "empty", "private": true, "type": "module"}`);
  writeFileSync(join(project, "index.html"), html);
  writeFileSync(join(project, "page.js"), page("@tallyproof/engine", "@tallyproof/engine/client"));
  writeFileSync(join(project, "vite.config.js"), `export default { build: { target: "es2022", reportCompressedSize: false }, worker: { format: "es" }, logLevel: "warn" };`);
  execFileSync(join(root, "e2e/node_modules/.bin/vite"), ["build"], { cwd: project, stdio: ["ignore", "ignore", "inherit"] });
  assert.equal(await title(join(project, "dist"), "/index.html"), "0.5 0.5 true /rating");
});

test("the README's example in a page that Vite builds as it is configured without us", async () => {
  const example = readFileSync(join(root, "wasm/engine/README.md"), "utf8").match(/```js\n(import \{ startEngine \}.*?)```/s)?.[1] ?? "";
  const folder = join(project, "example");
  mkdirSync(folder);
  writeFileSync(join(folder, "index.html"), html);
  writeFileSync(join(folder, "verify.js"), example);
  writeFileSync(join(folder, "page.js"), `import { verdictOf } from "./verify.js";
    verdictOf(new Blob(["{}"])).then((verdict) => (document.title = verdict), (error) => (document.title = String(error)));`);
  execFileSync(join(root, "e2e/node_modules/.bin/vite"), ["build", "--logLevel", "warn"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  assert.equal(await title(join(folder, "dist"), "/index.html"), "unreadable");
});

test("a page of Vite's development server, configured as the README says", async () => {
  const said = readFileSync(join(root, "wasm/engine/README.md"), "utf8").match(/`(optimizeDeps: .*?)`/)?.[1];
  writeFileSync(join(project, "vite.config.js"), `export default { ${said}, logLevel: "warn" };`);
  const server = await createVite({ root: project, server: { host: "127.0.0.1", port: 0 } });
  try {
    await server.listen();
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.httpServer?.address());
    assert.equal(await titleOf(`http://127.0.0.1:${port}/index.html`), "0.5 0.5 true /rating");
  } finally {
    await server.close();
  }
});

test("a page without a build", async () => {
  writeFileSync(join(project, "page.js"), page("./node_modules/@tallyproof/engine/engine.mjs", "./node_modules/@tallyproof/engine/client.mjs"));
  assert.equal(await title(project, "/index.html"), "0.5 0.5 true /rating");
});

// Chromium's main thread starts no program of this size at once.
test("a page whose engine fails, and is there again soon", async () => {
  writeFileSync(join(project, "trap.wasm"), trapping());
  writeFileSync(join(project, "page.js"), `import { loadEngine } from "./node_modules/@tallyproof/engine/engine.mjs";
    const engine = await loadEngine(WebAssembly.compileStreaming(fetch("./trap.wasm")));
    const outcome = () => { try { return engine.call("elo.expected", { rating: 1200, opponent: 1200 }).expected; } catch (error) { return error.message; } };
    const before = outcome(), died = engine.callJSON("trap.exit", "{}");
    const look = () => outcome() === 0.5 ? (document.title = before + " " + JSON.parse(died).error.message) : setTimeout(look);
    look();`);
  assert.equal(await title(project, "/index.html"), "0.5 the engine failed and was restarted: exit code 3");
});
