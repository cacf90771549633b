// The map of who is first [data-map]: its point is three of the weights, data-dims by their
// places in the rail. It is dragged, or moved by the arrow keys towards a corner; the other
// weights stay. It moves with the ranking; the regions follow once the hand rests.

import { engine } from "../../engine/page-engine.mjs";
import { drag } from "./drag.mjs";

const KEYS = /** @type {const} */ ({ ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [1, 1], ArrowRight: [2, 1] });

/** @typedef {{ x: number, y: number }} Place */

/** @param {SVGSVGElement} map @param {import("../weights.mjs").WeightsCalculator} weights */
export function mapIn(map, weights) {
  const corners = [.../** @type {SVGPolygonElement} */ (map.querySelector("[data-corners]")).points];
  const [now, lead] = [".now", ".lead"].map((part) => /** @type {Element} */ (map.querySelector(part)));
  const dims = () => (map.dataset.dims ?? "").split(",").filter(Boolean).map(Number);
  map.removeAttribute("aria-hidden");
  map.tabIndex = 0;
  for (const [name, value] of Object.entries({ role: "slider", "aria-label": "Map of weights", "aria-valuemin": "0", "aria-valuemax": "100" })) map.setAttribute(name, value);

  /** The point is where the ranking has the weights. */
  const follow = () => {
    const rows = dims().map((k) => weights.newest?.answer.weights[k]);
    if (rows.length < 3 || rows.some((row) => !row)) return;
    const free = rows.reduce((sum, { percent }) => sum + Number(percent), 0);
    const at = (/** @type {"x" | "y"} */ axis) => String(Math.round(rows.reduce((sum, { percent }, c) => sum + (percent / free) * (corners[c]?.[axis] ?? 0), 0) * 10) / 10);
    if (free > 0) {
      const [x, y] = [at("x"), at("y")];
      set(now, { cx: x, cy: y });
      set(lead, { x2: x, y2: y });
    }
    set(map, { "aria-valuenow": rows[0].percent, "aria-valuetext": `${rows.map(({ label, percent }) => `${label} ${percent}`).join(", ")} %` });
  };

  /** The shares of the three corners at a place; outside of the map, at its nearest side. @param {Place} place */
  const mixture = ({ x, y }) => {
    const [top, left, right] = /** @type {[Place, Place, Place]} */ (/** @type {unknown} */ (corners));
    const first = within((left.y - y) / (left.y - top.y), 1);
    const third = within((x - left.x) / (right.x - left.x) - first / 2, 1 - first);
    return [first, 1 - first - third, third];
  };

  drag(map, () => {
    const rows = dims();
    const screen = map.getScreenCTM()?.inverse();
    if (rows.length < 3 || !screen || "stale" in weights.root.dataset) return undefined;
    const free = rows.reduce((sum, k) => sum + Math.round(100 * (weights.percents()[k] ?? 0)), 0);
    return { rows, screen, free };
  }, ({ clientX, clientY }, { rows, screen, free }) => {
    const shares = mixture(new DOMPoint(clientX, clientY).matrixTransform(screen));
    let left = free; // in hundredths of a percent, of which none is lost
    weights.divide(rows.map((k, c) => {
      const part = c === 2 ? left : Math.min(left, Math.round((shares[c] ?? 0) * free));
      left -= part;
      return [k, (part / 100).toFixed(2)];
    }));
  });

  map.addEventListener("keydown", async (event) => {
    const to = KEYS[/** @type {keyof typeof KEYS} */ (event.key)], rows = dims();
    if (!to || rows.length < 3 || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const percents = weights.percents(), edited = /** @type {number} */ (rows[to[0]]);
    const asked = percents.map((percent, k) => ({ dimension: String(k), percent, locked: !rows.includes(k) }));
    const percent = within((percents[edited] ?? 0) + to[1] * (event.shiftKey ? 5 : 1), 100);
    const answer = await engine.call("score.rebalance", { weights: asked, edited, percent }).catch(() => undefined); // the form says what is wrong
    if (answer && String(percents) === String(weights.percents())) weights.divide(rows.map((k) => [k, (answer.weights[k]?.percent ?? 0).toFixed(2)]));
  });

  weights.root.addEventListener("answered", follow);
  return follow;
}

/** @param {number} x @param {number} most */
const within = (x, most) => Math.max(0, Math.min(x, most));

/** @param {Element | undefined} el @param {Record<string, string>} values */
function set(el, values) {
  for (const [name, value] of Object.entries(values)) if (el?.getAttribute(name) !== value) el?.setAttribute(name, value);
}
