// A calculator whose answer for a long table takes longer than a slider should wait:
// then it has an engine of its own, which ends when a newer question comes.

import { FillableCalculator } from "../app/fillable.mjs";
import { engine, startAnother } from "../app/page-engine.mjs";

/** @typedef {Pick<import("../app/page-engine.mjs").Client, "call" | "table">} Client */

export class OwnEngineCalculator extends FillableCalculator {
  /** Whether the table is long. */
  long = false;
  #question = 0;
  /** @type {(() => void) | undefined} */ #end;

  /** Ends the work on a question of which nobody waits for the answer. Of a long table, the answer that is shown is marked as one to other inputs. */
  cancel() {
    this.#question++;
    this.#end = void this.#end?.();
    if (this.long) this.status("stale");
  }

  /** @param {any} request */
  ask(request) {
    if (this.long) return this.work((client) => client.call(/** @type {any} */ (this.root.dataset.operation), request));
    this.cancel();
    return super.ask(request);
  }

  /**
   * Works on a question; undefined if a newer one came meanwhile.
   * @template T @param {(client: Client, wanted: () => boolean) => Promise<T>} answer with an engine, while nobody asks anew
   */
  async work(answer) {
    this.cancel();
    const mine = this.#question;
    const wanted = () => mine === this.#question;
    const other = this.long ? startAnother() : undefined;
    this.#end = () => other?.close();
    try {
      return await answer(other ?? engine, wanted);
    } catch (error) {
      if (wanted()) throw error;
    } finally {
      other?.close();
    }
  }
}
