// Bounds of weights: an edit stops at them, with words beside the field; a bound moves the
// weights into it; the track, the map and the picture of a weight show what is allowed; and
// what is looked for keeps to them.

import assert from "node:assert/strict";
import test from "node:test";
import { same } from "../support/check.mjs";
import { chromiumTest } from "../support/fixture.mjs";
import { engine } from "../support/proofs.mjs";
import { agentsOf, openWeights } from "./weights.mjs";

const { agrees, enter, page, rail, reader } = await openWeights();

const KEYS = ["correctness", "speed", "quality", "process"];

async function opened() {
  await reader.live("/weights/");
  await page.$eval(".bounds", (el) => el.toggleAttribute("open", true));
  await page.click("[name=bounded]");
  await reader.settled();
}

/** What a row says of its bounds. @param {number} i */
const row = (i) =>
  page.$$eval(".weigh", (rows, at) => {
    const one = /** @type {HTMLElement} */ (rows[at]);
    const [before, after] = one.querySelectorAll(".bound-track rect");
    const said = /** @type {HTMLElement} */ (one.querySelector("[data-bound-said]"));
    return {
      said: said.hidden ? "" : said.textContent,
      allowed: one.querySelector("small [data-out='allowed/text']")?.textContent,
      hatched: one.querySelector(".bound-track")?.hasAttribute("hidden") ? "" : [before?.getAttribute("width"), after?.getAttribute("x"), after?.getAttribute("width")].join(" "),
    };
  }, i);

test("typing 80 where 60 is the most is stopped at 60, with words beside the field", async () => {
  await opened();
  same((await row(0)).hatched, "");
  await enter('[name="/weights/0/most"]', "60");
  same(await row(0), { said: "", allowed: "0 to 60 %", hatched: "0% 60% 40%" });
  await enter("#weight-1", "80");
  same((await agrees()).map(Number), [60, 13.34, 13.33, 13.33]);
  same((await row(0)).said, "The most here is 60 %.");
  same((await rail()).sliders[0], 60);
  await enter("#weight-1", "50");
  same([(await agrees())[0], (await row(0)).said], [50, ""]);
});

test("a bound moves the weights into it, and back while it is typed", async () => {
  await opened();
  await enter('[name="/weights/0/most"]', "6");
  same((await agrees())[0], 6);
  await enter('[name="/weights/0/most"]', "60");
  same(await agrees(), [40, 20, 20, 20]);
  await enter('[name="/weights/1/over"]', "2 x Quality");
  const percents = await agrees();
  assert.ok((percents[1] ?? 0) >= 2 * (percents[2] ?? 0), String(percents));
  same((await row(2)).allowed, "0 to 33.33 %");
});

