// The calculator that tells how far a ranking can be trusted. The engine draws random
// weightings in parts, so that the page can show how many there are, and end it: then
// the answer is by those that were drawn.
//
//   [data-running]            after PATIENCE, until the answer is there (answer/running.mjs);
//                             data-first is its text until there are weightings
//   [data-stopped] [data-far] shown if the reader has ended it: how many there are
//   button[data-do=cancel]    ends it

import { running } from "../../answer/running.mjs";
import { OwnEngineCalculator } from "./own-engine.mjs";

const PATIENCE = 300; // ms
// How many ms a part should take, and the rows to rank in the first one: for a short table, the steps of a slider wait for it.
const PACE = { long: 100, short: 10 };
const FIRST = { long: 200_000, short: 10_000 };

/** @typedef {import("../../../../wasm/engine/engine.js").TableDraws} Draws */

export class SureCalculator extends OwnEngineCalculator {
  /** What was drawn last. @type {Draws | undefined} */ #draws;
  #stopped = false;
  #patience = 0;

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    root.querySelector("[data-do=cancel]")?.addEventListener("click", () => this.#stop());
  }

  /** It marks nothing itself: the answer is shown while it is being made. */
  begin() {}

  /** @param {any} request */
  ask(request) {
    if (!request.text) return super.ask(request); // which is refused
    const answer = this.work((client, wanted) => this.#draw(client, request, wanted));
    this.#stopped = false;
    this.#draws = undefined;
    this.#say("");
    this.#patience = setTimeout(() => this.#show(), PATIENCE);
    return answer;
  }

  /** The answer by all weightings, or by those that were drawn when the reader ended it. @param {import("./own-engine.mjs").Client} client @param {any} request @param {() => boolean} wanted */
  async #draw(client, { text, list, numbers, columns, missing, duplicates, weights }, wanted) {
    /** @type {Awaited<ReturnType<typeof client.table>> | undefined} */ let table;
    const [pace, rows] = this.long ? [PACE.long, FIRST.long] : [PACE.short, FIRST.short];
    try {
      table = await client.table({ text, list, numbers, columns, missing, duplicates });
      const first = Math.ceil(rows / table.rows);
      for (let draw = first; wanted(); weights = undefined) {
        const since = performance.now();
        const draws = await table.view({ draw, weights });
        if (!wanted()) return;
        this.#draws = draws;
        if (draws.drawn === draws.of || this.#stopped) return draws.answer;
        if (!this.#patience) this.#show();
        if (!weights) draw = Math.max(first, Math.ceil(draw * Math.min(pace / (performance.now() - since), 4))); // the first part did more than to draw; to ask takes its time too
      }
    } finally {
      table?.release();
    }
  }

  /** Shows how far it is, and the answer so far. */
  #show() {
    const draws = this.#draws;
    const box = /** @type {HTMLElement} */ (this.root.querySelector("[data-running]"));
    const text = draws?.far ?? box.dataset.first ?? "";
    if (box.hidden) this.announce(text, 0);
    running(this.root, { value: draws?.drawn, max: draws?.of, text });
    if (draws) {
      this.placeStill(draws.answer);
      this.status("live");
    }
    this.#patience = 0;
  }

  ended() {
    clearTimeout(this.#patience);
    if (running(this.root)) /** @type {HTMLElement} */ (this.root.querySelector('[data-out="flip/heading"]')).focus({ preventScroll: true });
    if (this.#stopped && this.#draws && this.#draws.drawn < this.#draws.of) this.#say(this.#draws.far);
  }

  /** The reader ends it: what was drawn is the answer, or the last answer stays. */
  #stop() {
    this.#stopped = true;
    if (this.#draws) return;
    this.cancel();
    this.status("stale");
    this.announce(this.root.querySelector("[data-status=stale]")?.textContent ?? "", 0);
  }

  /** Says how many were drawn when the reader ended it; "" if nobody did. @param {string} far */
  #say(far) {
    const box = /** @type {HTMLElement} */ (this.root.querySelector("[data-stopped]"));
    box.hidden = !far;
    /** @type {Element} */ (box.querySelector("[data-far]")).textContent = far;
    if (far) this.announce(box.textContent ?? "", 0);
  }
}
