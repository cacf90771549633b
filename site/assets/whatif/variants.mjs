// Inputs kept on the device under a name, for each page its own.
//
//   [data-variants] with input[data-name], button[data-keep], a list whose
//   <template> is one variant (button[data-open], button[data-rename],
//   button[data-delete]), a [data-none] line, and [data-memory]: storage is closed

import { store, stored } from "./storage.mjs";
import { page } from "../app/page.mjs";
import { whole } from "../link/fragment.mjs";

/** @typedef {{ name: string, inputs: string }} Variant */

/** The variants of a page whose storage is blocked, or holds data of a newer page. @type {Variant[] | undefined} */
let memory;

/** @type {WeakMap<Element, () => void>} */
const shows = new WeakMap();

/** @returns {Variant[]} */
function all() {
  if (memory) return memory;
  const { version, list } = stored("variants") ?? {};
  if (version !== 1 || !Array.isArray(list)) return [];
  return list.filter((v) => typeof v?.name === "string" && typeof v.inputs === "string" && /^(#\d+;.*)?$/s.test(v.inputs));
}

/** @param {Variant[]} list @returns {boolean} whether it is kept on the device */
function put(list) {
  const done = !(stored("variants")?.version > 1) && store("variants", list.length ? { version: 1, list } : undefined);
  memory = done ? undefined : list;
  return done;
}

/** Adds variants, each in the place of one with its name. @param {Variant[]} list */
export function add(list) {
  put([...all().filter((v) => !list.some(({ name }) => name === v.name)), ...list]);
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
  let renamed = ""; // the variant that gets another name

  const show = () => {
    const list = all();
    items.replaceChildren(pattern, ...list.map(item));
    box.querySelector("[data-none]")?.toggleAttribute("hidden", list.length > 0);
  };

  /** @param {Variant[]} next @param {string | undefined} said */
  const change = (next, said) => {
    box.querySelector("[data-memory]")?.toggleAttribute("hidden", put(next));
    announce(said);
    show();
  };

  /** @param {Variant} variant */
  const item = ({ name: called, inputs }) => {
    const li = /** @type {HTMLElement} */ (/** @type {DocumentFragment} */ (pattern.content.cloneNode(true)).firstElementChild);
    const button = (/** @type {string} */ what) => /** @type {HTMLButtonElement} */ (li.querySelector(`[data-${what}]`));
    button("open").textContent = called;
    for (const what of ["rename", "delete"]) button(what).setAttribute("aria-label", `${button(what).textContent} ${called}`);
    button("open").addEventListener("click", () => {
      page.go(inputs);
      announce(box.dataset.opened);
    });
    button("rename").addEventListener("click", () => {
      rename(called);
      name.select();
    });
    button("delete").addEventListener("click", () => {
      change(all().filter((v) => v.name !== called), box.dataset.deleted);
      name.focus();
    });
    return li;
  };

  /** @param {string} called "" to give a name to the inputs of the form again */
  const rename = (called) => {
    renamed = name.value = called;
    box.toggleAttribute("data-renaming", called !== "");
  };

  const save = () => {
    const called = name.value.trim() || name.placeholder;
    const before = all().find((v) => v.name === renamed);
    page.link(); // notes what was typed last
    const variant = { name: called, inputs: before?.inputs ?? whole(page.fragment()) };
    const others = all().filter((v) => v.name !== called && v.name !== renamed);
    rename("");
    change([...others, variant], box.dataset.saved);
  };
  box.querySelector("[data-keep]")?.addEventListener("click", save);
  name.addEventListener("keydown", (event) => {
    if (event.key === "Enter") save();
    if (event.key !== "Escape" || renamed === "") return;
    event.preventDefault();
    rename("");
  });
  shows.set(box, show);
  show();
}
