// Rules by eye: how many should win, the lines and points that are dragged, the agent that is
// looked at, and the links that take the rules to other pages.
//
//   #goal              the share that should win; ↑ and ↓ add and drop one agent
//   [data-goal-why]    why not exactly as many win
//   [data-eye]         a picture; in it .eye-grip are sliders (rules/handles.mjs)
//   [data-steps]       goes to the agent below or above
//   [data-two-ends]    gives the dimension of the curve a target and a limit
//   [data-rules-at]    a link to a page that answers by the rules

import { engine } from "../engine/page-engine.mjs";
import { updateControls } from "../form/controls.mjs";
import { number } from "../form/read.mjs";
import { requestFragment } from "../page/link/fragment.mjs";
import { page } from "../page/page.mjs";
import { handles } from "./handles.mjs";

const NEAR = 24; // pixels from a dot
const REST = 200; // ms until the links have the rules

/** @param {import("./rules.mjs").RulesCalculator} calculator */
export function byEye(calculator) {
  const { form, root } = calculator;
  const input = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  const answer = () => calculator.newest?.answer;
  goal(calculator);
  for (const el of document.querySelectorAll("[data-eye]")) {
    const figure = /** @type {HTMLElement} */ (el);
    handles(figure, calculator);
    look(figure, calculator);
  }
  document.addEventListener("click", ({ target }) => {
    const { steps, twoEnds } = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("button"))?.dataset ?? {};
    const to = steps && answer()?.agent[steps];
    if (steps && !answer()) calculator.recompute(true);
    if (to) {
      input("/agent").value = to;
      calculator.changed();
    }
    if (twoEnds !== undefined && answer()?.curve.ends.length) {
      for (const { field, value } of answer().curve.ends) {
        const control = input(field);
        if (control) control.value = value;
        updateControls(form);
      }
      calculator.changed();
      page.record(); // a step of its own
    }
  });
  carry(calculator);
}

/** Links that take the rules to other pages. @param {import("./rules.mjs").RulesCalculator} calculator */
function carry(calculator) {
  const all = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("[data-rules-at]")]);
  const lead = (/** @type {Record<string, any>} */ rulebook) => {
    const fragment = requestFragment("rulebook.check", { rulebook });
    for (const link of all) {
      const path = (link.dataset.rulesAt ?? "").replace("clawdiators", rulebook.rating?.scheme === "pairwise" ? "airena" : "clawdiators");
      link.href = path + fragment;
    }
  };
  let timer = 0;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => calculator.settled && lead(calculator.settled.request.rulebook), REST);
  };
  calculator.root.addEventListener("answered", soon);
  for (const link of all) {
    link.addEventListener("click", async (event) => {
      if (calculator.settled && link.hash) return lead(calculator.settled.request.rulebook);
      event.preventDefault();
      lead((await calculator.request()).rulebook);
      location.assign(link.href);
    });
  }
  soon();
}

/** The share that should win. @param {import("./rules.mjs").RulesCalculator} calculator */
function goal(calculator) {
  const { form, root } = calculator;
  const field = /** @type {HTMLInputElement} */ (document.getElementById("goal"));
  const why = /** @type {HTMLElement} */ (document.querySelector("[data-goal-why]"));
  const [win, draw] = [0, 1].map((i) => /** @type {HTMLInputElement} */ (form.elements.namedItem(`/rulebook/results/${i}/min`)));
  if (!win || !draw) return;
  /** What is to be asked for. @type {number | undefined} */ let wanted;
  let typed = false; // and not asked for yet
  let home = draw.value; // where a draw begins as long as a win begins above it
  let put = draw.value; // where one was put last
  let of = ""; // the threshold that the reason is about

  /** @param {{ results: { id: string, min: number }[], text: string }} found */
  const take = ({ results, text }) => {
    calculator.cut(results);
    put = draw.value;
    of = win.value;
    why.textContent = text;
  };
  const others = calculator.before;
  calculator.before = () => {
    const share = wanted;
    wanted = undefined;
    return share === undefined ? others() : ask(share);
  };
  /** @param {number} share */
  async function ask(share) {
    const at = number(home);
    const found = await engine.call("explain.field", /** @type {any} */ ({ ...(await calculator.request()), share, ...(typeof at === "number" && { home: at }) }));
    if (found.goal) take(found.goal);
    page.amend();
  }

  field.readOnly = false;
  const follow = () => {
    if (!typed) field.value = calculator.newest?.answer.answer ?? field.value;
  };
  field.addEventListener("input", () => (typed = true));
  field.addEventListener("focus", () => field.select());
  const commit = () => {
    if (!typed) return;
    typed = false;
    const value = number(field.value.replace("%", ""));
    if (typeof value !== "number") return follow();
    wanted = Math.max(0, Math.min(100, value));
    calculator.changed();
  };
  field.addEventListener("change", commit);
  field.addEventListener("blur", () => {
    typed = false;
    follow();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") commit();
    const to = { ArrowUp: "more", ArrowDown: "fewer" }[event.key];
    if (!to) return;
    event.preventDefault();
    const found = calculator.pending ? undefined : calculator.newest?.answer[to];
    if (!found) return;
    typed = false;
    take(found);
    calculator.changed();
  });
  root.addEventListener("answered", () => {
    if (draw.value !== put) home = put = draw.value;
    if (win.value !== of) why.textContent = "";
    follow();
  });
}

/** The agent under the pointer is explained while it is there; a click keeps it. @param {HTMLElement} figure @param {import("./rules.mjs").RulesCalculator} calculator */
function look(figure, calculator) {
  let frame = 0;
  /** @param {{ clientX: number, clientY: number }} event */
  const under = ({ clientX, clientY }) => {
    let best, far = NEAR;
    for (const dot of figure.querySelectorAll("circle[data-id]")) {
      const { left, top, width, height } = dot.getBoundingClientRect();
      const away = Math.hypot(clientX - left - width / 2, clientY - top - height / 2);
      if (width > 0 && away < far) [best, far] = [dot.getAttribute("data-id") ?? undefined, away];
    }
    return best;
  };
  const see = (/** @type {string | undefined} */ id) => {
    if (id === calculator.looked) return;
    calculator.looked = id;
    calculator.recompute(true);
  };
  figure.addEventListener("pointermove", (event) => {
    if (event.buttons || event.pointerType === "touch" || frame) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      see(under(event) ?? calculator.looked);
    });
  });
  figure.addEventListener("pointerleave", () => calculator.looked !== undefined && see(undefined));
  figure.addEventListener("click", (event) => {
    const id = /** @type {Element} */ (event.target).closest(".eye-grip, button") ? undefined : under(event);
    if (!id) return;
    /** @type {HTMLInputElement} */ (calculator.form.elements.namedItem("/agent")).value = id;
    calculator.looked = undefined;
    calculator.changed();
  });
}
