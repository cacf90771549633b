// The same Go benchmarks natively and as wasm in Node.

import { execFileSync } from "node:child_process";
import { root } from "../browser/support/site.mjs";
import { time } from "./node.mjs";
import { peer } from "./peer.mjs";
import { projectOf, rankSeven } from "./requests.mjs";
import { limited, noted } from "./table.mjs";

const SUITES = /** @type {const} */ ([
  { folder: "core/score", patterns: ["Compute$", "Rank$/^dims=7$", "RankJSON$/^rows=10000$"] },
  { folder: "core/ranking", patterns: ["Sensitivity$/^rows/^decimals=2$"] },
  { folder: "core/rating", patterns: ["Update$"] },
  { folder: "core/rating/forecast", patterns: ["Project$/^clawdiators$"] },
  { folder: "core/jcs", patterns: ["Parse$", "Canonicalize$"] },
]);

/** @typedef {import("./limits.mjs").Limited} Limited */

/** @type {Record<string, Limited>} */
const RATIOS = {
  Compute: "wasm against native, score.compute",
  "Rank/dims=7/rows=10000": "wasm against native, score.rank of 10,000",
  "Project/clawdiators/60": "wasm against native, elo.project of 60",
};

/** What Go alone takes, beside plain JavaScript. @type {[string, Limited, string, () => unknown][]} */
const TIMES = [
  ["Rank/dims=7/rows=10000", "score.rank of 10,000×7, native", "score.rank", () => rankSeven(10_000)],
  ["Sensitivity/rows=1000/decimals=2", "score.sensitivity of 1,000×7, native", "score.sensitivity", () => ({ ...rankSeven(1000), samples: 2500 })],
  ["Project/clawdiators/60", "elo.project of 60, native", "elo.project", () => projectOf(60)],
  ["Project/clawdiators/1000", "elo.project of 1,000, native", "elo.project", () => projectOf(1000)],
];

/** By which power of the size time grows, over three sizes. @type {[Limited, string, number[]][]} */
const GROWTHS = [
  ["growth of score.rank with its rows", "Rank/dims=7/rows=#", [1000, 10_000, 100_000]],
  ["growth of score.sensitivity with its rows", "Sensitivity/rows=#/decimals=2", [250, 1000, 4000]],
  ["growth of elo.project with its matches", "Project/clawdiators/#", [60, 250, 1000]],
];

/** @param {boolean} quick */
export function nativeAgainstWasm(quick) {
  const goroot = execFileSync("go", ["env", "GOROOT"], { encoding: "utf8" }).trim();
  const exec = `env -i PATH=${process.env.PATH} HOME=${process.env.HOME} ${goroot}/lib/wasm/go_js_wasm_exec`;
  /** @type {Map<string, number>} */ const all = new Map();
  for (const { folder, patterns } of SUITES) {
    for (const bench of patterns) {
      const native = run(folder, bench, quick, [], {});
      const wasm = run(folder, bench, quick, [`-exec=${exec}`], { GOOS: "js", GOARCH: "wasm" });
      if (native.size === 0) throw new Error(`${folder} has no benchmark ${bench}`);
      for (const [name, ns] of native) {
        all.set(name, ns);
        const slower = (wasm.get(name) ?? NaN) / ns;
        const what = RATIOS[name];
        const peer = `${shown(wasm.get(name) ?? NaN)} against ${shown(ns)}`;
        if (what) limited(what, slower, peer);
        else noted(`wasm against native, ${folder.slice(5)} ${name}`, slower, "×", peer);
      }
    }
  }
  for (const [name, what, operation, request] of TIMES) {
    const asked = request();
    const plain = time(() => peer[operation]?.(asked), quick ? 20 : 200) / 1000;
    limited(what, (all.get(name) ?? NaN) / 1e6, { of: "plain JS", value: plain });
  }
  for (const [what, name, sizes] of GROWTHS) {
    const times = sizes.map((size) => all.get(name.replace("#", String(size))) ?? NaN);
    const power = Math.log((times.at(-1) ?? NaN) / (times[0] ?? NaN)) / Math.log((sizes.at(-1) ?? NaN) / (sizes[0] ?? NaN));
    limited(what, power, sizes.map((size, i) => `${size}: ${shown(times[i] ?? NaN)}`).join(", "));
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
const shown = (ns) => (ns < 1e3 ? `${ns.toFixed(0)} ns` : ns < 1e6 ? `${(ns / 1e3).toFixed(1)} µs` : `${(ns / 1e6).toFixed(1)} ms`);
