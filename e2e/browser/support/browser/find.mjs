// Finds a browser's program.

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * The program that an environment variable names, or the first of the usual
 * names on PATH.
 * @param {string} browser as people call it @param {string} variable @param {string[]} names
 */
export function find(browser, variable, names) {
  const named = process.env[variable];
  if (named !== undefined) {
    if (!existsSync(named)) throw new Error(`${variable} is ${named}, and there is no such file`);
    return named;
  }
  for (const name of names) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      const path = join(folder, name);
      if (existsSync(path)) return path;
    }
  }
  throw new Error(`there is no ${browser}: set ${variable}, or put one of ${names.join(", ")} on PATH`);
}
