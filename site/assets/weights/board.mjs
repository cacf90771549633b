// The ranking. Unless it is long (step.mjs), all its rows are in the page: they move to their new places,
// unless the reader wants less motion, and those whose name has what is typed in
// [data-find] are shown. Of a long one, the page has the rows in sight, which do not move: the box
// [data-board] scrolls over empty space of the height of all rows, and the engine
// answers the rows of a place, and those that are found. For print, all are there.
//
// An agent whose name is pressed, or that is found and kept, has a row on top of all
// others too, which stays in sight: its name is pressed there, and lets it go again.
//
//   [data-board]        the box of the table; data-hint is the title of the names in it
//   [data-keep]         keeps the first agent that is found, as Enter does in [data-find]
//   [data-kept-names]   whose rows are kept, after the words that it is set to
//
// Whenever its rows have changed or were scrolled, [data-board] has the event "rows".

import { plain } from "../answer/plain-text.mjs";
import { place } from "../answer/place.mjs";
import { paintBars, pitch } from "./bars.mjs";
import { Columns } from "./columns.mjs";
import { attributes, letting, makeFirst, space, stretch } from "./rows.mjs";
import { isLong } from "./step.mjs";

const MOVE = 220; // ms
const MARGIN = 8; // rows above and below those in sight; none while weights move, because each costs work at every step
const PRINTED = 10_000; // rows
const PART = 500; // rows that are asked for at a time, for print
const REST = 600; // ms without a change, until they are

/** @typedef {{ from?: number, count: number, find?: string, keep?: string[] }} Wanted */
/** @typedef {{ rows: any[], from: number, found: number, kept?: any[] }} Drawn */

