// The proof that a PNG file carries as Open Badges do: the text of an iTXt chunk,
// not compressed. site/bake reads the same, and its testdata has the cases of both.
// The picture itself is neither decoded nor believed.

import { isPNG, textOf } from "./bytes.mjs";

/** Keywords of such chunks: ours, and that of Open Badges 3.0. */
const KEYWORDS = ["tallyproof-proof", "openbadgecredential"];
const MOST = 1 << 20; // bytes of a proof, as in the engine
const MOST_FILE = 8 << 20;

/**
 * The proof in a PNG file: "" if it has no proof, undefined if it cannot be read or is
 * not the only one.
 * @param {Uint8Array} bytes @returns {string | undefined}
 */
export function baked(bytes) {
  if (!isPNG(bytes) || bytes.length > MOST_FILE) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let proof = "";
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 8 + view.getUint32(at); // of the data; the length is only compared with what there is
    if (end + 4 > bytes.length) return undefined;
    const kind = latin(bytes.subarray(at + 4, at + 8));
    if (kind === "IEND") return proof;
    const data = bytes.subarray(at + 8, end);
    if (kind === "iTXt" && KEYWORDS.includes(latin(upToNUL(data)))) {
      const text = view.getUint32(end) === crc32(bytes.subarray(at + 4, end)) ? textIn(data) : "";
      if (text === "" || proof !== "") return undefined;
      proof = text;
    }
    at = end + 4;
  }
  return undefined;
}

/** A file, or the proof in it as one if it is a PNG that carries a proof. @param {File} file @returns {Promise<File>} */
export async function carried(file) {
  try {
    if (file.size > MOST_FILE || !isPNG(new Uint8Array(await file.slice(0, 8).arrayBuffer()))) return file;
    const proof = baked(new Uint8Array(await file.arrayBuffer()));
    return proof ? new File([proof], file.name) : file;
  } catch {
    return file; // who reads it says that it cannot be read
  }
}

/**
 * A PNG file with a proof before its pixels.
 * @param {Uint8Array} picture that has none @param {string} proof @returns {Blob}
 */
export function bake(picture, proof) {
  const data = new TextEncoder().encode(`iTXt${KEYWORDS[0]}\0\0\0\0\0${proof}`); // not compressed, no language, no other keyword
  const header = 8 + 25; // the signature, and the first chunk with what is around it
  return new Blob([picture.slice(0, header), word(data.length - 4), data, word(crc32(data)), picture.slice(header)], { type: "image/png" });
}

/** The text of an iTXt chunk, "" if it is compressed or cannot be read. @param {Uint8Array} data */
function textIn(data) {
  let rest = data.subarray(upToNUL(data).length + 1);
  if (rest[0] !== 0 || rest[1] !== 0) return "";
  rest = rest.subarray(2);
  for (let name = 0; name < 2; name++) { // the language, and the keyword in it
    const length = upToNUL(rest).length;
    if (length === rest.length) return "";
    rest = rest.subarray(length + 1);
  }
  return rest.length > MOST ? "" : textOf(rest);
}

/** @param {Uint8Array} bytes */
function upToNUL(bytes) {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

/** @param {Uint8Array} bytes */
const latin = (bytes) => (bytes.length > 80 ? "" : String.fromCharCode(...bytes)); // a keyword has at most 79

/** A number in four bytes. @param {number} number */
function word(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

/** The checksum of a chunk. @param {Uint8Array} bytes */
function crc32(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
