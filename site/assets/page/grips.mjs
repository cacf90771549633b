// Grips of pictures, [data-grips]: each is a slider over its picture that moves an
// input of a form. The engine says where it is and how far it goes.
//
//   data-grips="score"       the picture's box, and the id of the form
//   input[type=range] with   data-sets="/measurements/speed/time_ms", the name of the input;
//                            or data-sets="wins", a member that the picture's own question
//                            reads from the form (data-reads);
//                            data-at, its value while the form does not send that input;
//                            data-by, its step, if that is not the input's;
//                            data-scale, the values that it goes through
//
// A score can replace other inputs of its dimension: then the form is filled with it.

import { active, number } from "../form/read.mjs";

/** The input of a form with that name, if it counts. @param {HTMLFormElement} form @param {string} [name] */
export function inputOf(form, name = "") {
  const input = form.elements.namedItem(name);
  return input instanceof HTMLInputElement && active(input) ? input : undefined;
}

/** Gives an input a value. @param {import("./fillable.mjs").FillableCalculator} calculator @param {string} name @param {string} value */
export function move(calculator, name, value) {
  const input = inputOf(calculator.form, name);
  if (input) {
    input.value = value;
    return calculator.changed();
  }
  const [, pointer = "", member = ""] = /^(.*)\/(.*)$/.exec(name) ?? [];
  calculator.put(JSON.stringify({ [pointer]: { [member]: Number(value) } }));
}

/** @param {HTMLElement} grip */
const scaleOf = ({ dataset }) => dataset.scale?.split(" ");

/** @param {HTMLElement} box @param {import("./fillable.mjs").FillableCalculator[]} calculators */
export function grips(box, calculators) {
  const calculator = calculators.find(({ form }) => form.id === box.dataset.grips);
  if (!calculator) return;
  const { form, root } = calculator;
  const drawn = calculators.find((one) => one.root.contains(box)) ?? calculator; // whose answer the picture is
  /** @type {EventTarget | undefined} */ let held;

  /** The name of the input that a grip moves. @param {HTMLInputElement} grip */
  const nameOf = ({ dataset: { sets = "" } }) => (sets.startsWith("/") ? sets : `/${drawn.reads?.find(([, to]) => to === sets)?.[0] ?? sets}`);

  const follow = () => {
    for (const grip of /** @type {NodeListOf<HTMLInputElement>} */ (box.querySelectorAll("input[type=range]"))) {
      const input = inputOf(form, nameOf(grip));
      const scale = scaleOf(grip);
      if (scale) grip.max = String(scale.length - 1);
      grip.step = scale ? "1" : (grip.dataset.by ?? input?.dataset.step ?? "1");
      const typed = number(input?.value ?? grip.dataset.at ?? "");
      const value = scale && typeof typed === "number" ? scale.findLastIndex((one) => Number(one) <= typed) : typed;
      if (scale) grip.setAttribute("aria-valuetext", input?.value ?? "");
      if (grip !== held && typeof value === "number") grip.value = String(value);
    }
  };

  box.addEventListener("input", ({ target }) => {
    const grip = /** @type {HTMLInputElement} */ (target);
    if (grip.type !== "range") return;
    const value = scaleOf(grip)?.[Number(grip.value)] ?? grip.value;
    const input = inputOf(form, nameOf(grip));
    if (input && drawn !== calculator) {
      input.value = value;
      drawn.recompute(true); // it does not wait for the answer that it follows
    }
    move(calculator, nameOf(grip), value);
  });
  box.addEventListener("pointerdown", ({ target }) => {
    held = target ?? undefined;
    box.toggleAttribute("data-held", true);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, () => {
      if (!held) return;
      held = undefined;
      box.toggleAttribute("data-held", false);
      follow();
    });
  }
  for (const one of new Set([root, drawn.root])) one.addEventListener("answered", follow);
  follow();
}
