// Places an answer of the engine into prepared markup. Paths are member names
// joined by "/", from the answer or, inside a list, from its element; "." is
// that element itself.
//
//   data-out="sentence"                     the text of that member
//   data-if="notes"                         hidden while it is empty, false or absent
//   data-attr="x=start% width=width%"       attributes; what follows the path is kept
//   data-each="parts" data-by="key"         a list: one child per element, kept by its key
//   data-svg="chart"                        the picture that member is, as the engine drew it
//   data-accent="key"                       with data-out: the words of the text that are in <b class="key">
//   data-of="score"                         values of the calculator of that form, elsewhere on the page; skipped
//                                           here, placed by page/calculator.mjs
//   parts/key=speed/score                   in a path: the element of a list whose key is speed
//
//   data-align="score weight"               members of a list whose decimal points line up
//   data-still                              inside, what changed does not flash
//   data-late                               what is inside waits until the details around it, or itself, is opened
//
// A list's children are copies of its <template>, or of its first child. Only
// text, attributes and the engine's own pictures are ever set. No character of
// a text can be invisible or reverse its neighbours (answer/plain-text.mjs).

import { aligned } from "./align.mjs";
import { plain } from "./plain-text.mjs";

/** @type {WeakMap<Element, Element>} */
const patterns = new WeakMap();

/** @param {any} data @param {string} path @returns {any} */
export const at = (data, path) => path === "." ? data : path.split("/").reduce((value, name) => value?.[Array.isArray(value) ? indexIn(value, name) : name], data);

/** Where an element of a list is: "2", or by a member of it, "key=speed". @param {any[]} list @param {string} name @returns {number | string} */
export function indexIn(list, name) {
  const [member = "", value] = name.split("=");
  return value === undefined ? name : list.findIndex((item) => item[member] === value);
}

/** @param {unknown} value */
const shown = (value) => String(value ?? "");

/** @param {unknown} value */
const empty = (value) => !value || (Array.isArray(value) && value.length === 0);

/** @param {Element} root @param {any} data */
export function place(root, data) {
  const set = saidBy(/** @type {HTMLElement | SVGElement} */ (root));
  if (set.if !== undefined) root.toggleAttribute("hidden", empty(at(data, set.if)));
  if (set.attr !== undefined) placeAttributes(root, data, set.attr);
  if (set.late !== undefined && root.closest("details:not([open])")) return wait(root, data);
  if (set.svg !== undefined) return draw(root, shown(at(data, set.svg)));
  if (set.out !== undefined) {
    const text = plain(shown(at(data, set.out)));
    return set.accent === undefined ? write(root, text) : accentuate(root, text, plain(shown(at(data, set.accent))));
  }
  if (set.each !== undefined) {
    const items = at(data, set.each) ?? [];
    return placeList(root, set.align ? aligned(items, set.align.split(" ")) : items, root.getAttribute("data-by") ?? undefined);
  }
  for (let child = root.firstElementChild; child; child = child.nextElementSibling) if (saidBy(/** @type {HTMLElement} */ (child)).of === undefined) place(child, data);
}

/** What elements say is to be placed in them, each read once. @type {WeakMap<Element, DOMStringMap>} */
const said = new WeakMap();

const NOTHING = Object.freeze({});

/** @param {HTMLElement | SVGElement} el @returns {DOMStringMap} */
function saidBy(el) {
  let all = said.get(el);
  if (!all) said.set(el, all = el.hasAttributes?.() && el.dataset ? { ...el.dataset } : NOTHING);
  return all;
}

/** @type {WeakMap<Element, any>} */
const waiting = new WeakMap();

