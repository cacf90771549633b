// A challenge of AiRENA pair by pair, the road of its tiers, and a plan of rated opponents.

import assert from "node:assert/strict";
import test from "node:test";
import { chromiumTest, tab } from "../support/fixture.mjs";

const AIRENA = "/rating/airena/";
const reader = await tab();
const { page } = reader;

/** Something of a form's answer, in its section or in a fold elsewhere. @param {string} form @param {string} what */
const part = (form, what) => `:is(section[data-form=${form}], [data-of=${form}]) ${what}`;

test("a place up or down in a challenge is a score that the engine names", async () => {
  await reader.live(`${AIRENA}#2;agents=nova,atlas,rook;ratings=1200,1200,1200;before=0,12,40;scores=79,80,80;end`);
  const bar = () => page.$eval(part("challenge", ".pair-bar"), (el) => [...el.querySelectorAll("[data-kind] [data-out=change], [data-out='pairs/after/label']")].map((text) => text.textContent).join(" "));
  assert.equal(await bar(), "−10.00 −10.00 1180.00");
  const yours = () => page.$eval(part("challenge", ".ladder [data-you=true]"), (el) => ["place", "score"].map((name) => el.querySelector(`[data-out=${name}]`)?.textContent).join(": "));
  const LIFT = ".ladder [data-you=true] [data-lift][role=slider]";
  await page.waitForSelector(LIFT);
  await page.focus(LIFT);
  const place = async (/** @type {import("puppeteer-core").KeyInput} */ key) => {
    await page.keyboard.press(key);
    await reader.settled();
    assert.ok(await page.evaluate((selector) => document.activeElement?.matches(selector), LIFT), "the focus stays in the row");
    return yours();
  };
  assert.equal(await place("ArrowUp"), "1: 80.00");
  assert.match(await page.$eval(LIFT, (el) => el.getAttribute("aria-valuetext") ?? ""), /^tied 1st of 3: 12/);
  assert.equal(await place("ArrowUp"), "1: 81.00");
  assert.equal(await bar(), "+10.00 +10.00 1220.00");
  assert.equal(await place("ArrowDown"), "1: 80.00");
  assert.equal(await place("Home"), "1: 81.00");
  await reader.silent("a challenge");
});

chromiumTest("your row is dragged, clicked and typed; the rating is that of the record", async (t) => {
  await reader.live(AIRENA);
  const text = (/** @type {string} */ selector) => page.$eval(selector, (el) => el.textContent ?? "");
  const hero = () => text(".hero-number");
  const says = async () => {
    await reader.settled();
    return `${await hero()} ${await text(".hero [data-out=lead]")} ${await text(".hero [data-out=as]")}`;
  };
  assert.equal(await says(), "1306.97 ▲ 4.97 as 3rd of 8");
  assert.equal(await text(".hero-counter"), "Silver Gold: 11 challenges away");
  const at = async (/** @type {string} */ id, /** @type {number} */ part) => {
    await page.$eval(".ladder", (el) => el.scrollIntoView({ block: "center", behavior: "instant" }));
    const box = await (await page.$(`.ladder [data-id="${id}"]`))?.boundingBox();
    assert.ok(box);
    return /** @type {const} */ ([box.x + box.width / 2, box.y + part * box.height]);
  };

  await t.test("onto the upper edge of the first, and back", async () => {
    await page.waitForSelector(".ladder [data-lift][role=slider]");
    await page.mouse.move(...await at("Vega", 0.5));
    await page.mouse.down();
    await page.mouse.move(...await at("Carina", 0.1), { steps: 5 });
    assert.equal(await says(), "1316.11 ▲ 14.11 as 1st of 8");
    await page.mouse.up();
    assert.equal(await page.$eval("#challenge [name='/entrants/0/score']", (el) => /** @type {HTMLInputElement} */ (el).value), "95.5");
  });
  await t.test("a click in the middle of a row is a draw with it", async () => {
    await page.mouse.click(...await at("Volans", 0.5));
    assert.match(await says(), /^128\d\.\d\d ▼ \d+\.\d\d as tied 7th of 8$/);
  });
  await t.test("a number in the row keeps the focus while the row moves", async () => {
    await page.click(".ladder [data-you=true] input", { count: 3 });
    await page.keyboard.type("92");
    assert.equal(await says(), "1306.97 ▲ 4.97 as 3rd of 8");
    assert.ok(await page.evaluate(() => document.activeElement?.matches(".ladder [data-you=true] input")));
    await page.keyboard.press("Enter");
  });
  await t.test("the record's rating is the one in the challenge, until the row has its own", async () => {
    await reader.type("#challenge [name='/rating']", "1200");
    assert.equal(await says(), "1209.02 ▲ 9.02 as 3rd of 8");
    await reader.put("#challenge [name='/entrants/0/rating']", "1302");
    assert.equal(await says(), "1306.97 ▲ 4.97 as 3rd of 8");
    await reader.type("#challenge [name='/rating']", "1302");
    assert.equal(await page.$eval("#challenge [name='/entrants/0/rating']", (el) => /** @type {HTMLInputElement} */ (el).value), "");
  });
  await t.test("a pinned change is a mark in the bar, while the bar has that scale", async () => {
    await reader.live(AIRENA);
    await page.click("[data-tool=pin]");
    await page.mouse.click(...await at("Carina", 0.1));
    await page.waitForSelector(".pinned-at:not([hidden])");
    await page.waitForFunction(() => /9\.14|9\.15/.test(document.querySelector(".hero [data-lead]")?.textContent ?? ""), { timeout: 10_000 });
    const marked = () => page.$eval(".pinned-at [data-scale]", (el) => !el.classList.contains("other"));
    assert.equal(await marked(), true);
    await reader.type("#challenge [name='/rating']", "1310");
    await reader.settled();
    assert.equal(await marked(), false);
  });
  await reader.silent("your row");
});

