// The calculator of weights. If one weight is edited, the engine moves the others,
// so that the sum stays 100 % (score.rebalance), and ranks the agents. The engine
// holds their table: what follows an edit of the weights are the weights alone. What
// happens is told as an event: weights/step.mjs makes the next state of it, and
// weights/paint.mjs and weights/board.mjs show that.
//
//   [data-of="weights row"]    a weight's row in the rail; row i has the i-th of the answer's weights
//   [data-of="sure marks"]     in it: the marks of swaps, from the answer of the calculator that follows
//   button[data-to="42.85"]    in it: gives the weight that value
//   [data-find], [data-found]  an agent's name, and how many rows have it
//   [data-table], [data-drop]  a file of agents, or a rulebook with weights

import { FillableCalculator } from "../page/fillable.mjs";
import { once, soon } from "../engine/lazy.mjs";
import { page } from "../page/page.mjs";
import { engine } from "../engine/page-engine.mjs";
import { announce, step as move } from "../form/controls.mjs";
import { fill } from "../form/fill.mjs";
import { read } from "../form/read.mjs";
import { open } from "../page/link/fragment.mjs";
import { latest } from "../../../wasm/engine/latest.mjs";
import { takeTable } from "../page/paste/table-file.mjs";
import { Reading, isChoice } from "../page/reading.mjs";
import { control, identify, label, mark, paint, weightRows } from "./paint.mjs";
import { START } from "./state.mjs";
import { isLong, question, step } from "./step.mjs";

/** @typedef {import("./state.mjs").Weight} Weight */

