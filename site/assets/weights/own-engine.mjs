// Calculators whose answer for a long table takes longer than a slider should wait:
// then they share an engine beside the page's own (weights/aside.mjs).

import { FillableCalculator } from "../page/fillable.mjs";
import { once, soon } from "../engine/lazy.mjs";
import { engine } from "../engine/page-engine.mjs";

/** @typedef {Pick<import("../engine/page-engine.mjs").Client, "call" | "table">} Client */
/** @template T @typedef {(client: Client, wanted: () => boolean) => Promise<T>} Answer with an engine, while somebody waits for it */

const beside = once(() => import("./aside.mjs"));
soon(beside);

export class OwnEngineCalculator extends FillableCalculator {
  /** Whether the table is long. */
  long = false;
  #question = 0;

  /** Nobody waits any more for the answer to a question. Of a long table, the answer that is shown is marked as one to other inputs. */
  cancel() {
    this.#question++;
    this.ended();
    if (this.long) this.status("stale");
  }

  /** Called when nothing is worked on any more. */
  ended() {}

  /** @param {any} request */
  ask(request) {
    if (this.long) return this.work((client) => client.call(/** @type {any} */ (this.root.dataset.operation), request));
    this.cancel();
    return super.ask(request);
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
      return await (this.long ? (await beside()).aside(answer, wanted) : answer(engine, wanted));
    } catch (error) {
      if (wanted()) throw error;
    } finally {
      if (wanted()) this.ended();
    }
  }
}
