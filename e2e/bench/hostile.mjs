// Strangers who want more than their share, beside others who want an answer:
// eight connections to `tallyproof serve`, and to the Worker.

import { readFileSync } from "node:fs";
import { Agent, request as ask } from "node:http";
import { connect } from "node:net";
import { edge as worker } from "../edge/support/edge.mjs";
import { serve } from "../browser/support/site.mjs";
import { resident } from "./edge/process.mjs";
import { compute, rank, update } from "./requests.mjs";
import { limited, noted, quantile } from "./table.mjs";
import { start } from "./edge/workerd.mjs";

/** @typedef {{ path: string, body: string }} Post */

const MIB = 1 << 20;
const HONEST = 5; // of the eight connections; two are hostile, and one reads nothing

/** @param {string} operation @param {unknown} request @returns {Post} */
const post = (operation, request) => ({ path: `/api/v1/${operation}`, body: JSON.stringify(request) });

const proof = readFileSync(new URL("../../site/demo/flat/atlas.json", import.meta.url), "utf8");

/** What people ask. */
const honest = [post("score.compute", compute), post("elo.update", update), post("proof.verify", { text: proof }), post("explain.score", compute), post("score.rank", rank(50))];

/** @param {number} matches @param {number} [opponents] */
const forecast = (matches, opponents = 1) => post("elo.project", {
  rulebook: "clawdiators", rating: 1000, matches: 0, repeat: matches / opponents,
  plan: Array.from({ length: opponents }, (_, i) => ({ opponent: 1000 + i / 8, win: 0.5, loss: 0.5 })),
});

/** What is asked of a host to stop it for others: long answers, much work, many values, quadratic headers. */
const hostile = [
  post("reward.decay", { rulebook: "term", curve: "exponential", rate: 0.05, to: 99_999 }),
  forecast(100_000),
  forecast(10_000, 5000),
  post("score.sensitivity", { ...rank(1000), samples: 500_000 }),
  post("proof.verify_batch", { text: `[${"0,".repeat(500_000)}0]` }),
  post("proof.canonicalize", { text: `[${"[],".repeat(300_000)}0]` }),
  post("import.detect", { text: `signature,${Array.from({ length: 140_000 }, (_, i) => `c${i}`).join(",")}\n1` }),
  post("proof.verify_batch", { text: `signature,${Array.from({ length: 140_000 }, (_, i) => `c${i}`).join(",")}\n1` }),
  { path: "/api/v1/score.rank", body: " ".repeat(MIB) },
  { path: "/api/v1/score.rank", body: "[".repeat(MIB) },
  { path: "/api/v1/proofs", body: `{"x":"${"a".repeat(MIB - 100)}"}` },
];

/** What is much and still answered. An isolate does one thing at a time: there it gets a fiftieth of the time. */
const heavy = [post("reward.decay", { rulebook: "term", to: 30_000 }), forecast(20_000), post("score.sensitivity", { ...rank(100), samples: 200_000 })];

/** @param {boolean} quick */
export async function againstHostile(quick) {
  const seconds = quick ? 10 : 60;
  const native = await serve();
  try {
    const { p99, lost, memory } = await load("native", native.origin, [...hostile, ...heavy], seconds, () => highest(native.pid));
    limited("hostile traffic, native: honest p99", p99);
    limited("hostile traffic, native: honest requests lost", lost);
    limited("hostile traffic, native: memory", memory / 1e6);
  } finally {
    await native.stop();
  }
  const edge = await start();
  try {
    const { p99, lost, memory } = await load("workerd", edge.origin, [...hostile, ...heavy], seconds, resident);
    limited("hostile traffic, workerd: honest p99", p99);
    limited("hostile traffic, workerd: honest requests lost", lost);
    limited("hostile traffic, workerd: memory", memory / 1e6);
  } finally {
    await edge.stop();
  }
}

/** Readers beside 200 connections in the whole Worker. @param {boolean} quick */
export async function amongStrangers(quick) {
  const whole = await worker(undefined, { unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }] }); // with its pages and its store, which readers ask for; Node is not between
  try {
    limited("200 connections of light requests, workerd: readers without an answer in 3 s, of 100", await crowded((await whole.runtime.unsafeGetDirectURL()).origin, quick ? 30 : 100));
  } finally {
    await whole.stop();
  }
}

/** The most memory that a process has had resident. @param {number | undefined} pid */
const highest = (pid) => Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;

