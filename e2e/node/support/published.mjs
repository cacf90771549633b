// The published engine under test, and a copy of it that can be made to crash.
//
//   ENGINE_DIR=dist/engine node --test e2e/node/*.test.mjs

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Folder of engine.mjs and what belongs to it. */
export const published = resolve(process.env.ENGINE_DIR ?? join(root, "dist", "engine"));
if (!existsSync(join(published, "engine.mjs"))) {
  throw new Error(`no engine.mjs in ${published}: build the site first, or set ENGINE_DIR`);
}

/** Paths of the files of that name in a folder; the build may have put a hash between stem and extension. */
export function filesIn(folder, stem, extension) {
  const names = readdirSync(folder).filter((name) => name.split(/[.-]/)[0] === stem && name.endsWith(extension));
  if (names.length === 0) throw new Error(`no ${stem}${extension} in ${folder}`);
  return names.map((name) => join(folder, name));
}

/** Imports the module of that name. */
export const load = (folder, stem) => import(pathToFileURL(filesIn(folder, stem, ".mjs")[0]).href);

/**
 * A copy of the published folder whose engine also has the trap operations of
 * wasm/engine/trap.go. TRAP_ENGINE is that engine; without one it is compiled.
 */
export function trapped() {
  const folder = mkdtempSync(join(tmpdir(), "tallyproof-trap-"));
  process.on("exit", () => rmSync(folder, { recursive: true }));
  cpSync(published, folder, { recursive: true });
  const [wasm, ...others] = filesIn(folder, "engine", ".wasm");
  const { TRAP_ENGINE: made } = process.env;
  if (made) cpSync(made, wasm);
  else execFileSync("go", ["run", "./site/build/program", "-tags=trap", "wasm/engine", wasm], { cwd: root, stdio: "inherit" });
  for (const other of others) cpSync(wasm, other);
  return folder;
}

/** The error a function throws. */
export function thrown(f) {
  try {
    f();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}
