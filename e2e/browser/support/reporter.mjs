// A reporter of node:test for logs: nothing but what failed and why, then the counts.

import { appendFileSync } from "node:fs";
import { relative } from "node:path";

/** The name of what is no test: a lane (lane.mjs) begins a file, and says so as "file: PATH". */
export const BEGIN = "a file begins";

/** @param {AsyncIterable<any>} events */
export default async function* report(events) {
  /** Names of the tests under way, by file. @type {Map<string, string[]>} */
  const trails = new Map();
  let passed = 0;
  let failed = 0;
  /** The file that a lane has begun, "" if none was left for it. @type {string | undefined} */ let lane;
  const since = performance.now();
  for await (const { type, data } of events) {
    const trail = trails.get(data.file) ?? [];
    const file = lane || data.file;
    if (type === "test:start") {
      trail.length = data.nesting;
      trail[data.nesting] = data.name;
      trails.set(data.file, trail);
    } else if (type === "test:diagnostic") {
      const begun = /^file: (.*)/.exec(data.message);
      if (begun) lane = begun[1] || (lane ?? "");
      else if (data.nesting > 0) yield `  ${data.message}\n`;
    } else if (type === "test:stderr" || type === "test:stdout") {
      yield data.message;
    } else if (type === "test:pass") {
      if (data.details.type !== "suite" && data.name !== BEGIN && !data.skip && !data.todo) passed++;
      if (data.skip || data.todo) {
        failed++;
        note(file);
        yield `✖ ${place(file, trail)}\n    skipped, which no test may be\n`;
      }
    } else if (type === "test:fail") {
      const { error } = data.details;
      if (error.failureType === "subtestsFailed") continue;
      failed++;
      note(data.name === BEGIN ? "" : file);
      yield `✖ ${place(file, trail.slice(0, data.nesting).concat(data.name))}\n${why(error.cause ?? error)}\n`;
    }
  }
  yield `${passed} tests passed, ${failed} failed, in ${((performance.now() - since) / 1000).toFixed(1)} s\n`;
  if (passed + failed === 0 && lane === undefined) yield "✖ no test ran\n";
}

/** Tells run.mjs which file failed, "" if none did. @param {string | undefined} file */
function note(file = "") {
  if (process.env.E2E_FAILED) appendFileSync(process.env.E2E_FAILED, `${file}\n`);
}

/** @param {string | undefined} file @param {string[]} trail */
const place = (file, trail) => [file ? relative(process.cwd(), file) : "", ...trail].filter(Boolean).join(" › ");

/** An assertion says enough by its message; other errors need their stack. @param {any} error */
function why(error) {
  const text = error?.code === "ERR_ASSERTION" ? error.message : (error?.stack ?? String(error));
  return String(text).split("\n").slice(0, 40).map((line) => `    ${line}`).join("\n");
}
