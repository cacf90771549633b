// What /weights/ begins with: its calculators, of which the first one keeps the sum
// of the weights (weights/weights.mjs).

import { anything } from "../page/paste/anything.mjs";
import { connect } from "../page/dependents.mjs";
import { engine } from "../engine/engine.mjs";
import { loadWhenIdle } from "../page/idle.mjs";
import { onPress, once, soon } from "../engine/lazy.mjs";
import { line, measured } from "../page/line.mjs";
import { page } from "../page/page.mjs";
import { run } from "../engine/page-engine.mjs";
import { openForPrint } from "../page/sections.mjs";
import { announceNotLoaded } from "../page/link/link-notices.mjs";
import { whatif } from "../page/whatif/whatif.mjs";
import { OthersCalculator } from "./beside/others.mjs";
import { OwnEngineCalculator } from "./beside/own-engine.mjs";
import { RanksCalculator } from "./beside/ranks.mjs";
import { RegionsCalculator } from "./beside/regions.mjs";
import { SureCalculator } from "./beside/sure.mjs";
import { SweepCalculator } from "./beside/sweep.mjs";
import { TotalsCalculator } from "./beside/totals.mjs";
import { WeightsCalculator } from "./weights.mjs";

run(engine);
const later = once(() => import("./later.mjs"));

for (const el of document.querySelectorAll("[data-line]")) line(/** @type {HTMLElement} */ (el));
for (const el of document.querySelectorAll("[data-run]")) measured(/** @type {HTMLElement} */ (el));
const roots = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-calc]")]);
const leader = new WeightsCalculator(/** @type {HTMLElement} */ (roots[0]));
const followers = roots.slice(1).map((el) => {
  if (el.dataset.form === "others") return new OthersCalculator(el, leader);
  if (el.dataset.form === "sweep") return new SweepCalculator(el, leader);
  if (el.dataset.form === "ranks") return new RanksCalculator(el, leader);
  if (el.dataset.form === "sure") return new SureCalculator(el);
  if (el.dataset.form === "totals") return new TotalsCalculator(el, leader);
  return el.dataset.form === "regions" ? new RegionsCalculator(el, leader) : new OwnEngineCalculator(el);
});
const calculators = [leader, ...followers];
page.start(calculators, whatif);
connect(calculators);
leader.follow(followers);
const start = once(async () => (await later()).start(leader));
soon(start);
leader.root.addEventListener("answered", () => start().catch(() => {}));
for (const el of document.querySelectorAll("[data-exports]")) {
  onPress(el, later, ({ exportAs }, { target }) => exportAs(target, /** @type {HTMLElement} */ (el), leader), () => announceNotLoaded(document.querySelector(".tools")));
}
openForPrint();
anything(calculators);
loadWhenIdle(calculators);
