// A run as a row of cells, [data-tasks]: a click flips a task, a drag sets how many passed.
//
//   .cell-slider     lies over the cells, and is the slider of the keyboard
//   [data-preview]   beside it: what the engine says of the task under the pointer

import { engine } from "../engine/page-engine.mjs";
import { number } from "../form/read.mjs";
import { latest } from "../../../wasm/engine/latest.mjs";
import { inside } from "./places.mjs";

const NEAR = 12; // pixels from the grip, which is dragged
const PAGE = 5; // tasks
const UNDER = "/measurements/pass_rate/";

/** @param {HTMLElement} figure @param {import("../page/fillable.mjs").FillableCalculator} calculator */
export function cells(figure, calculator) {
  const { form, root } = calculator;
  const slider = /** @type {HTMLElement} */ (figure.querySelector("[role=slider]"));
  const preview = figure.nextElementSibling?.matches("[data-preview]") ? /** @type {HTMLElement} */ (figure.nextElementSibling) : undefined;
  const rest = preview?.textContent ?? "";
  const ask = latest(engine);
  /** @type {"click" | "drag" | undefined} */ let held; // on the grip, a click until it moves
  let seen = -1; // tasks whose preview is shown, or asked for

  const value = (/** @type {string} */ name) => Number(number(/** @type {HTMLInputElement} */ (form.elements.namedItem(UNDER + name)).value));
  const set = (/** @type {number} */ tasks) => {
    const passed = Math.max(0, Math.min(value("total"), tasks));
    if (!Number.isFinite(passed) || passed === value("passed")) return;
    /** @type {HTMLInputElement} */ (form.elements.namedItem(UNDER + "passed")).value = String(passed);
    calculator.changed();
  };

  /** How many tasks pass if the one under the pointer is flipped: all up to it, or all before the last one. @param {PointerEvent} event */
  const flipped = (event) => {
    const task = Math.min(value("total") - 1, Math.floor(inside(event, slider).x * value("total")));
    return task === value("passed") - 1 ? task : task + 1;
  };

  /** @param {PointerEvent} event */
  const onGrip = (event) => Math.abs(inside(event, slider).x - value("passed") / value("total")) * slider.clientWidth < NEAR;

  /** @param {number} passed */
  async function show(passed) {
    if (!preview || passed === seen || !Number.isFinite(passed)) return;
    seen = passed;
    const { measurements, ...request } = /** @type {any} */ (await calculator.request());
    const answer = await ask("explain.score", { ...request, measurements: { pass_rate: { ...measurements?.pass_rate, passed } } }).catch(() => undefined);
    if (answer && seen === passed) preview.textContent = answer.sentence;
  }

  slider.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    slider.setPointerCapture(event.pointerId);
    slider.focus({ preventScroll: true });
    held = onGrip(event) ? "click" : "drag";
    figure.toggleAttribute("data-held", true);
    if (held === "drag") set(flipped(event));
  });
  slider.addEventListener("pointermove", (event) => {
    if (!held) return void show(flipped(event));
    held = "drag";
    set(Math.round(inside(event, slider).x * value("total")));
  });
  for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
    slider.addEventListener(end, (event) => {
      if (held === "click" && end === "pointerup") set(flipped(event));
      held = undefined;
      figure.toggleAttribute("data-held", false);
    });
  }
  slider.addEventListener("pointerleave", () => {
    seen = -1;
    if (preview) preview.textContent = rest;
  });
  slider.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const now = value("passed");
    const to = { ArrowLeft: now - 1, ArrowDown: now - 1, ArrowRight: now + 1, ArrowUp: now + 1, PageUp: now + PAGE, PageDown: now - PAGE, Home: 0, End: value("total"), " ": now + 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    set(to);
  });

  const tell = () => {
    slider.setAttribute("aria-valuemax", String(value("total")));
    slider.setAttribute("aria-valuenow", String(value("passed")));
    slider.setAttribute("aria-valuetext", calculator.newest?.answer.sentence ?? root.querySelector(".sentence")?.textContent ?? "");
  };
  root.addEventListener("answered", tell);
  tell();
}
