// The example that runs through all rules of a page: numbers in sentences, and what the
// engine is asked about them, one call after the other. In a request "=name" stands for a
// number, and "=call/path" for a member of an earlier answer, as site/pages/rules/worked.go
// reads them when the page is built.

import { at, place } from "../answer/place.mjs";
import { turn } from "./turn.mjs";

/** @typedef {{ label: string, value: number, step: number, least: number, most: number | string }} Field */
/** @typedef {{ fields: Record<string, Field>, calls: { as: string, operation: keyof import("../../../wasm/engine/engine.js").Operations, request: any }[] }} Worked */
/** @typedef {Pick<import("../engine/program.mjs").Program, "call" | "ready">} Engine */

/**
 * @param {HTMLElement} box with the example as JSON @param {ParentNode} page where its numbers and answers are
 * @param {Engine} engine
 */
export function worked(box, page, engine) {
  const { fields, calls } = /** @type {Worked} */ (JSON.parse(box.dataset.worked ?? "{}"));
  /** @type {Record<string, any>} */ const answers = {};
  /** @type {Record<string, number>} */ const values = {};
  /** @type {((value: number) => void)[]} */ const shows = [];
  const outs = [...page.querySelectorAll("[data-out]")];
  const refused = /** @type {HTMLElement | null} */ (page.querySelector("[data-worked-why]"));
  for (const [name, { value }] of Object.entries(fields)) values[name] = value;

  /** @param {Field} field */
  const most = ({ most }) => (typeof most === "string" ? values[most.slice(1)] ?? Infinity : most);

  for (const el of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-turnable]"))) {
    const name = el.dataset.turnable ?? "", field = fields[name];
    if (!field) continue;
    const show = turn(el, { label: field.label, step: field.step, least: () => field.least, most: () => most(field) }, (value) => {
      values[name] = value;
      for (const [other, of] of Object.entries(fields)) values[other] = Math.min(values[other] ?? of.value, most(of));
      for (const each of shows) each(0);
      run();
    });
    shows.push(() => show(values[name] ?? field.value));
    for (const sign of ["focusin", "pointerenter"]) el.addEventListener(sign, () => void engine.ready.catch(() => {}), { once: true });
  }

  /** What each call was asked last, and its answer. @type {Map<string, { text: string, answer: any }>} */ const kept = new Map();

  /** Asks all calls, each when those before it that its request names are answered; what did not change is not asked again. */
  async function all() {
    /** @type {Record<string, any>} */ const next = { ...values };
    /** @type {Map<string, Promise<void>>} */ const asked = new Map();
    for (const { as, operation, request } of calls) {
      const before = [...asked].filter(([name]) => JSON.stringify(request).includes(`"=${name}/`)).map(([, answered]) => answered);
      asked.set(as, (async () => {
        await Promise.all(before);
        const whole = filled(request, next), text = JSON.stringify(whole), last = kept.get(as);
        next[as] = last?.text === text ? last.answer : await engine.call(operation, whole);
        kept.set(as, { text, answer: next[as] });
      })());
    }
    await Promise.all(asked.values());
    return next;
  }

  let running = false, again = false;

  /** Asks for the newest numbers; those in between are left out. */
  async function run() {
    again = true;
    if (running) return;
    running = true;
    while (again) {
      again = false;
      try {
        Object.assign(answers, await all());
        for (const out of outs) place(out, answers);
        tell("");
      } catch (error) {
        tell(/** @type {Error} */ (error).message);
      }
    }
    running = false;
  }

  /** Says why the answers are those of before. @param {string} why */
  function tell(why) {
    for (const out of outs) out.toggleAttribute("data-was-valid", why !== "");
    if (!refused) return;
    refused.textContent = why && `Last valid answer. ${why}`;
    refused.hidden = !why;
  }
}

/** Puts numbers and answers into a request. @param {any} value @param {Record<string, any>} answers @returns {any} */
export function filled(value, answers) {
  if (typeof value === "string") return value.startsWith("=") ? at(answers, value.slice(1)) : value;
  if (Array.isArray(value)) return value.map((item) => filled(item, answers));
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filled(item, answers)]));
  return value;
}
