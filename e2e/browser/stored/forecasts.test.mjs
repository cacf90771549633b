// Forecasts on other sites: a frame in any sandbox and under a strict policy, in each
// width and theme, and the page with the calculator that it leads to.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { audit, auditColours } from "../support/measure/axe.mjs";
import { none, same } from "../support/check.mjs";
import { colours } from "../support/measure/colours.mjs";
import { origin, tab } from "../support/fixture.mjs";
import { detour } from "../support/site.mjs";

const clawdiators = "/embed/forecast/clawdiators?rating=1050&matches=9&strength=1150&draws=20&schedule=even&length=60&targets=1150";
const addresses = [
  clawdiators,
  "/embed/forecast/airena?rating=1302.5&matches=14&strength=1400&draws=10&schedule=level&length=30&targets=1400,1500.5",
  "/embed/forecast/clawdiators-live?rating=-12000&matches=0&strength=-11000&plan=newcomer*200&targets=-11000,-11500,-11900,-12000,-12100,-12200,-12300,-12400&verified=true&memoryless=true&first_attempt=true",
  `/embed/forecast/clawdiators?rating=1000&matches=1000000&strength=1150&plan=${Array(10).fill("contender*100").join(",")}&targets=1200`,
  "/embed/forecast/airena?rating=1200&matches=0&strength=1200&schedule=level&targets=1200",
];
const refused = `${clawdiators}&verified=%3Cb%3Eperhaps%3C/b%3E`;

const reader = await tab();
const { page } = reader;
const showIn = await colours(page);

/** Pages of another site. @type {Record<string, [html: string, policy: string]>} */
const pages = {};
const blog = await detour(origin, (address, response) => {
  const [html, policy] = pages[address] ?? [];
  if (html === undefined) return false;
  if (policy) response.setHeader("Content-Security-Policy", policy);
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(`<!doctype html><html lang="en"><title>Another site</title><link rel="icon" href="data:,"><h1>Another site</h1>${html}`);
  return true;
});
after(() => blog.stop());
const elsewhere = new RegExp(`a request to another origin: ${blog.origin}`);

/** The frame that a page of the other site has. @param {string} name @param {string} html @param {string} [policy] */
async function framed(name, html, policy = "") {
  pages[`/${name}`] = [html, policy];
  await page.goto(`${blog.origin}/${name}`, { waitUntil: "load" });
  return page.waitForFrame((frame) => frame.url().startsWith(`${origin}/embed/forecast/`));
}

for (const address of [clawdiators, refused]) {
  const expected = address === refused ? /status 422|Failed to load resource/ : undefined;
  test(`by itself: axe, both schemes and themes, forced colours, 240 px: ${address}`, async () => {
    await page.setViewport({ width: 240, height: 240 });
    /** @type {Record<string, string>} */ const seen = {};
    for (const scheme of ["light", "dark"]) {
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      for (const theme of ["", scheme === "light" ? "dark" : "light"]) {
        await reader.goto(`${address}&theme=${theme}`);
        none((await audit(page)).filter((fault) => !fault.startsWith("axe did not run its rule target-size")));
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 240);
        seen[scheme + theme] = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        await reader.silent(address, expected);
      }
    }
    const { light, dark } = seen;
    assert.notEqual(light, dark);
    assert.deepEqual(seen, { light, lightdark: dark, dark, darklight: light });
    await showIn("forced");
    none(await auditColours(page));
    await showIn();
  });
}

