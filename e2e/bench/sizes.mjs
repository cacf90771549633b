// Sizes of what travels: the engine beside an empty Go program, and each page.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { dist, root } from "../browser/support/site.mjs";
import { limited, noted } from "./table.mjs";

export function sizes() {
  const engine = readFileSync(join(dist, "engine/engine.wasm"));
  const empty = emptyProgram();
  const kb = (/** @type {{ length: number }} */ { length }) => length / 1000;
  const published = (/** @type {string} */ ext, name = "engine") => readFileSync(join(dist, `engine/${name}.wasm${ext}`));
  limited("engine.wasm after Brotli", kb(published(".br")), { of: "empty Go program", value: kb(brotli(empty)) });
  limited("verifier.wasm after Brotli", kb(published(".br", "verifier")));
  noted("engine.wasm after gzip", kb(published(".gz")), "KB", { of: "empty Go program", value: kb(gzipSync(empty, { level: 9 })) });
  noted("engine.wasm raw", kb(engine), "KB", { of: "empty Go program", value: kb(empty) });

  const pages = readdirSync(dist, { recursive: true }).map(String).filter((name) => name.endsWith("index.html")).map((name) => ({ name, size: weigh(name) }));
  if (pages.length < 12) throw new Error(`${dist} has ${pages.length} pages: want at least 12`);
  const [largest, ...rest] = pages.toSorted((a, b) => b.size - a.size);
  limited("page before the engine, largest", kb({ length: largest?.size ?? NaN }));
  const score = pages.find(({ name }) => name === "score/airena/index.html");
  noted(`  that is /${largest?.name.replace("index.html", "")}; /score/airena/`, kb({ length: score?.size ?? NaN }), "KB");
  noted(`  median of ${pages.length} pages`, kb({ length: rest[Math.floor(rest.length / 2)]?.size ?? NaN }), "KB");
}

/** A page with its styles and every module it reaches, but Go's runtime, after Brotli. @param {string} page */
function weigh(page) {
  const seen = new Set([page]);
  for (const name of seen) {
    for (const found of text(name).matchAll(/(?:["'(=]|href=|src=)((?:\/assets|\.)\/[\w.\-/]+\.(?:css|m?js))(?![\w.])/g)) {
      const url = found[1] ?? "";
      const file = url.startsWith("/") ? url.slice(1) : posix.join(posix.dirname(name), url);
      if (!/wasm_exec/.test(file)) seen.add(file);
    }
  }
  return [...seen].reduce((sum, name) => sum + readFileSync(join(dist, `${name}.br`)).length, 0);
}

/** @param {string} name */
const text = (name) => readFileSync(join(dist, name), "utf8");

/** @param {Buffer} bytes */
const brotli = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }); // quality is 11

function emptyProgram() {
  const folder = mkdtempSync(join(tmpdir(), "tallyproof-empty-"));
  try {
    writeFileSync(join(folder, "empty.go"), "package main\n\nfunc main() {}\n");
    const args = ["build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", join(folder, "empty.wasm"), join(folder, "empty.go")];
    execFileSync("go", args, { cwd: root, env: { ...process.env, GOOS: "js", GOARCH: "wasm" }, stdio: "inherit" });
    return readFileSync(join(folder, "empty.wasm"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
