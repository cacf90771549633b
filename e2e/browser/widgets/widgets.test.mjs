// /widgets/: badges, the code that shows them, and what that code shows.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { baked } from "../../../site/assets/form/baked.mjs";
import { audit } from "../support/measure/axe.mjs";
import { none } from "../support/check.mjs";
import { allowClipboard, origin, tab } from "../support/fixture.mjs";
import { drop, follow } from "../support/proofs.mjs";
import { detour, dist, root } from "../support/site.mjs";

const { loadEngine } = await import(pathToFileURL(join(dist, "engine", "engine.mjs")).href);
const engine = await loadEngine(); // the oracle
const nova = JSON.stringify(JSON.parse(readFileSync(join(root, "site/demo/flat/nova.json"), "utf8"))); // in one line, as the page has it
const keys = JSON.parse(readFileSync(join(root, "site/keys/arena-keys.json"), "utf8"));
const PATH = "/widgets/";
const reader = await tab();
const { page } = reader;
await allowClipboard();

/** @param {Record<string, unknown>} request */
const badge = (request) => engine.call("badge.render", { text: nova, keys, at: new Date().toISOString(), ...request });

const lasting = engine.call("badge.render", { kind: "score", text: nova, keys }).title; // in code to copy, which is read on any day

/** A proof as short addresses carry it. @param {string} text @returns {string} */
const packed = (text) => engine.call("proof.pack", { text }).packed;
const [genuine, forged] = [packed(nova), packed(nova.replace("94.25", "99.25"))];

/** The code of a snippet. @param {string} id @param {import("../support/tab.mjs").Tab} [of] @returns {Promise<string>} */
const code = (id, of = reader) => of.page.$eval(`[data-snippet=${id}] textarea`, (el) => /** @type {HTMLTextAreaElement} */ (el).value);

/** @param {string} name @param {string} value */
async function choose(name, value) {
  await page.click(`[name="${name}"][value="${value}"]`);
  await reader.settled();
}

/** What the page shows. */
const shown = () => page.evaluate(() => ({
  says: ["message", "label", "note"].map((name) => document.querySelector(`[data-widgets] [data-out=${name}]`)?.textContent),
  pictures: [...document.querySelectorAll("[data-preview]")].map((el) => decodeURIComponent(/** @type {HTMLImageElement} */ (el).src.replace(/^[^,]*,/, ""))),
  error: document.querySelector("p.error")?.textContent ?? null,
  loaded: [...document.images].every((img) => img.complete && img.naturalWidth > 0),
}));

/** Opens what a badge is made of. @param {import("puppeteer-core").Page} of */
const unfold = (of) => of.$$eval(".embed-folds details", (all) => all.forEach((el) => el.setAttribute("open", "")));

await reader.live(PATH); // once: each test begins with reset
await unfold(page);
const plain = await tab({ scripts: false });
await plain.goto(PATH);
/** Brings the example back, as a link to the page does. */
const reset = () => follow(reader, PATH);

