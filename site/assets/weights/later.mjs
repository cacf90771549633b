// What /weights/ has besides its calculators; loaded later.
//
//   [data-stress]        the link to /weights/stress/, which takes the table and its weights along
//   [data-stress-long]   shown if a table has more than MOST characters, which is too long for a link

import { strip } from "../page/strip.mjs";
import { escape } from "../page/link/fragment.mjs";
import { agentsIn } from "./agents.mjs";
import { editsIn } from "./edits.mjs";

export { exportAs } from "./exports.mjs";

const MOST = 100_000;

/** @param {import("./weights.mjs").WeightsCalculator} calculator whose weights and table are edited */
export function start(calculator) {
  for (const el of document.querySelectorAll("[data-strip]")) strip(/** @type {HTMLElement} */ (el));
  for (const el of document.querySelectorAll("[data-edits]")) editsIn(/** @type {HTMLElement} */ (el), calculator);
  for (const el of document.querySelectorAll("[data-agent]")) agentsIn(/** @type {HTMLElement} */ (el), calculator);
  keepFocus(calculator.form);
  const { root, newest } = calculator;
  if (newest) stressLink(root, newest);
  root.addEventListener("answered", (event) => stressLink(root, /** @type {CustomEvent} */ (event).detail));
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

/** The link after an answer. @param {HTMLElement} root of the calculator @param {{ answer: any, request: any }} detail */
function stressLink(root, { answer, request }) {
  const link = /** @type {HTMLAnchorElement} */ (root.querySelector("[data-stress]"));
  const long = request.text.length > MOST;
  const example = request.text === /** @type {HTMLTextAreaElement} */ (root.querySelector('[name="/text"]')).defaultValue;
  const weights = answer.weights.map((/** @type {{ percent: string }} */ { percent }) => percent).join(" ");
  const members = [...(example || long ? [] : [`t=${escape(request.text)}`, "rules="]), `w=${escape(weights)}`, "end"];
  link.href = long ? link.pathname : `${link.pathname}#1;${members.join(";")}`;
  root.querySelector("[data-stress-long]")?.toggleAttribute("hidden", !long);
}
