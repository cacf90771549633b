// /verify/ with PNG files that carry a proof: what counts is the proof, never the
// picture, and no file makes the page work without bound.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { bake } from "../../../site/assets/form/baked.mjs";
import { same } from "../support/check.mjs";
import { origin, tab } from "../support/fixture.mjs";
import { PATH, demo, drop, dropFiles, fresh, shipped, text, verdict, wanted } from "../support/proofs.mjs";
import { dist, root } from "../support/site.mjs";

/** The badge of Nova's score that /widgets/ shows, with its proof. */
const badge = readFileSync(join(dist, /src="?(\/assets\/badge[^" >]*\.png)/.exec(readFileSync(join(dist, "widgets/index.html"), "utf8"))?.[1] ?? "no badge"));
const hostile = (/** @type {string} */ name) => readFileSync(join(root, "site/bake/testdata", `${name}.png`));
/** A picture of a badge with another proof under it. @param {string} proof */
const under = async (proof) => Buffer.from(await bake(hostile("none"), proof).arrayBuffer());

const line = JSON.stringify(JSON.parse(demo("nova"))); // as /widgets/ has it

const reader = await tab();
const { page } = reader;
await reader.live(PATH);
await fresh(reader);

const held = () => page.$eval(text, (el) => /** @type {HTMLTextAreaElement} */ (el).value);
const noted = () => page.$eval("[data-baked]", (el) => el.checkVisibility());
/** @param {Buffer} picture */
async function take(picture) {
  await drop(reader, "/text", picture, "badge.png");
  await reader.settled();
}
/** @param {string} proof */
const says = (proof) => wanted({ text: proof, keys: shipped, at: new Date().toISOString() });

test("a badge as PNG is verified as the proof that it carries", async () => {
  await take(badge);
  assert.equal(await held(), line);
  same(await verdict(reader), says(line));
  assert.equal((await verdict(reader)).state, "authentic");
  assert.ok(await noted());
  await reader.put(text, demo("vega"));
  assert.equal(await noted(), false);
});

test("the verdict names whose proof it is, whatever the picture shows", async () => {
  const vega = demo("vega");
  await take(await under(vega));
  same(await verdict(reader), says(vega));
  assert.ok((await verdict(reader)).signed.some(([, value]) => value === "Vega"));
  const forged = demo("nova").replace("94.25", "99.25");
  await take(await under(forged));
  same(await verdict(reader), says(forged));
  assert.notEqual((await verdict(reader)).state, "authentic");
});

test("hostile pictures are refused, and what was there stays", async () => {
  await reader.put(text, demo("nova"));
  for (const [name, why] of Object.entries({ two: /not the only one/, "two-keywords": /not the only one/, "length-100-mb": /damaged/, compressed: /compressed/, changed: /damaged/, cut: /damaged/, none: /images without a proof/, "behind-the-end": /images without a proof/ })) {
    await drop(reader, "/text", hostile(name), `${name}.png`);
    assert.match(await reader.message(text), why, name);
    assert.equal(await held(), demo("nova"), name);
    assert.deepEqual([(await verdict(reader)).state, await noted()], ["unchecked", false], name);
    await reader.put(text, `${demo("nova")} `);
    await reader.put(text, demo("nova"));
  }
  await reader.put("#proof-signature", "00".repeat(64)); // then the picture itself is what was signed
  await take(badge);
  assert.ok(await page.$eval("[data-binary]", (el) => el.checkVisibility()));
  await reader.put("#proof-signature", "");
  await fresh(reader);
});

test("pictures among other files", async () => {
  await dropFiles(reader, "/text", { "a.png": badge, "b.json": demo("vega"), "c.png": hostile("two"), "d.png": await under(demo("nova").replace("94.25", "99.25")) });
  await page.waitForFunction(() => document.querySelector(".status [data-phase=stopped]")?.checkVisibility());
  await reader.frames(); // rows are drawn with the next one
  const rows = await page.$$eval("[data-many] tbody tr", (all) => all.map((tr) => [tr.querySelector("[data-name]")?.textContent, tr.getAttribute("data-state")]));
  assert.deepEqual(rows.map(([name, state]) => [name, state === "authentic"]), [["Nova", true], ["Vega", true], ["", false]]);
  assert.match(await page.$eval("[data-failed=text]", (el) => el.textContent ?? ""), /c\.png/);
  await reader.silent(PATH);
});

test("the box for anything reads a picture too", async () => {
  await reader.live("/");
  await page.evaluate((bytes) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], "badge.png"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, badge.toString("base64"));
  await page.waitForSelector("[data-destinations] a");
  assert.equal(await page.$eval("[data-paste] textarea", (el) => /** @type {HTMLTextAreaElement} */ (el).value), line);
  assert.ok((await page.$eval("[data-destinations] a", (el) => /** @type {HTMLAnchorElement} */ (el).href)).startsWith(`${origin}/verify/#`));
  await reader.close();
});
