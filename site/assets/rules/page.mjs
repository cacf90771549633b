// What /weights/rules/ begins with.

import { anything } from "../paste/anything.mjs";
import { engine } from "../app/engine.mjs";
import { loadWhenIdle } from "../app/idle.mjs";
import { page } from "../app/page.mjs";
import { run } from "../app/page-engine.mjs";
import { openForPrint } from "../app/sections.mjs";
import { strip } from "../app/strip.mjs";
import { line } from "../answer/line.mjs";
import { whatif } from "../whatif/whatif.mjs";
import { RulesCalculator } from "./rules.mjs";

run(engine);
for (const el of document.querySelectorAll("[data-line]")) line(/** @type {HTMLElement} */ (el));
const calculators = [...document.querySelectorAll("[data-calc]")].map((el) => new RulesCalculator(/** @type {HTMLElement} */ (el)));
page.start(calculators, whatif);
for (const el of document.querySelectorAll("[data-strip]")) strip(/** @type {HTMLElement} */ (el));
openForPrint();
anything(calculators);
loadWhenIdle(calculators);
