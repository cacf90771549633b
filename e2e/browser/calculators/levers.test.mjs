// What a score page says beyond the score: what it would take, what a step is
// worth, where the cliffs are, both readings, and how sure a pass rate is.

import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { auditLook } from "../support/measure/axe.mjs";
import { none } from "../support/check.mjs";
import { chromiumTest, tab } from "../support/fixture.mjs";
import { dist } from "../support/site.mjs";

const { loadEngine } = await import(pathToFileURL(join(dist, "engine", "engine.mjs")).href);
const engine = await loadEngine(); // the oracle: what it answers is what the page must show
const reader = await tab();
const { page } = reader;

const JOURNEY = "/score/airena/#1;passed=97;total=100;time=1800;target=88;end"; // against 1000 ms, items of 16

/** The visible texts of elements. @param {string} selector @returns {Promise<string[]>} */
const texts = (selector) => page.$$eval(selector, (all) => all.filter((el) => el.checkVisibility()).map((el) => (el.textContent ?? "").replace(/\s+/g, " ").trim()));

/** The visible text of one element. @param {string} selector */
const text = async (selector) => (await texts(selector))[0] ?? "";

const score = async () => Number(/[\d.]+/.exec(await text(".sentence"))?.[0]);

/** Presses Tab until the focus is on such an element. @param {string} selector */
async function reach(selector) {
  for (let i = 0; i < 150; i++) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not reach ${selector}`);
}

/** Opens what the page folds. */
const unfold = () => page.$$eval("details", (all) => all.forEach((el) => el.setAttribute("open", "")));

/** Types into the control that has the focus. @param {string} value */
async function over(value) {
  await page.keyboard.down("Control");
  await page.keyboard.press("KeyA");
  await page.keyboard.up("Control");
  await page.keyboard.type(value);
  await reader.settled();
}

test("by keyboard alone", async () => {
  await reader.live("/verify/");
  await reach("[data-whatif]");
  await reader.leave(() => page.keyboard.press("Enter"));
  await reader.settled();
  assert.match(await text(".sentence"), /94\.25 of 100/, "the record's own score");

  await reader.live("/score/airena/");
  await reach("input[type=text][data-key=time]");
  await over("1800");
  await reach("details:has([data-key=target]) > summary");
  await page.keyboard.press("Enter");
  await reach("input[type=text][data-key=target]");
  await over("88");
  assert.equal(await score(), 82.8);
  const rows = (await page.$$eval(".way", (all) => all.map((el) => [...el.children].map((cell) => /** @type {HTMLElement} */ (cell).innerText).join(" ").replace(/\s+/g, " "))));
  for (const words of ["Speed 1800 → 1280 ms 88.00", "Quality and process +13 each", "Correctness 97 → 100 of 100 tests 84.00 not enough"]) {
    assert.ok(rows.some((row) => row.includes(words)), `no row says ${words}: ${rows.join(" | ")}`);
  }
  await reach("[data-id=alone-speed] button");
  await page.keyboard.press("Enter");
  await reader.settled();
  assert.equal(await page.$eval("[data-key=time]", (el) => /** @type {HTMLInputElement} */ (el).value), "1280");
  assert.equal(await score(), 88);
  assert.match(await text("[data-used]"), /^82\.80 → 88\.00 \(\+5\.20\)/);
  assert.ok(await page.evaluate(() => document.activeElement?.matches("[data-used]")), "the focus is lost with the button");
  assert.match(await text("[data-operation='explain.target'] .finding"), /88 is reached/);
  await page.$eval("[data-tool=undo]", (el) => /** @type {HTMLElement} */ (el).click());
  await reader.settled();
  assert.deepEqual([await score(), await text("[data-used]")], [82.8, ""], "undone");
});

test("each row's numbers reach the target, and one step less does not", async (t) => {
  await t.test("on the page", async () => {
    const steps = [ // one back from each, and what that leaves of 88
      ["alone-speed", "[data-key=time]", "1280", "1281", 87.99],
      ["equally-quality-process", "[data-key=quality]", "19", "18", 87.8],
      ["together-correctness-speed-quality-process", "[data-key=passed]", "98", "97", 87.6],
    ];
    await reader.live(JOURNEY);
    assert.deepEqual(await page.$$eval(".way:has(button:not([hidden]))", (all) => all.map((el) => el.getAttribute("data-id"))), steps.map(([id]) => id));
    const bars = await page.$$eval(".way", (all) => all.map((el) => ({ ends: [...el.querySelectorAll(".seg")].reduce((sum, seg) => sum + parseFloat(seg.getAttribute("width") ?? ""), 0).toFixed(2), score: el.querySelector("[data-out=score]")?.textContent })));
    for (const { ends, score } of bars) assert.equal(ends, score, "a bar ends at its score");
    for (const [id, selector = "", filled, back, less] of steps) {
      await reader.follow(JOURNEY.replace(/.*#/, "#"));
      await page.click(`[data-id="${id}"] button`);
      await reader.settled();
      assert.equal(await score(), 88, `${id}`);
      assert.equal(await page.$eval(String(selector), (el) => /** @type {HTMLInputElement} */ (el).value), filled);
      await reader.put(String(selector), String(back));
      assert.equal(await score(), less, `${id}, one step back`);
    }
  });
  await t.test("beyond the scale is refused beside the target, and nothing is lost", async () => {
    await reader.type("[data-key=target]", "101");
    assert.equal(await reader.message("[data-key=target]"), "101: want a score from 0 to 100.");
    await reader.fragment();
    await page.reload();
    await reader.settled();
    assert.equal(await page.$eval("[data-key=target]", (el) => /** @type {HTMLInputElement} */ (el).value), "101");
  });
});

test("sweeping a score over the cliff is heard once", async () => {
  const half = { rulebook: "clawdiators", weights: { correctness: 0.5, speed: 0.5 }, measurements: { correctness: { score: 680 }, speed: { score: 700 } } };
  await reader.live(`/score/clawdiators/#1;op=score.compute;json=${encodeURIComponent(JSON.stringify(half))};end`);
  assert.equal(await score(), 690);
  assert.equal(await page.$eval("[data-of=cliff] .says", (el) => el.textContent), "699 → 700 = +16 rating points at K 32. Yours, 690, is 10 below.");
  const rest = () => page.waitForSelector("main:not(:has([data-unspoken]))"); // regions speak once the numbers rest
  await rest();
  await page.evaluate(() => {
    const region = /** @type {Element} */ (document.querySelector("[data-announce=heard]"));
    const heard = (/** @type {any} */ (globalThis).heard = /** @type {string[]} */ ([]));
    new MutationObserver(() => heard.push(region.textContent ?? "")).observe(region, { childList: true, characterData: true, subtree: true });
  });
  await page.focus('[data-dim=correctness] [type=range][data-for*="score"]');
  const passed = [];
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press("ArrowRight");
    await reader.settled();
    await rest();
    passed.push(await score());
  }
  assert.deepEqual(passed, [695, 700, 705, 710]);
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (globalThis).heard), ["A win: 1000 → 1016 (+16)."]);
  const rows = await page.$$eval("[data-of=cliff] tbody tr", (all) => all.map((tr) => `${tr.querySelector("[data-out=score]")?.textContent} ${tr.querySelector("[data-out=result]")?.textContent}`));
  assert.deepEqual(rows, ["399 loss", "400 draw", "699 draw", "700 win", "710 win"]);
});

