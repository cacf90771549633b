// The calculator that tells how sure each place is: the picture of all ranks above the
// ranking, and in each row the ranks that its agent takes. The engine draws random
// weightings in parts (explain.ranks), the first soon after the hand rests; while weights
// move, what was drawn for others is quiet, and no row says whom it is ahead of.
//
//   .spread [data-ranking]      how far it is; after PATIENCE, until all are drawn
//   button[data-ranks=stop]     ends that, and [data-ranks=go] goes on
//   [data-of="ranks row"]       in each row of the ranking: its agent's ranks; of one that is kept on top, bars of how often it takes each
//   [data-of="ranks axis"]      the axis above them
//   [data-river]                of a long ranking, the slider of the places in sight (weights/beside/river.mjs)

import { place } from "../../answer/place.mjs";
import { running } from "../../answer/running.mjs";
import { OwnEngineCalculator } from "./own-engine.mjs";
import { river } from "./river.mjs";

const SOON = 80; // ms after an answer
const PATIENCE = 300; // ms
const REPAINT = 400; // ms between two answers that are shown
// How many ms a part should take: for a short table, the steps of a slider wait for it.
const PACE = { long: 80, short: 10 };
// Weightings times rows in the first part, of a long table and of a short one, which is drawn on the engine of the ranking; and the weightings: 3,800 are good to ± 1.6 points, 385 to ± 5.
const FIRST = { long: 800_000, short: 20_000, most: 3800, least: 385, few: 200 };

/** @typedef {import("../../../../wasm/engine/engine.js").TableRanks} Ranks */
/** @typedef {import("../../../../wasm/engine/engine.js").RankRow} RankRow */
/** @typedef {Awaited<ReturnType<import("./own-engine.mjs").Client["table"]>>} Held */

/** What rows show as the page came. */
const EXAMPLE = Object.freeze({ mark: "", run: "", bars: "" });

export class RanksCalculator extends OwnEngineCalculator {
  short = true;
  #weights;
  #box = /** @type {HTMLElement} */ (document.querySelector(".spread"));
  #board = /** @type {HTMLElement} */ (document.querySelector("[data-board]"));
  #axis = /** @type {Element} */ (document.querySelector('[data-of="ranks axis"]'));
  /** The table that is drawn for. @type {Held | undefined} */ #held;
  /** What it was loaded from, and the engine that has it. @type {{ client: import("./own-engine.mjs").Client, request: Asked } | undefined} */ #loaded;
  /** What was drawn last. @type {Ranks | undefined} */ #draws;
  /** The ranks of agents, by id. @type {Map<string, RankRow | typeof EXAMPLE>} */ #known = new Map();
  /** What each row shows. @type {WeakMap<Element, RankRow | typeof EXAMPLE | null>} */ #shown = new WeakMap();
  /** The answer of the ranking whose ranks are shown, or are being drawn. @type {unknown} */ #of;
  #sure = true; // whether they are shown
  /** The table of these agents. @type {string} */ #text;
  #missed = ""; // the agents without ranks that were asked for last
  #stopped = false;
  #fetching = false;
  #since = 0;
  #river;

