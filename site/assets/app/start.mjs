// Starts the parts of a page: its calculators, and the box for anything.

import { anything } from "../paste/anything.mjs";
import { carry } from "../link/carry.mjs";
import { sortHeads } from "../form/sort-heads.mjs";
import { line } from "../answer/line.mjs";
import { connect } from "./dependents.mjs";
import { engine } from "./engine.mjs";
import { once, soon } from "./lazy.mjs";
import { announceNotLoaded } from "../link/link-notices.mjs";
import { RuledCalculator, tellWhose } from "../rules/ruled.mjs";
import { page } from "./page.mjs";
import { run } from "./page-engine.mjs";
import { whatif } from "../whatif/whatif.mjs";
import { loadWhenIdle } from "./idle.mjs";
import { openForPrint } from "./sections.mjs";
import { strip } from "./strip.mjs";
import { upgradeLinks } from "../rating/links.mjs";

run(engine);
for (const el of document.querySelectorAll("[data-line]")) line(/** @type {HTMLElement} */ (el));
const calculators = [...document.querySelectorAll("[data-calc]")].map((el) => new RuledCalculator(/** @type {HTMLElement} */ (el)));
upgradeLinks(location.pathname);
page.start(calculators, whatif);
sortHeads(document);
connect(calculators);
carry(calculators);
tellWhose(calculators);
anything(calculators);
for (const el of document.querySelectorAll("[data-strip]")) strip(/** @type {HTMLElement} */ (el));
openForPrint();
for (const el of document.querySelectorAll("[data-chart]")) drawn(/** @type {HTMLElement} */ (el));
loadWhenIdle(calculators);

/** Gives a chart its cursor when the page is idle or used, and saves its table when it is asked to. @param {HTMLElement} figure */
function drawn(figure) {
  const load = once(async () => (await import("../answer/chart.mjs")).chart(figure));
  soon(load);
  figure.addEventListener("click", async ({ target }) => {
    const button = /** @type {Element} */ (target).closest("[data-csv]");
    if (!(button instanceof HTMLElement)) return;
    const chart = await load().catch(() => undefined);
    if (chart) chart.download(button);
    else announceNotLoaded(button.closest("[data-failed]"));
  });
}
