// Shows the state of /weights/ and its answers in the rail; weights/board.mjs shows the ranking.

import { place } from "../answer/place.mjs";
import { rows, updateControls } from "../form/controls.mjs";
import { number } from "../form/read.mjs";

/** @typedef {import("./state.mjs").State} State */

/** The rows of the weights. @param {HTMLFormElement} form */
export const weightRows = (form) => rows(/** @type {HTMLElement} */ (form.querySelector("[data-rows]")));

/** A control of a row. @param {Element | null | undefined} row @param {string} member */
export const control = (row, member) => /** @type {HTMLInputElement} */ (row?.querySelector(`[name$="/${member}"]`));

/** Shows what an event has changed. @param {{ root: HTMLElement, form: HTMLFormElement }} calculator @param {State} before @param {State} state */
export function paint({ root, form }, before, state) {
  root.toggleAttribute("data-due", state.asks > 0);
  if (state.table !== before.table && (before.table || !isExample(form))) mark(form, []); // those of a long table come later
  if (state.moved && state.moved !== before.moved) write(form, state.moved);
}

/** Whether the table is that of the example, with which its marks stay. @param {HTMLFormElement} form */
function isExample(form) {
  const { value, defaultValue } = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("/text"));
  return value === defaultValue;
}

/** The form shows what an edit made of its weights. @param {HTMLFormElement} form @param {NonNullable<State["moved"]>} moved */
function write(form, { weights, edited }) {
  weightRows(form).forEach((row, i) => {
    const [text, percent] = [control(row, "percent"), weights[i]?.percent];
    if (percent === undefined || (i === edited && number(text.value) === percent)) return; // it stays as it is typed, unless it is not possible
    text.value = `${percent}`;
  });
  updateControls(form);
}

/** What the rail says of each weight after an answer, and what belongs to pinned weights. @param {{ root: HTMLElement, form: HTMLFormElement }} calculator @param {any} answer */
export function label({ root, form }, { weights, pinned, notes }) {
  weightRows(form).forEach((row, i) => {
    const { percent: _, ...texts } = weights[i] ?? {};
    place(row, texts);
    const stopped = notes.find((/** @type {any} */ { field }) => field === `/weights/${i}/percent`)?.text ?? "";
    const said = /** @type {HTMLElement | null} */ (row.querySelector("[data-bound-said]"));
    if (said && said.textContent !== stopped) said.textContent = stopped;
    if (said) said.hidden = !stopped;
    for (const el of row.querySelectorAll("[data-for]")) {
      const step = el.getAttribute("data-step");
      el.setAttribute("aria-label", texts.label + (step === "1" ? ": more" : step ? ": less" : ", slider"));
    }
  });
  for (const el of root.querySelectorAll("[data-pinned], [data-versus-column]")) el.toggleAttribute("hidden", !pinned);
}

/** The marks of swaps. @param {HTMLFormElement} form @param {any[]} marks of each weight */
export function mark(form, marks) {
  weightRows(form).forEach((row, i) => {
    for (const el of row.querySelectorAll('[data-of="sure marks"]')) place(el, marks[i] ?? {});
  });
}

/** Rows that were added have names and ids of their own. @param {HTMLFormElement} form */
export function identify(form) {
  weightRows(form).forEach((row, i) => {
    const id = `weight-${i + 1}`;
    control(row, "percent").id = id;
    control(row, "locked").value = `${i + 1}`;
    row.querySelector(".whose > label[for]")?.setAttribute("for", id);
    for (const el of row.querySelectorAll("[data-for]")) el.setAttribute("data-for", id);
  });
  updateControls(form);
}
