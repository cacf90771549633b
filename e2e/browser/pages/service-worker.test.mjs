// Pages that were opened once, without a network: they compute and verify, say how
// old they are if their contents change, and never mix two builds.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { audit } from "../support/measure/axe.mjs";
import { none } from "../support/check.mjs";
import { chromiumTest, context, firefox } from "../support/fixture.mjs";
import { credential, demo } from "../support/proofs.mjs";
import { detour, serve } from "../support/site.mjs";
import { AHEAD, BOARD, RATING, SCORE, WIDGETS, answerTo, copies, heading, heard, isAhead, isKept, off, online, secondBuild, until, visit, visitors, withNetwork } from "./device.mjs";

/** @typedef {import("../support/tab.mjs").Tab} Tab */

const visitor = visitors(await context());

/** Changes the copies of some files. @param {Tab} of @param {string} pattern @param {{ body?: string, seen?: number }} change */
const alter = ({ page }, pattern, change) => page.evaluate(async (pattern, { body, seen }) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const copy = new RegExp(pattern).test(new URL(request.url).pathname) && (await cache.match(request, { ignoreVary: true }));
      if (!copy) continue;
      if (seen) copy.headers.set("x-seen", String(seen));
      await cache.put(request.url, new Response(body ?? (await copy.arrayBuffer()), { headers: copy.headers }));
    }
  }
}, pattern, change);

for (const forgets of [true, false]) test(`calculators and Verify work without a network after one visit, ${forgets ? "from copies alone" : "with what the browser keeps"}`, async (t) => {
  const { site, reader, open } = await visitor({ forgets });
  const asked = /** @type {[path: string, value: string][]} */ ([[SCORE, "7"], [RATING, "1234"]]).slice(0, forgets ? 2 : 1); // they share their modules
  await visit(reader, ...asked.map(([path]) => path), "/verify/");
  site.cut = true;
  const alone = await open(); // nothing is in its memory
  site.asked.length = 0;
  for (const [path, value] of asked) {
    await t.test(path, async () => {
      await alone.live(path);
      const said = await answerTo(alone, value);
      const { example, answer } = await (online[path] ??= withNetwork(path, value));
      assert.deepEqual(said, answer);
      assert.notDeepEqual(said, example, "it is the example");
      await alone.silent(path, off);
    });
  }
  await alone.live("/verify/");
  for (const [text, want] of /** @type {const} */ ([[demo("atlas"), "Authentic"], [demo("atlas").replace('"final_score": 92', '"final_score": 93'), "Not authentic"], [credential, "Signed by a key we do not know"]])) {
    await t.test(want, async () => {
      await alone.put("#proof-text", text);
      assert.equal(await heading(alone), want);
    });
  }
  assert.ok(site.asked.length > 0, "the network was not asked first");
  await alone.close();
  await reader.close();
});

test("of two programs a page keeps its own", async () => {
  const { reader } = await visitor({ saves: true }); // nothing is kept ahead
  const programs = async () => (await copies(reader)).flatMap((path) => /^\/assets\/(\w+)\.\w+\.wasm$/.exec(path)?.[1] ?? []);
  await reader.goto("/verify/");
  await reader.page.focus("#proof-text");
  await isKept(reader, "/verify/");
  await heard(reader);
  assert.deepEqual(await programs(), ["verifier"]);
  await reader.goto(SCORE);
  const [{ selector } = { selector: "" }] = await reader.fields();
  await reader.page.focus(selector);
  await isKept(reader, SCORE);
  assert.deepEqual((await programs()).sort(), ["engine", "verifier"]);
  await reader.close();
});

