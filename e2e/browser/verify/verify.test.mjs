// /verify/: what a proof proves, on the screen, for every kind of verdict.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { auditParts } from "../support/measure/axe.mjs";
import { scrolled } from "../support/measure/tabbing.mjs";
import { none, same } from "../support/check.mjs";
import { copy } from "../support/clipboard.mjs";
import { allowClipboard, chromiumTest, firefox, tab } from "../support/fixture.mjs";
import { MARKUP, hostile } from "../support/hostile.mjs";
import { PATH, credential, demo, drop as dropOn, engine, file, folder, follow, fresh, key, keys, linkTo, pin, shipped, text, trusting, unfold, verdict as verdictOf, wanted } from "../support/proofs.mjs";

const reader = await tab();
const { page } = reader;
await allowClipboard();

const verdict = (of = reader) => verdictOf(of);
/** @param {string} name @param {Buffer | string} data @param {string} [called] */
const drop = (name, data, called) => dropOn(reader, name, data, called);
const all = trusting(keys); // what counts once the fixtures' key is trusted

/** @type {Record<string, { text: string, state: string, heading: string }>} */
const fixtures = {
  authentic: { text: credential, state: "authentic", heading: "Authentic" },
  "an unknown key": { text: file("neg-self-signed-forgery.json"), state: "unknown-key", heading: "Signed by a key we do not know" },
  "one digit changed": { text: credential.replace('"score": 85.5', '"score": 86.5'), state: "not-authentic", heading: "Not authentic" },
  unreadable: { text: file("neg-duplicate-key.json"), state: "unreadable", heading: "Can't read this" },
  "a flat record, altered": { text: file("neg-tampered-score.json"), state: "unmatched", heading: "No known spelling of this record fits the signature" },
};

await reader.live(PATH); // once: each test begins with Reset

/** The verdict's frame and sign, without their colours. */
const look = () =>
  page.$eval(".stub", (el) => {
    const { borderStyle, borderWidth } = getComputedStyle(el);
    const signs = [...el.querySelectorAll("[data-sign]")].filter((sign) => getComputedStyle(sign).display !== "none");
    if (signs.length !== 1) throw new Error(`${signs.length} signs`);
    return { sign: signs[0]?.innerHTML, frame: `${borderStyle} ${borderWidth} ${getComputedStyle(el, "::before").content}` };
  });

chromiumTest("verdicts", async (t) => {
  await fresh(reader, keys);
  for (const [name, { text: proof, state, heading }] of Object.entries(fixtures)) {
    await t.test(name, async () => {
      await reader.put(text, proof);
      const got = await verdict();
      assert.equal(got.state, state);
      assert.equal(got.heading, heading);
      same(got, wanted({ text: proof, ...all, at: new Date().toISOString() }));
      if (state !== "authentic") none(await auditParts(page, ".result")); // as the example, which pages.test.mjs audits
    });
  }
  await t.test("each looks different without colour", async () => {
    /** @type {Awaited<ReturnType<typeof look>>[]} */ const states = [];
    for (const state of ["authentic", "qualified", "unknown-key", "contested", "not-authentic", "unmatched", "unreadable", "unchecked", "off"]) {
      await page.$eval(".stub", (el, state) => el.setAttribute("data-state", state), state);
      states.push(await look());
    }
    for (const part of /** @type {const} */ (["sign", "frame"])) assert.equal(new Set(states.map((look) => look[part])).size, 9, states.map((look) => look[part]).join("; "));
    
  });
  await t.test("Reset brings the example back", async () => {
    await page.click("[data-tool=reset]");
    await reader.settled();
    same(await verdict(), wanted({ text: demo("nova"), keys: shipped, at: new Date().toISOString() }));
  });
  await t.test("logs no message in the console", () => reader.silent(PATH));
});

chromiumTest("the example is right without JavaScript", async () => {
  const plain = await tab({ scripts: false });
  await plain.goto(PATH);
  const { state, heading, sentence, ...got } = await verdict(plain);
  same({ state, heading }, { state: "unchecked", heading: "Not checked yet" });
  const { state: _, heading: __, sentence: ___, ...want } = wanted({ text: demo("nova"), keys: shipped });
  same(got, want);
  await plain.silent("without JavaScript");
  await plain.close(); // a tab behind another draws its frames slowly
});

