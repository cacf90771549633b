// Cuts files with many proofs into pieces, each of whole rows: those that one call
// checks. The engine finds where rows end, since only it can tell.

import { isLost } from "../../form/bytes.mjs";

/** @typedef {import("../../../../wasm/engine/engine.js").ProofPart} Part */
/** @typedef {import("../../../../wasm/engine/engine.js").ProofVerifyBatchRequest} Request */
/** @typedef {import("../../../../wasm/engine/engine.js").ProofVerifyBatchResponse} Answer */
/** @typedef {(request: Request) => Promise<Answer>} Ask */
/** @typedef {{ file: number, at: number, length: number, part: Part | undefined, read: number }} Piece where in its file, the part that it begins with, and how many bytes of all files are read with it */
/** @typedef {{ piece: Piece, request: Request }} Cut */

const FIRST = (1 << 20) + 4; // bytes, more than one proof may have: then a file is one document, or it is not; and at most
const PIECE = 1 << 16; // at least
const LARGEST = 1 << 23; // no row is longer than 1 MiB, so no piece ever is
const MOST = 4000; // rows of a call
const PACE = 250; // ms that a call should take: each makes the key's tables anew

/** A file that cannot be read goes by its number. */
export class Unreadable extends Error {
  /** @param {number} file @param {boolean} lost whether the browser could not read it, as one that was moved or changed since; else it is no text */
  constructor(file, lost) {
    super();
    this.file = file;
    this.lost = lost;
  }
}

export class Reader {
  #files;
  #file = 0;
  #at = 0;
  /** @type {Part | undefined} */ #part;
  #before = 0; // bytes of the files before
  #most = 100; // rows of a call, to the pace
  #length = PIECE; // bytes of so many rows

  /** @param {Blob[]} files */
  constructor(files) {
    this.#files = files;
    this.left = files.reduce((sum, { size }) => sum + size, 0); // bytes
  }

  /** The next piece; undefined at the end. @param {Ask} ask @returns {Promise<Cut | Unreadable | undefined>} */
  async next(ask) {
    for (let size = 0; ; size *= 2) {
      const blob = this.#files[this.#file];
      if (!blob) return undefined;
      const [file, at, part] = [this.#file, this.#at, this.#part];
      size ||= part ? this.#length : FIRST;
      const text = await textAt(blob, at, size).catch((error) => new Unreadable(file, isLost(error)));
      if (text instanceof Unreadable) {
        this.#over(at);
        return text;
      }
      const more = at + size < blob.size;
      const short = blob.size <= PIECE; // so short that it is no matter where its rows end
      const request = short ? { text } : { text, part, more, most: this.#most };
      const { used = 0, next = undefined } = short ? { used: blob.size } : await ask({ ...request, cut: true });
      this.#at += used;
      this.#part = next;
      this.left -= used;
      const piece = { file, at, length: used, part, read: this.#before + this.#at };
      const ended = short || next?.format === "end";
      if (ended || size > LARGEST || (used === 0 && !more)) this.#over(this.#at);
      if (ended || used > 0) return { piece, request };
      if (blob !== this.#files[this.#file]) size = 0; // as at the beginning
    }
  }

  /** Goes on with the next file. @param {number} read bytes of this one */
  #over(read) {
    this.left -= (this.#files[this.#file]?.size ?? 0) - read;
    this.#before += read;
    this.#file++;
    [this.#at, this.#part] = [0, undefined];
  }

  /** Brings the pieces that follow to the pace. @param {Cut} cut @param {number} rows that it had @param {number} took milliseconds */
  paced({ piece: { length }, request: { most = 0 } }, rows, took) {
    if (rows === 0 || most === 0) return;
    if (rows >= most / 2) this.#most = Math.round(Math.min(Math.max((most * PACE) / took, most / 4, 4), most * 2, MOST));
    this.#length = Math.min(Math.max(Math.ceil((this.#most * length) / rows), PIECE), FIRST);
  }
}

/**
 * The text of one row's document, as it can be pasted.
 * @param {Blob[]} files @param {Piece} piece @param {number} index @param {Ask} ask
 */
export async function documentOf(files, { file, at, length, part }, index, ask) {
  const text = await textAt(/** @type {Blob} */ (files[file]), at, length);
  const { results } = await ask({ text, part, only: [index] });
  return results[0]?.document ?? "";
}

/** The text from there, up to a whole character; rejects if it is not UTF-8. @param {Blob} blob @param {number} at @param {number} size */
async function textAt(blob, at, size) {
  const bytes = new Uint8Array(await blob.slice(at, at + size).arrayBuffer());
  let end = bytes.length;
  if (at + end < blob.size) {
    let back = 1;
    while (back < 4 && ((bytes[end - back] ?? 0) & 0xc0) === 0x80) back++;
    const lead = bytes[end - back] ?? 0;
    const whole = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (whole > back) end -= back;
  }
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, end));
}
