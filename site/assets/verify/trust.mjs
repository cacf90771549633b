// Whose keys count: those that come with the page and those that the visitor
// trusts on this device. What is typed, linked or dropped brings keys to try;
// the engine reads them all and decides what they mean.
//
//   [data-pins data-shipped="{…}"]   the list; data-unpin removes one, data-export saves them
//   [data-look=typed|used]           shows keys in full, the only way to trust one (verify/add-key.mjs)

import { once, soon } from "../engine/lazy.mjs";
import { Pins } from "../page/own/stored-keys.mjs";
import { engine } from "../engine/page-engine.mjs";

/** @typedef {import("../../../wasm/engine/engine.js").ProofVerifyResponse} Answer */
/** @typedef {import("../page/own/stored-keys.mjs").Key} Key */
/** @typedef {{ keys: Key[] }} Ring */

export class Trust {
  /** @type {{ of: string, ring: Promise<Ring> } | undefined} */ #read;
  #turn = 0; // of texts that bring keys, to keep the newest
  /** The keys that were brought, as the engine reads them. @type {Key[]} */ brought = [];
  /** The key of the answer shown. @type {Answer["key"] | undefined} */ used;

  /** @param {HTMLElement} root @param {() => void} changed called when the keys that count have changed @param {() => void} failed says that a file could not be loaded */
  constructor(root, changed, failed) {
    this.root = root;
    this.changed = changed;
    this.pins = new Pins(changed);
    const { dataset } = /** @type {HTMLElement} */ (root.querySelector("[data-pins]"));
    /** @type {Key[]} */ this.shipped = JSON.parse(dataset.shipped ?? "{}").keys ?? [];
    const load = once(async () => (await import("./add-key.mjs")).keyDialog(this));
    soon(load);
    root.addEventListener("click", ({ target }) => {
      const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-look], [data-unpin], [data-export]"));
      if (button) load().then((act) => act(button), failed);
    });
  }

  /** What is kept on this device, as one text. */
  stamp() {
    return JSON.stringify(this.pins.list);
  }

  /** The keyrings of a request: the keys that count, and those that are only tried. @param {string} typed */
  async rings(typed) {
    const candidates = await this.#candidates(typed);
    return { keys: { keys: this.shipped }, pins: await this.#pinned(), candidates };
  }

  /** The keys that were brought, as a keyring; undefined without keys. @param {string} typed */
  async #candidates(typed) {
    const mine = ++this.#turn;
    this.#bring([]);
    try {
      const keys = typed.trim() === "" ? [] : (await this.#ring(typed)).keys;
      if (mine === this.#turn) this.#bring(keys); // else the field holds another text by now
      return keys.length ? { keys } : undefined;
    } catch (error) {
      throw at(error, "/candidates");
    }
  }

  /** @param {Key[]} keys */
  #bring(keys) {
    this.brought = keys;
    this.root.querySelector("[data-look=typed]")?.toggleAttribute("disabled", keys.length === 0);
  }

  /** @param {string} typed */
  async #ring(typed) {
    if (this.#read?.of !== typed) this.#read = { of: typed, ring: engine.call("proof.keyring", { keyrings: [/** @type {any} */ (typed)] }) };
    const { ring } = this.#read;
    ring.catch(() => { this.#read = undefined; });
    return ring;
  }

  /** The stored keyring, if the engine can read it. */
  async #pinned() {
    const keys = this.pins.keys();
    if (keys.length === 0) return undefined;
    try {
      return await engine.call("proof.keyring", { keyrings: [/** @type {any} */ ({ keys })] });
    } catch (error) {
      if (/** @type {any} */ (error).code === undefined || /** @type {any} */ (error).code === "internal") throw error;
      this.pins.refuse();
      this.changed(); // what was asked for was to be shown beside these keys
      return undefined;
    }
  }

  /** Whether the dialog may show the key of an answer, to trust it. @param {Answer} answer */
  offers({ verdict, key, ed25519 }) {
    this.used = key;
    return verdict === "unknown-key" && key !== undefined && ed25519 !== undefined;
  }
}

/** A refusal with its pointer into the first keyring moved to a field of the form. @param {any} error @param {string} field */
function at(error, field) {
  if (error.field?.startsWith("/keyrings/0")) error.field = field + error.field.slice("/keyrings/0".length);
  return error;
}
