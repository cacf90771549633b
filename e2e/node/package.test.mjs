// The npm package of the engine: packed, installed into an empty project, and used
// there by Node, by TypeScript and by a bundler.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { published, root } from "./support/published.mjs";

const project = mkdtempSync(join(tmpdir(), "tallyproof-package-"));
after(() => rmSync(project, { recursive: true }));

const tools = join(root, "e2e/node_modules/.bin");
/** @param {string} program @param {...string} args */
const run = (program, ...args) => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: project, encoding: "utf8" });
  assert.equal(status, 0, `${program} ${args.join(" ")}\n${stdout}${stderr}`);
  return stdout;
};
/** @param {string} name @param {string} text */
const write = (name, text) => writeFileSync(join(project, name), text);

test("is packed and installed", () => {
  const [packed] = JSON.parse(run("npm", "pack", published, "--json", "--ignore-scripts"));
  const names = packed.files.map(({ path }) => path).sort();
  assert.deepEqual(names, ["LICENSE.txt", "README.md", "client.d.mts", "client.mjs", "engine.d.mts", "engine.d.ts", "engine.mjs", "engine.wasm", "host.mjs", "instance.mjs", "json.mjs", "latest.mjs", "package.json", "program.mjs", "received.mjs", "remote.mjs", "serve.mjs", "verifier-host.mjs", "verifier.d.mts", "verifier.mjs", "verifier.wasm", "wasm_exec.js"]);
  const { dependencies, version } = JSON.parse(readFileSync(join(published, "package.json"), "utf8"));
  assert.equal(dependencies, undefined);
  assert.match(version, /^\d+\.\d+\.\d+$/);
  const go = readFileSync(join(spawnSync("go", ["env", "GOROOT"], { encoding: "utf8" }).stdout.trim(), "LICENSE"), "utf8");
  assert.ok(readFileSync(join(published, "LICENSE.txt"), "utf8").endsWith(go), "the licence of what is Go's comes with it");
  write("package.json", `{"name": "empty", "private": true, "type": "module"}`);
  run("npm", "install", "--offline", "--no-audit", "--no-fund", `./${packed.filename}`);
  assert.deepEqual(readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith(".")), ["@tallyproof"]);
});

test("answers in Node", () => {
  write("use.mjs", `import { EngineError, loadEngine } from "@tallyproof/engine";
    import { startEngine } from "@tallyproof/engine/client";
    const engine = await loadEngine();
    console.log(engine.call("elo.expected", { rating: 1200, opponent: 1200 }).expected);
    try { engine.call("elo.expected", { rating: "high" }); } catch (error) { console.log(error instanceof EngineError, error.field); }
    const verifier = await loadEngine(new URL(import.meta.resolve("@tallyproof/engine/verifier.wasm")));
    console.log(verifier.call("proof.hash", { data: "" }).sha256.slice(0, 8));
    for (const refused of [() => verifier.call("elo.expected", {}), () => verifier.table({})]) try { refused(); } catch (error) { console.log(error.code, error.message); }
    console.log(verifier.http({ method: "GET", path: "/api/v1" }).status);
    const client = startEngine(() => ({ addEventListener() {}, postMessage() {}, terminate() {} }));
    client.close();
    await client.call("elo.expected", {}).catch((error) => console.log(error instanceof EngineError, error.code));
    console.log(...[new Error("internal"), null, undefined].map((other) => other instanceof EngineError));`);
  assert.equal(run("node", "use.mjs"), `0.5
true /rating
e3b0c442
unknown-operation no operation is called "elo.expected": the catalogue lists them
unknown-operation the verifier has no tables: want engine.wasm
404
true internal
false false false
`);
});

test("has types that a strict project accepts", () => {
  mkdirSync(join(project, "src"));
  write("src/use.ts", `import { loadEngine } from "@tallyproof/engine";
    import { startEngine } from "@tallyproof/engine/client";
    import { startVerifier } from "@tallyproof/engine/verifier";
    const engine = await loadEngine();
    const expected: number = engine.call("elo.expected", { rating: 1200, opponent: 1000 }).expected;
    const client = startEngine();
    const hash: Promise<{ sha256: string }> = startVerifier().call("proof.hash", { data: "" });
    const answer: Promise<{ expected: number }> = client.call("elo.expected", { rating: expected, opponent: 1000 });
    // @ts-expect-error a text is no rating
    engine.call("elo.expected", { rating: "high", opponent: 1000 });
    export { answer, hash };`);
  write("tsconfig.json", JSON.stringify({ compilerOptions: { strict: true, module: "nodenext", moduleResolution: "nodenext", target: "es2023", lib: ["es2023", "dom"], types: [], noEmit: true, skipLibCheck: false }, include: ["src"] }));
  run(join(tools, "tsc"), "-p", ".");
});

test("is built by Vite, and the program is a file of its own", () => {
  write("index.html", `<!doctype html><title>-</title><script type="module" src="./page.js"></script>`);
  write("page.js", `import { loadEngine } from "@tallyproof/engine";
    import { startEngine } from "@tallyproof/engine/client";
    const request = { rating: 1200, opponent: 1200 };
    const here = (await loadEngine()).call("elo.expected", request);
    const there = await startEngine().call("elo.expected", request);
    document.title = here.expected + " " + there.expected;`);
  write("vite.config.js", `export default { build: { target: "es2022", reportCompressedSize: false }, worker: { format: "es" }, logLevel: "warn" };`);
  run(join(tools, "vite"), "build");
  const built = readdirSync(join(project, "dist/assets"));
  assert.equal(built.filter((name) => name.endsWith(".wasm")).length, 1, built.join());
});
