// The example that runs through all rules of a page: numbers in sentences, and what the
// engine is asked about them, one call after the other. In a request "=name" stands for a
// number, and "=call/path" for a member of an earlier answer, as site/pages/rules/worked.go
// reads them when the page is built.

import { place } from "../answer/place.mjs";
import { page } from "../page/page.mjs";
import { toolbar } from "../page/tools/toolbar.mjs";
import { filled } from "./filled.mjs";
import { turn } from "./turn.mjs";

/** @typedef {{ label: string, value: number, step: number, least: number, most: number | string }} Field */
/** @typedef {{ fields: Record<string, Field>, calls: { as: string, operation: keyof import("../../../wasm/engine/engine.js").Operations, request: any }[] }} Worked */
/** @typedef {Pick<import("../engine/program.mjs").Program, "call" | "ready">} Engine */
/** @typedef {import("../page/calculator.mjs").Calculator} Calculator */

/**
 * @param {HTMLElement} root with the example's numbers and answers @param {HTMLElement} box that has it as JSON
 * @param {Engine} engine
 * @returns {Calculator} what the page keeps in its address, undoes and starts over (page/page.mjs)
 */
export const worked = (root, box, engine) => /** @type {Calculator} */ (/** @type {unknown} */ (new Example(root, JSON.parse(box.dataset.worked ?? "{}"), engine)));

class Example {
  /** The numbers as an address has them: controls that nobody sees. */
  form = Object.assign(document.createElement("form"), { hidden: true });
  leader = undefined;
  /** @type {Worked["fields"]} */ #fields;
  /** @type {Worked["calls"]} */ #calls;
  /** @type {Engine} */ #engine;
  /** @type {Map<string, HTMLInputElement>} */ #controls = new Map();
  /** @type {Record<string, number>} */ #values = {};
  /** @type {((values: Record<string, number>) => void)[]} */ #shows = [];
  #outs;
  #refused;
  /** What each call was asked last, and its answer. @type {Map<string, { text: string, answer: any }>} */ #kept = new Map();
  /** The newest answers of all calls. @type {Record<string, any> | undefined} */ #answers;
  #running = false;
  #again = false;

  /** @param {HTMLElement} root @param {Worked} example @param {Engine} engine */
  constructor(root, { fields, calls }, engine) {
    this.root = root;
    this.#fields = fields;
    this.#calls = calls;
    this.#engine = engine;
    this.#outs = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-out], [data-svg], [data-attr]")]);
    this.#refused = /** @type {HTMLElement | null} */ (root.querySelector("[data-worked-why]"));
    for (const [name, { value }] of Object.entries(fields)) {
      const control = Object.assign(document.createElement("input"), { type: "text", defaultValue: String(value) });
      control.dataset.key = name;
      this.#controls.set(name, control);
      this.form.append(control);
    }
    root.append(this.form);
    this.#read();
    for (const el of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-turnable], [data-scrubs]"))) this.#wire(el);
    toolbar(/** @type {Calculator} */ (/** @type {unknown} */ (this)));
  }

  /** Makes a number in a sentence, or the slider over a picture, move a number of the example. @param {HTMLElement} el */
  #wire(el) {
    const name = el.dataset.turnable ?? el.dataset.scrubs ?? "", field = this.#fields[name];
    if (!field) return;
    for (const sign of ["focusin", "pointerenter"]) el.addEventListener(sign, () => void this.#engine.ready.catch(() => {}), { once: true });
    if (el instanceof HTMLInputElement) {
      el.addEventListener("input", () => this.#set(name, Number(el.value)));
      this.#shows.push((values) => (el.value = String(values[name])));
      return;
    }
    const show = turn(el, { label: field.label, step: field.step, least: () => field.least, most: () => this.#most(field) }, (value) => this.#set(name, value));
    this.#shows.push((values) => show(values[name] ?? field.value));
  }

  /** @param {Field} field */
  #most({ most }) {
    return typeof most === "string" ? this.#values[most.slice(1)] ?? Infinity : most;
  }

  /** @param {string} name @param {number} value */
  #set(name, value) {
    /** @type {HTMLInputElement} */ (this.#controls.get(name)).value = String(value);
    this.#read();
    page.changed();
    this.recompute();
  }

  /** Takes the numbers of the controls: what is none is that of the example, and each is within its bounds. */
  #read() {
    for (const [name, control] of this.#controls) this.#values[name] = numberIn(control.value) ?? this.#fields[name]?.value ?? 0;
    for (const [name, field] of Object.entries(this.#fields)) this.#values[name] = Math.min(Math.max(this.#values[name] ?? 0, field.least), this.#most(field));
    for (const [name, control] of this.#controls) control.value = String(this.#values[name]);
    for (const show of this.#shows) show(this.#values);
  }

  reset() {
    this.form.reset();
    this.#read();
  }

  takes() {
    return false;
  }

  fill() {
    return [];
  }

  /** Asks all calls, each when those before it that its request names are answered, and shows each answer as it comes; what did not change is not asked again. */
  async #all() {
    /** @type {Record<string, any>} */ const next = { ...this.#values };
    /** @type {Map<string, Promise<void>>} */ const asked = new Map();
    for (const { as, operation, request } of this.#calls) {
      const before = [...asked].filter(([name]) => JSON.stringify(request).includes(`"=${name}/`)).map(([, answered]) => answered);
      asked.set(as, (async () => {
        await Promise.all(before);
        const whole = filled(request, next), text = JSON.stringify(whole), last = this.#kept.get(as);
        if (last?.text === text) return void (next[as] = last.answer);
        next[as] = await this.#engine.call(operation, whole);
        this.#kept.set(as, { text, answer: next[as] });
        this.#place(next, as);
      })());
    }
    await Promise.all(asked.values());
    return next;
  }

  /** Asks for the newest numbers; those in between are left out. */
  async recompute() {
    this.#read(); // a link may have brought them
    this.#again = true;
    if (this.#running) return;
    this.#running = true;
    while (this.#again) {
      this.#again = false;
      try {
        this.#answers = await this.#all();
        this.#place(this.#answers);
        for (const show of this.#shows) show(this.#values); // a slider has other ends now
        this.#tell("");
      } catch (error) {
        if (this.#answers) this.#place(this.#answers); // some were shown already
        this.#tell(/** @type {Error} */ (error).message);
      }
    }
    this.#running = false;
  }

  /** Places answers: all, or that of one call. @param {Record<string, any>} answers @param {string} [of] */
  #place(answers, of) {
    for (const out of this.#outs) if (of === undefined || partOf(out, of)) place(out, answers);
  }

  /** Says why the answers are those of before. @param {string} why */
  #tell(why) {
    for (const out of this.#outs) if (out.hasAttribute("data-out")) out.toggleAttribute("data-was-valid", why !== "");
    if (!this.#refused) return;
    this.#refused.textContent = why && `Last valid answer. ${why}`;
    this.#refused.hidden = !why;
  }
}

/** Whether an element shows what that call answers. @param {HTMLElement} el @param {string} call */
const partOf = ({ dataset: { out = "", svg = "", attr = "" } }, call) => [out, svg].some((path) => path.startsWith(`${call}/`)) || attr.includes(`=${call}/`);

/** The number that a text is. @param {string} text @returns {number | undefined} */
function numberIn(text) {
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) ? number : undefined;
}
