// A lane of files in one process, one after the other, which run.mjs names as they are
// asked for. What drives a browser, and what Node has made of it, then serves them all.

import { AsyncResource } from "node:async_hooks";
import { once } from "node:events";
import test, { after } from "node:test";
import { pathToFileURL } from "node:url";
import { leave } from "./fixture.mjs";

const LONGEST = 600_000; // ms for a file, on a busy machine

// Where tests of the outermost level are defined, which Node runs one after the other.
const outermost = new AsyncResource("lane");

/** @type {NodeJS.Timeout | undefined} */ let limit;

/** Goes on with the next file. Node ends after the last test that it knows of: so this is one, until there is no other file. */
const goOn = () => void test("a file begins", async () => {
  clearTimeout(limit);
  await leave();
  const file = await next();
  if (file === "") return process.disconnect();
  limit = setTimeout(() => {
    console.error(`✖ ${file} still runs after ${LONGEST / 1000} s`);
    process.exit(1);
  }, LONGEST);
  try {
    await outermost.runInAsyncScope(() => import(pathToFileURL(file).href));
  } finally {
    outermost.runInAsyncScope(goOn);
  }
});

/** The next file, "" after the last. @returns {Promise<string>} */
async function next() {
  process.send?.("next");
  const [file] = await once(process, "message");
  return file;
}

goOn();
after(() => clearTimeout(limit));
