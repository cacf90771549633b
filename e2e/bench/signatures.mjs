// Ed25519 in Chromium: ours as wasm, beside WebCrypto, noble-curves and Go's own
// crypto/ed25519 as wasm; and how fast the finder tries layouts.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, normalize } from "node:path";
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { root } from "../browser/support/site.mjs";
import { limited, noted, quantile } from "./table.mjs";

/** @typedef {import("puppeteer-core").Page} Page */

const COUNT = 256; // signatures at once

/** Runs the benchmarks of a Go test program in a Worker of its own and posts what they print. */
const WORKER = `
import "/bench/wasm_exec.js";
addEventListener("message", async ({ data: argv }) => {
  let said = "";
  const decoder = new TextDecoder();
  fs.writeSync = (fd, bytes) => { said += decoder.decode(bytes); return bytes.length; };
  fs.write = (fd, bytes, offset, length, position, done) => { said += decoder.decode(bytes.subarray(offset, offset + length)); done(null, length); };
  const go = new Go();
  go.argv = ["ed25519.test", ...argv];
  const { instance } = await WebAssembly.instantiateStreaming(fetch("/bench/ed25519.wasm"), go.importObject);
  await go.run(instance);
  postMessage(said);
});
`;

/**
 * What the bench's own server answers below /bench/; nothing of it is in dist.
 * @returns {{ answer: (path: string, response: import("node:http").ServerResponse) => boolean, end: () => void }}
 */
export function peers() {
  const folder = mkdtempSync(join(tmpdir(), "tallyproof-ed25519-"));
  execFileSync("go", ["test", "-c", "-o", join(folder, "ed25519.wasm"), "./core/proof/internal/ed25519"], { cwd: root, env: { ...process.env, GOOS: "js", GOARCH: "wasm" }, stdio: "inherit" });
  const goroot = execFileSync("go", ["env", "GOROOT"], { encoding: "utf8" }).trim();
  /** @type {Record<string, () => string | Buffer>} */
  const files = {
    "/bench/worker.mjs": () => WORKER,
    "/bench/wasm_exec.js": () => readFileSync(join(goroot, "lib/wasm/wasm_exec.js")),
    "/bench/ed25519.wasm": () => readFileSync(join(folder, "ed25519.wasm")),
  };
  return {
    answer: (path, response) => {
      const noble = /^\/bench\/(@noble\/[\w./-]+\.js)$/.exec(path)?.[1];
      const read = files[path] ?? (noble === undefined ? undefined : () => readFileSync(join(root, "e2e/node_modules", normalize(noble)), "utf8").replaceAll(/(from\s*['"])(@noble\/)/g, "$1/bench/$2"));
      if (!read) return false;
      response.writeHead(200, { "content-type": path.endsWith(".wasm") ? "application/wasm" : "text/javascript" }).end(read());
      return true;
    },
    end: () => rmSync(folder, { recursive: true }),
  };
}

/** @param {Page} page on a page of the site @param {boolean} quick */
export async function signatures(page, quick) {
  const rounds = quick ? 2 : 5;
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const key = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
  const signed = Array.from({ length: COUNT }, () => {
    const message = randomBytes(300);
    return [message.toString("hex"), sign(null, message, privateKey).toString("hex")];
  });
  /** @type {Map<string, number[]>} */ const go = new Map();
  /** @type {number[]} */ const crypto = [];
  /** @type {number[]} */ const noble = [];
  for (let i = 0; i < rounds; i++) { // by turns, so that all meet the same machine
    for (const [bench, times] of /** @type {const} */ ([["SameKey256", 3], ["(OneOff|Standard)", 60]])) { // some 20 ms each, as the others: the best of many, after Chromium has optimized
      const said = await page.evaluate(benchmarks, ["-test.run=^$", `-test.bench=^Benchmark${bench}$`, `-test.benchtime=${times}x`, `-test.count=${quick ? 12 : 24}`]);
      for (const [, name = "", ns] of said.matchAll(/Benchmark(\w+).*?([\d.]+) ns\/verify/g)) go.set(name, [...(go.get(name) ?? []), Number(ns) / 1000]);
    }
    const took = await page.evaluate(others, key, signed);
    crypto.push(took.crypto);
    noble.push(took.noble);
  }
  const best = (/** @type {number[] | undefined} */ times) => Math.min(...(times ?? [NaN]));
  const [many, one, standard] = [best(go.get("SameKey256")), best(go.get("OneOff")), best(go.get("Standard"))];
  noted("a signature of 256 under one key", many, "µs", `WebCrypto ${best(crypto).toFixed(0)} µs, noble-curves ${best(noble).toFixed(0)} µs`);
  limited("256 signatures of one key, against WebCrypto", many / best(crypto));
  limited("256 signatures of one key, against noble-curves", many / best(noble));
  limited("one signature, against crypto/ed25519 as wasm", one / standard, `${one.toFixed(0)} µs against ${standard.toFixed(0)} µs`);
  const text = readFileSync(join(root, "testdata/vectors/proofs/formats/neg-tampered-score.json"), "utf8");
  const speeds = await page.evaluate(finder, text, rounds);
  limited("finder in Chromium, a layout", 1e6 / quantile(speeds, 1), `${quantile(speeds, 1).toFixed(0)} layouts a second, of at least 20,000`);
}

/** Runs in the page. @param {string[]} argv @returns {Promise<string>} */
function benchmarks(argv) {
  return new Promise((resolve, reject) => {
    const worker = new Worker("/bench/worker.mjs", { type: "module" });
    worker.addEventListener("message", ({ data }) => {
      worker.terminate();
      resolve(data);
    });
    worker.addEventListener("error", ({ message }) => reject(new Error(message)));
    worker.postMessage(argv);
  });
}

/** Runs in the page: microseconds a signature. @param {string} key @param {string[][]} signed */
async function others(key, signed) {
  const bytes = (/** @type {string} */ hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const all = signed.map(([message = "", signature = ""]) => ({ message: bytes(message), signature: bytes(signature) }));
  const imported = await globalThis.crypto.subtle.importKey("raw", bytes(key), "Ed25519", true, ["verify"]);
  let since = performance.now();
  const holds = await Promise.all(all.map(({ message, signature }) => globalThis.crypto.subtle.verify("Ed25519", imported, signature, message)));
  const crypto = ((performance.now() - since) * 1000) / all.length;
  const module = "/bench/@noble/curves/ed25519.js"; // of the bench's server
  const { ed25519 } = await import(module);
  const some = all.slice(0, 64);
  const publicKey = bytes(key);
  for (const { message, signature } of all.slice(64, 80)) ed25519.verify(signature, message, publicKey); // warms up
  since = performance.now();
  const nobles = some.map(({ message, signature }) => ed25519.verify(signature, message, publicKey));
  const noble = ((performance.now() - since) * 1000) / some.length;
  if (holds.includes(false) || nobles.includes(false)) throw new Error("a true signature was refused");
  return { crypto, noble };
}

/** Runs in the page: layouts a second, in each round. @param {string} text @param {number} rounds */
async function finder(text, rounds) {
  const client = "/engine/client.mjs"; // of the site, and not of this file
  const { startEngine } = await import(client);
  const engine = startEngine();
  const speeds = [];
  for (let i = 0; i <= rounds; i++) {
    const since = performance.now();
    const { tried, found } = await engine.call("proof.find_layout", { text, limit: 50_000 });
    if (found || tried < 1000) throw new Error(`the finder tried ${tried} layouts, found: ${found}`);
    if (i > 0) speeds.push((tried * 1000) / (performance.now() - since));
  }
  engine.close();
  return speeds;
}
