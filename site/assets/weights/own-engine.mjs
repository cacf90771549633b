// A calculator whose answer for a long table takes longer than a slider should wait:
// then it has an engine of its own, which ends when a newer question comes.

import { FillableCalculator } from "../app/fillable.mjs";
import { startAnother } from "../app/page-engine.mjs";

export class OwnEngineCalculator extends FillableCalculator {
  /** Whether the table is long. */
  long = false;
  #question = 0;
  /** @type {(() => void) | undefined} */ #end;

  /** Ends the work on a question of which nobody waits for the answer. */
  cancel() {
    this.#question++;
    this.#end?.();
    this.#end = undefined;
  }

  /** @param {any} request */
  async ask(request) {
    this.cancel();
    if (!this.long) return super.ask(request);
    const mine = this.#question;
    const other = startAnother();
    this.#end = () => other.close();
    try {
      return await other.call(/** @type {any} */ (this.root.dataset.operation), request);
    } catch (error) {
      if (mine === this.#question) throw error;
    } finally {
      other.close();
    }
  }
}
