// Links of before, on a page that has one profile now. Each section of such a
// page had inputs of its own; what they shared has become the page's profile.
//
// A link of before (#1;…) says what differs from the examples of its sections
// then, so it is completed with them. Its first section gives the profile. Where
// another section had other numbers, they are a profile apart.

import { format, split } from "./fragment.mjs";

/**
 * A section of before. What it shared: by its key then, the key now and the
 * value in its example. What it still has: the value in its example then, null if
 * that is still its example.
 * @typedef {{ name: string, shared: Record<string, [key: string, example: string]>, own: Record<string, string | null> }} Section
 */

/** @typedef {{ sections: Section[], profile: Record<string, string>, also?: (keys: string[]) => string[] }} Page profile is its example; also adds what keys of before imply */

/** @param {Page} page */
export function upgrades({ sections, profile, also = () => [] }) {
  /** @param {Section} section @param {Map<string, string>} values */
  const profileOf = ({ shared }, values) => new Map(Object.entries(shared).map(([key, [now, example]]) => [now, values.get(key) ?? example]));

  /** @param {Map<string, string>} values @param {Section[]} present the one that gives the profile first */
  function rewritten(values, present) {
    const [lead] = present;
    const list = [...(lead ? profileOf(lead, values) : [])].map(([key, value]) => `${key}=${value}`);
    for (const { own } of present) for (const [key, example] of Object.entries(own)) if (values.has(key) || example !== null) list.push(`${key}=${values.get(key) ?? example}`);
    const known = sections.flatMap(({ shared, own }) => [...Object.keys(shared), ...Object.keys(own)]);
    return [...list, ...[...values].filter(([key]) => !known.includes(key)).map(([key, value]) => (value === "" ? key : `${key}=${value}`)), ...also([...values.keys()])];
  }

  /** @param {string} hash */
  return function upgrade(hash) {
    const [version, ...members] = hash.replace(/%3B/gi, (c) => (hash.includes(";") ? c : ";")).slice(1).split(";");
    if (version !== "1") return { hash, apart: [] };
    const whole = members.at(-1) === "end";
    if (members.some((m) => m.startsWith("json="))) return { hash: `#${[format.version, ...members].join(";")}`, apart: [] };
    const values = new Map(members.filter((m) => m !== "end" && m !== "").map(split));
    const pin = values.get("pin");
    values.delete("pin");
    const pinned = new Map((pin ?? "").split("&").filter(Boolean).map(split));
    const present = sections.filter(({ shared, own }) => [...Object.keys(shared), ...Object.keys(own)].some((key) => values.has(key) || pinned.has(key)));
    const state = rewritten(values, present);
    const fragment = (/** @type {string[]} */ list) => `#${[format.version, ...list, ...(whole ? ["end"] : [])].join(";")}`;
    const [lead, ...others] = present;
    const first = new Map([...Object.entries(profile), ...(lead ? profileOf(lead, values) : [])]);
    const apart = others.filter((section) => [...profileOf(section, values)].some(([key, value]) => first.get(key) !== value))
      .map((section) => ({ name: section.name, inputs: fragment(rewritten(values, [section, ...present.filter((one) => one !== section)])) }));
    return { hash: fragment([...state, ...(pin === undefined ? [] : [`pin=${rewritten(pinned, present).join("&")}`])]), apart };
  };
}
