// What /weights/arena/ begins with.

import { anything } from "../../page/paste/anything.mjs";
import { engine } from "../../engine/engine.mjs";
import { loadWhenIdle } from "../../page/idle.mjs";
import { page } from "../../page/page.mjs";
import { run } from "../../engine/page-engine.mjs";
import { openForPrint } from "../../page/sections.mjs";
import { whatif } from "../../page/whatif/whatif.mjs";
import { ArenaCalculator } from "./arena.mjs";
import { scrub } from "./scrub.mjs";

run(engine);
const calculators = [...document.querySelectorAll("[data-calc]")].map((el) => new ArenaCalculator(/** @type {HTMLElement} */ (el)));
page.start(calculators, whatif);
for (const { form } of calculators) scrub(form);
openForPrint();
anything(calculators);
loadWhenIdle(calculators);
