// The Worker in Cloudflare's runtime, beside one of plain JavaScript.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request as ask } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { edge } from "../../edge/support/edge.mjs";
import { busy, held, resident } from "./process.mjs";
import { compute } from "../requests.mjs";
import { limited, noted, quantile } from "../table.mjs";

const { loadEngine } = await import(pathToFileURL(join(process.env.DIST ?? "dist", "engine/engine.mjs")).href);

const PATH = "/api/v1/score.compute";
const BODY = JSON.stringify(compute);

/** @param {boolean} quick */
export async function atTheEdge(quick) {
  const folder = plainWorker();
  try {
    const [ours, plain] = [await edge(), await edge(folder)];
    await warm(ours.origin, plain.origin, quick ? 500 : 5000);
    await first(ours, plain, quick ? 3 : 15);
    await Promise.all([ours.stop(), plain.stop()]);
    await load(quick ? 10_000 : 60_000);
    await leak(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A Worker that answers score.compute as one would by hand, with the same files around it; below /keep/ it keeps a kilobyte each time. */
function plainWorker() {
  const folder = mkdtempSync(join(tmpdir(), "tallyproof-plain-"));
  cpSync(new URL("../peer.mjs", import.meta.url), join(folder, "peer.mjs"));
  writeFileSync(join(folder, "worker.mjs"), `
    import { peer } from "./peer.mjs";
    const headers = { "cache-control": "no-store", "access-control-allow-origin": "*" };
    export class LogState {} // which wrangler.jsonc names
    const kept = [];
    export default {
      async fetch(request) {
        const { pathname } = new URL(request.url);
        if (pathname.startsWith("/keep/")) kept.push(new Uint8Array(1000).fill(1));
        const operation = pathname.split("/").at(-1);
        return Response.json(peer[operation](await request.json()), { headers });
      },
    };`);
  return folder;
}

/** By turns, each over one connection. @param {string} ours @param {string} plain @param {number} rounds */
async function warm(ours, plain, rounds) {
  const askers = [asker(ours), asker(plain)];
  /** @type {number[][]} */ const times = [[], []];
  for (let i = -rounds / 5; i < rounds; i++) {
    for (const [n, one] of askers.entries()) {
      const since = performance.now();
      const { status, text } = await one.post(PATH, BODY);
      if (i >= 0) times[n]?.push(performance.now() - since);
      if (status !== 200 || JSON.parse(text).score !== 823) throw new Error(`status ${status}: ${text}`);
    }
  }
  for (const { end } of askers) end();
  const [mine = [], theirs = []] = times;
  const [p50, peer] = [quantile(mine, 0.5), quantile(theirs, 0.5)];
  limited("score.compute in workerd, warm, p50 against plain JS", p50 / peer, `${p50.toFixed(2)} ms against ${peer.toFixed(2)} ms`);
  noted("  p99", quantile(mine, 0.99), "ms", { of: "plain JS in workerd", value: quantile(theirs, 0.99) });
}

/** Many requests over eight connections, and pages. @param {number} count */
async function load(count) {
  const site = await edge(undefined, { inspectorPort: 0 });
  const { errors, seconds, grown, from, taken, own } = await growth(site, PATH, 10_000, count);
  limited("60,000 requests in workerd: errors", errors, `${count} requests over 8 connections`);
  limited("60,000 requests in workerd: memory grown", (Math.max(0, grown) + (await linear(count))) / 1e6, `from ${(from / 1e6).toFixed(0)} MB that its isolates hold, without garbage; and the engine's own memory`);
  noted("  resident memory grown of workerd, which keeps what was freed", taken / 1e6, "MB");
  noted("  memory grown of Node, which asks", own / 1e6, "MB");
  noted("  requests a second", count / seconds, "");
  await pages(site.origin, Math.max(10, count / 600));
  await site.stop();
}

/**
 * Bytes by which the engine's own memory grows, in this process: what inspectors do not tell of the one in workerd, which is the same program.
 * @param {number} count
 */
async function linear(count) {
  /** @type {WebAssembly.Memory | undefined} */ let memory;
  const native = WebAssembly.Instance;
  WebAssembly.Instance = class extends native {
    /** @param {WebAssembly.Module} module @param {WebAssembly.Imports} [imports] */
    constructor(module, imports) {
      super(module, imports);
      memory = /** @type {WebAssembly.Memory} */ (this.exports.mem);
    }
  };
  const engine = await loadEngine();
  const body = new TextEncoder().encode(BODY);
  const ask = () => engine.http({ method: "POST", path: PATH, body });
  for (let i = 0; i < 10_000; i++) ask();
  WebAssembly.Instance = native;
  if (!memory) throw new Error("the engine has shown no memory");
  const before = memory.buffer.byteLength;
  for (let i = 0; i < count; i++) ask();
  return memory.buffer.byteLength - before;
}

/** What the measure of memory says of a Worker that keeps a kilobyte of each request. @param {string} folder */
async function leak(folder) {
  const site = await edge(folder, { inspectorPort: 0 });
  const { grown } = await growth(site, "/keep/score.compute", 5000, 20_000);
  await site.stop();
  noted("  a Worker that keeps 20 MB in 20,000 requests", grown / 1e6, "MB");
  if (grown < 16e6) throw new Error(`a Worker that keeps 20 MB has grown by ${grown} bytes: the measure of memory is blind`);
}

/**
 * Asks over eight connections, first to warm up and then to be measured.
 * @param {Awaited<ReturnType<typeof edge>>} site @param {string} path @param {number} warmUp @param {number} count
 */
async function growth({ origin, runtime }, path, warmUp, count) {
  const askers = Array.from({ length: 8 }, () => asker(origin));
  let errors = 0;
  const run = async (/** @type {number} */ left) => {
    await Promise.all(askers.map(async ({ post }) => {
      while (left-- > 0) {
        const { status } = await post(path, BODY).catch(() => ({ status: 0 }));
        if (status !== 200) errors++;
      }
    }));
  };
  const collect = () => held(runtime, async () => askers[0]?.post(path, BODY));
  await run(warmUp);
  const [first, mine, before] = [await collect(), process.memoryUsage.rss(), resident()];
  const since = performance.now();
  await run(count);
  const seconds = (performance.now() - since) / 1000;
  const [last, own, taken] = [await collect(), process.memoryUsage.rss() - mine, resident() - before];
  for (const { end } of askers) end();
  for (const id of first.keys()) if (!last.has(id)) throw new Error(`the isolate ${id} says no more what it holds: how much it has grown is not known`);
  const sum = (/** @type {Map<string, number>} */ bytes) => [...bytes.values()].reduce((sum, one) => sum + one, 0);
  return { errors, seconds, from: sum(first), grown: sum(last) - sum(first), taken, own };
}

/** The page of a stored proof, made by a Go program of its own and from the cache. @param {string} origin @param {number} rounds */
async function pages(origin, rounds) {
  const record = readFileSync(new URL("../../../site/demo/flat/atlas.json", import.meta.url));
  const stored = await fetch(`${origin}/api/v1/proofs`, { method: "POST", body: record });
  const { url } = await stored.json();
  /** @type {number[][]} */ const times = [[], []];
  for (let i = 0; i < rounds; i++) {
    for (const list of times) { // first as nobody has asked for it, then again
      const since = performance.now();
      const response = await fetch(`${url}?${i}`);
      await response.arrayBuffer();
      list.push(performance.now() - since);
      if (response.status !== 200) throw new Error(`${url}: status ${response.status}`);
    }
  }
  const [fresh = [], kept = []] = times;
  noted("page of a stored proof in workerd, fresh, p50", quantile(fresh, 0.5), "ms", { of: "from the cache", value: quantile(kept, 0.5) });
}

/** The first answer of a runtime that has just been started. @param {Awaited<ReturnType<typeof edge>>} ours @param {Awaited<ReturnType<typeof edge>>} plain @param {number} runs */
async function first(ours, plain, runs) {
  /** @type {[number[], number[]][]} */ const measured = [[[], []], [[], []]];
  for (let i = 0; i < runs; i++) {
    for (const [n, { restart }] of [ours, plain].entries()) {
      const { post, end } = asker(await restart());
      await new Promise((resolve) => setTimeout(resolve, 300)); // it is still busy with its start
      const [had, since] = [busy(), performance.now()];
      await post(PATH, BODY);
      measured[n]?.[0].push(performance.now() - since);
      measured[n]?.[1].push(busy() - had);
      end();
    }
  }
  const [[wall, cpu], [theirWall, theirCpu]] = /** @type {any} */ (measured);
  limited("first request of an isolate in workerd, CPU, median", quantile(cpu, 0.5), { of: "plain JS in workerd", value: quantile(theirCpu, 0.5) });
  noted("  until its answer", quantile(wall, 0.5), "ms", { of: "plain JS in workerd", value: quantile(theirWall, 0.5) });
}

/** One connection that is kept. @param {string} origin */
function asker(origin) {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /** @type {(path: string, body: string) => Promise<{ status: number, text: string }>} */
  const post = (path, body) => new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const request = ask({ hostname, port, path, method: "POST", agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text })).on("error", reject);
    });
    // A connection that was idle may have been closed in the same moment.
    request.on("error", (error) => (request.reusedSocket ? post(path, body).then(resolve, reject) : reject(error)));
    request.end(body);
  });
  return { post, end: () => agent.destroy() };
}
