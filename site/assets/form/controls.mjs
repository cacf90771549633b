// How the controls of a form affect each other, before any calculation:
//
//   <input type="range" data-for="id">     slider of the text input with that id
//   <button data-step="1" data-for="id">   one step of it up, or -1 down, as the arrow keys in it do
//   data-max-from="id" on a slider         its end is what that input holds
//   data-when="name=a|b"                   shown, and sent, while the control called name is a or b
//   data-when="name"                       … while it is checked, or not empty
//   data-when="form:name"                  … the control being of the form with that id (page/dependents.mjs)
//   <option data-fill='{"/weights": {…}}'> fills that part of the request when it is chosen
//   data-holds="id"                     shows what that input holds
//   data-rows="/entrants" data-most="20"   rows of a repeated group; its <template> is a new row
//   <button data-add> in the group, <button data-remove> in a row
//   data-type="number"                     a click into it selects the number, as Tab does
//   data-label="Score of entrant #"        aria-label, # being the row's number, as in a new row's values
//
// Sliders copy, steps use the browser's own arithmetic. Nothing is clamped.

import { number } from "./read.mjs";

/** What has that id in a form. @param {HTMLFormElement} form @param {string} id */
export const inForm = (form, id) => /** @type {HTMLInputElement | null} */ (id ? form.querySelector(`#${CSS.escape(id)}`) : null);

/** Notifies the form that a control was changed by the page, not by typing. @param {Element} el */
export const announce = (el) => el.dispatchEvent(new Event("input", { bubbles: true }));

