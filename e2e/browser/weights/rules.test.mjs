// /weights/rules/: scores by changed rules, by numbers computed by hand; the rulebook
// that is exported, imported again, and hostile ones. Then the other pages, which answer
// by a rulebook of the reader.

import assert from "node:assert/strict";
import { auditParts } from "../support/measure/axe.mjs";
import { none, same } from "../support/check.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";
import { OVER } from "../support/hostile.mjs";
import { demo, drop, dropFiles, verdict } from "../support/proofs.mjs";

const reader = await tab();
const { page } = reader;

/** @param {string} text */
const sentence = async (text) => same((await reader.sentences())[0], text);

/** Rows as rank, name, score and result. */
const rows = () => page.$$eval("#changes tbody tr", (all) => all.map((tr) => ["rank", "id", "total", "was", "result"].map((name) => tr.querySelector(`[data-out=${name}]`)?.textContent).join(" ")));

const openAll = () => page.$$eval("details:is(.fold, .eye-formula)", (all) => all.forEach((el) => ((/** @type {HTMLDetailsElement} */ (el)).open = true)));

/** Pastes a text as the reader's own rulebook. @param {string} text */
const own = async (text) => {
  await page.$eval("#own", (el, text) => {
    (/** @type {HTMLTextAreaElement} */ (el)).value = text;
    el.dispatchEvent(new Event("input", { bubbles: true }));
  }, text);
  await reader.settled();
};

const DRAW = "#cut-draw";
const weights = () => page.$$eval(".eye-row [name$='/weight']", (all) => all.map((el) => (/** @type {HTMLInputElement} */ (el)).value));

chromiumTest("another arena, hostile names, and no sideways scroll", async () => {
  await reader.live("/weights/rules/");
  await openAll();
  await reader.type(DRAW, "800");
  await reader.settled();
  same(await reader.message(DRAW), "800: want less than the result above it, 700.");
  await page.select("#base", "airena");
  // AiRENA docs, Scoring System: A has 88 and B 82.8; by 0.8 for tests and 0.2 for speed, 92 and 89.6.
  await reader.put("#submissions", "agent,correctness.passed,correctness.total,speed.time_ms,quality,process.items\nA,9,10,1000,80,16 16 16 16 16\n\u202e<img src=x onerror=alert(1)>,97,100,1800,80,16 16 16 16 16\n");
  await reader.settled();
  same(await rows(), ["1 A 88.00 88.00 ", "2 \\u202e<img src=x onerror=alert(1)> 82.80 82.80 "]);
  await reader.type('[name="/rulebook/dimensions/1/decay"]', "100");
  await reader.settled();
  // Speed of 1.8 times the fastest: 100 − 0.8 · 100 = 20 instead of 60.
  same((await rows())[1], "2 \\u202e<img src=x onerror=alert(1)> 74.80 82.80 ");
  same(await page.$$eval("main img", (all) => all.length), 0);
  await page.setViewport({ width: 360, height: 740 });
  none(await auditParts(page, "#changes", "#base", ".eye-field", ".eye-curve", ".eye-row"), "axe at 360 px");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.setViewport({ width: 1280, height: 900 });
});

