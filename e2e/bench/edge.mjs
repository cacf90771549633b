// The Worker in Cloudflare's runtime, beside one of plain JavaScript.

import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request as ask } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { edge } from "../http/support/edge.mjs";
import { compute } from "./requests.mjs";
import { limited, noted, quantile } from "./table.mjs";

const PATH = "/api/v1/score.compute";
const BODY = JSON.stringify(compute);

/** @param {boolean} quick */
export async function atTheEdge(quick) {
  const folder = plainWorker();
  try {
    const [ours, plain] = [await edge(), await edge(folder)];
    await warm(ours.origin, plain.origin, quick ? 500 : 5000);
    await load(ours.origin, quick ? 30_000 : 60_000);
    await pages(ours.origin, quick ? 10 : 100);
    await first(ours, plain, quick ? 2 : 5);
    await Promise.all([ours.stop(), plain.stop()]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A Worker that answers score.compute as one would by hand, with the same files around it. */
function plainWorker() {
  const folder = mkdtempSync(join(tmpdir(), "tallyproof-plain-"));
  cpSync(new URL("./peer.mjs", import.meta.url), join(folder, "peer.mjs"));
  writeFileSync(join(folder, "worker.mjs"), `
    import { peer } from "./peer.mjs";
    const headers = { "cache-control": "no-store", "access-control-allow-origin": "*" };
    export default {
      async fetch(request) {
        const operation = new URL(request.url).pathname.split("/").at(-1);
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

/** Many requests over eight connections. @param {string} origin @param {number} count */
async function load(origin, count) {
  const askers = Array.from({ length: 8 }, () => asker(origin));
  let [errors, begun] = [0, 0];
  const run = async (/** @type {number} */ upTo) => {
    await Promise.all(askers.map(async ({ post }) => {
      while (begun++ < upTo) {
        const { status } = await post(PATH, BODY).catch(() => ({ status: 0 }));
        if (status !== 200) errors++;
      }
    }));
    begun = upTo;
  };
  const warmUp = 20_000; // until then caches fill and code is optimized
  await run(warmUp);
  const before = memory();
  const since = performance.now();
  await run(count);
  const seconds = (performance.now() - since) / 1000;
  limited("60,000 requests in workerd: errors", errors, `${count} requests over 8 connections`);
  limited("60,000 requests in workerd: memory grown", Math.max(0, memory() - before) / 1e6, `from ${(before / 1e6).toFixed(0)} MB, of all processes`);
  noted("  requests a second", (count - warmUp) / seconds, "");
  for (const { end } of askers) end();
}

/** The page of a stored proof, made by a Go program of its own and from the cache. @param {string} origin @param {number} rounds */
async function pages(origin, rounds) {
  const record = readFileSync(new URL("../../site/demo/flat/atlas.json", import.meta.url));
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
  /** @type {number[][]} */ const times = [[], []];
  for (let i = 0; i < runs; i++) {
    for (const [n, { restart }] of [ours, plain].entries()) {
      const { post, end } = asker(await restart());
      const since = performance.now();
      await post(PATH, BODY);
      times[n]?.push(performance.now() - since);
      end();
    }
  }
  const [mine = [], theirs = []] = times;
  noted("score.compute in workerd, first of an isolate, median", quantile(mine, 0.5), "ms", { of: "plain JS in workerd", value: quantile(theirs, 0.5) });
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

/** Resident bytes of the runtimes that this process has started. */
function memory() {
  let bytes = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      const of = (/** @type {string} */ name) => new RegExp(`^${name}:\\s+(\\S+)`, "m").exec(status)?.[1];
      if (of("Name") === "workerd" && of("PPid") === String(process.pid)) bytes += Number(of("VmRSS")) * 1024;
    } catch {
      // it has ended meanwhile
    }
  }
  return bytes;
}
