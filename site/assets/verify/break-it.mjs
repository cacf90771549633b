// "Break it": changes one byte of a copy of the proof, asks the engine, and
// shows which checks no longer pass. The proof itself stays as it is.
//
//   [data-breaker]   holds all of this: data-break, data-unbreak, data-unbroken,
//                    and [data-broken], which takes field, was, is, before, after, fallen

import { place } from "../answer/place.mjs";
import { engine } from "../engine/page-engine.mjs";

/** @typedef {import("../../../wasm/engine/engine.js").ProofVerifyResponse} Answer */
/** @typedef {{ field: string, at: number, is: string }} Change of one character */

const MOST = 60; // changes to try

/**
 * @param {HTMLElement} root
 * @param {{ whole: { answer: Answer, request: any } | undefined, show: (answer: Answer, request: any) => void, undo: () => void, failed: (reason: string) => void }} page whole: what it shows now
 * @returns {{ breakIt: () => Promise<void> }} breaks what is shown when it is called
 */
export function breakIt(root, { whole, show, undo, failed }) {
  const box = /** @type {HTMLElement} */ (root.querySelector("[data-breaker]"));
  const broken = /** @type {HTMLElement} */ (box.querySelector("[data-broken]"));
  const button = /** @type {HTMLButtonElement} */ (box.querySelector("[data-break]"));

  async function breakIt() {
    const mine = whole;
    if (!mine) return;
    const { answer, request } = mine;
    /** @type {(() => void) | undefined} */ let other; // a change after which the proof names another signer
    for (const change of changes(answer, request.text ?? "").slice(0, MOST)) {
      const text = request.text.slice(0, change.at) + change.is + request.text.slice(change.at + 1);
      const copy = { ...request, text, layout: request.layout ?? layoutOf(answer), from: undefined, limit: undefined };
      const fallen = await engine.call("proof.verify", copy).catch((error) => void (whole === mine && failed(error.message)));
      if (!fallen || whole !== mine) return;
      if (fallen.verdict === "unreadable" || holds(fallen)) continue;
      if (fallen.verdict !== "unknown-key") return reveal(mine, fallen, copy, change);
      other ??= () => reveal(mine, fallen, copy, change);
    }
    if (other) return other();
    toggle("[data-unbroken]", true);
  }

  /** @param {{ answer: Answer, request: any }} from @param {Answer} fallen @param {any} copy @param {Change} change */
  function reveal({ answer, request }, fallen, copy, { field, at, is }) {
    const left = new Set(fallen.checks.filter(({ status }) => status === "pass").map(({ id }) => id));
    show(fallen, copy);
    place(broken, {
      field, was: request.text[at], is, before: request.text.slice(0, at), after: request.text.slice(at + 1),
      fallen: answer.checks.filter(({ id, status }) => status === "pass" && !left.has(id)).map(({ id }) => id),
    });
    broken.hidden = false;
    button.parentElement?.toggleAttribute("hidden", true);
    broken.querySelector("h3")?.focus();
    const mark = /** @type {HTMLElement} */ (broken.querySelector("mark"));
    const pre = /** @type {HTMLElement} */ (mark.closest("pre"));
    pre.scrollTop = mark.offsetTop - pre.offsetTop - pre.clientHeight / 2;
  }

  /** @param {string} selector @param {boolean} on */
  const toggle = (selector, on) => box.querySelector(selector)?.toggleAttribute("hidden", !on);

  box.querySelector("[data-unbreak]")?.addEventListener("click", () => { undo(); root.addEventListener("answered", () => button.focus(), { once: true }); });
  root.addEventListener("cleared", () => { whole = undefined; });
  root.addEventListener("answered", (event) => {
    whole = /** @type {CustomEvent} */ (event).detail;
    broken.hidden = true;
    toggle("[data-unbroken]", false);
  });
  return { breakIt };
}

/** The layout of a flat record that does not declare it, so that the copy is read alike. @param {Answer} answer */
const layoutOf = ({ format, layout }) => (format === "flat" && layout?.form ? layout : undefined);

/** @param {Answer} answer */
const holds = ({ checks }) => checks.some(({ id, status }) => id === "signature" && status === "pass");

/** Changes worth trying, those of signed values first, the total before all. @param {Answer} answer @param {string} text @returns {Change[]} */
function changes(answer, text) {
  const total = answer.recomputed?.field;
  const signed = answer.claims.filter(({ signed }) => signed).sort((a, b) => rank(b) - rank(a));
  const found = signed.flatMap(({ field }) => [...text.matchAll(new RegExp(`${escaped(JSON.stringify(field))}\\s*:\\s*"?([0-9A-Za-z])`, "g"))].map((match) => change(field, text, (match.index ?? 0) + match[0].length - 1)));
  return [...found, ...encoded(text), ...[...text.matchAll(/[0-9A-Za-z]/g)].map(({ index = 0 }) => change("", text, index))];

  /** @param {{ field: string, value: string }} claim */
  function rank({ field, value }) {
    return field === total ? 2 : /^-?\d/.test(value) ? 1 : 0;
  }
}

/** Digits inside base64, as payloads of JWS and DSSE have them. @param {string} text @returns {Change[]} */
function encoded(text) {
  const found = [];
  for (const { 0: run, index = 0 } of text.matchAll(/[A-Za-z0-9+/_-]{40,}/g)) {
    const plain = run.replaceAll("-", "+").replaceAll("_", "/");
    const read = (/** @type {string} */ s) => atob(s.slice(0, s.length - (s.length % 4)));
    const was = read(plain);
    for (let at = 0; at < was.length * 4 / 3 && found.length < MOST / 2; at++) {
      const is = ALPHABET[ALPHABET.indexOf(plain[at] ?? "") ^ 1] ?? "";
      const byte = read(plain.slice(0, at) + is + plain.slice(at + 1))[Math.floor((at * 6 + 5) / 8)] ?? "";
      if (/\d/.test(byte) && /\d/.test(was[Math.floor((at * 6 + 5) / 8)] ?? "")) found.push({ field: "", at: index + at, is });
      if (at > 2000) break;
    }
  }
  return found;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The next digit or letter. @param {string} field @param {string} text @param {number} at @returns {Change} */
function change(field, text, at) {
  const was = text[at] ?? "";
  const is = /[9zZ]/.test(was) ? String.fromCharCode(was.charCodeAt(0) - 1) : String.fromCharCode(was.charCodeAt(0) + 1);
  return { field, at, is };
}

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
