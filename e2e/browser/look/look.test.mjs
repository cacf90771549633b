// Every state that the look was drawn in, on its real page, and the page of all
// parts: boxes in their places, texts that do not lie on each other, one order for
// eyes and for the keyboard, and enough contrast. Boxes are compared, not pixels.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { audit, auditColours, auditLook } from "../support/measure/axe.mjs";
import { colours } from "../support/measure/colours.mjs";
import { none, same } from "../support/check.mjs";
import { chromiumTest, origin, tab } from "../support/fixture.mjs";
import { geometry } from "../support/measure/geometry.mjs";
import { states } from "../support/measure/states.mjs";
import { dist, root } from "../support/site.mjs";

const reader = await tab();
const { page } = reader;
const nova = readFileSync(join(root, "site/demo/flat/nova.json"), "utf8");
const lyra = readFileSync(join(root, "site/demo/flat/lyra.json"), "utf8"); // the page's example is that of Nova
const stored = (await (await fetch(`${origin}/api/v1/proofs`, { method: "POST", body: nova })).json()).id;

/** A link that opens a proof. @param {string} text */
const proof = (text) => `/verify/#1;op=proof.verify;json=${encodeURIComponent(JSON.stringify({ text }))};end`;

/** A name as miners of Term Challenge have it, but for its last character. */
const HOTKEY = "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQ";

/** Stands for the page of all parts, which the site does not have. */
const KIT = "kit";
const kit = execFileSync("go", ["run", "./e2e/browser/look/kit", dist], { cwd: root, encoding: "utf8" });
const cards = execFileSync("go", ["run", "./e2e/browser/look/kit", dist, "cards"], { cwd: root, encoding: "utf8" });

/** Shows a page of the site, or the page of all parts under a page's headers. @param {string} path */
async function show(path) {
  await reader.goto(path === KIT ? "/privacy/" : path);
  if (path === KIT) await page.setContent(kit, { waitUntil: "load" });
}

/** The drawn states, by their names. @type {Record<string, { path: string, live?: boolean, wait?: string }>} */
const STATES = {
  "home": { path: "/" },
  "a score with a pin": { path: "/score/airena/#2;pin=time=1800;end", live: true, wait: ".pin-ghost:not([hidden]) .seg" },
  "a score of Clawdiators": { path: "/score/clawdiators/" },
  "weights": { path: "/weights/", live: true },
  "weights with a pin": { path: "/weights/#1;w=50,20,15,15;pin=;end", live: true, wait: ".ab-was:not([hidden])" },
  "weights of long names": { path: `/weights/#1;t=${encodeURIComponent(`agent,correctness,speed,quality,process\n${HOTKEY}a,90,20,40,50\n${HOTKEY}b,20,90,50,30\nNova,50,50,60,40`)};end`, live: true, wait: `[data-id="${HOTKEY}a"]` },
  "rules by eye": { path: "/weights/rules/", live: true },
  arena: { path: "/weights/arena/", live: true },
  "audit": { path: "/audit/", live: true },
  "a rating with its forecast": { path: "/rating/clawdiators/", live: true, wait: ".fan-figure" },
  "a difficulty": { path: "/rating/difficulty/", live: true },
  "rewards": { path: "/rewards/term/" },
  "a division": { path: "/rewards/term/strategies/" },
  "a division of long names": { path: `/rewards/term/strategies/#1;miners-a=${HOTKEY}a,atlas,rook,vega;end`, live: true, wait: ".share-figure text[data-id=atlas]" },
  "authentic": { path: proof(lyra), live: true, wait: "[data-shows=live] [data-state=authentic]" },
  "not authentic": { path: proof(lyra.replace(/(?<="final_score": )\d/, "1")), live: true, wait: "[data-shows=live] :is([data-state=not-authentic], [data-state=unmatched])" },
  "unknown key": { path: proof(readFileSync(join(root, "site/demo/unknown.json"), "utf8")), live: true, wait: ".stub[data-state=unknown-key]" },
  "unreadable": { path: proof("{"), live: true, wait: "[data-shows=live] [data-state=unreadable]" },
  "a badge": { path: "/widgets/", live: true },
  "a stored proof": { path: `/p/${stored}` },
  "a leaderboard": { path: "/challenges/demo/merge-intervals" },
  "a history": { path: "/agents/demo/nova" },
  "the log": { path: "/log/" },
  "a page of rules": { path: "/rules/airena/" },
  "an operation": { path: "/docs/operations/score.compute/" },
  "nothing there": { path: "/404.html" },
  "all parts": { path: KIT },
};