/** @param {string} where @param {string} origin @param {Post[]} mean @param {number} seconds @param {() => number} memory */
async function load(where, origin, mean, seconds, memory) {
  const until = performance.now() + seconds * 1000;
  const on = () => performance.now() < until;
  /** @type {number[]} */ const times = [];
  /** @type {Map<string, number>} */ const answers = new Map();
  const count = (/** @type {string} */ key) => answers.set(key, (answers.get(key) ?? 0) + 1);
  let [lost, most] = [0, 0];
  const watch = setInterval(() => (most = Math.max(most, memory())), 100);

  const kind = async (/** @type {number} */ first) => {
    const { send, end } = asker(origin);
    for (let i = first; on(); i++) {
      const since = performance.now();
      const status = await send(/** @type {Post} */ (honest[i % honest.length]));
      times.push(performance.now() - since);
      if (status !== 200) lost++;
      await new Promise((resolve) => setTimeout(resolve, 5)); // it reads
    }
    end();
  };
  const unkind = async (/** @type {number} */ first) => {
    const { send, end } = asker(origin);
    for (let i = first; on(); i++) count(String(await send(/** @type {Post} */ (mean[i % mean.length]))));
    end();
  };
  const deaf = async () => { // asks for much, reads nothing and leaves
    for (let i = 0; on(); i++) await unread(origin, /** @type {Post} */ (mean.at(-1 - (i % 3))), 500);
  };
  await Promise.all([...Array.from({ length: HONEST }, (_, i) => kind(i)), unkind(0), unkind(6), deaf()]);
  clearInterval(watch);
  if (times.length < seconds) throw new Error(`${where}: ${times.length} honest requests in ${seconds} s: that is no traffic`);
  if (most === 0) throw new Error(`${where}: no memory was seen`);
  if (answers.has("500")) throw new Error(`${where}: ${answers.get("500")} hostile requests have met an error of ours`);
  const others = [...answers].map(([status, n]) => `${n} × ${status}`).join(", ");
  noted(`hostile traffic, ${where}: honest p50`, quantile(times, 0.5), "ms", `${times.length} honest requests; hostile: ${others}`);
  return { p99: quantile(times, 0.99), lost, memory: most };
}

/** An envelope with 32 signatures that nobody made. @param {number} size bytes of its payload, about */
function envelope(size) {
  const payload = Buffer.from(`{"credentialSubject":{"final_score":1},"a":[${"0,".repeat(size / 2)}0]}`).toString("base64");
  return { payloadType: "application/json", payload, signatures: Array.from({ length: 32 }, () => ({ sig: Buffer.alloc(64, "x").toString("base64") })) };
}

/** What costs much and still counts as light. */
const light = [{ path: "/api/v1/proofs", body: JSON.stringify(envelope(20_000)) }, forecast(200), post("score.rank", rank(300)), post("proof.verify", { text: JSON.stringify(envelope(10_000)) })];

/** How many of 100 readers have no answer in time while 200 connections ask for light requests. @param {string} origin @param {number} readers */
async function crowded(origin, readers) {
  let on = true;
  const answers = new Map();
  const strangers = Array.from({ length: 200 }, async (_, first) => {
    const { send, end } = asker(origin);
    for (let i = first; on; i++) {
      const status = await send(/** @type {Post} */ (light[i % light.length]));
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status === 503) await new Promise((resolve) => setTimeout(resolve, 200));
    }
    end();
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  /** @type {number[]} */ const times = [];
  const longest = [0, 0, 0]; // of a page, of the API and of what the store answers
  for (let i = 0; i < readers; i++) {
    const since = performance.now();
    const signal = AbortSignal.timeout(60_000);
    const body = JSON.stringify({ rating: 1050, opponent: 1200 });
    const answer = [() => fetch(`${origin}/`, { signal }), () => fetch(`${origin}/api/v1/elo.expected`, { method: "POST", body, signal }), () => fetch(`${origin}/challenges/demo/merge-intervals.json`, { signal })][i % 3];
    const status = await answer?.().then(async (response) => (await response.arrayBuffer(), response.status), () => 0);
    times.push(status === 200 || status === 404 ? performance.now() - since : Infinity);
    longest[i % 3] = Math.max(longest[i % 3] ?? 0, times.at(-1) ?? 0);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  on = false;
  await Promise.all(strangers);
  if (answers.has(500) || answers.has(0)) throw new Error(`strangers lost an isolate: ${[...answers]}`);
  const strange = [...answers].map(([status, n]) => `${n} × ${status}`).join(", ");
  noted("  longest: a page", longest[0] ?? 0, "ms", `to strangers: ${strange}`);
  noted("  longest: the API", longest[1] ?? 0, "ms");
  noted("  longest: the store", longest[2] ?? 0, "ms");
  return (times.filter((ms) => ms > 3000).length / readers) * 100;
}

/** One connection that is kept. @param {string} origin */
function asker(origin) {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /** @type {(post: Post) => Promise<number>} the status; 0 if there was none */
  const send = ({ path, body }) => new Promise((resolve) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const request = ask({ hostname, port, path, method: "POST", agent, headers }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0)).on("error", () => resolve(0));
    });
    request.on("error", () => (request.reusedSocket ? send({ path, body }).then(resolve) : resolve(0)));
    request.end(body);
  });
  return { send, end: () => agent.destroy() };
}

/** Asks, reads nothing and leaves. @param {string} origin @param {Post} post @param {number} after milliseconds */
function unread(origin, { path, body }, after) {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.pause();
      socket.write(`POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    });
    socket.on("error", () => {}).on("close", resolve);
    setTimeout(() => socket.destroy(), after);
  });
}
