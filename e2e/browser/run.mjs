#!/usr/bin/env node
// Runs the browser tests with one server for all of them, in Chromium or in
// Firefox:
//
//   node e2e/browser/run.mjs [--firefox] [file…]
//
// DIST is the built site and SITE_BIN its server; see support/site.mjs. Without
// names Chromium runs every file and Firefox those where browsers differ in what
// counts: cryptography, Workers, storage, files from disk, focus and keys.

import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./support/chrome.mjs";
import { serve } from "./support/site.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
const firefox = process.argv.includes("--firefox");
const wanted = firefox ? /^(conformance|decay|forecast|later|levers|links|live|many|next|offline|verify(-break|-trust)?|whatif)\.test\.mjs$/ : /\.test\.mjs$/;
const named = process.argv.slice(2).filter((name) => name !== "--firefox");
const files = named.length ? named : readdirSync(folder).filter((name) => wanted.test(name)).map((name) => join(folder, name));
if (files.length === 0) throw new Error(`no tests in ${folder}`);

// Whatever does not stay on this machine goes through this proxy, which lets
// nothing out and remembers who asked: pages, Workers and Chromium alike.
/** @type {Set<string>} */ const outside = new Set();
const proxy = createServer((request, response) => {
  outside.add(new URL(request.url ?? "").hostname);
  response.writeHead(502).end();
});
proxy.on("connect", (request, socket) => {
  outside.add((request.url ?? "").replace(/:\d+$/, ""));
  socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
});
await new Promise((resolve) => proxy.listen(0, "127.0.0.1", () => resolve(undefined)));
const { port } = /** @type {import("node:net").AddressInfo} */ (proxy.address());
const through = `http://127.0.0.1:${port}`;

// Firefox serves one session, so there each test file starts its own.
const [site, browser] = await Promise.all([serve(), firefox ? undefined : launch([`--proxy-server=${through}`])]);
try {
  const args = ["--test", "--test-concurrency=2", `--test-reporter=${new URL("./support/reporter.mjs", import.meta.url).href}`, "--test-reporter-destination=stdout", ...files];
  const env = { ...process.env, E2E_SITE: site.origin, E2E_PROXY: through, E2E_BROWSER: browser?.wsEndpoint() ?? "firefox" };
  const tests = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"], env });
  process.exitCode = await new Promise((resolve) => tests.once("exit", (code) => resolve(code ?? 1)));
} finally {
  await browser?.close();
  await site.stop();
  proxy.close();
}

// Hosts that browsers ask by themselves, whatever they are told. A page that
// asked one of them would still fail in support/tab.mjs.
for (const own of ["firefox.settings.services.mozilla.com", "accounts.google.com", "clients2.google.com", "content-autofill.googleapis.com", "redirector.gvt1.com", "update.googleapis.com", "www.google.com"]) outside.delete(own);
if (outside.size) {
  console.error(`✖ requests left this machine, to ${[...outside].join(", ")}`);
  process.exitCode = 1;
}
