// Starts what a page has: its calculators and its place to paste a result.

import { Calculator, engine } from "./calculator.mjs";
import { chart } from "./chart.mjs";
import { choosers } from "./choose.mjs";
import { follow } from "./follow.mjs";
import { page } from "./page.mjs";
import { paste } from "./paste.mjs";

const calculators = [...document.querySelectorAll("[data-calc]")].map((el) => new Calculator(/** @type {HTMLElement} */ (el)));
page.start(calculators);
choosers(document);
follow(calculators);
for (const el of document.querySelectorAll("[data-chart]")) chart(/** @type {HTMLElement} */ (el));
for (const el of document.querySelectorAll("[data-paste]")) paste(/** @type {HTMLElement} */ (el), calculators);

function warm() {
  engine().ready.catch((error) => {
    for (const calculator of calculators) calculator.unavailable(error.message);
  });
  for (const calculator of calculators) if (!calculator.leader) calculator.recompute();
}
if ("requestIdleCallback" in window) requestIdleCallback(warm, { timeout: 1000 });
else setTimeout(warm, 200);
