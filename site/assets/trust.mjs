// Whose keys count: those typed, those that come with the page, those trusted
// on this device. The engine reads and joins them, and decides what they mean.
//
//   [data-pins data-shipped="{…}"]   the list; data-unpin removes one, data-export saves them
//   [data-keep]                      trusts what the field for keys holds
//   form[data-trust]                 trusts the key of the answer shown; data-sure where another is listed
//   data-store="memory|newer|broken" what is wrong with the storage

import { shortKey } from "./bytes.mjs";
import { Pins } from "./pins.mjs";
import { engine } from "./remote.mjs";
import { save } from "./save.mjs";

/** @typedef {import("./engine.js").ProofVerifyResponse} Answer */
/** @typedef {import("./pins.mjs").Key} Key */

export class Trust {
  #root;
  #changed;
  #pins;
  #box;
  /** @type {Key[]} */ #shipped;
  /** @type {Key[]} */ #typed = [];
  /** @type {{ of: string, ring: Promise<{ keys: Key[] }> } | undefined} */ #joined;
  #key = "";

  /** @param {HTMLElement} root @param {() => void} changed what counts is not what it was */
  constructor(root, changed) {
    this.#root = root;
    this.#changed = changed;
    this.#pins = new Pins(changed);
    this.#box = /** @type {HTMLElement} */ (root.querySelector("[data-pins]"));
    this.#shipped = JSON.parse(this.#box.dataset.shipped ?? "{}").keys ?? [];
    root.querySelector("[data-keep]")?.addEventListener("click", () => this.#pin(this.#typed));
    root.querySelector("[data-trust]")?.addEventListener("submit", (event) => this.#trust(event));
    this.#box.addEventListener("click", ({ target }) => this.#clicked(/** @type {Element} */ (target)));
    this.#find("[data-sure]").addEventListener("change", () => this.#sure());
  }

  /** All keys that count, as one keyring, each once. @param {string} typed @returns {Promise<{ keys: Key[] }>} */
  async keyring(typed) {
    const pins = this.#pins.keys();
    const of = JSON.stringify([typed, pins]);
    if (this.#joined?.of !== of) this.#joined = { of, ring: this.#join(typed, pins) };
    return this.#joined.ring;
  }

  /** @param {string} typed @param {Key[]} pins @returns {Promise<{ keys: Key[] }>} */
  async #join(typed, pins) {
    const ask = (/** @type {unknown[]} */ keyrings) => engine.call("proof.keyring", /** @type {any} */ ({ keyrings }));
    this.#typed = [];
    try {
      this.#typed = typed.trim() === "" ? [] : (await ask([typed])).keys;
    } catch (error) {
      throw at(error, "/keys");
    } finally {
      this.#find("[data-keep]").toggleAttribute("disabled", this.#typed.length === 0);
    }
    const own = [{ keys: this.#typed }, { keys: this.#shipped }];
    try {
      return await ask([...own, { keys: pins }]);
    } catch (error) {
      if (/** @type {any} */ (error).code === undefined) throw error;
      this.#pins.refuse();
      return ask(own);
    }
  }

  /** What the page shows of the keys. */
  listed() {
    for (const el of this.#box.querySelectorAll("[data-store]")) el.toggleAttribute("hidden", el.getAttribute("data-store") !== this.#pins.state);
    this.#find("[data-export]").toggleAttribute("disabled", this.#shipped.length + this.#pins.list.length === 0);
    const shipped = this.#shipped.map((key) => ({ ...key, shipped: true }));
    return [...shipped, ...this.#pins.list].map((key) => ({ ...key, owner: key.owner || key.id, short: shortKey(key.public_key) }));
  }

  /** Readies the form for the key of an answer, and says whether to show it. @param {Answer} answer */
  offers({ verdict, key, ed25519 }) {
    const offered = verdict === "unknown-key" && key !== undefined && ed25519 !== undefined;
    if (key?.public_key !== this.#key) {
      this.#key = key?.public_key ?? "";
      this.#field("[data-trust-name]").value = "";
      this.#field("[data-sure]").checked = false;
      this.#find("[data-trust-trouble]").hidden = true;
    }
    this.#find("[data-trust-go]").toggleAttribute("data-guarded", key?.listed !== undefined);
    this.#sure();
    return offered;
  }

  #sure() {
    const button = this.#find("[data-trust-go]");
    button.toggleAttribute("disabled", button.hasAttribute("data-guarded") && !this.#field("[data-sure]").checked);
  }

  /** @param {Event} event */
  #trust(event) {
    event.preventDefault();
    const name = this.#field("[data-trust-name]");
    const owner = name.value.toWellFormed?.().trim() ?? name.value.trim();
    this.#find("[data-trust-trouble]").hidden = owner !== "";
    if (owner === "") return name.focus();
    if (this.#find("[data-trust-go]").hasAttribute("disabled")) return;
    this.#pin([{ public_key: this.#key, owner }]);
    this.#find(".seal").focus();
  }

  /** @param {Key[]} keys */
  #pin(keys) {
    this.#pins.add(keys);
    this.#box.toggleAttribute("open", true);
    this.#changed();
  }

  /** @param {Element} target */
  #clicked(target) {
    const gone = /** @type {HTMLElement | null} */ (target.closest("[data-unpin]"))?.dataset.unpin;
    if (gone) {
      this.#pins.remove(gone);
      this.#changed();
      this.#find("[data-pins] summary").focus();
    }
    if (target.closest("[data-export]")) this.#export();
  }

  #export() {
    const keys = [...this.#shipped, ...this.#pins.keys().filter(({ public_key }) => !this.#shipped.some((key) => key.public_key === public_key))];
    save(new Blob([JSON.stringify({ keys }, null, 2) + "\n"], { type: "application/json" }), "arena-keys.json");
  }

  /** @param {string} selector */
  #find(selector) {
    return /** @type {HTMLElement} */ (this.#root.querySelector(selector));
  }

  /** @param {string} selector */
  #field(selector) {
    return /** @type {HTMLInputElement} */ (this.#root.querySelector(selector));
  }
}

/** A refusal with its pointer into the first keyring moved to a field of the form. @param {any} error @param {string} field */
function at(error, field) {
  if (error.field?.startsWith("/keyrings/0")) error.field = field + error.field.slice("/keyrings/0".length);
  return error;
}