chromiumTest("the plan of rated opponents is painted, by pointer and keys", async (t) => {
  await reader.live(AIRENA);
  const cells = () => page.$eval("#forecast [name='/cells']", (el) => /** @type {HTMLInputElement} */ (el).value);
  const finding = () => page.$eval("section[data-form=forecast] .finding", (el) => el.textContent ?? "");
  assert.equal(await finding(), "After 40 more: about 1373. 42 % touch 1400.");

  await t.test("a column is as high as its opponent, in steps of 50, at once", async () => {
    await page.$eval("[data-cells]", (el) => el.scrollIntoView({ block: "center", behavior: "instant" }));
    const strip = await (await page.waitForSelector("[data-cells][role=slider]"))?.boundingBox();
    assert.ok(strip);
    await page.mouse.move(strip.x + 2, strip.y + 2);
    await page.mouse.down();
    await page.mouse.move(strip.x + strip.width * 2.5 / 40, strip.y + 2, { steps: 3 });
    const drawn = await page.$eval("[data-cells] [data-id=rated]", (el) => el.getAttribute("d") ?? "");
    await page.mouse.up();
    assert.match(drawn, /^M0 17V0[hH][13]/, "drawn before its answer");
    assert.equal(await cells(), `iii${".".repeat(37)}`);
    await reader.settled();
    assert.match(await finding(), /^After 40 more: about 13[78]\d\. /);
    assert.equal(await page.$eval(".tiers [data-out=rating]", (el) => el.textContent), "1302–1700");
  });
  await t.test("keys go through the matches and change their opponents", async () => {
    await page.focus("[data-cells]");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    assert.equal(await page.$eval("[data-cells]", (el) => el.getAttribute("aria-valuetext")), "1: 1650");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.$eval("[data-cells]", (el) => el.getAttribute("aria-valuetext")), "4: 1300");
    await page.keyboard.press("ArrowUp");
    assert.equal(await cells(), `hiib${".".repeat(36)}`);
    await reader.settled();
  });
  await t.test("a link has it", async () => {
    const link = await reader.fragment();
    assert.match(link, /^#3;.*schedule=painted;.*cells=hiib\.{36}/);
    const said = await finding();
    await reader.follow("#3;end");
    await reader.follow(link);
    assert.equal(await finding(), said);
  });
  await t.test("a climb is ready, and plans may be longer", async () => {
    await page.click("[data-plan=climb]");
    await reader.settled();
    assert.equal(await page.$eval(".tiers [data-out=rating]", (el) => el.textContent), "1302–1452");
    await reader.put("#forecast [name='/length']", "80");
    assert.match(await finding(), /^After 80 more: /);
  });
  await t.test("a forecast that takes a while says so from 150 ms on, and can be stopped", async () => {
    await page.evaluate(() => (location.hash = "#3;length=5000;end"));
    await page.waitForSelector("[data-running]:not([hidden]) [data-stop]", { timeout: 10_000 });
    await page.$eval("[data-running] [data-stop]", (el) => /** @type {HTMLElement} */ (el).click());
    await page.waitForSelector("[data-stopped]:not([hidden])", { timeout: 10_000 });
    await page.click("[data-tool=reset]");
    await reader.settled();
    assert.equal(await finding(), "After 40 more: about 1373. 42 % touch 1400.");
  });
  await reader.silent("a painted plan");
});

