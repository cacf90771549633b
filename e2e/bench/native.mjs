// The same Go benchmarks natively and as wasm in Node.

import { execFileSync } from "node:child_process";
import { root } from "../browser/support/site.mjs";
import { limited, noted } from "./table.mjs";

const SUITES = /** @type {const} */ ([
  { folder: "core/score", pattern: "Compute$|Rank$/^rows=10000$" },
  { folder: "core/rating", pattern: "Update$|Project$/^clawdiators$/^60$" },
  { folder: "core/jcs", pattern: "Parse$|Canonicalize$" },
]);

/** @type {Record<string, import("./limits.mjs").Limited>} */
const LIMITED = {
  Compute: "wasm against native, score.compute",
  "Rank/rows=10000": "wasm against native, score.rank of 10,000",
  "Project/clawdiators/60": "wasm against native, elo.project of 60",
};

/** @param {boolean} quick */
export function nativeAgainstWasm(quick) {
  const goroot = execFileSync("go", ["env", "GOROOT"], { encoding: "utf8" }).trim();
  const exec = `env -i PATH=${process.env.PATH} HOME=${process.env.HOME} ${goroot}/lib/wasm/go_js_wasm_exec`;
  for (const { folder, pattern } of SUITES) {
    for (const bench of pattern.split("|")) {
      const native = run(folder, bench, quick, [], {});
      const wasm = run(folder, bench, quick, [`-exec=${exec}`], { GOOS: "js", GOARCH: "wasm" });
      if (native.size === 0) throw new Error(`${folder} has no benchmark ${bench}`);
      for (const [name, ns] of native) {
        const slower = (wasm.get(name) ?? NaN) / ns;
        const what = LIMITED[name];
        const peer = `${time(wasm.get(name) ?? NaN)} against ${time(ns)}`;
        if (what) limited(what, slower, peer);
        else noted(`wasm against native, ${folder.slice(5)} ${name}`, slower, "×", peer);
      }
    }
  }
}

/**
 * Nanoseconds of each benchmark, the best of its runs.
 * @param {string} folder @param {string} bench @param {boolean} quick @param {string[]} more @param {Record<string, string>} env
 */
function run(folder, bench, quick, more, env) {
  const args = ["test", "-run=^$", `-bench=${bench}`, quick ? "-benchtime=0.2s" : "-benchtime=1s", `-count=${quick ? 1 : 3}`, ...more, `./${folder}`];
  const out = execFileSync("go", args, { cwd: root, env: { ...process.env, ...env }, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  /** @type {Map<string, number>} */ const best = new Map();
  for (const [, name = "", ns] of out.matchAll(/^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns\/op/gm)) {
    best.set(name, Math.min(best.get(name) ?? Infinity, Number(ns)));
  }
  return best;
}

/** @param {number} ns */
const time = (ns) => (ns < 1e3 ? `${ns.toFixed(0)} ns` : ns < 1e6 ? `${(ns / 1e3).toFixed(1)} µs` : `${(ns / 1e6).toFixed(1)} ms`);
