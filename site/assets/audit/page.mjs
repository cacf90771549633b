// What /audit/ begins with.

import { anything } from "../paste/anything.mjs";
import { loadWhenIdle } from "../app/idle.mjs";
import { page } from "../app/page.mjs";
import { openForPrint } from "../app/sections.mjs";
import { strip } from "../app/strip.mjs";
import { tellWhose } from "../rules/ruled.mjs";
import { AuditCalculator } from "./audit.mjs";

const calculators = [...document.querySelectorAll("[data-calc]")].map((el) => new AuditCalculator(/** @type {HTMLElement} */ (el)));
page.start(calculators);
tellWhose(calculators);
for (const el of document.querySelectorAll("[data-strip]")) strip(/** @type {HTMLElement} */ (el));
openForPrint();
anything(calculators);
loadWhenIdle(calculators);
