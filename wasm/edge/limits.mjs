// Limits on simultaneous work of an isolate. The engine runs one request at a
// time, because it never waits. But many bodies can arrive in pieces, and many
// Go programs can wait for the database, at the same time.

/** Programs of app.mjs at a time, and bytes of long bodies. */
const PROGRAMS = 64;
const BYTES = 16 << 20;

/** A body up to this size is not counted, so that long ones cannot keep short ones out. */
const SHORT = 32 << 10;

/** Milliseconds of pause for a byte of a long body, that a request waits for its turn at most, and between two looks. */
const PAUSE = 300 / (1 << 20);
const PATIENCE = 3000;
const LOOK = 50;

let programs = 0;
let held = 0;
let free = 0; // when the next long body gets its turn, in milliseconds since 1970

/**
 * Starts a program, or answers 503 if the maximum number is running.
 * @param {() => Promise<Response>} start @returns {Promise<Response>}
 */
export async function program(start) {
  if (programs >= PROGRAMS) return overloaded();
  programs++;
  try {
    return await start();
  } finally {
    programs--;
  }
}

/**
 * Reads the needed part of a request's body, and answers it: a body over most bytes is refused anyway. 503 if there is no room for it.
 * @param {Request} request @param {number} most
 * @param {(body: Uint8Array<ArrayBuffer>) => Response | Promise<Response>} answer @returns {Promise<Response>}
 */
export async function withBody(request, most, answer) {
  const counted = { bytes: 0 };
  /** @type {Uint8Array<ArrayBuffer> | undefined} */ let body;
  try {
    const length = Number(request.headers.get("content-length") ?? NaN);
    body = length <= most ? await whole(request, length, counted) : await pieces(request, most, counted);
    if (!body || !(await turn(body.length))) return overloaded();
    return await answer(body);
  } finally {
    held -= counted.bytes;
    if (counted.bytes > 0) body?.buffer.transfer?.(0); // frees it now, not when the collector finds it; Node 20 cannot
  }
}

/** A body of known length: one buffer, and none for its pieces. @param {Request} request @param {number} length @param {{ bytes: number }} counted */
async function whole(request, length, counted) {
  return count(length, counted) ? new Uint8Array(await request.arrayBuffer()) : undefined;
}

/** @param {Request} request @param {number} most @param {{ bytes: number }} counted */
async function pieces(request, most, counted) {
  /** @type {Uint8Array<ArrayBuffer>[]} */ const parts = [];
  let size = 0;
  for await (const part of /** @type {any} */ (request.body ?? [])) {
    parts.push(part);
    size += part.length;
    if (!count(size, counted)) return undefined;
    if (size > most) break; // cancels the rest
  }
  return joined(parts, size);
}

/** Whether there is room for a body of that size. @param {number} size @param {{ bytes: number }} counted those counted of it before */
function count(size, counted) {
  if (size <= SHORT) return true;
  held += size - counted.bytes;
  counted.bytes = size;
  return held <= BYTES;
}

/**
 * Each long body is much work, and the engine does one thing at a time. So long
 * bodies are answered one by one, and short ones in the pauses between them. The
 * pause is longer than the work of any body of that size which is not refused as
 * heavy (engine/share.go). False if it took too long to get a turn.
 * @param {number} size
 */
async function turn(size) {
  if (size <= SHORT) return true;
  const since = Date.now();
  for (let now = since; now < free; now = Date.now()) { // a clock that stops while a program runs continues with each wait
    if (now - since > PATIENCE) return false;
    await new Promise((resolve) => setTimeout(resolve, Math.min(free - now, LOOK)));
  }
  free = Date.now() + size * PAUSE;
  return true;
}

/** @param {Uint8Array<ArrayBuffer>[]} parts @param {number} size */
function joined(parts, size) {
  const [first = new Uint8Array()] = parts;
  if (parts.length < 2) return first;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function overloaded() {
  const detail = "the host is busy: try again in a few seconds, or run the engine in process";
  const problem = { type: "about:blank", title: "The host is busy", status: 503, detail, code: "busy", field: "" };
  const headers = { "Content-Type": "application/problem+json", "Cache-Control": "no-store", "Access-Control-Allow-Origin": "*", "Retry-After": "2" };
  return Response.json(problem, { status: 503, headers });
}
