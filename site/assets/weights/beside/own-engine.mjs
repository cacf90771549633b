// Calculators whose answer for a long table takes longer than a slider should wait:
// then they share an engine beside the page's own (weights/beside/aside.mjs). For a short one
// they ask the page's own, one question at a time: a step of a slider waits for one at most.

import { FillableCalculator } from "../../page/fillable.mjs";
import { once, soon } from "../../engine/lazy.mjs";
import { engine } from "../../engine/page-engine.mjs";

/** @typedef {Pick<import("../../engine/page-engine.mjs").Client, "call" | "table">} Client */
/** @template T @typedef {(client: Client, wanted: () => boolean) => Promise<T>} Answer with an engine, while somebody waits for it */

const FOLDED = 600; // ms

const beside = once(() => import("./aside.mjs"));
soon(beside);

/** What the page's own engine was asked last for them. @type {Promise<unknown>} */
let asked = Promise.resolve();

/** Asks when the questions before have their answers, unless nobody waits any more by then. @template T @param {() => Promise<T>} ask @param {() => boolean} wanted @returns {Promise<T>} */
function inTurn(ask, wanted) {
  const answer = asked.catch(() => {}).then(() => {
    if (wanted()) return ask();
    throw new Error("nobody waits");
  });
  asked = answer;
  return answer;
}

/** The page's own engine, asked in turn. @param {() => boolean} wanted @returns {Client} */
const patient = (wanted) => ({
  call: (name, request) => inTurn(() => engine.call(name, request), wanted),
  table: async (request) => {
    const table = await inTurn(() => engine.table(request), wanted);
    return { ...table, view: /** @type {typeof table.view} */ ((/** @type {any} */ view) => inTurn(() => table.view(view), wanted)) };
  },
});

export class OwnEngineCalculator extends FillableCalculator {
  /** Whether the table is long. */
  long = false;
  /** Whether it asks an engine for so little at a time that nobody need end it. */
  short = false;
  #question = 0;

  /** What is in a closed fold waits until the hand has rested longer. @returns {number} */
  get patience() {
    return this.form.closest("details")?.open === false ? FOLDED : 0;
  }

  /** Nobody waits any more for the answer to a question. Of a long table, the answer that is shown is marked as one to other inputs. */
  cancel() {
    this.#question++;
    this.ended();
    if (!this.long) return;
    this.status("stale");
    beside().then(({ end }) => end(), () => {});
  }

  /** Called when nothing is worked on any more. */
  ended() {}

  /** @param {any} request */
  ask(request) {
    return this.work((client) => client.call(/** @type {any} */ (this.root.dataset.operation), request));
  }

  /**
   * Works on a question; undefined if a newer one came meanwhile.
   * @template T @param {Answer<T>} answer
   */
  async work(answer) {
    this.cancel();
    const mine = this.#question;
    const wanted = () => mine === this.#question;
    try {
      return await (this.long ? (await beside()).aside(answer, wanted, this.short) : answer(patient(wanted), wanted));
    } catch (error) {
      if (wanted()) throw error;
    } finally {
      if (wanted()) this.ended();
    }
  }
}
