// What an isolate takes at a time. The engine works on one request at a time by
// nature, since it never waits; bodies that come in pieces, and Go programs that
// wait for the database, may be many.

/** Programs of app.mjs at a time, and bytes of long bodies. */
const PROGRAMS = 64;
const BYTES = 16 << 20;

/** A body up to this size is not counted, so that long ones cannot keep short ones out. */
const SHORT = 32 << 10;

let programs = 0;
let held = 0;

/**
 * Starts a program, or answers 503 if as many as may run are running.
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
 * Reads a request's body, as far as it is looked at, and answers it: a body over most bytes is refused anyway. 503 if there is no room for it.
 * @param {Request} request @param {number} most
 * @param {(body: Uint8Array<ArrayBuffer>) => Response | Promise<Response>} answer @returns {Promise<Response>}
 */
export async function withBody(request, most, answer) {
  /** @type {Uint8Array<ArrayBuffer>[]} */ const parts = [];
  let [size, counted] = [0, 0];
  try {
    for await (const part of /** @type {any} */ (request.body ?? [])) {
      parts.push(part);
      size += part.length;
      if (size > SHORT) {
        held += size - counted;
        counted = size;
        if (held > BYTES) return overloaded();
      }
      if (size > most) break; // cancels the rest
    }
    return await answer(joined(parts, size));
  } finally {
    held -= counted;
  }
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
  const detail = "the host has as much work as it takes: try again in a few seconds, or run the engine in process";
  const problem = { type: "about:blank", title: "The host is busy", status: 503, detail, code: "busy", field: "" };
  const headers = { "Content-Type": "application/problem+json", "Cache-Control": "no-store", "Access-Control-Allow-Origin": "*", "Retry-After": "2" };
  return Response.json(problem, { status: 503, headers });
}