test("a stored page says when it was last seen; a page that was never opened says what there is", async (t) => {
  const { site, reader } = await visitor();
  const { page } = reader;
  await visit(reader, SCORE);
  await isAhead(reader);
  // The page as it came: each of its rows is checked again, which needs the network.
  const seen = async () => {
    const html = await (await reader.goto(BOARD))?.text();
    return page.evaluate((html) => [...new DOMParser().parseFromString(html, "text/html").querySelectorAll(".board tr")].map((row) => row.textContent?.replace(/The proof: .*/, "")), html ?? "");
  };
  const rows = await seen();
  assert.ok(rows.length > 2);
  await isKept(reader, BOARD);
  await reader.goto(BOARD);
  assert.equal(await page.$("[data-age]"), null, "there is a network");
  const line = () => page.$eval("main [data-age][role=status]", (el) => /** @type {HTMLElement} */ (el).innerText);
  site.cut = true;
  await t.test("now", async () => {
    assert.deepEqual(await seen(), rows);
    assert.equal(await line(), "Last seen on this device less than a minute ago. This site does not answer now.");
  });
  await t.test("8 days later, to be seen and heard", async () => {
    await alter(reader, `^${BOARD}$`, { seen: Date.now() - 8 * 86_400_000 - 1000 });
    await page.setViewport({ width: 360, height: 800 });
    await reader.goto(BOARD);
    assert.equal(await line(), "Last seen on this device 8 days ago. This site does not answer now.");
    assert.match(await page.title(), /^Last seen on this device 8 days ago · .+ · Tallyproof$/);
    assert.ok((await page.$eval("main [data-age][role=status]", (el) => el.getBoundingClientRect().bottom)) < 800, "it is not in sight");
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
    if (!firefox) none(await audit(page));
  });
  await t.test("a page that was never opened", async () => {
    await reader.goto("/rules/");
    assert.equal(await page.$eval("h1", (el) => el.textContent), "This page is not available offline");
    const links = await page.$$eval("[data-offline] a", (all) => all.map((a) => `${a.getAttribute("href")} ${a.textContent}`));
    assert.deepEqual(links.map((link) => link.split(" ")[0]), [...AHEAD.toSorted(), BOARD]);
    for (const link of links) assert.match(link, /^\S+ \S.* \S/);
    assert.match(await page.$eval("[data-offline]", (el) => /** @type {HTMLElement} */ (el).innerText), /Last seen on this device 8 days ago/);
    if (!firefox) none(await audit(page));
    await reader.leave(() => page.click("[data-offline] a"));
    await reader.settled();
  });
  await t.test("a server that cannot read what is stored", async () => {
    Object.assign(site, { cut: false, fails: true });
    await reader.goto(BOARD);
    assert.equal(await line(), "Last seen on this device 8 days ago. This site cannot make the page now.");
    assert.equal((await reader.goto(`${BOARD}x`))?.status(), 500, "a page that was never opened");
    site.fails = false;
  });
  await t.test("with a network again, there is no such line", async () => {
    site.cut = false;
    await reader.goto(BOARD);
    assert.equal(await page.$("[data-age]"), null);
  });
  await reader.close();
});

