// What /audit/ begins with.

import { anything } from "../page/paste/anything.mjs";
import { engine } from "../engine/engine.mjs";
import { loadWhenIdle } from "../page/idle.mjs";
import { page } from "../page/page.mjs";
import { run } from "../engine/page-engine.mjs";
import { openForPrint } from "../page/sections.mjs";
import { line, measured } from "../page/line.mjs";
import { tellWhose } from "../page/own/ruled.mjs";
import { showReadings } from "../page/reading.mjs";
import { whatif } from "../page/whatif/whatif.mjs";
import { AuditCalculator } from "./audit.mjs";

run(engine);
for (const el of document.querySelectorAll("[data-line]")) line(/** @type {HTMLElement} */ (el));
for (const el of document.querySelectorAll("[data-run]")) measured(/** @type {HTMLElement} */ (el));
const calculators = [...document.querySelectorAll("[data-calc]")].map((el) => new AuditCalculator(/** @type {HTMLElement} */ (el)));
showReadings(calculators);
page.start(calculators, whatif);
tellWhose(calculators);
openForPrint();
anything(calculators);
loadWhenIdle(calculators);
