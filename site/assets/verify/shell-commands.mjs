// The inputs of the page's shell commands. Everything that comes from a
// document is in base64, so that no part of it can become a command.

import { bytesOf, folded, toBase64 } from "../form/encodings.mjs";

/** @typedef {import("../../../wasm/engine/engine.js").ProofVerifyResponse} Answer */
/** @typedef {{ message: string, signature: string, key: string, namespace?: string }} Command */

const SPKI = "MCowBQYDK2VwAyEA"; // base64 of what stands before a key in PEM (RFC 8410 section 4)
const SSH = "\0\0\0\x0bssh-ed25519\0\0\0 "; // and in an SSH key (RFC 8709)
const SSHSIG = 6; // bytes of the magic before the namespace

/**
 * @param {Answer} answer @param {{ text?: string, message?: string, signature?: string }} request
 * @returns {{ openssl?: Command, ssh?: Command, minisign?: Command } | undefined} undefined where nothing can be checked
 */
export function commandFor({ format, ed25519 }, { text = "", message, signature }) {
  const signed = ed25519?.[0];
  if (!signed) return undefined;
  const key = atob(signed.public_key);
  const beside = { message: folded(message ?? utf8(text)), signature: folded(utf8(signature ?? "")) };
  if (format === "sshsig") return { ssh: { ...beside, key: btoa(SSH + key), namespace: btoa(sshString(bytesOf(signed.message), SSHSIG)) } };
  if (format === "minisign") return { minisign: { ...beside, key: btoa(`Ed${numberOf(signature ?? "")}${key}`) } };
  return { openssl: { message: folded(signed.message), signature: folded(signed.signature), key: SPKI + signed.public_key } };
}

/** A text's UTF-8 in base64. @param {string} text */
const utf8 = (text) => toBase64(new TextEncoder().encode(text));

/** The string of RFC 4251 at an offset. @param {Uint8Array} bytes @param {number} at */
function sshString(bytes, at) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(at);
  return String.fromCharCode(...bytes.subarray(at + 4, at + 4 + length));
}

/** The key number in a minisign signature: eight bytes behind the algorithm. @param {string} signature */
const numberOf = (signature) => atob(signature.split("\n")[1]?.trim() ?? "").slice(2, 10);