/** How copied weights begin; an object of fractions may also be a table of two columns. */
const SAID = /^\s*(dims\(|weights:|map\[string\]float64|\{\s*"[^"]+":\s*[01](\.\d+)?\s*[,}])/;
const MOST_SAID = 20_000; // characters

export class WeightsCalculator extends FillableCalculator {
  comparesItself = true;
  state = START;
  said = ""; // copied weights that were pasted, until they are taken
  #reading;
  #view = latest({ call: (_, request) => this.#viewed(/** @type {any} */ (request)) });
  /** The ranking, loaded before the first is asked for. @type {import("./board.mjs").Board | undefined} */ #board;
  #load = once(async () => {
    const { Board } = await import("./board.mjs");
    const board = (this.#board = new Board(this));
    this.root.addEventListener("answered", (event) => {
      const { answer } = /** @type {CustomEvent} */ (event).detail;
      label(this, answer);
      board.after(answer);
    });
    return board;
  });
  /** The table that the engine holds. @type {{ text: string, choices: string, held: ReturnType<typeof engine.table> } | undefined} */ #table;
  /** Those that follow. @type {import("./beside/own-engine.mjs").OwnEngineCalculator[]} */ #patient = [];

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    this.#reading = new Reading(this);
    soon(this.#load);
    new MutationObserver(() => identify(this.form)).observe(/** @type {Element} */ (this.form.querySelector("[data-rows]")), { childList: true });
    this.form.addEventListener("input", ({ target }) => this.#edited(/** @type {HTMLInputElement} */ (target)), { capture: true });
    this.form.addEventListener("keydown", (event) => this.#leap(event));
    this.form.addEventListener("click", ({ target }) => this.#press(/** @type {Element} */ (target)));
    root.addEventListener("click", ({ target }) => {
      if (/** @type {Element} */ (target).closest("[data-tool$=pin]")) this.recompute();
    });
    takeTable(this, "/text");
    /** @type {HTMLTextAreaElement} */ (this.form.elements.namedItem("/text")).addEventListener("paste", (event) => this.#pasted(event));
  }

  /** Hands copied weights to weights/edits.mjs. @param {ClipboardEvent} event */
  #pasted(event) {
    const text = event.clipboardData?.getData("text") ?? "";
    if (text.length > MOST_SAID || !SAID.test(text)) return;
    event.preventDefault();
    this.said = text;
    this.root.dispatchEvent(new Event("said"));
  }

  /** Takes what has happened, and shows what it changes. @param {import("./step.mjs").Event} event */
  tell(event) {
    const before = this.state;
    this.state = step(before, event);
    paint(this, before, this.state);
    if (this.state.moved !== before.moved) page.amend(); // an edit and what it moves are one step
  }

  /** Shows the marks that one of those that follow answers. @param {import("./beside/own-engine.mjs").OwnEngineCalculator[]} followers */
  follow(followers) {
    this.#patient = followers;
    followers.find(({ form }) => form.id === "sure")?.root.addEventListener("answered", (event) => mark(this.form, /** @type {CustomEvent} */ (event).detail.answer.marks));
  }

  /** @param {string} operation @param {any} request */
  takes(operation, request) {
    return operation === "rulebook.check" || super.takes(operation, request);
  }

  /** Takes a request, or the weights of a rulebook, which weights/edits.mjs starts from. @param {any} request */
  fill(request) {
    if (request.rulebook) {
      this.tell({ type: "rulebook", rulebook: request.rulebook });
      this.root.dispatchEvent(new Event("rulebook"));
      return [];
    }
    this.tell({ type: "filled" });
    this.#reading.clear();
    if (request.weights) return super.fill(request);
    this.tell({ type: "table" }); // its columns get weights
    return super.fill({ ...request, weights: this.#weights() });
  }

  request() {
    const request = read(this.form);
    if (page.pinned === undefined) return request;
    const copies = document.createElement("div");
    copies.append(this.copy());
    open(copies, `#1;${page.pinned.replaceAll("&", ";")};end`);
    return { ...request, pinned: read(/** @type {HTMLFormElement} */ (copies.firstElementChild)).weights };
  }

  /** Asks what becomes of the weights by an edit, and of the ranking. The request gets these weights. @param {any} request */
  async ask(request) {
    const { edit } = this.state, typed = /** @type {Weight[]} */ (request.weights ?? []);
    const asked = question(this.state, typed);
    /** @param {Weight[]} [weights] */
    const answered = (weights) => this.tell({ type: "answer", edit, typed, weights, now: weights && this.#weights() });
    this.tell({ type: "ask" }); // also while modules are loaded
    try {
      const answer = /** @type {any} */ (await this.#view("explain.weights", { ...request, ...asked }));
      if (!answer) return undefined; // there is a newer question
      if (answer.balanced) request.weights = answer.balanced;
      answered(answer.balanced || undefined);
      return answer;
    } catch (error) {
      answered(asked && (await engine.call("score.rebalance", asked).catch(() => undefined))?.weights);
      throw error;
    } finally {
      this.tell({ type: "end" });
    }
  }

  /** The answer of explain.weights, with the rows that the page shows. @param {any} request @returns {Promise<any>} */
  async #viewed({ text, list, numbers, columns, missing, duplicates, ...request }) {
    if (!text) return engine.call("explain.weights", { text }); // which refuses it
    for (let again = false; ; again = true) {
      const [table, board] = await Promise.all([this.#hold(text, { list, numbers, columns, missing, duplicates }), this.#load()]);
      try {
        const { answer, ...rows } = await table.view({ ...board.wanted, ...request });
        return { ...answer, ...rows };
      } catch (error) {
        if (again || /** @type {any} */ (error).code !== "expired") throw error;
        this.#table = undefined; // the engine was restarted
      }
    }
  }

  async table() {
    return (await this.#exported("csv")).text;
  }

  async cells() {
    return (await this.#exported("cells")).cells;
  }

  /** @param {"csv" | "cells"} format */
  #exported(format) {
    return engine.call("explain.export", /** @type {any} */ ({ ...read(this.form), format }));
  }

  complete() {
    return this.#board?.complete();
  }

  /** @template T @param {() => T} f */
  whole(f) {
    return this.#board ? this.#board.whole(f) : f();
  }

  /** The table of a text, read as the reader has chosen. @param {string} text @param {Record<string, unknown>} choices */
  async #hold(text, choices) {
    const said = JSON.stringify(choices);
    if (this.#table?.text !== text || this.#table.choices !== said) {
      this.#table?.held.then((table) => table.release(), () => {});
      const table = (this.#table = { text, choices: said, held: engine.table({ text, ...JSON.parse(said) }) });
      this.#reading.read({ text, ...JSON.parse(said) }).catch(() => {}); // who asks for the ranking hears why not
      table.held.catch(() => this.#table === table && (this.#table = undefined));
      const [{ rows }, board] = await Promise.all([table.held, this.#load()]);
      this.tell({ type: "held", agents: rows });
      for (const el of this.root.querySelectorAll("[data-rows-are]")) el.textContent = `${rows.toLocaleString("en")} ${el.getAttribute("data-rows-are")}`;
      board.reset();
      const long = isLong(this.state);
      this.rest = long ? 400 : 150;
      for (const follower of this.#patient) {
        if (follower.long === long) continue; // also if the engine was restarted: nobody asks them again
        follower.long = long;
        follower.cancel();
      }
    }
    return this.#table.held;
  }

  /** Other rows of the newest answer; undefined if there is a newer one. @param {import("./board.mjs").Wanted} wanted */
  async rows(wanted) {
    const newest = this.newest;
    if (!newest) this.recompute(true);
    if (!newest || newest.request.text !== this.#table?.text) return undefined;
    const answer = await this.#viewed({ ...newest.request, ...wanted }).catch(() => undefined);
    return this.newest === newest ? answer : undefined;
  }

  /** What the notes say of the reading stands beside the columns. @param {any} answer */
  view(answer) {
    this.#board?.before();
    this.root.querySelector("table.board")?.classList.toggle("converts", Boolean(answer.rows[0]?.cells));
    const notes = answer.notes.filter((/** @type {any} */ { kind, field }) => kind !== "limit" || !isChoice(field));
    return { ...answer, notes };
  }

  /** @param {boolean} [silent] */
  async recompute(silent) {
    for (const follower of this.#patient) follower.cancel();
    if (this.#alone) this.tell({ type: "table" });
    if (!this.state.newTable || (await this.#columns())) await super.recompute(silent);
  }

  /** Whether the form has another table with the columns of the example: it may have come alone, from another page. */
  get #alone() {
    const { value, defaultValue } = /** @type {HTMLTextAreaElement} */ (this.form.elements.namedItem("/text"));
    return value !== defaultValue && value !== this.#table?.text && columnsOf(this.form) === columnsOf(/** @type {Element} */ (this.copy()));
  }

  /** @returns {Weight[]} */
  #weights() {
    return /** @type {any} */ (read(this.form).weights ?? []);
  }

  /** @param {HTMLInputElement} input */
  #edited(input) {
    const row = weightRows(this.form).findIndex((row) => row.contains(input));
    if (input.name === "/text" || isChoice(input.name)) this.tell({ type: "table" });
    else if (!isWeight(input)) this.tell({ type: "limits", ...(BOUND.test(input.name) && { now: this.#weights() }) });
    else if (row >= 0) this.tell({ type: "weight", row, now: this.#weights(), shown: this.newest?.request.weights });
  }

  /** Page up and page down move a weight by 1 %, with Shift by 5 %. @param {KeyboardEvent} event */
  #leap(event) {
    const target = /** @type {HTMLInputElement} */ (event.target);
    const row = target.closest(".weigh");
    if (!row || !/^Page/.test(event.key) || !isWeight(target)) return;
    event.preventDefault();
    move(control(row, "percent"), event.key === "PageUp", event.shiftKey ? 500 : 100);
  }

  /** @param {Element} target */
  #press(target) {
    const to = /** @type {HTMLElement | null} */ (target.closest("button[data-to]"));
    if (!to) return;
    const weight = control(to.closest(".weigh"), "percent");
    weight.value = to.dataset.to ?? "";
    announce(weight);
  }

  /** Whether the table has published totals. */
  get hasTotals() {
    return this.#reading.has("total") && this.#reading.has("dimension");
  }

  /** Takes weights, with the choices that go with them. @param {Weight[]} weights @param {Record<string, any>} choices */
  use(weights, choices) {
    this.#reading.take(choices);
    this.tell({ type: "filled" });
    fill(this.form, weights, "/weights");
    this.changed();
  }

  /** Its ranking, once it is loaded. */
  get board() {
    return this.#board;
  }

  /** The weights of the form, in percent. */
  percents() {
    return this.#weights().map(({ percent }) => percent);
  }

  /** Gives rows their weights, which sum to what they had. @param {(readonly [row: number, percent: string])[]} texts */
  divide(texts) {
    this.tell({ type: "filled", within: /** @type {any[]} */ (this.#weights()).some((weight) => (weight.least ?? weight.most ?? weight.over) !== undefined) });
    const rows = weightRows(this.form);
    for (const [row, percent] of texts) control(rows[row], "percent").value = percent;
    this.changed();
  }

  /** Makes all weights that are not locked equal. */
  equal() {
    this.tell({ type: "equal" });
    this.changed();
  }

  /** Gives the first weight 70 %, and the others equal parts of the rest. */
  async first() {
    const weights = this.#weights().map(({ dimension, locked }) => ({ dimension, locked, percent: 1 }));
    const balanced = await engine.call("score.rebalance", { weights, edited: 0, percent: 70 });
    this.divide(balanced.weights.map(({ percent }, i) => [i, percent.toFixed(2)]));
  }

  /** Until the answer to the inputs is shown, or refused. */
  async rested() {
    const signal = new AbortController();
    if (this.pending) await new Promise((resolve) => ["answered", "refused"].forEach((name) => this.root.addEventListener(name, resolve, { once: true, signal: signal.signal })));
    signal.abort();
  }

  /** Gives the form the columns of a new table; false if there is a newer one, or the engine has failed. */
  async #columns() {
    await this.#reading.spare();
    const request = read(this.form);
    const isNew = request.text !== this.#reading.text;
    const answer = await this.#reading.read(request).catch((error) => (error.code === "internal" ? this.unavailable(error.message) : { weights: [] }));
    if (!answer) return false;
    const brought = isNew && answer.brings; // a table may have weights of its own
    const columns = /** @type {Weight[]} */ (brought || answer.weights);
    const own = this.#weights().map(({ dimension }) => dimension);
    const same = !brought && [0, own.length].includes(columns.length) && columns.every(({ dimension }) => own.includes(dimension));
    this.tell({ type: "columns", same });
    if (same) return true;
    fill(this.form, columns, "/weights");
    page.amend(); // the table and its columns are one step
    return true;
  }
}

/** The bounds of a weight. */
const BOUND = /\/(least|most|over)$/;

/** Whether a control of a row is its weight, and not a lock or a bound. @param {HTMLInputElement} input */
const isWeight = (input) => input.type === "range" || input.name.endsWith("/percent");

/** The columns that a form has weights for. @param {Element} form */
const columnsOf = (form) => String([...form.querySelectorAll('.weigh [name$="/dimension"]')].map((el) => /** @type {HTMLInputElement} */ (el).value));
