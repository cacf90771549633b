// /verify/ shows a verdict for exactly the inputs it was computed for. As soon as
// one of them is another, and while there is no answer, nothing of a verdict is
// left: not on the screen, not for a screen reader, and nothing to copy.

import assert from "node:assert/strict";
import test, { after } from "node:test";
import { auditParts } from "../support/measure/axe.mjs";
import { none, same } from "../support/check.mjs";
import { chromiumTest, origin, tab } from "../support/fixture.mjs";
import { PATH, credential, demo, drop, dropFiles, file, follow, fresh, linkTo, text, verdict } from "../support/proofs.mjs";
import { detour } from "../support/site.mjs";

/** @typedef {import("../support/tab.mjs").Tab} Tab */

const reader = await tab({ keeps: true });
const { page } = reader;
const forged = demo("nova").replace("94.25", "99.25");

/** What is left of a verdict, one line for each part. @param {Tab} [of] */
const left = ({ page } = reader) =>
  page.evaluate(() => {
    const root = /** @type {HTMLElement} */ (document.querySelector("[data-verify]"));
    const results = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".result")]);
    for (const el of root.querySelectorAll("details")) el.open = true;
    if (results.length !== 2) throw new Error(`${results.length} parts of the result`);
    const sees = (/** @type {Element} */ el) => el.checkVisibility({ visibilityProperty: true });
    const parts = ["table", "[data-out]:not(output)", "pre", "[data-copy]", "[data-copy-of]", "[data-break]", "[data-look=used]", "[data-search-go]", "[data-opinion]", "[data-tool=answer]:not([disabled])"];
    const found = parts.flatMap((part) => results.flatMap((result) => [...result.querySelectorAll(part)]).filter(sees).map((el) => `${part}: ${el.textContent?.slice(0, 60)}`));
    if (!results.some(sees)) return []; // a list of proofs stands in its place
    found.push(...[...root.querySelectorAll(".seal [data-sign]:not([data-sign=unchecked], [data-sign=off])")].filter((sign) => sees(/** @type {Element} */ (sign.parentElement)) && getComputedStyle(sign).display !== "none").map((sign) => `the sign ${sign.getAttribute("data-sign")}`));
    const said = /Authentic|Signed by|Nova|94\.25|✓/.exec(results.map(({ innerText }) => innerText).join(" "));
    return said ? [...found, `it says ${said[0]}`] : found;
  });

/** Heading and line. @param {Tab} [of] */
const says = ({ page } = reader) =>
  page.evaluate(() => [".stub output", ".status > :not([hidden])"].map((part) => /** @type {HTMLElement | null} */ (document.querySelector(`[data-verify] ${part}`))?.innerText ?? "").join(" | "));

/** What a screen reader can reach in the result. @param {Tab} of */
async function heard({ page }) {
  /** @type {string[]} */ const names = [];
  const walk = (/** @type {any} */ node) => { if (node?.name) names.push(node.name); node?.children?.forEach(walk); };
  for (const root of await page.$$("[data-verify] .result")) walk(await page.accessibility.snapshot({ interestingOnly: false, root }));
  return names.join(" ");
}

/** A tab whose engine can be held back or spoilt. @param {(path: string, response: import("node:http").ServerResponse) => boolean} answer */
async function through(answer) {
  const other = await detour(origin, answer);
  after(other.stop);
  const through = await tab({ own: true });
  through.origin = other.origin; // where nothing is cached yet
  return through;
}

/** A tab for which these files wait until they are let go; asked: the page wants the first. @param {RegExp} files */
async function slow(files) {
  let [go, wanted] = [() => {}, () => {}];
  const gone = new Promise((resolve) => (go = () => resolve(undefined)));
  const asked = new Promise((resolve) => (wanted = () => resolve(undefined)));
  let held = true;
  const reader = await through((path, response) => {
    if (!held || !files.test(path)) return false;
    wanted();
    gone.then(async () => {
      const usual = await fetch(origin + path);
      response.writeHead(usual.status, { "content-type": usual.headers.get("content-type") ?? "" }).end(Buffer.from(await usual.arrayBuffer()));
    });
    return true;
  });
  return { reader, asked, go: () => { held = false; go(); } };
}

/** Waits until the page says so. @param {Tab} of @param {RegExp} want */
const until = ({ page }, want) =>
  page.waitForFunction((pattern) => new RegExp(pattern).test([...document.querySelectorAll("[data-verify] .stub output, [data-verify] .status > :not([hidden])")].map((el) => el.textContent).join(" | ")), {}, want.source);