chromiumTest("the road of the tiers is dragged by keyboard and pointer, and its gates choose", async (t) => {
  await reader.live(AIRENA);
  const finding = () => page.$eval(part("path", "[data-out=finding]"), (el) => el.textContent);
  const met = (/** @type {string} */ lane) => page.$$eval(`.lane[data-id=${lane}] [data-state=met]`, (all) => all.map((el) => el.textContent?.trim()));
  const wins = "#challenge [name='/wins']";
  const held = (/** @type {string} */ selector) => page.$eval(selector, (el) => /** @type {HTMLInputElement} */ (el).value);

  await t.test("a key gives one more win", async () => {
    assert.deepEqual(await met("wins"), []);
    await page.focus(".lane[data-id=wins] input");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.querySelector(".lane[data-id=wins] .have")?.textContent === "3");
    assert.equal(await held(wins), "3");
    assert.deepEqual(await met("wins"), ["✓ 3"]);
    await page.waitForFunction((wanted) => document.querySelector("[data-out=finding]")?.textContent === wanted, {}, "Gold: 11 more challenges at 78.8 or better.");
  });
  await t.test("a hand drags through a gate and on", async () => {
    const grip = await page.waitForSelector(".lane[data-id=challenges] .grip");
    const box = await grip?.boundingBox();
    const road = await (await page.waitForSelector(".lane[data-id=challenges] .lane-way"))?.boundingBox();
    assert.ok(box && road);
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width / 2, y);
    await page.mouse.down();
    for (let at = 36; at <= 80; at += 2) {
      await page.mouse.move(road.x + road.width * at / 100, y);
      await reader.settled();
    }
    await page.waitForFunction(() => Number(document.querySelector(".lane[data-id=challenges] .have")?.textContent) > 60);
    await page.mouse.up();
    assert.deepEqual(await met("challenges"), ["✓ 3", "✓ 10", "✓ 25", "✓ 50"]);
  });
  await t.test("a click on a gate plans for its tier", async () => {
    await page.click(".gate-names [data-id=platinum]");
    await page.waitForFunction(() => document.querySelector(".gate-names [data-state=target]")?.textContent === "Platinum");
    assert.match(await finding() ?? "", /^Platinum: /);
    await reader.follow("#3;end");
    await page.click(".gate-names [data-id=platinum]");
    await page.waitForFunction((wanted) => document.querySelector("[data-out=finding]")?.textContent === wanted, {}, "Platinum: 36 more challenges at 86.6 or better, eight of them wins.");
  });
  await t.test("a tier that the average delays says from which challenge on", async () => {
    await reader.follow("#3;matches=40;average=70;target=champion;end");
    assert.equal(await page.$eval(part("path", "[data-out=limit]"), (el) => el.textContent), "Not before challenge 120, even with perfect scores.");
  });
  await reader.silent("on the road");
});

chromiumTest("your row of a challenge is dragged to a draw, and above and below another", async () => {
  await reader.live(`${AIRENA}#2;agents=vega,carina,nova,lyra,orion,draco,hydra,volans;ratings=1302,1468,1395,1310,1256,1190,1120,1043;before=14,61,40,33,22,18,9,3;scores=92,94.5,94.25,90.45,84.9,73.55,56.5,38;end`);
  await page.$eval(".ladder", (el) => el.scrollIntoView({ block: "center" }));
  const row = (/** @type {string} */ id) => page.$eval(`.ladder [data-id=${id}]`, (el) => { const { left, top, height } = el.getBoundingClientRect(); return { x: left + 60, top, height }; });
  const you = () => page.$eval(".ladder [data-you=true]", (el) => ["place", "score", "points"].map((name) => el.querySelector(`[data-out=${name}]`)?.textContent).join(" "));
  assert.equal(await you(), "3 92.00 +4.97"); // each pair is worth 32/7 = 4.57, and a draw half of it
  await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => /later|ladder/.test(name)));
  for (const [to, part, want] of /** @type {[string, number, string][]} */ ([["lyra", 0.05, "3 90.45 +2.68"], ["draco", 0.5, "6 65.03 −8.75"], ["carina", 0.5, "1 95.50 +14.11"]])) {
    const from = await row("vega");
    await page.mouse.move(from.x, from.top + from.height / 2);
    await page.mouse.down();
    const { x, top, height } = await row(to);
    await page.mouse.move(x, top + height * part, { steps: 4 });
    await page.mouse.up();
    await reader.settled();
    assert.equal(await you(), want, to);
  }
  await reader.silent("a ladder");
});
