// /weights/: other weights than the present ones, from an arena, typed or pinned, within
// bounds, and those that put an agent first.

import assert from "node:assert/strict";
import test from "node:test";
import { same } from "../support/check.mjs";
import { agentsOf, openWeights, ranked } from "./weights.mjs";

const { agrees, board, enter, page, rail, reader } = await openWeights();

/** @typedef {import("./weights.mjs").Agent} Agent */

test("the first one stays first between the two weights of the table, and not beyond them", async () => {
  await reader.live("/weights/");
  const agents = agentsOf((await rail()).text);
  const list = await page.$$eval("[data-each=marks] tr", (all) => all.map((row) => ["now", "from", "to"].map((member) => Number(row.querySelector(`[data-out=${member}]`)?.textContent))));
  same(list.map(([now]) => now), [40, 20, 20, 20]);
  for (const [k, [, from = 0, to = 0]] of list.entries()) {
    const first = (/** @type {number} */ percent) => {
      const percents = [40, 20, 20, 20].map((w, i) => (i === k ? percent : ((100 - percent) * w) / (k === 0 ? 60 : 80)));
      const sums = agents.map(({ name, scores }) => ({ name, sum: scores.reduce((sum, score, i) => sum + score * (percents[i] ?? 0), 0) }));
      return sums.sort((a, b) => b.sum - a.sum)[0]?.name;
    };
    for (const at of [from, (from + to) / 2, to]) same(first(at), "Carina");
    if (from > 0) same(first(from - 0.01), "Nova");
    if (to < 100) same(first(to + 0.01), "Nova");
  }
  same(list.filter(([, from, to]) => from === 0 && to === 100).length, 0);
});

test("weights start from an arena or a challenge, and a dimension is added and removed", async () => {
  await reader.live("/weights/");
  const said = (/** @type {string} */ of) => page.waitForFunction((of) => document.querySelector(of)?.closest("[data-edits]")?.querySelector("[role=status]")?.textContent, {}, of).then((text) => text.jsonValue());
  await page.select("#start", "cipher-forge"); // correctness 75, speed 10, methodology 15
  assert.match(String(await said("#start")), /^These are the weights of The Cipher Forge in proportion, without methodology \(15 %\)/);
  await reader.settled();
  same(await agrees(), [88.24, 11.76, 0, 0]);
  await page.select("#start", "airena");
  await page.waitForFunction(() => document.querySelector("[data-edits] [role=status]")?.textContent === "These are the weights of AiRENA.");
  await reader.settled();
  same(await agrees(), [40, 20, 20, 20]);
  await page.click('[name="/weights/0/locked"]');
  await page.select("#start", "equal");
  await reader.settled();
  same([await agrees(), await page.$eval("#start", (el) => /** @type {HTMLSelectElement} */ (el).value)], [[40, 20, 20, 20], ""]);
  await page.click('[name="/weights/0/locked"]');
  await page.select("#start", "equal");
  await reader.settled();
  same(await agrees(), [25, 25, 25, 25]);
  await page.select("#start", "airena");
  await page.waitForFunction(() => document.querySelector("[data-edits] [role=status]")?.textContent === "These are the weights of AiRENA.");
  await reader.settled();
  const before = await board();
  await page.$eval("#agents", (el) => el.closest("details")?.setAttribute("open", ""));
  await page.type("#dimension", "Style");
  await page.keyboard.press("Enter");
  assert.match(String(await said("#dimension")), /^Style is added with weight 0\. All agents have 50 in it/);
  await reader.settled();
  same((await rail()).labels, ["Correctness", "Speed", "Quality", "Process", "Style"]);
  same(await agrees(), [40, 20, 20, 20, 0]);
  same(await board(), before);
  await page.type("#dimension", "Speed");
  await page.click("[data-edit=remove]");
  await page.waitForFunction(() => document.querySelectorAll(".weigh").length === 4);
  await reader.settled();
  same((await rail()).labels, ["Correctness", "Quality", "Process", "Style"]);
  same(await agrees(), [50, 25, 25, 0]);
  await page.type("#dimension", "Size");
  await page.click("[data-edit=remove]");
  same(await said("#dimension"), '"Size": want the name of a column, and another one that stays.');
  for (let undone = 0; undone < 4; undone++) await page.click("[data-tool=undo]");
  await reader.settled();
  same(await agrees(), [40, 20, 20, 20]);
});

