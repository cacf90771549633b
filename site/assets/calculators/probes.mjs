// What a reader does on /weights/stress/: applies and undoes fixes, shows a case, moves weights.
//
//   button[data-mends]   JSON that the form takes: a fix, its undoing, or a case
//   [data-balances]      weights by dimension: each [data-weighs] is a number or a slider.
//                        The engine moves the others, and the line of all of them follows
//
// Levers are grips (page/grips.mjs).

import { announce } from "../form/controls.mjs";
import { number } from "../form/read.mjs";
import { page } from "../page/page.mjs";
import { Rebalance } from "../page/rebalance.mjs";

/** @param {import("../page/fillable.mjs").FillableCalculator} calculator */
export function probes(calculator) {
  document.addEventListener("click", ({ target }) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("button[data-mends]"));
    if (!button?.dataset.mends) return;
    calculator.put(button.dataset.mends);
    page.record(); // a step of its own
    const card = button.closest("[data-id]:has(> .probe-kind)"), fix = button.closest(".probe-fix");
    calculator.root.addEventListener("answered", () => { // its button may have gone, or moved
      if (![document.body, button].includes(/** @type {HTMLElement} */ (document.activeElement)) || (button.isConnected && button.checkVisibility() && document.activeElement === button)) return;
      const place = fix && card ? `.probe-card[data-id="${CSS.escape(card.getAttribute("data-id") ?? "")}"] .probe-fix[data-id="${CSS.escape(fix.getAttribute("data-id") ?? "")}"] button` : ".probe-together button:not([hidden], [hidden] *)";
      /** @type {HTMLElement | null} */ (document.querySelector(place))?.focus();
    }, { once: true });
  });
  const box = /** @type {HTMLElement | null} */ (calculator.form.querySelector("[data-balances]"));
  if (box) balance(box, calculator);
}

/** @param {HTMLElement} box @param {import("../page/fillable.mjs").FillableCalculator} calculator */
function balance(box, calculator) {
  const { form, root } = calculator;
  const line = /** @type {HTMLInputElement} */ (form.elements.namedItem("/weights"));
  const others = new Rebalance();
  let edits = false; // whether one of them is being edited
  const inputs = () => /** @type {HTMLInputElement[]} */ ([...box.querySelectorAll("[data-weighs]")]);

  form.addEventListener("input", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.dataset?.weighs === undefined) return;
    event.stopPropagation(); // the line below tells of it
    ask(input.dataset.weighs, number(input.value));
  }, { capture: true });
  form.addEventListener("change", () => {
    others.end();
    edits = false;
    follow(); // a number that is none returns to the weight in use
  });
  box.addEventListener("keydown", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target), now = number(input.value);
    if (input.type !== "text" || !["ArrowUp", "ArrowDown"].includes(event.key) || typeof now !== "number") return;
    event.preventDefault();
    input.value = String(Math.min(100, Math.max(0, event.key === "ArrowUp" ? Math.floor(now) + 1 : Math.ceil(now) - 1)));
    announce(input);
  });

  /** @param {string} of @param {number | string} percent */
  async function ask(of, percent) {
    const rows = calculator.newest?.answer.weights ?? inputs().filter(({ type }) => type === "range").map(({ dataset, defaultValue }) => ({ dimension: dataset.weighs, percent: defaultValue }));
    edits = true;
    if (typeof percent !== "number") return;
    const weights = rows.map((/** @type {any} */ row) => ({ dimension: row.dimension, percent: Number(row.percent) }));
    const answer = await others.ask(of, weights, weights.findIndex((/** @type {any} */ { dimension }) => dimension === of), Math.min(100, Math.max(0, percent)));
    if (!answer) return;
    line.value = answer.weights.map(({ percent: now = 0 }) => String(now)).join(" ");
    announce(line);
  }

  const follow = () => {
    for (const { dimension, percent } of calculator.newest?.answer.weights ?? []) {
      for (const input of inputs()) if (input.dataset.weighs === dimension && (!edits || input !== document.activeElement)) input.value = percent;
    }
  };
  root.addEventListener("answered", follow);
  follow();
}
