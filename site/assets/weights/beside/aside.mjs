// An engine beside the page's own, for work that takes longer than a slider should wait.
// It is kept for the next questions, unless it still works on one of which nobody waits
// for the answer: then another one takes its place.

import { startAnother } from "../../engine/page-engine.mjs";

/** @template T @typedef {import("./own-engine.mjs").Answer<T>} Answer */
/** @typedef {import("../../engine/page-engine.mjs").Client} Client */
/** @typedef {() => boolean} Wanted whether somebody waits for the answer */

/** @typedef {{ client: Client, questions: Set<Wanted>, loaded: boolean, closed: boolean }} Other */

/** @type {Other | undefined} */
let other;

/**
 * Works on a question; undefined if nobody waits any more.
 * @template T @param {Answer<T>} answer called again if its engine had to end @param {Wanted} wanted @param {boolean} [short] whether it asks for so little at a time that its engine need not end @returns {Promise<T | undefined>}
 */
export async function aside(answer, wanted, short) {
  end();
  while (wanted()) {
    const mine = (other ??= start());
    if (!short) mine.questions.add(wanted);
    try {
      return await answer(mine.client, wanted);
    } catch (error) {
      if (!mine.closed) throw error;
    } finally {
      mine.questions.delete(wanted);
    }
  }
}

/** Ends the engine if it works on a question of which nobody waits for the answer: what moves meanwhile has the processor for itself. */
export function end() {
  if (!other?.loaded || [...other.questions].every((wanted) => wanted())) return;
  other.closed = true;
  other.client.close();
  other = undefined;
}

function start() {
  const client = startAnother();
  /** @type {Other} */ const mine = { client, questions: new Set(), loaded: false, closed: false };
  client.ready.then(() => (mine.loaded = true), () => {}); // if it fails, its client tries again at the next question
  return mine;
}
