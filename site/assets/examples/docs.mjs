// What the first page of the documentation begins with: one request in three ways, whose
// numbers turn, and its answer by the module that the page shows.

import { anything } from "../page/paste/anything.mjs";
import { copyCode } from "../page/tools/copy.mjs";
import { filled } from "./filled.mjs";
import { turn } from "./turn.mjs";

/** @typedef {{ operation: string, request: string, unit: string, says: { operation: string, request?: unknown, member: string }, ways: { Before: string, After: string }[] }} Call */

anything();
addEventListener("click", copyCode);

const box = /** @type {HTMLElement} */ (document.querySelector("[data-calls]"));
const calls = /** @type {Call[]} */ (JSON.parse(box.dataset.calls ?? "[]"));
const area = /** @type {HTMLTextAreaElement} */ (box.querySelector("[data-request-text]"));
const choices = /** @type {HTMLButtonElement[]} */ ([...box.querySelectorAll("[data-call-of]")]);
const codes = [...box.querySelectorAll(".call-way code")];
let call = /** @type {Call} */ (calls[0]);

/** The numbers of members in a text of JSON. */
const NUMBER = /(?<="\s*:\s*)-?\d+(?:\.\d+)?/g;
/** A request without its numbers. @param {string} text */
const shape = (text) => text.replace(NUMBER, "");
const ANSWERED = "answered"; // in the place of a number that no operation writes
const FULL_STEP = 400; // from this number on, a step is 10

/** @type {((text: string) => void)[]} */ let shows = [];

/** Writes the request into the three ways, its numbers as inputs. */
function draw() {
  shows = [];
  const place = (/** @type {Element} */ code, /** @type {string} */ of, /** @type {string} */ text) => (/** @type {Element} */ (code.querySelector(of)).textContent = text);
  codes.forEach((code, i) => {
    place(code, "[data-before]", call.ways[i]?.Before ?? "");
    place(code, "[data-after]", call.ways[i]?.After ?? "");
    const request = /** @type {Element} */ (code.querySelector("[data-request]"));
    const numbers = [...area.value.matchAll(NUMBER)];
    /** @type {(string | Element)[]} */ const pieces = [];
    let end = 0;
    numbers.forEach((number, n) => {
      pieces.push(area.value.slice(end, number.index));
      end = number.index + number[0].length;
      pieces.push(field(number[0], n));
    });
    request.replaceChildren(...pieces, area.value.slice(end));
  });
}

/** A number of the request, the nth. @param {string} text @param {number} n */
function field(text, n) {
  const el = Object.assign(document.createElement("span"), { className: "turnable" });
  el.append(Object.assign(document.createElement("span"), { textContent: text }));
  const step = Math.abs(Number(text)) >= FULL_STEP ? 10 : 1;
  const name = /"([^"]*)"\s*:\s*$/.exec(area.value.slice(0, [...area.value.matchAll(NUMBER)][n]?.index))?.[1] ?? "number";
  const show = turn(el, { label: name, step, least: () => -Infinity, most: () => Infinity }, (value) => {
    let i = 0;
    area.value = area.value.replace(NUMBER, (was) => (i++ === n ? String(value) : was));
    follow();
    answer();
  });
  shows.push(() => show(Number([...area.value.matchAll(NUMBER)][n]?.[0])));
  return el;
}

const follow = () => { for (const show of shows) show(area.value); };

/** @typedef {{ callJSON(name: string, request: string): string }} Engine */

const MODULE = "/engine/engine.mjs"; // as the page shows it, not a part of this file
/** @type {Promise<Engine> | undefined} */ let loading;
const engine = () => (loading ??= import(MODULE).then(({ loadEngine }) => loadEngine()).catch((error) => {
  loading = undefined;
  throw error;
}));

/** Asks the engine for the request as it is now. */
async function answer() {
  const { operation } = call, request = area.value;
  try {
    const loaded = await engine();
    if (operation === call.operation && request === area.value) show(loaded.callJSON(operation, request), () => saidOf(loaded, request));
  } catch {
    tell("off", "not loaded", "The module could not be loaded.", "");
  }
}

/** The number of a request in words, which another operation writes. @param {Engine} loaded @param {string} request */
function saidOf(loaded, request) {
  const { operation, request: like, member } = call.says;
  if (like !== undefined && shape(request) !== shape(call.request)) return ANSWERED;
  const asked = like === undefined ? request : JSON.stringify(filled(like, JSON.parse(request)));
  const { ok } = JSON.parse(loaded.callJSON(operation, asked));
  return String(ok?.[member] ?? ANSWERED);
}

/** @param {string} envelope @param {() => string} said */
function show(envelope, said) {
  const { error } = JSON.parse(envelope);
  const text = envelope.slice(envelope.indexOf(":") + 1, -1);
  if (error) return tell(error.code, "refused", text, `at ${error.field || "the text"}`);
  tell(call.unit, said(), text, `${new TextEncoder().encode(text).length} bytes, the same from all three`);
  box.removeAttribute("data-no");
}

/** @param {string} unit @param {string} big @param {string} json @param {string} bytes */
function tell(unit, big, json, bytes) {
  const put = (/** @type {string} */ of, /** @type {string} */ text) => (/** @type {Element} */ (box.querySelector(of)).textContent = text);
  put("[data-unit]", unit);
  put("[data-big]", big);
  put("[data-json]", json);
  put("[data-bytes]", bytes);
  put("[data-operation-name]", call.operation);
  box.setAttribute("data-no", "");
}

area.addEventListener("input", () => {
  if (shape(area.value) === shape(codes[0]?.querySelector("[data-request]")?.textContent ?? "")) follow();
  else draw();
  answer();
});
for (const button of choices) {
  button.addEventListener("click", () => {
    call = calls.find(({ operation }) => operation === button.dataset.callOf) ?? call;
    for (const other of choices) other.setAttribute("aria-pressed", String(other === button));
    area.value = call.request;
    draw();
    answer();
  });
}

const find = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-find-operation]"));
find?.addEventListener("input", () => {
  const words = find.value.toLowerCase().trim();
  for (const group of document.querySelectorAll(".catalogue-group")) {
    const items = [...group.querySelectorAll("li")];
    for (const item of items) item.hidden = !(item.textContent ?? "").toLowerCase().includes(words);
    group.toggleAttribute("hidden", items.every(({ hidden }) => hidden));
    group.querySelector("details")?.toggleAttribute("open", words !== "");
  }
});

/** Opens the fold that an address names. */
function opened() {
  const target = document.getElementById(location.hash.slice(1));
  const fold = target?.closest("details");
  if (!fold || fold.open) return;
  fold.open = true;
  target?.scrollIntoView({ behavior: "instant" });
}
addEventListener("hashchange", opened);
opened();
area.value = call.request; // a browser may have kept another text
draw();
