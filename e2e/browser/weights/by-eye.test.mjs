// /weights/rules/ by eye: how many should win, lines and points that are dragged, weights that
// follow, the agent that is looked at, and the rules on other pages.

import assert from "node:assert/strict";
import { same } from "../support/check.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";

const reader = await tab();
const { page } = reader;

/** @param {string} text */
const sentence = async (text) => same((await reader.sentences())[0], text);

/** Rows as rank, name, score and result. */
const rows = () => page.$$eval("#changes tbody tr", (all) => all.map((tr) => ["rank", "id", "total", "was", "result"].map((name) => tr.querySelector(`[data-out=${name}]`)?.textContent).join(" ")));

const openAll = () => page.$$eval("details:is(.fold, .eye-formula)", (all) => all.forEach((el) => ((/** @type {HTMLDetailsElement} */ (el)).open = true)));

/** @param {string} selector */
const value = (selector) => page.$eval(selector, (el) => (/** @type {HTMLInputElement} */ (el)).value);

/** @param {string} name */
const out = (name) => page.$eval(`[data-out="${name}"]`, (el) => el.textContent);

/** Waits until the modules of the page that are loaded later move its pictures. */
const whole = async () => {
  await reader.whole();
  await page.waitForFunction(() => !(/** @type {HTMLInputElement} */ (document.getElementById("goal"))).readOnly);
};

/** Scores at or above a threshold, counted in the table. @param {number} threshold */
const above = async (threshold) => (await rows()).filter((row) => Number(row.split(" ")[2]) >= threshold).length;

const [WIN, DRAW] = ["#cut-win", "#cut-draw"];
const weights = () => page.$$eval(".eye-row [name$='/weight']", (all) => all.map((el) => (/** @type {HTMLInputElement} */ (el)).value));

chromiumTest("how many should win: typed, stepped, and why not exactly", async () => {
  await reader.live("/weights/rules/");
  await whole();
  await openAll();
  await sentence("24 of 60 win from 700 points; 35 % draw, 25 % lose.");
  const type = async (/** @type {string} */ share) => {
    await page.focus("#goal");
    await page.$eval("#goal", (el) => (/** @type {HTMLInputElement} */ (el)).select());
    await page.keyboard.type(share);
    await page.keyboard.press("Enter");
    await reader.settled();
  };
  await type("50");
  same([await out("count"), await above(Number(await value(WIN)))], ["30 of 60 win", 30]);
  await page.keyboard.press("ArrowUp");
  await reader.settled();
  const more = Number((await out("count"))?.split(" ")[0]);
  assert.ok(more > 30 && more === await above(Number(await value(WIN))), `${more}`);
  await page.keyboard.press("ArrowDown");
  await reader.settled();
  same(await out("count"), "30 of 60 win");
  // The draw makes room, and returns.
  same(await value(DRAW), "400");
  await type("95");
  const [win, draw] = [Number(await value(WIN)), Number(await value(DRAW))];
  assert.ok(win <= 400 && draw === win - 1, `${win} and ${draw}`);
  await type("40");
  same([await value(DRAW), await above(Number(await value(WIN)))], ["400", 24]);
  await type("x");
  same(await value("#goal"), "40");
  await reader.put("#submissions", "agent,correctness,methodology,speed\na,900,900,900\nb,600,600,600\nc,600,600,600\nd,100,100,100\n");
  await reader.settled();
  await type("50");
  same([await page.$eval("[data-goal-why]", (el) => el.textContent), await value("#goal")], ["1 or 3, not 2: b and c tie at 600.", "75"]);
  await reader.type(WIN, "700");
  await reader.settled();
  same([await page.$eval("[data-goal-why]", (el) => el.textContent), await out("count")], ["", "1 of 4 wins"]);
});

/** The middle of what can be dragged. @param {string} selector */
const middle = async (selector) => {
  const box = await (await page.$(selector))?.boundingBox();
  assert.ok(box, selector);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** @param {string} selector @param {number} dx @param {number} [dy] */
const drag = async (selector, dx, dy = 0) => {
  await page.$eval(selector, (el) => el.scrollIntoView({ block: "center", behavior: "instant" }));
  const { x, y } = await middle(selector);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2);
  await page.mouse.move(x + dx, y + dy);
  await page.mouse.up();
  await reader.settled();
};

