// The picture of all ranks: of a long ranking it is a slider, whose window [data-sight] has
// the places in sight.

import { drag } from "./drag.mjs";

/** @type {Record<string, number>} */
const KEYS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, PageUp: -20, PageDown: 20, Home: -Infinity, End: Infinity };

/** Returns what shows the places in sight, to be called when they are others. @param {HTMLElement} box @param {import("../weights.mjs").WeightsCalculator} weights */
export function river(box, weights) {
  const sight = /** @type {Element} */ (box.querySelector("[data-sight]"));
  /** @param {Record<string, string | null>} values null for none */
  const set = (values, el = /** @type {Element} */ (box)) => {
    for (const [name, value] of Object.entries(values)) {
      if (value === null) el.removeAttribute(name);
      else if (el.getAttribute(name) !== value) el.setAttribute(name, value);
    }
  };

  drag(box, () => (weights.board?.long ? box.getBoundingClientRect() : undefined), ({ clientX }, { left, width }) => {
    const { board } = weights;
    if (!board) return;
    const { count, of } = board.sight;
    board.scrollTo(((clientX - left) / width) * of - count / 2);
  });
  box.addEventListener("keydown", (event) => {
    const { board } = weights, by = KEYS[event.key];
    if (!by || !board?.long || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const { first, of } = board.sight;
    board.scrollTo(Math.max(0, Math.min(of, Math.round(first) + by)));
  });

  return () => {
    const { board } = weights;
    const seen = board?.long ? board.sight : undefined;
    if (!seen || seen.finds) {
      set({ role: null, tabindex: null, "aria-label": null, "aria-valuemin": null, "aria-valuemax": null, "aria-valuenow": null, "aria-valuetext": null, "aria-hidden": "true" });
      return sight.toggleAttribute("hidden", true);
    }
    const { first, count, of } = seen;
    const from = Math.round(first) + 1, to = Math.min(of, Math.round(first + count));
    set({ role: "slider", tabindex: "0", "aria-label": "Places in sight", "aria-valuemin": "1", "aria-valuemax": String(of), "aria-valuenow": String(from), "aria-valuetext": `Places ${from} to ${to}`, "aria-hidden": null });
    set({ x: `${((100 * first) / of).toFixed(2)}%`, width: `${Math.min(100, (100 * count) / of).toFixed(2)}%` }, sight);
    sight.toggleAttribute("hidden", false);
  };
}
