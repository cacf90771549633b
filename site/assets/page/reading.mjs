// How the table of a form was read (templates/parts/reading.templ): shows the engine's
// account of it, and takes the reader's choices. The choices are hidden controls of the
// form, so links, undo and files have them; the cards only show them.
//
//   [data-reading]            a part that shows the account
//   [data-column]             in it: the card of the column with that header; data-choice is what its select shows
//   select[data-choose]       its role, or its scale
//   button[data-better]       gives it that direction
//   input[data-end=from|to]   the value worth 0, or 100
//   [data-square=from|to]     the same on the line of the values: dragged, or moved with ← and →, the other one with Shift
//   button[data-member]       a choice for the whole table: data-value for that member of the request
//   [data-doubt]              a refusal of the table or of a choice, with the engine's offers as buttons: data-set has the members of each
//   [data-submissions]        the rows are submissions: the cards say what each column is to the rules

import { place } from "../answer/place.mjs";
import { engine } from "../engine/page-engine.mjs";
import { announce, rows, setRows } from "../form/controls.mjs";
import { read } from "../form/read.mjs";
import { page } from "./page.mjs";
import { latest } from "../../../wasm/engine/latest.mjs";

const MEMBERS = /** @type {const} */ (["list", "numbers", "columns", "missing", "duplicates"]);
const MARGIN = 6; // of the picture of a scale, in percent
const SCALES = ["as-is", "full-marks", "min-max", "best"];

/** @typedef {{ column: string, role?: string, better?: string, scale?: string, from?: unknown, to?: unknown }} Choice */

/** Whether a control of a form is a choice of how its table is read. @param {string} name */
export const isChoice = (name) => MEMBERS.some((member) => name === `/${member}` || name.startsWith(`/${member}/`));

/** The choices in a request. @param {Record<string, any>} request */
export const choicesOf = (request) => Object.fromEntries(MEMBERS.filter((member) => member in request).map((member) => [member, request[member]]));

/** The headers of columns, to be compared. @template T @param {T[]} columns @param {(column: T) => string | undefined} header */
const headersOf = (columns, header) => JSON.stringify(columns.map(header));

export class Reading {
  #form;
  #ask = latest(engine);
  #held = false; // whether an end is being dragged: its picture stands still
  #then = () => {}; // shows what was answered meanwhile
  #edited = false; // whether the text is another one since it was read
  #headers; // of the columns that are shown
  /** What is shown, or will be. @type {{ text: unknown, choices: string, answer: Promise<any> } | undefined} */ #newest;

