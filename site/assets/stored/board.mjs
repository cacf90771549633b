// A leaderboard: [data-board-rows], with its words in data-checking, data-sure, data-of and
// others. This device checks its rows, and nothing becomes green by what the host says.
//
//   [data-window]      where the rows scroll, if they are many: only those in sight are in the
//                      page, and are checked. The rows of the pages that follow come when
//                      they are looked for
//   [data-in-sight]    the slider over the strip, one cell a row, which scrolls them
//   [data-check-all]   checks those too that are not in sight
//   [data-row-slip]    the slip of the row whose mark was pressed

import { plain } from "../answer/plain-text.mjs";
import { verifier } from "../engine/verifier.mjs";
import { checkAll, foundOf } from "../widgets/rows.mjs";
import { slipOf } from "./slip.mjs";

/** @typedef {import("../widgets/rows.mjs").Found} Found */
/** @typedef {{ entry: import("../widgets/rows.mjs").Entry, row: HTMLTableRowElement, state: string, found?: Found }} Row state is "" until a row is checked */

const ROW = 44; // px of a row, until there is one to measure
const MORE = 1; // rows in the page that are not wholly in sight

/** A text of strangers as it was stored; in an attribute no character of it can turn what stands around it. @param {string} [text] */
const written = (text) => text === undefined ? undefined : decodeURIComponent(text);

/** @param {HTMLTableRowElement} row @param {string | undefined} title @returns {Row} */
function read(row, title) {
  const { id = "", name, total, rating } = row.dataset;
  const evaluated_at = row.querySelector("time")?.dateTime;
  return { entry: { id, name: written(name), title, total: Number(total), rating: rating ? Number(rating) : undefined, evaluated_at }, row, state: "" };
}

export class Board {
  #root;
  #body;
  #tally;
  #window;
  #slider;
  #cells;
  /** Rows that have come, in their order on the host. @type {Row[]} */ #rows;
  /** The same as they are sorted; those without a rank are last. @type {Row[]} */ #order;
  #by = "rank";
  #tall = ROW;
  /** Rows to check. @type {Row[]} */ #wanted = [];
  #running = false;
  #ready = false; // whether the keys are there
  #able = true;
  /** The page with the rows that follow. @type {string | undefined} */ #next;
  /** @type {Promise<void> | undefined} */ #coming;
  /** @type {Row | undefined} */ #shown;
  /** @type {(row: Row) => Promise<Found>} */ #find = async () => ({ state: "off", words: "" });

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    this.#body = /** @type {HTMLElement | null} */ (root.querySelector(".ranks tbody"));
    this.#tally = /** @type {HTMLElement | null} */ (root.querySelector(".tally"));
    this.#window = /** @type {HTMLElement | null} */ (root.querySelector("[data-window]"));
    this.#slider = /** @type {HTMLInputElement | null} */ (root.querySelector("[data-in-sight]"));
    this.#cells = [...root.querySelectorAll(".tally-cells [data-state]")];
    this.#rows = [.../** @type {NodeListOf<HTMLTableRowElement>} */ (root.querySelectorAll(".ranks tbody tr"))].map((row) => read(row, this.#title));
    this.#order = [...this.#rows];
    if (this.#cells.length > this.#rows.length) this.#next = /** @type {HTMLAnchorElement | null} */ (root.querySelector("[data-pages] [rel=next]"))?.href;
  }

  get #title() {
    return written(this.#root.dataset.title);
  }

