#!/usr/bin/env node
// Runs the tests of the hosts in two processes, each with hosts of its own for all of
// its files (support/hosts.mjs):
//
//   node e2e/edge/run.mjs [file…]
//
// DIST is the built site, SITE_BIN its server and WORKER the Worker.

import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
// One lane has the hosts as they are published; contract ends it, since some of what it
// asks has to wait. In the other lane log comes first: it wants an empty log.
const LANES = [["stored", "twins", "preview", "contract"], ["log", "changes", "duplicates"]];
const named = process.argv.slice(2).map((name) => resolve(name));
const files = named.length ? named : readdirSync(folder).filter((name) => name.endsWith(".test.mjs")).map((name) => join(folder, name));
const stem = (/** @type {string} */ path) => basename(path, ".test.mjs");
if (files.length === 0) throw new Error(`no tests in ${folder}`);

const lanes = LANES.map((names) => names.flatMap((name) => files.filter((file) => stem(file) === name)));
lanes[1].push(...files.filter((file) => !LANES.flat().includes(stem(file))));
const codes = await Promise.all(lanes.filter((lane) => lane.length > 0).map(run));
process.exitCode = Math.max(...codes);

/** @param {string[]} lane files @returns {Promise<number>} the exit status of their tests */
function run(lane) {
  const reporter = new URL("../browser/support/reporter.mjs", import.meta.url).href;
  const tests = spawn(process.execPath, [`--test-reporter=${reporter}`, "--test-reporter-destination=stdout", join(folder, "support", "lane.mjs"), ...lane], { stdio: ["ignore", "inherit", "inherit"] });
  return new Promise((done) => tests.once("exit", (code) => done(code ?? 1)));
}