test("the switch of rules marks what differs and nothing else", async () => {
  await reader.live("/score/clawdiators/");
  await unfold();
  const marked = () => page.$$eval("mark", (all) => all.filter((el) => el.checkVisibility()).map((el) => `${el.closest("tr")?.getAttribute("data-id")} ${el.textContent}`));
  const want = ["methodology 103.5", "methodology 104", "total 823", "total 824"]; // Clawdiators docs, and code
  assert.deepEqual(await marked(), want);
  assert.equal(await text(".differing [data-if=by_docs]"), "in use");
  await page.focus("[name='/rulebook']:checked");
  await page.keyboard.press("ArrowRight");
  await reader.settled();
  assert.deepEqual(await marked(), want);
  assert.deepEqual([await text(".differing [data-if=by_docs]"), await text(".differing [data-if=by_code]")], ["", "in use"]);
  assert.match(await reader.fragment(), /;rules=clawdiators-live;/);
  await page.reload();
  await reader.settled();
  await unfold();
  assert.equal(await score(), 824);
  await reader.type('[data-dim=methodology] [name$="/score"]', "700"); // 15 % of it is whole
  assert.deepEqual(await marked(), []);
  assert.match(await text("[data-operation='explain.diff'] .sentence"), /agree on all 6 values: 825/);
});

