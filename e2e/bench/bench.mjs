#!/usr/bin/env node
// Measures what limits.mjs limits, and prints it beside its peers:
//
//   node e2e/bench/bench.mjs [--quick] [sizes|node|browser|first|steps|calculators|native|edge|budget|hostile|crowd|lighthouse…]
//
// DIST is the built site, SITE_BIN its server and WORKER its Worker. Exits with 1 when something
// is over its limit, unless BENCH_SOFT=1.

import { inChromium } from "./browser.mjs";
import { budget } from "./budget.mjs";
import { calculators } from "./calculators.mjs";
import { atTheEdge } from "./edge/edge.mjs";
import { againstHostile, amongStrangers } from "./hostile.mjs";
import { lighthouse } from "./lighthouse.mjs";
import { nativeAgainstWasm } from "./native.mjs";
import { firstAnswers } from "./first.mjs";
import { inNode } from "./node.mjs";
import { sizes } from "./sizes.mjs";
import { tableSteps } from "./steps.mjs";
import { finish } from "./table.mjs";

const parts = { sizes, browser: inChromium, first: firstAnswers, steps: tableSteps, calculators, node: inNode, native: nativeAgainstWasm, edge: atTheEdge, budget, hostile: againstHostile, crowd: amongStrangers, lighthouse };
const quick = process.argv.includes("--quick");
const asked = process.argv.slice(2).filter((arg) => arg !== "--quick");
for (const name of asked) if (!(name in parts)) throw new Error(`there is no part ${name}: want ${Object.keys(parts).join(", ")}`);

for (const [name, part] of Object.entries(parts)) {
  if (asked.includes(name) || (asked.length === 0 && !(quick && name === "lighthouse"))) await part(quick);
}
const over = finish().filter((what) => (asked.length === 0 && !quick) || !what.endsWith("(not measured)"));
if (over.length > 0) {
  console.log(`\nover the limit: ${over.join("; ")}`);
  if (process.env.BENCH_SOFT !== "1") process.exitCode = 1;
}
