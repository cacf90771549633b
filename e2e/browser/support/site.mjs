// The site under test, served as a visitor gets it.

import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, request as ask } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Folder of the built site: DIST, or dist/ of the checkout. */
export const dist = process.env.DIST ?? join(root, "dist");

/**
 * Starts `tallyproof serve` on a free port. SITE_BIN is its program; without one it is
 * compiled first.
 * @param {...string} flags
 * @returns {Promise<{ origin: string, pid: number | undefined, stop: () => Promise<void> }>}
 */
export async function serve(...flags) {
  if (!existsSync(join(dist, "_headers"))) throw new Error(`there is no built site in ${dist}: run scripts/build.sh, or set DIST`);
  const program = process.env.SITE_BIN ?? compile();
  const server = spawn(program, ["serve", "-addr", "127.0.0.1:0", "-dist", dist, ...flags], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const failed = new Promise((_, reject) => server.once("error", reject));
  for await (const line of createInterface({ input: server.stdout })) {
    const origin = /(http:\/\/[^/\s]+)\//.exec(line)?.[1];
    if (!origin) continue;
    return {
      origin,
      pid: server.pid,
      stop: async () => {
        server.kill();
        await ended;
      },
    };
  }
  await Promise.race([failed, ended]);
  throw new Error(`${program} ended before it served (status ${server.exitCode})`);
}

function compile() {
  const folder = mkdtempSync(join(tmpdir(), "tallyproof-site-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, "tallyproof");
  execFileSync("go", ["build", "-o", program, "./cmd/tallyproof"], { cwd: root, stdio: "inherit" });
  return program;
}

/** Addresses of the site that detour has made. @type {string[]} */
export const detours = [];

/**
 * The same site at another address, where some requests meet something else.
 * @param {string} origin
 * @param {(path: string, response: import("node:http").ServerResponse) => boolean} answer false: as usual
 * @param {Record<string, string>} [more] headers of every answer
 */
export async function detour(origin, answer, more = {}) {
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    for (const [name, value] of Object.entries(more)) response.setHeader(name, value);
    if (answer(path, response)) return;
    const { method, headers } = request;
    const onward = ask(origin + path, { method, headers }, (usual) => {
      response.writeHead(usual.statusCode ?? 502, { ...usual.headers, ...more });
      usual.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  server.unref().on("connection", (socket) => socket.unref()); // a test that fails before its end may leave it
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const there = `http://127.0.0.1:${port}`;
  detours.push(there);
  return {
    origin: there,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