chromiumTest("for every envelope the page shows the engine's verdict", async (t) => {
  await fresh(reader, keys);
  for (const name of ["a2a-jws-over-jcs.json", "dsse-intoto.json", "jws-compact.txt", "jws-flattened.json", "record.note", "checkpoint.note", "pos-number-respelled.json"]) {
    await t.test(name, async () => {
      await drop("/text", file(name), name);
      same(await verdict(), wanted({ text: file(name), ...all, at: new Date().toISOString() }));
    });
  }
  await t.test("a signature in a file of its own", async () => {
    await drop("/text", file("record.json"));
    await drop("/signature", file("record.json.minisig"));
    await pin(reader);
    await drop("/candidates", file("minisign.pub"));
    const tried = { keys: shipped, candidates: file("minisign.pub") };
    const proof = { text: file("record.json"), signature: file("record.json.minisig"), at: new Date().toISOString() };
    same(await verdict(), wanted({ ...proof, ...tried }));
    assert.equal((await verdict()).state, "unknown-key");
    const ring = { keys: [{ ...engine.call("proof.keyring", { keyrings: [file("minisign.pub")] }).keys[0], owner: "somebody" }] };
    await pin(reader, ring);
    same(await verdict(), wanted({ ...proof, ...tried, ...trusting(ring) }));
    assert.equal((await verdict()).state, "authentic");
  });
  await t.test("logs no message in the console", () => reader.silent("envelopes"));
});

chromiumTest("a key in any spelling is tried, and makes nobody known", async (t) => {
  await fresh(reader);
  await reader.put(text, file("flat-jcs.json"));
  for (const name of ["pubkey.hex", "pubkey.pem", "pubkey.jwk.json", "pubkey.multibase", "sshsig.pub"]) {
    await t.test(name, async () => {
      await reader.put("#proof-keys", file(name));
      assert.equal((await verdict()).state, "unknown-key");
      same(await verdict(), wanted({ text: file("flat-jcs.json"), keys: shipped, candidates: file(name), at: new Date().toISOString() }));
    });
  }
  await t.test("without a key", async () => {
    await reader.put("#proof-keys", "");
    assert.equal((await verdict()).state, "unknown-key");
  });
  await t.test("an invalid key is refused beside its field", async () => {
    for (const wrong of ["hello", "{", "[]", "1", "null", '{"keys": 1}', "[".repeat(100_000), `{"keys":[{"public_key":"${key.slice(2)}"}]}`]) {
      await reader.put("#proof-keys", wrong);
      const message = await reader.message("#proof-keys");
      assert.ok(message && message.length < 600, `${wrong.slice(0, 40)}: ${message}`);
    }
  });
  await t.test("logs no message in the console", () => reader.silent("keys"));
});

test("the code's hash is compared, and nothing is sent", async () => {
  await fresh(reader, keys);
  await reader.put(text, file("flat-jcs.json"));
  /** @type {string[]} */ const requests = [];
  const note = (/** @type {import("puppeteer-core").HTTPRequest} */ request) => void (request.url().endsWith("/favicon.svg") || requests.push(request.url())); // the tab's, whenever the browser likes
  page.on("request", note);
  const code = async () => (await verdict()).checks.find(([id]) => id === "code");

  await drop("/code", file("code.py"), "code.py");
  assert.equal((await code())?.[1], "pass");
  assert.equal((await verdict()).state, "authentic");
  assert.equal(await page.$eval("#proof-code", (el) => /** @type {HTMLInputElement} */ (el).files?.[0]?.name), "code.py");

  await drop("/code", file("code.py").replaceAll("\n", "\r\n"), "crlf.py");
  same(await code(), ["code", "fail", "The code that was scored differs from yours only in this: it has line ends LF instead of CRLF."]);
  assert.equal((await verdict()).state, "qualified");

  const chooser = /** @type {import("puppeteer-core").ElementHandle<HTMLInputElement>} */ (await page.$("#proof-code"));
  await chooser.uploadFile(join(folder, "code.py"));
  await page.waitForSelector("[data-state=authentic]");
  await page.click("[data-forget]");
  await reader.settled();
  assert.equal((await code())?.[1], "skipped");
  page.off("request", note);
  none(requests, "requests");
  await reader.silent("the code");
});

