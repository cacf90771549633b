// Starts the parts of a page: its calculators, and the box for anything.

import { anything } from "../page/paste/anything.mjs";
import { carry } from "../page/link/carry.mjs";
import { sortHeads } from "../form/sort-heads.mjs";
import { grips } from "../page/grips.mjs";
import { line, measured } from "../page/line.mjs";
import { connect } from "../page/dependents.mjs";
import { engine } from "../engine/engine.mjs";
import { once, soon } from "../engine/lazy.mjs";
import { announceNotLoaded } from "../page/link/link-notices.mjs";
import { RuledCalculator, tellWhose } from "../page/own/ruled.mjs";
import { page } from "../page/page.mjs";
import { run } from "../engine/page-engine.mjs";
import { whatif } from "../page/whatif/whatif.mjs";
import { loadWhenIdle } from "../page/idle.mjs";
import { openForPrint } from "../page/sections.mjs";
import { decay } from "./decay.mjs";
import { long } from "./forecast/long.mjs";
import { share } from "./share.mjs";
import { follows } from "./forecast/strength.mjs";
import { upgradeLinks } from "./links/links.mjs";

run(engine);
for (const el of document.querySelectorAll("[data-line]")) line(/** @type {HTMLElement} */ (el));
for (const el of document.querySelectorAll("[data-run]")) measured(/** @type {HTMLElement} */ (el));
const calculators = [...document.querySelectorAll("[data-calc]")].map((el) => new RuledCalculator(/** @type {HTMLElement} */ (el)));
for (const calculator of calculators) if (calculator.root.dataset.operation === "explain.forecast") long(calculator);
upgradeLinks(location.pathname);
page.start(calculators, whatif);
land(calculators);
places();
sortHeads(document);
connect(calculators);
carry(calculators);
tellWhose(calculators);
anything(calculators);
for (const calculator of calculators) follows(calculator);
for (const el of document.querySelectorAll("[data-fan]")) soon(async () => (await import("./forecast/fan.mjs")).fan(/** @type {HTMLElement} */ (el), calculators));
for (const el of document.querySelectorAll("[data-course]")) decay(/** @type {HTMLElement} */ (el), calculators);
for (const el of document.querySelectorAll("[data-share]")) share(/** @type {HTMLElement} */ (el), calculators);
for (const el of document.querySelectorAll("[data-bells]")) soon(async () => (await import("./difficulty.mjs")).difficulty(/** @type {HTMLElement} */ (el), calculators));
if (document.querySelector("[data-balances]")) {
  const calculator = calculators.find(({ form }) => form.querySelector("[data-balances]"));
  if (calculator) soon(async () => (await import("./probes.mjs")).probes(calculator));
}
for (const el of document.querySelectorAll("[data-shares]")) soon(() => weighed(/** @type {HTMLElement} */ (el)));
for (const el of document.querySelectorAll("[data-tasks]")) {
  const calculator = calculators.find(({ form }) => form.id === /** @type {HTMLElement} */ (el).dataset.tasks);
  if (calculator) soon(async () => (await import("./cells.mjs")).cells(/** @type {HTMLElement} */ (el), calculator));
}
for (const el of document.querySelectorAll("[data-grips]")) grips(/** @type {HTMLElement} */ (el), calculators);
if (document.querySelector("[data-reading]")) soon(async () => (await import("../page/reading.mjs")).showReadings(calculators));
for (const el of document.querySelectorAll("[data-ladder]")) {
  const list = /** @type {HTMLElement} */ (el), calculator = calculators.find(({ form }) => form.elements.namedItem(list.dataset.ladder ?? ""));
  if (calculator) soon(async () => (await import("./ladder.mjs")).ladder(list, calculator));
}
openForPrint();
for (const calculator of calculators) if (calculator.root.dataset.slip) soon(async () => (await import("./slip.mjs")).slip(calculator));
for (const el of document.querySelectorAll("[data-chart], :has(> * > [data-csv])")) drawn(/** @type {HTMLElement} */ (el));
loadWhenIdle(calculators);

/** Buttons and choices elsewhere that set an input of a form: the reader's place in a challenge, the rules, the challenge. */
function places() {
  const of = (/** @type {string} */ place) => calculators.find(({ form }) => form.elements.namedItem(place));
  document.addEventListener("click", ({ target }) => {
    const { place = "", score } = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("button[data-place]"))?.dataset ?? {};
    const calculator = score ? of(place) : undefined;
    const control = calculator?.form.elements.namedItem(place);
    if (control instanceof RadioNodeList) [...control].map((radio) => /** @type {HTMLInputElement} */ (radio)).find(({ value }) => value === score)?.click();
    else calculator?.put(JSON.stringify({ [place]: score }));
  });
  for (const el of document.querySelectorAll("select[data-place]")) {
    const select = /** @type {HTMLSelectElement} */ (el), { place = "" } = select.dataset;
    const calculator = of(place);
    select.addEventListener("change", () => calculator?.put(JSON.stringify({ [place]: select.value })));
    calculator?.root.addEventListener("answered", () => (select.value = /** @type {HTMLSelectElement} */ (calculator.form.elements.namedItem(place)).value));
  }
}

/** Weights that move each other, and their picture. @param {HTMLElement} box */
async function weighed(box) {
  const calculator = calculators.find(({ form }) => form.contains(box));
  if (!calculator) return;
  const [{ Shares }, { area }] = await Promise.all([import("./shares.mjs"), import("./area.mjs")]);
  const shares = new Shares(box, calculator);
  for (const el of document.querySelectorAll(`[data-area="${calculator.form.id}"]`)) area(/** @type {HTMLElement} */ (el), calculator, shares);
}

/** A link with a match leads to what it did. @param {RuledCalculator[]} calculators */
function land(calculators) {
  const match = calculators.find(({ form }) => form.id === "match");
  if (!match || !["link", "draft"].includes(page.whose) || page.isExample(match.form)) return;
  requestAnimationFrame(() => match.root.scrollIntoView({ behavior: "instant" }));
}

/** Gives a chart its cursor when the page is idle or used, and saves its table when it is asked to. @param {HTMLElement} figure */
function drawn(figure) {
  const load = once(async () => (await import("../page/tools/chart.mjs")).chart(figure));
  soon(load);
  figure.addEventListener("click", async ({ target }) => {
    const button = /** @type {Element} */ (target).closest("[data-csv]");
    if (!(button instanceof HTMLElement)) return;
    const chart = await load().catch(() => undefined);
    if (chart) chart.download(button);
    else announceNotLoaded(button.closest("[data-failed]"));
  });
}
