// What a runtime costs: the time and the memory of the workerd processes that
// this process has started.

import { readFileSync, readdirSync } from "node:fs";
import { fetch } from "miniflare";

/** @typedef {import("miniflare").Miniflare} Runtime */

/** The children of this process that are called workerd, with what /proc says of them. */
function* runtimes() {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      const of = (/** @type {string} */ name) => new RegExp(`^${name}:\\s+(\\S+)`, "m").exec(status)?.[1];
      if (of("Name") === "workerd" && of("PPid") === String(process.pid)) yield { pid, resident: Number(of("VmRSS")) * 1024 };
    } catch {
      // it has ended meanwhile
    }
  }
}

/** Resident bytes of the runtimes. */
export const resident = () => [...runtimes()].reduce((sum, one) => sum + one.resident, 0);

/** Milliseconds of processor that the runtimes' main threads, which run what Workers say, have had. */
export const busy = () => [...runtimes()].reduce((sum, { pid }) => sum + Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6, 0);

/** Asked of an isolate, one after the other. */
const QUESTIONS = ["HeapProfiler.collectGarbage", "Runtime.getHeapUsage"];

/**
 * Bytes that each isolate holds once it has collected its garbage: objects, and
 * what these keep outside the heap, but for memories of WebAssembly. Resident
 * memory would not do: workerd keeps what was freed, over 100 MB after 40,000
 * requests to a Worker of plain JavaScript. An isolate answers an inspector when
 * it next has something to do, so it is given that.
 * @param {Runtime} runtime with an inspectorPort @param {() => Promise<unknown>} ask a request to it
 */
export async function held(runtime, ask) {
  const address = String(await runtime.getInspectorURL()).replace(/^ws/, "http");
  const isolates = /** @type {{ id: string }[]} */ (await (await fetch(new URL("/json", address))).json());
  let answered = 0;
  /** @type {Map<string, number>} */ const bytes = new Map();
  const sockets = await Promise.all(isolates.map(async ({ id }) => {
    const { webSocket } = await fetch(new URL(`/${id}`, address), { headers: { upgrade: "websocket" } });
    if (!webSocket) throw new Error(`the isolate ${id} has no inspector`);
    let at = 0;
    const next = () => webSocket.send(JSON.stringify({ id: at + 1, method: QUESTIONS[at] }));
    webSocket.addEventListener("message", ({ data }) => {
      const { id: of, result } = JSON.parse(String(data));
      if (of !== at + 1) return; // an event
      answered++;
      if (++at < QUESTIONS.length) return next();
      bytes.set(id, result.usedSize + result.embedderHeapUsedSize + result.backingStorageSize);
    });
    webSocket.accept();
    next();
    return webSocket;
  }));
  for (let quiet = 0; quiet < 20; ) { // until no further isolate has something to do
    const before = answered;
    await ask();
    quiet = answered > before ? 0 : quiet + 1;
  }
  for (const socket of sockets) socket.close();
  if (bytes.size === 0) throw new Error(`none of ${isolates.length} isolates says what it holds`);
  return bytes;
}