chromiumTest("the exported rulebook is accepted, and comes back whole; hostile ones are refused", async () => {
  await page.evaluate(() => (navigator.clipboard.writeText = async (text) => void (/** @type {any} */ (window).copied = text)));
  await page.click("[data-do=copy]");
  await page.waitForFunction(() => "copied" in window);
  const text = await page.evaluate(() => /** @type {any} */ (window).copied);
  const rulebook = JSON.parse(text);
  same([rulebook.id, rulebook.name, rulebook.arena, rulebook.dimensions[1].decay, rulebook.tiers.length, rulebook.rating.scheme], ["my-rules", "My rules", undefined, 100, 6, "pairwise"]);
  same(await reader.ask("rulebook.check", { rulebook }), { ok: true, problems: [] });
  const harbor = { ...rulebook, id: "harbor", name: "\u202eHarbor", results: [{ id: "win", min: 85 }, { id: "loss", min: 0 }], badges: rulebook.badges.slice(0, 1) };
  await own(JSON.stringify(harbor));
  same(await page.$eval("#base", (el) => (/** @type {HTMLSelectElement} */ (el)).value), "own");
  same(await page.$eval("#cut-win", (el) => (/** @type {HTMLInputElement} */ (el)).value), "85");
  await sentence("1 of 2 wins from 85.00 points; 50 % lose.");
  await page.click("[data-do=copy]");
  await page.waitForFunction((before) => /** @type {any} */ (window).copied !== before, {}, text);
  same(JSON.parse(await page.evaluate(() => /** @type {any} */ (window).copied)), harbor);
  const many = Array.from({ length: 200 }, (_, i) => ({ ...harbor.dimensions[0], key: `d${i}` }));
  for (const [hostile, message] of /** @type {[string, RegExp][]} */ ([
    ["{", /JSON/],
    [JSON.stringify({ ...harbor, scale: 1e308 }), /\/scale.*1e\+308/],
    [JSON.stringify({ ...harbor, scale: "NaN" }), /\/scale.*NaN/],
    [JSON.stringify({ ...harbor, dimensions: many }), /\/dimensions.*200/],
    [JSON.stringify({ ...harbor, name: "x".repeat(OVER) }), /name|bytes/],
  ])) {
    await own(hostile);
    assert.match(await reader.message("#own"), message);
    await sentence("1 of 2 wins from 85.00 points; 50 % lose.");
  }
});

chromiumTest("a rulebook that cannot be copied is shown to be selected, until the rules change", async () => {
  await reader.live("/weights/rules/");
  await openAll();
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.click("[data-do=copy]");
  await page.waitForFunction(() => document.querySelector("[data-exports] [role=status]")?.textContent);
  const selected = await page.evaluate(() => String(getSelection()));
  same(JSON.parse(selected || "{}").id, "my-rules");
  const shown = () => page.$$eval("[data-exports] textarea", (all) => all.some((el) => el.checkVisibility()));
  same(await shown(), true);
  await reader.type('[name="/rulebook/dimensions/2/decay"]', "2");
  await reader.settled();
  same([await shown(), await page.$eval("[data-exports] [role=status]", (el) => el.textContent)], [false, ""]);
});

chromiumTest("a new dimension asks for nothing while it is empty, and what is wrong stands beside its control", async () => {
  await reader.live("/weights/rules/");
  const at = (/** @type {string} */ member) => `[name="/rulebook/dimensions/3/${member}"]`;
  const wrong = () => page.$$eval("[aria-invalid=true]", (all) => all.map((el) => (/** @type {HTMLInputElement} */ (el)).name));
  await page.click("[data-add]");
  await reader.settled();
  same([await wrong(), await page.$$eval("#rules-error", (all) => all.length)], [[], 0]);
  await sentence("24 of 60 win from 700 points; 35 % draw, 25 % lose.");
  await reader.type(at("label"), "Style");
  await reader.settled();
  same(await reader.message(at("key")), '"": want a key, the name of its column, of lower-case letters, digits and underscores, 1 to 60 of them.');
  same(await page.$eval("#rules-error", (el) => el.parentElement?.textContent?.startsWith("Column")), true);
  await reader.type(at("key"), "style");
  await reader.type(at("weight"), "10");
  await reader.settled();
  same([await reader.message(at("key")), await wrong(), await weights()], ['No submission has "style": want a column for it.', ["/rulebook/dimensions/3/key"], ["54", "18", "18", "10"]]);
  const text = await page.$eval("#submissions", (el) => /** @type {HTMLTextAreaElement} */ (el).value);
  await reader.put("#submissions", text.split("\n").map((line, i) => (line ? `${line},${["style", 500][i] ?? ""}` : "")).join("\n"));
  await reader.settled();
  same([await page.$eval("#changes .note", (el) => el.textContent), await wrong()], ['warning 59 of 60 submissions have no "style": it scores 0.', []]);
});

