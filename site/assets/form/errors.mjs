// Shows the engine's refusal where it belongs: at the control whose name is the
// error's JSON Pointer, else at the group around it, else at the controls under
// it, else in the form's summary. One at a time; the engine stops at the first.
//
//   data-group="/weights"   a group that stands for that pointer and takes its messages
//   data-errors             a box whose end takes the messages of its controls
//   data-summary            the place for all other messages

import { active, fields } from "./read.mjs";
import { plain } from "../answer/plain-text.mjs";

/** @param {HTMLFormElement} form @param {string} [by] id of the form whose question was refused */
export function clearError(form, by = form.id) {
  const shown = form.querySelector(`#${CSS.escape(by)}-error`);
  if (!shown) return;
  for (const el of form.querySelectorAll(`[aria-describedby~="${shown.id}"]`)) {
    const rest = (el.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id !== shown.id).join(" ");
    if (rest) el.setAttribute("aria-describedby", rest);
    else el.removeAttribute("aria-describedby");
    el.removeAttribute("aria-invalid");
  }
  shown.remove();
}

/** @param {HTMLFormElement} form @param {{ field?: string, message: string }} error @param {string} [by] id of the form whose question was refused */
export function showError(form, { field = "", message }, by = form.id) {
  const { controls, box } = place(form, field);
  const text = plain(`${message.charAt(0).toUpperCase()}${message.slice(1)}.`);
  let p = /** @type {HTMLElement | null} */ (form.querySelector(`#${CSS.escape(by)}-error`));
  if (!p || p.parentElement !== box || p.textContent !== text) {
    clearError(form, by);
    p = document.createElement("p");
    p.className = "error";
    p.id = `${by}-error`;
    p.textContent = text;
    box.append(p);
  }
  for (let fold = box.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  for (const control of controls) {
    control.setAttribute("aria-invalid", "true");
    const others = (control.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== p.id);
    control.setAttribute("aria-describedby", [...others, p.id].join(" "));
  }
}

/** @param {HTMLFormElement} form @param {string} pointer @returns {{ controls: Element[], box: Element }} */
function place(form, pointer) {
  const live = fields(form).filter((field) => active(field) && field.type !== "hidden");
  for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const exact = live.filter((field) => field.name === at);
    if (exact.length) return { controls: exact, box: boxOf(form, exact[0]) };
    const group = form.querySelector(`[data-group="${CSS.escape(at)}"]`);
    const under = live.filter((field) => field.name.startsWith(`${at}/`));
    if (group) return { controls: under, box: group };
    if (under.length && at === pointer) return { controls: under.slice(0, 1), box: boxOf(form, under[0]) };
  }
  return { controls: [], box: form.querySelector("[data-summary]") ?? form };
}

/** @param {HTMLFormElement} form @param {Element | undefined} control */
const boxOf = (form, control) => control?.closest("[data-errors]") ?? control?.parentElement ?? form;