/** @param {HTMLFormElement} form */
export function wireControls(form) {
  form.addEventListener("input", ({ target }) => {
    const el = /** @type {HTMLInputElement} */ (target);
    const twin = el.type === "range" && inForm(form, el.dataset.for ?? "");
    if (twin) twin.value = el.value;
  }, { capture: true });
  form.addEventListener("click", ({ target }) => {
    const button = /** @type {Element} */ (target).closest("button");
    if (button?.dataset.step) step(inForm(form, button.dataset.for ?? ""), button.dataset.step === "1");
    if (button?.dataset.add !== undefined) addRow(/** @type {HTMLElement} */ (button.closest("fieldset")?.querySelector("[data-rows]")));
    if (button?.dataset.remove !== undefined) removeRow(button);
  });
  selectNumbers(form);
  form.addEventListener("keydown", (event) => {
    const text = /** @type {HTMLInputElement} */ (event.target);
    if (!text.dataset.step || text.type !== "text" || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    step(text, event.key === "ArrowUp");
  });
  updateControls(form);
}

/** A click into a number that had not the focus selects it, so that what is typed replaces it. @param {HTMLFormElement} form */
function selectNumbers(form) {
  /** @type {EventTarget | null} */ let entered = null;
  form.addEventListener("pointerdown", ({ target }) => (entered = target === document.activeElement ? null : target));
  form.addEventListener("click", ({ target }) => {
    const text = /** @type {HTMLInputElement} */ (target);
    if (target === entered && text.dataset.type === "number" && text.type === "text" && text.selectionStart === text.selectionEnd) text.select();
  });
}

/** Updates everything that depends on values. @param {HTMLFormElement} form */
export function updateControls(form) {
  for (const el of form.querySelectorAll("[data-when]")) {
    const region = /** @type {HTMLElement} */ (el);
    region.hidden = !holds(form, region);
  }
  for (const el of form.querySelectorAll("[data-holds]")) {
    el.textContent = inForm(form, /** @type {HTMLElement} */ (el).dataset.holds ?? "")?.value ?? "";
  }
  for (const el of form.querySelectorAll("input[type=range]")) {
    const slider = /** @type {HTMLInputElement} */ (el);
    const end = slider.dataset.maxFrom && inForm(form, slider.dataset.maxFrom)?.value.trim();
    if (end && /^\d+$/.test(end)) slider.max = end;
    const typed = number(inForm(form, slider.dataset.for ?? "")?.value ?? "");
    if (typeof typed === "number") slider.value = String(typed);
  }
}

/** The control a data-when names, and the values it lists. @param {HTMLElement} region */
export function condition(region) {
  const [name = "", values] = (region.dataset.when ?? "").split("=");
  return { name, values: values?.split("|") };
}

/** @param {HTMLFormElement} form @param {HTMLElement} region */
function holds(form, region) {
  const { name: path, values } = condition(region);
  const [name = "", other] = path.split(":").reverse();
  const of = other ? /** @type {ParentNode} */ (form.getRootNode()).querySelector(`form#${CSS.escape(other)}`) : form;
  const control = /** @type {HTMLInputElement | null | undefined} */ (/** @type {HTMLFormElement | null} */ (of)?.elements.namedItem(name));
  if (!control) return false;
  if (values) return values.includes(control.value);
  return control.type === "checkbox" ? control.checked : control.value.trim() !== "";
}

/** Moves a number by steps of its own size, no further than its ends. @param {HTMLInputElement | null} text @param {boolean} up @param {number} [steps] */
export function step(text, up, steps = 1) {
  if (!text) return;
  const ruler = document.createElement("input"); // counts decimals exactly
  ruler.type = "number";
  ruler.step = text.dataset.step ?? "1";
  ruler.defaultValue = String(number(text.value)); // steps are counted from there
  ruler.stepUp(up ? steps : -steps);
  ruler.min = text.dataset.least ?? "";
  ruler.max = text.dataset.greatest ?? "";
  if (up ? ruler.validity.rangeOverflow : ruler.validity.rangeUnderflow) ruler.value = up ? ruler.max : ruler.min;
  text.value = ruler.value;
  announce(text);
}

/** The rows of a group, without its template and messages. @param {HTMLElement} group @returns {HTMLElement[]} */
export const rows = (group) => /** @type {HTMLElement[]} */ ([...group.children]).filter((el) => el.querySelector("input"));

/** Makes a group that many rows long. @param {HTMLElement} group @param {number} count */
export function setRows(group, count) {
  const wanted = Math.max(1, Math.min(count, Number(group.dataset.most ?? 100)));
  const template = /** @type {HTMLTemplateElement} */ (group.querySelector("template"));
  while (rows(group).length < wanted) {
    const row = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    for (const el of row.querySelectorAll("input")) el.value = el.value.replace("#", String(rows(group).length + 1));
    group.append(row);
  }
  for (const row of rows(group).slice(wanted)) row.remove();
  renumber(group);
}

/** @param {HTMLElement} group */
function addRow(group) {
  setRows(group, rows(group).length + 1);
  rows(group).at(-1)?.querySelector("input")?.focus();
  announce(group);
}

/** @param {Element} button */
function removeRow(button) {
  const group = /** @type {HTMLElement} */ (button.closest("[data-rows]"));
  const at = rows(group).findIndex((row) => row.contains(button));
  if (rows(group).length > 1) rows(group)[at]?.remove();
  renumber(group);
  (rows(group)[at] ?? rows(group).at(-1))?.querySelector("input")?.focus();
  announce(group);
}

/** @param {HTMLElement} group */
function renumber(group) {
  const under = `${group.dataset.rows}/`;
  rows(group).forEach((row, i) => {
    for (const el of row.querySelectorAll("[name], [data-label]")) {
      const control = /** @type {HTMLInputElement} */ (el);
      if (control.name) control.name = under + control.name.slice(under.length).replace(/^\d+/, String(i));
      control.setAttribute("aria-label", (control.dataset.label ?? "").replace("#", String(i + 1)));
    }
    for (const el of row.querySelectorAll(`[data-when^="${under}"]`)) {
      const region = /** @type {HTMLElement} */ (el);
      region.dataset.when = under + (region.dataset.when ?? "").slice(under.length).replace(/^\d+/, String(i));
    }
  });
  const full = rows(group).length >= Number(group.dataset.most ?? 100);
  const add = group.closest("fieldset")?.querySelector("button[data-add]");
  if (add instanceof HTMLButtonElement) add.disabled = full;
}