/** The link that brings a rulebook to a page. @param {unknown} rulebook */
const link = (rulebook) => `#1;op=rulebook.check;json=${encodeURIComponent(JSON.stringify({ rulebook }))};end`;

/** What the page says of whose rules answer. */
const whose = () => page.$eval("[data-own-rules]", (el) => (el.checkVisibility() ? el.querySelector("span")?.textContent : ""));

/** Goes back to the arena's own rules, by keyboard. */
const back = async () => {
  await page.focus("[data-own-back]");
  await page.keyboard.press("Enter");
  await reader.settled();
  same(await whose(), "");
};

chromiumTest("/weights/ starts from the weights of a rulebook that a link or a file brings", async () => {
  const whole = await reader.ask("rulebook.get", { id: "airena" });
  const mine = (/** @type {string} */ name, /** @type {Record<string, number>} */ weights) =>
    ({ ...whole, name, dimensions: Object.entries(weights).map(([key, weight]) => ({ ...whole.dimensions.find((/** @type {any} */ d) => d.key === key) ?? whole.dimensions[0], key, weight })) });
  const percents = () => page.$$eval('.weigh [name$="/percent"]', (all) => all.map((el) => Number((/** @type {HTMLInputElement} */ (el)).value)));
  const said = () => page.$eval("[data-edits]:has(select) [role=status]", (el) => el.textContent);
  await reader.live(`/weights/${link(mine("\u202eMine", { correctness: 0.5, speed: 0.1, quality: 0.2, process: 0.2 }))}`);
  await page.waitForFunction(() => document.querySelector("[data-edits]:has(select) [role=status]")?.textContent);
  same(await said(), "These are the weights of “\\u202eMine”.");
  await reader.settled();
  same(await percents(), [50, 10, 20, 20]);
  await reader.fragment(); // a step of its own
  // 30 and 50 of 80 %, as the table has no column for luck.
  await dropFiles(reader, "", { "mine.json": JSON.stringify(mine("Mine", { correctness: 0.3, process: 0.5, luck: 0.2 })) });
  await page.waitForFunction(() => document.querySelector("[data-edits]:has(select) [role=status]")?.textContent?.includes("luck"));
  same(await said(), "These are the weights of Mine in proportion, without luck (20 %), which the table does not have.");
  await reader.settled();
  same(await percents(), [37.5, 0, 0, 62.5]);
  await page.click("[data-tool=undo]");
  await reader.settled();
  same(await percents(), [50, 10, 20, 20]);
  await dropFiles(reader, "", { "mine.json": JSON.stringify(mine("Mine", { luck: 1 })) });
  await page.waitForFunction(() => document.querySelector("[data-edits]:has(select) [role=status]")?.textContent?.includes("want"));
  same(await said(), "Mine weighs luck (100 %): want a table with one of these columns.");
  await dropFiles(reader, "", { "mine.json": JSON.stringify(mine("Mine", { speed: -0.3, process: 1.3 })) });
  await page.waitForFunction(() => document.querySelector("[data-edits]:has(select) [role=status]")?.textContent?.includes("/"));
  same(await said(), "/dimensions/0/weight: -0.3: want a number from 0 to 100.");
  same(await percents(), [50, 10, 20, 20]);
});

