// The published engine in Node: what a call costs.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { dist } from "../browser/support/site.mjs";
import { peer } from "./peer.mjs";
import { compute, project, rank, update } from "./requests.mjs";
import { noted } from "./table.mjs";

/** Microseconds per call, best of five rounds that take about that many milliseconds. @param {() => unknown} f @param {number} ms */
function time(f, ms) {
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
  const table = new TextEncoder().encode(JSON.stringify(rank(10_000)));
  const decode = new TextDecoder();
  const plain = () => new TextEncoder().encode(JSON.stringify(peer["score.rank"]?.(JSON.parse(decode.decode(table)))));
  noted("score.rank 10,000×6 in Node, bytes to bytes", time(() => engine.callBytes("score.rank", table), ms) / 1000, "ms", { of: "plain JS", value: time(plain, ms) / 1000 });
  noted("elo.project of 60 matches in Node", time(() => engine.call("elo.project", project), ms) / 1000, "ms");
}

/** The peer computes the same, or the comparison is void. @param {any} got @param {any} want @param {string} name */
function check(got, want, name) {
  for (const member of ["score", "result", "rating", "k", "bonus"]) {
    if (got[member] !== want[member]) throw new Error(`${name}: the engine says ${member} ${got[member]}, plain JavaScript ${want[member]}`);
  }
}
