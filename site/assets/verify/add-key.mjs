// Trusting a key on this device, in a step of its own: a dialog shows each key in
// full and asks for a name. It asks once more if that name already belongs to
// another key.
//
//   dialog[data-keys-box]   its list, each item with data-compared, data-owner,
//                           data-alarm (data-other, data-sure) and data-trouble

import { grouped, toBase64 } from "../form/encodings.mjs";
import { place } from "../answer/place.mjs";
import { save } from "../answer/save-file.mjs";
import { isNamesake, isUnseen } from "../page/own/stored-keys.mjs";

/** @typedef {import("./trust.mjs").Trust} Trust */
/** @typedef {import("../page/own/stored-keys.mjs").Key} Key */

/** Members of a keyring's entry that only restrict what a key may do. */
const LIMITS = /** @type {const} */ (["arena", "valid_from", "valid_to", "status", "key_number", "key_name", "namespaces", "payload_types"]);

/** @param {Trust} trust @returns {(button: HTMLElement) => void} what a press of a button does */
export function keyDialog(trust) {
  const box = new KeysBox(trust);
  return (button) => {
    const { look: from, unpin } = button.dataset;
    if (unpin) remove(trust, unpin);
    else if (from === "typed") box.look(trust.brought, limits);
    else if (from === "used") { if (trust.used) box.look([/** @type {Key} */ (trust.used)]); }
    else exportKeys(trust);
  };
}

class KeysBox {
  #trust;
  #box;
  #form;
  /** @type {Key[]} */ #keys = [];
  /** The members of a key's entry that a pin copies. @type {(key: Key) => Partial<Key>} */ #bounds = () => ({});

