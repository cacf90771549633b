// Weights that sum to 100 percent: while one of them is edited, the engine moves the others,
// each time from where they were before the edit.

import { engine } from "../engine/page-engine.mjs";

/** @typedef {{ dimension: string, percent: number, locked?: boolean }} Weight */

export class Rebalance {
  /** The weights before the edit that goes on. @type {{ of: string | Element, weights: Weight[] } | undefined} */ #before;
  #turn = 0; // the newest question alone is answered

  /** The edit is over. */
  end() {
    this.#before = undefined;
  }

  /**
   * Moves the others.
   * @param {string | Element} of what is edited @param {Weight[]} weights as they are @param {number} edited its place among them @param {number} percent as it was typed
   * @returns {Promise<import("../../../wasm/engine/engine.js").Operations["score.rebalance"]["response"] | undefined>} undefined if there is a newer question
   */
  async ask(of, weights, edited, percent) {
    if (this.#before?.of !== of || this.#before.weights.length !== weights.length) this.#before = { of, weights };
    const { weights: from } = this.#before, mine = ++this.#turn;
    const answer = await engine.call("score.rebalance", { weights: from.map((one, i) => (i === edited ? { ...one, percent } : one)), edited });
    return mine === this.#turn ? answer : undefined;
  }
}
