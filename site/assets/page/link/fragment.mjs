// A page's inputs in the URL's fragment:
//
//   #1;passed=9;total=10;quality=16,16,14,16,16;end
//
// The first member is the version of the page's format, the last one shows that the link is
// whole. Between them are the controls that differ from the page's example, by
// their data-key; controls that share a key are a list, ticked boxes a list of
// their values. Anything but letters, digits and -._~ is percent-encoded. If a
// control holds more than its data-kept characters, a link has its text deflated, and
// the steps of the page have its place in a list: *0 is the first (page/link/texts.mjs).
// #1;op=score.compute;json={…};end carries a whole request instead.
// pin=passed=9&time=500 holds other inputs to compare with, in the same form and
// with & between them; empty, they are the example.

import { updateControls, rows, setRows } from "../../form/controls.mjs";
import { hold, isSpelled, linkOf, textOf, whole as wholly } from "./texts.mjs";

const FIRST = "1";

/** @typedef {{ name: string, inputs: string }[]} Apart profiles that a link of before had besides the one that is shown */

// How the links of this page are written. Where that has changed, links of before
// are upgraded (page/link/one-profile.mjs).
/** @type {{ version: string, upgrade: (hash: string) => { hash: string, apart: Apart } }} */
export const format = { version: FIRST, upgrade: (hash) => ({ hash, apart: [] }) };

/** @typedef {{ broken: string[], newer: boolean, pin?: string, request?: { operation: string, value: unknown } }} Opened */
/** @typedef {HTMLInputElement & { defaultSelected?: boolean }} Control */

/** @param {ParentNode} root @returns {Map<string, Control[]>} */
function keyed(root) {
  const groups = new Map();
  for (const el of root.querySelectorAll("[data-key]")) {
    const key = /** @type {HTMLElement} */ (el).dataset.key;
    groups.set(key, [...(groups.get(key) ?? []), el]);
  }
  return groups;
}

/** The value of a group of controls, encoded; of a long text, the text itself behind a star. @param {Control[]} group */
function encode(group) {
  const toggles = group.filter((el) => el.type === "radio" || el.type === "checkbox");
  const said = toggles.length ? toggles.filter((el) => el.checked) : group;
  return said.map((el) => (isLong(el) ? `*${el.value}` : escape(el.value))).join(",");
}

/** A text as a link has it. @param {string} text */
export const escape = (text) => encodeURIComponent(text.toWellFormed?.() ?? text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** @param {Control} el */
const isLong = (el) => el.value.length > Number(el.dataset.kept ?? 1e9);

/** Whether a control has a text that no link has as it is: of the example a link has nothing. @param {ParentNode} root */
export const hasLong = (root) => /** @type {Control[]} */ ([...root.querySelectorAll("[data-kept]")]).some((el) => isLong(el) && el.value !== el.defaultValue);

/** A fragment, or a value of one, with its long texts in it: more than a link takes. @param {string} fragment */
export const whole = (fragment) => wholly(fragment, escape);

/** The address of this page with a fragment; without one if that holds more than a link takes. @param {string} fragment */
export const addressOf = (fragment) => location.href.replace(/#.*/s, "") + linkOf(fragment);

/** Every key with its value. @param {ParentNode} root @returns {Map<string, string>} */
export const snapshot = (root) => new Map([...keyed(root)].map(([key, group]) => [key, encode(group)]));

/** The controls that differ from the example, as a link's members. @param {ParentNode} root @param {Map<string, string>} example */
export const members = (root, example) => [...snapshot(root)].filter(([key, value]) => example.get(key) !== value).map(([key, value]) => `${key}=${value.startsWith("*") ? hold(value.slice(1)) : value}`);

/** The fragment of these members, "" without any. @param {string[]} list @param {string} [pin] */
export function fragmentOf(list, pin) {
  const all = pin === undefined ? list : [...list, `pin=${pin}`];
  return all.length ? `#${[format.version, ...all, "end"].join(";")}` : "";
}

/** The fragment for a page, "" if it shows its example and nothing is pinned. @param {ParentNode} root @param {Map<string, string>} example @param {string} [pin] */
export const toFragment = (root, example, pin) => fragmentOf(members(root, example), pin);

/** The fragment that passes a request to a page. @param {string} operation @param {unknown} request */
export const requestFragment = (operation, request) => `#${FIRST};op=${operation};json=${escape(JSON.stringify(request))};end`;

/** Whether a fragment is a state, and not the id of an element. @param {string} hash */
export const isState = (hash) => /^#\d+(;|$|%3B)/i.test(hash);

/**
 * Puts a fragment's values into the page's controls, which show the example.
 * @param {ParentNode} root @param {string} hash @returns {Opened}
 */
export function open(root, hash) {
  const [version, ...members] = hash.slice(1).replace(/%3B/gi, (c) => (hash.includes(";") ? c : ";")).split(";");
  if (version !== format.version) return { broken: [], newer: true };
  const broken = members.at(-1) === "end" ? [] : [members.at(-1) ?? ""];
  const values = new Map(members.filter((m) => m !== "end" && m !== "").map(split));
  /** @type {Opened} */
  const opened = { broken, newer: false, pin: values.get("pin") };
  values.delete("pin");
  const json = values.get("json");
  if (json !== undefined) {
    try {
      opened.request = { operation: values.get("op") ?? "", value: JSON.parse(decodeURIComponent(json)) };
    } catch {
      broken.push("json");
    }
    return opened;
  }
  const groups = keyed(root);
  for (const [key, value] of values) if (!groups.has(key) || !assign(groups.get(key) ?? [], value, root, key)) broken.push(key);
  for (const form of root.querySelectorAll("form")) updateControls(form);
  opened.broken = [...new Set(broken)];
  return opened;
}

/** A member's key and value. @param {string} member @returns {[string, string]} */
export const split = (member) => {
  const i = member.indexOf("=");
  return i < 0 ? [member, ""] : [member.slice(0, i), member.slice(i + 1)];
};

/** @param {Control[]} group @param {string} text @param {ParentNode} root @param {string} key */
function assign(group, text, root, key) {
  const values = valuesOf(text);
  if (!values) return false;
  if (group.some((el) => el.type === "radio" || el.type === "checkbox")) {
    for (const el of group) el.checked = values.includes(el.value);
    return values.every((value) => value === "" || group.some((el) => el.value === value));
  }
  const list = group[0]?.closest("[data-rows]");
  if (list instanceof HTMLElement) {
    if (rows(list).length !== values.length) setRows(list, values.length);
    group = keyed(root).get(key) ?? [];
  }
  group.forEach((el, i) => (el.value = values[i] ?? el.value));
  return values.length === group.length;
}

/** The values that a member lists; undefined if they cannot be read. @param {string} text */
function valuesOf(text) {
  if (isSpelled(`=${text}`)) return undefined; // it was not there, or is no deflated text
  const list = text.split(",").map((value) => ({ value, held: textOf(value) }));
  if (list.some(({ held }) => held === "")) return undefined; // it was let go
  try {
    return list.map(({ value, held }) => held ?? decodeURIComponent(value));
  } catch {
    return undefined;
  }
}
