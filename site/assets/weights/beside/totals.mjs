// The calculator that finds the weights of published totals. It is shown if the table has
// such a column, and asks once for each table and reading, however the weights move.
//
//   button[data-use]   takes these weights

import { choicesOf } from "../../page/reading.mjs";
import { OwnEngineCalculator } from "./own-engine.mjs";

export class TotalsCalculator extends OwnEngineCalculator {
  /** @type {{ text: unknown, choices: string, answer: any } | undefined} */ #found;
  #weights;

  /** @param {HTMLElement} root @param {import("../weights.mjs").WeightsCalculator} weights */
  constructor(root, weights) {
    super(root);
    this.#weights = weights;
    weights.root.addEventListener("published", () => this.#use());
    root.querySelector("[data-use]")?.addEventListener("click", () => this.#use());
    root.addEventListener("answered", () => this.#start(root.hidden ? undefined : this.newest?.answer));
  }

  /** The weights of the form do not matter for what is found, but are compared with it. @param {any} request */
  async ask(request) {
    const choices = JSON.stringify(choicesOf(request)), found = this.#found;
    if (found?.text === request.text && found?.choices === choices) return found.answer;
    const answer = await super.ask({ text: request.text, ...choicesOf(request) });
    if (answer) this.#found = { text: request.text, choices, answer };
    return answer;
  }

  /** @param {boolean} [silent] */
  async recompute(silent) {
    this.root.hidden = !this.#weights.hasTotals;
    if (!this.root.hidden) await super.recompute(silent);
    else this.#start();
  }

  /** Takes the weights that were found, with the rule and the scales that go with them. */
  #use() {
    const { offered, weights, missing, columns } = this.#found?.answer ?? {};
    if (offered) this.#weights.use(weights, { missing, columns });
  }

  /** The published weights are a start too. @param {any} [answer] */
  #start(answer) {
    const option = /** @type {HTMLOptionElement | null} */ (document.querySelector("#start option[value=published]"));
    if (option) option.hidden = option.disabled = !answer?.offered;
  }
}