test("how sure a pass rate is", async (t) => {
  // Two of the rows of core/score/interval_test.go, from Newcombe's table I.
  await reader.live("/score/term/");
  await unfold();
  for (const [passed, total, range] of [[81, 263, "25.5–36.6 %"], [0, 20, "0.0–16.1 %"]]) {
    await t.test(`${passed} of ${total}`, async () => {
      await reader.follow(`#1;passed=${passed};total=${total};end`);
      assert.equal(await page.$eval(".bracket .range", (el) => el.textContent), range);
    });
  }
});

test("pass rates: a target in percent, and the tasks that change something", async (t) => {
  const target = async () => [await text(".hero-counter"), await page.$$eval(".way", (all) => all.find((el) => el.querySelector("th")?.textContent?.includes("target"))?.querySelector("button")?.getAttribute("data-says") ?? "")].join(": ");
  const rows = () => page.$$eval("[data-of=tasks] tbody tr", (all) => all.map((tr) => ["passed", "meaning"].map((name) => tr.querySelector(`[data-out=${name}]`)?.textContent).join(": ")));
  await reader.live("/score/term/");
  await reader.type("[data-key=target-percent]", "90");
  assert.equal(await target(), "9 short of 90 %: 80.2 % → 90.1 % (+9.9 points)");
  await reader.type("[data-key=target-percent]", "101");
  assert.equal(await reader.message("[data-key=target-percent]"), "101: want a number from 0 to 100.");

  await reader.follow("#1;passed=50;total=100;tasks-top=50;end"); // 2 % more than 50 % is 51 %, 2 points more 52 %
  assert.deepEqual(await rows(), [
    "49 of 100: ",
    "50 of 100: equal to the top score: the earlier submission ranks first",
    "51 of 100: above the top score; resets the decay by Term Challenge (document): 2 % better than the top score; one more task",
    "52 of 100: resets the decay by Term Challenge (live code): 2 points better",
    "85 of 100: reaches the target of 85 %",
    "100 of 100: all tasks",
  ]);
  assert.match(await page.$eval("[data-of=tasks] .says", (el) => el.textContent ?? ""), /^One more task = \+1\.0 points: 51 of 100\. The decay of a top score of 50\.0 % resets at 51: 1 more\.$/);

  await t.test("a link of before has its target as a part of 1", async () => {
    await reader.follow("#1;target=0.9;end");
    assert.match(await target(), /^9 short of 90 %: 80\.2 % →/);
    await reader.type("[data-key=target]", "0.95");
    assert.match(await target(), /^14 short of 95 %: 80\.2 % →/);
    await page.click("[data-tool=reset]");
    await reader.follow("#1;passed=74;end");
    assert.match(await target(), /^4 short of 85 %: 81\.3 % →/, "the example's target, in percent");
  });
});

test("a faster run turns the others round, and a row more is one more", async () => {
  await reader.live("/score/airena/");
  const rows = () => page.$$eval(".runs tbody tr", (all) => all.map((tr) => ["rank", "id", "total", "moved", "then"].map((name) => tr.querySelector(`[data-out=${name}]`)?.textContent).join(" ").replace(/\s+/g, " ").trim()));
  assert.deepEqual((await rows()).slice(0, 2), ["1 Carina 95.40 ▼1 83.40", "2 Nova 95.00 ▲1 84.20"]);
  await reader.type("[data-key=posted]", "1000");
  assert.deepEqual((await rows()).slice(0, 2), ["1 Carina 95.40 95.40", "2 Nova 95.00 95.00"]);
  await page.$eval("#beside [data-add]", (el) => /** @type {HTMLElement} */ (el).click());
  await reader.type('#beside [name="/rivals/4/measurements/speed/time_ms"]', "500");
  assert.deepEqual((await rows()).map((row) => row.replace(/ [^ ]+$/, "")), ["1 run 5 88.00", "2 Nova 84.20", "3 Carina 83.40", "4 Orion 75.40", "5 You 75.20", "6 Draco 63.60"]);
  await reader.type('#beside [name="/rivals/4/measurements/quality/score"]', "101");
  assert.equal(await reader.message('#beside [name="/rivals/4/measurements/quality/score"]'), "101: want a score from 0 to 100.");
});

