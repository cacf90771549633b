#!/usr/bin/env node
// Runs the browser tests with one server and one Chromium for all of them:
//
//   node e2e/browser/run.mjs [file…]
//
// DIST is the built site and SITE_BIN its server; see support/site.mjs.

import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./support/chrome.mjs";
import { serve } from "./support/site.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
const named = process.argv.slice(2);
const files = named.length ? named : readdirSync(folder).filter((name) => name.endsWith(".test.mjs")).map((name) => join(folder, name));
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

const [site, browser] = await Promise.all([serve(), launch([`--proxy-server=http://127.0.0.1:${port}`])]);
try {
  const args = ["--test", "--test-concurrency=2", `--test-reporter=${new URL("./support/reporter.mjs", import.meta.url).href}`, "--test-reporter-destination=stdout", ...files];
  const env = { ...process.env, E2E_SITE: site.origin, E2E_BROWSER: browser.wsEndpoint() };
  const tests = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"], env });
  process.exitCode = await new Promise((resolve) => tests.once("exit", (code) => resolve(code ?? 1)));
} finally {
  await browser.close();
  await site.stop();
  proxy.close();
}

// Hosts that Chromium asks by itself, whatever it is told. A page that asked
// one of them would still fail in support/tab.mjs.
for (const own of ["accounts.google.com", "clients2.google.com", "content-autofill.googleapis.com", "redirector.gvt1.com", "update.googleapis.com", "www.google.com"]) outside.delete(own);
if (outside.size) {
  console.error(`✖ requests left this machine, to ${[...outside].join(", ")}`);
  process.exitCode = 1;
}
