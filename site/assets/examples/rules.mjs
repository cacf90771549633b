// What a page of rules begins with.

import { engine } from "../engine/engine.mjs";
import { run } from "../engine/page-engine.mjs";
import { anything } from "../page/paste/anything.mjs";
import { measured } from "../page/line.mjs";
import { page } from "../page/page.mjs";
import { whatif } from "../page/whatif/whatif.mjs";
import { contents } from "./contents.mjs";
import { worked } from "./worked.mjs";

run(engine);
anything();
const main = /** @type {HTMLElement} */ (document.querySelector("main"));
for (const el of main.querySelectorAll("[data-run]")) measured(/** @type {HTMLElement} */ (el));
contents(main);
const box = /** @type {HTMLElement | null} */ (main.querySelector("[data-worked]"));
if (box) page.start([worked(main, box, engine)], whatif);
