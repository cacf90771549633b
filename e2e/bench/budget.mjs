// The worst request of each operation that a search finds, natively and as wasm.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { dist, root } from "../browser/support/site.mjs";
import { limited, noted } from "./table.mjs";

/** @typedef {{ operation: string, bytes: number, status: number, ms: number, memory: number, answer: number, request: string }} Row */

/** @param {boolean} quick */
export async function budget(quick) {
  const { loadEngine } = await import(pathToFileURL(join(dist, "engine/engine.mjs")).href);
  const rows = search(quick);
  const worst = { ms: 0, wasm: 0, memory: 0, answer: 0, linear: 0 };
  const line = (/** @type {string[]} */ cells) => console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(20) : cell.padStart(10))).join(" "));
  line(["operation", "bytes", "status", "ms", "wasm ms", "MB", "wasm MB", "answer"]);
  for (const { operation, bytes, status, ms, memory, answer, request } of rows) {
    const { wasm, linear } = await asWasm(loadEngine, operation, request);
    line([operation, String(bytes), String(status), ms.toFixed(0), wasm.toFixed(0), (memory / 1e6).toFixed(1), (linear / 1e6).toFixed(1), String(answer)]);
    for (const [key, value] of /** @type {[keyof typeof worst, number][]} */ (Object.entries({ ms, wasm, memory, answer, linear }))) worst[key] = Math.max(worst[key], value);
  }
  line(["limit", "1048576", "", "1000", "3000", "67.1", "100", "4194304"]);
  if (rows.length < 40) throw new Error(`${rows.length} operations: want all`);
  limited("worst request of any operation, native", worst.ms);
  limited("worst request of any operation, as wasm", worst.wasm);
  limited("worst request of any operation, memory", worst.memory / 1e6);
  limited("worst request of any operation, memory as wasm", worst.linear / 1e6);
  limited("worst request of any operation, answer", worst.answer / 1e6);
  noted("  operations searched", rows.length, "");
  limited("estimate of any request, against what it takes", furthest());
}

/**
 * What a request takes in an engine of its own, with the memory that it has at the edge.
 * @param {(source?: undefined, options?: { memory: number }) => Promise<import("../../wasm/engine/engine.js").Engine>} loadEngine @param {string} operation @param {string} request
 */
async function asWasm(loadEngine, operation, request) {
  /** @type {WebAssembly.Memory | undefined} */ let memory;
  const native = WebAssembly.Instance;
  WebAssembly.Instance = class extends native {
    /** @param {WebAssembly.Module} module @param {WebAssembly.Imports} [imports] */
    constructor(module, imports) {
      super(module, imports);
      memory = /** @type {WebAssembly.Memory} */ (this.exports.mem);
    }
  };
  const engine = await loadEngine(undefined, { memory: 80 << 20 });
  WebAssembly.Instance = native;
  const since = performance.now();
  engine.http({ method: "POST", path: `/api/v1/${operation}`, body: new TextEncoder().encode(request), host: { now: Date.now() } });
  const wasm = performance.now() - since;
  if (!memory) throw new Error("the engine has shown no memory");
  return { wasm, linear: memory.buffer.byteLength };
}

/** How far an estimate is from what a request takes, of those that TestBounds makes. Prints the operations over the limit. */
function furthest() {
  const folder = mkdtempSync(join(tmpdir(), "tallyproof-bounds-"));
  try {
    const file = join(folder, "bounds.jsonl");
    const args = ["test", "./core/engine", "-count=1", "-run=^TestBounds$", "-timeout=0", "-bounds.factor=4", `-bounds.table=${file}`];
    spawnSync("go", args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] }); // it fails where the limit below does
    const off = new Map();
    for (const row of readFileSync(file, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line))) {
      if (row.off > (off.get(row.operation)?.off ?? 0)) off.set(row.operation, row);
    }
    for (const row of off.values()) {
      if (row.off > 4) console.log(`${row.operation}, ${row.kind}: ${row.off.toFixed(1)} × off: ${row.ms.toFixed(0)} ms (${row.said_ms.toFixed(0)}), ${(row.memory / 1e6).toFixed(1)} MB (${(row.said_bytes / 1e6).toFixed(1)})`);
    }
    return Math.max(...[...off.values()].map((row) => row.off));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {boolean} quick @returns {Row[]} */
function search(quick) {
  const folder = mkdtempSync(join(tmpdir(), "tallyproof-budget-"));
  try {
    const file = join(folder, "worst.jsonl");
    execFileSync("go", ["test", "./core/engine", "-run=^TestBudget$", "-timeout=0", `-budget.search=${quick ? "100ms" : "2s"}`, `-budget.table=${file}`], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
    return readFileSync(file, "utf8").trimEnd().split("\n").map((row) => JSON.parse(row));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
