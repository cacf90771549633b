// What /weights/rules/ begins with.

import { anything } from "../page/paste/anything.mjs";
import { engine } from "../engine/engine.mjs";
import { format } from "../page/link/fragment.mjs";
import { loadWhenIdle } from "../page/idle.mjs";
import { page } from "../page/page.mjs";
import { run } from "../engine/page-engine.mjs";
import { openForPrint } from "../page/sections.mjs";
import { showReadings } from "../page/reading.mjs";
import { line, measured } from "../page/line.mjs";
import { whatif } from "../page/whatif/whatif.mjs";
import { soon } from "../engine/lazy.mjs";
import { balance } from "./balance.mjs";
import { upgrade } from "./links.mjs";
import { RulesCalculator } from "./rules.mjs";

run(engine);
Object.assign(format, { version: "2", upgrade });
for (const el of document.querySelectorAll("[data-line]")) line(/** @type {HTMLElement} */ (el));
for (const el of document.querySelectorAll("[data-run]")) measured(/** @type {HTMLElement} */ (el));
const calculators = [...document.querySelectorAll("[data-calc]")].map((el) => new RulesCalculator(/** @type {HTMLElement} */ (el)));
showReadings(calculators);
page.start(calculators, whatif);
for (const calculator of calculators) {
  balance(calculator);
  soon(async () => (await import("./by-eye.mjs")).byEye(calculator));
}
openForPrint();
anything(calculators);
loadWhenIdle(calculators);