chromiumTest("lines and ends are dragged, by pointer and by keyboard, and fields do the same", async () => {
  await page.setViewport({ width: 1280, height: 900 });
  await reader.live("/weights/rules/");
  await whole();
  await openAll();
  const line = (/** @type {string} */ kind) => `.eye-field .eye-grip[data-kind=${kind}] > rect`;
  const wide = await page.$eval(".eye-plot", (el) => el.clientWidth);
  await drag(line("win"), wide / 10);
  same([await value(WIN), await above(800)], ["800", Number((await out("count"))?.split(" ")[0])]);
  await page.keyboard.press("ArrowLeft");
  await reader.settled();
  same(await value(WIN), "795");
  await page.keyboard.press("PageDown");
  await reader.settled();
  same(await value(WIN), "745");
  await drag(line("draw"), wide); // no further than below a win
  same([await value(DRAW), await page.$eval(".eye-grip[data-kind=draw]", (el) => el.getAttribute("aria-valuenow"))], ["744", "744"]);
  await page.click("[data-tool=undo]");
  await reader.settled();
  same(await value(DRAW), "400");
  const [TARGET, NONE, POWER] = ["target", "limit", "decay"].map((member) => `[name="/rulebook/dimensions/2/${member}"]`);
  const grip = (/** @type {string} */ kind) => `.eye-curve .eye-grip[data-kind=${kind}]`;
  const long = await page.$eval(".eye-course", (el) => el.clientWidth);
  await drag(`${grip("full")} > circle`, long / 4); // a quarter of 480
  same([await value(TARGET ?? ""), await out("curve/text")], ["150", "Full marks until 150, none from 420."]);
  await drag(`${grip("none")} > circle`, -long / 8);
  same(await value(NONE ?? ""), "360");
  await page.$eval(grip("full"), (el) => /** @type {SVGElement} */ (el).focus());
  await page.keyboard.press("ArrowRight");
  await reader.settled();
  same(await value(TARGET ?? ""), "155");
  await drag(`${grip("bend")} > circle`, 0, -40);
  const bent = Number(await value(POWER ?? ""));
  assert.ok(bent >= 0.3 && bent < 1.5, `${bent}`);
  await page.keyboard.press("ArrowUp");
  await reader.settled();
  same(Number(await value(POWER ?? "")).toFixed(1), (bent + 0.1).toFixed(1));
  await reader.type(TARGET ?? "", "30");
  await reader.settled();
  same(await page.$eval(grip("full"), (el) => el.getAttribute("aria-valuenow")), "30");
  await drag(`${grip("limit")} > rect`, -long / 4);
  same([await value("#cut-time"), await out("curve/say")], ["300", `${(await rows()).filter((row) => row.includes("expired")).length} of 60 miss the limit of 300 and get no score.`]);
});

chromiumTest("weights follow the one that is edited, but for locked ones", async () => {
  await reader.live("/weights/rules/");
  await openAll();
  same(await weights(), ["60", "20", "20"]);
  await reader.type("#eye-weight-0", "70");
  await reader.settled();
  same(await weights(), ["70", "15", "15"]);
  await page.click(".eye-row:nth-of-type(2) .lock");
  await page.focus("#eye-weight-0");
  await page.keyboard.press("ArrowUp");
  await reader.settled();
  same(await weights(), ["71", "15", "14"]);
  await page.click(".eye-row:nth-of-type(3) .lock");
  await reader.type("#eye-weight-0", "80");
  await reader.settled();
  assert.ok(await page.$eval("[data-balance]", (el) => el.checkVisibility()));
  await page.select("#base", "airena");
  await reader.put("#submissions", "agent,correctness,speed.time_ms,quality,process\nA,90,1000,80,80\n");
  await reader.settled();
  same(await weights(), ["40", "20", "20", "20"]);
});

chromiumTest("an agent is looked at, and kept", async () => {
  await reader.live("/weights/rules/");
  await whole();
  const said = () => out("agent/text");
  same(await said(), "Caelum scores 670, a draw: 30 short of a win.");
  await page.click("[data-steps=upper]");
  await reader.settled();
  const next = await said();
  assert.match(next ?? "", /, a win: /);
  await page.hover('.eye-dots.eye-wide circle[data-result="loss"]');
  await page.waitForFunction((before) => document.querySelector('[data-out="agent/text"]')?.textContent !== before, {}, next);
  assert.match(await said() ?? "", /, a loss: /);
  same([await value("[name='/agent']"), await page.$$eval(".eye-wide circle[data-on=true]", (all) => all.length)], [(next ?? "").split(" ")[0], 1]);
  await page.mouse.move(5, 5);
  await page.waitForFunction((before) => document.querySelector('[data-out="agent/text"]')?.textContent === before, {}, next);
});

chromiumTest("the rules go to other pages", async () => {
  await reader.live("/weights/rules/");
  await whole();
  await reader.type("#cut-win", "650");
  await reader.settled();
  await page.waitForFunction(() => document.querySelector("[data-rules-at]")?.getAttribute("href")?.includes("650"));
  const links = await page.$$eval("[data-rules-at]", (all) => all.map((el) => [el.textContent ?? "", el.getAttribute("href") ?? ""]));
  same(links.map(([name, href]) => [name, href?.split("#")[0]]), [["Audit", "/audit/"], ["Stress", "/weights/stress/"], ["Rating", "/rating/clawdiators/"], ["Score", "/score/clawdiators/"]]);
  for (const [name = "", href = ""] of links) {
    await reader.live(href);
    same(await page.$eval("[data-own-rules]", (el) => (el.checkVisibility() ? el.querySelector("span")?.textContent : "")), "By your rulebook My rules, not by the arena’s own rules.", name);
  }
});

chromiumTest("links of before have their example", async () => {
  await reader.live("/weights/rules/#1;win=720;end");
  await openAll();
  await sentence("6 of 12 win from 720 points; 42 % draw, 8 % lose.");
  same((await rows())[5], "6 Orion 723 733 win");
});
