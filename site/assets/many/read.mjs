// Reads files with many proofs piece by piece and has each checked. The engine
// separates the documents. Its answer has the length that it read and the
// values to pass with the next piece. Between two calls its collector runs, and
// the check can be cancelled.

import { isLost } from "../verify/bytes.mjs";

/** @typedef {import("../../../wasm/engine/engine.js").ProofPart} Part */
/** @typedef {import("../../../wasm/engine/engine.js").ProofVerifyBatchRequest} Request */
/** @typedef {import("../../../wasm/engine/engine.js").ProofVerifyBatchResponse} Answer */
/** @typedef {(request: Request) => Promise<Answer>} Ask */
/** @typedef {{ file: number, at: number, length: number, part: Part | undefined }} Piece where in its file, and what was asked with it */
/** @typedef {{ piece: Piece, answer: Answer, read: number }} Step read: bytes of all files */

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

/**
 * Checks files from their beginning. While the caller handles a step, the next is
 * already running.
 * @param {Blob[]} files @param {Ask} ask
 * @returns {AsyncGenerator<Step | Unreadable>}
 */
export async function* check(files, ask) {
  const steps = checked(files, ask);
  const following = () => {
    const step = steps.next();
    step.catch(() => {}); // it fails when it is waited for
    return step;
  };
  for (let step = await following(); !step.done; ) {
    const next = following();
    yield step.value;
    step = await next;
  }
}

/**
 * @param {Blob[]} files @param {Ask} ask
 * @returns {AsyncGenerator<Step | Unreadable>}
 */
async function* checked(files, ask) {
  /** @type {Part | undefined} */ let part;
  let most = 100; // rows of a call, to the pace
  let before = 0;
  for (const [file, blob] of files.entries()) {
    let size = FIRST;
    for (let at = 0; at < blob.size || at === 0; ) {
      const text = await textAt(blob, at, size).catch((error) => new Unreadable(file, isLost(error)));
      if (text instanceof Unreadable) {
        before -= blob.size - at; // which was not read
        yield text;
        break;
      }
      const since = performance.now();
      const answer = await ask({ text, part, more: at + size < blob.size, most });
      const took = performance.now() - since;
      const length = answer.used ?? 0;
      const count = answer.results.length;
      yield { piece: { file, at, length, part }, answer, read: before + at + length };
      part = answer.next;
      at += length;
      size = length > 0 ? PIECE : size * 2;
      if (count >= most / 2) most = Math.round(Math.min(Math.max((most * PACE) / took, most / 4, 4), most * 2, MOST));
      if (count > 0) size = Math.min(Math.max(Math.ceil((most * length) / count), PIECE), FIRST);
      if (part?.format === "end" || size > LARGEST || (length === 0 && at + size / 2 >= blob.size)) break;
    }
    before += blob.size;
    part = part && { counted: part.counted, layouts: part.layouts };
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
