// The grips of an audit's weights, [data-fit]: each moves the end of a weight. The form
// gets the ends of all, and then the weights that the engine makes of them.

const ENDS = "ends"; // what weights begin with that are given as the places where they end

/** @param {HTMLElement} box @param {import("../page/calculator.mjs").Calculator} calculator */
export function fit(box, calculator) {
  const { form, root } = calculator;
  const weights = /** @type {HTMLInputElement} */ (form.elements.namedItem("/weights"));
  /** @type {HTMLInputElement | undefined} */ let held;
  const grips = () => /** @type {HTMLInputElement[]} */ ([...box.querySelectorAll("g:not([hidden]) > foreignObject > [data-grip]")]);

  const follow = () => {
    for (const grip of grips()) if (grip !== held) grip.value = grip.dataset.at ?? "";
    const text = calculator.newest?.answer.weights.text;
    if (text && weights.value.startsWith(ENDS)) weights.value = text; // the same weights: no step of its own
  };

  box.addEventListener("input", ({ target }) => {
    const moved = /** @type {HTMLInputElement} */ (target);
    weights.value = [ENDS, ...grips().map((grip) => (grip === moved ? grip.value : grip.dataset.at))].join(" ");
    for (const el of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name='/weights_from']"))) el.checked = el.value === "given";
    calculator.changed();
  });
  box.addEventListener("pointerdown", ({ target }) => {
    if (!(/** @type {Element} */ (target).matches("[data-grip]"))) return;
    held = /** @type {HTMLInputElement} */ (target);
    box.toggleAttribute("data-held", true);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, () => {
      if (!held) return;
      held = undefined;
      box.toggleAttribute("data-held", false);
      if (calculator.settled) follow();
    });
  }
  root.addEventListener("answered", follow);
  follow();
}
