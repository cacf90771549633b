// What /weights/ has besides its calculators; loaded later.
//
//   [data-stress]   the link to /weights/stress/, which takes the table and its weights along

import { page } from "../page/page.mjs";
import { escape } from "../page/link/fragment.mjs";
import { linkOf } from "../page/link/texts.mjs";
import { keepWhole } from "../page/whatif/own.mjs";
import { tableOf } from "../page/whatif/shared.mjs";
import { agentsIn } from "./agents.mjs";
import { brackets } from "./brackets.mjs";
import { editsIn } from "./edits.mjs";

export { exportAs } from "./exports.mjs";

/** @param {import("./weights.mjs").WeightsCalculator} calculator whose weights and table are edited */
export function start(calculator) {
  for (const el of document.querySelectorAll("[data-edits]")) editsIn(/** @type {HTMLElement} */ (el), calculator);
  for (const el of document.querySelectorAll("[data-agent]")) agentsIn(/** @type {HTMLElement} */ (el), calculator);
  brackets(calculator.form);
  keepFocus(calculator.form);
  const { root } = calculator;
  const write = () => calculator.newest && stressOf(calculator.newest.answer);
  const followed = (/** @type {Event} */ event) => {
    page.record();
    const { link, fragment } = write() ?? {};
    if (!link || !fragment || (page.whose !== "own" && link.hash !== "")) return;
    const keeping = keepWhole(fragment, link.pathname);
    if (!keeping || link.hash !== "" || event.type !== "click") return;
    event.preventDefault(); // it is there when the table is
    keeping.then(() => location.assign(link.href));
  };
  for (const act of ["pointerenter", "focus"]) document.querySelector("[data-stress]")?.addEventListener(act, write); // which no step of a slider waits for
  for (const act of ["click", "auxclick"]) document.querySelector("[data-stress]")?.addEventListener(act, followed);
  let timer = 0;
  root.addEventListener("answered", () => {
    clearTimeout(timer);
    timer = setTimeout(write, calculator.rest);
  });
  write();
}

/** A weight has the focus once the button that gave it its value is gone: beyond there is no swap. @param {HTMLFormElement} form */
function keepFocus(form) {
  /** @type {Element | undefined} */ let pressed;
  form.addEventListener("click", ({ target }) => (pressed = /** @type {Element} */ (target).closest("[data-to]") ?? undefined));
  document.querySelector("[data-form=sure]")?.addEventListener("answered", () => {
    const lost = [document.body, pressed].includes(document.activeElement ?? undefined);
    if (lost && pressed?.matches("[hidden]")) /** @type {HTMLElement | null} */ (pressed.closest(".weigh")?.querySelector("[type=range]"))?.focus();
    pressed = undefined;
  });
}

/** The link after an answer, which the click takes at its word: what it has is kept there. @param {any} answer */
function stressOf(answer) {
  const link = /** @type {HTMLAnchorElement} */ (document.querySelector("[data-stress]"));
  const weights = answer.weights.map((/** @type {{ percent: string }} */ { percent }) => percent).join(" ");
  const [version, ...table] = (tableOf(page.fragment()) || "#1;end").split(";");
  const fragment = [version, ...table.slice(0, -1), ...(table.length > 1 ? ["rules="] : []), `w=${escape(weights)}`, "end"].join(";");
  link.href = link.pathname + linkOf(fragment);
  return { link, fragment };
}
