// A cursor for a chart that the engine drew, and its table as a file.
//
//   <figure data-chart>      a figure with such a picture, which has places:
//     <rect class="at" data-at="30" data-x data-y><title>its text</title>
//   data-readout             shows what the place under the cursor says
//   data-heard               the same for a screen reader, when the cursor rests
//   <button data-csv="name"> saves the table beside it
//
// The picture becomes a slider: arrow keys, Home, End, Page Up and Page Down go
// through its places, and a pointer goes where it is.

import { cell } from "../../answer/csv.mjs";
import { number } from "../../form/read.mjs";
import { save } from "../../answer/save-file.mjs";

const SAY_AFTER = 350; // ms without a move until a screen reader hears the place
const PAGE = 10; // places
const SVG = "http://www.w3.org/2000/svg";

/** @param {HTMLElement} figure */
export function chart(figure) {
  const picture = /** @type {HTMLElement | null} */ (figure.querySelector("[data-svg]"));
  if (picture) new Cursor(figure, picture);
  return { download };
}

/** Saves the table beside a button. @param {HTMLElement} button */
function download(button) {
  const table = button.closest("details, figure")?.querySelector("table");
  if (table) save(csv(table), button.dataset.csv ?? "");
}

/** A table as CSV: numbers with a point. @param {HTMLTableElement} table */
function csv(table) {
  const lines = [...table.rows].map((row) => [...row.cells].map((one) => cell(number(one.textContent ?? ""))).join(","));
  return new Blob([`${lines.join("\r\n")}\r\n`], { type: "text/csv;charset=utf-8" });
}

class Cursor {
  #at = -1; // no place yet
  #timer = 0;

  /** @param {HTMLElement} figure @param {HTMLElement} picture */
  constructor(figure, picture) {
    this.picture = picture;
    this.readout = figure.querySelector("[data-readout]");
    this.heard = figure.querySelector("[data-heard]");
    this.places = this.#found();
    picture.tabIndex = 0;
    picture.setAttribute("role", "slider");
    picture.setAttribute("aria-valuenow", "0");
    this.#describe();
    picture.addEventListener("drawn", () => this.#redrawn());
    picture.addEventListener("keydown", (event) => this.#key(event));
    for (const move of /** @type {const} */ (["pointermove", "pointerdown"])) {
      picture.addEventListener(move, ({ target }) => this.#go(this.places.indexOf(/** @type {Element} */ (target))));
    }
  }

  #found() {
    return [...this.picture.querySelectorAll("rect.at")];
  }

  #describe() {
    this.picture.setAttribute("aria-label", this.picture.querySelector("title")?.textContent ?? "");
    this.picture.setAttribute("aria-valuemin", "0");
    this.picture.setAttribute("aria-valuemax", String(this.places.length - 1));
    this.picture.setAttribute("aria-valuetext", this.places[Math.max(0, this.#at)]?.getAttribute("data-at") ?? "");
  }

  #redrawn() {
    this.places = this.#found();
    const at = Math.min(this.#at, this.places.length - 1);
    this.#at = -1;
    this.#describe();
    this.#go(at);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const to = { ArrowLeft: this.#at - 1, ArrowDown: this.#at - 1, ArrowRight: this.#at + 1, ArrowUp: this.#at + 1, Home: 0, End: this.places.length, PageUp: this.#at + PAGE, PageDown: this.#at - PAGE }[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.#go(Math.max(0, Math.min(to, this.places.length - 1)));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#announce(this.heard), SAY_AFTER);
  }

  /** Puts the cursor on a place. @param {number} at */
  #go(at) {
    const place = this.places[at];
    if (!place || at === this.#at) return;
    this.#at = at;
    this.picture.setAttribute("aria-valuenow", String(at));
    this.picture.setAttribute("aria-valuetext", place.getAttribute("data-at") ?? "");
    this.#mark(place);
    this.#announce(this.readout);
  }

  /** @param {Element | null} el */
  #announce(el) {
    if (el) el.textContent = this.places[this.#at]?.querySelector("title")?.textContent ?? "";
  }

  /** A line through the place and a dot on its number. @param {Element} place */
  #mark(place) {
    const [x, y] = [place.getAttribute("data-x") ?? "", place.getAttribute("data-y") ?? ""];
    const [line, dot] = ["line", "circle"].map((name) => this.picture.querySelector(`${name}.cursor`) ?? document.createElementNS(SVG, name));
    const { y: top, height } = /** @type {SVGRectElement} */ (place).getBBox();
    set(line, { class: "cursor", x1: x, x2: x, y1: String(top), y2: String(top + height) });
    set(dot, { class: "cursor", cx: x, cy: y, r: "3.5" });
    place.parentElement?.before(/** @type {Element} */ (line), /** @type {Element} */ (dot));
  }
}

/** @param {Element | undefined} el @param {Record<string, string>} attributes */
function set(el, attributes) {
  for (const [name, value] of Object.entries(attributes)) el?.setAttribute(name, value);
}