test("a hypothetical agent is ranked with all others, in the link and in undo, and a score that cannot be is refused beside it", async () => {
  await reader.live("/weights/");
  const before = await board();
  await page.$eval("#agents", (el) => el.closest("details")?.setAttribute("open", ""));
  const said = (/** @type {RegExp} */ text) => page.waitForFunction((text) => new RegExp(text).test(document.querySelector("[data-agent]")?.textContent ?? ""), {}, text.source);
  const refused = () => page.$eval("[data-agent]", (box) => {
    const [input] = box.querySelectorAll("[aria-invalid]");
    return { label: input?.closest("label")?.textContent?.trim(), focused: input === document.activeElement, text: document.getElementById(input?.getAttribute("aria-describedby") ?? "")?.textContent };
  });
  const score = (/** @type {number} */ i, /** @type {string} */ text) => reader.type(`[data-agent] .stack > :nth-of-type(${i}) input`, text);
  await reader.type("#agent", "Zeta");
  for (const [i, text] of ["98", "9x", "91,5"].entries()) await score(i + 1, text);
  await page.click("[data-agent-change=add]");
  await said(/want a number/i);
  same(await refused(), { label: "Speed", focused: true, text: '"9x": want a number.' });
  await score(2, "90");
  await page.keyboard.press("Enter");
  await said(/Process "": want a number/); // the empty one
  await score(4, "88");
  await score(2, "900");
  await page.keyboard.press("Enter");
  await said(/from 0 to 100/);
  same(await refused(), { label: "Speed", focused: true, text: "900: want a score from 0 to 100." });
  same(await board(), before);
  await score(2, "90");
  await page.keyboard.press("Enter");
  await said(/“Zeta \(hypothetical\)” is in the table/);
  await reader.settled();
  same(await agrees(), [40, 20, 20, 20]);
  same((await board()).filter((row) => row.includes("Zeta")), ["3 Zeta (hypothetical) 93.10"]); // 39.2 + 18 + 18.3 + 17.6
  same((await page.$$eval(".heat tbody th", (all) => all.map((el) => el.textContent))).includes("Zeta (hypothetical)"), true);
  await score(1, "100");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".board")?.textContent?.includes("93.90")); // it is changed, not added once more
  await agrees();
  await page.click("[data-tool=undo]");
  await reader.settled();
  await enter("#weight-2", "50");
  await agrees();
  await page.click("[data-tool=undo]");
  await reader.settled();
  const hash = await reader.fragment();
  await page.click("[data-tool=undo]");
  await reader.settled();
  same(await board(), before);
  same(await page.$$eval("[data-agent] input", (all) => all.map((el) => /** @type {HTMLInputElement} */ (el).value).join("")), ""); // it is typed nowhere any more
  await reader.live(`/weights/${hash}`);
  same((await agrees(), (await board()).filter((row) => row.includes("(hypothetical)"))), ["3 Zeta (hypothetical) 93.10"]);
  await page.setViewport({ width: 360, height: 900 });
  await page.click("[data-tool=pin]");
  await enter("#weight-2", "37");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "it scrolls sideways");
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto("about:blank");
  await reader.live(`/weights/${hash}`);
  await page.$eval("#agents", (el) => el.closest("details")?.setAttribute("open", ""));
  await reader.type("#agent", "Nova");
  await page.click("[data-agent-change=remove]");
  await said(/"Nova": want the name of a hypothetical agent/);
  await reader.type("#agent", "Zeta (hypothetical)");
  await page.click("[data-agent-change=remove]");
  await said(/is removed/);
  await reader.settled();
  same(await board(), before);
});

/** The picture of ranks: each agent's heights, and whether its line is thick. */
const drawn = () => page.$eval("[data-slopes]", (svg) => {
  const names = [...svg.querySelectorAll("div")].map((el) => el.textContent ?? "");
  const lines = [...svg.querySelectorAll("polyline")];
  return lines.map((line, i) => ({ name: names[i], again: names[i + lines.length], most: line.getAttribute("stroke-width") === "3", heights: (line.getAttribute("points") ?? "").split(" ").map((point) => Number(point.split(",")[1])) }));
});

