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
  const list = await regions();
  same(list.map(({ name }) => name).sort(), ["Atlas", "Carina", "Nova"]);
  for (const [i, { name, fills }] of list.entries()) {
    assert.ok(fills, `${name} has no weights to try`);
    const buttons = await page.$$('[data-form="regions"] tbody button');
    await buttons[i]?.click();
    await reader.settled();
    const percents = await agrees();
    same([percents[3], await firstOf(percents)], [20, name]);
    same(await page.$eval('[data-form="regions"] [data-used]', (el) => el.textContent?.trim()), `${name} first. These weights have been filled in.`);
  }
});

test("a click sets the weights of its place, and the point goes there", async () => {
  await reader.live("/weights/");
  const at = () => page.$eval("[data-map] circle:last-of-type", (el) => [Number(el.getAttribute("cx")), Number(el.getAttribute("cy"))]);
  for (const [x, y] of /** @type {const} */ ([[55, 230], [144, 180], [215, 230]])) {
    const name = await page.evaluate((x, y) => {
      const map = /** @type {SVGSVGElement} */ (document.querySelector("[data-map]"));
      map.scrollIntoView({ block: "center", behavior: "instant" });
      const { left, top, width } = map.getBoundingClientRect();
      const on = document.elementsFromPoint(left + (x * width) / 288, top + (y * width) / 288).find((el) => el.localName === "polygon");
      return on?.getAttribute("data-id");
    }, x, y);
    const box = await page.$eval("[data-map]", (el) => el.getBoundingClientRect().toJSON());
    await page.mouse.click(box.left + (x * box.width) / 288, box.top + (y * box.width) / 288);
    await reader.settled();
    await page.waitForFunction((x) => Math.abs(Number(document.querySelector("[data-map] circle:last-of-type")?.getAttribute("cx")) - x) < 1.5, {}, x);
    const [cx = 0, cy = 0] = await at();
    assert.ok(Math.hypot(cx - x, cy - y) < 1.5, `the point is at ${cx}, ${cy}: want ${x}, ${y}`);
    const percents = await agrees();
    same([percents[3], await firstOf(percents)], [20, name]);
  }
});

test("a click beside inputs that the engine refuses fills in nothing, nor does one whose inputs have changed since", async () => {
  await reader.live("/weights/");
  const weights = () => page.$$eval('.weigh input[type=text][name$="/percent"]', (all) => all.map((el) => /** @type {HTMLInputElement} */ (el).value));
  const click = () => page.$eval("[data-map]", (map) => {
    const { left, top, width } = map.getBoundingClientRect();
    map.dispatchEvent(new MouseEvent("click", { clientX: left + width / 2, clientY: top + width / 2 }));
  });
  await reader.put("#weight-1", "much");
  const wrong = await weights();
  await click();
  await reader.settled();
  same(await weights(), wrong);
  await reader.silent("a click beside a weight that is no number");
  await reader.live("/weights/");
  await page.evaluate(() => {
    const { left, top, width } = /** @type {Element} */ (document.querySelector("[data-map]")).getBoundingClientRect();
    document.querySelector("[data-map]")?.dispatchEvent(new MouseEvent("click", { clientX: left + width / 2, clientY: top + width / 2 }));
    const text = /** @type {HTMLInputElement} */ (document.querySelector("#weight-1"));
    text.value = "70"; // before the answer to the click is there
    text.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await reader.settled();
  same((await weights())[0], "70");
});

test("other corners: the rest stays, and what is no column is refused beside its field", async () => {
  await reader.live("/weights/");
  await enter("#corners", "Speed, quality, PROCESS");
  same(await page.$$eval("[data-map] > text", (all) => all.map((el) => el.textContent)), ["Speed 60.00 %", "Quality 60.00 %", "Process 60.00 %"]);
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
  same(await page.$eval('[data-form="regions"] .sentence', (el) => el.textContent), "A map needs three dimensions.");
  same(await page.$eval("[data-map]", (el) => el.checkVisibility()), false);
  await enter("#agents", `agent,x,y,z\n"<img src=x onerror=alert(1)>",9,1,1\nb,1,9,1\nc,1,1,9\n`);
  same((await regions()).map(({ name }) => name).sort(), ["b", "c", "“<img src=x onerror=alert(1)>”"]);
  same(await page.$eval("[data-map]", (el) => [el.checkVisibility(), el.querySelectorAll("img").length, el.querySelectorAll("polygon").length]), [true, 0, 3]);
  await reader.silent("/weights/");
});
