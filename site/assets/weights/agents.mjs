// A hypothetical agent: a name and a score for each column become a row of the table,
// which the engine writes (explain.edit), or leave it again. What is typed here is in
// no link: the table has it. If the agent leaves the table otherwise, by undo or with
// another table, the inputs are emptied. A score that cannot be is refused beside its input.
//
//   [data-agent]                     the box; data-end is how the names of such agents end
//   button[data-agent-change="add"]  puts the agent into the table, "remove" takes it out

import { plain } from "../answer/plain-text.mjs";
import { number } from "../form/read.mjs";
import { edit } from "./edits.mjs";
import { isLong } from "./step.mjs";

/** @param {HTMLElement} box @param {import("./weights.mjs").WeightsCalculator} calculator */
export function agentsIn(box, calculator) {
  const status = /** @type {HTMLElement} */ (box.querySelector("[role=status]"));
  const error = Object.assign(document.createElement("p"), { className: "error", id: "agent-error" });
  let added = ""; // the name in the table
  let there = false; // whether the table has had it
  const inputs = () => /** @type {HTMLInputElement[]} */ ([...box.querySelectorAll("input")]); // the name, then the scores
  const clear = () => {
    status.textContent = "";
    error.remove();
    for (const input of inputs()) for (const name of ["aria-invalid", "aria-describedby"]) input.removeAttribute(name);
  };
  /** @param {{ field?: string, message: string }} refusal */
  const refuse = ({ field = "", message }) => {
    const text = plain(`${message.charAt(0).toUpperCase()}${message.slice(1)}.`);
    const [, i] = /^\/scores\/(\d+)/.exec(field) ?? [];
    const input = inputs()[field === "/agent" ? 0 : 1 + Number(i)];
    if (!input) return void (status.textContent = text);
    error.textContent = text;
    input.closest("[data-errors]")?.append(error);
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", error.id);
    input.focus();
  };
  /** @param {boolean} add */
  const apply = async (add) => {
    clear();
    const [name, ...scores] = inputs().map(({ value }) => value.trim());
    if (!name) return inputs()[0]?.focus();
    try {
      const change = { agent: name, scores: add ? scores.map(number) : [] };
      const full = name.endsWith(box.dataset.end ?? "") ? name : name + box.dataset.end;
      status.textContent = await edit(calculator, change, () => {
        [added, there] = [add ? full : "", false];
        if (add && isLong(calculator.state)) calculator.tell({ type: "keep", id: full });
      }) ?? "";
    } catch (refusal) {
      refuse(/** @type {Error} */ (refusal));
    }
  };
  box.addEventListener("click", ({ target }) => {
    const { agentChange } = /** @type {HTMLElement} */ (target).dataset;
    if (agentChange) apply(agentChange === "add");
  });
  box.addEventListener("keydown", ({ key, target }) => key === "Enter" && target instanceof HTMLInputElement && apply(true));
  calculator.root.addEventListener("answered", (event) => {
    const has = added !== "" && /** @type {CustomEvent} */ (event).detail.request.text.includes(added);
    if (there && !has) {
      added = "";
      clear();
      for (const input of inputs()) input.value = "";
    }
    there = has;
  });
  box.addEventListener("input", (event) => {
    event.stopPropagation(); // it is not yet in the table
    clear();
  });
}
