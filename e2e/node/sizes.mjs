// Prints the size of the engine beside that of an empty Go program:
//   node e2e/node/sizes.mjs

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { root } from "./support/published.mjs";

const folder = mkdtempSync(join(tmpdir(), "tallyproof-sizes-"));
try {
  const empty = join(folder, "empty.go");
  writeFileSync(empty, "package main\n\nfunc main() {}\n");
  for (const [name, what] of [["an empty Go program", empty], ["the engine", "./wasm/engine"]]) {
    const wasm = join(folder, "out.wasm");
    const args = ["build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", wasm, what];
    execFileSync("go", args, { cwd: root, env: { ...process.env, GOOS: "js", GOARCH: "wasm" }, stdio: "inherit" });
    const bytes = readFileSync(wasm);
    const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }); // quality is 11
    console.log(`${name}: ${kb(bytes)}, brotli ${kb(brotli)}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

function kb({ length }) {
  return `${Math.round(length / 1000).toLocaleString("en")} KB`;
}
