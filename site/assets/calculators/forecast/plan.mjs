// The plan of a forecast as a strip of cells: a column a match, as high as its opponent.
// It is painted, and its end is dragged; both are values of the form.
//
//   data-cells, data-levels, data-names   the plan, a cell a match; the cells that can be painted,
//                                         the lowest first, and what each of them is
//   data-level                            what a cell is that is a point, where opponents are rated

import { inside, moved, PAGE } from "../places.mjs";

/** @typedef {import("../../page/fillable.mjs").FillableCalculator} Calculator */

const MOST = 100_000; // matches of a plan
const FASTER = 70; // pixels to the right, after which a match more takes half of its width

export class Strip {
  /** Digits that no answer has yet. @type {string | undefined} */ #painted;
  #from = -1; // the match from which is painted
  #at = 1; // the match of the keyboard

  /** @param {HTMLElement} figure @param {Calculator} calculator @param {(match: number) => void} show */
  constructor(figure, calculator, show) {
    this.calculator = calculator;
    this.show = show;
    this.box = /** @type {HTMLElement} */ (figure.querySelector("[data-cells]"));
    this.framed = /** @type {Element} */ (figure.querySelector("[data-framed]"));
    calculator.root.addEventListener("answered", () => {
      if (!calculator.pending) this.#painted = undefined;
      this.#describe();
    });
    this.box.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !this.cells) return;
      this.box.setPointerCapture(event.pointerId);
      this.#from = this.#under(event).match;
      this.#put(event);
    });
    this.box.addEventListener("pointermove", (event) => {
      if (this.#from >= 0) this.#put(event);
      else if (this.cells) this.show(this.#under(event).match + 1);
    });
    for (const end of ["pointerup", "pointercancel"]) this.box.addEventListener(end, () => (this.#from = -1));
    this.box.addEventListener("keydown", (event) => this.#key(event));
    this.#describe();
  }

  /** A digit a match; "" if the plan is too long for it, or has no tiers. */
  get cells() {
    return this.#painted ?? this.box.dataset.cells ?? "";
  }

  /** The cells that can be painted, the lowest first. */
  get levels() {
    return this.box.dataset.levels ?? "";
  }

  /** How high a cell is, from 1 on. @param {string | undefined} cell */
  height(cell) {
    return this.levels.indexOf(cell === "." ? (this.box.dataset.level ?? "") : (cell ?? "?")) + 1;
  }

  /** How many matches the plan has. */
  get matches() {
    const { newest, form } = this.calculator;
    return this.#painted?.length ?? newest?.answer.fan.length ?? Number(/** @type {HTMLInputElement} */ (form.elements.namedItem("/length")).value);
  }

  /** Paints a match. @param {number} match counted from 0 @param {number} height */
  paint(match, height) {
    const { cells, levels } = this;
    if (!cells || height < 1 || height > levels.length) return;
    this.#write(cells.slice(0, match) + levels[height - 1] + cells.slice(match + 1));
  }

  /** Gives the plan another length. @param {string} text */
  lengthen(text) {
    const { form } = this.calculator;
    const length = /** @type {HTMLInputElement} */ (form.elements.namedItem("/length"));
    if (/^\d+$/.test(text)) text = String(Math.max(1, Math.min(MOST, Number(text))));
    const own = /** @type {RadioNodeList} */ (form.elements.namedItem("/schedule")).value === "";
    if (own && !this.cells) return;
    if (!own) this.#draw(Number(text));
    this.box.dispatchEvent(new CustomEvent("lengthened", { bubbles: true, detail: text }));
    this.#painted = undefined;
    if (own) this.calculator.put(JSON.stringify({ "/schedule": "painted", "/cells": this.cells, "/length": text }));
    else {
      length.value = text;
      this.calculator.changed();
    }
  }

  /** Frames a match. @param {number} match from 1 on; 0 for none */
  frame(match) {
    const { length } = this.cells;
    const none = match < 1 || match > length;
    this.framed.toggleAttribute("hidden", none);
    if (none) return;
    const rect = this.framed.firstElementChild;
    rect?.setAttribute("x", `${(100 * (match - 1)) / length}%`);
    rect?.setAttribute("width", `${100 / length}%`);
  }

  /** @param {string} cells */
  #write(cells) {
    if (cells === this.cells) return;
    this.#painted = cells;
    this.#draw(cells.length);
    this.calculator.put(JSON.stringify({ "/schedule": "painted", "/cells": cells, "/length": String(cells.length) }));
    this.#describe();
  }

  /** Draws opponents that are rated before the answer comes: their forecasts take a while. @param {number} matches */
  #draw(matches) {
    const path = this.box.querySelector("[data-id=rated]");
    const { cells, levels: { length: rows } } = this;
    if (!path || !cells || !(matches >= 1 && matches <= 240)) return;
    const at = (/** @type {number} */ match) => this.height(cells[match % cells.length]);
    path.closest("svg")?.setAttribute("viewBox", `0 0 ${matches} ${rows}`);
    path.setAttribute("d", Array.from({ length: matches }, (_, match) => `M${match} ${rows}V${rows - at(match)}h1V${rows}z`).join(""));
    this.box.querySelector(".seams")?.setAttribute("d", Array.from({ length: matches - 1 }, (_, match) => `M${match + 1} 0V${rows}`).join(""));
  }

  /** @param {PointerEvent} event */
  #under(event) {
    const { x, y } = inside(event, this.box);
    const [most, rows] = [this.cells.length - 1, this.levels.length];
    return { match: Math.min(most, Math.floor(x * (most + 1))), height: Math.max(1, Math.min(rows, rows - Math.floor(y * rows))) };
  }

  /** Paints all matches from the last to the one under the pointer. @param {PointerEvent} event */
  #put(event) {
    const { match, height } = this.#under(event);
    const [first, last] = [Math.min(match, this.#from), Math.max(match, this.#from)];
    this.#from = match;
    this.#write(this.cells.slice(0, first) + (this.levels[height - 1] ?? "").repeat(last - first + 1) + this.cells.slice(last + 1));
    this.show(match + 1);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.cells) return;
    const now = this.height(this.cells[this.#at - 1]);
    const height = { ArrowUp: now + 1, ArrowDown: now - 1 }[event.key] ?? (this.levels.includes(event.key) && /\d/.test(event.key) ? this.height(event.key) : undefined);
    const to = moved(event.key, this.#at - 1, this.cells.length - 1);
    if (height === undefined && to === undefined) return;
    event.preventDefault();
    if (height !== undefined) this.paint(this.#at - 1, height);
    if (to !== undefined) this.#at = to + 1;
    this.show(this.#at);
    this.frame(this.#at);
    this.#describe();
  }

  #describe() {
    const { cells } = this;
    this.#at = Math.min(this.#at, Math.max(1, cells.length));
    if (!cells) {
      for (const name of ["role", "tabindex", "aria-label", "aria-valuemin", "aria-valuemax", "aria-valuenow", "aria-valuetext"]) this.box.removeAttribute(name);
      return;
    }
    this.box.setAttribute("aria-label", "Opponent of each match");
    this.box.setAttribute("aria-valuemin", "1");
    this.box.tabIndex = 0;
    this.box.setAttribute("role", "slider");
    this.box.setAttribute("aria-valuemax", String(cells.length));
    this.box.setAttribute("aria-valuenow", String(this.#at));
    this.box.setAttribute("aria-valuetext", `${this.#at}: ${this.box.dataset.names?.split(",")[this.height(cells[this.#at - 1]) - 1] ?? ""}`);
  }
}

/** The end of a plan, which lengthens it. @param {HTMLElement} figure @param {Calculator} calculator @param {Strip} strip */
export function endOfPlan(figure, calculator, strip) {
  const end = /** @type {HTMLElement} */ (figure.querySelector("[data-plan-end]"));
  end.tabIndex = 0;
  for (const [name, value] of [["role", "slider"], ["aria-label", "Matches of the plan"], ["aria-valuemin", "1"], ["aria-valuemax", String(MOST)]]) end.setAttribute(name ?? "", value ?? "");
  const tell = () => end.setAttribute("aria-valuenow", String(strip.matches));
  /** @type {{ x: number, matches: number, wide: number } | undefined} */ let held;
  end.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    end.setPointerCapture(event.pointerId);
    held = { x: event.clientX, matches: strip.matches, wide: Math.max(0.5, strip.box.clientWidth / strip.matches) };
  });
  end.addEventListener("pointermove", ({ clientX }) => {
    if (!held) return;
    const moved = clientX - held.x;
    const more = (moved / held.wide) * (moved > 0 ? 1 + moved / FASTER : 1);
    const matches = String(Math.max(1, Math.round(held.matches + more)));
    if (matches !== String(strip.matches)) strip.lengthen(matches);
  });
  for (const over of ["pointerup", "pointercancel"]) end.addEventListener(over, () => (held = undefined));
  end.addEventListener("keydown", (event) => {
    const more = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: PAGE, PageDown: -PAGE }[event.key];
    if (more === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    strip.lengthen(String(Math.max(1, strip.matches + more)));
  });
  calculator.root.addEventListener("answered", tell);
  tell();
}
