// Changes of the table with its weights, which the engine makes (explain.edit): the
// weights of an arena, a dimension more or less. Its sentence, or the reason why not,
// is in the [role=status] beside the control until the inputs change again.
//
//   [data-edits] select               the weights to start from, or those of a rulebook that the page is given; "equal" makes those equal that are not locked, "published" takes those that weights/beside/totals.mjs has found
//   [data-edits] button[data-start]   the same for a few; "first" gives the first dimension 70 % and the others equal parts. It is pressed while the weights are those
//   [data-edits] button[data-edit]    adds or removes the dimension that is named in the input beside it

import { plain } from "../answer/plain-text.mjs";
import { engine } from "../engine/page-engine.mjs";
import { announce } from "../form/controls.mjs";
import { read } from "../form/read.mjs";
import { choicesOf } from "../page/reading.mjs";

/** @typedef {import("./weights.mjs").WeightsCalculator} WeightsCalculator */

let editing = false;

/** The inputs, to be compared. @param {WeightsCalculator} calculator */
const inputs = ({ form }) => JSON.stringify(read(form));

/**
 * Fills the form with what the engine makes of its inputs. If they change before it
 * has answered, it is asked again: no input is lost.
 * @param {WeightsCalculator} calculator @param {Record<string, unknown>} change @param {() => void} [before] called before that
 * @returns {Promise<string | undefined>} what was done; undefined while another edit is being made
 */
export async function edit(calculator, change, before) {
  if (editing) return undefined;
  editing = true;
  try {
    for (;;) {
      const given = inputs(calculator);
      const request = JSON.parse(given);
      const { sentence, ...edited } = await engine.call("explain.edit", { ...request, ...change });
      if (inputs(calculator) !== given) continue;
      before?.();
      calculator.fill({ ...choicesOf(request), ...edited });
      return sentence;
    }
  } finally {
    editing = false;
  }
}

/**
 * Takes copied weights that were pasted over the agents: their table stays. A JSON object that holds none becomes the table.
 * @param {WeightsCalculator} calculator @param {(text: string) => Promise<unknown>} take
 */
async function takeSaid(calculator, take) {
  const text = calculator.said;
  calculator.said = "";
  if (!text || (await take(text)) !== false || !/^\s*\{/.test(text)) return;
  const agents = /** @type {HTMLTextAreaElement} */ (calculator.form.elements.namedItem("/text"));
  agents.setRangeText(text, agents.selectionStart, agents.selectionEnd, "end");
  announce(agents);
}

/** The buttons to start from. @param {HTMLElement} box @param {WeightsCalculator} calculator @param {(name: string) => Promise<unknown>} apply */
function startsIn(box, calculator, apply) {
  const buttons = /** @type {HTMLButtonElement[]} */ ([...box.querySelectorAll("button[data-start]")]);
  let [pressed, weights] = [buttons[0], String(calculator.percents())];
  box.addEventListener("click", async ({ target }) => {
    const button = buttons.find((one) => one.contains(/** @type {Node} */ (target)));
    if (!button) return;
    pressed = undefined;
    if (button.dataset.start === "first") await calculator.first();
    else await apply(button.dataset.start ?? "");
    await calculator.rested();
    [pressed, weights] = [button, String(calculator.percents())];
    show();
  });
  const show = () => {
    const now = String(calculator.percents());
    for (const button of buttons) button.setAttribute("aria-pressed", String(button === pressed && now === weights));
  };
  calculator.root.addEventListener("answered", show);
}

/** @param {HTMLElement} box @param {WeightsCalculator} calculator */
export function editsIn(box, calculator) {
  const control = /** @type {HTMLInputElement | HTMLSelectElement} */ (box.querySelector("input, select"));
  const status = /** @type {HTMLElement} */ (box.querySelector("[role=status]"));
  let made = ""; // the inputs that the status is about
  /** @param {string} change @param {unknown} [named] what the change is about @returns {Promise<unknown>} false if it is refused */
  const apply = async (change, named = control.value.trim()) => {
    if (!named) return control.focus();
    if (named === "equal" || named === "published") {
      control.value = "";
      return named === "equal" ? calculator.equal() : calculator.root.dispatchEvent(new Event(named));
    }
    try {
      const sentence = await edit(calculator, { [change]: named });
      if (sentence === undefined) return undefined;
      made = inputs(calculator);
      control.value = "";
      status.textContent = plain(sentence);
      return true;
    } catch (error) {
      const { field, message } = /** @type {import("../../../wasm/engine/engine.mjs").EngineError} */ (error);
      const inside = field.startsWith("/start/") ? `${field.slice("/start".length)}: ` : ""; // of a rulebook
      status.textContent = plain(`${inside}${message.charAt(0).toUpperCase()}${message.slice(1)}.`);
    }
    return false;
  };
  if (control instanceof HTMLSelectElement) {
    control.addEventListener("change", () => apply("start"));
    startsIn(box, calculator, (name) => apply("start", name));
    const start = () => void (calculator.state.rulebook && apply("start", calculator.state.rulebook));
    calculator.root.addEventListener("rulebook", start);
    start(); // given before this module was loaded
    const said = () => takeSaid(calculator, (text) => apply("said", text));
    calculator.root.addEventListener("said", said);
    said();
  }
  box.addEventListener("click", ({ target }) => {
    const { edit } = /** @type {HTMLElement} */ (target).dataset;
    if (edit) apply(edit);
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target === control && control instanceof HTMLInputElement) apply("add");
  });
  const clear = () => (status.textContent = "");
  calculator.form.addEventListener("input", clear);
  calculator.root.addEventListener("answered", () => status.textContent && inputs(calculator) !== made && clear()); // only then: a long table takes time to read
  if (control instanceof HTMLSelectElement && control.value) apply("start"); // chosen before this module was loaded
}
