// A forecast that takes a while: its first matches are answered first, so that the picture
// grows, and it can be stopped. The part that is there then stays, until it goes on.
//
//   [data-running]   how far it is, with [data-stop]; [data-stopped] says so, with [data-onward]

import { startAnother } from "../engine/page-engine.mjs";

const SHOWN_AFTER = 150; // ms until the page says that it computes
const SOON = 240; // matches that are answered at once
const PARTS = [240, 1000, 4000, 16000, 64000]; // matches of the parts of a long plan
const ASIDE = 4000; // matches, from which on another engine works, which can be ended

/** @typedef {import("../page/fillable.mjs").FillableCalculator} Calculator */

/** How many matches a request plans. @param {any} request */
const matchesOf = ({ length, cells, plan, repeat = 1 }) => Number(length ?? cells?.length ?? (plan ?? []).reduce((/** @type {number} */ sum, /** @type {any} */ row) => sum + (Number(row?.count ?? 1) || 0), 0) * (Number(repeat) || 1));

/** Answers a calculator's long plans in parts, or whole if it follows another. @param {Calculator} calculator */
export function long(calculator) {
  const { root, leader } = calculator;
  const ask = calculator.ask.bind(calculator);
  const [running, stopped] = ["[data-running]", "[data-stopped]"].map((name) => /** @type {HTMLElement} */ (root.querySelector(name)));
  let turn = 0;
  let ended = false; // whether the reader has stopped it
  /** @type {(() => void) | undefined} */ let stop;
  /** @type {import("../engine/page-engine.mjs").Client | undefined} */ let other;

  /** @param {boolean} on @param {any} [part] */
  function busy(on, part) {
    root.toggleAttribute("data-computing", on);
    if (running) running.hidden = !on;
    const far = running?.querySelector("[data-far]");
    if (far) far.textContent = part?.after ?? "";
  }

  /** Asks an engine that can be ended. @param {any} request @param {Promise<void>} stopping */
  async function aside(request, stopping) {
    const client = (other ??= startAnother());
    const over = stopping.then(() => {
      client.close();
      if (other === client) other = undefined;
    });
    return Promise.race([client.call("explain.forecast", request), over]);
  }

  calculator.ask = async (/** @type {any} */ request) => {
    stop?.();
    const mine = ++turn;
    const scale = /** @type {HTMLElement | null} */ (root.querySelector("[data-fan]"))?.dataset.scale; // of a picture that is being dragged
    const asked = leader ? request : { ...request, brief: true, ...(scale && { scale: scale.split(" ").map(Number) }) };
    const matches = matchesOf(request);
    ended = false;
    if (stopped) stopped.hidden = true;
    /** @type {any} */ let part;
    const timer = setTimeout(() => mine === turn && !leader && (calculator.newest || !calculator.isExample()) && busy(true, part), SHOWN_AFTER);
    const stopping = /** @type {Promise<void>} */ (new Promise((resolve) => (stop = resolve)));
    try {
      for (const first of matches > SOON && !leader ? PARTS.filter((first) => first < matches) : []) {
        const answer = await (first < ASIDE ? ask({ ...asked, first }) : aside({ ...asked, first }, stopping));
        if (mine !== turn) return undefined;
        if (ended) break;
        part = answer;
        if (root.hasAttribute("data-computing")) {
          busy(true, part);
          calculator.placeStill(part);
        }
      }
      const whole = ended ? undefined : await (matches < ASIDE ? ask(asked) : aside(asked, stopping));
      if (mine !== turn) return undefined;
      if (!ended) return whole;
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
  if (leader) return;
  running?.querySelector("[data-stop]")?.addEventListener("click", () => {
    ended = true;
    stop?.();
  });
  stopped?.querySelector("[data-onward]")?.addEventListener("click", () => calculator.recompute());
}
