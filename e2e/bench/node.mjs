// The published engine in Node: what a call costs.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { dist } from "../browser/support/site.mjs";
import { peer } from "./peer.mjs";
import { compute, project, projectOf, rank, update } from "./requests.mjs";
import { limited, noted } from "./table.mjs";

/** Microseconds per call, best of five rounds that take about that many milliseconds. @param {() => unknown} f @param {number} ms */
export function time(f, ms) {
  let count = 1;
  const round = () => {
    const since = performance.now();
    for (let i = 0; i < count; i++) f();
    return performance.now() - since;
  };
  while (round() < ms) count *= 2;
  return (Math.min(...Array.from({ length: 5 }, round)) / count) * 1000;
}

/** @param {boolean} quick */
export async function inNode(quick) {
  const ms = quick ? 20 : 200;
  const { loadEngine } = await import(pathToFileURL(join(dist, "engine/engine.mjs")).href);
  const since = performance.now();
  const engine = await loadEngine();
  noted("engine ready in Node", performance.now() - since, "ms");
  for (const [name, request] of /** @type {const} */ ([["score.compute", compute], ["elo.update", update]])) {
    const own = peer[name] ?? (() => {});
    check(engine.call(name, request), own(request), name);
    noted(`${name} in Node, a call`, time(() => engine.call(name, request), ms), "µs", { of: "plain JS", value: time(() => own(request), ms) });
    const text = JSON.stringify(request);
    noted(`${name} in Node, JSON to JSON`, time(() => engine.callJSON(name, text), ms), "µs", { of: "plain JS", value: time(() => JSON.stringify(own(JSON.parse(text))), ms) });
  }
  // What a large request leaves must not slow the small ones after it.
  const small = () => time(() => engine.call("score.compute", compute), ms);
  const before = small();
  engine.call("score.rank", rank(4_000)); // 600 KB: the engine keeps the buffer for the next request
  against("score.compute in Node after a large request, against before", small(), before);
  const table = new TextEncoder().encode(JSON.stringify(rank(10_000)));
  const decode = new TextDecoder();
  const plain = () => new TextEncoder().encode(JSON.stringify(peer["score.rank"]?.(JSON.parse(decode.decode(table)))));
  against("score.rank of 10,000 in Node, JSON to JSON, against plain JS", time(() => engine.callBytes("score.rank", table), ms), time(plain, ms));

  for (const matches of [60, 1000]) {
    const request = matches === 60 ? project : projectOf(matches);
    const own = () => peer["elo.project"]?.(request);
    checkProject(engine.call("elo.project", request), own());
    const measured = time(() => engine.call("elo.project", request), ms) / 1000;
    const plainly = { of: "plain JS", value: time(own, ms) / 1000 };
    if (matches === 60) limited("elo.project of 60 in Node", measured, plainly);
    else noted("elo.project of 1,000 in Node", measured, "ms", plainly);
  }

  const study = { ...rank(1000), samples: 2500 };
  checkFirst(engine.call("score.sensitivity", study), peer["score.sensitivity"]?.(study), study.samples);
  against("score.sensitivity of 1,000 in Node, against plain JS", time(() => engine.call("score.sensitivity", study), ms), time(() => peer["score.sensitivity"]?.(study), ms));
}

/** A limit on the ratio. @param {import("./limits.mjs").Limited} what @param {number} ours @param {number} peers microseconds, both */
function against(what, ours, peers) {
  limited(what, ours / peers, `${(ours / 1000).toFixed(1)} ms against ${(peers / 1000).toFixed(1)} ms`);
}

/** @param {any} got @param {any} want */
function checkProject(got, want) {
  const [a, b] = [got.steps.at(-1), want.steps.at(-1)];
  const near = Math.abs(a.mean - b.mean) < 1e-8 && Math.abs(got.targets[0].probability - want.targets[0].probability) < 1e-10;
  if (!near || a.p50 !== b.p50 || got.final.distribution.length !== want.final.distribution.length) throw new Error(`elo.project: the engine ends at ${JSON.stringify(a)}, plain JavaScript at ${JSON.stringify(b)}`);
}

/** Shares of the first place within six standard errors of their difference. @param {any} got @param {any} want @param {number} samples */
function checkFirst(got, want, samples) {
  const theirs = new Map(want.acceptability.map((/** @type {any} */ { id, first }) => [id, first]));
  for (const { id, first } of got.acceptability) {
    if (Math.abs(first - theirs.get(id)) > 6 * Math.sqrt(0.5 / samples)) throw new Error(`score.sensitivity: ${id} is first under ${first} of the weightings, in plain JavaScript under ${theirs.get(id)}`);
  }
}

/** The peer computes the same, or the comparison is void. @param {any} got @param {any} want @param {string} name */
function check(got, want, name) {
  for (const member of ["score", "result", "rating", "k", "bonus"]) {
    if (got[member] !== want[member]) throw new Error(`${name}: the engine says ${member} ${got[member]}, plain JavaScript ${want[member]}`);
  }
}