test("the example is right without JavaScript", async () => {
  const example = engine.call("badge.render", { kind: "score", text: nova, keys });
  assert.equal(await plain.page.$eval("output.made", (el) => el.textContent), example.message);
  assert.match(await code("markdown", plain), /^\[!\[claims 94\.25 · as of 2026-11-17 · demo · Nova\]\(https:\/\/tallyproof\.example\/badge\/d\/1\.[\w-]+\/score\.svg\)\]\(https:\/\/tallyproof\.example\/verify\/#1;d=1\.[\w-]+;end\)$/);
  await plain.silent("without JavaScript");
});

test("the code of the example is the same before and after JavaScript, but for the site", async () => {
  const alike = (/** @type {string} */ text) => text.replaceAll(origin, "https://tallyproof.example").replace(/ width="\d+" height="20"/, ""); // the picture tells its age
  for (const id of ["markdown", "html", "png", "png-markdown", "card", "frame", "shields"]) {
    assert.equal(alike(await code(id)), alike(await code(id, plain)), id);
  }
  await plain.close(); // a tab behind another draws its frames slowly
});

test("what is chosen is shown", async (t) => {
  for (const kind of ["rating", "verified", "tier", "score"]) {
    await t.test(kind, async () => {
      await choose("/kind", kind);
      const got = await shown();
      const { message, label, note } = badge({ kind });
      assert.deepEqual(got.says, [message, label, note]);
      assert.deepEqual(got.pictures, ["light", "dark", "compact"].map((variant) => badge({ kind, variant }).svg));
      assert.ok(got.loaded, "a picture did not load");
      assert.match(await code("markdown"), new RegExp(`/${kind}\\.svg\\)`));
    });
  }
  await choose("/variant", "dark");
  await page.click("[name='/carry']");
  await reader.settled();
  assert.match(await code("html"), /\/score\.dark\.proof\.svg"/);
  assert.match(await code("shields"), /\/score\.dark\.json$/);
  assert.match(await code("png"), /\/score\.dark\.proof@2x\.png"/);
  assert.match(await code("png-markdown"), /\/score\.dark\.proof\.png\)/);
  none(await audit(page));
  await reader.silent(PATH);
});

/** The badge as PNG: its file, the name of the file, and the size of its picture. @param {import("../support/tab.mjs").Tab} [of] */
async function pixels(of = reader) {
  await of.page.waitForFunction(() => document.querySelector("[data-pixels]")?.checkVisibility({ visibilityProperty: true }));
  const [address = "", name] = await of.page.$eval("a[data-download-png]", (el) => [/** @type {HTMLAnchorElement} */ (el).href, /** @type {HTMLAnchorElement} */ (el).download]);
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
  assert.equal(await of.page.$eval("[data-pixels]", (el) => /** @type {HTMLImageElement} */ (el).src), address);
  const view = new DataView(bytes.buffer);
  return { proof: baked(bytes), name, size: [view.getUint32(16), view.getUint32(20)] };
}

test("the badge as PNG carries its proof if that is authentic", async () => {
  const { width } = badge({ kind: "score" });
  const example = await tab({ scripts: false });
  await example.goto(PATH);
  await unfold(example.page);
  const { proof, size } = await pixels(example);
  assert.deepEqual([proof, size], [nova, [engine.call("badge.render", { kind: "score", text: nova, keys }).width * 2, 40]]);
  await example.close();
  await reset();
  assert.deepEqual(await pixels(), { proof: nova, name: "score.proof.png", size: [width * 2, 40] });
  await choose("/variant", "compact");
  assert.deepEqual(await pixels(), { proof: nova, name: "score.compact.proof.png", size: [badge({ kind: "score", variant: "compact" }).width * 2, 40] });
  await reader.put("#widget-text", nova.replace("94.25", "99.25"));
  assert.equal((await pixels()).proof, "");
});

test("the place of the PNG says while it is drawn, and if it cannot be drawn", async () => {
  const shown = () => page.$eval("[data-pixels]", (el) => [...(el.parentElement?.children ?? [])].filter((one) => one.checkVisibility()).map((one) => one.textContent || "picture").join());
  await reset();
  await pixels();
  assert.equal(await shown(), "picture");
  await page.evaluate(() => {
    const { decode } = HTMLImageElement.prototype;
    HTMLImageElement.prototype.decode = () => new Promise((_, reject) => {
      /** @type {any} */ (globalThis).failToDraw = () => { HTMLImageElement.prototype.decode = decode; reject(new Error()); };
    });
  });
  await choose("/variant", "light");
  assert.equal(await shown(), "Drawing the PNG …");
  await page.evaluate("failToDraw()");
  await page.waitForSelector("[data-undrawn]:not([hidden])");
  assert.match(await shown(), /^The PNG could not be drawn here/);
  assert.equal(await page.$eval("a[data-download-png]", (el) => el.checkVisibility({ visibilityProperty: true })), false);
  await reset();
  await pixels();
});

test("a forged proof shows no value, and nothing typed is lost", async () => {
  await reset();
  await reader.put("#widget-text", nova.replace("94.25", "99.25"));
  assert.deepEqual((await shown()).says, ["not authentic", "score", ""]);
  assert.ok((await shown()).pictures.every((svg) => !svg.includes("verified") && !svg.includes("99.25")));
  await reader.put("#widget-text", "");
  assert.equal(await page.$eval("[data-widgets] output", (el) => el.textContent), "No badge");
  await reader.fragment(); // written
  await page.reload();
  await reader.settled();
  assert.equal(await page.$eval("#widget-text", (el) => /** @type {HTMLTextAreaElement} */ (el).value), "");
});

test("the integrity of the card's script is that of the file", async () => {
  await reset();
  const bytes = Buffer.from(await (await fetch(/src="([^"]*arena-card[^"]*)"/.exec(await code("card"))?.[1] ?? "")).arrayBuffer());
  const want = `integrity="sha384-${createHash("sha384").update(bytes).digest("base64")}" crossorigin="anonymous"`;
  assert.ok((await code("card")).includes(want), await code("card"));
  const frame = await (await fetch(`${origin}/embed/proof/`)).text();
  assert.ok(frame.includes(want.replaceAll('"', "")) || frame.includes(want), frame);
});

test("a badge is shown for exactly the proof it is of", async (t) => {
  const answer = () => page.evaluate(() => [...document.querySelectorAll("[data-widgets] [data-answer]")].filter((el) => el.checkVisibility()).length);
  const heading = () => page.$eval("[data-widgets] output", (el) => el.textContent);
  await t.test("the old verdict disappears at once", async () => {
    await reset();
    const left = await page.evaluate(() => {
      const area = /** @type {HTMLTextAreaElement} */ (document.querySelector("#widget-text"));
      area.value += " x";
      area.dispatchEvent(new Event("input", { bubbles: true }));
      return [document.querySelector("[data-widgets] output")?.textContent, [...document.querySelectorAll("[data-widgets] [data-answer]")].every((el) => !el.checkVisibility())];
    });
    assert.deepEqual(left, ["Making the badge …", true]);
    await reader.settled();
  });
  await t.test("without a proof there is none", async () => {
    await reader.put("#widget-text", "");
    assert.deepEqual([await heading(), await answer()], ["No badge", 0]);
    none(await audit(page));
  });
  await t.test("without an engine there is no badge", async () => {
    const other = await detour(origin, (path, response) => /\.wasm$/.test(path) && Boolean(response.writeHead(404).end()));
    const alone = await tab({ own: true });
    alone.origin = other.origin; // where nothing is cached yet
    await alone.goto(`${PATH}#1;proof=x;end`);
    await alone.page.waitForSelector("[data-status=off]:not([hidden])");
    assert.equal(await alone.page.$$eval("[data-widgets] [data-answer]", (all) => all.filter((el) => el.checkVisibility()).length), 0);
    await alone.close();
    other.stop();
  });
});

test("names stay texts in the code, and keep their order", async () => {
  const spoilt = await tab();
  await spoilt.page.evaluateOnNewDocument(() => {
    const { addEventListener } = Worker.prototype;
    Worker.prototype.addEventListener = function (/** @type {any} */ type, /** @type {any} */ f, /** @type {any} */ more) {
      const spoil = (/** @type {MessageEvent} */ event) => f(event.data?.ok?.title ? new MessageEvent("message", { data: { id: event.data.id, ok: { ...event.data.ok, ...Object.fromEntries(["title", "claim"].map((name) => [name, "<img src=x onerror=alert(1)> [a](b) 19\u202e91"])) } } }) : event);
      return addEventListener.call(this, type, type === "message" ? spoil : f, more);
    };
  });
  await spoilt.live(PATH);
  for (const [id, want] of Object.entries({
    html: 'alt="&lt;img src=x onerror=alert(1)&gt; [a](b) 19\\u202e91"', card: ">&lt;img src=x onerror=alert(1)&gt; [a](b) 19\\u202e91</a>",
    markdown: "[![&lt;img src=x onerror=alert(1)&gt; \\[a\\](b) 19\\\\u202e91](", frame: 'title="&lt;img',
  })) {
    const got = (await code(id, spoilt)).replaceAll('alt="<img src=x onerror=alert(1)>', 'alt="&lt;img src=x onerror=alert(1)&gt;').replaceAll('title="<img', 'title="&lt;img'); // "<" may stand in an attribute
    assert.ok(got.includes(want), `${id}: ${got.slice(-400)}`);
    assert.ok(!got.includes("\u202e"), id);
  }
  await spoilt.close();
});

test("code is copied by one press", async () => {
  await reset();
  for (const id of ["markdown", "html", "shields", "card", "frame"]) {
    await page.click(`[name=what][value=${id === "card" || id === "frame" ? "card" : "badge"}]`);
    await page.$eval(`[data-snippet=${id}]`, (el) => /** @type {HTMLDetailsElement} */ (el).open || /** @type {HTMLElement} */ (el.querySelector("summary")).click());
    await page.click(`[data-snippet=${id}] [data-copy-code]`);
    await page.waitForFunction((id) => document.querySelector(`[data-snippet=${id}] [role=status]`)?.textContent === "Copied.", {}, id);
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await code(id));
  }
});

/** @type {Record<string, string>} */ const hosted = {};
/** A page of another site, with the code in it. @param {string} html */
function host(html) {
  const path = `/${Object.keys(hosted).length}`;
  hosted[path] = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Another site</title><body><main><h1>Another site</h1>${html}</main>`;
  return path;
}
const other = createServer((request, response) => {
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(hosted[request.url ?? ""] ?? "");
});
await new Promise((resolve) => other.listen(0, "127.0.0.1", () => resolve(undefined)));
test.after(() => { other.close(); other.closeAllConnections(); });
const elsewhere = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (other.address()).port}`;

/** @param {string} html */
async function visit(html) {
  const guest = await tab();
  guest.origin = elsewhere;
  await guest.page.goto(elsewhere + host(html), { waitUntil: "load" });
  return guest;
}

/** Faults but requests to our site, which is another origin there, and for the Worker of a sandboxed frame. @param {import("../support/tab.mjs").Tab} of */
const faults = (of) => of.faults(new RegExp(`another origin: (${origin}|blob:null/)|favicon`));

test("badges and cards on another site", async (t) => {
  await reset();
  const codes = Object.fromEntries(await Promise.all(["markdown", "html", "card", "frame", "shields"].map(async (id) => [id, await code(id)])));

  await t.test("HTML: the picture loads, and its link opens the same proof, authentic", async () => {
    const guest = await visit(codes.html);
    assert.deepEqual(await guest.page.$eval("img", (img) => [img.naturalWidth > 200, img.naturalHeight, img.alt]), [true, 20, lasting]);
    none(faults(guest));
    await guest.page.click("a img");
    await guest.page.waitForFunction(() => document.querySelector("[data-verify] [data-out=heading]")?.textContent === "Authentic");
    const claims = await guest.page.$$eval("[data-each=signed] tr", (rows) => rows.map((row) => row.textContent?.replace(/\s+/g, " ").trim()));
    assert.ok(claims.some((text) => text?.includes("final_score") && text.includes("94.25")), claims.join("; "));
    await guest.close();
  });

  await t.test("Markdown names the same two addresses", () => {
    const [, alt, image, link] = /^\[!\[(.*)\]\((\S+)\)\]\((\S+)\)$/.exec(codes.markdown) ?? [];
    assert.equal(alt, lasting);
    assert.ok(codes.html.includes(`src="${image}"`) && codes.html.includes(`href="${link}"`));
  });

  await t.test("shields.io gets what it takes", async () => {
    const answer = await fetch(codes.shields);
    assert.equal(answer.headers.get("access-control-allow-origin"), "*");
    const body = await answer.json();
    assert.deepEqual(Object.keys(body), ["schemaVersion", "label", "message", "color"]);
    assert.equal(body.schemaVersion, 1);
    assert.deepEqual(body, badge({ kind: "score" }).shields);
  });

  await t.test("the card is a link before it is asked, and verifies when it is", async () => {
    const guest = await visit(codes.card);
    await guest.page.waitForSelector("arena-card:defined");
    const inside = "document.querySelector('arena-card').shadowRoot";
    assert.deepEqual(await guest.page.evaluate(`[${inside}.querySelector('[role=status]').textContent, ${inside}.querySelector('slot').assignedElements()[0].textContent]`), ["Not checked yet", "claims 94.25 · as of 2026-11-17 · demo · Nova"]);
    assert.equal(await guest.page.evaluate("performance.getEntriesByType('resource').some(({name}) => name.endsWith('.wasm'))"), false);
    none(await audit(guest.page));
    await guest.page.evaluate(`${inside}.querySelector('button').click()`);
    await guest.page.waitForFunction(`${inside}.querySelector('.head')`);
    assert.deepEqual(await guest.page.evaluate(`['.head', '.cd-who', '.cd-num b', '.cd-by', 'a.cd-a'].map((name) => ${inside}.querySelector(name).textContent)`),
      ["Authentic", "NovaMerge intervals", "94.25", "demo-evaluator-117 Nov 2026", "Every check"]);
    assert.equal(await guest.page.evaluate(`${inside}.querySelector('.cd-bar').getAttribute('aria-label')`), "Correctness 39.00, Speed 19.25, Quality 18.40, Process 17.60");
    none(await audit(guest.page));
    none(faults(guest));
    await guest.close();
  });

  await t.test("a card with a forged proof reports it and removes its value", async () => {
    const guest = await visit(codes.card.replace(genuine, forged));
    await guest.page.waitForSelector("arena-card:defined");
    const inside = "document.querySelector('arena-card').shadowRoot";
    await guest.page.evaluate(`${inside}.querySelector('button').click()`);
    await guest.page.waitForFunction(`${inside}.querySelector('.head')`);
    assert.equal(await guest.page.evaluate(`${inside}.querySelector('.head').textContent`), "Not authentic");
    assert.deepEqual(await guest.page.evaluate(`[${inside}.querySelector('slot'), ${inside}.querySelector('.cd-num').textContent.trim()]`), [null, "—"]);
    await guest.close();
  });

  await t.test("a card whose link becomes another shows nothing of the one before", async () => {
    const guest = await visit(codes.card);
    await guest.page.waitForSelector("arena-card:defined");
    const inside = "document.querySelector('arena-card').shadowRoot";
    await guest.page.evaluate(`${inside}.querySelector('button').click()`);
    await guest.page.waitForFunction(`${inside}.querySelector('.head')`);
    await guest.page.$eval("arena-card a", (a, genuine, forged) => a.setAttribute("href", /** @type {HTMLAnchorElement} */ (a).href.replace(genuine, forged)), genuine, forged);
    await guest.page.waitForFunction(`!${inside}.querySelector('.head')`);
    assert.deepEqual(await guest.page.evaluate(`[${inside}.querySelector('[role=status]').textContent, ${inside}.querySelector('slot') !== null, ${inside}.querySelector('.cd-num'), ${inside}.querySelector('button').hidden]`), ["Not checked yet", true, null, false]);
    await guest.page.evaluate(`${inside}.querySelector('button').click()`);
    await guest.page.waitForFunction(`${inside}.querySelector('.head')?.textContent === 'Not authentic'`);
    await guest.close();
  });

  await t.test("a card whose link was cut off stays a link", async () => {
    const guest = await visit(codes.card.replace(/d=1[^"]*/, "d=1.abc"));
    await guest.page.waitForSelector("arena-card:defined");
    assert.equal(await guest.page.evaluate("document.querySelector('arena-card').shadowRoot.querySelector('.cd-stub').hidden"), true);
    none(faults(guest));
    await guest.close();
  });

  await t.test("a card and a badge of before, whose addresses carry the proof as it is spelled, work as ever", async () => {
    const [json, base64] = [encodeURIComponent(JSON.stringify({ text: nova })), Buffer.from(nova).toString("base64url")];
    const guest = await visit(codes.card.replace(`d=${genuine}`, `op=proof.verify;json=${json}`) + codes.html.replace(`/d/${genuine}/`, `/d/${base64}/`).replace(`d=${genuine}`, `op=proof.verify;json=${json}`));
    await guest.page.waitForSelector("arena-card:defined");
    await guest.page.evaluate("document.querySelector('arena-card').shadowRoot.querySelector('button').click()");
    await guest.page.waitForFunction("document.querySelector('arena-card').shadowRoot.querySelector('.head')?.textContent === 'Authentic'");
    assert.ok(await guest.page.$eval("img", (img) => img.naturalWidth > 200));
    await guest.page.click("a img");
    await guest.page.waitForFunction(() => document.querySelector("[data-verify]"));
    await guest.settled();
    assert.equal(await guest.page.$eval("[data-verify] [data-out=heading]", (el) => el.textContent), "Authentic");
    await guest.close();
  });

  await t.test("the iframe works in its sandbox", async () => {
    const guest = await visit(codes.frame);
    const frame = await (await guest.page.waitForSelector("iframe"))?.contentFrame();
    assert.ok(frame);
    await frame.waitForSelector("arena-card:defined");
    const inside = "document.querySelector('arena-card').shadowRoot";
    await frame.evaluate(`${inside}.querySelector('button').click()`);
    await frame.waitForFunction(`${inside}.querySelector('.head')`);
    assert.equal(await frame.evaluate(`${inside}.querySelector('.head').textContent`), "Authentic");
    await guest.page.$eval("iframe", (el) => el.setAttribute("src", el.src.replace("94.25%2C", "99.25%2C"))); // another fragment loads no page
    await frame.waitForFunction(`!${inside}.querySelector('.head')`);
    await frame.evaluate(`${inside}.querySelector('button').click()`);
    await frame.waitForFunction(`${inside}.querySelector('.head')?.textContent === 'Not authentic'`);
    none(faults(guest));
    await guest.close();
  });
});

test("a badge that carries its proof can be dropped on /verify/", async (t) => {
  const { svg } = badge({ kind: "score", carry: true });
  await reader.live("/verify/");
  for (const [name, text, heading] of [["as it was made", svg, "Authentic"], ["with a digit edited", svg.replace(">score 94.25", ">score 99.25"), "Not authentic"]]) {
    await t.test(name ?? "", async () => {
      await drop(reader, "/text", text ?? "", "badge.svg");
      assert.equal(await page.$eval("[data-verify] [data-out=heading]", (el) => el.textContent), heading);
    });
  }
});
