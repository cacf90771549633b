// Limits on simultaneous work of an isolate, by the rule of site/limit. The engine runs
// one request at a time, because it never waits. But many bodies can arrive in pieces, and
// many Go programs can wait for the database, at the same time. A client that goes ends its
// request wherever it is, so every place and byte is lent for a time.

/**
 * Programs of app.mjs at a time, those that may wait for one to end, and bytes of long
 * bodies. A program has 10 to 18 MB of memory, and an isolate 128 for these and the engine.
 */
const PROGRAMS = 4;
const WAITING = 64;
const BYTES = 16 << 20;

/**
 * A heavy program calculates or draws for up to a second, in which the isolate does nothing
 * else. So one runs at a time, few wait for it, and after each the others come first for as
 * long as it took, in milliseconds within these bounds: Cloudflare's clock may stand
 * while a program works.
 */
const HEAVY = 8;
const LEAST_REST = 100;
const MOST_REST = 1000;

/** A body up to this size is neither counted nor timed: long ones cannot keep short ones out, and one that never comes holds nothing. */
const SHORT = 32 << 10;

/** Milliseconds of pause for a byte of a long body, that a request waits for its turn at most, and between two looks. */
const PAUSE = 300 / (1 << 20);
const PATIENCE = 3000;
const LOOK = 50;

/** Milliseconds that a request waits at most until a program may start for it, between two looks, and after which one that no longer looks has gone. */
const QUEUE = 10_000;
const GLANCE = 20;
const GONE = 4000;

/** Milliseconds after which something is free again that nobody freed, and that a body may take to arrive: when a client goes, Cloudflare may end its request wherever it is. */
const LEASE = 30_000;

/** Milliseconds in which a long body has to bring so many bytes more: one that stalls keeps no room. */
const WINDOW = 2000;
const PROGRESS = 32 << 10;

/** What is in use. A body that arrives has bytes that came, an earlier time after which it is forgotten, and what stops it. @typedef {{ amount: number, since: number, came?: number, ms?: number, stop?: () => void }} Lease */
/** @type {Set<Lease>} */ const programs = new Set();
/** @type {Set<Lease>} */ const waiting = new Set(); // the first one came first; since is when it last looked
/** Of programs that read, many run and wait at a time. Of the others one, and theirs wait apart. @typedef {{ running: Set<Lease>, waiting: Set<Lease>, most: number }} Lane */
/** @type {Lane} */ const heavy = { running: new Set(), waiting: new Set(), most: HEAVY };
/** @type {Lane} */ const posts = { running: new Set(), waiting: new Set(), most: WAITING };
/** @type {Set<Lease>} */ const bodies = new Set();
let free = 0; // when the next long body gets its turn, in milliseconds since 1970
let rested = 0; // when the next heavy program may start

/** @param {Set<Lease>} all @param {number} amount */
function lease(all, amount) {
  const one = { amount, since: Date.now() };
  all.add(one);
  return one;
}

/** How much is in use, in all or before one. @param {Set<Lease>} all @param {number} ms after which it is forgotten @param {Lease} [own] */
function used(all, ms, own) {
  let sum = 0;
  for (const one of all) {
    if (one === own) break;
    if (Date.now() - one.since > (one.ms ?? ms)) all.delete(one);
    else sum += one.amount;
  }
  return sum;
}

/**
 * Starts a program once few enough run, first come, first served; or answers 503 if
 * too many wait, or that takes too long. It ends also if its client goes, so that its
 * place is free again.
 * @param {() => Promise<Response>} start @param {import("./env.js").Context} [ctx] @param {"read" | "post" | "heavy"} [kind] @returns {Promise<Response>}
 */
export function program(start, ctx, kind = "read") {
  const answer = inPlace(start, { read: undefined, post: posts, heavy }[kind]);
  ctx?.waitUntil(answer.then(() => {}, () => {}));
  return answer;
}

/** @param {() => Promise<Response>} start @param {Lane} [lane] @returns {Promise<Response>} */
async function inPlace(start, lane) {
  const running = await place(lane);
  if (!running) return overloaded();
  const { since } = running;
  try {
    return await start();
  } finally {
    programs.delete(running);
    const now = Date.now();
    if (lane?.running.delete(running) && lane === heavy) rested = now + Math.min(Math.max(now - since, LEAST_REST), MOST_REST);
  }
}

/** A place among the programs; undefined if there is none in time. No promise of another request is awaited, which Cloudflare forbids. @param {Lane} [lane] */
async function place(lane) {
  const line = lane?.waiting ?? waiting;
  if (used(line, GONE) >= (lane?.most ?? WAITING)) return undefined;
  const own = lease(line, 1);
  const came = own.since;
  try {
    while (used(programs, LEASE) + used(waiting, GONE, own) >= PROGRAMS || (lane && (used(lane.running, LEASE) + used(line, GONE, own) > 0 || (lane === heavy && rests())))) {
      if (Date.now() - came > QUEUE) return undefined;
      await new Promise((resolve) => setTimeout(resolve, GLANCE));
      own.since = Date.now();
      line.add(own); // after much work of the engine others may have taken it for one that has gone
    }
    const running = lease(programs, 1);
    lane?.running.add(running);
    return running;
  } finally {
    line.delete(own);
  }
}