chromiumTest("brackets are dragged, and a dot onto the weight that it shall be at least as much as", async () => {
  await opened();
  await enter('[name="/weights/0/most"]', "60");
  const box = async (/** @type {string} */ selector, i = 0) => {
    const all = await page.$$(selector);
    const found = await all[i]?.boundingBox();
    assert.ok(found, selector);
    return found;
  };
  await page.$eval(".weigh", (el) => el.scrollIntoView({ block: "center" }));
  const track = await box(".bound-track"), grip = await box("[data-bound=most]");
  await page.mouse.move(grip.x + grip.width - 4, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(track.x + 0.3 * track.width, grip.y + grip.height / 2, { steps: 4 });
  await page.mouse.up();
  await reader.settled();
  same(await page.$eval('[name="/weights/0/most"]', (el) => /** @type {HTMLInputElement} */ (el).value), "30");
  same([(await agrees())[0], (await row(0)).allowed], [30, "0 to 30 %"]); // 40 was too much

  await enter('[name="/weights/0/most"]', ""); // without a bound, brackets are at the ends
  const open = await box(".bound-open [data-bound=least]", 1), second = await box(".bound-open", 1);
  await page.mouse.move(open.x + 4, open.y + open.height / 2);
  await page.mouse.down();
  await page.mouse.move(second.x + 0.1 * second.width, open.y + open.height / 2, { steps: 4 });
  await reader.settled(); // by now there are others
  await page.mouse.move(second.x + 0.2 * second.width, open.y + open.height / 2, { steps: 4 });
  await page.mouse.up();
  await reader.settled();
  same([await page.$eval('[name="/weights/1/least"]', (el) => /** @type {HTMLInputElement} */ (el).value), (await row(1)).allowed, await page.$$eval(".bound-open", (all) => all.some((el) => el.checkVisibility()))], ["20", "20 to 100 %", false]);
  await enter('[name="/weights/1/least"]', "");

  const from = await box(".weigh label .dot", 1), onto = await box(".weigh", 2);
  await page.mouse.move(from.x + 3, from.y + 3);
  await page.mouse.down();
  await page.mouse.move(onto.x + 40, onto.y + 12, { steps: 4 });
  same(await page.$$eval(".weigh", (all) => all.map((el) => el.hasAttribute("data-drop"))), [false, false, true, false]);
  await page.mouse.up();
  await reader.settled();
  same(await page.$$eval("[name$='/over']", (all) => all.map((el) => /** @type {HTMLInputElement} */ (el).value)), ["", "Quality", "", ""]);
  const percents = await agrees();
  assert.ok((percents[1] ?? 0) >= (percents[2] ?? 0), String(percents));
});

test("bounds that contradict each other are refused by name, beside the field", async () => {
  await opened();
  await enter('[name="/weights/0/least"]', "60");
  await reader.type('[name="/weights/1/over"]', "Correctness");
  await page.waitForFunction(() => document.querySelectorAll(".weigh")[1]?.textContent?.includes("No weights satisfy all of these"));
  same(await page.$eval('[name="/weights/1/over"]', (el) => el.getAttribute("aria-invalid")), "true");
});

test("the map and the picture of a weight are hatched, and answers are the engine's within the bounds", async () => {
  await opened();
  await enter('[name="/weights/0/most"]', "60");
  await enter('[name="/weights/1/least"]', "10");
  await reader.settled();
  const { text, percents } = await rail();
  same(agentsOf(text).length, 12);
  const weights = KEYS.map((dimension, i) => ({ dimension, percent: percents[i] ?? 0, ...(i === 0 && { most: 60 }), ...(i === 1 && { least: 10 }) }));
  const map = engine.call("explain.regions", /** @type {any} */ ({ text, weights }));
  same(await page.$eval(".bound-beyond", (el) => el.getAttribute("d")), map.beyond);
  assert.ok((map.beyond ?? "").length > 20);
  const sweep = engine.call("explain.sweep", /** @type {any} */ ({ text, weights, dimension: "correctness" }));
  await page.$eval('[name="/dimension"][value=correctness]', (el) => /** @type {HTMLElement} */ (el).click());
  await reader.settled();
  same(await page.$eval(".bound-way rect:last-child", (el) => el.getAttribute("x")), `${sweep.bounds?.end_x}%`);
  const sure = engine.call("explain.sure", /** @type {any} */ ({ text, weights }));
  const marks = (await rail()).marks;
  same(marks.map((list) => list.filter(({ first }) => first).map(({ at }) => at)), sure.marks.map((/** @type {any} */ one) => one.marks.filter((/** @type {any} */ mark) => mark.kind === "first").map((/** @type {any} */ mark) => mark.at)));
});

test("the point of the map stays inside of the bounds", async () => {
  await opened();
  await enter('[name="/weights/0/most"]', "50");
  const box = await page.$eval("[data-map]", (el) => (el.scrollIntoView({ block: "center", behavior: "instant" }), el.getBoundingClientRect().toJSON()));
  await page.mouse.move(box.left + box.width / 2, box.top + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.left + box.width / 2, box.top + 30);
  await page.mouse.up();
  await reader.settled();
  const percents = await agrees();
  same([percents[0], (await row(0)).allowed], [50, "0 to 50 %"]);
});
