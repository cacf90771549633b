// The table of many proofs, a page at a time: filtered by verdict, ordered by a
// column. It sorts only by values from the engine.
//
//   button[data-verdict]   shows one verdict, "" all; its [data-count] how many
//   button[data-sort]      orders by place, name, score or verdict, again the other way
//   button[data-turn]      first, back, on, last; in a <nav> that is hidden if there is one page
//   [data-from] [data-to] [data-of]   which rows are shown

import { fill, setText, formatCount } from "./row.mjs";
import { by, sorted } from "./sort.mjs";

/** @typedef {import("./read.mjs").Piece} Piece */
/** @typedef {import("../../../../wasm/engine/engine.js").Row & { place: number, piece: Piece, file: string }} Row place: from 1, over all files */

const ROWS = 50; // of a page
const AGAIN = 2000; // ms between two orders while rows come

export class Table {
  /** @type {Row[]} */ rows = [];
  /** Those shown, in order. @type {Row[]} */ #shown = [];
  #first = 0;
  #verdict = "";
  #by = "place";
  #down = false;
  #turn = 0; // of orders, to keep the newest
  #frame = 0;
  #again = 0;
  /** @type {Map<string, number>} */ #counts = new Map();
  /** @type {string[]} */ #ids;

  /** @param {HTMLElement} root @param {(row: Row) => void} open */
  constructor(root, open) {
    this.root = root;
    this.body = /** @type {HTMLElement} */ (root.querySelector("tbody"));
    this.pattern = /** @type {HTMLElement} */ (root.querySelector("template")?.content.firstElementChild);
    this.verdicts = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("button[data-verdict]")]);
    this.words = new Map(this.verdicts.map((el) => [el.dataset.verdict ?? "", el.dataset.words ?? ""]));
    this.#ids = [...this.words.keys()];
    root.addEventListener("click", ({ target }) => {
      const button = /** @type {Element} */ (target).closest("button");
      const { verdict, sort, turn, open: place } = button?.dataset ?? {};
      if (verdict !== undefined) this.#filter(verdict);
      else if (sort !== undefined) this.#order(sort);
      else if (turn !== undefined) this.#page(turn);
      else if (place !== undefined) open(/** @type {Row} */ (this.rows[Number(place) - 1]));
    });
  }

  clear() {
    this.rows = [];
    this.#shown = [];
    this.#counts.clear();
    [this.#verdict, this.#by, this.#down, this.#first] = ["", "place", false, 0];
    this.#again = 0;
    this.#arrange();
  }

  /** @param {number} place of a row that is on the page */
  focus(place) {
    const button = this.body.querySelector(`[data-open="${place}"]`) ?? this.root.querySelector("[data-sort]");
    if (button instanceof HTMLElement) button.focus();
  }

  /** The rows of the verdict that is shown, in the order that is shown. */
  get shown() {
    return this.#shown;
  }

  /** @param {Row[]} more */
  add(more) {
    for (const row of more) {
      this.rows.push(row);
      this.#counts.set(row.verdict, (this.#counts.get(row.verdict) ?? 0) + 1);
      if (this.#by === "place" && !this.#down && this.#fits(row)) this.#shown.push(row);
    }
    if (this.#by !== "place" || this.#down) this.#again ||= setTimeout(() => { this.#again = 0; this.#arrange(); }, AGAIN);
    this.#draw();
  }

  /** @param {Row} row */
  #fits(row) {
    return this.#verdict === "" || row.verdict === this.#verdict;
  }

  /** @param {string} verdict */
  #filter(verdict) {
    this.#verdict = verdict;
    this.#first = 0;
    this.#arrange();
  }

  /** @param {string} by */
  #order(by) {
    this.#down = this.#by === by && !this.#down;
    this.#by = by;
    this.#first = 0;
    this.#arrange();
  }

  /** @param {string} turn */
  #page(turn) {
    const last = Math.max(0, Math.ceil(this.#shown.length / ROWS) - 1) * ROWS;
    const to = { first: 0, back: this.#first - ROWS, on: this.#first + ROWS, last }[turn] ?? 0;
    this.#first = Math.min(Math.max(to, 0), last);
    this.#draw();
  }

  async #arrange() {
    const mine = ++this.#turn;
    const list = this.rows.filter((row) => this.#fits(row));
    const plain = this.#by === "place";
    const order = plain ? list : await sorted(list, by((row) => this.#key(row), this.#down), () => mine === this.#turn);
    if (!order || mine !== this.#turn) return;
    this.#shown = plain && this.#down ? order.reverse() : order;
    this.#draw();
  }

  /** What rows are ordered by. @param {Row} row */
  #key(row) {
    if (this.#by === "verdict") return this.#ids.indexOf(row.verdict);
    return this.#by === "score" ? row.score : row.name;
  }

  #draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#show());
  }

  #show() {
    const page = this.#shown.slice(this.#first, this.#first + ROWS);
    while (this.body.children.length > page.length) this.body.lastElementChild?.remove();
    while (this.body.children.length < page.length) this.body.append(this.pattern.cloneNode(true));
    page.forEach((row, i) => fill(/** @type {Element} */ (this.body.children[i]), row, this.words));
    for (const el of this.verdicts) {
      const { verdict = "" } = el.dataset;
      const count = verdict ? (this.#counts.get(verdict) ?? 0) : this.rows.length;
      el.hidden = verdict !== "" && count === 0;
      el.setAttribute("aria-pressed", String(verdict === this.#verdict));
      setText(el, "[data-count]", formatCount(count));
    }
    for (const el of this.root.querySelectorAll("[data-sort]")) {
      const mine = /** @type {HTMLElement} */ (el).dataset.sort === this.#by;
      el.closest("th")?.setAttribute("aria-sort", mine ? (this.#down ? "descending" : "ascending") : "none");
    }
    const last = this.#first + ROWS >= this.#shown.length;
    for (const el of this.root.querySelectorAll("[data-turn]")) {
      const { turn = "" } = /** @type {HTMLElement} */ (el).dataset;
      el.setAttribute("aria-disabled", String(turn === "first" || turn === "back" ? this.#first === 0 : last));
    }
    setText(this.root, "[data-from]", formatCount(page.length && this.#first + 1));
    setText(this.root, "[data-to]", formatCount(this.#first + page.length));
    setText(this.root, "[data-of]", formatCount(this.#shown.length));
    this.root.querySelector("nav")?.toggleAttribute("hidden", this.#shown.length <= ROWS);
  }
}
