// /weights/: the map of who is first, however three weights divide what they have.

import assert from "node:assert/strict";
import test from "node:test";
import { same } from "../support/check.mjs";
import { agentsOf, openWeights, ranked } from "./weights.mjs";

const { agrees, board, enter, page, rail, reader } = await openWeights();

const regions = () =>
  page.$$eval('[data-form="regions"] tbody tr', (all) => all.map((row) => ({ name: row.querySelector("th")?.textContent ?? "", share: parseFloat(row.querySelector("[data-out=share]")?.textContent ?? ""), fills: row.querySelector("button")?.hidden === false })));

/** Who is first by hand. @param {number[]} percents */
const firstOf = async (percents) => ranked(agentsOf((await rail()).text), percents)[0]?.name;

test("the centre of each region puts its agent first", async () => {
  await reader.live("/weights/");
  await page.$eval('[data-form="regions"] details', (fold) => fold.setAttribute("open", ""));
  const list = await regions();
  same(list.map(({ name }) => name).sort(), ["Atlas", "Carina", "Nova"]);
  for (const [i, { name, fills }] of list.entries()) {
    assert.ok(fills, `${name} has no weights to try`);
    const buttons = await page.$$('[data-form="regions"] tbody button');
    await buttons[i]?.click();
    await reader.settled();
    const percents = await agrees();
    same([percents[3], await firstOf(percents)], [20, name]);
    same(await page.$eval('[data-form="regions"] [data-used]', (el) => el.textContent?.trim()), `${name} wins. These weights have been filled in.`);
  }
});

test("a click sets the weights of its place, and the point goes there", async () => {
  await reader.live("/weights/");
  const at = () => page.$eval("[data-map] circle:last-of-type", (el) => [Number(el.getAttribute("cx")), Number(el.getAttribute("cy"))]);
  for (const [x, y] of /** @type {const} */ ([[70, 295], [184, 230], [275, 295]])) {
    const name = await page.evaluate((x, y) => {
      const map = /** @type {SVGSVGElement} */ (document.querySelector("[data-map]"));
      map.scrollIntoView({ block: "center", behavior: "instant" });
      const { left, top, width } = map.getBoundingClientRect();
      const on = document.elementsFromPoint(left + (x * width) / 368, top + (y * width) / 368).find((el) => el.localName === "polygon");
      return on?.getAttribute("data-id");
    }, x, y);
    const box = await page.$eval("[data-map]", (el) => el.getBoundingClientRect().toJSON());
    await page.mouse.click(box.left + (x * box.width) / 368, box.top + (y * box.width) / 368);
    await reader.settled();
    await page.waitForFunction((x) => Math.abs(Number(document.querySelector("[data-map] circle:last-of-type")?.getAttribute("cx")) - x) < 1.5, {}, x);
    const [cx = 0, cy = 0] = await at();
    assert.ok(Math.hypot(cx - x, cy - y) < 1.5, `the point is at ${cx}, ${cy}: want ${x}, ${y}`);
    const percents = await agrees();
    same([percents[3], await firstOf(percents)], [20, name]);
  }
});

test("the point is dragged, and its three weights keep their sum at every step", async () => {
  await reader.live("/weights/");
  const box = await page.$eval("[data-map]", (el) => (el.scrollIntoView({ block: "center", behavior: "instant" }), el.getBoundingClientRect().toJSON()));
  const at = (/** @type {number} */ x, /** @type {number} */ y) => /** @type {const} */ ([box.left + (x * box.width) / 368, box.top + (y * box.width) / 368]);
  await page.mouse.move(...at(184, 160));
  await page.mouse.down();
  for (const [x, y] of /** @type {const} */ ([[170, 200], [120, 260], [60, 310], [-40, 400]])) {
    await page.mouse.move(...at(x, y));
    await reader.settled();
    const percents = await agrees();
    same(percents[3], 20);
  }
  await page.mouse.up();
  same((await rail()).percents, [0, 80, 0, 20]); // outside, the nearest corner
  await page.mouse.move(...at(184, 160));
  await reader.settled();
  same((await rail()).percents, [0, 80, 0, 20]); // it was let go
  await page.click("[data-tool=undo]");
  await reader.settled();
  assert.notDeepEqual((await rail()).percents, [0, 80, 0, 20]);
});

test("by keys the point goes towards a corner, and the other two give way in proportion", async () => {
  await reader.live("/weights/");
  await page.$eval("[data-map]", (el) => /** @type {SVGElement} */ (el).focus());
  for (const [key, want] of /** @type {const} */ ([["ArrowUp", [41, 19.5, 19.5, 20]], ["ArrowLeft", [40.32, 20.5, 19.18, 20]], ["ArrowDown", [39.32, 21.02, 19.66, 20]]])) {
    await page.keyboard.press(key);
    await reader.settled();
    same(await agrees(), want);
  }
  assert.match(await page.$eval("[data-map]", (el) => `${el.getAttribute("role")} ${el.getAttribute("aria-valuetext")}`), /^slider Correctness 39.32, Speed 21.02, Quality 19.66 %$/);
});

test("beside inputs that the engine refuses, the map moves nothing", async () => {
  await reader.live("/weights/");
  const weights = () => page.$$eval('.weigh input[type=text][name$="/percent"]', (all) => all.map((el) => /** @type {HTMLInputElement} */ (el).value));
  await reader.put("#weight-1", "much");
  const wrong = await weights();
  await page.click("[data-map]");
  await page.$eval("[data-map]", (el) => /** @type {SVGElement} */ (el).focus());
  await page.keyboard.press("ArrowUp");
  await reader.settled();
  same(await weights(), wrong);
  await reader.silent("a click beside a weight that is no number");
});

test("other corners: the rest stays, and what is no column is refused beside its field", async () => {
  await reader.live("/weights/");
  await page.$eval('[data-form="regions"] details', (fold) => fold.setAttribute("open", ""));
  await enter("#corners", "Speed, quality, PROCESS");
  same(await page.$$eval("[data-map] > text", (all) => all.map((el) => el.textContent)), ["Speed 60 %", "Quality 60 %", "Process 60 %"]);
  const before = await regions();
  same(Math.round(before.reduce((sum, { share }) => sum + share, 0)), 100);
  await enter("#corners", "speed, quality, luck");
  assert.match(await page.$eval("#corners", (el) => el.closest("[data-errors]")?.textContent ?? ""), /want three columns of the table, each once/);
  same(await regions(), before);
  same((await board()).length, 12);
});

test("two dimensions have no map, and a name cannot break it", async () => {
  await reader.live("/weights/");
  await enter("#agents", "agent,x,y\na,1,2\nb,2,1\n");
  same(await page.$eval('[data-form="regions"] [data-out=sentence]', (el) => el.textContent), "A map needs three dimensions.");
  same(await page.$eval("[data-map]", (el) => el.checkVisibility()), false);
  await enter("#agents", `agent,x,y,z\n"<img src=x onerror=alert(1)>",9,1,1\nb,1,9,1\nc,1,1,9\n`);
  same((await regions()).map(({ name }) => name).sort(), ["b", "c", "“<img src=x onerror=alert(1)>”"]);
  same(await page.$eval("[data-map]", (el) => [el.checkVisibility(), el.querySelectorAll("img").length, el.querySelectorAll("polygon[data-id]").length]), [true, 0, 3]);
  await reader.silent("/weights/");
});