  /** How many rows there are, with those still to come. */
  get #count() {
    return this.#next === undefined && !this.#coming ? this.#rows.length : this.#cells.length;
  }

  /** Checks the rows: all, or those in sight. @param {() => Promise<{ keys: any, at: string }>} about @param {(path: string, what: string) => Promise<any>} json */
  async check(about, json) {
    if (!this.#body || !this.#tally) return;
    const { arena = "", challenge = "" } = this.#root.dataset;
    this.#wire();
    this.#say("checking", this.#root.dataset.checking ?? "", "");
    try {
      const with_ = await about();
      this.#find = ({ entry }) => foundOf(verifier, with_, { arena, challenge }, entry, json);
      this.#ready = true;
    } catch {
      this.#able = false;
      return this.#say("off", this.#root.dataset.off ?? "", "");
    }
    await this.#want(this.#window ? this.#inSight() : this.#order);
  }

  #wire() {
    this.#sorts();
    this.#root.addEventListener("click", (event) => this.#pressed(event));
    const slip = this.#slip;
    slip?.addEventListener("toggle", (event) => {
      if (/** @type {ToggleEvent} */ (event).newState === "closed") this.#closed();
    });
    if (!this.#window) return;
    let due = 0;
    const follow = () => {
      cancelAnimationFrame(due);
      due = requestAnimationFrame(() => {
        this.#paint();
        this.#want(this.#inSight());
      });
    };
    this.#window.addEventListener("scroll", follow, { passive: true });
    new ResizeObserver(follow).observe(this.#window);
    this.#slider?.addEventListener("input", () => (/** @type {HTMLElement} */ (this.#window).scrollTop = Number(this.#slider?.value) * this.#height));
    this.#root.querySelector("[data-check-all]")?.addEventListener("click", () => this.#checkAll());
    this.#paint();
  }

  async #checkAll() {
    while (this.#next !== undefined) await this.#follow();
    this.#paint();
    await this.#want(this.#order);
  }

  /** Of a row, in px. */
  get #height() {
    return (this.#tall = this.#body?.querySelector("tr[data-id]")?.getBoundingClientRect().height || this.#tall);
  }

  /** The places of the rows in the page: from, and up to. @param {number} more @returns {[number, number]} */
  #range(more) {
    const scroll = /** @type {HTMLElement} */ (this.#window), height = this.#height;
    const head = this.#body?.previousElementSibling?.getBoundingClientRect().height ?? 0;
    const most = Math.max(1, Math.ceil((scroll.clientHeight - head) / height)) + more;
    const from = Math.max(0, Math.min(Math.floor(scroll.scrollTop / height), this.#count - most));
    return [from, Math.min(this.#count, from + most)];
  }

  #inSight() {
    return this.#order.slice(...this.#range(0));
  }

  /** Puts into the page the rows in sight, and room for the others. */
  #paint() {
    const body = this.#body, scroll = this.#window;
    if (!body) return;
    this.#strip();
    if (!scroll) {
      if (this.#order.some(({ row }, i) => body.children[i] !== row)) body.append(...this.#order.map(({ row }) => row));
      return;
    }
    const height = this.#height, [from, to] = this.#range(MORE);
    if (to > this.#rows.length && this.#next !== undefined) this.#follow();
    const rows = this.#order.slice(from, to);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.closest(".ranks tbody tr");
    const lost = focused && !rows.some(({ row }) => row === focused);
    rows.forEach(({ row }, i) => row.setAttribute("aria-rowindex", String(from + i + 2)));
    body.parentElement?.setAttribute("aria-rowcount", String(this.#count + 1));
    const all = [room(from * height), ...rows.map(({ row }) => row), room((this.#count - from - rows.length) * height)].filter((el) => el !== undefined);
    if (all.length !== body.children.length || all.some((el, i) => el.hasAttribute("data-id") ? body.children[i] !== el : body.children[i]?.getAttribute("data-room") !== el.dataset.room)) body.replaceChildren(...all);
    if (lost) scroll.focus({ preventScroll: true });
    if (!this.#slider) return;
    this.#slider.max = String(Math.max(0, this.#count - (to - from - MORE)));
    this.#slider.value = String(from);
    this.#slider.setAttribute("aria-valuetext", `${this.#root.dataset.rows ?? ""}${from + 1}–${Math.min(this.#count, to - MORE)}`);
    const seen = this.#root.querySelector(".tally-cells .in-sight");
    seen?.setAttribute("x", `${(100 * from) / this.#cells.length}%`);
    seen?.setAttribute("width", `${(100 * (to - from - MORE)) / this.#cells.length}%`);
  }

  /** Colours the cells, one a row. */
  #strip() {
    for (const [i, cell] of this.#cells.entries()) {
      const state = this.#order[i]?.found?.state ?? "unchecked";
      if (cell.getAttribute("data-state") !== state) cell.setAttribute("data-state", state);
    }
  }

  /** Brings the rows of the page that follows. If they have other columns, they stay there. */
  #follow() {
    return this.#coming ??= this.#bring().finally(() => {
      this.#coming = undefined;
      if (this.#next === undefined) for (const cell of this.#cells.splice(this.#rows.length)) cell.remove();
      this.#sort();
      this.#want(this.#inSight());
    });
  }

  async #bring() {
    const from = this.#next ?? "";
    this.#next = undefined; // it is tried once
    try {
      const answer = await fetch(from, { credentials: "omit" });
      const there = new DOMParser().parseFromString(answer.ok ? await answer.text() : "", "text/html");
      const width = this.#rows[0]?.row.children.length;
      const rows = /** @type {HTMLTableRowElement[]} */ ([...there.querySelectorAll(".ranks tbody tr")]).filter((row) => row.children.length === width);
      const some = rows.slice(0, this.#cells.length - this.#rows.length).map((row, i) => {
        const own = document.adoptNode(row);
        own.dataset.place = String(this.#rows.length + i);
        return read(own, this.#title);
      });
      this.#rows.push(...some);
      if (some.length && this.#rows.length < this.#cells.length) this.#next = /** @type {HTMLAnchorElement | null} */ (there.querySelector("[data-pages] [rel=next]"))?.getAttribute("href") ?? undefined;
    } catch {} // those that are there are shown
  }

  /** Checks those rows that are not checked yet. @param {Row[]} rows */
  async #want(rows) {
    this.#wanted = rows;
    if (this.#running || !this.#ready) return;
    this.#running = true;
    while (this.#wanted.some(({ state }) => state === "")) await checkAll(this.#waiting(), this.#find, (row, found) => this.#put(row, found));
    this.#running = false;
    this.#sum();
  }

  *#waiting() {
    for (;;) {
      const next = this.#wanted.find(({ state }) => state === "");
      if (!next) return;
      next.state = "checking";
      yield next;
    }
  }

  /** @param {string} state @param {string} word @param {string} said */
  #say(state, word, said) {
    const stub = /** @type {HTMLElement} */ (this.#tally?.querySelector(".stub"));
    stub.dataset.state = state;
    /** @type {HTMLElement} */ (stub.querySelector(".word")).textContent = word;
    /** @type {HTMLElement} */ (stub.querySelector("[data-said]")).textContent = said;
  }

  /** Shows in a row what was found about it; the bar then has the points of the signed bytes. @param {Row} of @param {Found} found */
  #put(of, found) {
    const { state, words, parts } = of.found = found;
    const { row } = of;
    of.state = row.dataset.state = state;
    this.#cells[this.#order.indexOf(of)]?.setAttribute("data-state", state);
    /** @type {HTMLElement} */ (row.querySelector("[data-found]")).textContent = plain(words);
    const sure = state === "authentic";
    if (!parts?.length) row.querySelector(".bar svg")?.remove(); // this device has not found it
    for (const { key, points, start, width } of parts ?? []) {
      const piece = row.querySelector(`.bar [data-dim="${CSS.escape(key)}"]`);
      if (!piece) continue;
      piece.setAttribute("x", `${start}%`);
      piece.setAttribute("width", `${width}%`);
      /** @type {Element} */ (piece.querySelector("text")).textContent = points;
    }
    if (this.#by !== "rank") lead(row, this.#by);
    const why = /** @type {HTMLElement} */ (row.querySelector("[data-differs]"));
    why.hidden = sure;
    why.textContent = sure ? "" : plain(words);
    if (of === this.#shown) this.#show();
    if (sure) return true;
    for (const name of ["score", "lead", "rated"]) for (const el of row.querySelectorAll(`[data-${name}]`)) el.textContent = "–"; // no stored value is shown
    return true;
  }

  /** Says how many rows are authentic; the others have no rank, stand below a line, and the sentence about the first is a claim. */
  #sum() {
    const { sure = "", of = "", checked = "", apart = "", left = "", soFar = "" } = this.#root.dataset;
    const seen = this.#rows.filter(({ found }) => found);
    const out = this.#out, good = seen.length - out.length, waiting = this.#count - seen.length;
    this.#root.querySelector("[data-check-all]")?.toggleAttribute("data-none", waiting === 0);
    if (waiting > 0) this.#say(out.length ? "qualified" : "unchecked", out.length ? `${good}${of}${seen.length}${sure}` : `${good}${soFar}`, `${waiting}${left}`);
    else this.#say(out.length ? "qualified" : "authentic", `${good}${of}${seen.length}${sure}`, out.length ? `${out.length}${apart}` : checked);
    if (out.length === 0) {
      if (waiting > 0) return;
      const proven = this.#root.querySelector("[data-proven]");
      this.#root.querySelector("[data-claimed]")?.toggleAttribute("hidden", proven !== null);
      proven?.removeAttribute("hidden");
      return;
    }
    const rank = (/** @type {Row} */ { row }) => Number(row.dataset.was ??= row.querySelector("[data-rank]")?.textContent ?? "");
    for (const one of this.#rows) {
      const at = /** @type {HTMLElement} */ (one.row.querySelector("[data-rank]"));
      const was = rank(one);
      at.textContent = out.includes(one) ? "–" : String(was - out.filter((other) => rank(other) < was).length);
      for (const el of one.row.querySelectorAll("[data-lead]")) el.textContent = ""; // it was of the row behind, which may be gone
    }
    this.#sort();
    if (this.#window && this.#inSight().some(({ state }) => state === "")) this.#want(this.#inSight()); // another has come up
  }

  /** Rows that do not match their proof. */
  get #out() {
    return this.#rows.filter(({ found }) => found && found.state !== "authentic");
  }

  /** Orders the rows: by the points of a dimension, or by rank. Rows keep their ranks, and those without are last. */
  #sort() {
    const by = this.#by, out = this.#out;
    const place = (/** @type {Row} */ { row }) => Number(row.dataset.place);
    const width = (/** @type {Row} */ { row }) => Number.parseFloat(row.querySelector(`.bar [data-dim="${CSS.escape(by)}"]`)?.getAttribute("width") ?? "0");
    for (const one of this.#rows) {
      lead(one.row, by);
      one.row.toggleAttribute("data-apart", one === out[0]);
    }
    const kept = this.#rows.filter((one) => !out.includes(one));
    this.#order = [...kept.toSorted((a, b) => (by === "rank" ? 0 : width(b) - width(a)) || place(a) - place(b)), ...out];
    this.#paint();
  }

  /** The legend of the bars sorts the rows. */
  #sorts() {
    const buttons = [.../** @type {NodeListOf<HTMLButtonElement>} */ (this.#root.querySelectorAll("[data-sort-by]"))];
    const sort = async (/** @type {string} */ by) => {
      for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.sortBy === by));
      this.#by = by;
      if (this.#window) this.#window.scrollTop = 0;
      this.#sort();
      while (by !== "rank" && this.#next !== undefined) await this.#follow(); // the first by it may be among those to come
      if (this.#window) this.#want(this.#inSight());
    };
    for (const [i, button] of buttons.entries()) {
      button.addEventListener("click", () => sort(button.getAttribute("aria-pressed") === "true" ? "rank" : (button.dataset.sortBy ?? "")));
      button.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        const next = step && buttons[(i + step + buttons.length) % buttons.length];
        if (!next) return;
        event.preventDefault();
        next.focus();
        sort(next.dataset.sortBy ?? "");
      });
    }
  }

  get #slip() {
    return /** @type {HTMLElement | null} */ (this.#root.querySelector("[data-row-slip]"));
  }

  /** The mark of a row opens its slip; with a key that opens a link elsewhere, it is the link to the proof. @param {MouseEvent} event */
  #pressed(event) {
    const mark = /** @type {Element} */ (event.target).closest(".mark-of-row a");
    const slip = this.#slip;
    if (!mark || !slip || !("showPopover" in slip) || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.#shown = this.#rows.find(({ row }) => row.contains(mark));
    this.#show();
    slip.hidden = false;
    slip.showPopover();
    slip.focus({ preventScroll: true });
  }

  /** Shows the slip of a row, as far as it is checked: of what differs, no number. */
  #show() {
    const slip = this.#slip, of = this.#shown;
    if (!slip || !of) return;
    const { row, found, entry } = of;
    const stub = /** @type {HTMLElement} */ (slip.querySelector(".stub"));
    stub.dataset.state = found?.state ?? (this.#able ? "checking" : "off");
    /** @type {HTMLElement} */ (stub.querySelector(".word")).textContent = found ? plain(found.words) : ((this.#able ? this.#root.dataset.checking : this.#root.dataset.off) ?? "");
    /** @type {HTMLAnchorElement} */ (stub.querySelector("a")).href = /** @type {HTMLAnchorElement} */ (row.querySelector(".mark-of-row a")).href;
    slip.querySelector(".record")?.remove();
    if (!found || found.answer || found.state === "off") slip.prepend(slipOf(found?.answer, { name: entry.name ?? "", title: entry.title ?? "", score: row.querySelector("[data-score]")?.textContent ?? "" }));
  }

  /** Gives the focus back to the mark, unless it is elsewhere by now. */
  #closed() {
    const slip = this.#slip, mark = /** @type {HTMLElement | null | undefined} */ (this.#shown?.row.querySelector(".mark-of-row a"));
    this.#shown = undefined;
    const at = document.activeElement;
    if (!at || at === document.body || slip?.contains(at)) mark?.focus({ preventScroll: true });
  }
}

/** Room for rows that are not in the page. @param {number} height in px */
function room(height) {
  if (height <= 0) return undefined;
  const el = document.createElement("tr");
  el.dataset.room = String(Math.round(height));
  el.setAttribute("aria-hidden", "true");
  el.style.height = `${height}px`;
  return el;
}

/** Puts a dimension at the beginning of a bar, with its points; without it, the parts are in their order. @param {HTMLTableRowElement} row @param {string} by */
function lead(row, by) {
  const pieces = [...row.querySelectorAll(".bar [data-dim]")];
  const first = pieces.filter((piece) => piece.getAttribute("data-dim") === by);
  let at = 0;
  for (const piece of [...first, ...pieces.filter((piece) => !first.includes(piece))]) {
    piece.setAttribute("x", `${at}%`);
    piece.toggleAttribute("data-led", first.includes(piece));
    at += Number.parseFloat(piece.getAttribute("width") ?? "0");
  }
}