chromiumTest("a calculator answers by a rulebook of the reader, and says so", async () => {
  const weights = { correctness: 0.5, speed: 0.1, quality: 0.2, process: 0.2 };
  const whole = await reader.ask("rulebook.get", { id: "airena" });
  const mine = { ...whole, name: "\u202eAiRENA", dimensions: whole.dimensions.map((/** @type {any} */ d) => ({ ...d, weight: weights[/** @type {keyof typeof weights} */ (d.key)] })) };
  await reader.live(`/score/airena/${link(mine)}`);
  await reader.settled();
  same(await whose(), "By your rulebook \\u202eAiRENA, not by the arena’s own rules.");
  // 0.5 · 97 + 0.1 · 86 + 0.2 · 80 + 0.2 · 80 = 89.1, and 88 by AiRENA's weights.
  await sentence("This submission scores 89.10 of 100.");
  await back();
  const narrow = { ...mine, name: "Narrow", dimensions: [{ ...mine.dimensions[0], weight: 0.8 }, { ...mine.dimensions[2], weight: 0.2 }] };
  await reader.follow(link(narrow));
  await reader.settled();
  same(await whose(), "By your rulebook Narrow, not by the arena’s own rules.");
  assert.match(await page.$eval("#score-error", (el) => el.textContent ?? ""), /dimension "(process|speed)"/);
});

/** A built-in rulebook with other members. @param {string} id @param {(whole: any) => Record<string, unknown>} changed */
const changed = async (id, changed) => {
  const whole = await reader.ask("rulebook.get", { id });
  return { ...whole, ...changed(whole) };
};

/** A rating with other K-factors. @param {number} k @returns {(whole: any) => Record<string, unknown>} */
const withK = (k) => ({ rating }) => ({ rating: { ...rating, k: [{ from: 0, k }] } });

const sayings = async () => (await reader.sentences()).join(" ");

chromiumTest("ratings and rewards answer by it, and say what it lacks", async () => {
  await reader.live("/rating/airena/");
  await reader.follow(link(await changed("airena", withK(60))));
  await reader.settled();
  same(await whose(), "By your rulebook AiRENA, not by the arena’s own rules.");
  const gains = () => page.$eval("[data-form=challenge] .hero [data-out=lead]", (el) => el.textContent);
  same(await gains(), "▲ 9.31"); // 60 in place of 32
  await back();
  same(await gains(), "▲ 4.97");

  await reader.live("/rating/clawdiators/");
  await reader.follow(link(await changed("clawdiators", withK(64))));
  await reader.settled();
  assert.match(await sayings(), /A win moves the rating from 1000 to 1032/);
  same(await page.$$eval("[name='/rulebook'][type=radio]:checked", (all) => all.length), 0);
  assert.match(await page.$eval("#titles-error", (el) => el.textContent ?? ""), /"clawdiators" has no tiers, badges or titles/);
  await page.$eval("[name='/rulebook'][value=clawdiators]", (el) => el.closest("details")?.setAttribute("open", ""));
  await page.focus("[name='/rulebook'][value=clawdiators]");
  await page.keyboard.press("Space");
  await reader.settled();
  same(await whose(), "");
  assert.match(await sayings(), /A win moves the rating from 1000 to 1016/);

  await reader.live("/rewards/term/strategies/");
  const lenient = await changed("term", ({ reward }) => ({ reward: { ...reward, consensus: { ...reward.consensus, outlier_threshold: 100 } } }));
  await reader.follow(link(lenient));
  await reader.settled();
  // 0.4 · 0.8 + 0.25 · 0.82 + 0.2 · 0.79 + 0.1 · 0.81 + 0.05 · 0.6, by stake.
  assert.match(await sayings(), /The validators agree on 79\.4/);
  await reader.follow(link({ ...lenient, reward: undefined }));
  await reader.settled();
  assert.match(await page.$eval("#division-error", (el) => el.textContent ?? ""), /"term" has no reward rules/);
  await back();
  assert.match(await sayings(), /The validators agree on 80\.42 %: 1 of 5/);
});