chromiumTest("the example's seal is earned on this device", async () => {
  const plain = await tab({ scripts: false });
  await plain.goto(PATH);
  const look = (/** @type {Tab} */ { page }) => page.$eval(".lead .slip", (el) => ({
    label: /** @type {HTMLElement} */ (el.querySelector("h2")).innerText, state: el.querySelector(".stub")?.getAttribute("data-state"),
    claims: el.querySelector(".claims")?.checkVisibility({ visibilityProperty: true }), bytes: document.querySelector(".byte-ribbon")?.getAttribute("data-state"),
  }));
  same(await look(plain), { label: "Not checked yet", state: "unchecked", claims: true, bytes: "unchecked" });
  assert.doesNotMatch(await plain.page.$eval(".lead", (el) => /** @type {HTMLElement} */ (el).innerText), /Authentic/);
  await reader.live(PATH);
  await reader.settled();
  same(await look(reader), { label: "Authentic", state: "authentic", claims: false, bytes: "authentic" });
  await plain.close();
});

test("the examples can be tried, and are examples", async (t) => {
  for (const [label, heading] of [["Forged", "Not authentic"], ["Unknown key", "Signed by a key we do not know"], ["Authentic", "Authentic"]]) {
    await t.test(label ?? "", async () => {
      await fresh(reader);
      await reader.put("#proof-keys", file("pubkey.hex")); // of which nothing is left
      const shows = await page.evaluate((label) => {
        const button = [...document.querySelectorAll("[data-sample]")].find((el) => el.textContent === label);
        if (!(button instanceof HTMLElement)) throw new Error("no such example");
        button.click();
        return document.querySelector("[data-verify]")?.getAttribute("data-shows");
      }, label);
      assert.equal(shows, "checking", "nothing of the verdict before");
      await reader.settled();
      assert.match(await page.$eval(".stub h2", (el) => /** @type {HTMLElement} */ (el).innerText), new RegExp(`^${heading}$`));
      assert.match(await says(), /Our example/);
      assert.equal(await page.$eval("#proof-keys", (el) => /** @type {HTMLTextAreaElement} */ (el).value), "");
      await reader.put(text, `${await page.$eval(text, (el) => /** @type {HTMLTextAreaElement} */ (el).value)} `);
      assert.doesNotMatch(await page.$eval(".stub h2", (el) => /** @type {HTMLElement} */ (el).innerText), /Example/, "a reader's own");
    });
  }
  await t.test("Reset after another example shows no verdict of that", async () => {
    await page.evaluate(() => /** @type {HTMLElement} */ (document.querySelectorAll("[data-sample]")[1]).click());
    await reader.settled();
    const shows = await page.evaluate(() => {
      /** @type {HTMLElement} */ (document.querySelector("[data-tool=reset]")).click();
      return document.querySelector("[data-verify]")?.getAttribute("data-shows");
    });
    assert.equal(shows, "checking");
    await reader.settled();
    assert.match(await says(), /^Authentic/);
  });
  await t.test("logs no message in the console", () => reader.silent("examples"));
});

for (const [name, files] of Object.entries({ "the page’s own script": /\/page\.\w+\.mjs/, "the engine": /\/verifier\.\w+\.wasm/ })) {
  test(`a link shows nothing of the example while ${name} is loading`, async () => {
    const { reader: late, asked, go } = await slow(files);
    late.page.goto(late.origin + PATH + linkTo({ text: forged })).catch(() => {}); // it is not loaded before the script is let go
    await asked;
    await late.page.waitForFunction(() => document.readyState !== "loading" && document.querySelector("[data-verify]"));
    await late.frames();
    none(await left(late));
    if (name === "the engine") assert.doesNotMatch(await heard(late), /Authentic|Nova|94\.25|Signed by/);
    go();
    await until(late, /^Not authentic/);
    await late.silent(name);
    await late.close();
  });
}

