// What the tests of /verify/ share: proofs, and what the page shows of a verdict.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { dist, root } from "./site.mjs";

const { loadEngine } = await import(pathToFileURL(join(dist, "engine", "engine.mjs")).href);

/** The oracle: what it answers is what the page must show. */
export const engine = await loadEngine();

export const PATH = "/verify/";
export const folder = join(root, "testdata/vectors/proofs/formats");

/** @param {string} name */
export const file = (name) => readFileSync(join(folder, name), "utf8");

/** A record of the demonstration. @param {string} agent @param {string} [kind] */
export const demo = (agent, kind = "flat") => readFileSync(join(root, "site/demo", kind, `${agent}.json`), "utf8");

/** The keys that come with the page. */
export const shipped = engine.call("proof.keyring", { keyrings: [JSON.parse(readFileSync(join(root, "site/keys/arena-keys.json"), "utf8"))] });

export const key = file("pubkey.hex").trim();
export const credential = file("vc-eddsa-jcs-2022.json");

/** The keyring that trusts the fixtures' key. */
export const keys = { keys: [{ id: "runner-1", owner: "airena-runner-1", arena: "arena.example", public_key: key, valid_from: "2025-10-01T00:00:00Z" }] };

/** The same and the shipped ones. */
export const together = (/** @type {unknown[]} */ ...rings) => engine.call("proof.keyring", { keyrings: [...rings, shipped] });

/** What counts once keys are trusted on the device. @param {unknown} ring in any form */
export const trusting = (ring) => ({ keys: shipped, pins: engine.call("proof.keyring", { keyrings: [ring] }) });

/** Trusts keys as a visitor did in another tab; none forgets all. @param {import("./tab.mjs").Tab} tab @param {unknown} [ring] */
export async function pin(tab, ring) {
  const keys = ring === undefined ? [] : trusting(ring).pins.keys.map((/** @type {any} */ key) => ({ owner: key.id || "somebody", ...key, since: "2026-11-20" }));
  await tab.page.evaluate((text) => {
    localStorage.setItem("tallyproof.keys", text);
    dispatchEvent(new StorageEvent("storage", { key: "tallyproof.keys" }));
  }, JSON.stringify({ version: 1, keys }));
  await tab.settled();
}

/** Opens the dialog for the key of the answer. @param {import("./tab.mjs").Tab} tab */
export async function look({ page }) {
  await page.$eval("[data-look=used]", (el) => { const button = /** @type {HTMLElement} */ (el); button.focus(); button.click(); }); // a click might meet what sticks to the screen's edge
  await page.waitForFunction(() => /** @type {HTMLDialogElement} */ (document.querySelector("[data-keys-box]")).open);
}

/** Trusts the key of the answer, in every step that takes. @param {import("./tab.mjs").Tab} tab @param {string} name */
export async function trust(tab, name) {
  await look(tab);
  await tab.page.click("[data-compared]");
  await tab.page.type("[data-owner]", name);
  await tab.page.keyboard.press("Enter");
  await tab.settled();
}

/** What the page shows of a verdict. @param {import("./tab.mjs").Tab} tab */
export const verdict = ({ page }) =>
  page.evaluate(() => {
    const seen = (/** @type {Element} */ el) => !el.closest("[hidden]");
    const root = /** @type {HTMLElement} */ (document.querySelector("[data-verify]"));
    const text = (/** @type {string} */ path) => [...root.querySelectorAll(`[data-out="${path}"]`)].filter(seen)[0]?.textContent ?? "";
    const list = (/** @type {string} */ name) => [...root.querySelectorAll(`[data-each="${name}"] [data-out="."]`)].filter(seen).map((el) => el.textContent);
    return {
      state: root.querySelector(".stub")?.getAttribute("data-state"),
      heading: text("heading"),
      sentence: text("sentence"),
      checks: [...root.querySelectorAll("[data-each=checks] > li")].map((row) => [row.getAttribute("data-id"), ...["status", "message"].map((name) => row.querySelector(`[data-out=${name}]`)?.textContent)]),
      signed: [...root.querySelectorAll("[data-each=signed] tr")].filter(seen).map((row) => [...row.querySelectorAll("[data-out]")].map((el) => el.textContent)),
      unsigned: list("unsigned_fields"),
      limits: list("does_not_prove"),
      key: text("key/public_key"),
      hashed: text("hashed_text"),
      hex: text("hex"),
      recomputed: [...root.querySelectorAll(".recomputed tr")].filter(seen).slice(1).map((row) => [...row.querySelectorAll("[data-out]")].map((el) => (el.textContent ?? "").replace(/[\u2007\u2008]/g, ""))),
      error: root.querySelector("p.error:not([hidden])")?.textContent ?? null,
    };
  });

