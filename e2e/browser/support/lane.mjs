// A lane of files in one process, one after the other, which run.mjs names as they are
// asked for. What drives a browser, and what Node has made of it, then serves them all.

import assert from "node:assert/strict";
import { AsyncResource } from "node:async_hooks";
import { once } from "node:events";
import test, { beforeEach } from "node:test";
import { pathToFileURL } from "node:url";
import { leave } from "./fixture.mjs";
import { BEGIN } from "./reporter.mjs";

const LONGEST = 600_000; // ms for a file, on a busy machine

// Where tests of the outermost level are defined, which Node runs one after the other.
const outermost = new AsyncResource("lane");

/** @type {NodeJS.Timeout | undefined} */ let limit;
let tests = 0;
beforeEach(() => void tests++);

/** Goes on with the next file. Node ends after the last test that it knows of: so this is one, until there is no other file. @param {string} [before] the file before it */
const goOn = (before) => void test(BEGIN, async (t) => {
  clearTimeout(limit);
  const had = tests - 1; // without this one
  const file = await next();
  t.diagnostic(`file: ${file}`); // for the reporter: Node names the file where a test is defined, which may be a helper
  if (file === "") process.disconnect();
  else await begin(file);
  assert.ok(before === undefined || had > 0, `${before} has no test`);
});

/** @param {string} file */
async function begin(file) {
  tests = 0;
  limit = setTimeout(() => {
    console.error(`✖ ${file} still runs after ${LONGEST / 1000} s`);
    process.exit(1);
  }, LONGEST);
  try {
    await leave();
    await outermost.runInAsyncScope(() => import(pathToFileURL(file).href));
  } finally {
    outermost.runInAsyncScope(() => goOn(file));
  }
}

/** The next file, "" after the last. @returns {Promise<string>} */
async function next() {
  process.send?.("next");
  const [file] = await once(process, "message");
  return file;
}

goOn();
