// What a reader does with the picture of a forecast, [data-fan]: goes through its matches,
// reads its end, drags its lines (page/grips.mjs), paints and lengthens its plan.
//
//   [data-plot]       the courses, a slider through the matches; [data-cursor] is there,
//                     [data-readout] and [data-heard] say its match
//   [data-ending]     the distribution at the end; what is above a rating is read there
//   [data-cells]      the plan, a digit a match; [data-framed] is the match under the cursor
//   [data-plan-end]   its end, which is dragged
//   [data-plan]       a button that chooses a plan; [data-play] one for its next match
//   [data-remote]     a number in a sentence that sets an input of the form

import { place } from "../../answer/place.mjs";
import { inForm, step } from "../../form/controls.mjs";
import { inside, moved } from "../places.mjs";
import { endOfPlan, Strip } from "./plan.mjs";

const SAY_AFTER = 350; // ms without a move until a screen reader hears the match
const DRAG = 6; // pixels a step

/** @typedef {import("../../page/fillable.mjs").FillableCalculator} Calculator */

/** @param {HTMLElement} figure @param {Calculator[]} calculators */
export function fan(figure, calculators) {
  const calculator = calculators.find(({ form }) => form.id === figure.dataset.fan);
  if (!calculator) return;
  freeze(figure);
  const cursor = new Cursor(figure, calculator);
  const strip = new Strip(figure, calculator, (match) => cursor.go(match));
  cursor.shown = (match) => strip.frame(match);
  endOfPlan(figure, calculator, strip);
  ending(figure, calculator, cursor);
  for (const el of calculator.root.querySelectorAll("[data-remote]")) remote(/** @type {HTMLInputElement} */ (el), calculator, strip);
  figure.addEventListener("click", ({ target }) => {
    const plan = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-plan]"))?.dataset.plan;
    if (plan) calculator.put(JSON.stringify({ "/schedule": plan }));
  });
  document.addEventListener("click", ({ target }) => {
    const play = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-play]"))?.dataset.play;
    if (play) strip.paint(0, Number(play));
  });
  const chosen = () => {
    const schedule = /** @type {RadioNodeList | null} */ (calculator.form.elements.namedItem("/schedule"))?.value;
    for (const button of figure.querySelectorAll("[data-plan]")) button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.plan === schedule));
  };
  calculator.root.addEventListener("answered", chosen);
  figure.addEventListener("released", () => calculator.recompute(true));
  chosen();
}

/** The scale stays as it is while a line is dragged; the line is where the hand is before the answer comes. @param {HTMLElement} figure */
function freeze(figure) {
  figure.addEventListener("input", ({ target }) => {
    const { dataset, min, max, value, parentElement } = /** @type {HTMLInputElement} */ (target);
    if (dataset.frozen === undefined) return;
    const at = `${(100 * (Number(max) - Number(value))) / (Number(max) - Number(min))}%`;
    parentElement?.querySelector("svg > svg")?.setAttribute("y", at);
    const label = parentElement?.querySelector("[data-out$=label]");
    if (label) label.textContent = value;
    const line = figure.querySelector(`.over .${parentElement?.classList.contains("target") ? "target" : "strength"}`);
    for (const end of ["y1", "y2"]) line?.setAttribute(end, at);
  });
  figure.addEventListener("pointerdown", ({ target }) => {
    const grip = /** @type {HTMLInputElement} */ (target);
    if (grip.dataset?.frozen !== undefined) figure.dataset.scale = `${grip.min} ${grip.max}`;
  }, { capture: true });
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, () => {
      if (!figure.dataset.scale) return;
      delete figure.dataset.scale;
      figure.dispatchEvent(new CustomEvent("released"));
    });
  }
}

/** The mark that is nearest to a place in percent. @template {{ at: number }} T @param {T[]} marks @param {number} at */
const nearest = (marks, at) => marks.reduce((best, mark, i) => (Math.abs(mark.at - at) < Math.abs((marks[best]?.at ?? Infinity) - at) ? i : best), 0);

class Cursor {
  #at = -1; // no match yet
  #timer = 0;
  /** What else shows the match. @type {(match: number) => void} */ shown = () => {};