chromiumTest("reports answer by one that is pasted or dropped", async () => {
  await reader.live("/weights/stress/");
  const apart = await changed("airena", ({ dimensions }) => ({ dimensions: dimensions.map((/** @type {any} */ d) => (d.key === "speed" ? { ...d, measure: "direct", decay: undefined } : d)) }));
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, JSON.stringify(apart));
  await page.waitForSelector("[data-own-rules]:not([hidden])");
  await reader.settled();
  assert.doesNotMatch(await sayings(), /Bystander/); // nobody's time counts for another
  same(await page.$eval("#rules", (el) => (/** @type {HTMLSelectElement} */ (el)).selectedOptions[0]?.text), "Your rulebook");
  await back();
  assert.match(await sayings(), /3 of 13 checks fail: Bystander/);

  await reader.live("/audit/");
  const before = /** @type {RegExpMatchArray} */ ((await sayings()).match(/^(\d+) of (\d+) values differ .* 1 rating /));
  await page.$eval("[data-drop]", (el, text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "rules.json"));
    el.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, JSON.stringify(await changed("airena", withK(80))));
  await page.waitForSelector("[data-own-rules]:not([hidden])");
  await reader.settled();
  // All twelve ratings are those of K 40.
  assert.match(await sayings(), new RegExp(`^${Number(before[1]) + 11} of ${before[2]} values differ .* 12 ratings `));
  await back();
  assert.match(await sayings(), / 1 rating /);
});

chromiumTest("a signed total is recomputed by one that the reader gives, and by none that a link brings", async () => {
  const floor = JSON.stringify(await changed("airena", ({ composite }) => ({ composite: { ...composite, rounding: "floor-total" } })));
  await reader.live("/verify/");
  const arithmetic = async () => (await verdict(reader)).checks.find(([id]) => id === "arithmetic");
  same((await arithmetic())?.slice(1), ["pass", "39.00 + 19.25 + 18.40 + 17.60 = 94.25 by the rules of AiRENA."]);
  await drop(reader, "/own", floor, "rules.json");
  await reader.settled();
  same(await whose(), "By your rulebook AiRENA, not by the arena’s own rules.");
  const [, status, words] = (await arithmetic()) ?? [];
  same(status, "fail");
  assert.match(words ?? "", /final_score is 94\.25; .* make 94 by the rules/);
  await page.waitForFunction(() => document.querySelector("[data-verify] [data-announce]")?.textContent?.includes("By your rulebook AiRENA"));
  assert.doesNotMatch(await page.evaluate(() => location.hash), /rulebook|rules|own/);
  await reader.type("#proof-own", "{");
  await reader.settled();
  assert.match(await reader.message("#proof-own"), /./);
  await back();
  same((await arithmetic())?.[1], "pass");
  const request = { text: demo("nova").replace("{", `{"rulebook":${floor},`), rulebook: JSON.parse(floor) };
  await reader.follow(`#1;op=proof.verify;json=${encodeURIComponent(JSON.stringify(request))};end`);
  await reader.settled();
  same(await whose(), "");
  same(await page.$eval("#proof-own", (el) => (/** @type {HTMLTextAreaElement} */ (el)).value), "");
  assert.doesNotMatch((await arithmetic())?.[2] ?? "", /make 94 /);
});

chromiumTest("a target and a limit between which the points fall", async () => {
  await reader.live("/weights/rules/");
  await openAll();
  await page.select("#base", "airena");
  const target = '[name="/rulebook/dimensions/1/target"]', limit = '[name="/rulebook/dimensions/1/limit"]';
  assert.ok(await page.$eval(target, (el) => !el.checkVisibility()));
  await page.select('[name="/rulebook/dimensions/1/measure"]', "target-limit");
  assert.ok(await page.$eval(target, (el) => el.checkVisibility()));
  await reader.put("#submissions", "agent,correctness,speed.time_ms,quality,process\nA,90,300,80,80\nB,100,1150,80,80\n");
  await reader.type(target, "300");
  await reader.type(limit, "2000");
  await reader.settled();
  // 0.4 · 90 + 0.2 · 100 + 0.4 · 80, and with half of the way to 300 of 2000: 0.4 · 100 + 0.2 · 50 + 0.4 · 80.
  same((await rows()).map((row) => row.split(" ").slice(0, 3).join(" ")), ["1 A 88.00", "2 B 82.00"]);
  await reader.type(limit, "300");
  await reader.settled();
  assert.match(await reader.message(limit), /^Equal to the target: want another/);
});
