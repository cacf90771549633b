// Fills a form from a request, the reverse of form/read.mjs: every control whose
// pointer is in the request gets its value. Choices that hide a filled control
// are switched so that it counts. Groups get as many rows as their array has
// items. A control that counts and is not in the request becomes empty, or
// data-absent.

import { updateControls, condition, setRows } from "./controls.mjs";
import { active, fields } from "./read.mjs";

/** @typedef {import("./read.mjs").Field} Field */

const DEEPEST = 12;

/**
 * @param {HTMLFormElement} form @param {unknown} request
 * @param {string} [under] pointer of the part to replace; the whole by default
 * @returns {string[]} pointers of values this form has no control for
 */
export function fill(form, request, under = "") {
  const values = new Map(flatten(request, under, 0));
  for (const el of form.querySelectorAll("[data-rows]")) {
    const group = /** @type {HTMLElement} */ (el);
    const length = rowsIn(values, group.dataset.rows ?? "");
    if (length > 0) setRows(group, length);
  }
  const inside = fields(form).filter(({ name }) => name === under || name.startsWith(`${under}/`));
  const rest = new Set(values.keys());
  for (const field of inside) {
    const value = values.get(field.name);
    if (value === undefined) {
      if (field.dataset.decides !== undefined) choose(form, field, false);
    } else if (field.type === "radio" && !inside.some((one) => one.name === field.name && one.value === value)) set(field, undefined);
    else {
      rest.delete(field.name);
      set(field, value);
      choose(form, field, true);
    }
  }
  updateControls(form);
  for (const field of inside) if (active(field) && !values.has(field.name)) set(field, undefined);
  updateControls(form);
  return [...rest];
}

/** @param {Field} field @param {string | undefined} value */
function set(field, value) {
  const box = /** @type {HTMLInputElement} */ (field);
  if (box.type === "hidden" && value === undefined) return;
  if (box.type === "checkbox") box.checked = value === "true";
  else if (box.type === "radio") box.checked = box.value === (value ?? box.dataset.absent ?? "");
  else field.value = value ?? field.dataset.absent ?? "";
}

/**
 * Switches the choices around a control so that it is shown. Without a value a control
 * that decides whether its group counts (data-decides) has the box of the group unticked.
 * @param {HTMLFormElement} form @param {Element} field @param {boolean} shown
 */
function choose(form, field, shown) {
  for (const region of regions(field)) {
    const { name, values } = condition(region);
    const control = /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name));
    if (!values) {
      if (control?.type === "checkbox") control.checked = shown;
    } else if (shown && control && !values.includes(control.value)) control.value = values[0] ?? "";
  }
}

/** @param {Element} field @returns {HTMLElement[]} the conditional regions around it, inmost first */
function regions(field) {
  const found = [];
  for (let el = field.closest("[data-when]"); el; el = el.parentElement?.closest("[data-when]") ?? null) found.push(/** @type {HTMLElement} */ (el));
  return found;
}

/** @param {unknown} value @param {string} at @param {number} depth @returns {Generator<[string, string]>} */
function* flatten(value, at, depth) {
  if (value === null || typeof value !== "object") {
    if (value !== null && value !== undefined) yield [at, String(value)];
    return;
  }
  if (depth === DEEPEST) return;
  for (const [name, member] of Object.entries(value)) {
    yield* flatten(member, `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, depth + 1);
  }
}

/** @param {Map<string, string>} values @param {string} group */
function rowsIn(values, group) {
  let length = 0;
  for (const pointer of values.keys()) {
    if (!pointer.startsWith(`${group}/`)) continue;
    const index = Number(pointer.slice(group.length + 1).split("/")[0]);
    if (index >= length) length = index + 1;
  }
  return length;
}
