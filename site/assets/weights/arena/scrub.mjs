// Numbers in sentences that are dragged sideways, a step each 6 pixels. Typing and the
// arrow keys do the same (form/controls.mjs); a finger scrolls.

import { step } from "../../form/controls.mjs";

const DRAG = 6; // px for a step
const SLACK = 4; // px until a press is a drag

/** @param {HTMLElement} root */
export function scrub(root) {
  /** @type {{ input: HTMLInputElement, x: number, value: string, moves: boolean } | null} */ let from = null;
  root.addEventListener("pointerdown", ({ target, clientX, button, pointerType }) => {
    const input = /** @type {Element} */ (target).closest("input[data-step]");
    from = input instanceof HTMLInputElement && button === 0 && pointerType !== "touch" && document.activeElement !== input ? { input, x: clientX, value: input.value, moves: false } : null;
  });
  root.addEventListener("pointermove", (event) => {
    if (!from || event.buttons === 0) return;
    const by = event.clientX - from.x;
    if (!from.moves && Math.abs(by) < SLACK) return;
    if (!from.moves) from.input.setPointerCapture(event.pointerId);
    from.moves = true;
    from.input.setSelectionRange(0, 0);
    const steps = Math.round(by / DRAG);
    const shown = from.input.value;
    from.input.value = from.value;
    if (steps !== 0) step(from.input, steps > 0, Math.abs(steps));
    else if (shown !== from.value) from.input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  for (const end of ["pointerup", "pointercancel"]) root.addEventListener(end, () => {
    if (from?.moves) {
      from.input.dispatchEvent(new Event("change", { bubbles: true }));
      from.input.blur();
    }
    from = null;
  });
}