  /** @param {HTMLElement} root @param {import("../weights.mjs").WeightsCalculator} weights */
  constructor(root, weights) {
    super(root);
    this.#weights = weights;
    this.#text = /** @type {HTMLTextAreaElement} */ (weights.form.elements.namedItem("/text")).defaultValue;
    this.#river = river(/** @type {HTMLElement} */ (this.#box.querySelector("[data-river]")), weights);
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (this.#board.querySelectorAll("tbody [data-mark]"))) {
      this.#known.set(row.dataset.id ?? "", EXAMPLE);
      this.#shown.set(row, EXAMPLE);
    }
    this.#board.addEventListener("rows", () => this.#follow());
    root.addEventListener("answered", (event) => this.#label(/** @type {CustomEvent} */ (event).detail.answer));
    this.#box.addEventListener("click", ({ target }) => {
      const { ranks } = /** @type {HTMLElement} */ (target).dataset;
      if (ranks === "stop") this.#stop();
      if (ranks === "go") this.#goOn();
    });
  }

  /** They are wanted as soon as the hand rests. */
  get patience() {
    return SOON - this.#weights.rest;
  }

  /** It marks nothing itself: the answer is shown while it is being made. */
  begin() {}

  /** @param {any} request */
  ask(request) {
    if (!request.text) return super.ask(request); // which is refused
    this.#of = this.#weights.newest;
    this.#begin();
    return this.work((client, wanted) => this.#first(client, request, wanted));
  }

  #begin() {
    this.#stopped = false;
    this.#since = performance.now();
    this.#offer(false);
  }

  /** The rows of the page. */
  get #rows() {
    const { from = 0, count = 200, find = "", keep = [] } = this.#weights.board?.there ?? {};
    return { from, count, find, keep };
  }

  /** Draws from the first weighting on. @param {import("./own-engine.mjs").Client} client @param {any} request @param {() => boolean} wanted */
  async #first(client, { text, list, numbers, columns, missing, duplicates, weights }, wanted) {
    const request = { text, list, numbers, columns, missing, duplicates };
    if (this.#held && this.#loaded?.client === client && isSame(this.#loaded.request, request)) {
      try {
        return await this.#draw(this.#held, this.#few(this.#held), wanted, { weights });
      } catch (error) {
        if (/** @type {any} */ (error).code !== "expired") throw error; // the engine was restarted
      }
    }
    const table = await client.table(request);
    if (!wanted()) return void table.release();
    this.#held?.release();
    this.#held = table;
    this.#loaded = { client, request };
    return this.#draw(table, this.#few(table), wanted, { weights });
  }

  /** How many weightings are drawn first. @param {Held} table */
  #few({ rows }) {
    const [all, least] = this.long ? [FIRST.long, FIRST.least] : [FIRST.short, FIRST.few];
    return Math.max(least, Math.min(FIRST.most, Math.ceil(all / rows)));
  }

  /** The answer when all weightings are drawn, or when the reader ends it. @param {Held} table @param {number} ranks @param {() => boolean} wanted @param {object} [first] */
  async #draw(table, ranks, wanted, first) {
    const pace = this.long ? PACE.long : PACE.short;
    for (let shown = 0; wanted();) {
      const since = performance.now();
      const draws = await table.view({ ranks, ...this.#rows, ...first });
      if (!wanted()) return;
      this.#draws = draws;
      const now = performance.now();
      if (draws.drawn === draws.of || this.#stopped) return draws.answer;
      if (!shown || now - shown > REPAINT) {
        this.placeStill(draws.answer);
        this.#label(draws.answer);
        this.status("live");
        shown = now;
      }
      if (now - this.#since > PATIENCE) running(this.#box, { value: draws.drawn, max: draws.of, text: draws.far }, "[data-ranking]");
      ranks = Math.max(50, Math.ceil(ranks * Math.min(pace / (now - since), 4)));
      first = undefined;
    }
  }

  ended() {
    const focused = running(this.#box, undefined, "[data-ranking]");
    const rest = this.#stopped && this.#draws !== undefined && this.#draws.drawn < this.#draws.of;
    this.#offer(rest);
    if (focused && rest) this.#go.focus({ preventScroll: true });
  }

  get #go() {
    return /** @type {HTMLElement} */ (this.#box.querySelector("[data-ranks=go]"));
  }

  /** @param {boolean} rest whether there is more to draw */
  #offer(rest) {
    this.#go.hidden = !rest;
  }

  /** The reader ends it: what was drawn is the answer. */
  #stop() {
    this.#stopped = true;
  }

  async #goOn() {
    const table = this.#held;
    if (!table) return this.recompute(true);
    this.#begin();
    try {
      const answer = await this.work((_, wanted) => this.#draw(table, FIRST.few, wanted));
      if (!answer) return;
      this.placeStill(answer);
      this.#label(answer);
      this.status("live");
    } catch {
      this.#held = undefined;
      this.recompute(true); // the engine was restarted
    }
  }

  /** Shows the ranks of an answer in the rows. @param {any} answer */
  #label(answer) {
    this.#known = new Map(answer.rows.map((/** @type {RankRow} */ row) => [row.id, row]));
    this.#sure = this.#of === this.#weights.newest;
    place(this.#axis, answer);
    this.#follow();
  }

  /** Rows show the ranks of their agents, also when they have moved, or are others by now. */
  #follow() {
    this.#river();
    const text = this.#weights.newest?.request.text;
    if (text !== undefined && text !== this.#text) [this.#text, this.#known] = [text, new Map()]; // others may have the same names
    const sure = this.#of === undefined ? this.#weights.isExample() : this.#sure && this.#of === this.#weights.newest;
    if (this.#board.hasAttribute("data-unsure") === sure) this.#board.toggleAttribute("data-unsure", !sure);
    let missed = "", kept = false;
    for (const [row, id] of this.#weights.board?.shown ?? []) {
      const ranks = this.#known.get(id) ?? null, bars = row.parentElement?.hasAttribute("data-top") && !(/** @type {RankRow | undefined} */ (ranks)?.bars);
      if (!ranks || bars) missed += `${id}\n`;
      if (bars) kept = true;
      if (this.#shown.get(row) === ranks) continue;
      this.#shown.set(row, ranks);
      const { mark, run } = ranks ?? NONE;
      Object.assign(row.dataset, { mark, tossed: run });
      for (const el of row.querySelectorAll('[data-of="ranks row"]')) place(el, ranks ?? NONE);
    }
    if (!missed || missed === this.#missed || !sure || !(kept || this.long && this.#draws) || "due" in this.root.dataset) return;
    this.#missed = missed;
    if (this.#held) this.#fetch();
    else this.recompute(true);
  }

  /** Asks for the ranks of the rows that have come into sight. */
  async #fetch() {
    if (this.#fetching || !this.#held) return;
    this.#fetching = true;
    const [table, of] = [this.#held, this.#of];
    const draws = await table.view({ ranks: 0, ...this.#rows }).catch(() => undefined);
    this.#fetching = false;
    if (this.#held !== table || this.#of !== of) return;
    if (draws) return this.#label(draws.answer);
    this.#held = undefined;
    this.recompute(true); // the engine was restarted
  }
}

/** Whether two requests are about the same table. @typedef {{ text: string }} Asked @param {Asked} a @param {Asked} b */
const isSame = (a, b) => a.text === b.text && JSON.stringify({ ...a, text: "" }) === JSON.stringify({ ...b, text: "" });

/** What a row shows of an agent whose ranks are not known yet. */
const NONE = { mark: "", run: "", range: "", says: "", x: 0, width: 0, mid_x: 0, mid_width: 0, now_x: 0, now_width: 0, run_x: 0, run_width: 0, bars: "" };
