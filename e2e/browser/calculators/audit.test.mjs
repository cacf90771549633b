// /audit/: a challenge is recomputed whole. What a test pastes is made of numbers that
// are right by hand, with some that are not; what the page lists is these.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { keyOf, proofOf } from "../support/evaluator.mjs";
import { auditLook } from "../support/measure/axe.mjs";
import { none, same } from "../support/check.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";
import { root } from "../support/site.mjs";

const reader = await tab();
const { page } = reader;

/** The differences: name, value, claimed, recomputed. */
const rows = () => page.$$eval(".diffs tbody tr", (all) => all.map((tr) => [...tr.children].slice(0, 4).map((el) => el.textContent).join(" | ")));

/** Whether the parts of the answer are seen: all, or none. */
const shown = () => page.$$eval("[data-verdict]", (all) => [...new Set(all.map((el) => el.checkVisibility()))]);

/** @param {string} text */
const sentence = async (text) => same((await reader.sentences())[0], text);

/** @param {string} selector */
const textOf = (selector) => page.$eval(selector, (el) => el.textContent ?? "");

/** @param {string} id @param {string} value */
const choose = async (id, value) => {
  await page.select(`#${id}`, value);
  await reader.settled();
};

/** What a button of the exports saves. @param {string} format */
async function saved(format) {
  return page.evaluate(async (format) => {
    const made = new Promise((resolve) => {
      URL.createObjectURL = (/** @type {any} */ blob) => (resolve(blob.text()), "blob:");
    });
    HTMLAnchorElement.prototype.click = () => {}; // nothing to download
    /** @type {HTMLElement} */ (document.querySelector(`[data-exports] [data-do=${format}]`)).click();
    return /** @type {Promise<string>} */ (made);
  }, format);
}

/**
 * Drops a file of n submissions, each of which scores 88 and every tenth claims 89: four
 * dimensions of AiRENA, 0.4·90 + 0.2·100 + 0.2·80 + 0.2·80.
 * @param {number} n
 */
const drop = (n) =>
  page.evaluate((n) => {
    const lines = ["id,correctness,speed,quality,process,score"];
    for (let i = 0; i < n; i++) lines.push(`agent-${i},90,100,80,80,${i % 10 ? 88 : 89}`);
    const files = new DataTransfer();
    files.items.add(new File([lines.join("\n")], "<b>challenge</b>.csv", { type: "text/csv" }));
    document.querySelector("[data-drop]")?.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
  }, n);

test("the example, filtered and found", async () => {
  await reader.live("/audit/");
  await sentence("8 of 63 values differ from the rules of AiRENA: 1 dimension score, 3 scores, 2 ranks, 1 rating and 1 proof.");
  same((await rows()).slice(0, 3), ["Carina | Rank | 2 | 1", "Nova | Rank | 1 | 2", "Atlas | Score | 92.40 | 92.00"]);
  await choose("kind", "score");
  same(await rows(), ["Atlas | Score | 92.40 | 92.00", "Lyra | Score | 91.20 | 90.45", "Volans | Score | 48.00 | 38.00"]);
  same(await textOf("[data-out=shown]"), "3 differences, of 8 in all.");
  await page.click("#filter");
  await reader.type("#find", "vol");
  same(await rows(), ["Volans | Score | 48.00 | 38.00"]);
  await reader.type("#find", "nobody");
  same(await textOf("[data-out=shown]"), "No difference.");
  await reader.type("#find", "");
  await choose("kind", "");
  same((await rows()).length, 8);
  await page.setViewport({ width: 360, height: 740 });
  none(await auditLook(page), "light at 360 px"); // dark, and light at 1280 px: pages.test.mjs
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.setViewport({ width: 1280, height: 900 });
});

const hero = () => page.$$eval("[data-out^='hero/']:not(.sticky-line *)", (all) => all.map((el) => el.textContent).join(" "));
const chosen = () => page.$eval("[data-readout]", (el) => [...el.querySelectorAll("[data-out]")].map((one) => one.textContent).join(" | "));

