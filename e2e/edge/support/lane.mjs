// Several files of tests in one process: node support/lane.mjs file…

import { pathToFileURL } from "node:url";

for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href);