test("the old verdict disappears at once for anything typed, pasted, dropped or linked", async (t) => {
  await reader.live(PATH);
  /** Does something in the page and looks before the next frame. @param {string} doing @param {(page: any) => void} act */
  const atOnce = async (doing, act) => {
    await t.test(doing, async () => {
      await fresh(reader);
      const shows = await page.evaluate(`(${act})(document); document.querySelector("[data-verify]").dataset.shows`);
      assert.equal(shows, "checking");
      await reader.settled();
    });
  };
  await atOnce("one character", (doc) => { const area = doc.querySelector("#proof-text"); area.value += " "; area.dispatchEvent(new Event("input", { bubbles: true })); });
  await atOnce("a key to try", (doc) => { const area = doc.querySelector("#proof-keys"); area.value = "x"; area.dispatchEvent(new Event("input", { bubbles: true })); });
  await atOnce("a layout", (doc) => { const area = doc.querySelector("#proof-layout"); area.value = "{}"; area.dispatchEvent(new Event("input", { bubbles: true })); });
  await atOnce("a rule", (doc) => { const area = doc.querySelector("#proof-rulebook"); area.value = "airena"; area.dispatchEvent(new Event("input", { bubbles: true })); });
  const dropping = (/** @type {string} */ files) => `(doc) => {
    const transfer = new DataTransfer();
    for (const file of ${files}) transfer.items.add(file);
    doc.querySelector("[data-drop='/text']").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }`;
  await atOnce("a file", /** @type {any} */ (dropping('[new File(["x"], "a")]')));
  await atOnce("several files", /** @type {any} */ (dropping('[new File(["x"], "a"), new File(["y"], "b")]')));
  await atOnce("more than 1 MiB", /** @type {any} */ (dropping('[new File(["x".repeat(2 << 20)], "a")]')));
  await atOnce("what is no text", /** @type {any} */ (dropping('[new File([new Uint8Array([255, 254])], "a")]')));
  await t.test("an answer that comes too late is not shown", async () => {
    await fresh(reader);
    const seen = await page.evaluate(async (forged, mine) => {
      const area = /** @type {HTMLTextAreaElement} */ (document.querySelector("#proof-text"));
      const put = (/** @type {string} */ text) => { area.value = text; area.dispatchEvent(new Event("input", { bubbles: true })); };
      const wrong = [];
      put(mine);
      for (let i = 0; i < 30; i++) {
        await new Promise(requestAnimationFrame);
        const root = /** @type {HTMLElement} */ (document.querySelector("[data-verify]"));
        if (root.dataset.shows === "live" && area.value === forged && root.querySelector(".stub output")?.textContent === "Authentic") wrong.push(i);
        if (i % 3 === 0) put(i % 2 ? mine : forged);
      }
      return wrong;
    }, forged, `${demo("nova")} `);
    same(seen, []);
    await reader.settled();
  });
  await t.test("logs no message in the console", () => reader.silent("at once"));
});

test("an answer that comes after a file was not read is not shown", async () => {
  const { reader: late, asked, go } = await slow(/\/verifier\.\w+\.wasm/);
  await late.goto(PATH);
  await late.page.type(text, " ");
  await asked;
  await dropFiles(late, "/text", { a: Buffer.from([0xff, 0xfe, 0xfd]) });
  await until(late, /^Not checked \| A file was not read/);
  go();
  await late.page.waitForFunction(() => /** @type {any} */ (globalThis).seenByTests.answered > 0);
  await late.settled();
  none(await left(late));
  assert.match(await says(late), /^Not checked \| A file was not read/);
  await late.silent("a late answer");
  await late.close();
});

test("unusable input is refused, and nothing else is shown", async (t) => {
  const text = demo("nova");
  const requests = { "a layout of nothing": { text, layout: {} }, "keys that are none": { text, keys: "x" }, "broken weights": { text: forged, weights: "{" }, "another kind of layout": { text, layout: [1] } };
  for (const [name, request] of Object.entries(requests)) {
    await t.test(name, async () => {
      const first = name === "a layout of nothing";
      if (first) await reader.live(PATH + linkTo(request));
      else await follow(reader, linkTo(request));
      none(await left());
      assert.match(await says(), /^Not checked \| .*see the message beside it/);
      assert.ok(await page.$eval("form p.error", (el) => el.checkVisibility()));
      if (!first) return;
      assert.doesNotMatch(await heard(reader), /Authentic|94\.25|Signed by/);
      none(await auditParts(page, ".result", "form:has(p.error)"));
    });
  }
  await t.test("rules that the form does not have are reported", async () => {
    await follow(reader, linkTo({ text: forged, rulebook: "nope" }));
    assert.match(await page.$eval("[data-link=rest]", (el) => /** @type {HTMLElement} */ (el).innerText), /ignores it: \/rulebook/);
  });
  await t.test("no text at all", async () => {
    await fresh(reader);
    await reader.put("#proof-text", "");
    none(await left());
    assert.match(await says(), /^Nothing to check \| Paste a proof/);
  });
  await t.test("a file that is no text", async () => {
    await fresh(reader);
    await drop(reader, "/text", Buffer.from([0xff, 0xfe, 0xfd]));
    none(await left());
    assert.match(await says(), /^Not checked \| A file was not read/);
    none(await auditParts(page, ".result"));
    await page.click("[data-status=unread] [data-retry]");
    await until(reader, /^Authentic/);
    assert.ok(await page.evaluate(() => document.activeElement?.matches(".stub h2")));
  });
  await t.test("a list above it", async () => {
    await fresh(reader);
    await dropFiles(reader, "/text", { a: forged, b: forged });
    await page.waitForFunction(() => document.querySelector("[data-many] [data-of]")?.textContent === "2");
    none(await left());
  });
  await t.test("logs no message in the console", () => reader.silent("refusals"));
});