  /** @param {Trust} trust */
  constructor(trust) {
    this.#trust = trust;
    this.#box = /** @type {HTMLDialogElement} */ (document.querySelector("[data-keys-box]"));
    this.#form = /** @type {HTMLFormElement} */ (this.#box.querySelector("form"));
    this.#form.addEventListener("submit", (event) => { event.preventDefault(); this.#submit(); });
    this.#form.addEventListener("input", ({ target }) => this.#typed(/** @type {Element} */ (target)));
    this.#box.querySelector("[data-close]")?.addEventListener("click", () => this.#box.close());
    trust.root.addEventListener("cleared", () => { // the key now belongs to another proof, or another tab has trusted one
      if (!this.#box.open) return;
      this.#box.close();
      focusVerdict(trust);
    });
  }

  /** Shows keys; nothing is filled in. @param {Key[]} keys @param {(key: Key) => Partial<Key>} [bounds] none for the key in an answer: its record has them */
  look(keys, bounds = () => ({})) {
    [this.#keys, this.#bounds] = [keys, bounds];
    place(this.#form, { keys: [] }); // nothing that was typed for one key stays for another
    place(this.#form, { several: keys.length > 1, keys: keys.map((key) => shown(key, this.#limitsOf(key), bounds === limits)) });
    for (const [i, key] of keys.entries()) warn(this.#item(i), this.#other(key, ""));
    this.#box.showModal();
    this.#box.scrollTop = 0;
  }

  /** What the entry of a key will allow: of one that is trusted already, nothing that it does not. @param {Key} key */
  #limitsOf(key) {
    const before = this.#trust.pins.list.find(({ public_key }) => public_key === key.public_key);
    return { ...this.#bounds(key), ...(before && limits(before)) };
  }

  /** @param {number} i */
  #item(i) {
    return /** @type {HTMLElement} */ (this.#form.querySelector("[data-each=keys]")?.querySelectorAll(":scope > li")[i]);
  }

  /** Another key that is known by that name, or that the record's arena is listed with. @param {Key} key @param {string} name */
  #other(key, name) {
    const { shipped, pins, used } = this.#trust;
    const namesake = [...shipped, ...pins.list].find((one) => one.public_key !== key.public_key && isNamesake(one, name));
    return namesake?.public_key ?? (used?.public_key === key.public_key ? used.listed : undefined);
  }

  /** @param {Element} control */
  #typed(control) {
    const item = /** @type {HTMLElement} */ (control.closest("[data-each=keys] > li"));
    const key = this.#keys.find((_, i) => this.#item(i) === item);
    if (key && control.matches("[data-owner]")) warn(item, this.#other(key, nameIn(item)));
    trouble(item, "");
  }

  #submit() {
    const all = this.#keys.map((key, i) => ({ key, item: this.#item(i) }));
    for (const { item } of all) trouble(item, "");
    const wanted = all.length === 1 ? all : all.filter(({ item }) => field(item, "compared").checked || nameIn(item) !== "");
    const fault = wanted.find(({ item }) => wrong(item)) ?? (wanted.length ? undefined : all[0]);
    if (fault) return trouble(fault.item, wrong(fault.item));
    this.#trust.pins.add(wanted.map(({ key, item }) => ({ ...this.#bounds(key), public_key: key.public_key, owner: nameIn(item) })));
    this.#box.close();
    this.#trust.root.querySelector("[data-pins]")?.toggleAttribute("open", true);
    this.#trust.changed();
    focusVerdict(this.#trust);
  }
}

/** @param {Trust} trust */
const focusVerdict = ({ root }) => /** @type {HTMLElement | null} */ (root.querySelector(".stub h2"))?.focus();

/** Warns that another key of this owner is known. @param {HTMLElement} item @param {string | undefined} known */
function warn(item, known) {
  const alarm = /** @type {HTMLElement} */ (item.querySelector("[data-alarm]"));
  const slot = /** @type {HTMLElement} */ (alarm.querySelector("[data-other]"));
  const text = known ? grouped(known) : "";
  alarm.hidden = text === "";
  if (slot.textContent !== text) field(item, "sure").checked = false;
  slot.textContent = text;
}

/** @param {HTMLElement} item @param {string} kind "" for none */
function trouble(item, kind) {
  for (const el of item.querySelectorAll("[data-trouble]")) el.toggleAttribute("hidden", el.getAttribute("data-trouble") !== kind);
  if (kind) field(item, kind === "compared" || kind === "sure" ? kind : "owner").focus();
}

/** What is wrong with an item, "" for nothing. @param {HTMLElement} item */
function wrong(item) {
  const name = nameIn(item);
  if (name === "") return "name";
  if (isUnseen(name)) return "unseen";
  if (!field(item, "compared").checked) return "compared";
  return item.querySelector("[data-alarm]:not([hidden])") && !field(item, "sure").checked ? "sure" : "";
}

/** A key as the dialog shows it. @param {any} key @param {Partial<Key>} bounds @param {boolean} typed whether it stands in a list that was brought */
function shown(key, bounds, typed) {
  const bytes = Uint8Array.from(key.public_key.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  return {
    public_key: key.public_key,
    grouped: grouped(key.public_key),
    base64: toBase64(bytes),
    called: typed ? (key.owner ?? key.id) : key.called,
    limits: Object.entries(bounds).map(([name, value]) => `${name} ${[value].flat().join(", ")}`),
  };
}

/** @param {any} key @returns {Partial<Key>} */
const limits = (key) => Object.fromEntries(LIMITS.filter((name) => key[name] !== undefined).map((name) => [name, key[name]]));

/** @param {HTMLElement} item @param {string} name */
const field = (item, name) => /** @type {HTMLInputElement} */ (item.querySelector(`[data-${name}]`));

/** @param {HTMLElement} item */
const nameIn = (item) => field(item, "owner").value.normalize("NFC").trim();

/** @param {Trust} trust @param {string} key */
function remove(trust, key) {
  trust.pins.remove(key);
  trust.changed();
  /** @type {HTMLElement | null} */ (trust.root.querySelector("[data-pins] summary"))?.focus();
}

/** @param {Trust} trust */
function exportKeys({ shipped, pins }) {
  const keys = [...shipped, ...pins.keys().filter(({ public_key }) => !shipped.some((key) => key.public_key === public_key))];
  save(new Blob([JSON.stringify({ keys }, null, 2) + "\n"], { type: "application/json" }), "arena-keys.json");
}