test("submissions of a challenge stand side by side in the dimensions it weighs", async (t) => {
  await page.setViewport({ width: 1280, height: 900 });
  await reader.live("/score/clawdiators/");
  const rows = () => page.$$eval(".beside tbody tr", (all) => all.map((tr) => ["rank", "id", "total", "result"].map((name) => tr.querySelector(`[data-out=${name}]`)?.textContent).join(" ")));
  const columns = () => page.$$eval("#beside thead th:not([hidden])", (all) => all.map((th) => th.textContent));
  /** What score.compute makes of what the form shows. */
  const scores = async () => {
    const { rulebook, weights, verified } = await page.evaluate(() => /** @type {any} */ (globalThis).seenByTests.questions.findLast((/** @type {any} */ q) => q.name === "explain.score").request);
    return page.$$eval("#beside tbody tr", (all) => all.map((tr) => {
      const cells = [...tr.querySelectorAll("input")].filter((el) => el.checkVisibility());
      return { id: cells[0]?.value ?? "", measurements: Object.fromEntries(cells.slice(1).map(({ name, value }) => [name.split("/")[4], { score: Number(value) }])) };
    })).then((all) => all.map(({ id, measurements }) => {
      const { score, result } = engine.call("score.compute", { rulebook, weights, verified, measurements });
      return `${id} ${score} ${result.replace(/^./, (/** @type {string} */ c) => c.toUpperCase())}`;
    }));
  };
  const agree = async () => {
    const got = (await rows()).map((row) => row.replace(/^\d+ /, "")).filter((row) => !row.startsWith("You")).sort();
    assert.deepEqual(got, (await scores()).sort());
  };
  await unfold();
  await t.test("of the example", async () => {
    assert.deepEqual(await columns(), ["Submission", "Correctness", "Completeness", "Methodology", "Speed"]);
    assert.deepEqual(await rows(), ["1 You 823 Win", "2 Careful 796 Win", "3 Hasty 684 Draw"]);
    await agree();
  });
  await t.test("of another challenge, with other columns, and one more", async () => {
    const preset = await page.$eval("#preset", (el) => [...el.querySelectorAll("option")].find((o) => {
      const weighed = Object.keys(JSON.parse(o.dataset.fill ?? "{}")["/weights"] ?? {});
      return weighed.length > 4 && !weighed.includes("speed");
    })?.value ?? "");
    assert.ok(preset, "a challenge that weighs others");
    await page.select("#preset", preset);
    await reader.settled();
    const ticked = await page.$$eval("#score [data-key=dims]:checked", (all) => all.map((el) => el.closest("label")?.querySelector("span")?.firstChild?.textContent?.trim()));
    assert.deepEqual(await columns(), ["Submission", ...ticked]);
    assert.ok(ticked.length > 2 && ticked.length < 7);
    await page.click("#beside [data-add]");
    await reader.settled();
    assert.equal((await rows()).length, 4);
    await agree();
  });
  await t.test("under the other reading, and after a reload", async () => {
    await page.$eval("#score input[value=clawdiators-live]", (el) => /** @type {HTMLElement} */ (el).click()); // in a fold
    await reader.settled();
    await agree();
    const before = [await rows(), await columns()];
    await reader.fragment();
    await page.reload();
    await reader.settled();
    assert.deepEqual([await rows(), await columns()], before);
  });
  await t.test("a refusal stands beside its cell", async () => {
    await reader.type('#beside [name="/rivals/2/measurements/correctness/score"]', "1001");
    assert.equal(await reader.message('#beside [name="/rivals/2/measurements/correctness/score"]'), "1001: want a score from 0 to 1000.");
  });
});

test("axe and 360 px, with a row used", async () => {
  await page.setViewport({ width: 360, height: 740 });
  await reader.live(JOURNEY);
  await page.$eval(".way button:not([hidden])", (el) => /** @type {HTMLElement} */ (el).click());
  await reader.settled();
  await page.evaluate(() => scrollTo(0, 0)); // nothing is below the line at the upper edge, half in sight
  none(await auditLook(page)); // in light; pages.test.mjs audits the page in dark
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  await page.setViewport({ width: 1280, height: 900 });
  await reader.silent(JOURNEY);
});

chromiumTest("without JavaScript the sections show their example and nothing that cannot work", async () => {
  const plain = await tab({ scripts: false });
  await plain.goto("/score/airena/");
  const ways = await plain.page.$$eval(".way", (all) => all.map((el) => ({ words: el.textContent ?? "", button: el.querySelector("button")?.checkVisibility() })));
  assert.ok(ways.length >= 3);
  for (const { words, button } of ways) {
    assert.match(words, /\d/);
    assert.equal(button, false);
  }
  await plain.close();
});