  /** @param {import("./calculator.mjs").Calculator} calculator whose form has the table and the choices */
  constructor({ form, root }) {
    this.#form = form;
    this.#headers = headersOf([...this.#parts].flatMap((part) => [.../** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll("[data-column]"))]), ({ dataset }) => dataset.column);
    const { defaultValue } = this.#box;
    this.#newest = { ...this.#table({ text: defaultValue }), answer: Promise.resolve(undefined) }; // the page came with that
    form.addEventListener("reset", () => this.clear());
    form.addEventListener("input", ({ target }) => (this.#edited ||= /** @type {HTMLInputElement} */ (target).name === "/text"), { capture: true });
    root.addEventListener("answered", () => this.#refuse());
    root.addEventListener("refused", (event) => this.#refuse(/** @type {CustomEvent} */ (event).detail));
    for (const part of this.#parts) {
      part.addEventListener("change", ({ target }) => this.#changed(/** @type {HTMLInputElement} */ (target)));
      part.addEventListener("pointerdown", (event) => this.#grab(event));
      part.addEventListener("keydown", (event) => this.#nudge(event));
      part.addEventListener("click", ({ target }) => this.#pressed(/** @type {Element} */ (target).closest("button")));
    }
  }

  get #parts() {
    return /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`[data-reading][data-of^="${this.#form.id} "]`));
  }

  /** Takes all choices back, so that those of a request can be filled in: a form keeps hidden controls as they are. */
  clear() {
    for (const member of ["list", "numbers", "missing", "duplicates"]) /** @type {HTMLInputElement} */ (this.#form.elements.namedItem(`/${member}`)).value = "";
    this.#write([]);
  }

  /**
   * Has a table read and shows how; the same table is read once. Undefined if it is
   * refused, or another one was asked for meanwhile.
   * @param {Record<string, any>} request @returns {Promise<any>}
   */
  read(request) {
    const table = this.#table(request);
    if (this.#newest?.text === table.text && this.#newest?.choices === table.choices) return this.#newest.answer;
    /** @type {{ text: unknown, choices: string, answer: Promise<any> }} */
    const mine = { ...table, answer: this.#answer(() => this.#newest === mine, request) };
    this.#newest = mine;
    return mine.answer;
  }

  /** The text that was read last. */
  get text() {
    return this.#newest?.text;
  }

  /** What a reading is of. @param {Record<string, any>} request */
  #table(request) {
    return { text: request.text, choices: JSON.stringify([choicesOf(request), this.#ruled(request)]) };
  }

  /** The rules of a request, where rows are submissions. @param {Record<string, any>} request */
  #ruled({ rulebook, base }) {
    return [...this.#parts].some(({ dataset }) => dataset.submissions !== undefined) && { submissions: true, rules: [rulebook, base].filter(Boolean) };
  }

  /** Whether a column that is shown has a role. @param {string} role */
  has(role) {
    return [...this.#parts].some((part) => part.querySelector(`[data-column][data-role="${role}"]`));
  }

  /** @param {() => boolean} isNewest @param {any} request */
  async #answer(isNewest, request) {
    try {
      const answer = await this.#ask("explain.reading", { ...this.#how(request), ...choicesOf(request) });
      if (answer && isNewest()) this.#show(answer);
      return answer;
    } catch (error) {
      if (isNewest() && /** @type {any} */ (error).code === "internal") this.#newest = undefined; // it may be asked again
      throw error;
    }
  }

  /** What a reading without choices is asked for. @param {any} request */
  #how(request) {
    const { text, weights } = request;
    return { text, ...this.#ruled(request), ...(Array.isArray(weights) && { weights }) };
  }

  /** Before a text that was edited is asked about: takes back the choices that do not fit it, all of them if it is another table. Without any there is nothing to wait for. @returns {Promise<void> | undefined} */
  spare() {
    if (!this.#edited) return undefined;
    this.#edited = false;
    const request = read(this.#form), choices = choicesOf(request);
    return Object.keys(choices).length > 0 ? this.#spared(choices, request) : undefined;
  }

  /** @param {Record<string, any>} choices @param {any} request */
  async #spared(choices, request) {
    const { value } = this.#box; // in a part that may be hidden
    const before = /** @type {string[]} */ (JSON.parse(this.#headers));
    const plain = await engine.call("explain.reading", { ...this.#how(request), text: value }).catch(() => undefined);
    const columns = plain?.columns.map(({ column }) => column);
    if (!columns || this.#box.value !== value) return; // it cannot be read without them, or is another text by now
    const another = 2 * columns.filter((column) => before.includes(column)).length < columns.length;
    const spared = (choices.columns ?? []).filter((/** @type {Choice} */ { column }) => columns.includes(column));
    if (!another && spared.length === (choices.columns ?? []).length) return;
    if (another) this.clear();
    else this.#write(spared);
    page.amend(); // the text and its choices are one step
  }

  get #box() {
    return /** @type {HTMLTextAreaElement} */ (this.#form.elements.namedItem("/text"));
  }

  /** Another table opens the fold of its columns, but the example's. @param {any} answer */
  #show(answer) {
    this.#then = () => this.#show(answer);
    if (this.#held) return;
    const { value, defaultValue } = this.#box;
    const headers = headersOf(answer.columns, ({ column }) => column);
    const fresh = headers !== this.#headers;
    this.#headers = headers;
    for (const part of this.#parts) {
      if (part.dataset.doubt === undefined) place(part, answer);
      if (fresh && part instanceof HTMLDetailsElement) part.open = value !== defaultValue;
      for (const card of /** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll("[data-column]"))) {
        /** @type {HTMLSelectElement} */ (card.querySelector("select")).value = card.dataset.choice ?? "";
        for (const end of card.querySelectorAll("input")) end.value = end.defaultValue;
      }
    }
  }

  /** Shows why the table cannot be read, or nothing; also of any other refusal that has offers. @param {{ field?: string, message: string, offers?: { label: string, set: object }[] }} [refusal] */
  #refuse({ field = "", message, offers = [] } = { message: "" }) {
    const ours = field === "/text" || isChoice(field) || offers.length > 0;
    const fault = ours ? `${message.charAt(0).toUpperCase()}${message.slice(1)}.` : "";
    for (const part of this.#parts) {
      if (part.dataset.doubt === undefined) {
        part.toggleAttribute("data-refused", ours); // what it says is of another text
        continue;
      }
      part.hidden = !ours;
      place(part, { fault, offers: offers.map(({ label, set }) => ({ label, set: JSON.stringify(set) })) });
    }
  }

  /** @param {HTMLInputElement} control */
  #changed(control) {
    const card = /** @type {HTMLElement | null} */ (control.closest("[data-column]"));
    if (!card) return;
    const { column = "", role } = card.dataset;
    if (control.dataset.end) {
      const ends = [...card.querySelectorAll("input")].map(({ dataset, value }) => [dataset.end, value]);
      return this.#announced(() => this.#choose(column, { scale: "full-marks", ...Object.fromEntries(ends) }));
    }
    const scale = SCALES.includes(control.value) ? control.value : "";
    const own = this.#choices().find((choice) => choice.column === column)?.role;
    this.#announced(() => this.#choose(column, { role: !scale ? control.value : role === "dimension" ? own : "dimension", scale, from: "", to: "" }));
  }

  /** Moves an end of a scale with the pointer, and its square. @param {PointerEvent} event */
  #grab(event) {
    const square = /** @type {SVGElement | null} */ (/** @type {Element} */ (event.target).closest("[data-square]"));
    const line = /** @type {SVGElement | undefined} */ (square?.closest(".values") ?? undefined);
    if (!square || !line || event.button !== 0) return;
    event.preventDefault();
    square.focus({ preventScroll: true });
    square.setPointerCapture(event.pointerId);
    const { left, width } = line.getBoundingClientRect(), { low, high } = { ...ruler(line) };
    this.#held = true;
    const move = (/** @type {PointerEvent} */ { clientX }) => {
      const x = Math.min(100, Math.max(0, (100 * (clientX - left)) / width));
      for (const rect of square.children) rect.setAttribute("x", `${x}%`);
      this.#end(square, square.dataset.square ?? "", low + ((x - MARGIN) / (100 - 2 * MARGIN)) * (high - low));
    };
    const drop = () => {
      square.removeEventListener("pointermove", move);
      this.#held = false;
      this.#then();
    };
    square.addEventListener("pointermove", move);
    square.addEventListener("lostpointercapture", drop, { once: true });
  }

  /** Moves an end of a scale with the arrow keys. @param {KeyboardEvent} event */
  #nudge(event) {
    const square = /** @type {SVGElement | null} */ (/** @type {Element} */ (event.target).closest("[data-square]"));
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
    const line = /** @type {SVGElement | null} */ (square?.closest(".values") ?? null);
    if (!square || !line || !by) return;
    event.preventDefault();
    const own = square.dataset.square ?? "", name = event.shiftKey ? (own === "from" ? "to" : "from") : own;
    const now = Number(line.querySelector(`[data-square=${name}]`)?.getAttribute("aria-valuenow"));
    this.#end(square, name, now + by * ruler(line).step);
  }

  /** Gives an end of a scale a value, in steps. @param {SVGElement} square of the card @param {string} name @param {number} value */
  #end(square, name, value) {
    const card = /** @type {HTMLElement} */ (square.closest("[data-column]")), { step } = ruler(/** @type {SVGElement} */ (square.closest(".values")));
    const [own, other] = ["from", "to"].sort((a) => (a === name ? -1 : 1)).map((end) => /** @type {HTMLInputElement} */ (card.querySelector(`[data-end=${end}]`)));
    const text = (Math.round(value / step) * step).toFixed(String(step).split(".")[1]?.length ?? 0);
    if (!own || !other || Number(text) === Number(own.value) || Number(text) === Number(other.value)) return; // both at one value is no scale
    own.value = text;
    card.querySelector(`[data-square=${name}]`)?.setAttribute("aria-valuenow", text);
    this.#changed(own);
  }

  /** @param {HTMLButtonElement | null} button */
  #pressed(button) {
    const { better, set, member = "", value = "" } = button?.dataset ?? {};
    if (set) {
      this.#announced(() => this.take(JSON.parse(set)));
      const text = /** @type {HTMLElement} */ (this.#form.elements.namedItem("/text"));
      (text.checkVisibility() ? text : /** @type {HTMLElement} */ (document.querySelector("main"))).focus(); // the button goes
    }
    else if (better) {
      const column = /** @type {HTMLElement} */ (button?.closest("[data-column]")).dataset.column ?? "";
      const { from, to } = this.#choices().find((choice) => choice.column === column) ?? {};
      this.#announced(() => this.#choose(column, { better, from: to, to: from }));
    } else if (member === "ignore") this.#announced(() => this.#choose(value, { role: "ignored", scale: "" }));
    else if (member) this.#announced(() => this.take({ [member]: value }));
  }

  /** Tells the form that its choices are others now. @param {() => void} change */
  #announced(change) {
    change();
    announce(/** @type {Element} */ (this.#group.querySelector("input")));
  }

  /** Adds choices. @param {Record<string, any>} members of a request */
  take({ columns = [], ...members }) {
    for (const choice of columns) this.#choose(choice.column, choice);
    for (const [member, value] of Object.entries(members)) /** @type {HTMLInputElement} */ (this.#form.elements.namedItem(`/${member}`)).value = String(value);
  }

  /** What is chosen for columns. @returns {Choice[]} */
  #choices() {
    return /** @type {any} */ (read(this.#form).columns ?? []);
  }

  /** @param {string} column @param {Partial<Choice>} change "" takes a choice back */
  #choose(column, change) {
    const all = this.#choices();
    const others = all.filter((choice) => choice.column !== column);
    const one = { column, ...all.find((choice) => choice.column === column), ...change };
    const { column: _, ...rest } = one;
    const said = Object.values(rest).some((value) => value !== undefined && value !== "");
    this.#write(said ? [...others, one] : others);
  }

  get #group() {
    return /** @type {HTMLElement} */ (this.#form.querySelector('[data-rows="/columns"]'));
  }

  /** Puts choices for columns into the form. @param {Choice[]} list */
  #write(list) {
    setRows(this.#group, list.length);
    rows(this.#group).forEach((row, i) => {
      for (const control of row.querySelectorAll("input")) {
        const value = /** @type {any} */ (list[i])?.[control.name.split("/").at(-1) ?? ""];
        control.value = value === undefined ? "" : String(value);
      }
    });
  }
}

/** What the line of a scale measures: its values at the margins, and the step of its ends. @param {SVGElement} line */
const ruler = ({ dataset }) => ({ low: Number(dataset.low), high: Number(dataset.high), step: Number(dataset.grain) || 1 });

/** Shows how the tables of calculators are read, whose own answers tell when. @param {import("./calculator.mjs").Calculator[]} calculators */
export function showReadings(calculators) {
  for (const calculator of calculators) {
    if (calculator.leader || !document.querySelector(`[data-reading][data-of^="${calculator.form.id} "]`)) continue;
    const reading = new Reading(calculator);
    calculator.before = () => reading.spare();
    const show = async () => void reading.read(await calculator.request()).catch(() => {}); // the calculator says why not
    calculator.root.addEventListener("answered", show);
    calculator.root.addEventListener("refused", show);
    if (calculator.newest) show(); // answered before this module was loaded
  }
}
