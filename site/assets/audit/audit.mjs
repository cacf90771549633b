// The calculator of audits. The engine holds the challenge and audits it in parts, so
// that the page can show how far it is and end it. Then the page asks it for the
// differences that are wanted.
//
//   [data-table], [data-drop]   a file; the text of a long one is not shown: [data-file] has its name, which [name=file] keeps
//   [data-running]              while it is audited: how far it is (answer/running.mjs)
//   [data-stopped]              the same if the reader has ended it
//   [data-verdict]              hidden while there is no answer to what the form holds
//   [data-kind], [data-find]    differences by one rule, of submissions with that name
//   [data-turn], [data-pager]   first, back, on, last: PAGE of them at a time
//   [data-values], [data-fit]   the grid of values, and the grips of weights
//   [data-trusted]              the keys by which records are checked; data-shipped has those of the page
//   button[data-do]             cancel, on, paste, forget, recover, csv, json, markdown

import { once, soon } from "../engine/lazy.mjs";
import { RuledCalculator } from "../page/own/ruled.mjs";
import { engine } from "../engine/page-engine.mjs";
import { place } from "../answer/place.mjs";
import { shortKey } from "../form/bytes.mjs";
import { sentence } from "../page/errors.mjs";
import { running } from "../answer/running.mjs";
import { plain } from "../answer/plain-text.mjs";
import { Pins } from "../page/own/stored-keys.mjs";
import { takeTable } from "../page/paste/table-file.mjs";
import { fit } from "./fit.mjs";
import { values } from "./values.mjs";

const PAGE = 100; // differences
const LONG = 1 << 20; // characters of a file that is not shown
const PACE = 150; // ms that a part should take
const FIRST = 100; // submissions of the first part

const exporter = once(() => import("./export.mjs"));

/** @typedef {import("../../../wasm/engine/engine.js").AuditView} View */
/** @typedef {Awaited<ReturnType<typeof engine.table>>} Held */
/** @typedef {import("../../../wasm/engine/engine.js").AuditViewRequest} Asked */