/** Whether the pause after a heavy program lasts; not if the clock has run back. */
function rests() {
  const left = rested - Date.now();
  return left > 0 && left <= MOST_REST;
}

/**
 * Reads the needed part of a request's body, and answers it: a body over most bytes is refused anyway. 503 if there is no room for it.
 * @param {Request} request @param {number} most
 * @param {(body: Uint8Array<ArrayBuffer>) => Response | Promise<Response>} answer @returns {Promise<Response>}
 */
export async function withBody(request, most, answer) {
  const length = lengthOf(request.headers);
  if (length <= SHORT || !request.body) return answer(new Uint8Array(await request.arrayBuffer()));
  const counted = lease(bodies, 0);
  /** @type {Uint8Array<ArrayBuffer> | undefined} */ let body;
  try {
    body = await inTime(arriving(request.body, length <= most ? length : most + 1, counted), counted);
    if (!body || !(await turn(body.length))) return overloaded();
    return await answer(body);
  } finally {
    bodies.delete(counted);
    if (counted.amount > 0) body?.buffer.transfer?.(0); // frees it now, not when the collector finds it; Node 20 cannot
  }
}

/** The bytes that a body will have; NaN if that is not known. One that comes in chunks has any length, whatever its header says. @param {Headers} headers */
const lengthOf = (headers) => (headers.has("transfer-encoding") ? NaN : Number(headers.get("content-length") ?? NaN));

/** A body, or undefined if it would be forgotten before it is there, or has room and brings too little. @template T @param {Promise<T>} body @param {Lease} counted @returns {Promise<T | undefined>} */
async function inTime(body, counted) {
  const { since } = counted;
  let had = 0;
  /** @type {any} */ let timer;
  const late = new Promise((resolve) => {
    const look = () => {
      const { amount, came = 0 } = counted;
      if (Date.now() - since >= LEASE || (amount > 0 && came - had < PROGRESS)) return resolve(undefined);
      had = came;
      seen(counted);
      timer = setTimeout(look, WINDOW);
    };
    timer = setTimeout(look, WINDOW);
  });
  counted.ms = GONE;
  try {
    return /** @type {T | undefined} */ (await Promise.race([body, late]));
  } finally {
    clearTimeout(timer);
    counted.stop?.();
    seen(counted).ms = undefined; // it is all there, or goes at once
  }
}

/** Notes that a body's client is still there. @param {Lease} counted */
function seen(counted) {
  bodies.add(counted); // after much work of the engine others may have taken it for one that has gone
  counted.since = Date.now();
  return counted;
}

/**
 * Reads a body, as far as it counts, into one buffer that grows with it, so that what is only announced takes no room. Undefined if there is none.
 * @param {ReadableStream} stream @param {number} most @param {Lease} counted
 */
async function arriving(stream, most, counted) {
  const reader = stream.getReader({ mode: "byob" });
  counted.stop = () => void reader.cancel().catch(() => {}); // and frees the buffer
  let buffer = new ArrayBuffer(Math.min(most, SHORT));
  let size = 0;
  while (size < most) {
    if (size === buffer.byteLength) {
      if (!count(Math.min(most, 2 * size), counted)) return undefined;
      buffer = grown(buffer, Math.min(most, 2 * size));
    }
    const { value, done } = await reader.read(new Uint8Array(buffer, size));
    if (!value || counted.ms === undefined) return undefined; // it was stopped
    buffer = value.buffer;
    if (done) break;
    counted.came = size += value.length;
    seen(counted);
  }
  return new Uint8Array(buffer, 0, size);
}

/** @param {ArrayBuffer} buffer @param {number} length */
function grown(buffer, length) {
  if (buffer.transfer) return buffer.transfer(length);
  const all = new Uint8Array(length);
  all.set(new Uint8Array(buffer));
  return all.buffer;
}

/** Whether there is room for a body of that size. @param {number} size @param {Lease} counted what is counted of it */
function count(size, counted) {
  if (size <= SHORT) return true;
  counted.amount = size;
  return used(bodies, LEASE) <= BYTES;
}

/**
 * Each long body is much work, and the engine does one thing at a time. So long
 * bodies are answered one by one, and short ones in the pauses between them. The
 * pause is longer than the work of any body of that size which is not refused as
 * heavy (wasm/engine/share.go). False if it took too long to get a turn.
 * @param {number} size
 */
async function turn(size) {
  if (size <= SHORT) return true;
  const since = Date.now();
  for (let now = since; now < free && free - now <= PATIENCE; now = Date.now()) { // no pause is as long: then the clock has run back. One that stops while a program runs continues with each wait
    if (now - since > PATIENCE) return false;
    await new Promise((resolve) => setTimeout(resolve, Math.min(free - now, LOOK)));
  }
  free = Date.now() + size * PAUSE;
  return true;
}

function overloaded() {
  const detail = "the host is busy: try again in a few seconds, or run the engine in process";
  const problem = { type: "about:blank", title: "The host is busy", status: 503, detail, code: "busy", field: "" };
  const headers = { "Content-Type": "application/problem+json", "Cache-Control": "no-store", "Access-Control-Allow-Origin": "*", "Retry-After": "2" };
  return Response.json(problem, { status: 503, headers });
}
