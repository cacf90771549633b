// The npm package of the engine: packed, installed into an empty project, and used
// there by Node, by TypeScript and by two bundlers; by others in e2e/bundlers.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
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
  assert.deepEqual(names, ["LICENSE.txt", "README.md", "client.d.mts", "client.mjs", "engine.d.mts", "engine.d.ts", "engine.mjs", "engine.wasm", "host.mjs", "instance.mjs", "json.mjs", "keyring.d.mts", "keyring.mjs", "latest.mjs", "package.json", "program.mjs", "received.mjs", "remote.mjs", "serve.mjs", "verifier-client.mjs", "verifier-host.mjs", "verifier.d.mts", "verifier.mjs", "verifier.wasm", "wasm_exec.js"]);
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

test("the first example of its README says what a proof proves", async () => {
  const [, example = ""] = /```js\n([^]*?)```/.exec(readFileSync(join(published, "README.md"), "utf8")) ?? [];
  write("example.mjs", example);
  write("ask.mjs", `import { readFileSync } from "node:fs";
    import { verdictOf } from "./example.mjs";
    import { defaultKeyring } from "@tallyproof/engine/keyring";
    const text = readFileSync(process.argv[2], "utf8");
    console.log(verdictOf(text));
    console.log(verdictOf(text.replace("85.5", "95.5")));
    console.log(JSON.stringify(defaultKeyring));`);
  const [first, second, keyring] = run("node", "ask.mjs", join(root, "testdata/vectors/proofs/formats/vc-eddsa-jcs-2022.json")).split("\n");
  assert.deepEqual([first, second], ["authentic", "These are not the bytes that were signed. Trust nothing in this record."]);
  assert.deepEqual(JSON.parse(keyring), JSON.parse(readFileSync(join(root, "site/keys/arena-keys.json"), "utf8")), "the keys of the site");
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
    import { loadVerifier } from "@tallyproof/engine/verifier";
    import { defaultKeyring } from "@tallyproof/engine/keyring";
    const verifier = await loadVerifier();
    const { verdict, checks } = verifier.call("proof.verify", { text: "", keys: defaultKeyring });
    if (verdict === "authentic" && checks.every(({ id, status }) => id !== "key" || status === "pass")) console.log(verdict);
    // @ts-expect-error no verdict is called so
    if (verdict === "autentic") throw 0;
    // @ts-expect-error no check is called so
    if (checks[0]?.id === "signatures") throw 0;
    // @ts-expect-error no state is called so
    if (checks[0]?.status === "passed") throw 0;
    // @ts-expect-error the verifier has no ratings
    verifier.call("elo.expected", { rating: 1200, opponent: 1000 });
    // @ts-expect-error a text is no rating
    engine.call("elo.expected", { rating: "high", opponent: 1000 });
    export { answer, hash };`);
  const source = readFileSync(join(project, "src/use.ts"), "utf8");
  for (const lib of [["es2023", "dom"], ["es2023"]]) { // the second one knows no console, and no other thing of a platform
    write("src/use.ts", lib.includes("dom") ? source : `declare const console: { log(text: string): void };\n${source}`);
    write("tsconfig.json", JSON.stringify({ compilerOptions: { strict: true, module: "nodenext", moduleResolution: "nodenext", target: "es2023", lib, types: [], noEmit: true, skipLibCheck: false }, include: ["src"] }));
    run(join(tools, "tsc"), "-p", ".");
  }
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

test("is built by esbuild, with the program beside the bundle", () => {
  write("page2.js", `import { loadVerifier } from "@tallyproof/engine/verifier"; console.log((await loadVerifier()).call("proof.hash", { data: "" }).sha256.slice(0, 8));`);
  run(join(tools, "esbuild"), "page2.js", "--bundle", "--format=esm", "--target=es2022", "--outdir=out", "--out-extension:.js=.mjs", "--log-level=warning");
  cpSync(join(project, "node_modules/@tallyproof/engine/verifier.wasm"), join(project, "out/verifier.wasm"));
  assert.equal(run("node", "out/page2.mjs").trim(), "e3b0c442");
});