export class AuditCalculator extends RuledCalculator {
  #turn = 0; // of questions, to keep the newest
  #shows = 0; // of pages, the same
  #stopped = false;
  /** The challenge whose answer is shown. @type {Held | undefined} */ #held;
  /** @type {{ from: number, found: number }} */ #seen = { from: 0, found: 0 };
  /** Which differences the newest answer has. @type {Asked | undefined} */ #shown;
  #kind;
  #find;
  #text;
  #file; // its name, if the text is a long file's
  #trusted;
  #shipped; // the keys that come with the page
  #pins = new Pins(() => { // those of the visitor
    this.#list();
    this.recompute(true);
  });
  #values; // takes the values of an answer
  #drop; // the file that is being read
  #example = true; // whether the answer that is shown is the example's
  #goes = false; // whether the audit that is shown goes on

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    this.#kind = /** @type {HTMLSelectElement} */ (root.querySelector("[data-kind]"));
    this.#find = /** @type {HTMLInputElement} */ (root.querySelector("[data-find]"));
    this.#text = /** @type {HTMLTextAreaElement} */ (this.form.elements.namedItem("/text"));
    this.#file = /** @type {HTMLInputElement} */ (this.form.elements.namedItem("file"));
    this.#trusted = /** @type {HTMLElement} */ (root.querySelector("[data-trusted]"));
    this.#shipped = JSON.parse(this.#trusted.dataset.shipped ?? "").keys;
    this.#list();
    this.#text.addEventListener("input", () => {
      if (this.#example) this.#verdict(false);
    });
    for (const el of this.form.querySelectorAll("[name='/weights_from']")) el.addEventListener("change", () => this.#prefill(/** @type {HTMLInputElement} */ (el).value));
    root.addEventListener("answered", () => {
      this.#example = this.#text.value === this.#text.defaultValue;
      this.#verdict(true);
    });
    root.addEventListener("refused", () => {
      this.#running(undefined);
      this.#verdict(false);
    });
    for (const el of [this.#kind, this.#find]) el.addEventListener("input", () => this.#show(0));
    root.addEventListener("click", ({ target }) => this.#press(/** @type {HTMLElement} */ (/** @type {Element} */ (target).closest("button"))));
    for (const other of ["answered", "refused"]) root.addEventListener(other, () => (/** @type {HTMLElement} */ (root.querySelector("[data-exports] [role=status]")).textContent = ""));
    root.addEventListener("answered", (event) => {
      this.#page(/** @type {CustomEvent} */ (event).detail.answer);
      const { rule, find } = this.#wanted(0);
      if (rule !== this.#shown?.rule || find !== this.#shown?.find) this.#show(0); // another filter was chosen meanwhile
    });
    this.#drop = takeTable(this, "/text", ({ name }, { length }) => (this.#file.value = length > LONG ? name : ""));
    this.#values = values(/** @type {HTMLElement} */ (root.querySelector("[data-values]")), root, (field, value) => this.#claim(field, value));
    root.querySelector("[data-claim]")?.addEventListener("focus", () => this.#held || this.recompute(true)); // the example, as the page came
    root.addEventListener("answered", (event) => this.#values(/** @type {CustomEvent} */ (event).detail.answer));
    fit(/** @type {HTMLElement} */ (root.querySelector("[data-fit]")), this);
    soon(exporter);
  }

  /** @param {any} request */
  fill(request) {
    if (!("rulebook" in request) || "text" in request) this.#file.value = "";
    return super.fill(request);
  }

  /** The text of a long file is in its box, which is not shown. */
  request() {
    const { value } = this.#file;
    this.form.querySelector("[data-pasted]")?.toggleAttribute("hidden", value !== "");
    for (const el of this.form.querySelectorAll("[data-chosen]")) el.toggleAttribute("hidden", value === "");
    const name = /** @type {HTMLElement} */ (this.form.querySelector("[data-file]"));
    name.textContent = plain(value) || (name.dataset[this.#text.value === this.#text.defaultValue ? "example" : "own"] ?? "");
    return { ...super.requestOf(this.form), text: this.#text.value };
  }

  /** Shows the answer, or nothing instead of one to another text. @param {boolean} shown */
  #verdict(shown) {
    for (const el of this.root.querySelectorAll("[data-verdict]")) el.toggleAttribute("hidden", !shown);
  }

  /** The keys that count: the visitor's, and those of the page that are no other's. */
  #keys() {
    const known = new Set(this.#pins.list.map(({ public_key }) => public_key));
    return [...this.#pins.keys(), ...this.#shipped.filter((/** @type {{ public_key: string }} */ { public_key }) => !known.has(public_key))];
  }

  #list() {
    const keys = this.#keys().map((key) => ({ ...key, owner: key.owner || key.id, short: shortKey(key.public_key) }));
    place(this.#trusted, { keys, count: keys.length });
  }

  /**
   * Writes another value of a claim into the text.
   * @param {string} field @param {string} value @returns {Promise<string>} what is wrong with it, or ""
   */
  async #claim(field, value) {
    if (!this.#held || !this.settled) await this.#answered();
    try {
      const { text = "" } = (await this.#held?.view({ work: 0, field, value })) ?? {};
      if (text === "" || text === this.#text.value) return "";
      this.#text.value = text;
      this.changed();
      return "";
    } catch (error) {
      return sentence(/** @type {Error} */ (error).message);
    }
  }

  /** Begins other weights with those that are shown. */
  #prefill(/** @type {string} */ from) {
    if (from !== "given") return;
    const weights = /** @type {HTMLInputElement} */ (this.form.elements.namedItem("/weights"));
    weights.value ||= this.newest?.answer.weights.text ?? "";
  }

  /** The answer to a challenge, or to the part that was audited when the reader ended it. @param {any} request */
  async ask({ text, ...request }) {
    const mine = ++this.#turn;
    const on = this.#goes && this.#held;
    this.#stopped = this.#goes = false;
    this.#running(undefined);
    if (on) return this.#whole(on, mine);
    const asked = { work: FIRST, ...this.#wanted(0) };
    const held = await engine.table({ audit: { ...request, keys: { keys: this.#keys() } } }, [new TextEncoder().encode(text)], asked);
    return this.#whole(held, mine, asked);
  }

  /** The answer to a challenge that the engine holds. @param {Held} held @param {number} mine @param {Asked} [first] asked when it was loaded */
  async #whole(held, mine, first) {
    try {
      const view = await this.#audit(held, () => mine === this.#turn, first);
      if (!view) return held === this.#held ? undefined : held.release();
      if (held !== this.#held) this.#held?.release();
      this.#held = held;
      this.#running(undefined);
      if (!view.done) running(this.root, far(view), "[data-stopped]");
      return { ...view.answer, from: view.from, found: view.found };
    } catch (error) {
      if (held !== this.#held) held.release();
      throw error;
    } finally {
      if (mine === this.#turn) running(this.root);
    }
  }

  /** Audits part by part. @param {Held} held @param {() => boolean} wanted @param {Asked} [first] @returns {Promise<View | undefined>} */
  async #audit(held, wanted, first) {
    for (let work = FIRST; ; first = undefined) {
      const since = performance.now();
      const asked = first ?? { work, ...this.#wanted(0) };
      const view = await ((first && held.first) || held.view(asked));
      if (!wanted()) return undefined;
      if (view.done || this.#stopped) {
        this.#shown = asked;
        return view;
      }
      this.#running(view);
      this.placeStill(view.answer);
      this.#values(view.answer);
      this.#verdict(true);
      work = Math.ceil(work * Math.min(Math.max(PACE / (performance.now() - since), 0.25), 4));
    }
  }

  /** @param {number} from */
  #wanted(from) {
    return { rule: this.#kind.value, find: this.#find.value, from, count: PAGE };
  }

  /** Shows how far it is; undefined if it is not running. @param {View | undefined} view */
  #running(view) {
    running(this.root, undefined, "[data-stopped]");
    if (running(this.root, view && far(view))) this.#rest();
  }

  /** Shows the differences from one on. @param {number} from */
  async #show(from) {
    if (!this.#held) return this.recompute(true); // the example, as the page came
    const mine = ++this.#shows;
    const held = this.#held;
    const view = await held.view({ work: 0, ...this.#wanted(from) }).catch(() => undefined);
    if (mine !== this.#shows || held !== this.#held) return;
    if (!view) return this.recompute(true); // the engine was restarted
    const { rows, shown } = view.answer;
    for (const el of this.root.querySelectorAll('[data-if="rows"], [data-out="shown"]')) place(el, { rows, shown });
    this.#page(view);
  }

  /** @param {{ from: number, found: number }} seen */
  #page({ from, found }) {
    this.#seen = { from, found };
    this.root.querySelector("[data-pager]")?.toggleAttribute("hidden", found <= PAGE);
    for (const el of this.root.querySelectorAll("[data-turn]")) {
      const { turn = "" } = /** @type {HTMLElement} */ (el).dataset;
      el.setAttribute("aria-disabled", String(["first", "back"].includes(turn) ? from === 0 : from + PAGE >= found));
    }
  }

  /** Gives the focus a place when its button goes. */
  #rest() {
    /** @type {HTMLElement} */ (this.root.querySelector("#filter")).focus();
  }

  /** Shows the text, to paste another one. */
  #paste() {
    /** @type {HTMLDetailsElement} */ (this.form.querySelector("[data-text]")).open = true;
    this.#text.focus();
    this.#text.select();
  }

  /** @param {HTMLElement | null} button */
  #press(button) {
    const { turn, do: act } = button?.dataset ?? {};
    const { from, found } = this.#seen;
    if (turn && button?.getAttribute("aria-disabled") !== "true") {
      const last = Math.max(0, Math.ceil(found / PAGE) - 1) * PAGE;
      this.#show(Math.min({ first: 0, back: from - PAGE, on: from + PAGE, last }[turn] ?? 0, last));
    }
    if (act === "cancel") this.#stopped = true;
    else if (act === "on") {
      this.#goes = true;
      this.#rest();
      this.recompute();
    }
    else if (act === "paste") this.#paste();
    else if (act === "recover") /** @type {HTMLElement} */ (this.form.querySelector("[name='/weights_from'][value='']")).click();
    else if (act === "forget") {
      this.#drop();
      this.#file.value = this.#text.value = "";
      this.changed();
      this.#paste();
    } else if (act) this.#save(act);
  }

  /** Until the engine holds the challenge of the inputs as they are; it is not there if they are refused. */
  async #answered() {
    const alive = this.#held && (await this.#held.view({ work: 0, ...this.#wanted(0) }).catch(() => undefined));
    if (!alive || !this.settled) {
      if (!this.pending) this.recompute(true);
      while (this.pending) await new Promise(requestAnimationFrame);
    }
    if (!this.settled) this.#held = undefined;
  }

  /** @param {string} format */
  async #save(format) {
    const status = /** @type {HTMLElement} */ (this.root.querySelector("[data-exports] [role=status]"));
    status.textContent = "";
    try {
      const { save } = await exporter();
      await this.#answered();
      const held = this.#held;
      if (!held) return void (status.textContent = status.parentElement?.dataset.none ?? "");
      const wanted = this.#wanted(0);
      const name = await save(format, (from, count) => held.view({ work: 0, ...wanted, from, count }));
      status.textContent = `${/** @type {HTMLElement} */ (status.parentElement).dataset.done}${name}`;
    } catch (error) {
      status.textContent = /** @type {Error} */ (error).message;
    }
  }
}

/** How far an audit is. @param {View} view */
const far = ({ read, size, far }) => ({ value: read, max: size, text: far });