  /** @param {HTMLElement} figure @param {Calculator} calculator */
  constructor(figure, calculator) {
    this.calculator = calculator;
    this.plot = /** @type {HTMLElement} */ (figure.querySelector("[data-plot]"));
    this.picture = /** @type {Element} */ (figure.querySelector("[data-cursor]"));
    this.readout = /** @type {HTMLElement} */ (figure.querySelector("[data-readout]"));
    this.heard = /** @type {HTMLElement} */ (figure.querySelector("[data-heard]"));
    this.plot.tabIndex = 0;
    for (const [name, value] of [["role", "slider"], ["aria-label", "The rating after each match"], ["aria-valuemin", "0"], ["aria-valuenow", "0"]]) this.plot.setAttribute(name ?? "", value ?? "");
    calculator.root.addEventListener("answered", () => this.#show(this.#at, true));
    this.plot.addEventListener("keydown", (event) => this.#key(event));
    for (const move of /** @type {const} */ (["pointermove", "pointerdown"])) {
      this.plot.addEventListener(move, (event) => this.#show(nearest(this.points, 100 * inside(event, this.plot).x)));
    }
    figure.addEventListener("pointerleave", () => {
      if (document.activeElement !== this.plot) this.hide();
    });
    this.plot.addEventListener("blur", () => this.hide());
    this.#show(-1, true);
  }

  /** @returns {any[]} */
  get points() {
    return this.calculator.newest?.answer.fan.points ?? [];
  }

  hide() {
    this.#at = -1;
    this.picture.toggleAttribute("hidden", true);
    this.readout.hidden = true;
    this.shown(0);
  }

  /** Goes to a match, if it is shown. @param {number} match */
  go(match) {
    this.#show(this.points.findIndex((point) => point.match === match));
  }

  /** @param {KeyboardEvent} event */
  async #key(event) {
    const { key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (key === "Escape") return this.hide();
    const turned = { ArrowUp: "ArrowRight", ArrowDown: "ArrowLeft" }[key] ?? key;
    if (moved(turned, 0, 1) === undefined) return;
    event.preventDefault();
    if (!this.calculator.newest) await this.calculator.recompute(true);
    while (this.calculator.pending) await new Promise(requestAnimationFrame);
    this.#show(moved(turned, this.#at, this.points.length - 1) ?? 0);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.heard.textContent = this.points[this.#at]?.words ?? ""), SAY_AFTER);
  }

  /** @param {number} at @param {boolean} [again] whether its numbers may be others */
  #show(at, again) {
    if (at === this.#at && !again) return;
    const last = this.points.length - 1;
    const point = this.points[Math.min(at, last)];
    this.plot.setAttribute("aria-valuemax", String(Math.max(last, 0)));
    this.plot.setAttribute("aria-valuenow", String(Math.max(0, Math.min(at, last))));
    this.plot.setAttribute("aria-valuetext", point?.words ?? "");
    if (!point) {
      if (at >= 0) this.calculator.recompute(true); // the page has shown its example so far
      return;
    }
    this.#at = Math.min(at, last);
    place(this.picture, point);
    this.picture.toggleAttribute("hidden", false);
    this.readout.hidden = false;
    this.readout.textContent = point.head;
    this.readout.dataset.side = point.side;
    this.shown(point.match);
  }
}

/** Reads the odds above a rating at the end. @param {HTMLElement} figure @param {Calculator} calculator @param {Cursor} cursor */
function ending(figure, calculator, cursor) {
  const box = /** @type {Element} */ (figure.querySelector("[data-ending]"));
  box.addEventListener("pointermove", (event) => {
    const ranges = calculator.newest?.answer.fan.ranges;
    if (!ranges?.length) return;
    cursor.hide();
    cursor.readout.hidden = false;
    cursor.readout.dataset.side = "end";
    cursor.readout.textContent = ranges[nearest(ranges, 100 * inside(/** @type {PointerEvent} */ (event), box).y)].label;
  });
  box.addEventListener("pointerleave", () => cursor.hide());
}

/** A number in a sentence: typed, stepped with the arrow keys, or dragged sideways. @param {HTMLInputElement} field @param {Calculator} calculator @param {Strip} strip */
function remote(field, calculator, strip) {
  const { form, root } = calculator;
  const name = field.dataset.remote ?? "";
  const input = () => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  const follow = () => {
    if (document.activeElement !== field) field.value = name === "/length" ? String(strip.matches) : input().value;
  };
  const set = (/** @type {string} */ text) => {
    if (name === "/length") return strip.lengthen(text);
    input().value = text;
    calculator.changed();
  };
  const move = (/** @type {boolean} */ up) => {
    if (name === "/length") strip.lengthen(String(strip.matches + (up ? 1 : -1)));
    else step(inForm(form, input().id), up);
    field.value = name === "/length" ? String(strip.matches) : input().value;
  };
  field.addEventListener("input", () => set(field.value.trim().replaceAll(",", name === "/length" ? "" : ",")));
  field.addEventListener("change", () => field.blur());
  field.addEventListener("blur", () => setTimeout(follow));
  field.addEventListener("keydown", (event) => {
    if (!["ArrowUp", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    move(event.key === "ArrowUp");
  });
  let from = NaN;
  let entered = false;
  field.addEventListener("pointerdown", (event) => {
    if ((entered = document.activeElement !== field)) from = event.clientX;
  });
  field.addEventListener("click", () => entered && document.activeElement === field && field.select());
  field.addEventListener("pointermove", ({ clientX, pointerId }) => {
    if (Math.abs(clientX - from) >= DRAG) field.setPointerCapture(pointerId);
    while (Math.abs(clientX - from) >= DRAG) {
      const up = clientX > from;
      from += up ? DRAG : -DRAG;
      field.blur();
      move(up);
    }
  });
  for (const end of ["pointerup", "pointercancel"]) field.addEventListener(end, () => (from = NaN));
  root.addEventListener("answered", follow);
  if (name === "/length") root.addEventListener("lengthened", (event) => document.activeElement === field || (field.value = /** @type {CustomEvent} */ (event).detail)); // before its answer
  follow();
}
