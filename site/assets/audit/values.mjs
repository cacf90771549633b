// The claimed values of an audit, [data-values]: a grid with a cell for each, of many
// submissions a strip with marks of the wrong ones. A click or the arrows choose a value,
// and [data-readout] tells about it; it is data-of the grid, not of an answer. In it,
// [data-claim] takes another value; Enter goes there from the grid and back, Escape takes the
// value again that was there. A row of the differences, [data-agent], lights its cell.

import { place } from "../answer/place.mjs";

/** @typedef {import("../../../wasm/engine/engine.js").AuditView["answer"]} Answer */
/** @typedef {Answer["grid"]} Grid */

const ARROWS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] });

/**
 * @param {HTMLElement} box @param {HTMLElement} root of the calculator
 * @param {(field: string, value: string) => Promise<string>} claim writes another value of a claim into the text; returns what is wrong with it
 */
export function values(box, root, claim) {
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (box.querySelector(name));
  const table = part("[role=grid]"), strip = part("[data-strip-of]"), readout = part("[data-readout]");
  /** @type {Grid | undefined} */ let grid;
  const rows = () => [...table.querySelectorAll(".value-lines > .value-line")].map((line) => /** @type {HTMLElement[]} */ ([...line.querySelectorAll(".value-cells > *")]));
  const chosen = () => {
    const all = rows();
    const line = all.findIndex((cells) => cells.some((cell) => cell.ariaSelected === "true"));
    return { line, cell: all[line]?.findIndex((cell) => cell.ariaSelected === "true") ?? -1 };
  };

  const input = /** @type {HTMLInputElement} */ (part("[data-claim]")), trouble = part("[data-claim-error]");
  /** The value that is told about. @type {Partial<Grid["marks"][number]>} */ let told = {};
  let writing = 0; // claims that are not in the text yet

  /** @param {typeof told} cell */
  function tell(cell) {
    const typing = document.activeElement === input && told.field === cell.field;
    told = cell;
    place(readout, { name: "", line: "", right: "", says: "", ...cell, ...Object.fromEntries(["right", "none", "open", "empty"].map((state) => [`is_${state}`, cell.state === state])) });
    input.hidden = !cell.field;
    if (!typing) settle();
  }

  /** The input has the value that counts. */
  function settle() {
    input.value = told.text ?? "";
    refuse("");
  }

  /** @param {string} why */
  function refuse(why) {
    trouble.hidden = why === "";
    trouble.classList.toggle("error", why !== "");
    /** @type {HTMLElement} */ (trouble.firstElementChild).textContent = why;
    if (why) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }

  async function write() {
    const { field = "" } = told, { value } = input;
    writing += 1;
    const why = field && (await claim(field, value));
    writing -= 1;
    if (field !== told.field || (!why && Number(told.text) !== Number(value))) return; // an answer follows
    settle();
    refuse(why);
  }
  input.addEventListener("change", write);
  input.addEventListener("blur", () => trouble.hidden && !writing && settle());
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") settle();
    if (event.key === "Enter" && grid?.lines.length) /** @type {HTMLElement | null} */ (table.querySelector("[aria-selected=true]"))?.focus();
  });

  /** @param {number} line @param {number} cell */
  function choose(line, cell) {
    const all = rows(), row = all[line];
    if (!row?.length) return;
    const el = /** @type {HTMLElement} */ (row[Math.min(cell, row.length - 1)]), at = row.indexOf(el);
    for (const one of all.flat()) {
      one.tabIndex = one === el ? 0 : -1;
      one.ariaSelected = String(one === el);
    }
    const of = grid?.lines[line], value = of?.cells[at];
    if (of && value) tell({ ...value, line: of.label, name: of.cells.length === grid?.agents.length ? grid.agents[at] : "" });
    return el;
  }

  /** @param {number} at */
  function mark(at) {
    const marks = grid?.marks ?? [], one = marks[Math.max(0, Math.min(at, marks.length - 1))];
    strip.ariaValueMax = String(Math.max(marks.length, 1));
    readout.hidden = !one && !grid?.lines.length;
    if (!one) return;
    const index = marks.indexOf(one);
    strip.ariaValueNow = String(index + 1);
    tell(one);
    strip.ariaValueText = readout.textContent?.replace(/\s+/g, " ").trim() ?? "";
    strip.querySelectorAll("g > g").forEach((el, i) => el.classList.toggle("chosen", i === index));
  }

  /** The first value that a reader wants to see. */
  function first() {
    const lines = grid?.lines ?? [];
    const find = (/** @type {(state: string, label: string) => boolean} */ wanted) => lines.flatMap(({ label, cells }, line) => cells.map(({ state }, cell) => ({ line, cell, fits: wanted(state, label) }))).find(({ fits }) => fits);
    return find((state, label) => state === "wrong" && label === "Score") ?? find((state) => state === "wrong") ?? find((state) => state === "open") ?? { line: 0, cell: 0 };
  }

  table.addEventListener("click", ({ target }) => {
    const el = /** @type {Element} */ (target).closest(".value-cells > [role=gridcell]");
    const line = rows().findIndex((cells) => cells.includes(/** @type {HTMLElement} */ (el)));
    if (el && line >= 0) choose(line, rows()[line]?.indexOf(/** @type {HTMLElement} */ (el)) ?? 0)?.focus();
  });
  table.addEventListener("keydown", (event) => {
    const step = ARROWS[event.key];
    const { line, cell } = chosen();
    if ((event.key === "Enter" || event.key === "F2") && !input.hidden) {
      event.preventDefault();
      input.focus();
      return input.select();
    }
    const end = event.key === "Home" ? 0 : event.key === "End" ? (rows()[line]?.length ?? 1) - 1 : undefined;
    if (!step && end === undefined) return;
    event.preventDefault();
    choose(line + (step?.[0] ?? 0), end ?? Math.max(0, cell + (step?.[1] ?? 0)))?.focus();
  });
  strip.addEventListener("keydown", (event) => {
    const now = Number(strip.ariaValueNow) - 1;
    const to = { ArrowLeft: now - 1, ArrowDown: now - 1, ArrowRight: now + 1, ArrowUp: now + 1, PageUp: now + 10, PageDown: now - 10, Home: 0, End: Infinity }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    mark(to);
  });
  strip.addEventListener("click", ({ clientX }) => {
    const far = [...strip.querySelectorAll("g > g > rect")].map((el) => Math.abs(el.getBoundingClientRect().x - clientX));
    mark(far.indexOf(Math.min(...far)));
  });

  /** @param {Event} event */
  function light({ target }) {
    const row = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest?.("[data-agent]"));
    for (const el of table.querySelectorAll(".lit")) el.classList.remove("lit");
    if (!row) return;
    const line = [...table.querySelectorAll(".value-lines > .value-line")].findIndex((el) => /** @type {HTMLElement} */ (el).dataset.id === row.dataset.what);
    rows()[line]?.[Number(row.dataset.agent)]?.classList.add("lit");
  }
  root.addEventListener("pointerover", light);
  root.addEventListener("focusin", light);

  /** Takes the values of an answer. @param {Answer} answer */
  return (answer) => {
    const { line, cell } = chosen();
    const same = grid && String(grid.agents) === String(answer.grid.agents) && grid.lines.length === answer.grid.lines.length;
    grid = answer.grid;
    readout.hidden = grid.lines.length === 0 && grid.marks.length === 0;
    if (grid.lines.length === 0) {
      const at = grid.marks.findIndex(({ field }) => field === told.field);
      if (at >= 0 || document.activeElement !== input) return mark(Math.max(at, 0));
      return tell({ ...told, text: input.value, state: "right", right: "", says: "" }); // it is right now
    }
    const at = same && line >= 0 ? { line, cell } : first();
    choose(at.line, at.cell);
  };
}