/** Runs in the page: scrolls to its start, when what follows a new width has followed. */
async function still() {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  scrollTo(0, 0);
}

for (const [name, { path, live, wait }] of Object.entries(STATES)) {
  test(`${name}: boxes are in their places`, async (t) => {
    await page.setViewport({ width: 1280, height: 800 });
    await (live ? reader.live(path) : show(path));
    if (wait) await page.waitForSelector(wait);
    for (const width of [1280, 768, 360]) {
      await t.test(`${width} px`, async () => {
        await page.setViewport({ width, height: 800 });
        await page.evaluate(still);
        none([...await geometry(page), ...await page.evaluate(undrawn), ...await page.evaluate(broken)]);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, "it scrolls sideways");
      });
    }
  });
}

/** Runs in a page: what a chart has and does not show, and keys of its legend that are no key. */
function undrawn() {
  const hidden = [...document.querySelectorAll(".plot :is(path, line, rect, text)")].filter((el) => getComputedStyle(el).display === "none").map((el) => `${el.outerHTML.slice(0, 60)} is not drawn`);
  const keys = [...document.querySelectorAll(".legend .key")].map((el) => el.getBoundingClientRect()).filter(({ width, height }) => height > 14 || width > 24).map(({ width, height }) => `a key is ${width} × ${height}`);
  return [...hidden, ...keys];
}

/** Runs in a page: short words in tables and labels that go on in a second line, and choices too narrow for a word. */
function broken() {
  const found = [];
  for (const el of document.querySelectorAll(":is(th, label, summary):not(.sr)")) {
    if (!el.checkVisibility()) continue;
    for (const walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT); walker.nextNode();) {
      for (const { 0: word, index } of (walker.currentNode.textContent ?? "").matchAll(/(?<![\p{L}\d])\p{L}{4,16}(?![\p{L}\d])/gu)) {
        const range = document.createRange();
        range.setStart(walker.currentNode, index);
        range.setEnd(walker.currentNode, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(`${word} is broken`);
      }
    }
  }
  for (const el of document.querySelectorAll("select")) if (el.checkVisibility() && el.clientWidth < 48) found.push(`${el.name} is ${el.clientWidth} pixels wide`);
  return found;
}

/** The states of a slip: nine have a seal of their own, and checking has that of not checked. */
const SIGNS = ["unchecked", "checking", "authentic", "qualified", "unknown-key", "contested", "not-authentic", "unmatched", "unreadable", "off"];

/** Runs in a page: the seal, the frame and the ground of each slip. @param {string} selector @param {string} part */
const signs = (selector, part) => [...document.querySelectorAll(selector)].map((el) => {
  const stub = part ? el.querySelector(part) ?? el : el;
  const { borderTopStyle, borderTopWidth, backgroundColor, backgroundImage } = getComputedStyle(stub);
  const seals = [...stub.querySelectorAll(".seal g")].filter((sign) => getComputedStyle(sign).display !== "none").map((sign) => sign.getAttribute("data-sign"));
  return { state: el.getAttribute("data-state"), seals, look: [seals.join(), borderTopStyle, borderTopWidth, backgroundColor, backgroundImage].join(" ") };
});

