// Several files of tests in one process: node support/lane.mjs file…

import { AsyncResource } from "node:async_hooks";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { BEGIN } from "../../browser/support/reporter.mjs";

// Where tests of the outermost level are defined, which Node runs one after the other.
const outermost = new AsyncResource("lane");

// Node ends after the last test that it knows of, and with it the hosts: so this is one,
// until all files are read.
test(BEGIN, async () => {
  for (const file of process.argv.slice(2)) await outermost.runInAsyncScope(() => import(pathToFileURL(file).href));
});
