#!/usr/bin/env node
// Runs the tests of the hosts in two processes, each with hosts of its own for all of
// its files (support/hosts.mjs):
//
//   node e2e/edge/run.mjs [file…]
//
// DIST is the built site, SITE_BIN its server and WORKER the Worker. As in the browser,
// files that fail beside others run once more, alone.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
// One lane has the hosts as they are published; contract ends it, since some of what it
// asks has to wait. In the other lane log comes first: it wants an empty log.
const LANES = [["stored", "twins", "preview", "contract"], ["log", "changes", "duplicates"]];
const MOST_AGAIN = 2; // files: if more fail, it is not the machine
const named = process.argv.slice(2).map((name) => resolve(name));
const files = named.length ? named : readdirSync(folder).filter((name) => name.endsWith(".test.mjs")).map((name) => join(folder, name));
const stem = (/** @type {string} */ path) => basename(path, ".test.mjs");
if (files.length === 0) throw new Error(`no tests in ${folder}`);

const lanes = LANES.map((names) => names.flatMap((name) => files.filter((file) => stem(file) === name)));
lanes[1].push(...files.filter((file) => !LANES.flat().includes(stem(file))));
const work = mkdtempSync(join(tmpdir(), "tallyproof-edge-"));
try {
  const failed = (await Promise.all(lanes.filter((lane) => lane.length > 0).map(run))).flat();
  const again = failed.length <= MOST_AGAIN && failed.every((file) => files.includes(file)) ? failed : [];
  if (again.length) console.log(`once more, alone: ${again.map(stem).join(", ")}`);
  /** @type {string[]} */ const twice = [];
  for (const file of again) twice.push(...(await run([file])));
  process.exitCode = (again.length ? twice : failed).length ? 1 : 0;
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Runs files in a process. @param {string[]} lane @returns {Promise<string[]>} those that failed, with "" for what failed outside of a file */
async function run(lane) {
  const noted = join(work, lane.map(stem).join("+")); // to which the reporter writes the files that failed
  writeFileSync(noted, "");
  const reporter = new URL("../browser/support/reporter.mjs", import.meta.url).href;
  const args = [`--test-reporter=${reporter}`, "--test-reporter-destination=stdout", join(folder, "support", "lane.mjs"), ...lane];
  const [code] = await once(spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, E2E_FAILED: noted } }), "exit");
  const failed = [...new Set(readFileSync(noted, "utf8").split("\n").slice(0, -1))];
  return failed.length || code === 0 ? failed : [""];
}