/** Kendall's tau between the rankings under two weightings, pair by pair; there are no ties. @param {Agent[]} agents @param {number[]} a @param {number[]} b */
function tau(agents, a, b) {
  const [x, y] = [a, b].map((percents) => ranked(agents, percents).map(({ name }) => name));
  let sum = 0;
  for (const { name } of agents) for (const { name: other } of agents) if (name < other) sum += ((x?.indexOf(name) ?? 0) < (x?.indexOf(other) ?? 0)) === ((y?.indexOf(name) ?? 0) < (y?.indexOf(other) ?? 0)) ? 1 : -1;
  return ((2 * sum) / (agents.length * (agents.length - 1))).toFixed(2);
}

test("the ranking is compared with those under other weights, typed or pinned", async () => {
  await reader.live("/weights/");
  const agents = agentsOf((await rail()).text);
  const compared = () => page.$$eval("[data-each=weightings] tr", (all) => all.map((row) => ["letter", "weights", "first", "tau"].map((member) => row.querySelector(`[data-out=${member}]`)?.textContent)));
  const equal = [25, 25, 25, 25];
  same(await compared(), [["B", "25 · 25 · 25 · 25 %", ranked(agents, equal)[0]?.name, tau(agents, [40, 20, 20, 20], equal)]]);
  await page.click("[data-tool=pin]");
  await enter("#weight-2", "70");
  const now = await agrees();
  same(now, [15, 70, 7.5, 7.5]);
  await page.waitForFunction(() => document.querySelectorAll("[data-each=weightings] tr").length === 2);
  await reader.settled();
  same(await compared(), [["A", "40 · 20 · 20 · 20 %", "Carina", tau(agents, now, [40, 20, 20, 20])], ["B", "25 · 25 · 25 · 25 %", ranked(agents, equal)[0]?.name, tau(agents, now, equal)]]);
  const ranks = await page.$$eval("#on-others [data-each=rows] tr", (all) => all.map((row) => [...row.querySelectorAll("th, td:not([hidden])")].map((cell) => (cell.textContent ?? "").split(" ")[0])));
  const places = [now, [40, 20, 20, 20], equal].map((percents) => ranked(agents, percents).map(({ name }) => name));
  for (const [name = "", ...shown] of ranks) same(shown, places.map((list) => String(1 + list.indexOf(name))));
  same(ranks.map(([name]) => name), places[0]);
  const lines = await drawn();
  places.forEach((want, c) => same([...lines].sort((a, b) => (a.heights[c] ?? 0) - (b.heights[c] ?? 0)).map(({ name }) => name), want));
  for (const { name, again, most, heights } of lines) {
    const moves = places.map((list, c) => Math.abs(list.indexOf(name ?? "") - (places[0]?.indexOf(name ?? "") ?? 0)) === Math.max(...(places[0] ?? []).map((one, p) => Math.abs(list.indexOf(one) - p))) && c > 0);
    same([again, heights.length], [name, 3]);
    if (most) assert.ok(moves.includes(true), `${name} moves least`);
  }
  assert.ok(lines.some(({ most }) => most));
  await page.$eval("#other-C", (el) => el.closest("details")?.setAttribute("open", ""));
  await page.click("[data-take=other-C]");
  await page.waitForFunction(() => document.querySelectorAll("[data-each=weightings] tr").length === 3);
  same((await compared())[2], ["C", "15 · 70 · 7.5 · 7.5 %", places[0]?.[0], "1.00"]);
  await reader.put("#other-D", "50 50");
  await page.waitForSelector("#others-error");
  same(await reader.message("#other-D"), '"50 50": want 4 percentages with spaces between them, or equal.');
});

