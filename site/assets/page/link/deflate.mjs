// Texts deflated for links, and back: raw DEFLATE, as base64url.

import { bytesOf, toBase64 } from "../../form/encodings.mjs";

const MOST_READ = 1 << 26; // bytes of a text, as the engine takes

/** A text deflated; "" if that has more than so many characters. @param {string} text @param {number} most */
export async function deflated(text, most) {
  const bytes = await through(text, new CompressionStream("deflate-raw"), Math.floor((most * 3) / 4));
  return bytes ? toBase64(bytes).replace(/[+/=]/g, (c) => ({ "+": "-", "/": "_" })[c] ?? "") : "";
}

/** The text of what was deflated. @param {string} packed */
export async function inflated(packed) {
  const bytes = await through(bytesOf(packed.replaceAll("-", "+").replaceAll("_", "/")), new DecompressionStream("deflate-raw"), MOST_READ);
  if (!bytes) throw new Error("too long");
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** What comes out of a stream; undefined if it is more than so many bytes: then it is not gone through to its end. @param {string | Uint8Array<ArrayBuffer>} given @param {CompressionStream | DecompressionStream} stream @param {number} most */
async function through(given, stream, most) {
  const parts = [];
  let size = 0;
  const reader = new Blob([given]).stream().pipeThrough(stream).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    if ((size += value.length) > most) return void reader.cancel().catch(() => {});
    parts.push(value);
  }
}
