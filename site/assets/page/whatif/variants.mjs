// Inputs kept on the device under a name, for each page its own.
//
//   [data-variants] with input[data-name], button[data-keep], a list whose
//   <template> is one variant (button[data-open], button[data-rename],
//   button[data-delete]), a [data-none] line, and [data-memory]: storage is closed

import { keepable } from "./own.mjs";
import { store, stored } from "./storage.mjs";
import { page } from "../page.mjs";
import { whole } from "../link/fragment.mjs";

/** @typedef {{ name: string, inputs: string }} Variant */

/** What storage did not take, since it is blocked, full, or holds data of a newer page: variants to add to its list, and to leave out. */
let more = /** @type {Variant[]} */ ([]);
let gone = /** @type {Variant[]} */ ([]);

/** @type {Map<Element, () => void>} */
const shows = new Map();

// Another tab may have changed them; a page that was left is not told.
for (const told of ["storage", "pageshow"]) addEventListener(told, () => shows.forEach((show) => show()));

/** @param {Variant[]} list @param {Variant[]} others */
const without = (list, others) => list.filter((v) => !others.some(({ name, inputs }) => name === v.name && inputs === v.inputs));

/** @param {Variant[]} list @param {Variant[]} next */
const joined = (list, next) => [...list.filter((v) => !next.some(({ name }) => name === v.name)), ...next];

const all = () => joined(without(kept(), gone), more);

/** @returns {Variant[]} */
function kept() {
  const { version, list } = stored("variants") ?? {};
  if (version !== 1 || !Array.isArray(list)) return [];
  return list.filter((v) => typeof v?.name === "string" && typeof v.inputs === "string" && /^(#\d+;.*)?$/s.test(v.inputs));
}

/** @param {Variant[]} list @returns {boolean} whether it is kept on the device */
function put(list) {
  const done = !(stored("variants")?.version > 1) && store("variants", list.length ? { version: 1, list } : undefined);
  const has = done ? list : kept();
  [more, gone] = [without(list, has), without(has, list)];
  return done;
}

/** Adds variants, each in the place of one with its name. @param {Variant[]} list */
export function add(list) {
  put(joined(all(), list));
}

/** @param {HTMLElement} menu @param {(text?: string) => void} announce */
export function variants(menu, announce) {
  const box = /** @type {HTMLElement | null} */ (menu.querySelector("[data-variants]"));
  if (!box) return;
  const known = shows.get(box);
  if (known) return known();
  const name = /** @type {HTMLInputElement} */ (box.querySelector("[data-name]"));
  const items = /** @type {HTMLElement} */ (box.querySelector("ul"));
  const pattern = /** @type {HTMLTemplateElement} */ (items.querySelector("template"));
  /** The one that gets another name. @type {Variant | undefined} */ let renamed;
  let shown = "";

  const show = () => {
    const list = all();
    const now = JSON.stringify(list);
    if (now === shown) return;
    shown = now;
    const focused = items.contains(document.activeElement);
    items.replaceChildren(pattern, ...list.map(item));
    if (focused) name.focus(); // the button is gone
    box.querySelector("[data-none]")?.toggleAttribute("hidden", list.length > 0);
  };

  /** @param {Variant[]} next @param {string | undefined} said */
  const change = (next, said) => {
    const kept = put(next);
    const memory = box.querySelector("[data-memory]");
    memory?.toggleAttribute("hidden", kept);
    announce(kept ? said : (memory?.textContent ?? ""));
    show();
  };

  /** @param {Variant} variant */
  const item = (variant) => {
    const { name: called, inputs } = variant;
    const li = /** @type {HTMLElement} */ (/** @type {DocumentFragment} */ (pattern.content.cloneNode(true)).firstElementChild);
    const button = (/** @type {string} */ what) => /** @type {HTMLButtonElement} */ (li.querySelector(`[data-${what}]`));
    button("open").textContent = called;
    for (const what of ["rename", "delete"]) button(what).setAttribute("aria-label", `${button(what).textContent} ${called}`);
    button("open").addEventListener("click", () => {
      page.go(inputs);
      announce(box.dataset.opened);
    });
    button("rename").addEventListener("click", () => {
      rename(variant);
      name.select();
    });
    button("delete").addEventListener("click", () => {
      change(all().filter((v) => v.name !== called), box.dataset.deleted);
      name.focus();
    });
    return li;
  };

  /** @param {Variant} [variant] none to give a name to the inputs of the form again */
  const rename = (variant) => {
    renamed = variant;
    name.value = variant?.name ?? "";
    box.toggleAttribute("data-renaming", variant !== undefined);
  };

  const save = async () => {
    const called = name.value.trim() || name.placeholder;
    const before = all().find((v) => v.name === renamed?.name) ?? renamed; // another tab may have deleted it
    page.link(); // notes what was typed last
    const fragment = page.fragment();
    const another = renamed;
    rename();
    const variant = { name: called, inputs: before?.inputs ?? (await keepable(fragment)) ?? whole(fragment) };
    const others = all().filter((v) => v.name !== called && v.name !== another?.name);
    change([...others, variant], box.dataset.saved);
  };
  box.querySelector("[data-keep]")?.addEventListener("click", save);
  name.addEventListener("keydown", (event) => {
    if (event.key === "Enter") save();
    if (event.key !== "Escape" || !renamed) return;
    event.preventDefault();
    rename();
  });
  shows.set(box, show);
  show();
}