/** What the page has to show of an answer. @param {any} request */
export function wanted(request) {
  const answer = engine.call("proof.verify", request);
  const bytes = Buffer.from(answer.signed_bytes, "base64");
  return {
    state: answer.verdict,
    heading: answer.heading,
    sentence: answer.sentence,
    checks: answer.checks.map((/** @type {any} */ c) => [c.id, c.status, c.message]),
    signed: answer.claims.filter((/** @type {any} */ c) => c.signed).map((/** @type {any} */ c) => [c.field, c.value]),
    unsigned: answer.unsigned_fields,
    limits: answer.does_not_prove,
    key: answer.key?.public_key ?? "",
    hashed: answer.hashed_text ?? "",
    hex: bytes.toString("hex").replace(/(..)(?=.)/g, "$1 "),
    recomputed: cells(answer.recomputed),
    error: null,
  };
}

/** @param {any} recomputed */
function cells(recomputed) {
  if (!recomputed) return [];
  const { field, claimed, score } = recomputed;
  const parts = Object.entries(score.breakdown).map(([key, part]) => [key, part.score, part.weight, part.weighted].map(String));
  return [...parts, [String(score.score)], [field, String(claimed)]];
}

/** Opens what is folded. @param {import("./tab.mjs").Tab} tab */
export const unfold = ({ page }) => page.evaluate(() => { for (const el of document.querySelectorAll("details:is(.fold, .group)")) /** @type {HTMLDetailsElement} */ (el).open = true; });

/** Brings the example of a loaded page back, with these keys trusted and no others. @param {import("./tab.mjs").Tab} tab @param {unknown} [ring] */
export async function fresh(tab, ring) {
  await unfold(tab);
  await tab.page.$eval("[data-tool=reset]", (el) => /** @type {HTMLElement} */ (el).click());
  await pin(tab, ring);
}

/** The link of a request. @param {unknown} request */
export const linkTo = (request) => `#1;op=proof.verify;json=${encodeURIComponent(JSON.stringify(request))};end`;

/**
 * Follows a link in a page that is loaded. The page may write its own fragment at
 * any time, so nothing comes between the address and its event.
 * @param {import("./tab.mjs").Tab} tab @param {string} link a fragment, or the page without one
 */
export async function follow(tab, link) {
  await unfold(tab);
  await tab.page.evaluate((link) => {
    history.replaceState(null, "", link);
    dispatchEvent(new HashChangeEvent("hashchange"));
  }, link);
  await tab.settled();
}

/**
 * Drops files, by their names, on the box of a control.
 * @param {import("./tab.mjs").Tab} tab @param {string} name @param {Record<string, Buffer | string>} files
 */
export async function dropFiles(tab, name, files) {
  const encoded = Object.entries(files).map(([called, data]) => ({ called, bytes: Buffer.from(data).toString("base64") }));
  await tab.page.evaluate((name, encoded) => {
    const transfer = new DataTransfer();
    for (const { called, bytes } of encoded) transfer.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], called));
    document.querySelector(`[data-drop="${name}"]`)?.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, name, encoded);
}

/** Drops a file on the box of a control, and waits until the page has read it. @param {import("./tab.mjs").Tab} tab @param {string} name @param {Buffer | string} data @param {string} [called] */
export async function drop(tab, name, data, called = "dropped") {
  await dropFiles(tab, name, { [called]: data });
  await tab.page.evaluate(async () => {
    const root = /** @type {HTMLElement} */ (document.querySelector("[data-verify]"));
    while (root.dataset.shows === "checking" && !root.querySelector(".result")?.hasAttribute("hidden")) await new Promise(requestAnimationFrame);
  });
  await tab.settled();
}

export const text = "#proof-text";
