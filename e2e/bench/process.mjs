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

/**
 * Resident bytes without the garbage of JavaScript. An isolate without a limit of
 * memory leaves its garbage for hundreds of megabytes, and Miniflare has five on
 * the way of a request; so each is told to collect, which it does when it next
 * has something to do.
 * @param {Runtime} runtime with an inspectorPort @param {() => Promise<unknown>} ask a request to it
 */
export async function held(runtime, ask) {
  const address = String(await runtime.getInspectorURL()).replace(/^ws/, "http");
  const isolates = /** @type {{ id: string }[]} */ (await (await fetch(new URL("/json", address))).json());
  let collected = 0;
  const sockets = await Promise.all(isolates.map(async ({ id }) => {
    const { webSocket } = await fetch(new URL(`/${id}`, address), { headers: { upgrade: "websocket" } });
    if (!webSocket) throw new Error(`the isolate ${id} has no inspector`);
    webSocket.addEventListener("message", () => void collected++);
    webSocket.accept();
    webSocket.send(JSON.stringify({ id: 1, method: "HeapProfiler.collectGarbage" }));
    return webSocket;
  }));
  for (let quiet = 0; quiet < 10; ) { // until no further isolate has something to do
    const before = collected;
    await ask();
    quiet = collected > before ? 0 : quiet + 1;
  }
  for (const socket of sockets) socket.close();
  if (collected === 0) throw new Error(`none of ${isolates.length} isolates has collected its garbage`);
  return resident();
}
