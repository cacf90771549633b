// Shows the engine's refusal where it belongs: at the control whose name is the
// error's JSON Pointer, else at the group around it, else at the controls under
// it, else in the form's summary. One at a time; the engine stops at the first.
//
//   data-group="/weights"   a group that stands for that pointer and takes its messages;
//                           data-marks: they are of its controls whose names end so
//   data-errors             a box whose end takes the messages of its controls, but
//                           for those in a table: their row has the message below it
//   data-summary            the place for all other messages

import { inForm } from "../form/controls.mjs";
import { active, fields } from "../form/read.mjs";
import { plain } from "../answer/plain-text.mjs";
import { unfold } from "./sections.mjs";

/** @param {HTMLFormElement} form @param {string} [by] id of the form whose question was refused */
export function clearError(form, by = form.id) {
  const shown = inForm(form, `${by}-error`);
  if (!shown) return;
  for (const el of form.querySelectorAll(`[aria-describedby~="${shown.id}"]`)) mark(el, shown.id, false);
  (shown.closest("tr") ?? shown).remove(); // the row that has it alone
}

/** A refusal as readers see it. @param {string} message */
export const sentence = (message) => plain(`${message.charAt(0).toUpperCase()}${message.slice(1)}.`);

/** @param {HTMLFormElement} form @param {{ field?: string, message: string }} error @param {string} [by] id of the form whose question was refused */
export function showError(form, { field = "", message }, by = form.id) {
  clearError(form, by);
  const { controls, box } = place(form, field);
  const text = sentence(message);
  if (box.textContent.includes(text)) return; // another question is refused for the same reason
  const p = Object.assign(document.createElement("p"), { className: "error", id: `${by}-error`, textContent: text });
  const row = box.closest("tr");
  if (row) {
    const line = document.createElement("tr");
    row.after(line);
    Object.assign(line.insertCell(), { colSpan: row.cells.length }).append(p);
  } else box.append(p);
  unfold(box);
  for (const control of controls) mark(control, p.id, true);
}

/** Says of a control that it is refused and by which message, or not any more. @param {Element} control @param {string} id @param {boolean} refused */
function mark(control, id, refused) {
  const others = (control.getAttribute("aria-describedby") ?? "").split(" ").filter((one) => one && one !== id);
  if (refused) others.push(id);
  control.setAttribute("aria-describedby", others.join(" "));
  control.setAttribute("aria-invalid", `${refused}`);
}

/** @param {HTMLFormElement} form @param {string} pointer @returns {{ controls: Element[], box: Element }} */
function place(form, pointer) {
  const live = fields(form).filter((field) => active(field) && field.type !== "hidden");
  for (let at = pointer; at; at = at.slice(0, at.lastIndexOf("/"))) {
    const exact = live.filter(({ name }) => name === at);
    const group = /** @type {HTMLElement | null} */ (form.querySelector(`[data-group="${CSS.escape(at)}"]`));
    const under = live.filter(({ name }) => name.startsWith(`${at}/`) && name.endsWith(group?.dataset.marks ?? ""));
    if (group && !exact[0]) return { controls: under, box: group };
    const controls = exact[0] || at !== pointer ? exact : under.slice(0, 1);
    const box = controls[0]?.closest("tr, [data-errors]") ?? controls[0]?.parentElement;
    if (box) return { controls, box };
  }
  return { controls: [], box: form.querySelector("[data-summary]") ?? form };
}