test("a slip, the strip of a leaderboard and a card have every state, told apart by their seals", async (t) => {
  /** @param {{ state: string | null, seals: (string | null)[] }[]} found */
  const all = (found) => same(found.map(({ state, seals }) => [state, seals]), SIGNS.map((state) => [state, [state === "checking" ? "unchecked" : state]]));
  await page.setViewport({ width: 1280, height: 800 });
  await show(KIT);
  await t.test("slips", async () => all(await page.evaluate(signs, "[data-part] .slip:not(.tally, .small) > .record + .stub, .slip:not(:has(.record)) > .stub:only-child", "")));
  await t.test("leaderboards", async () => all(await page.evaluate(signs, "[data-part] .tally .stub", "")));
  await t.test("cards", async (t) => {
    await page.goto("about:blank");
    await page.setContent(cards, { waitUntil: "load" });
    all(await page.evaluate(signs, ".cd", ".cd-stub"));
    for (const width of [480, 320, 240]) {
      await page.setViewport({ width, height: 800 });
      await t.test(`${width} px`, async () => {
        none(await geometry(page));
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, "it scrolls sideways");
      });
    }
  });
});

test("results of matches can be read in their choices", async () => {
  await reader.live("/rating/clawdiators/");
  await page.$eval("table.run", (el) => el.closest("details")?.setAttribute("open", ""));
  for (const width of [1280, 360]) {
    await page.setViewport({ width, height: 800 });
    none(await page.evaluate(broken), `${width} px`);
  }
});

/** The widths of a window of 1280 px at 200 % and 400 %. */
const ZOOMED = [640, 320];

test("all parts, zoomed to 200 and 400 %", async () => {
  await show(KIT);
  for (const width of ZOOMED) {
    await page.setViewport({ width, height: 800 / (1280 / width) });
    await page.evaluate(still);
    none(await geometry(page), `${width} px`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `it scrolls sideways at ${width} px`);
  }
});

chromiumTest("in letters of twice the size, pictures show the same, and inputs stay in a phone's window", async () => {
  const session = await page.createCDPSession();
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  await page.setViewport({ width: 1280, height: 800 });
  await reader.goto("/");
  none(await page.$$eval("svg[viewBox] text", (all) => all.flatMap((el) => {
    const [text, picture] = [el.getBoundingClientRect(), /** @type {Element} */ (el.closest("svg")).getBoundingClientRect()];
    const over = all.find((other) => { const box = other.getBoundingClientRect(); return other !== el && Math.min(box.right, text.right) - Math.max(box.left, text.left) > 2 && Math.min(box.bottom, text.bottom) - Math.max(box.top, text.top) > text.height / 2; });
    return [...(text.left < picture.left - 1 || text.right > picture.right + 1 ? [`“${el.textContent}” leaves its picture`] : []), ...(over ? [`“${el.textContent}” lies on “${over.textContent}”`] : [])];
  })));
  none(await page.$$eval(".tape .in", (all) => all.filter((el) => (el.querySelector("b")?.getBoundingClientRect().bottom ?? 0) > el.getBoundingClientRect().bottom).map((el) => `${el.textContent} is cut off`)));
  await page.setViewport({ width: 360, height: 740 });
  for (const path of ["/score/airena/", "/weights/", "/widgets/"]) {
    await reader.goto(path);
    const ends = await page.$$eval("main :is(input, select, button, textarea, .unit)", (all) => all.filter((el) => el.checkVisibility() && !el.closest("table")).map((el) => ({ what: el.outerHTML.slice(0, 80), at: el.getBoundingClientRect().right })));
    assert.ok(ends.length > 5, path);
    none(ends.filter(({ at }) => at > 361).map(({ what, at }) => `${what} ends at ${at}`), path);
  }
  await session.send("Page.setFontSizes", { fontSizes: { standard: 16 } });
  await session.detach();
});

/** The pages that answer questions. */
const ANSWERS = ["/verify/", "/score/airena/", "/score/clawdiators/", "/score/term/", "/rating/airena/", "/rating/clawdiators/", "/rating/difficulty/", "/rewards/term/", "/rewards/term/strategies/", "/weights/", "/weights/stress/", "/weights/rules/", "/weights/arena/", "/audit/", "/widgets/"];

