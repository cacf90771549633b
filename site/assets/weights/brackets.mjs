// Bounds by hand: a bracket of a track is dragged to where its weight may be least or most,
// and the dot of a weight onto another one that it shall be at least as much as. The fields
// below each weight do the same by keyboard.
//
//   [data-bound]   of a bracket: least or most
//   [data-drop]    of the weight under the dot that is dragged

const SLACK = 4; // px until a press on a dot is a drag

/** @typedef {(event: PointerEvent) => void} Move */

/** @param {HTMLElement} form */
export function brackets(form) {
  /** @type {{ move: Move, end: Move } | undefined} */ let held;
  form.addEventListener("pointerdown", (event) => {
    const el = /** @type {Element} */ (event.target), row = /** @type {HTMLElement | null} */ (el.closest(".weigh"));
    if (!row || event.button !== 0) return;
    held = el.matches("[data-bound]") ? bracket(row, /** @type {SVGElement} */ (el)) : el.matches(".dot") ? dot(form, row, event) : undefined;
    if (!held) return;
    form.setPointerCapture(event.pointerId); // the first bound of all brings other brackets
    event.preventDefault(); // no text is selected
  });
  form.addEventListener("pointermove", (event) => held?.move(event));
  for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) form.addEventListener(end, (event) => {
    held?.end(event);
    held = undefined;
  });
}

/** @param {HTMLElement} row @param {SVGElement} el */
function bracket(row, el) {
  const field = /** @type {HTMLInputElement} */ (row.querySelector(`[name$="/${el.dataset.bound}"]`));
  const { left, width } = /** @type {Element} */ (el.closest(".bound-track")).getBoundingClientRect();
  return {
    move: (/** @type {PointerEvent} */ { clientX }) => put(field, String(Math.round(Math.min(100, Math.max(0, (100 * (clientX - left)) / width)))), "input"),
    end: () => put(field, field.value, "change"),
  };
}

/** @param {HTMLElement} form @param {HTMLElement} row @param {PointerEvent} from */
function dot(form, row, { clientX, clientY }) {
  /** @type {HTMLElement | null} */ let onto = null;
  const mark = (/** @type {HTMLElement | null} */ other) => {
    if (onto) delete onto.dataset.drop;
    onto = other;
    if (onto) onto.dataset.drop = "";
  };
  return {
    move: (/** @type {PointerEvent} */ event) => {
      if (Math.hypot(event.clientX - clientX, event.clientY - clientY) < SLACK) return;
      const under = /** @type {HTMLElement | null} */ (document.elementFromPoint(event.clientX, event.clientY)?.closest(".weigh") ?? null);
      mark(under !== row && under && form.contains(under) ? under : null);
    },
    end: (/** @type {PointerEvent} */ { type }) => {
      const other = onto;
      mark(null);
      if (!other || type === "pointercancel") return;
      const bounded = /** @type {HTMLInputElement} */ (form.querySelector("[name=bounded]"));
      if (!bounded.checked) bounded.click();
      const field = /** @type {HTMLInputElement} */ (row.querySelector("[name$='/over']"));
      const over = field.value.split(",").map((one) => one.trim()).filter(Boolean), label = other.querySelector("label [data-out=label]")?.textContent ?? "";
      if (!over.includes(label)) put(field, [...over, label].join(", "), "input", "change");
    },
  };
}

/** @param {HTMLInputElement} field @param {string} value @param {...string} kinds of events */
function put(field, value, ...kinds) {
  if (field.value === value && !kinds.includes("change")) return;
  field.value = value;
  for (const kind of kinds) field.dispatchEvent(new Event(kind, { bubbles: true }));
}