test("a paste with hostile names: its differences, and the files of them", async () => {
  await reader.put("#report", "agent;rank;total;correctness;speed;quality;process\n=1+1;2;88;90;100;80;80\n<img src=x onerror=alert(1)>;2;83,8;97;60;80;80\n\u202e@evil |`b`;3;-5;0;0;0;0");
  same(await reader.message("#rules"), "The text names no rulebook: want the rules of an arena.");
  same(await page.$$eval("[data-doubt] button", (all) => all.map((el) => el.textContent)), ["AiRENA’s", "Clawdiators’", "Term’s"]);
  same(await shown(), [false], "the example’s answer is gone");
  await page.click("[data-doubt] button");
  await reader.settled();
  same(await page.$eval("#rules", (el) => /** @type {HTMLSelectElement} */ (el).value), "airena");
  same(await reader.message("#rules"), "");
  await sentence("3 of 6 values differ from the rules of AiRENA: 2 scores and 1 rank.");
  same(await rows(), ["=1+1 | Rank | 2 | 1", "<img src=x onerror=alert(1)> | Score | 83.80 | 82.80", "\\u202e@evil |`b` | Score | −5.00 | 0.00"]);
  const csv = (await saved("csv")).split("\r\n");
  same(csv[0], "place,field,name,rule,what,claimed,recomputed,why,by");
  assert.match(csv[1] ?? "", /^1,\/challenge\/submissions\/0\/rank,'=1\+1,rank,Rank,2,1,"ranked by score/);
  assert.match(csv[2] ?? "", /^2,[^,]*,<img src=x onerror=alert\(1\)>,score,Score,83.8,82.8,/);
  assert.match(csv[3] ?? "", /,'?-5,0,/);
  for (const line of csv.slice(1, 4)) assert.match(line, /,the rules of AiRENA$/);
  same(csv.length, 5);
  const json = JSON.parse(await saved("json"));
  same(json.differences.map((/** @type {any} */ { name, claimed }) => `${name} ${claimed}`), ["=1+1 2", "<img src=x onerror=alert(1)> 83.8", "\u202e@evil |`b` -5"]);
  same(json.sentence, "3 of 6 values differ from the rules of AiRENA: 2 scores and 1 rank.");
  same(json.rules, "the rules of AiRENA");
  same(json.counts.map((/** @type {any} */ { differ }) => differ).join(" "), "0 0 2 0 1 0 0");
  const markdown = await saved("markdown");
  assert.match(markdown, /^\*\*3 of 6 values differ from the rules of AiRENA: /);
  assert.match(markdown, /\| Scores \| 3 \| 1 \| 2 \|/);
  assert.match(markdown, /^\| &lt;img src=x onerror=alert\(1\)&gt; \| Score \| 83\.8 \| 82\.8 \|/m);
  assert.match(markdown, /^\| \\\\u202e\\@&#8288;evil \\\|\\`b\\` \|/m);
  await choose("kind", "rank");
  same((await saved("csv")).split("\r\n").length, 3);
  await choose("kind", "");
});


test("what cannot be read is refused with its row, and nothing is shown in its place", async () => {
  for (const [text, want] of [
    ["agent,score\nA,1\nB,high\n", 'Row 2, column "score": "high" is no number: correct it, leave it blank, or ignore the column.'],
    ['{"submissions": [{"id": "a"}, {"id": "a"}]}', 'Row 2, id: "a" is also submission 0: want each id once.'],
    ['{"submissions": [{"id": "a"}', /^Beside the submissions: /],
    ["", /^The text is empty: /],
  ]) {
    await reader.put("#report", /** @type {string} */ (text));
    const message = await reader.message("#report");
    if (typeof want === "string") same(message, want);
    else assert.match(message, /** @type {RegExp} */ (want));
    same(await shown(), [false]);
  }
  await reader.put("#report", '[{"id": "a", "correctness": 90, "speed": 100, "quality": 80, "process": 80, "score": 88}]');
  await sentence("The one value compared agrees with the rules of AiRENA.");
  same(await shown(), [true]);
  same(await textOf("[data-out=shown]"), "No difference.");
  await reader.silent("pastes");
});

chromiumTest("a long file is audited in parts, shows how far it is, and ends when asked to", async () => {
  await drop(100_000);
  await page.waitForSelector("[data-running]:not([hidden])");
  same(await textOf("[data-file]"), "<b>challenge</b>.csv");
  const far = await page.$eval("progress", (el) => /** @type {HTMLProgressElement} */ (el).position);
  assert.ok(far > 0 && far < 1, `${far} read`);
  assert.match(await textOf("[data-running] [data-far]"), /^[\d,]+ of 100,000$/);
  assert.match((await reader.sentences())[0] ?? "", /^The first [\d,]+ submissions: [\d,]+ of [\d,]+ values differ from the rules of AiRENA: [\d,]+ scores\.$/, "the example’s sentence is gone");
  await page.focus("[data-do=cancel]");
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-stopped]:not([hidden])");
  await reader.settled();
  assert.match((await reader.sentences())[0] ?? "", /^The first [\d,]+ submissions: [\d,]+ of [\d,]+ values differ/);
  same(await page.evaluate(() => document.activeElement?.id), "filter");
  same((await rows())[1], "agent-10 | Score | 89.00 | 88.00");
  const stopped = Number.parseInt((await textOf("[data-stopped] [data-far]")).replace(",", ""), 10);
  assert.ok(stopped > 0 && stopped < 100_000, `${stopped}`);
  await page.click("[data-do=on]");
  await page.waitForFunction((stopped) => Number.parseInt(document.querySelector("[data-running]:not([hidden]) [data-far]")?.textContent.replace(",", "") ?? "", 10) > stopped, {}, stopped);
  await page.click("[data-do=cancel]");
  await reader.settled();
});

/** A table of 200 agents whose scores are 0.5, 0.2, 0.2 and 0.1 of what they have, but for two. */
const league = () => {
  const names = ["Carina", "Nova", "Vega", "Orion", "Volans"];
  const lines = ["Agent,Correctness,Speed,Quality,Process,Total Score"];
  for (let i = 0; i < 200; i++) {
    const name = `${names[i % 5]} ${Math.floor(i / 5) + 1}`;
    const scores = [i * 7, i * 13, i * 29, i * 31].map((x) => 40 + (x % 61));
    const sum = 5 * /** @type {number} */ (scores[0]) + 2 * /** @type {number} */ (scores[1]) + 2 * /** @type {number} */ (scores[2]) + /** @type {number} */ (scores[3]);
    lines.push([name, ...scores, (sum + (name === "Volans 6" ? 30 : name === "Vega 2" ? 90 : 0)) / 10].join());
  }
  return lines.join("\n");
};

test("200 scores are held to the weights that made them, in 2 s", async () => {
  await reader.live("/audit/");
  await choose("rules", "airena");
  const took = await page.evaluate(async (text) => {
    const begun = performance.now();
    const el = /** @type {HTMLTextAreaElement} */ (document.querySelector("#report"));
    el.value = text;
    el.dispatchEvent(new Event("input", { bubbles: true }));
    const gone = ![...document.querySelectorAll("[data-verdict]")].some((one) => one.checkVisibility());
    while (!document.querySelector("[data-calc] output")?.textContent?.includes("fit 50")) await new Promise(requestAnimationFrame);
    return { gone, ms: performance.now() - begun };
  }, league());
  assert.ok(took.gone, "the example stays above another table");
  assert.ok(took.ms < 2000, `${took.ms} ms`);
  await page.waitForFunction(() => !document.querySelector("[data-far]")?.checkVisibility()); // on a busy machine it comes in parts
  await reader.settled();
  await sentence("198 of 200 scores fit 50 · 20 · 20 · 10; these two do not: Vega 2, Volans 6. AiRENA’s 40 · 20 · 20 · 20 fit 4.");
  same(await page.$eval("[data-out='weights/text']", (el) => el.textContent), "50 20 20 10");
  same(await page.$eval("[data-out='weights/says']", (el) => el.textContent), "Found in its scores.");
  same((await rows()).length, 2);
  same(await hero(), "198 of 200 scores fit 50 · 20 · 20 · 10. These two do not: Vega 2, Volans 6.");
  same(await page.$$eval(".value-strip text", (all) => all.map((el) => el.textContent).filter(Boolean)), ["Vega 2"], "Volans 6 is too near");
  await page.focus("[data-strip-of]");
  await page.keyboard.press("End");
  assert.match(await chosen(), /^Volans 6 \| Score \| /);
  await reader.fragment(); // a step of its own
  await reader.type("#claim", await textOf("[data-readout] [data-out=right]"));
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.querySelector("[data-out='hero/number']")?.textContent === "199");
  await reader.settled();
  same(await hero(), "199 of 200 scores fit 50 · 20 · 20 · 10. This one does not: Vega 2.");
  await page.click("[data-tool=undo]");
  await page.waitForFunction(() => document.querySelector("[data-out='hero/number']")?.textContent === "198");
  await reader.settled();
  await page.click("[name='/weights_from'][value=rulebook]");
  await reader.settled();
  assert.match((await reader.sentences())[0] ?? "", /^196 of 200 values differ from the rules of AiRENA: 196 scores\.$/);
  same(await textOf(".audit-diffs > .finding"), "These weights did not make the scores.");
  await page.click("[data-do=recover]");
  await reader.settled();
  same(await page.$eval("[name='/weights_from']:checked", (el) => /** @type {HTMLInputElement} */ (el).value), "");
  same(await hero(), "198 of 200 scores fit 50 · 20 · 20 · 10. These two do not: Vega 2, Volans 6.");
  await page.click("[name='/weights_from'][value=rulebook]");
  await reader.settled();
  await page.click("[name='/weights_from'][value=given]");
  await reader.settled();
  same(await page.$eval("#weights", (el) => /** @type {HTMLInputElement} */ (el).value), "40 20 20 20");
  await reader.type("#weights", "50 20 20 10");
  await sentence("198 of 200 scores fit 50 · 20 · 20 · 10; these two do not: Vega 2, Volans 6.");
  await reader.type("#weights", "50 20 20 -10");
  same(await page.$eval(".error", (el) => el.textContent), "-10: want a weight of at least 0.");
  await page.click("[name='/weights_from'][value='']");
  await reader.settled();
  same((await rows()).length, 2);
  await reader.silent("weights");
});

const says = (/** @type {string} */ selector) => page.$$eval(selector, (all) => all.filter((el) => el.checkVisibility()).map((el) => el.textContent?.trim()));

test("a table tells what each column is to the rules; offers and choices are in links and undone", async () => {
  await reader.live("/audit/");
  same(await says("#reading"), [], "submissions in JSON have no columns");
  await reader.put("#report", 'agent;correctness;speed;quality;process;total;votes\nNova;90;100;80;80;88;"1,250"\nLyra;97;60;80;80;83,800;"1,300"\n');
  for (const words of ["83.8", "AiRENA’s"]) {
    const offer = await page.waitForFunction((words) => [...document.querySelectorAll("[data-doubt] button")].find((el) => el.textContent === words), {}, words);
    await /** @type {import("puppeteer-core").ElementHandle} */ (offer).click();
    await reader.settled();
  }
  await sentence("1 of 2 values differs from the rules of AiRENA: 1 score.");
  same(await says("#reading .column > .quiet"), ["name", "score of Correctness", "score of Speed", "score of Quality", "score of Process", "score", "not used"]);
  await page.$eval("[data-text]", (el) => el.setAttribute("open", ""));
  same(await says(".found-in [data-out=brief]"), ["2 submissions · 6 columns used · 1 column not used"]);
  await reader.fragment(); // a step of its own
  await page.select('#reading [data-column="total"] select', "ignored");
  await reader.settled();
  await sentence("Nothing in it can be recomputed by the rules of AiRENA.");
  const hash = await reader.fragment();
  assert.match(hash, /;rules=airena;.*;numbers=comma;c=total;cr=ignored;end$/);
  await page.click("[data-tool=undo]");
  await reader.settled();
  await sentence("1 of 2 values differs from the rules of AiRENA: 1 score.");
  await reader.live(`/audit/${hash}`);
  await sentence("Nothing in it can be recomputed by the rules of AiRENA.");
  same((await says("#reading .column > .quiet"))[5], "your choice");
  await reader.put("#report", "agent,correctness,speed,quality,process,score\nNova,90,100,80,80,88\n");
  await sentence("The one value compared agrees with the rules of AiRENA.");
  same((await reader.fragment()).includes("c=total"), false, "a choice goes with its column");
});

test("a table that replaces another one's choices is audited once", async () => {
  await reader.live("/audit/#1;rules=airena;t=agent%3Blaps%3Bfuel%3Bscore%0ANova%3B90%3B100%3B88%2C000%0A;numbers=comma;c=fuel;cr=ignored;end");
  await reader.settled();
  await page.evaluate(() => {
    const answers = /** @type {string[]} */ (/** @type {any} */ (globalThis).answersForTests = []);
    for (const type of ["answered", "refused"]) document.querySelector("[data-calc]")?.addEventListener(type, () => answers.push(type));
    const data = new DataTransfer();
    data.items.add(new File(["team,correctness,speed,quality,process,total\nLyra,97,60,80,80,82.8\nVega,90,100,80,80,88.5\n"], "results.csv"));
    document.querySelector("[data-drop]")?.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page.waitForFunction(() => /** @type {any} */ (globalThis).answersForTests.length > 0); // the file is read
  await reader.settled();
  await sentence("1 of 2 values differs from the rules of AiRENA: 1 score.");
  same(await page.evaluate(() => /** @type {any} */ (globalThis).answersForTests), ["answered"]);
  const hash = await reader.fragment();
  assert.doesNotMatch(hash, /numbers=|c=fuel/);
  await page.click("[data-tool=undo]");
  await reader.settled();
  assert.match(await reader.fragment(), /numbers=comma;c=fuel;cr=ignored;end$/, "undo brings them back with their table");
});

test("a true, a tampered and a forged proof have three answers", async () => {
  const text = readFileSync(join(root, "site/demo/flat/nova.json"), "utf8");
  const { version, evaluator_pubkey, evaluator_signature, scoring_weights, ...members } = JSON.parse(text);
  const answers = [];
  for (const proof of [text, text.replace('"quality": 92', '"quality": 93'), JSON.stringify(proofOf(keyOf(9), members))]) {
    await reader.put("#report", proof);
    answers.push((await reader.sentences())[0] ?? "");
  }
  const [own = "", tampered = "", forged = ""] = answers;
  assert.doesNotMatch(own, /proof/);
  assert.match(tampered, /1 proof\b/);
  assert.match(forged, /Not compared: .*1 proof\./);
  assert.doesNotMatch(forged, /differ from[^.]*1 proof/);
});

/** Waits until a report is of all that was dropped: between two parts of it the page may rest. @param {number} values */
const whole = (values) => page.waitForFunction((begin) => document.querySelector("[data-calc] output")?.textContent?.includes(begin) && !document.querySelector("[data-far]")?.checkVisibility(), {}, `of ${values.toLocaleString("en")} values`).then(() => reader.settled());

chromiumTest("a whole file is turned page by page, and removed", async () => {
  await drop(40_000); // more than a page keeps as a text
  await whole(40_000);
  await sentence("4,000 of 40,000 values differ from the rules of AiRENA: 4,000 scores.");
  same(await textOf("[data-out=shown]"), "Differences 1 to 100 of 4,000.");
  await page.click("[data-turn=on]");
  await reader.settled();
  same((await rows())[0], "agent-1000 | Score | 89.00 | 88.00");
  await page.click("[data-turn=last]");
  await reader.settled();
  same((await rows()).at(-1), "agent-39990 | Score | 89.00 | 88.00");
  same(await page.$$eval("[data-turn][aria-disabled=true]", (all) => all.map((el) => el.textContent)), ["Next", "Last"]);
  same((await saved("csv")).split("\r\n").length, 4002);
  await page.waitForSelector("html:not([data-unwritten])"); // it is on the device
  await reader.live("/audit/", { again: true });
  await whole(40_000);
  same(await textOf("[data-file]"), "<b>challenge</b>.csv", "the file is there after a reload");
  await page.click("[data-do=forget]");
  await reader.settled();
  await page.click("[data-tool=undo]");
  await whole(40_000);
  await page.click("[data-tool=reset]");
  await reader.settled();
  await sentence("8 of 63 values differ from the rules of AiRENA: 1 dimension score, 3 scores, 2 ranks, 1 rating and 1 proof.");
  await reader.silent("files");
});

chromiumTest("a file that is being read when the one before is removed does not come", async () => {
  await drop(40_000);
  await page.waitForSelector("[data-chosen]:not([hidden])");
  await reader.settled();
  await page.evaluate(() => {
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = function () { // the next file is read when the test says so
      Blob.prototype.arrayBuffer = arrayBuffer;
      return new Promise((resolve) => (/** @type {any} */ (globalThis).readOn = resolve)).then(() => arrayBuffer.call(this));
    };
  });
  await drop(30_000);
  await page.waitForFunction("globalThis.readOn");
  await page.click("[data-do=forget]");
  await page.evaluate("readOn(); new Promise(requestAnimationFrame)");
  await reader.settled();
  same(await page.$eval("[data-chosen]", (el) => el.hasAttribute("hidden")), true);
  await page.click("[data-tool=reset]");
  await reader.settled();
});

chromiumTest("a filter that is chosen during the last part of an audit counts for it", async () => {
  await reader.live("/audit/");
  await choose("rules", "airena");
  for (const moment of ["asked", "answered"]) {
    await choose("kind", "");
    await page.evaluate((moment) => { // after the question, or before the frame that shows its answer
      const worker = /** @type {Worker} */ (/** @type {any} */ (globalThis).seenByTests.workers.at(-1));
      const filter = () => {
        const kind = /** @type {HTMLSelectElement} */ (document.querySelector("#kind"));
        kind.value = "rank";
        kind.dispatchEvent(new Event("input", { bubbles: true }));
      };
      const { postMessage } = Object.getPrototypeOf(worker);
      worker.postMessage = (/** @type {any} */ message, /** @type {any} */ more) => {
        postMessage.call(worker, message, more);
        if (!message.request?.work) return;
        delete /** @type {any} */ (worker).postMessage;
        if (moment === "asked") filter();
        else worker.addEventListener("message", () => filter(), { once: true });
      };
    }, moment);
    await reader.put("#report", '[{"id": "a", "correctness": 90, "speed": 100, "quality": 80, "process": 80, "score": 89, "rank": 2}]');
    same(await rows(), ["a | Rank | 2 | 1"], moment);
  }
});

test("a link whose text brings its own rules: the page calls them so, whatever their name, until others are chosen", async () => {
  const rulebook = { id: "airena", name: "AiRENA", arena: "airena", source: "", arithmetic: "exact", scale: 100, dimensions: [{ key: "correctness", label: "Correctness", weight: 0, measure: "direct" }, { key: "quality", label: "Quality", weight: 1, measure: "direct" }], composite: { rounding: "none" } };
  const submissions = [{ id: "cheat", score: 95, correctness: 50, speed: 95, quality: 95, process: 95, rank: 1 }, { id: "honest", score: 70, correctness: 90, speed: 70, quality: 70, process: 70, rank: 2 }];
  const link = (/** @type {unknown} */ rules) => reader.live(`/audit/#1;t=${encodeURIComponent(JSON.stringify({ rulebook: rules, submissions }))};end`);
  const brought = 'the rules that the text itself brings, named "AiRENA", which are not the built-in ones';
  await link(rulebook);
  await sentence(`All 4 values compared agree with ${brought}.`);
  same(JSON.parse(await saved("json")).rules, brought);
  assert.match(await saved("markdown"), /^\*\*All 4 values compared agree with the rules that the text itself brings, /);
  await choose("rules", "airena");
  await sentence("4 of 4 values differ from the rules of AiRENA: 2 scores and 2 ranks.");
  await link({ ...rulebook, name: "of AiRENA\". \u202e<b>" });
  await sentence(`All 4 values compared agree with ${brought.replace("AiRENA", 'of AiRENA\\". \\u202e<b>')}.`);
  await link("term");
  await sentence("All 2 values compared agree with the rules of Term Challenge (document). Not compared: 2 scores.");
  await reader.silent("rules of a link");
});
