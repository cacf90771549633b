// A number in a sentence that the reader types, drags sideways or moves with the arrow
// keys. The page has it as a text; the input lies over the text, which keeps its room, so
// that nothing moves when the script comes, and which is what prints.

const DRAG = 6; // px for a step
const SLACK = 4; // px until a press is a drag

/** @typedef {{ label: string, step: number, least: () => number, most: () => number }} Range */

/**
 * Makes a text an input.
 * @param {HTMLElement} el whose first child has the text @param {Range} range
 * @param {(value: number) => void} change
 * @returns {(value: number) => void} shows another value
 */
export function turn(el, { label, step, least, most }, change) {
  const text = /** @type {HTMLElement} */ (el.firstElementChild);
  const input = Object.assign(document.createElement("input"), { type: "text", inputMode: "decimal", autocomplete: "off", spellcheck: false, value: text.textContent ?? "" });
  input.setAttribute("aria-label", label);
  text.setAttribute("aria-hidden", "true");
  el.append(input);
  let value = Number(input.value);
  let typing = false, stepping = false;

  /** @param {number} wanted */
  const within = (wanted) => Math.min(most(), Math.max(least(), wanted));
  /** @param {number} wanted */
  const set = (wanted) => {
    typing = false;
    const next = within(rounded(wanted, step));
    if (next === value) return;
    stepping = true; // as if a control had changed, so that what follows is one step to undo (page/whatif/gestures.mjs)
    input.dispatchEvent(new Event("input", { bubbles: true }));
    stepping = false;
    change(next);
  };
  const show = () => {
    const shown = String(value);
    if (!typing) input.value = shown;
    text.textContent = typing ? input.value || shown : shown;
  };

  input.addEventListener("input", () => {
    if (stepping) return;
    const typed = Number(input.value.trim().replace(",", "."));
    typing = true;
    if (input.value.trim() !== "" && typed === within(typed) && typed !== value) change(typed);
    show();
  });
  input.addEventListener("blur", () => {
    const typed = Number(input.value.trim().replace(",", "."));
    if (typing && input.value.trim() !== "" && Number.isFinite(typed)) set(within(typed));
    typing = false;
    show();
  });
  input.addEventListener("keydown", (event) => {
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (steps === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    set(value + steps * step);
  });

  /** @type {{ x: number, value: number, moves: boolean } | null} */ let from = null;
  input.addEventListener("pointerdown", ({ clientX, button }) => (from = button === 0 ? { x: clientX, value, moves: false } : null));
  input.addEventListener("pointermove", (event) => {
    if (!from || event.buttons === 0) return;
    const by = event.clientX - from.x;
    if (!from.moves && Math.abs(by) < SLACK) return;
    if (!from.moves) input.setPointerCapture(event.pointerId);
    from.moves = true;
    input.setSelectionRange(0, 0);
    set(from.value + Math.round(by / DRAG) * step);
  });
  for (const end of ["pointerup", "pointercancel"]) input.addEventListener(end, () => {
    if (from?.moves) {
      input.dispatchEvent(new Event("change", { bubbles: true }));
      input.blur();
    }
    from = null;
  });

  return (next) => {
    value = next;
    show();
  };
}

/** A sum of steps without the noise of binary fractions. @param {number} value @param {number} step */
function rounded(value, step) {
  const decimals = (/\.(\d+)/.exec(String(step))?.[1] ?? "").length;
  const given = (/\.(\d+)/.exec(String(value))?.[1] ?? "").length;
  return given > decimals + 4 || given > 12 ? Number(value.toFixed(decimals)) : value;
}