/** Drops a file of that many bytes, which are never held all at once. @param {string} name @param {number} bytes */
const dropLarge = (name, bytes) =>
  page.evaluate((name, bytes) => {
    const part = new Blob([new Uint8Array(1 << 20)]);
    const parts = Array.from({ length: bytes >> 20 }, () => part);
    const transfer = new DataTransfer();
    transfer.items.add(new File([...parts, new Uint8Array(bytes % (1 << 20))], "large"));
    document.querySelector(`[data-drop="${name}"]`)?.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, name, bytes);

test("files", async (t) => {
  await fresh(reader, keys);
  await t.test("line ends are kept until somebody types", async () => {
    const crlf = file("record.json").replaceAll("\n", "\r\n");
    await drop("/text", crlf);
    const { request } = await page.evaluate(() => /** @type {any} */ (globalThis).seenByTests.questions.findLast((/** @type {any} */ q) => q.name === "proof.verify"));
    assert.equal(request.text, crlf);
  });
  await t.test("a chosen file is read", async () => {
    const chooser = /** @type {import("puppeteer-core").ElementHandle<HTMLInputElement>} */ (await page.$("[type=file][data-file='/text']"));
    await chooser.uploadFile(join(folder, "neg-self-signed-forgery.json"));
    await page.waitForSelector("[data-state=unknown-key]");
  });
  await t.test("one that is too large for a proof is read as a list", async () => {
    await dropLarge("/text", 2 << 20); // many.test.mjs has one of 100 MB
    await page.waitForFunction(() => document.querySelector("[data-many] [data-why]")?.textContent?.includes("at most 1048576 bytes"));
    await reader.put(text, credential);
  });
  for (const [name, bytes] of /** @type {[string, number][]} */ ([["/signature", (8 << 20) + 1], ["/candidates", 100 << 20], ["/code", (64 << 20) + 1]])) {
    await t.test(`${bytes} bytes are too large for ${name}`, async () => {
      await dropLarge(name, bytes);
      await page.waitForSelector("p.error");
      assert.match(await reader.message(`form [name="${name}"]`), /at most 8 MB, or 64 MB of code/);
      await reader.put(text, credential);
    });
  }
  const binary = { "cose-sign1.cbor": readFileSync(join(folder, "cose-sign1.cbor")), "picture.gif": Buffer.from("474946383961010001ff", "hex"), "latin-1": Buffer.from("é", "latin1") };
  for (const [name, bytes] of Object.entries(binary)) {
    await t.test(`${name}, no text, is refused`, async () => {
      await drop("/text", bytes, name);
      assert.match(await reader.message(text), /not UTF-8 text.*signature is in a separate file/);
      assert.equal(await page.$eval(text, (el) => /** @type {HTMLTextAreaElement} */ (el).value), credential, "what was there stays");
      assert.equal((await verdict()).state, "unchecked");
      await reader.put(text, credential);
    });
  }
  await t.test("one that is no text is checked beside its signature", async () => {
    const bytes = binary["cose-sign1.cbor"];
    await reader.put("#proof-signature", "00".repeat(64));
    await drop("/text", bytes);
    const request = { message: bytes.toString("base64"), signature: "00".repeat(64), ...all, at: new Date().toISOString() };
    same(await verdict(), wanted(request));
    assert.ok(await page.$eval("[data-binary]", (el) => el.checkVisibility()));
    await reader.put(text, credential);
    assert.equal(await page.$eval("[data-binary]", (el) => el.checkVisibility()), false);
    await reader.put("#proof-signature", "");
  });
  await t.test("logs no message in the console", () => reader.silent("files"));
});

test("by keyboard alone", async () => {
  await reader.live(PATH); // Tab begins at the top
  await copy(page, fixtures.unreadable?.text ?? "");
  await page.keyboard.press("Tab");
  for (let i = 0; i < 20 && !(await page.$eval(text, (el) => el === document.activeElement)); i++) await page.keyboard.press("Tab");
  await page.keyboard.down("Control");
  await page.keyboard.press("KeyV"); // replaces the example
  await page.keyboard.up("Control");
  await page.waitForSelector("[data-state=unreadable]");
  await reader.settled();
  assert.equal(await page.$eval(text, (el) => /** @type {HTMLTextAreaElement} */ (el).value), fixtures.unreadable?.text);
  for (let i = 0; i < 20 && !(await page.evaluate(() => document.activeElement?.matches("[data-caret]"))); i++) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const marked = await page.$eval(text, (el) => {
    const { value, selectionStart } = /** @type {HTMLTextAreaElement} */ (el);
    const before = value.slice(0, selectionStart).split("\n");
    const { font, lineHeight, padding } = getComputedStyle(el); // the same text in a box of the same width, whose lines break as these do
    const mirror = document.createElement("div");
    Object.assign(mirror.style, { position: "absolute", boxSizing: "border-box", width: `${el.clientWidth}px`, font, lineHeight, padding, whiteSpace: "pre-wrap", overflowWrap: "break-word" });
    mirror.textContent = value.slice(0, selectionStart);
    const mark = mirror.appendChild(document.createElement("span"));
    mark.textContent = value.slice(selectionStart, selectionStart + 1);
    document.body.append(mirror);
    const at = mark.offsetTop;
    mirror.remove();
    const seen = at > el.scrollTop && at + mark.offsetHeight < el.scrollTop + el.clientHeight;
    return { focused: el === document.activeElement, seen, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  });
  const { problem } = engine.call("proof.verify", { text: fixtures.unreadable?.text });
  same(marked, { focused: true, seen: true, line: problem.line, column: problem.column });
  await reader.silent("the keyboard");
});

test("links", async (t) => {
  await t.test("a reload keeps a short text", async () => {
    await fresh(reader);
    await reader.put(text, fixtures["one digit changed"]?.text ?? "");
    const hash = await reader.fragment();
    assert.match(hash, /^#1;proof=.*;end$/);
    const before = await verdict();
    await reader.live(PATH + hash);
    same(await verdict(), before);
  });
  await t.test("a link has a long proof deflated", async () => {
    const long = " ".repeat(2000) + credential;
    await reader.put(text, long);
    const hash = await reader.fragment();
    assert.match(hash, /^#1;proof=\*z1\.[\w-]+;end$/);
    const before = await verdict();
    await reader.live(PATH + hash);
    await reader.fragment();
    await reader.settled();
    assert.equal(await page.$eval(text, (el) => /** @type {HTMLTextAreaElement} */ (el).value), long);
    same(await verdict(), before);
  });
  await t.test("a text that is too long has no link, and the page shows that", async () => {
    await reader.put(text, Array.from({ length: 20_000 }, (_, i) => Math.sin(i)).join(" "));
    assert.equal((await reader.fragment()).length, 0);
    assert.ok(await page.$eval("[data-long]", (el) => el.checkVisibility()));
    assert.ok(await page.$eval("[data-tool=link]", (el) => el.hasAttribute("disabled")));
    await page.click("[data-tool=reset]");
    await reader.settled();
    assert.equal(await page.$eval("[data-tool=link]", (el) => el.hasAttribute("disabled")), false);
  });
  await t.test("a link carries a whole request", async () => {
    await pin(reader);
    const request = { text: credential, keys: { keys: [{ public_key: key }] } };
    await reader.live(PATH + linkTo(request));
    same(await verdict(), wanted({ text: request.text, candidates: request.keys, keys: shipped, at: new Date().toISOString() }));
    assert.equal((await verdict()).state, "unknown-key");
  });
  await t.test("a link followed before a change is in the address is opened", async () => {
    await fresh(reader);
    const link = linkTo({ text: demo("atlas") });
    await page.evaluate((text, link) => {
      const el = /** @type {HTMLTextAreaElement} */ (document.querySelector(text));
      el.value = "x";
      el.dispatchEvent(new Event("input", { bubbles: true }));
      location.hash = link;
      el.dispatchEvent(new Event("change", { bubbles: true })); // the page writes its address; hashchange is still to come
    }, text, link);
    await reader.settled();
    same(await verdict(), wanted({ text: demo("atlas"), keys: shipped, at: new Date().toISOString() }));
  });
  await t.test("malformed links leave the page working", async () => {
    for (const odd of ["#1;proof=%E0%A4%A;end", "#1;proof=;end", "#1;keys=%7B;end", "#2;proof=1;end", "#1;op=proof.verify;json=null;end", '#1;op=proof.verify;json={"text":"x","code":"!"};end']) {
      await follow(reader, odd);
      assert.ok((await verdict()).heading, odd);
    }
    await reader.live(`${PATH}#1;proof=%E0%A4%A;end`);
    assert.ok((await verdict()).heading);
  });
  await t.test("logs no message in the console", () => reader.silent("links"));
});

/** What is no proof. @type {Record<string, string>} */
const odd = {
  ...hostile,
  "markup as JSON": JSON.stringify({ [MARKUP]: MARKUP, score: 1, evaluator_pubkey: MARKUP, evaluator_signature: MARKUP }),
  "right to left": "\u202e{}",
};

chromiumTest("hostile texts are shown as text, kept, and harmless", async (t) => {
  await fresh(reader);
  const inFirefox = ["deep objects", "half a surrogate pair", "a NUL", "markup", "a byte order mark"]; // depth and encoding are the browser's
  for (const [name, value] of Object.entries(odd)) {
    if (firefox && !inFirefox.includes(name)) continue;
    await t.test(name, async () => {
      await reader.put(text, value);
      const message = await reader.message(text);
      const several = await page.$eval(".result", (el) => (el.hasAttribute("hidden") ? /** @type {HTMLElement} */ (document.querySelector("[data-many]")).innerText.trim().split("\n")[0] : "")); // a list of proofs
      const { heading, sentence, error } = several ? { heading: several, sentence: several, error: null } : await verdict();
      if (value.trim() === "") return assert.equal(heading, "Nothing to check");
      assert.ok(error === null ? heading && sentence : message, `not a word, or not beside the field: ${error}`);
      assert.ok((message + heading + sentence).length < 900, message + heading + sentence);
      assert.equal(await page.$eval(text, (el) => /** @type {HTMLTextAreaElement} */ (el).value.length), value.length);
      assert.equal(await page.$$eval("main img, main script", (all) => all.length), 0);
      assert.notEqual(await page.title(), "owned");
      await reader.silent(name);
    });
  }
  await t.test("the page goes on working", async () => {
    await pin(reader, keys);
    await reader.put(text, credential);
    assert.equal((await verdict()).state, "authentic");
  });
});

chromiumTest("fits a phone, whatever a record is called", async (t) => {
  await page.setViewport({ width: 360, height: 740 });
  await fresh(reader, keys);
  for (const { text: proof } of firefox ? [] : [...Object.values(fixtures), { text: "x".repeat(4000) }]) { // a box is as wide in both
    await reader.put(text, proof);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `${width} px wide`);
  }
  await t.test("Tab reaches every control, and the verdict covers none", async () => {
    await reader.live(PATH);
    await unfold(reader);
    const faults = [];
    const reached = new Set();
    for (let i = 0; i < 100; i++) {
      await page.keyboard.press("Tab");
      if (firefox) await page.evaluate(scrolled);
      const stop = await page.evaluate(async (firefox) => {
        const el = /** @type {HTMLElement} */ (document.activeElement);
        if (!el || el === document.body) return null;
        const shown = el.matches(".sr") ? /** @type {HTMLElement} */ (el.closest("label") ?? el) : el;
        const inWindow = () => shown.getBoundingClientRect().top >= 0 && shown.getBoundingClientRect().bottom <= innerHeight;
        // Browsers may scroll to the focus only in one of the next frames.
        for (let frames = 0; frames < 30 && !inWindow(); frames++) await new Promise(requestAnimationFrame);
        const { top, bottom } = shown.getBoundingClientRect();
        const answer = /** @type {HTMLElement} */ (document.querySelector(".stub")).getBoundingClientRect();
        // Firefox does not scroll to what is in the window, be it half behind the verdict (WCAG 2.4.11 allows half).
        const hides = firefox ? top >= answer.top && bottom <= answer.bottom : top < answer.bottom && bottom > answer.top;
        const covered = !shown.closest(".stub") && hides;
        return { name: el.getAttribute("name") ?? el.dataset.file ?? el.tagName, fault: inWindow() && !covered ? "" : `${el.outerHTML.slice(0, 100)}: ${top} to ${bottom}, the verdict ${answer.top} to ${answer.bottom}` };
      }, firefox);
      if (!stop) break;
      reached.add(stop.name);
      if (stop.fault) faults.push(stop.fault);
    }
    none([...faults, ...["/text", "/candidates", "/code", "SUMMARY", "PRE"].filter((name) => !reached.has(name))]);
  });
  await reader.silent("on a phone");
  await page.setViewport({ width: 1280, height: 900 });
});
