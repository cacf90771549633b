// What a host that stores 200,000 proofs takes for an answer, natively, and how that
// grows with what it stores.

import { execFileSync } from "node:child_process";
import { root } from "../browser/support/site.mjs";
import { limited, noted } from "./table.mjs";

/** @typedef {import("./limits.mjs").Limited} Limited */

/** The answers, each with its limit of time and of growth. @type {Record<string, [Limited, Limited]>} */
const ANSWERS = {
  board: ["leaderboard, 200,000 proofs stored, p99", "growth of a leaderboard with what is stored"],
  page: ["page of a proof, 200,000 stored, p99", "growth of a proof's page with what is stored"],
  tile: ["tile of the log, 200,000 entries, p99", "growth of a tile with what is stored"],
  bundle: ["bundle of the log, 200,000 entries, p99", "growth of a bundle with what is stored"],
  inclusion: ["inclusion proof, 200,000 entries, p99", "growth of an inclusion proof with what is stored"],
};

/** @param {boolean} quick */
export function stored(quick) {
  const sizes = quick ? [2000, 20_000] : [2000, 20_000, 200_000];
  const args = ["test", "-vet=off", "-run=^$", `-bench=Stored$/^(${sizes.join("|")})$`, quick ? "-benchtime=0.3s" : "-benchtime=2s", "-timeout=30m", "./site/web"];
  const out = execFileSync("go", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  /** @type {Map<string, { mean: number, p99: number }>} */ const all = new Map();
  for (const [, name = "", ns, p99] of out.matchAll(/^BenchmarkStored\/(\S+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns\/op\s+([\d.]+) p99-ms/gm)) {
    all.set(name, { mean: Number(ns) / 1e6, p99: Number(p99) });
  }
  const [least, most] = [sizes[0] ?? NaN, sizes.at(-1) ?? NaN];
  for (const [kind, [time, growth]] of Object.entries(ANSWERS)) {
    const times = sizes.map((size) => all.get(`${size}/${kind}`) ?? { mean: NaN, p99: NaN });
    const [first, last] = [times[0]?.mean ?? NaN, times.at(-1)?.mean ?? NaN];
    const means = sizes.map((size, i) => `${size}: ${(times[i]?.mean ?? NaN).toFixed(2)} ms`).join(", ");
    if (most === 200_000) limited(time, times.at(-1)?.p99 ?? NaN);
    else noted(time.replace("200,000", most.toLocaleString("en-US")), times.at(-1)?.p99 ?? NaN, "ms");
    limited(growth, Math.log(last / first) / Math.log(most / least), means);
  }
}
