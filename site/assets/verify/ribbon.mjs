// The byte ribbon: every signed byte, in one place. A check that is pointed at, focused or
// pressed lights the members that it read. A character that is clicked or typed over
// changes the proof's text, and the engine decides anew; until then the bytes are neutral.
//
// What was signed before a change is known for the page's examples, and for what this page
// has found authentic since it was opened. A record is compared with one of the same key and
// submission only: no other has a before, whatever it says.
//
//   [data-ribbon]   its words in data-signed, data-match, data-of, data-were, data-not, data-missing;
//                   holds .byte-ribbon, data-size, data-diff, data-tip, data-put-back, data-rest

import { bytesOf } from "../form/encodings.mjs";
import { textOf } from "../form/bytes.mjs";
import { plain } from "../answer/plain-text.mjs";
import { pieces, place as placeOf } from "./pieces.mjs";

/** @typedef {import("../../../wasm/engine/engine.js").ProofVerifyResponse} Answer */
/** @typedef {import("./pieces.mjs").Piece} Piece */
/** @typedef {{ signed: string, text: string, bytes: number, key: string, id: [field: string, value: string][] }} Original what was signed, and the text of the proof */

const WHOLE = 4096; // characters that are shown in one piece
const END = 1024; // of a longer text, at each end
const HOLDS = new Set(["authentic", "qualified", "unknown-key", "contested"]);

export class Ribbon {
  #root;
  #box;
  #ribbon;
  #write;
  #text = ""; // as it is shown
  #forging = false; // whether the change of the form came from here
  /** What is compared with. @type {Original[]} */ #originals = [];
  /** @type {Original | undefined} */ #before;
  /** The text of the form that the bytes were made of. */ #proof = "";