/** Engines that do not work. @type {Record<string, (response: import("node:http").ServerResponse) => void>} */
const spoilt = {
  missing: (response) => response.writeHead(404).end(),
  corrupt: (response) => response.writeHead(200, { "content-type": "application/wasm" }).end(Buffer.from("0061736d01000000ffff", "hex")),
  "cut off": (response) => { response.writeHead(200, { "content-type": "application/wasm", "content-length": "900000" }).write(Buffer.alloc(1000)); response.destroy(); },
  "a web page": (response) => response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Log in</title>"),
};

const EXPECTED = /404|ERR_|NS_ERROR|Loading failed|wasm|WebAssembly|MIME/i;

for (const [name, spoil] of Object.entries(spoilt)) {
  test(`with an engine that is ${name}`, async (t) => {
    let whole = false;
    const alone = await through((path, response) => {
      if (whole || !/\.wasm$/.test(path)) return false;
      spoil(response);
      return true;
    });
    await t.test("a link has no verdict, and the page shows why", async () => {
      await alone.goto(PATH + linkTo({ text: forged }));
      await until(alone, /Nothing can be checked now/);
      none(await left(alone));
      assert.match(await says(alone), /^Not checked \| Nothing can be checked now: .*Try again$/);
      if (name !== "missing") return; // what follows is the same whatever went wrong
      assert.doesNotMatch(await heard(alone), /Authentic|94\.25|Signed by/);
      none(await auditParts(alone.page, ".result"));
    });
    if (name === "missing") await t.test("the example stays unchecked, and typed input has no verdict", async () => {
      await alone.goto(PATH);
      await until(alone, /Nothing can be checked now/);
      assert.match(await alone.page.$eval(".stub h2", (el) => /** @type {HTMLElement} */ (el).innerText), /^Not checked yet/);
      await alone.page.type(text, " ");
      await until(alone, /^Not checked/);
      none(await left(alone));
    });
    await t.test("Try again starts it", async () => {
      whole = true;
      await (await alone.page.waitForSelector("[data-status=off] [data-retry]", { visible: true }))?.click();
      await until(alone, name === "missing" ? /^Authentic/ : /^Not authentic/);
      await alone.settled();
    });
    await alone.silent(name, EXPECTED);
    await alone.close();
  });
}

test("an engine that dies while it works leaves no verdict, and comes back", async () => {
  await fresh(reader);
  await reader.put(text, credential);
  await page.evaluate((forged) => {
    const area = /** @type {HTMLTextAreaElement} */ (document.querySelector("#proof-text"));
    area.value = forged;
    area.dispatchEvent(new Event("input", { bubbles: true }));
    setTimeout(() => /** @type {any} */ (globalThis).seenByTests.workers.at(-1).dispatchEvent(new ErrorEvent("error", { message: "gone" })));
  }, forged);
  await page.waitForFunction(() => document.querySelector("[data-verify]")?.getAttribute("data-shows") !== "checking");
  const shows = await page.$eval("[data-verify]", (el) => el.getAttribute("data-shows"));
  if (shows === "unchecked") {
    none(await left());
    await page.click("[data-status=off] [data-retry]");
  }
  await until(reader, /^Not authentic/);
  await reader.silent("a dead engine");
});