test("names of 60 letters end in the pictures with an ellipsis, and nothing scrolls sideways at 320 px", async () => {
  await page.setViewport({ width: 320, height: 740 });
  await reader.live("/weights/");
  const name = (/** @type {string} */ letter) => letter.repeat(60);
  await reader.put("#agents", `agent,correctness,speed,quality\n${name("A")},91,40,62\n${name("B")},84,71,60\n${name("C")},60,88,75\n${name("D")},35,52,90\n`);
  const cut = await page.$$eval("[data-slopes] div", (all) => all.map((el) => [el.scrollWidth > el.clientWidth, getComputedStyle(el).textOverflow]));
  same(cut, Array(8).fill([true, "ellipsis"]));
  const outside = await page.$$eval("[data-map] text", (all) => all.filter((el) => {
    const { left, right } = el.getBoundingClientRect();
    const map = /** @type {Element} */ (el.closest("svg")).getBoundingClientRect();
    return left < map.left || right > map.right;
  }).map((el) => el.textContent));
  same(outside, []);
  same(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  for (const dots of await page.$$eval("[data-form=sure] tr, [data-form=first] tr", (all) => all.flatMap((row) => {
    const dot = row.querySelector(".dot")?.getBoundingClientRect();
    const label = row.querySelector(".dot + span")?.getClientRects()[0];
    return dot && label ? [Math.abs((dot.top + dot.bottom) / 2 - (label.top + label.bottom) / 2)] : [];
  }))) assert.ok(dots < 4, "a name is below its square");
  await page.setViewport({ width: 1280, height: 900 });
});

test("bounds leave out the weightings beyond them, or are refused if they leave none", async () => {
  await reader.live("/weights/");
  await page.$eval("[name=bounded]", (el) => el.closest("details")?.setAttribute("open", ""));
  await page.click("[name=bounded]");
  await reader.put('[name="/weights/0/least"]', "30");
  await reader.put('[name="/weights/1/most"]', "25");
  await page.waitForFunction(() => document.querySelector("#on-sure [data-out=sentence]")?.textContent?.includes("of all weightings within the bounds"));
  same(await agrees(), [40, 20, 20, 20]);
  await reader.put('[name="/weights/2/least"]', "80");
  await page.waitForSelector("#weights-error");
  same(await page.$eval("#on-sure", (el) => el.hasAttribute("data-stale")), true);
  same(await page.$eval("#weights-error", (el) => el.textContent), "The lowest weights sum to 110 %, so that no weights are left: want at most 100 %.");
  await page.click("[name=bounded]");
  await page.waitForFunction(() => document.querySelector("#on-sure [data-out=sentence]")?.textContent?.includes("of all weightings (±"));
});

test("the weights that put an agent first do, and who is never first is behind another one everywhere", async () => {
  await reader.live("/weights/");
  const said = () => page.$eval("[data-form=first] [data-out=sentence]", (el) => el.textContent ?? "");
  const agents = agentsOf((await rail()).text);
  const first = (/** @type {number[]} */ percents) => ranked(agents, percents)[0]?.name;
  const { then, points } = await page.$eval("[data-form=first]", (root) => ({
    then: [...root.querySelectorAll("[data-out=then]")].map((el) => parseFloat(el.textContent ?? "")),
    points: Number(/together, ([\d.]+) points in all/.exec(root.textContent ?? "")?.[1]),
  }));
  same(first(then), "Nova");
  same(first(then.map((w, k) => w + (([40, 20, 20, 20][k] ?? 0) - w) / 50)), "Carina"); // a fiftieth of the way back
  assert.ok(Math.abs(then.reduce((sum, w, k) => sum + Math.abs(w - ([40, 20, 20, 20][k] ?? 0)), 0) - 2 * points) < 1e-9, `${points} points, ${then}`);
  const behind = await page.$$eval("[data-form=first] [data-each=dominated] tr", (all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));
  const scores = (/** @type {string | undefined} */ name) => agents.find((agent) => agent.name === name)?.scores ?? [];
  for (const [name, by] of behind) assert.ok(scores(name).every((x, k) => x <= (scores(by)[k] ?? -1)), `${name} by ${by}`);
  same(behind.map(([name]) => name).sort(), agents.filter(({ name, scores: own }) => agents.some((other) => other.name !== name && own.every((x, k) => x <= (other.scores[k] ?? -1)))).map(({ name }) => name).sort());
  await enter("#first-agent", "Orion");
  same(await said(), "No weights put Orion first: Carina is at least as good in every dimension.");
  await enter("#first-agent", "");
  await page.click("[data-form=first] button[data-fill]");
  await reader.settled();
  same((await rail()).percents, then);
  assert.match((await reader.sentences())[0] ?? "", /^Nova leads/);
  assert.match(await said(), /^Carina is first if /); // now the second one
});
