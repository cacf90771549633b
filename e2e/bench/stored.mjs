// What a host that stores 200,000 proofs, or 100,000 of one challenge, takes for an
// answer, natively, and how that grows with what it stores.

import { execFileSync } from "node:child_process";
import { root } from "../browser/support/site.mjs";
import { limited, noted } from "./table.mjs";

/** @typedef {import("./limits.mjs").Limited} Limited */

/** Answers of a benchmark, each with its limit of time and of growth. @typedef {Record<string, [Limited, Limited]>} Answers */

/** @type {Answers} */
const OF_MANY_CHALLENGES = {
  board: ["leaderboard, 200,000 proofs stored, p99", "growth of a leaderboard with what is stored"],
  page: ["page of a proof, 200,000 stored, p99", "growth of a proof's page with what is stored"],
  tile: ["tile of the log, 200,000 entries, p99", "growth of a tile with what is stored"],
  bundle: ["bundle of the log, 200,000 entries, p99", "growth of a bundle with what is stored"],
  inclusion: ["inclusion proof, 200,000 entries, p99", "growth of an inclusion proof with what is stored"],
};

/** @type {Answers} */
const OF_ONE_CHALLENGE = {
  first: ["leaderboard, 100,000 proofs of one challenge, p99", "growth of a leaderboard with its proofs"],
  further: ["further page, 100,000 proofs of one challenge, p99", "growth of a further page with its proofs"],
  apart: ["proofs without a rank, 100,000 of one challenge, p99", "growth of proofs without a rank with all proofs"],
  challenges: ["list of challenges, 100,000 proofs of one, p99", "growth of the list of challenges with the proofs of one"],
};

/** @param {boolean} quick */
export function stored(quick) {
  measure("Stored", quick ? [2000, 20_000] : [2000, 20_000, 200_000], 200_000, OF_MANY_CHALLENGES, quick);
  measure("Crowd", [1000, 100_000], 100_000, OF_ONE_CHALLENGE, quick);
}

/**
 * Runs a benchmark with a host of each size; limits of time are of the largest.
 * @param {string} name @param {number[]} sizes @param {number} largest @param {Answers} answers @param {boolean} quick
 */
function measure(name, sizes, largest, answers, quick) {
  const args = ["test", "-vet=off", "-run=^$", `-bench=${name}$/^(${sizes.join("|")})$`, quick ? "-benchtime=0.3s" : "-benchtime=2s", "-timeout=30m", "./site/web"];
  const out = execFileSync("go", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  /** @type {Map<string, { mean: number, p99: number }>} */ const all = new Map();
  for (const [, of = "", ns, p99] of out.matchAll(/^Benchmark[A-Z][a-z]+\/(\S+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns\/op\s+([\d.]+) p99-ms/gm)) {
    all.set(of, { mean: Number(ns) / 1e6, p99: Number(p99) });
  }
  const [least, most] = [sizes[0] ?? NaN, sizes.at(-1) ?? NaN];
  for (const [kind, [time, growth]] of Object.entries(answers)) {
    const times = sizes.map((size) => all.get(`${size}/${kind}`) ?? { mean: NaN, p99: NaN });
    const [first, last] = [times[0]?.mean ?? NaN, times.at(-1)?.mean ?? NaN];
    const means = sizes.map((size, i) => `${size}: ${(times[i]?.mean ?? NaN).toFixed(2)} ms`).join(", ");
    if (most === largest) limited(time, times.at(-1)?.p99 ?? NaN);
    else noted(time.replace("200,000", most.toLocaleString("en-US")), times.at(-1)?.p99 ?? NaN, "ms");
    limited(growth, Math.log(last / first) / Math.log(most / least), means);
  }
}