chromiumTest("in print", async (t) => {
  await page.setViewport({ width: 718, height: 1000 }); // a sheet of A4 without its margins
  const print = async (/** @type {string} */ path) => { // Chromium may forget the medium with the page before
    await reader.goto(path);
    await page.emulateMediaType("print");
    await page.evaluate(still);
  };
  for (const path of ANSWERS) {
    await t.test(`${path} is not wider than a sheet`, async () => {
      await print(path);
      none(await page.$$eval("main :is(table, figure, svg, p, pre)", (all) => all.filter((el) => el.checkVisibility() && el.getBoundingClientRect().right > 718).map((el) => el.textContent?.trim().slice(0, 40) + ` ends at ${el.getBoundingClientRect().right}`)));
    });
  }
  await t.test("ideas for repair are shown", async () => {
    await print("/weights/stress/");
    const seen = await page.$$eval(".probe-ideas:not([hidden]) > :not(summary)", (all) => all.map((el) => el.checkVisibility()));
    assert.ok(seen.length > 0);
    same(seen, seen.map(() => true));
  });
  await t.test("the words of a filled link can be read", async () => {
    await print(`/p/${stored}`);
    const { color, backgroundColor } = await page.$eval("a.go", (el) => { const { color, backgroundColor } = getComputedStyle(el); return { color, backgroundColor }; });
    same({ color, backgroundColor }, { color: "rgb(255, 255, 255)", backgroundColor: "rgb(36, 64, 214)" });
  });
  await page.emulateMediaType();
});

chromiumTest("all parts in light, dark and forced colours", async () => {
  const paint = await colours(page);
  await show(KIT);
  for (const [width, scheme, look] of /** @type {const} */ ([[1280, "light", audit], [1280, "dark", auditColours], [360, "light", auditLook], [360, "forced", auditColours]])) { // the rest is the same in all
    await page.setViewport({ width, height: 800 });
    await paint(scheme);
    await page.evaluate(still);
    none(await look(page), `${width} px, ${scheme}`);
    none(await geometry(page), `${width} px, ${scheme}`);
  }
  await paint();
});

chromiumTest("words of controls can be read at rest, under the pointer, with the focus and pressed", async (t) => {
  const paint = await colours(page);
  await page.setViewport({ width: 1280, height: 800 });
  for (const path of [KIT, "/", "/verify/", "/score/airena/", "/weights/", "/rating/clawdiators/"]) {
    await t.test(path, async () => {
      await show(path);
      for (const scheme of /** @type {const} */ (["light", "dark"])) {
        await paint(scheme);
        const { kinds, faults } = await states(page);
        assert.ok(kinds > 5, `${kinds} kinds of controls`);
        none(faults, scheme);
      }
    });
  }
  await paint();
});

/** Calculators whose first picture is above their inputs, and those that have none there. */
const PICTURED = ["/score/airena/", "/score/clawdiators/", "/score/term/", "/rating/airena/", "/rating/clawdiators/", "/rating/difficulty/", "/rewards/term/", "/rewards/term/strategies/", "/weights/rules/"];
const SAID = ["/weights/", "/weights/stress/"];

test("on a phone, the answer and its picture are in the first window, and inputs follow", async () => {
  await page.setViewport({ width: 360, height: 740 });
  for (const path of [...PICTURED, ...SAID]) {
    await reader.goto(path);
    const [answer = NaN, picture = NaN, line = NaN, rail = NaN] = await page.evaluate(() => {
      const shown = (/** @type {string} */ selector) => [...document.querySelectorAll(selector)].find((el) => el.checkVisibility() && !el.closest(".sr") && el.getBoundingClientRect().height > 30);
      return ["main :is(.hero-number, .sentence)", ".result :is(figure, svg)", ".sticky-line", ".rail"].map((selector) => (shown(selector)?.getBoundingClientRect().top ?? NaN) + scrollY);
    });
    assert.ok(answer <= 240, `${path}: the answer is at ${answer}`);
    if (PICTURED.includes(path)) assert.ok(picture <= 480 && picture < line, `${path}: the picture is at ${picture}, the line at ${line}`);
    assert.ok(answer < line && line < rail, `${path}: the answer is at ${answer}, the line at ${line}, the inputs at ${rail}`);
  }
});

