import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./site.mjs";

/** The engine with operations that kill it (wasm/engine/trap.go): TRAP_ENGINE, or one that is compiled. */
export function trapping() {
  const { TRAP_ENGINE: made } = process.env;
  if (made) return readFileSync(made);
  const folder = mkdtempSync(join(tmpdir(), "tallyproof-trap-"));
  try {
    const file = join(folder, "engine.wasm");
    const args = ["build", "-tags=trap", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", file, "./wasm/engine"];
    execFileSync("go", args, { cwd: root, env: { ...process.env, GOOS: "js", GOARCH: "wasm" }, stdio: "inherit" });
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