export class Board {
  #box;
  #body;
  #find;
  #found;
  #calculator;
  #names;
  #top = document.createElement("tbody"); // the rows that are kept there
  #above = space();
  #below = space();
  #height = 28; // of a row, in pixels
  #measured = false;
  #marked = false; // whether rows are marked as kept
  #columns;
  /** Where the box is, read once: what the page writes at each step is not laid out for it. @type {{ top: number, height: number } | undefined} */ #seen;
  #timer = 0;
  #frame = 0;
  /** @type {Drawn} */ #drawn = { rows: [], from: 0, found: 0 };
  /** All rows, for print. @type {any[]} */ #all = [];
  /** The rows in sight, in their order before an answer. @type {Element[]} */ #order = [];
  /** How rows move there. @type {Map<Element, Animation>} */ #moves = new Map();
  /** Rows without bars of their own. @type {WeakSet<Element>} */ #bare = new WeakSet();
  /** Rows become higher with the size of the reader's text: the picture of bars follows. */
  #sizes = new ResizeObserver((entries) => {
    if (!entries.some(({ target }) => target.isConnected)) return;
    this.#measured = false;
    this.#settle(this.#drawn);
  });

  /** @param {import("./weights.mjs").WeightsCalculator} calculator whose agents are ranked */
  constructor(calculator) {
    this.#calculator = calculator;
    const { root } = calculator;
    this.#box = /** @type {HTMLElement} */ (root.querySelector("[data-board]"));
    this.#body = /** @type {HTMLTableSectionElement} */ (root.querySelector(".board tbody"));
    this.#columns = new Columns(/** @type {HTMLTableElement} */ (this.#body.parentElement));
    this.#names = /** @type {HTMLElement} */ (root.querySelector("[data-kept-names]"));
    this.#find = /** @type {HTMLInputElement} */ (root.querySelector("[data-find]"));
    this.#found = /** @type {HTMLElement} */ (root.querySelector("[data-found]"));
    this.#press();
    this.#find.addEventListener("input", () => (this.long ? this.#fetch() : this.#filter()));
    this.#box.addEventListener("scroll", () => this.long && this.#scrolled());
    if (this.#find.value) this.#filter(); // typed before this module was loaded
    addEventListener("resize", () => {
      this.#columns.thaw();
      this.#measured = false;
      this.#seen = undefined;
    });
    addEventListener("beforeprint", () => this.long && this.#open(true));
    addEventListener("afterprint", () => this.long && this.#open(false));
  }

  /** A press on a name keeps its row, in a place above all others, where the name is a button that lets it go. */
  #press() {
    this.#top.append(letting(this.#body.querySelector("tr"), this.#box.dataset.hint ?? "", this.#box.dataset.makeFirst ?? ""));
    Object.assign(this.#top.dataset, { top: "", each: "kept", by: "id" });
    Object.assign(this.#top.style, { zIndex: "1", background: "var(--tint)" });
    this.#body.before(this.#top);
    this.#box.addEventListener("click", ({ target }) => {
      const row = /** @type {Element} */ (target).closest("th[scope=row]")?.closest("tr");
      if (row && /** @type {Element} */ (target).matches(".make-first")) return makeFirst(row.dataset.id ?? "");
      if (row && !row.closest(".unranked") && !getSelection()?.toString()) this.#toggle(row.dataset.id ?? "", row.parentElement === this.#top);
    });
    this.#find.addEventListener("keydown", ({ key }) => key === "Enter" && this.#keepFound());
    this.#calculator.root.querySelector("[data-keep]")?.addEventListener("click", () => this.#keepFound());
  }

  /** Keeps the first agent whose name has what is typed. */
  async #keepFound() {
    const find = this.#find.value.trim();
    if (!find) return this.#find.focus();
    const id = (await this.#calculator.rows({ count: 1, find }))?.rows[0]?.id;
    if (id !== undefined) this.#keep(id);
  }

  /** @param {string} id @param {boolean} onTop whether the name on top was pressed */
  async #toggle(id, onTop) {
    if (!this.#calculator.state.kept.includes(id)) return this.#keep(id);
    this.#calculator.tell({ type: "release", id });
    await this.#fetch();
    if (onTop) (this.#top.querySelector("button") ?? this.#find).focus({ preventScroll: true });
  }

  /** @param {string} id */
  #keep(id) {
    this.#calculator.tell({ type: "keep", id });
    return this.#fetch();
  }

  /** Shows whose rows are on top. @param {Drawn} drawn */
  #showKept({ kept = [] }) {
    const { dataset } = this.#names;
    place(this.#top, { kept });
    const text = kept.length ? `${dataset.keptNames}${kept.map(({ name }) => plain(name)).join(", ")}` : "";
    if (this.#names.textContent !== text) this.#names.textContent = text;
    Object.assign(this.#top.style, this.long && kept.length ? { position: "sticky", top: `${this.#top.previousElementSibling?.clientHeight ?? 0}px` } : { position: "", top: "" });
    const { kept: ids } = this.#calculator.state;
    if (ids.length || this.#marked) for (const row of this.#body.rows) row.toggleAttribute("data-on-top", ids.includes(row.dataset.id ?? ""));
    this.#marked = ids.length > 0;
    this.#box.querySelectorAll("[data-top] tr").forEach((row, i) => attributes(row, { "aria-rowindex": this.long ? String(i + 2) : null }));
    if (this.long) attributes(this.#columns.table, { "aria-rowcount": String(this.#total + 1 + kept.length) });
  }

  get long() {
    return isLong(this.#calculator.state);
  }

  /** Rows of the whole ranking. */
  get #total() {
    return this.#calculator.state.table?.agents ?? 0;
  }

  #told() {
    this.#box.dispatchEvent(new Event("rows"));
  }

  /** The rows of the page, each with the id of its agent. @returns {[row: HTMLElement, id: string][]} */
  get shown() {
    const rows = [...this.#body.rows];
    /** @type {[HTMLElement, string][]} */ const kept = [...this.#top.rows].map((row) => [row, row.dataset.id ?? ""]);
    return [...kept, .../** @type {[HTMLElement, string][]} */ (rows.map((row, i) => [row, (this.long ? this.#drawn.rows[i]?.id : row.dataset.id) ?? ""]))];
  }

  /** Which rows there are, as the engine is asked for them. @returns {Wanted} */
  get there() {
    const { from, rows } = this.#drawn;
    return this.long && rows.length > 0 ? { from, count: rows.length, find: this.#find.value, keep: this.#calculator.state.kept } : this.wanted;
  }

  /** The places in sight of a long ranking: the first one from 0, how many, and of how many; of the rows that are found, if something is to be found. */
  get sight() {
    const { top, height } = (this.#seen ??= { top: this.#box.scrollTop, height: this.#box.clientHeight });
    return { first: top / this.#height, count: height / this.#height, of: this.#drawn.found, finds: this.#find.value.trim() !== "" };
  }

  /** Scrolls to a place, counted from 0. @param {number} place */
  scrollTo(place) {
    this.#box.scrollTop = place * this.#height;
  }

  /** The rows that the next answer shall have. @returns {Wanted} */
  get wanted() {
    return this.#around(0);
  }

  /** @param {number} margin @returns {Wanted} */
  #around(margin) {
    const { kept: keep } = this.#calculator.state;
    if (!this.long) return { count: this.#total, keep };
    const [first, last] = this.#sight();
    return { from: Math.max(0, first - margin), count: last - first + 2 * margin, find: this.#find.value, keep };
  }

  /** Another table. */
  reset() {
    const { style } = this.#box;
    Object.assign(style, this.long ? { maxHeight: "36rem", overflow: "auto", overflowAnchor: "none", contain: "content" } : { maxHeight: "", overflow: "", contain: "" });
    this.#columns.thaw();
    for (const th of this.#columns.heads) Object.assign(th.style, this.long ? { position: "sticky", top: "0", background: "var(--paper)", zIndex: "1" } : { position: "", top: "", background: "", zIndex: "" });
    attributes(this.#box, this.long ? { tabindex: "0", role: "region", "aria-label": "Ranking" } : { tabindex: null, role: null, "aria-label": null });
    attributes(this.#columns.table, { "aria-rowcount": this.long ? String(this.#total + 1) : null });
    this.#measured = false;
    /** @type {HTMLDetailsElement | null} */ (this.#calculator.root.querySelector("[data-finder]"))?.toggleAttribute("open", this.long);
    this.#box.toggleAttribute("data-still", this.long); // rows stay where they are, and nearly all of them change
    if (this.long) {
      delete this.#body.dataset.by; // rows stay where they are: what they say changes
      this.#body.before(this.#above);
      this.#body.after(this.#below);
      this.#box.scrollTop = 0;
      this.#seen = undefined;
    } else {
      this.#body.dataset.by = "id";
      this.#above.remove();
      this.#below.remove();
      this.#clear();
      for (const row of this.#body.children) row.removeAttribute("aria-rowindex");
    }
  }

  /** Notes where the rows are. */
  before() {
    if (!this.long) this.#measure(this.#inSight());
    this.#columns.freeze();
    this.#order = this.long || this.#timer ? [] : this.#inSight(); // while a weight is dragged, rows do not move: they would be painted until the next step
  }

  /** @returns {HTMLElement[]} */
  #inSight() {
    return /** @type {HTMLElement[]} */ ([...this.#body.children]).filter((row) => !row.hidden);
  }

  /** Moves the rows from there. Their height is that of all: nothing is laid out for it. */
  #move() {
    for (const move of this.#moves.values()) move.cancel();
    this.#moves.clear();
    if (this.#order.length === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const before = new Map(this.#order.map((row, i) => [row, i]));
    this.#inSight().forEach((row, i) => {
      const by = ((before.get(row) ?? i) - i) * this.#height;
      if (by !== 0) this.#moves.set(row, row.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: MOVE, easing: "ease-out" }));
    });
  }

  /** Moves them from there; or, of a long ranking, puts them at their place. @param {Drawn} drawn */
  after(drawn) {
    this.#showKept(drawn);
    this.#columns.check();
    if (this.long) this.#settle(drawn);
    else {
      this.#filter();
      this.#move();
      this.#rest(() => this.#columns.thaw());
    }
    this.#told();
  }

  /** Does that once nothing has changed for a while. @param {() => void} act */
  #rest(act) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      act();
    }, REST);
  }

  /** How high a row is. @param {Element[]} rows */
  #measure(rows) {
    if (!this.#measured && rows[0]) this.#height = pitch(rows) || this.#height;
    this.#measured ||= rows.length > 0;
  }

  #filter() {
    const wanted = this.#find.value.trim().toLowerCase();
    let shown = 0;
    for (const row of this.#body.children) {
      const has = (row.querySelector("th")?.textContent ?? "").toLowerCase().includes(wanted);
      row.toggleAttribute("hidden", !has);
      if (has) shown++;
    }
    this.#tell(shown);
  }

  /** @param {number} found */
  #tell(found) {
    const text = this.#find.value.trim() ? `${found} of ${this.#total || this.#body.children.length}` : "";
    if (this.#found.textContent !== text) this.#found.textContent = text;
  }

  /** The first place in sight, and the one after the last. @returns {[number, number]} */
  #sight() {
    const { top, height } = (this.#seen ??= { top: this.#box.scrollTop, height: this.#box.clientHeight });
    const first = Math.floor(top / this.#height);
    return [first, first + Math.ceil(height / this.#height) + 1];
  }

  #scrolled() {
    this.#seen = undefined;
    this.#told();
    const [first, last] = this.#sight();
    const { from, rows, found } = this.#drawn;
    if (from <= first && from + rows.length >= Math.min(last, found)) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#fetch());
  }

  async #fetch() {
    this.#seen = undefined; // it may be of another height than at the last step
    const drawn = await this.#calculator.rows(this.#around(MARGIN));
    if (drawn) this.#draw(drawn);
  }

  /** @param {Drawn} drawn */
  #draw(drawn) {
    place(this.#body, { rows: drawn.rows });
    this.#showKept(drawn);
    if (this.long) this.#settle(drawn);
    else this.#filter();
    this.#told();
  }

  /** Leaves space for the rows that are not there, and says which ones are. @param {Drawn} drawn */
  #settle(drawn) {
    const fresh = drawn !== this.#drawn;
    const grows = !this.#measured || drawn.found !== this.#drawn.found;
    this.#drawn = drawn;
    this.#tell(drawn.found);
    const rows = [...this.#body.children].filter((el) => el.tagName === "TR");
    this.#measure(rows);
    rows.forEach((row, i) => attributes(row, { "aria-rowindex": String(drawn.from + i + 2 + (drawn.kept?.length ?? 0)), hidden: null }));
    stretch(this.#above, drawn.from * this.#height);
    stretch(this.#below, (drawn.found - drawn.from - rows.length) * this.#height);
    this.#paint(rows, drawn.rows);
    if (grows) this.#scrolled(); // more of them may be in sight of the box as it is now
    if (!fresh) return;
    this.#all = [];
    this.#rest(() => {
      this.#columns.thaw();
      this.#collect();
    });
  }

  /** The bars of a long ranking are one picture, which hangs from its first row. @param {Element[]} rows @param {any[]} items */
  #paint(rows, items) {
    const [first] = rows;
    if (first && !this.#bare.has(first)) this.#sizes.observe(first);
    for (const row of rows) {
      if (!this.#bare.has(row)) row.querySelector("svg.bars")?.replaceChildren();
      this.#bare.add(row);
    }
    const svg = /** @type {SVGSVGElement | null | undefined} */ (first?.querySelector("svg.bars"));
    if (svg) paintBars(svg, items.map(({ parts }) => parts), this.#height);
  }

  /** Removes the rows that have no bars of their own. */
  #clear() {
    for (const row of [...this.#body.children]) if (this.#bare.has(row)) row.remove();
  }

  /** Until all rows of a long ranking are there to be copied, without waiting for the hand to rest. */
  async complete() {
    while (this.long && !this.#complete) {
      clearTimeout(this.#timer);
      this.#timer = 0;
      const { rows } = this.#drawn;
      await this.#collect();
      if (rows === this.#drawn.rows) return; // no newer answer came in between
    }
  }

  get #complete() {
    return this.#all.length >= Math.min(this.#drawn.found, PRINTED);
  }

  /** Asks for all rows, so that they are there to be printed, until an answer has no more of them: the table may be another, shorter one. */
  async #collect() {
    const rows = (this.#all = /** @type {any[]} */ ([]));
    const { found } = this.#drawn;
    while (rows.length < Math.min(found, PRINTED)) {
      const part = await this.#calculator.rows({ from: rows.length, count: PART, find: this.#find.value });
      if (!part || this.#all !== rows || part.from > rows.length || part.from + part.rows.length <= rows.length) return;
      rows.push(...part.rows.slice(rows.length - part.from));
    }
  }

  /** Runs f while all rows are there. @template T @param {() => T} f @returns {T} */
  whole(f) {
    if (!this.long) return f();
    this.#print();
    try {
      return f();
    } finally {
      this.#draw(this.#drawn);
    }
  }

  /** @param {boolean} all */
  #open(all) {
    Object.assign(this.#box.style, all ? { maxHeight: "none", contain: "" } : { maxHeight: "36rem", contain: "content" });
    if (all) this.#print();
    else this.#draw(this.#drawn);
  }

  #print() {
    if (!this.#complete) return;
    this.#clear();
    place(this.#body, { rows: this.#all });
    for (const el of [this.#above, this.#below]) stretch(el, 0);
  }
}