test("a copy of a page with keys says that its keys are those of then", async (t) => {
  const { site, reader } = await visitor();
  const { page } = reader;
  const lines = () => page.$$eval("main [data-age][role=status]", (all) => all.map((el) => /** @type {HTMLElement} */ (el).innerText));
  const says = (/** @type {string} */ ago) => [`Kept on this device ${ago}. Its keys are those of then: a key that was revoked since still counts here. This site does not answer now.`];
  await visit(reader, SCORE, "/verify/", "/widgets/");
  await alter(reader, "^/(verify|widgets)/$", { seen: Date.now() - 8 * 86_400_000 - 1000 });
  const slow = await detour(reader.origin, (path) => !path.startsWith("/assets/")); // no page answers
  const cut = () => {
    slow.stop(); // browsers open few connections, and those would wait
    site.cut = true;
  };
  after(slow.stop);
  /** @type {Record<string, () => void>} */ const networks = { "a slow network": () => (site.build = slow.origin), "no network": cut };
  for (const [name, begin] of Object.entries(networks)) await t.test(name, async () => {
    begin();
    await reader.live("/verify/");
    assert.deepEqual(await lines(), says("8 days ago"));
    assert.match(await page.title(), /^Kept on this device 8 days ago · .+ · Tallyproof$/);
    await reader.put("#proof-text", demo("atlas"));
    assert.equal(await heading(reader), "Authentic");
    assert.deepEqual(await lines(), says("8 days ago"));
  });
  await t.test("to be seen and heard", async () => {
    await page.setViewport({ width: 360, height: 800 });
    await reader.live("/verify/");
    assert.ok((await page.$eval("main [data-age]", (el) => el.getBoundingClientRect().bottom)) < 800, "it is not in sight");
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
    if (!firefox) none(await audit(page));
  });
  await t.test("badges are made by keys too; a calculator has none", async () => {
    await reader.goto("/widgets/");
    assert.deepEqual(await lines(), says("8 days ago"));
    await reader.goto(SCORE);
    assert.deepEqual(await lines(), []);
  });
  await t.test("once the site has answered, the keys are those of now", async () => {
    Object.assign(site, { cut: false, build: "" });
    await reader.live("/verify/");
    assert.deepEqual(await lines(), []);
    site.cut = true;
    await reader.live("/verify/");
    assert.deepEqual(await lines(), says("less than a minute ago"));
  });
  await reader.close();
});

test("a network that does not answer is not waited for", async () => {
  const { site, reader } = await visitor();
  await visit(reader, SCORE);
  const slow = await detour(reader.origin, () => true); // never answers
  after(slow.stop);
  site.build = slow.origin;
  const since = performance.now();
  await reader.live(SCORE);
  assert.match((await reader.sentences())[0] ?? "", /88\.00/);
  assert.ok(performance.now() - since > 2500, "the network was not asked first");
  await reader.close();
});

test("if bytes are counted, only what was opened is kept: no input, no POST, nothing of other sites", async () => {
  const { site, reader } = await visitor({ saves: true });
  const { page } = reader;
  await reader.live(`${SCORE}#1;passed=97;total=100;time=1800;end`);
  await isKept(reader, SCORE);
  await heard(reader);
  const asked = site.asked.filter((path) => !/^\/(assets\/|favicon|sw\.js$)/.test(path));
  assert.deepEqual([...new Set(asked)].sort(), ["/", SCORE], "it has fetched what nobody opened"); // the page itself reads the home page's box
  await reader.live(`${SCORE}?from=7#1;passed=96;total=100;time=1800;end`);
  await page.evaluate(async () => {
    await fetch("/api/v1/elo.expected", { method: "POST", body: '{"rating":1050,"opponent":1200}' });
    await fetch("/api/v1/elo.expected", { method: "POST", body: "{" });
    await fetch("/.well-known/arena-keys.json");
  });
  await reader.goto(BOARD);
  await isKept(reader, BOARD);
  const all = await copies(reader);
  assert.deepEqual(all.filter((key) => !key.startsWith("/assets/")).sort(), [BOARD, SCORE].sort());
  none(all.filter((key) => !/^\/assets\/(start|later|host|style|engine|tally-numeric|[\w-]+)\.\w+\.(mjs|css|wasm|woff2|svg)$/.test(key) && key !== BOARD && key !== SCORE), "kept");
  const holds = await page.evaluate(async (path) => (await caches.match(path, { ignoreVary: true }))?.text(), SCORE);
  assert.doesNotMatch(holds ?? "", /passed=9[67]/);
  await reader.close();
});

chromiumTest("if bytes are counted, the engine is not kept until it is used", async () => {
  const { reader } = await visitor({ saves: true });
  const { page } = reader;
  await reader.goto(SCORE);
  await isKept(reader, SCORE, /later/);
  await page.evaluate(() => navigator.serviceWorker.ready);
  assert.deepEqual((await copies(reader)).filter((key) => /wasm|host/.test(key)), []);
  const [field] = await reader.fields();
  await page.focus(field?.selector ?? "");
  await isKept(reader, SCORE);
  await reader.close();
});

