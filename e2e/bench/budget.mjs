// The worst request of each operation that a search finds, natively and as wasm.

import { execFileSync } from "node:child_process";
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
  const worst = { ms: 0, wasm: 0, memory: 0, answer: 0 };
  const line = (/** @type {string[]} */ cells) => console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(20) : cell.padStart(10))).join(" "));
  line(["operation", "bytes", "status", "ms", "wasm ms", "MB", "answer"]);
  for (const { operation, bytes, status, ms, memory, answer, request } of rows) {
    const engine = await loadEngine(); // one that has run out of room for another does not count
    const since = performance.now();
    engine.http({ method: "POST", path: `/api/v1/${operation}`, body: new TextEncoder().encode(request) });
    const wasm = performance.now() - since;
    line([operation, String(bytes), String(status), ms.toFixed(0), wasm.toFixed(0), (memory / 1e6).toFixed(1), String(answer)]);
    for (const [key, value] of /** @type {["ms" | "wasm" | "memory" | "answer", number][]} */ (Object.entries({ ms, wasm, memory, answer }))) worst[key] = Math.max(worst[key], value);
  }
  line(["limit", "1048576", "", "1000", "3000", "67.1", "4194304"]);
  if (rows.length < 40) throw new Error(`${rows.length} operations: want all`);
  limited("worst request of any operation, native", worst.ms);
  limited("worst request of any operation, as wasm", worst.wasm);
  limited("worst request of any operation, memory", worst.memory / 1e6);
  limited("worst request of any operation, answer", worst.answer / 1e6);
  noted("  operations searched", rows.length, "");
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
