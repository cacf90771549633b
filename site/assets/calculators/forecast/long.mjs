// A forecast that takes a while: its first matches are answered first, so that the picture
// grows, and it can be stopped. The part that is there then stays, until it goes on. With
// data-aside at its picture another engine always computes it, so that nothing else waits.
//
//   [data-running]   how far it is, with [data-stop]; [data-stopped] says so, with [data-onward]

import { latest } from "../../../../wasm/engine/latest.mjs";
import { startAnother } from "../../engine/page-engine.mjs";

const SHOWN_AFTER = 150; // ms until the page says that it computes
const SOON = 240; // matches that are answered at once
const PARTS = [240, 1000, 4000, 16000, 64000]; // matches of the parts of a long plan
const ASIDE = 4000; // matches, from which on another engine works, which can be ended

/** @typedef {import("../../page/fillable.mjs").FillableCalculator} Calculator */

/** How many matches a request plans. @param {any} request */
const matchesOf = ({ length, cells, plan, repeat = 1 }) => Number(length ?? cells?.length ?? (plan ?? []).reduce((/** @type {number} */ sum, /** @type {any} */ row) => sum + (Number(row?.count ?? 1) || 0), 0) * (Number(repeat) || 1));

/** Answers a calculator's long plans in parts, or whole if it has no picture. @param {Calculator} calculator */
export function long(calculator) {
  const { root } = calculator;
  const fan = /** @type {HTMLElement | null} */ (root.querySelector("[data-fan]"));
  const slow = fan?.dataset.aside !== undefined;
  const [running, stopped] = ["[data-running]", "[data-stopped]"].map((name) => /** @type {HTMLElement} */ (root.querySelector(name)));
  let turn = 0;
  let ended = false; // whether the reader has stopped it
  let answered = ""; // the request whose whole answer is shown
  /** @type {(() => void) | undefined} */ let stop;
  /** @type {Promise<void>} */ let stopping = Promise.resolve();
  /** @type {import("../../engine/page-engine.mjs").Client | undefined} */ let other;

  /** @param {boolean} on @param {any} [part] */
  function busy(on, part) {
    root.toggleAttribute("data-computing", on);
    if (running) running.hidden = !on;
    const far = running?.querySelector("[data-far]");
    if (far) far.textContent = part?.after ?? "";
  }

  /** The next work can be stopped. */
  function arm() {
    stopping = new Promise((resolve) => (stop = resolve));
  }

  /** Asks an engine that can be ended. @param {any} request */
  async function aside(request) {
    const client = (other ??= startAnother());
    const over = stopping.then(() => {
      client.close();
      if (other === client) other = undefined;
    });
    return Promise.race([client.call("explain.forecast", request), over]);
  }

  const ask = slow ? latest({ call: (_, request) => /** @type {Promise<any>} */ (aside(request)) }).bind(undefined, "explain.forecast") : calculator.ask.bind(calculator);

  calculator.ask = async (/** @type {any} */ request) => {
    if (!slow) stop?.();
    if (!slow || !stop) arm();
    const mine = ++turn;
    const scale = fan?.dataset.scale; // of a picture that is being dragged
    const asked = !fan ? request : { ...request, brief: true, ...(scale && { scale: scale.split(" ").map(Number) }) };
    const matches = matchesOf(request), text = JSON.stringify(asked);
    if (slow && text === answered && calculator.newest) {
      busy(false);
      return calculator.newest.answer; // it does not depend on what changed
    }
    ended = false;
    answered = "";
    if (stopped) stopped.hidden = true;
    /** @type {any} */ let part;
    const timer = setTimeout(() => mine === turn && fan && (calculator.newest || !calculator.isExample()) && busy(true, part), SHOWN_AFTER);
    try {
      for (const first of matches > SOON && fan ? PARTS.filter((first) => first < matches) : []) {
        const answer = await (slow || first < ASIDE ? ask({ ...asked, first }) : aside({ ...asked, first }));
        if (mine !== turn) return undefined;
        if (ended) break;
        part = answer;
        if (root.hasAttribute("data-computing")) {
          busy(true, part);
          calculator.placeStill(part);
        }
      }
      const whole = ended ? undefined : await (slow || matches < ASIDE ? ask(asked) : aside(asked));
      if (mine !== turn) return undefined;
      if (!ended) {
        answered = text;
        return whole;
      }
      if (!part) root.toggleAttribute("data-stale", true); // what is shown is of other inputs
      if (stopped) {
        stopped.hidden = false;
        const far = stopped.querySelector("[data-far]");
        if (far) far.textContent = part?.after ?? "";
      }
      return part;
    } finally {
      clearTimeout(timer);
      if (mine === turn) busy(false);
    }
  };
  if (!fan) return;
  running?.querySelector("[data-stop]")?.addEventListener("click", () => {
    ended = true;
    stop?.();
    stop = undefined;
  });
  stopped?.querySelector("[data-onward]")?.addEventListener("click", () => calculator.recompute());
}