/** Fills what is in a closed element when it opens. @param {Element} el @param {any} data */
function wait(el, data) {
  const fill = () => place(el, waiting.get(el));
  for (let fold = waiting.has(el) ? null : el.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.addEventListener("toggle", fill);
  waiting.set(el, data);
}

/** @param {Element} el @param {string} text @param {string} key words of it */
function accentuate(el, text, key) {
  if (el.textContent === text && el.querySelector(".key")?.textContent === key) return;
  const from = text.indexOf(key);
  const accent = Object.assign(document.createElement("b"), { className: "key", textContent: from < 0 ? "" : key });
  el.replaceChildren(text.slice(0, from < 0 ? text.length : from), accent, text.slice(from < 0 ? text.length : from + key.length));
}

/** @param {Element} el @param {string} text */
function write(el, text) {
  const node = ((el.lastElementChild || el.firstChild === el.lastChild) && el.firstChild) || el; // a change may follow the number (page/whatif/compare.mjs)
  if (node.textContent === text) return;
  node.textContent = text;
  if (flashes(el)) flash(el);
}

/** @param {Element} el */
const flashes = (el) => !el.closest("output, [data-still]");

const REST = 150; // ms without a change until those that changed flash; a slider being dragged is not slowed
let timer = 0, counted = false;
/** @type {Set<Element>} */
const fresh = new Set();
/** Those that flash. @type {Set<Element>} */
const bright = new Set();

/** @param {Element} el */
function end(el) {
  el.classList.remove("changed");
  bright.delete(el);
}

/** The end of an animation. @param {Event} event */
const ended = ({ target }) => end(/** @type {Element} */ (target));

/** @param {Element} el */
function flash(el) {
  for (const one of bright) end(one); // there is something newer
  fresh.add(el);
  if (counted) return; // one of many that are placed together
  counted = true;
  queueMicrotask(() => (counted = false));
  clearTimeout(timer);
  timer = setTimeout(() => {
    document.addEventListener("animationend", ended); // the same function is added once
    for (const one of fresh) if (flashes(one)) one.classList.add("changed"); // asked again: its place may be another by now
    for (const one of fresh) bright.add(one);
    fresh.clear();
  }, REST);
}

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/** @param {Element} el @param {string} svg */
function draw(el, svg) {
  if (drawn.get(el) === svg) return;
  if (svg === "") { // the answer has no picture
    drawn.delete(el);
    return el.replaceChildren();
  }
  const { documentElement } = new DOMParser().parseFromString(svg, "image/svg+xml");
  if (documentElement.localName !== "svg") return; // not a whole picture
  drawn.set(el, svg);
  el.replaceChildren(document.importNode(documentElement, true));
  el.dispatchEvent(new CustomEvent("drawn", { bubbles: true }));
}

/** What lists of attributes say, each read once. @type {Map<string, string[][]>} */
const lists = new Map();

/** @param {Element} el @param {any} data @param {string} list */
function placeAttributes(el, data, list) {
  const pairs = lists.get(list) ?? [...list.matchAll(/([\w-]+)=([\w/]+)(\S*)/g)];
  lists.set(list, pairs);
  for (const [, name = "", path = "", suffix] of pairs) {
    const text = shown(at(data, path));
    if (text === "" && suffix) continue; // a unit alone is no length
    const value = text + suffix;
    if (el.getAttribute(name) !== value) el.setAttribute(name, value);
  }
}

/** @param {Element} list @param {any[]} items @param {string | undefined} by */
function placeList(list, items, by) {
  const pattern = patternOf(list);
  if (!pattern) return;
  const before = [...list.children].filter((el) => el.tagName !== "TEMPLATE");
  const known = new Map(before.map((el, i) => [el.getAttribute("data-id") ?? String(i), el]));
  const used = new Set();
  let last = list.firstElementChild?.tagName === "TEMPLATE" ? list.firstElementChild : null;
  items.forEach((item, i) => {
    let id = by ? shown(at(item, by)) : String(i);
    while (used.has(id)) id += "+";
    used.add(id);
    const el = known.get(id) ?? /** @type {Element} */ (pattern.cloneNode(true));
    known.delete(id);
    if (el.getAttribute("data-id") !== id) el.setAttribute("data-id", id);
    place(el, item);
    const next = last ? last.nextElementSibling : list.firstElementChild;
    if (next !== el) list.insertBefore(el, next);
    last = el;
  });
  for (const el of known.values()) el.remove();
}

/** @param {Element} list */
function patternOf(list) {
  let pattern = patterns.get(list);
  if (pattern) return pattern;
  const first = list.firstElementChild;
  const source = first instanceof HTMLTemplateElement ? first.content.firstElementChild : first;
  pattern = /** @type {Element | undefined} */ (source?.cloneNode(true));
  if (pattern) patterns.set(list, pattern);
  return pattern;
}