test("a damaged copy is fetched again, or is not there", async (t) => {
  const { site, reader, open } = await visitor({ forgets: true });
  await visit(reader, SCORE);
  await alter(reader, "mjs$|wasm$|^/score/", { body: "{damaged" });
  await reader.close();
  const again = await open();
  await t.test("with a network", async () => {
    await again.live(SCORE);
    assert.match((await answerTo(again, "7"))[0] ?? "", /scores (?!88\.00)/);
    await isKept(again, SCORE);
    await again.silent("with damaged copies");
  });
  await t.test("they are mended", async () => {
    site.cut = true;
    await again.live(SCORE);
    await again.silent("with mended copies", off);
  });
  await t.test("without one, a damaged page is not shown", async () => {
    await alter(again, "^/score/", { body: "<h1>damaged" });
    await again.goto(SCORE);
    assert.equal(await again.page.$eval("h1", (el) => el.textContent), "This page is not available offline");
  });
  await again.close();
});

test("the page of a network that asks for a login is shown, and not kept", async () => {
  const { site, reader } = await visitor();
  const { page } = reader;
  await visit(reader, SCORE);
  const engine = (await copies(reader)).find((key) => key.endsWith(".wasm")) ?? "";
  site.login = true;
  for (const path of [SCORE, "/widgets/"]) {
    await reader.goto(path);
    assert.equal(await page.$eval("h1", (el) => el.textContent), "Log in");
  }
  await page.evaluate(() => fetch("/assets/style.UNKNOWN0.css"));
  site.login = false;
  site.cut = true;
  await reader.live(SCORE);
  assert.match((await reader.sentences())[0] ?? "", /88\.00/);
  const all = await copies(reader);
  assert.ok(all.includes(engine) && !all.includes("/widgets/") && !all.includes("/assets/style.UNKNOWN0.css"), String(all));
  await reader.close();
});

test("a new build is announced, and nothing reloads by itself", async (t) => {
  const { folder, style, renamed } = secondBuild();
  const second = await serve("-dist", folder);
  after(second.stop);
  const { site, reader, open } = await visitor();
  const { page } = reader;
  await visit(reader, WIDGETS, SCORE);
  const styles = (/** @type {Tab} */ of) => of.page.$eval("link[rel=stylesheet]", (el) => el.getAttribute("href"));
  await page.evaluate(() => Object.assign(globalThis, { sameByTests: true }));
  site.build = second.origin;
  const other = await open();
  await t.test("a page of the new build has no such line", async () => {
    await other.live(SCORE);
    assert.equal(await styles(other), renamed);
    await page.bringToFront();
    await page.waitForFunction(() => /^Update ready\./.test(/** @type {HTMLElement | null} */ (document.querySelector("[data-update] [role=status]"))?.innerText ?? ""));
    assert.equal(await other.page.$("[data-update]"), null);
  });
  await t.test("the page of the earlier one has it, and stays as it is", async () => {
    assert.equal(await page.evaluate(() => "sameByTests" in globalThis), true, "it was loaded again");
    assert.equal(await styles(reader), style);
    const [before] = await reader.sentences();
    const [field] = await reader.fields();
    await reader.type(field?.selector ?? "", "7");
    assert.notEqual((await reader.sentences())[0], before);
    if (!firefox) none(await audit(page));
  });
  await t.test("a page of the earlier build that is not opened again keeps its copy", async () => {
    site.cut = true;
    await other.live(WIDGETS);
    assert.equal(await styles(other), style);
    await other.silent("a page of the earlier build", off);
    await other.page.waitForFunction(async () => (await caches.keys()).join() === "tallyproof-second0000"); // deleted once it is idle
    site.cut = false;
  });
  await t.test("its button reloads", async () => {
    await page.bringToFront();
    await reader.leave(() => page.click("[data-update] button"));
    await reader.settled();
    assert.equal(await styles(reader), renamed);
    assert.equal(await page.$("[data-update]"), null);
  });
  await other.close();
  await reader.close();
});
