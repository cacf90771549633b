// A second check of the signature: the browser's own cryptography gets the same
// inputs as our Go code. The verdict never comes from here.
//
//   [data-opinions]                                   the line, kept in the row of the signature's check
//   data-opinion="waiting|agrees|differs|absent"      shown by what came of it, anywhere in the root

import { bytesOf } from "../form/encodings.mjs";
import { engine } from "../engine/page-engine.mjs";

/** @typedef {{ public_key: string, message: string, signature: string }} Signed in base64, as proof.ed25519 takes it */

/** Whether WebCrypto accepts a signature; undefined if it does not support Ed25519. @param {Signed} signed @returns {Promise<boolean | undefined>} */
export async function browserAccepts({ public_key, message, signature }) {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return undefined;
  let key;
  try {
    key = await subtle.importKey("raw", bytesOf(public_key), { name: "Ed25519" }, false, ["verify"]);
  } catch (error) {
    return /** @type {Error} */ (error).name === "DataError" ? false : undefined; // not a valid key
  }
  return subtle.verify({ name: "Ed25519" }, key, bytesOf(signature), bytesOf(message));
}

export class WebCryptoCheck {
  #root;
  #line;
  #newest = 0;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    this.#line = /** @type {HTMLElement} */ (root.querySelector("[data-opinions]"));
  }

  /** Asks for the signatures of an answer. @param {Signed[]} signatures */
  async ask(signatures) {
    const mine = ++this.#newest;
    const home = this.#root.querySelector("[data-id=signature] .check > :last-child");
    this.#line.remove();
    if (home && signatures.length > 0) home.append(this.#line);
    this.#show(signatures.length > 0 ? "waiting" : "");
    const said = await compare(signatures).catch(() => "absent");
    if (mine === this.#newest && signatures.length > 0) this.#show(said);
  }

  /** @param {string} said */
  #show(said) {
    const own = [...this.#line.querySelectorAll("[data-opinion]")];
    for (const el of new Set([...own, ...this.#root.querySelectorAll("[data-opinion]")])) el.toggleAttribute("hidden", el.getAttribute("data-opinion") !== said);
  }
}

/** @param {Signed[]} signatures */
async function compare(signatures) {
  for (const signed of signatures) {
    const [theirs, ours] = await Promise.all([browserAccepts(signed), engine.call("proof.ed25519", signed)]);
    if (theirs === undefined) return "absent";
    if (theirs !== ours.strict) return "differs";
  }
  return "agrees";
}