test("verdicts differ in their frames and signs, not only in colour", async () => {
  await page.setViewport({ width: 1280, height: 800 });
  await show(KIT);
  const frames = await page.$$eval(".stub[data-state]", (all) => all.map((el) => {
    const { borderTopStyle, borderTopWidth, borderLeftWidth } = getComputedStyle(el);
    const sign = [...el.querySelectorAll("[data-sign]")].filter((one) => getComputedStyle(one).display !== "none").map((one) => one.getAttribute("data-sign"));
    const filled = getComputedStyle(el).backgroundColor !== "rgba(0, 0, 0, 0)";
    return { state: el.getAttribute("data-state") ?? "", sign: sign.join(), frame: [borderTopStyle, borderTopWidth, borderLeftWidth, filled].join() };
  }));
  const six = ["authentic", "qualified", "unknown-key", "contested", "not-authentic", "unreadable"].map((state) => frames.find((one) => one.state === state));
  assert.equal(new Set(six.map((one) => one?.frame)).size, 6, JSON.stringify(six));
  assert.equal(new Set(six.map((one) => one?.sign)).size, 6);
  same(frames.filter(({ state }) => state !== "empty").map(({ sign }) => sign).filter((sign) => sign === "" || sign.includes(",")), []);
});

test("the geometry that is asked for is noticed when it is broken", async () => {
  await page.setViewport({ width: 360, height: 800 });
  await show(KIT);
  const broken = async (/** @type {string} */ selector, /** @type {Record<string, string>} */ change) => {
    await page.$eval(selector, (el, change) => Object.assign(/** @type {HTMLElement} */ (el).style, change), change);
    const found = await geometry(page);
    await page.$eval(selector, (el) => el.removeAttribute("style"));
    return found.join("\n");
  };
  assert.match(await broken(".page-head .lede", { marginTop: "-1.5rem" }), /lie on each other/);
  assert.match(await broken(".page-head .lede", { whiteSpace: "nowrap" }), /in a window of 360/);
  assert.match(await broken(".page-head", { display: "flex", flexDirection: "column-reverse" }), /stands above it/);
  none(await geometry(page));
});

chromiumTest("on a phone, the keyboard goes through the head of a page and through rows of inputs as they are seen", async () => {
  await page.setViewport({ width: 360, height: 740 });
  await reader.goto("/privacy/");
  const links = await page.$$eval(".top a", (all) => all.filter((el) => el.checkVisibility()).length);
  /** @type {{ said: string, top: number, left: number }[]} */ const heads = [];
  await page.keyboard.press("Tab"); // to the link that leads to the content
  for (let i = 0; i < links; i++) {
    await page.keyboard.press("Tab");
    heads.push(await page.evaluate(() => ({ said: document.activeElement?.textContent ?? "", top: document.activeElement?.getBoundingClientRect().bottom ?? 0, left: document.activeElement?.getBoundingClientRect().left ?? 0 })));
  }
  none(heads.flatMap(({ said, top, left }, i) => {
    const before = heads[i - 1];
    return before && (top < before.top - 12 || (top < before.top + 12 && left <= before.left)) ? [`“${said}” follows “${before.said}”`] : [];
  }));
  for (const path of ["/score/airena/", "/score/term/", "/rewards/term/strategies/"]) {
    await reader.goto(path);
    const { faults, controls } = await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
      const rows = [...document.querySelectorAll("table.entry tr")].map((row) => [...row.querySelectorAll("input, select, button")].filter((el) => el.checkVisibility()));
      const above = (/** @type {Element} */ el, /** @type {Element | undefined} */ before) => before && el.getBoundingClientRect().bottom <= before.getBoundingClientRect().top;
      return { controls: rows.flat().length, faults: rows.flatMap((row) => row.filter((el, i) => above(el, row[i - 1])).map((el) => `${el.ariaLabel} is above the control before it`)) };
    });
    assert.ok(controls > 3, path);
    none(faults, path);
  }
});
