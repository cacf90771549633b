// The keys a visitor trusts on this device, kept in the browser's storage:
//
//   tallyproof.keys = {"version": 1, "keys": [{"public_key", "owner", …, "since"}]}
//
// Members are those of a keyring, and since when. Storage may be blocked, hold
// data of a newer page, be damaged, or belong to every file on the disk: then the
// list lasts as long as the page, and state shows that.

const NAME = "tallyproof.keys";
const VERSION = 1;

/** @typedef {{ public_key: string, id?: string, owner?: string, arena?: string, valid_from?: string, valid_to?: string, status?: string, key_number?: string, key_name?: string, namespaces?: string[], payload_types?: string[] }} Key */
/** @typedef {Key & { since: string }} Pin */

export class Pins {
  /** @type {Pin[]} */ list = [];
  /** @type {"kept" | "memory" | "newer" | "broken"} */ state = "kept";

  /** @param {() => void} changed by another tab */
  constructor(changed) {
    this.#read();
    if (this.state === "memory") return; // what is there now or later is not this page's
    const again = () => {
      this.#read();
      changed();
    };
    addEventListener("storage", ({ key }) => (key === NAME || key === null) && again());
    addEventListener("pageshow", ({ persisted }) => persisted && again()); // while it was left, it was not told
  }

  /** Adds keys. One that is there gets the name alone: its limits stay until it is removed. @param {Key[]} keys */
  add(keys) {
    const since = new Date().toISOString().slice(0, 10);
    const known = new Map(this.list.map((pin) => [pin.public_key, pin]));
    const added = keys.map((key) => {
      const before = known.get(key.public_key);
      known.delete(key.public_key);
      return { ...key, ...before, owner: key.owner, ...(key.status === "revoked" && { status: "revoked" }), since };
    });
    this.#write([...known.values(), ...added]);
  }

  /** @param {string} key */
  remove(key) {
    this.#write(this.list.filter(({ public_key }) => public_key !== key));
  }

  /** The engine cannot read the stored keyring. */
  refuse() {
    this.list = [];
    this.state = "broken";
  }

  /** The keys as a keyring has them. @returns {Key[]} */
  keys() {
    return this.list.map(({ since, ...key }) => key);
  }

  #read() {
    this.list = [];
    this.state = "kept";
    try {
      const text = storage().getItem(NAME);
      if (text === null) return;
      this.#take(text);
    } catch {
      this.state = "memory";
    }
  }

  /** @param {string} text */
  #take(text) {
    try {
      const { version, keys } = JSON.parse(text);
      if (version > VERSION) this.state = "newer";
      else if (version !== VERSION || !Array.isArray(keys) || !keys.every(isPin)) this.refuse();
      else this.list = keys;
    } catch {
      this.refuse();
    }
  }

  /** @param {Pin[]} list */
  #write(list) {
    this.list = list;
    if (this.state === "newer") return;
    try {
      storage().setItem(NAME, JSON.stringify({ version: VERSION, keys: list }));
      this.state = "kept";
    } catch {
      this.state = "memory";
    }
  }
}

/** The storage of this site. Pages from disk may share one, so that any file there could plant a key. */
function storage() {
  if (location.protocol === "file:") throw new Error("shared");
  return localStorage;
}

/** @param {any} pin */
const isPin = (pin) => pin !== null && typeof pin === "object" && Object.values(pin).every((value) => [value].flat().every((text) => typeof text === "string")) && /^[0-9a-f]{64}$/.test(pin.public_key) && typeof pin.since === "string";

/** Characters that a name cannot have: unseen, or turning the order of others around. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u;

/** @param {string} name */
export const isUnseen = (name) => UNSEEN.test(name);

/** Whether a key is known by a name. @param {Key} key @param {string} name */
export const isNamesake = ({ owner, id }, name) => name !== "" && [owner, id].some((known) => known && folded(known) === folded(name));

/** A name as it is compared: "Nova" and "ＮＯＶＡ" are one. @param {string} name */
const folded = (name) => name.normalize("NFKC").toLowerCase().replace(/[\s\p{C}\p{Default_Ignorable_Code_Point}]+/gu, "");
