// What /audit/ begins with.

import { anything } from "../paste/anything.mjs";
import { engine } from "../app/engine.mjs";
import { loadWhenIdle } from "../app/idle.mjs";
import { page } from "../app/page.mjs";
import { run } from "../app/page-engine.mjs";
import { openForPrint } from "../app/sections.mjs";
import { strip } from "../app/strip.mjs";
import { tellWhose } from "../rules/ruled.mjs";
import { AuditCalculator } from "./audit.mjs";

run(engine);
const calculators = [...document.querySelectorAll("[data-calc]")].map((el) => new AuditCalculator(/** @type {HTMLElement} */ (el)));
page.start(calculators);
tellWhose(calculators);
for (const el of document.querySelectorAll("[data-strip]")) strip(/** @type {HTMLElement} */ (el));
openForPrint();
anything(calculators);
loadWhenIdle(calculators);