for (const scheme of ["light", "dark"]) {
  test(`in a sandbox of 320 pixels under a strict policy, ${scheme}`, async () => {
    await page.setViewport({ width: 700, height: 900 });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    const frame = await framed(`strict-${scheme}`, `<iframe title="Forecast" width="320" height="700" sandbox="allow-scripts" src="${origin}${clawdiators}"></iframe>`, `default-src 'none'; frame-src ${origin}; img-src data:`);
    const shown = await frame.evaluate(() => ({
      text: document.body.innerText,
      wide: document.documentElement.scrollWidth,
      high: document.documentElement.scrollHeight,
      fill: getComputedStyle(/** @type {Element} */ (document.querySelector(".band"))).fill,
      paper: getComputedStyle(document.body).backgroundColor,
      chart: document.querySelector("svg")?.getBoundingClientRect().width,
      name: document.querySelector("svg title")?.textContent,
      rows: [...document.querySelectorAll(".course tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent)),
    }));
    const { sentence, steps } = await natively({ rulebook: "clawdiators", rating: 1050, matches: 9, strength: 1150, draws: 20, schedule: "even", length: 60, targets: [1150] });
    assert.ok(shown.text.replaceAll("\u00a0", " ").includes(sentence.replace(/ You.*/s, "")), shown.text);
    assert.match(shown.text, /1150\s+39\.2 %[^]*60 matches, each difficulty in turn, from 1050 after 9 matches[^]*These inputs are not signed[^]*Change the inputs/);
    same(shown.rows, [20, 40, 60].map((i) => [steps[i].match, steps[i].p05, steps[i].p50, steps[i].p95]));
    assert.deepEqual([shown.wide, shown.high, shown.name], [320, 700, "The rating after each match"]);
    assert.ok(Number(shown.chart) > 250);
    assert.deepEqual([shown.fill, shown.paper], scheme === "dark" ? ["rgb(156, 178, 255)", "rgb(15, 18, 22)"] : ["rgb(36, 64, 214)", "rgb(255, 255, 255)"]);
    await reader.silent("framing", elsewhere);
  });
}

test("a frame shows what is wrong with its address", async () => {
  const frame = await framed("refused", `<iframe title="Forecast" width="320" height="700" sandbox="allow-scripts" src="${origin}${refused}"></iframe>`);
  assert.match(await frame.evaluate(() => document.body.innerText), /The request is not valid[^]*verified: "<b>perhaps<\/b>": want true or false/);
  reader.faults();
});

for (const address of addresses) {
  test(`the code of oEmbed holds it, from 240 to 720 pixels: ${address}`, async () => {
    const { html } = await (await fetch(`${origin}/oembed?url=${encodeURIComponent(origin + address)}`)).json();
    for (const width of [240, 280, 320, 480, 512, 720]) {
      await page.setViewport({ width: 800, height: 900 });
      const frame = await framed(`holds-${width}`, html.replace('width="100%"', `width="${width}"`));
      await frame.waitForSelector(".check");
      const sizes = await frame.evaluate(() => [innerWidth, document.documentElement.scrollWidth <= innerWidth, document.documentElement.scrollHeight <= innerHeight, [...document.querySelectorAll("svg text")].every((text) => text.getBoundingClientRect().right <= innerWidth && text.getBoundingClientRect().left >= 0)]);
      assert.deepEqual(sizes, [width, true, true, true]);
    }
    none(reader.faults().filter((fault) => !fault.startsWith("a request to another origin")));
  });
}

for (const address of [...addresses.slice(0, 3), "/embed/forecast/clawdiators?rating=1000&matches=0&strength=1150&plan=veteran*10,legendary&targets=1200", "/embed/forecast/airena?rating=1200&matches=0&strength=1300&plan=1250.5,1300*3&repeat=2&targets=1210"]) {
  test(`its link opens the calculator with these inputs: ${address}`, async () => {
    await reader.goto(address);
    const href = await page.$eval(".check a", (link) => link.getAttribute("href") ?? "");
    const asked = JSON.parse(decodeURIComponent(/;json=(.*);end$/.exec(href)?.[1] ?? ""));
    await reader.live(href.slice(origin.length));
    const { request } = await page.evaluate(() => /** @type {any} */ (globalThis).seenByTests.questions.findLast((/** @type {any} */ q) => q.name === "explain.forecast"));
    const { brief, ...whole } = request; // the page asks for what is drawn later by itself
    same(await natively(whole), await natively(asked));
    await reader.silent("opening the link");
  });
}

/** What the server, which is the same engine as a native program, answers. @param {unknown} request */
async function natively(request) {
  const answer = await fetch(`${origin}/api/v1/explain.forecast`, { method: "POST", body: JSON.stringify(request) });
  assert.equal(answer.status, 200);
  return answer.json();
}
