// What /weights/ begins with: its calculators, of which the first one keeps the sum
// of the weights (weights/weights.mjs).

import { anything } from "../app/anything.mjs";
import { connect } from "../app/dependents.mjs";
import { loadWhenIdle } from "../app/idle.mjs";
import { onPress, soon } from "../app/lazy.mjs";
import { line } from "../answer/line.mjs";
import { page } from "../app/page.mjs";
import { openForPrint } from "../app/sections.mjs";
import { announceNotLoaded } from "../link/link-notices.mjs";
import { Undo } from "../whatif/undo.mjs";
import { OthersCalculator } from "./others.mjs";
import { OwnEngineCalculator } from "./own-engine.mjs";
import { RegionsCalculator } from "./regions.mjs";
import { SureCalculator } from "./sure.mjs";
import { WeightsCalculator } from "./weights.mjs";

for (const el of document.querySelectorAll("[data-line]")) line(/** @type {HTMLElement} */ (el));
const roots = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-calc]")]);
const leader = new WeightsCalculator(/** @type {HTMLElement} */ (roots[0]));
const followers = roots.slice(1).map((el) => {
  if (el.dataset.form === "others") return new OthersCalculator(el, leader);
  if (el.dataset.form === "sure") return new SureCalculator(el);
  return el.dataset.form === "regions" ? new RegionsCalculator(el, leader) : new OwnEngineCalculator(el);
});
const calculators = [leader, ...followers];
leader.root.addEventListener("answered", async (event) => (await import("./stress-link.mjs")).stressLink(leader.root, /** @type {CustomEvent} */ (event).detail));
page.start(calculators, Undo);
connect(calculators);
const [sure, ...others] = followers;
if (sure) leader.follow(sure, ...others);
for (const el of document.querySelectorAll("[data-strip]")) soon(async () => (await import("../app/strip.mjs")).strip(/** @type {HTMLElement} */ (el)));
for (const el of document.querySelectorAll("[data-exports]")) {
  onPress(el, () => import("./exports.mjs"), ({ exportAs }, { target }) => exportAs(target, /** @type {HTMLElement} */ (el), leader), () => announceNotLoaded(document.querySelector(".tools")));
}
for (const el of document.querySelectorAll("[data-edits]")) soon(async () => (await import("./edits.mjs")).editsIn(/** @type {HTMLElement} */ (el), leader));
for (const el of document.querySelectorAll("[data-agent]")) soon(async () => (await import("./agents.mjs")).agentsIn(/** @type {HTMLElement} */ (el), leader));
openForPrint();
anything(calculators);
loadWhenIdle(calculators);
