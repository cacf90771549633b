// A score as an area, [data-area]: tops of columns are dragged to score, edges to weigh.
//
//   [role=slider] with data-sets     a top, and the input that it moves
//   [role=slider] with data-weight   an edge: the weight before it, and data-next, after it

import { inputOf, move } from "../page/grips.mjs";

const NEAR = 12; // pixels from an edge
const PAGE = 5; // steps

/** @typedef {{ least: number, most: number, step: number, now: number, set: (value: number) => void }} Way of a handle */

/**
 * @param {HTMLElement} figure
 * @param {import("../page/fillable.mjs").FillableCalculator} calculator
 * @param {import("./shares.mjs").Shares} shares
 */
export function area(figure, calculator, shares) {
  const picture = /** @type {SVGElement} */ (figure.querySelector(".handles"));
  /** @type {{ handle: SVGElement, way: Way, from: number } | undefined} */ let held;

  /** @param {SVGElement} handle @returns {Way} */
  const wayOf = (handle) => {
    const { sets = "", weight, next } = handle.dataset;
    const [least, most, now] = ["aria-valuemin", "aria-valuemax", "aria-valuenow"].map((name) => Number(handle.getAttribute(name)));
    const step = Number((weight === undefined && inputOf(calculator.form, sets)?.dataset.step) || 1);
    const set = (/** @type {number} */ value) => {
      const text = String(Math.max(least ?? 0, Math.min(most ?? 0, Math.round(value / step) * step)));
      if (weight === undefined) move(calculator, sets, text);
      else shares.edit(`/weights/${weight}`, text, `/weights/${next}`);
    };
    return { least: least ?? 0, most: most ?? 0, now: now ?? 0, step, set };
  };

  /** @param {PointerEvent} event */
  const drag = ({ clientX, clientY }) => {
    if (!held) return;
    const { handle, way, from } = held;
    const { left, top, width, height } = picture.getBoundingClientRect();
    if (handle.dataset.weight !== undefined) return way.set(Math.min(way.most, (100 * (clientX - left)) / width - from));
    const up = Math.max(0, Math.min(1, 1 - (clientY - top) / height));
    way.set(way.least + (way.most - way.least) * (handle.dataset.falls === "true" ? 1 - up : up));
  };

  /** The handle that a pointer means: an edge near it, or the top of its column. @param {PointerEvent} event */
  const meant = ({ clientX }) => {
    const all = /** @type {SVGElement[]} */ ([...picture.querySelectorAll("[role=slider]")]).filter((el) => el.checkVisibility());
    const far = (/** @type {SVGElement} */ el) => Math.abs(clientX - middle(el));
    const edges = all.filter(({ dataset }) => dataset.weight !== undefined);
    const edge = edges.find((el) => far(el) < NEAR);
    const column = edges.filter((el) => middle(el) < clientX).length;
    return edge ?? all.find((el) => el.dataset.sets !== undefined && [...picture.querySelectorAll("g[data-id]")].indexOf(/** @type {Element} */ (el.closest("g[data-id]"))) === column);
  };

  figure.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const { top, bottom } = picture.getBoundingClientRect();
    const on = /** @type {Element} */ (event.target).closest("[role=slider]");
    const handle = /** @type {SVGElement | null | undefined} */ (on ?? (event.pointerType === "touch" || event.clientY > bottom || event.clientY < top ? undefined : meant(event)));
    if (!handle) return;
    event.preventDefault();
    const way = wayOf(handle);
    held = { handle, way, from: parseFloat(handle.parentElement?.getAttribute("x") ?? "") - way.now };
    figure.setPointerCapture(event.pointerId);
    figure.toggleAttribute("data-held", true);
    handle.focus({ preventScroll: true });
    drag(event);
  });
  figure.addEventListener("pointermove", drag);
  for (const end of ["pointerup", "pointercancel"]) {
    figure.addEventListener(end, () => {
      held = undefined;
      figure.toggleAttribute("data-held", false);
    });
  }
  figure.addEventListener("keydown", (event) => {
    const handle = /** @type {SVGElement | null} */ (/** @type {Element} */ (event.target).closest("[role=slider]"));
    if (!handle || event.ctrlKey || event.altKey || event.metaKey) return;
    const { least, most, now, step, set } = wayOf(handle);
    const more = handle.dataset.falls === "true" ? -step : step;
    const to = { ArrowUp: now + more, ArrowRight: now + more, ArrowDown: now - more, ArrowLeft: now - more, PageUp: now + PAGE * more, PageDown: now - PAGE * more, Home: more > 0 ? least : most, End: more > 0 ? most : least }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    set(to);
  });
}

/** @param {Element} el */
function middle(el) {
  const { left, width } = el.getBoundingClientRect();
  return left + width / 2;
}