test("an invalid answer is not shown", async () => {
  const odd = await tab();
  await odd.page.evaluateOnNewDocument(() => {
    const { addEventListener } = Worker.prototype;
    Worker.prototype.addEventListener = function (/** @type {any} */ type, /** @type {any} */ f, /** @type {any} */ more) {
      const spoil = (/** @type {MessageEvent} */ event) => {
        if (!event.data?.ok?.verdict) return f(event);
        f(new MessageEvent("message", { data: { id: event.data.id, ok: { ...event.data.ok, verdict: "splendid" } } }));
      };
      return addEventListener.call(this, type, type === "message" ? spoil : f, more);
    };
  });
  await odd.goto(PATH + linkTo({ text: forged }));
  await until(odd, /^Not checked/);
  none(await left(odd));
  await odd.close();
});

test("the list of many proofs forgets its rows when keys or rules change", async (t) => {
  const two = [demo("nova"), demo("atlas")].map((one) => JSON.stringify(JSON.parse(one))).join("\n");
  const rows = () => page.$$eval("[data-many] tbody tr", (all) => all.length);
  const given = async () => {
    await fresh(reader);
    await dropFiles(reader, "/text", { a: two, b: two });
    await page.waitForFunction(() => document.querySelectorAll("[data-many] tbody tr").length === 4);
  };
  for (const [control, value] of [["#proof-keys", file("pubkey.hex")], ["#proof-rulebook", "airena"], ["#proof-layout", "{}"], ["#proof-keys", "x"]]) {
    await t.test(`${control} ${value}`, async () => {
      await given();
      await reader.put(control ?? "", value ?? "");
      await page.waitForFunction(() => document.querySelectorAll("[data-many] tbody tr").length === 0);
      assert.match(await page.$eval("[data-many]", (el) => /** @type {HTMLElement} */ (el).innerText), /^Not checked under these keys and rules/);
      assert.doesNotMatch(await page.$eval("[data-many]", (el) => /** @type {HTMLElement} */ (el).innerText), /2 authentic|Nova/i);
    });
  }
  await t.test("Check again checks them under what the form has", async () => {
    await given();
    await reader.put("#proof-keys", file("pubkey.hex"));
    await page.waitForFunction(() => document.querySelectorAll("[data-many] tbody tr").length === 0);
    await page.evaluate(() => scrollTo(0, 0)); // what sticks to the edge covers nothing
    none(await auditParts(page, "[data-many]"));
    await page.click("[data-do=again]");
    await page.waitForFunction(() => document.querySelectorAll("[data-many] tbody tr").length === 4);
    assert.equal(await rows(), 4);
  });
  await t.test("logs no message in the console", () => reader.silent("rows"));
});

test("no character is invisible or reverses others, anywhere on the page", async (t) => {
  const name = "No\u202ev19\u202ca\u200b <b>\u0430";
  const hostile = JSON.stringify({ ...JSON.parse(demo("nova")), agent_name: name, [`x${"\u202e"}y`]: name });
  const seen = () => page.evaluate(() => {
    const found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const el = /** @type {Element} */ (node.parentElement);
      if (!el.closest("script, style, textarea") && /[\u202a-\u202e\u2066\u2067\u200b\u200e\u200f]/.test(node.textContent ?? "")) found.push(`${el.outerHTML.slice(0, 80)}`);
    }
    return found;
  });
  for (const [what, text] of Object.entries({ "a forged record": hostile, "a record of strangers": JSON.stringify({ score: 1, agent: name, evaluator_pubkey: name, evaluator_signature: "x" }), "no record": `{"${name}": }`, "a signed one": file("neg-self-signed-forgery.json") })) {
    await t.test(what, async () => {
      await follow(reader, linkTo({ text, keys: { keys: [{ owner: "runner", public_key: file("pubkey.hex").trim() }] }, [name]: 1 }));
      none(await seen());
      const note = await page.$eval("[data-if=unseen]", (el) => (el.checkVisibility() ? /** @type {HTMLElement} */ (el).innerText : ""));
      if (text.includes("\u202e")) assert.match(note, /may not show the text as it is: .*\\u202e/);
      else assert.equal(note, "");
    });
  }
  await t.test("in a list", async () => {
    await fresh(reader);
    await dropFiles(reader, "/text", { [`${name}.json`]: hostile, [`${name}.txt`]: Buffer.from([255]) });
    await page.waitForFunction(() => document.querySelector("[data-failed=text]:not([hidden])"));
    none(await seen());
  });
  await t.test("logs no message in the console", () => reader.silent("hostile names"));
});
