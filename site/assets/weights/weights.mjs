// The calculator of weights. If one weight is edited, the engine moves the others,
// so that the sum stays 100 % (score.rebalance), and ranks the agents. The engine
// holds their table: what follows an edit of the weights are the weights alone.
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
import { place } from "../answer/place.mjs";
import { announce, rows, step, updateControls } from "../form/controls.mjs";
import { fill } from "../form/fill.mjs";
import { number, read } from "../form/read.mjs";
import { open } from "../page/link/fragment.mjs";
import { latest } from "../../../wasm/engine/latest.mjs";
import { takeTable } from "../page/paste/table-file.mjs";

/** @typedef {{ dimension: string, percent: number, locked?: boolean }} Weight */
/** @typedef {{ edited?: number, equal?: boolean }} Edit */

export class WeightsCalculator extends FillableCalculator {
  comparesItself = true;
  #list;
  #read = latest(engine);
  #view = latest({ call: (_, request) => this.#viewed(/** @type {any} */ (request)) });
  /** The ranking, loaded before the first is asked for. @type {import("./board.mjs").Board | undefined} */ #board;
  #load = once(async () => {
    const { Board, label } = await import("./board.mjs");
    const board = (this.#board = new Board(this.root, (wanted) => this.#rows(wanted)));
    this.root.addEventListener("answered", (event) => {
      const { answer } = /** @type {CustomEvent} */ (event).detail;
      label(this.root, rows(this.#list), answer);
      board.after(answer);
    });
    return board;
  });
  /** The table that the engine holds. @type {{ text: string, held: ReturnType<typeof engine.table> } | undefined} */ #table;
  /** Those that follow. @type {import("./own-engine.mjs").OwnEngineCalculator[]} */ #patient = [];
  /** The edit whose answer is not there yet. @type {Edit | undefined} */ #edit;
  #newTable = false;
  #asks = 0; // not answered
  /** A rulebook that it was given before weights/edits.mjs was there to start from it. @type {unknown} */ given;
  /** The weights before the present edits of one row: its way back is the way there. @type {Weight[] | undefined} */ #before;
  #gesture = -1; // that row
  /** What the newest edit made of the weights. @type {number[]} */ #written = [];
  /** The same while the form does not show it: one frame has it with the ranking. @type {{ typed: Weight[], weights: Weight[], edited: number } | undefined} */ #due;

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    this.#list = /** @type {HTMLElement} */ (this.form.querySelector("[data-rows]"));
    soon(this.#load);
    new MutationObserver(() => this.#identify()).observe(this.#list, { childList: true });
    this.form.addEventListener("input", ({ target }) => this.#edited(/** @type {HTMLInputElement} */ (target)), { capture: true });
    this.form.addEventListener("keydown", (event) => this.#leap(event));
    this.form.addEventListener("click", ({ target }) => this.#press(/** @type {Element} */ (target)));
    root.addEventListener("click", ({ target }) => {
      if (/** @type {Element} */ (target).closest("[data-tool$=pin]")) this.recompute();
    });
    takeTable(this, "/text");
  }

  /** Shows the marks that the first of those that follow answers. @param {import("./own-engine.mjs").OwnEngineCalculator[]} followers */
  follow(followers) {
    this.#patient = followers;
    followers[0]?.root.addEventListener("answered", (event) => {
      const { marks } = /** @type {CustomEvent} */ (event).detail.answer;
      rows(this.#list).forEach((row, i) => {
        for (const el of row.querySelectorAll('[data-of="sure marks"]')) place(el, marks[i] ?? {});
      });
    });
  }

  /** @param {string} operation @param {any} request */
  takes(operation, request) {
    return operation === "rulebook.check" || super.takes(operation, request);
  }

  /** Takes a request, or the weights of a rulebook. @param {any} request */
  fill(request) {
    if (request.rulebook) {
      this.start(request.rulebook);
      return [];
    }
    this.#before = this.#edit = undefined;
    return super.fill(request);
  }

  /** Starts from the weights of a rulebook. @param {unknown} rulebook */
  start(rulebook) {
    this.given = rulebook;
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
    const typed = /** @type {Weight[]} */ (request.weights ?? []);
    const edit = this.#edit;
    const edited = edit?.edited ?? -1;
    const moves = edit && (edited < 0 || typeof typed[edited]?.percent === "number"); // else the engine says what is wrong with it
    if (moves) this.#before ??= typed;
    // The edited weight is among them as it is typed, so that the engine refuses what it refuses of any weight.
    const weights = typed.map((weight, i) => (i === edited ? weight : { ...weight, percent: this.#before?.[i]?.percent ?? weight.percent }));
    /** @param {Weight[] | false} [balanced] */
    const take = (balanced) => {
      if (balanced) this.#due = { typed, weights: (request.weights = balanced), edited };
      if (this.#edit === edit) this.#edit = undefined;
    };
    this.root.toggleAttribute("data-due", ++this.#asks > 0); // also while modules are loaded
    try {
      const answer = /** @type {any} */ (await this.#view("explain.weights", moves ? { ...request, weights, ...edit } : request));
      if (answer) take(answer.balanced);
      return answer;
    } catch (error) {
      take(moves && (await engine.call("score.rebalance", { weights, ...edit }).catch(() => undefined))?.weights);
      throw error;
    } finally {
      this.root.toggleAttribute("data-due", --this.#asks > 0);
    }
  }

  /** The answer of explain.weights, with the rows that the page shows. @param {any} request @returns {Promise<any>} */
  async #viewed({ text, ...request }) {
    if (!text) return engine.call("explain.weights", { text }); // which refuses it
    for (let again = false; ; again = true) {
      const [table, board] = await Promise.all([this.#hold(text), this.#load()]);
      try {
        const { answer, ...rows } = await table.view({ ...board.wanted, ...request });
        return { ...answer, ...rows };
      } catch (error) {
        if (again || /** @type {any} */ (error).code !== "expired") throw error;
        this.#table = undefined; // the engine was restarted
      }
    }
  }

  /** Keeps an agent in sight once a long table has it. @param {string} id */
  keep(id) {
    this.#board?.later(id);
  }

  complete() {
    return this.#board?.complete();
  }

  /** @template T @param {() => T} f */
  whole(f) {
    return this.#board ? this.#board.whole(f) : f();
  }

  /** The table of a text. @param {string} text */
  async #hold(text) {
    if (this.#table?.text !== text) {
      this.#table?.held.then((table) => table.release(), () => {});
      const table = (this.#table = { text, held: engine.table({ text }) });
      table.held.catch(() => this.#table === table && (this.#table = undefined));
      const [{ rows }, board] = await Promise.all([table.held, this.#load()]);
      board.reset(rows);
      this.rest = board.long ? 400 : 60;
      for (const follower of this.#patient) {
        if (follower.long === board.long) continue; // also if the engine was restarted: nobody asks them again
        follower.long = board.long;
        follower.cancel();
      }
    }
    return this.#table.held;
  }

  /** Other rows of the newest answer. @param {import("./board.mjs").Wanted} wanted */
  async #rows(wanted) {
    const newest = this.newest;
    if (!newest) this.recompute(true);
    if (!newest || newest.request.text !== this.#table?.text) return undefined;
    const answer = await this.#viewed({ ...newest.request, ...wanted }).catch(() => undefined);
    return this.newest === newest ? answer : undefined;
  }

  /** @param {any} answer */
  view(answer) {
    this.#board?.before();
    this.#write();
    return answer;
  }

  /** @param {boolean} [silent] */
  async recompute(silent) {
    for (const follower of this.#patient) follower.cancel();
    if (this.#newTable && !(await this.#columns())) return;
    await super.recompute(silent);
    requestAnimationFrame(() => this.#write()); // an answer that is shown has written them
  }

  /** The form shows what an edit made of its weights, unless they have changed since. */
  #write() {
    const due = this.#due;
    this.#due = undefined;
    if (!due || JSON.stringify(this.#weights()) !== JSON.stringify(due.typed)) return;
    const { weights, edited } = due;
    rows(this.#list).forEach((row, i) => {
      const [text, percent] = [control(row, "percent"), weights[i]?.percent];
      if (percent === undefined || (i === edited && number(text.value) === percent)) return; // it stays as it is typed, unless it is not possible
      text.value = `${percent}`;
    });
    this.#written = weights.map(({ percent }) => percent);
    updateControls(this.form);
    page.amend();
  }

  /** @returns {Weight[]} */
  #weights() {
    return /** @type {any} */ (read(this.form).weights ?? []);
  }

  /** @param {HTMLInputElement} input */
  #edited(input) {
    if (input.name === "/text") return void (this.#newTable = true);
    const edited = rows(this.#list).findIndex((row) => row.contains(input));
    const weight = isWeight(input);
    if (!weight) this.#before = undefined; // a lock or a bound, which the next edit sends
    if (edited < 0 || !weight) return;
    const same = edited === this.#gesture && this.#weights().every(({ percent }, i) => i === edited || percent === this.#written[i]);
    const shown = /** @type {Weight[] | undefined} */ (this.newest?.request.weights); // those that the newest answer has
    if (!same || !this.#before) this.#before = shown?.length === rows(this.#list).length ? shown : undefined;
    this.#gesture = edited;
    this.#edit = { edited };
  }

  /** Page up and page down move a weight by 1 %, with Shift by 5 %. @param {KeyboardEvent} event */
  #leap(event) {
    const target = /** @type {HTMLInputElement} */ (event.target);
    const row = /** @type {HTMLElement} */ (target.closest(".weigh"));
    if (!row || !/^Page/.test(event.key) || !isWeight(target)) return;
    event.preventDefault();
    step(control(row, "percent"), event.key === "PageUp", event.shiftKey ? 500 : 100);
  }

  /** @param {Element} target */
  #press(target) {
    const to = /** @type {HTMLElement | null} */ (target.closest("button[data-to]"));
    if (!to) return;
    const weight = control(/** @type {HTMLElement} */ (to.closest(".weigh")), "percent");
    weight.value = to.dataset.to ?? "";
    announce(weight);
  }

  /** Makes all weights that are not locked equal. */
  equal() {
    this.#before = undefined;
    this.#edit = { equal: true };
    this.changed();
  }

  /** Gives the form the columns of a new table; false if there is a newer one, or the engine has failed. */
  async #columns() {
    const { text } = read(this.form);
    const answer = /** @type {any} */ (await this.#read("explain.weights", /** @type {any} */ ({ text })).catch((error) => (error.code === "internal" ? this.unavailable(error.message) : { weights: [] })));
    if (!answer) return false;
    this.#newTable = false;
    const columns = answer.weights.map((/** @type {any} */ { dimension, percent }) => ({ dimension, percent: Number(percent) }));
    const own = this.#weights().map(({ dimension }) => dimension);
    if ([0, own.length].includes(columns.length) && columns.every((/** @type {Weight} */ { dimension }) => own.includes(dimension))) return true;
    this.#before = this.#edit = undefined;
    fill(this.form, { text, weights: columns });
    page.amend(); // the table and its columns are one step
    return true;
  }

  /** Rows that were added have names and ids of their own. */
  #identify() {
    rows(this.#list).forEach((row, i) => {
      const id = `weight-${i + 1}`;
      control(row, "percent").id = id;
      control(row, "locked").value = `${i + 1}`;
      row.querySelector(".whose > label[for]")?.setAttribute("for", id);
      for (const el of row.querySelectorAll("[data-for]")) el.setAttribute("data-for", id);
    });
    updateControls(this.form);
  }
}

/** @param {HTMLElement} row @param {string} member */
const control = (row, member) => /** @type {HTMLInputElement} */ (row.querySelector(`[name$="/${member}"]`));

/** Whether a control of a row is its weight, and not a lock or a bound. @param {HTMLInputElement} input */
const isWeight = (input) => input.type === "range" || input.name.endsWith("/percent");