  /** @param {HTMLElement} root @param {(text: string) => void} write puts a text into the form */
  constructor(root, write) {
    this.#root = root;
    this.#write = write;
    this.#box = /** @type {HTMLElement} */ (root.querySelector("[data-ribbon]"));
    this.#ribbon = /** @type {HTMLElement} */ (this.#box.querySelector(".byte-ribbon"));
    root.addEventListener("cleared", () => this.#neutral());
    this.#ribbon.addEventListener("click", (event) => this.#clicked(event));
    this.#ribbon.addEventListener("beforeinput", (event) => this.#typed(event));
    this.#ribbon.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); this.#next(this.#caret()); } });
    this.#part("put-back").addEventListener("click", () => { if (this.#before) { this.#forging = true; this.#write(this.#before.text); } });
    for (const type of ["pointerover", "focusin"]) root.addEventListener(type, ({ target }) => this.#light(/** @type {Element} */ (target).closest("[data-lights]")));
    root.addEventListener("click", ({ target }) => this.#press(/** @type {Element} */ (target).closest("[data-lights]")));
  }

  /** @param {string} name */
  #part(name) {
    return /** @type {HTMLElement} */ (this.#box.querySelector(`[data-${name}]`));
  }

  /** The bytes of the proof that was shown, until there is an answer: neutral, or none if they are another proof's. */
  #neutral() {
    this.#box.hidden = !this.#forging;
    this.#ribbon.dataset.state = "unchecked";
    this.#ribbon.classList.remove("swept");
    this.#part("diff").hidden = true;
    for (const name of ["tip", "put-back"]) this.#part(name).hidden = true;
    this.#light(null);
  }

  /** Shows the bytes of an answer. @param {Answer} answer @param {any} request */
  show(answer, request) {
    const { verdict } = answer;
    const holds = HOLDS.has(verdict) && answer.signed_bytes !== "";
    const bytes = bytesOf(holds ? answer.signed_bytes : (answer.tried_bytes ?? ""));
    const forged = this.#forging;
    this.#forging = false;
    const known = answer.hashed_text || textOf(bytes) || [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = known || (forged && verdict === "unmatched" ? this.#pending : ""); // its layout was found, not declared
    this.#box.hidden = text === "";
    if (text === "") return;
    this.#proof = request.text ?? "";
    const size = new TextEncoder().encode(text).length;
    if (verdict === "authentic" && !request.message) this.#remember(answer, text, size);
    if (known === "") this.#before = this.#originals.find(({ signed }) => signed === this.#base);
    else if (verdict === "authentic") this.#base = text;
    if (verdict === "not-authentic") this.#before = this.#originals.find((original) => isSame(original, answer, text));
    else if (known) this.#before = undefined;
    this.#ribbon.dataset.state = verdict;
    this.#draw(text, this.#before);
    this.#say(answer, text, size, holds);
    const editable = text.length <= WHOLE && request.message === undefined && this.#proof !== "";
    this.#part("tip").hidden = !editable || verdict !== "authentic";
    if (editable) this.#ribbon.setAttribute("contenteditable", "plaintext-only");
    else this.#ribbon.removeAttribute("contenteditable");
    this.#ribbon.setAttribute("role", editable ? "textbox" : "group");
    if (!editable) this.#ribbon.removeAttribute("aria-multiline");
    else this.#ribbon.setAttribute("aria-multiline", "true");
    if (forged && this.#at >= 0) this.#select(this.#at);
    if (verdict === "authentic" && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.#sweep();
  }

  #sweep() {
    const { classList } = this.#ribbon;
    classList.remove("swept");
    void this.#ribbon.offsetWidth; // begins anew
    classList.add("swept");
    this.#ribbon.addEventListener("animationend", () => classList.remove("swept"), { once: true });
  }

  /** Keeps what was found authentic, the newest first. @param {Answer} answer @param {string} signed @param {number} bytes */
  #remember({ claims, key }, signed, bytes) {
    const of = (/** @type {string} */ what) => claims.filter(({ signed, means }) => signed && means?.includes(what)).map(({ field }) => field);
    const fields = of("submission").length > 0 ? of("submission") : [...of("agent"), ...of("challenge")];
    const all = pieces(signed);
    const id = fields.map((field) => /** @type {[string, string]} */ ([field, all.find(({ name }) => name === field)?.value ?? ""]));
    if (!key || id.length === 0 || id.some(([, value]) => value === "")) return;
    const original = { signed, text: this.#proof, bytes, key: key.public_key, id };
    this.#originals = [original, ...this.#originals.filter((other) => other.signed !== signed)].slice(0, 20);
  }

  /** @param {string} text @param {Original} [before] */
  #draw(text, before) {
    this.#text = text;
    const was = new Map(before ? pieces(before.signed).map((piece) => [piece.name, piece.text]) : []);
    const long = text.length > WHOLE;
    const shown = long ? [text.slice(0, END), text.slice(-END)] : [text];
    const spans = (long ? shown.map((text) => ({ name: "", text })) : pieces(text)).map((piece) => {
      const span = document.createElement("span");
      span.dataset.member = piece.name;
      const marked = before && piece.name && was.get(piece.name) !== piece.text ? between(was.get(piece.name) ?? "", piece.text) : undefined;
      if (!marked) span.textContent = shownText(piece.text);
      else {
        const [from, to] = marked;
        const mark = document.createElement("mark");
        mark.textContent = shownText(piece.text.slice(from, to));
        span.append(shownText(piece.text.slice(0, from)), mark, shownText(piece.text.slice(to)));
        span.className = "hit";
      }
      return span;
    });
    if (long) spans.splice(1, 0, Object.assign(document.createElement("span"), { textContent: " … " }));
    this.#ribbon.replaceChildren(...spans);
    const rest = this.#part("rest");
    rest.hidden = !long;
    /** @type {HTMLElement} */ (rest.querySelector("code")).textContent = long ? plain(text.slice(END, -END)) : "";
    /** @type {HTMLElement} */ (rest.querySelector("[data-rest-size]")).textContent = long ? `${count(text.length - 2 * END)}` : "";
  }

  /** @param {Answer} answer @param {string} text @param {number} size @param {boolean} holds */
  #say(answer, text, size, holds) {
    const { signed, match, of, were, not } = this.#box.dataset;
    const before = this.#before;
    const sized = `${count(size)} byte${size === 1 ? "" : "s"}`;
    let said = holds ? `${answer.shown?.bytes ?? sized} ${signed}` : `${sized}${not}`;
    if (before) {
      if (before.bytes !== size) said = `${sized}, ${count(before.bytes)}${were}`;
      else said = `${count(size - differing(before.signed, text))}${of}${count(size)}${match}`;
    }
    this.#part("size").textContent = said;
    this.#part("put-back").hidden = !before;
    const diff = this.#part("diff");
    const changed = before ? changes(before.signed, text) : undefined;
    diff.hidden = !changed;
    if (!changed) return;
    const el = (/** @type {string} */ tag, /** @type {string} */ text) => Object.assign(document.createElement(tag), { textContent: plain(text) });
    diff.replaceChildren(el("bdi", changed.name), ": ", el("s", changed.was), " → ", el("b", changed.is || (this.#box.dataset.missing ?? "")));
  }

  /** Lights the members that a check read; the pressed one, if nothing is pointed at. @param {Element | null} check */
  #light(check) {
    const by = check ?? document.activeElement?.closest("[data-lights]") ?? this.#root.querySelector("[data-lights][aria-pressed=true]");
    const id = by?.closest("[data-id]")?.getAttribute("data-id");
    const spans = /** @type {HTMLElement[]} */ ([...this.#ribbon.querySelectorAll("[data-member]")]);
    const lit = id ? spans.filter((span) => reads(id, span.dataset.member ?? "", this.#meanings)) : [];
    this.#ribbon.toggleAttribute("data-lit", lit.length > 0);
    for (const span of spans) span.classList.toggle("lit", lit.includes(span));
  }

  /** What members mean: of the newest answer. @type {Map<string, string[]>} */ #meanings = new Map();

  /** @param {Answer} answer */
  means({ claims, recomputed }) {
    this.#meanings = new Map(claims.map(({ field, means = [] }) => [field, means]));
    for (const name of Object.keys(recomputed?.score.breakdown ?? {})) this.#meanings.set(name, ["dimension"]);
    if (recomputed) this.#meanings.set(recomputed.field, ["score"]);
  }

  /** @param {Element | null} check */
  #press(check) {
    if (!check) return;
    const on = check.getAttribute("aria-pressed") !== "true";
    for (const other of this.#root.querySelectorAll("[data-lights]")) other.setAttribute("aria-pressed", String(on && other === check));
    this.#light(on ? check : null);
  }

  #at = -1; // where the last change was
  #pending = ""; // the text with it
  #base = ""; // the signed text that it began with

  /** The character before which the caret stands. */
  #caret() {
    const selection = getSelection();
    if (!selection?.anchorNode || !this.#ribbon.contains(selection.anchorNode)) return -1;
    return this.#offset(selection.getRangeAt(0).startContainer, selection.getRangeAt(0).startOffset);
  }

  /** @param {Node} node @param {number} offset */
  #offset(node, offset) {
    const range = document.createRange();
    range.selectNodeContents(this.#ribbon);
    range.setEnd(node, offset);
    return range.toString().length;
  }

  /** @param {number} at */
  #select(at) {
    const walker = document.createTreeWalker(this.#ribbon, NodeFilter.SHOW_TEXT);
    for (let rest = at, node = walker.nextNode(); node; node = walker.nextNode()) {
      const { length } = /** @type {Text} */ (node);
      if (rest <= length && (rest < length || !walker.nextNode())) return getSelection()?.setBaseAndExtent(node, rest, node, Math.min(rest + 1, length));
      if (rest >= length) rest -= length;
    }
  }

  /** @param {MouseEvent} event */
  #clicked({ clientX, clientY }) {
    if (!this.#ribbon.isContentEditable) return;
    const at = this.#caret();
    for (const one of [at, at - 1]) {
      const range = this.#range(one);
      const inside = range && [...range.getClientRects()].some(({ left, right, top, bottom }) => clientX >= left && clientX <= right && clientY >= top - 6 && clientY <= bottom + 6);
      if (inside) return this.#next(one);
    }
  }

  /** The range of a character. @param {number} at */
  #range(at) {
    if (at < 0) return undefined;
    const walker = document.createTreeWalker(this.#ribbon, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { length } = /** @type {Text} */ (node);
      if (at < length) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range;
      }
      at -= length;
    }
    return undefined;
  }

  /** Changes a digit or letter into the next. @param {number} at */
  #next(at) {
    const was = this.#text[at] ?? "";
    if (!/[0-9a-z]/i.test(was)) return;
    this.#change(at, at + 1, /[9zZ]/.test(was) ? String.fromCharCode(was.charCodeAt(0) - 1) : String.fromCharCode(was.charCodeAt(0) + 1));
  }

  /** @param {InputEvent} event */
  #typed(event) {
    event.preventDefault();
    const range = getSelection()?.rangeCount ? getSelection()?.getRangeAt(0) : undefined; // Chromium gives no target ranges here
    if (!range || !this.#ribbon.contains(range.endContainer)) return;
    let from = this.#offset(range.startContainer, range.startOffset), to = this.#offset(range.endContainer, range.endOffset);
    if (from === to && event.inputType === "deleteContentBackward") from = Math.max(0, from - 1);
    else if (from === to) to++;
    const is = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
    if (event.inputType.startsWith("insert") && is) this.#change(from, Math.max(to, from + is.length), is); // over what stands there
    else if (event.inputType.startsWith("delete")) this.#change(from, to, "");
  }

  /** Changes the proof where these bytes come from, if that is in one place. @param {number} from @param {number} to @param {string} is */
  #change(from, to, is) {
    const text = placeOf(this.#text, this.#proof, from, to, is);
    if (text === undefined || text === this.#proof) return;
    this.#at = from + is.length - (is ? 1 : 0);
    this.#pending = this.#text.slice(0, from) + is + this.#text.slice(to);
    this.#forging = true;
    this.#write(text);
    this.#draw(this.#pending);
    this.#proof = text;
    this.#select(this.#at);
  }
}

const count = (/** @type {number} */ n) => n.toLocaleString("en");

/** Line ends and characters that cannot be seen, as one character each. @param {string} text */
const shownText = (text) => text.replaceAll("\n", "⏎").replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (c) => "·".repeat(c.length));

/** What a check reads. @type {Record<string, string[]>} */
const READS = { arithmetic: ["dimension", "score", "weights"], weights: ["weights"], time: ["time", "submitted"], code: ["code"] };
const KEYS = /^(evaluator(_pubkey|_public_key)?|public_key|pubkey)$/;
const SCORES = /^(scores|dimensions|breakdown|score_breakdown)$/;

/** @param {string} id of a check @param {string} member @param {Map<string, string[]>} meanings */
function reads(id, member, meanings) {
  if (id === "signature" || id === "coverage") return true;
  if (id === "key") return KEYS.test(member);
  if (id === "format") return member === "" || member === "version";
  return (meanings.get(member) ?? []).some((what) => READS[id]?.includes(what)) || (id === "arithmetic" && SCORES.test(member));
}

/** Whether a false record says that it is that one: of the same key, with the same id. @param {Original} original @param {Answer} answer @param {string} text */
function isSame({ key, id }, answer, text) {
  const all = new Map(pieces(text).map(({ name, value }) => [name, value]));
  return answer.key?.public_key === key && id.every(([field, value]) => all.get(field) === value);
}

/** Where two texts differ, in the second. @param {string} was @param {string} is @returns {[number, number]} */
function between(was, is) {
  let from = 0, end = 0;
  while (from < is.length && was[from] === is[from]) from++;
  while (end < is.length - from && end < was.length - from && was[was.length - 1 - end] === is[is.length - 1 - end]) end++;
  return [from, is.length - end];
}

/** How many bytes differ of texts with as many. @param {string} a @param {string} b */
function differing(a, b) {
  const [x, y] = [a, b].map((text) => new TextEncoder().encode(text));
  return x?.filter((byte, i) => byte !== y?.[i]).length ?? 0;
}

/** The first member that differs. @param {string} was @param {string} is */
function changes(was, is) {
  const [before, after] = [was, is].map((text) => new Map(pieces(text).filter(({ name }) => name).map(({ name, value }) => [name, value])));
  for (const [name, value] of before ?? []) if (after?.get(name) !== value) return { name, was: value, is: after?.get(name) ?? "" };
  return undefined;
}
