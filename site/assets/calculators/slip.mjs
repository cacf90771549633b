// The record of the home page, whose verdict this device gives: authentic as it was signed,
// torn off when a number changes, and back when it is put back.
//
//   [data-slip]           the calculator; the record as it was published
//   [data-verdict]        its stub; in it [data-state-of] is shown for these states
//   [data-verdict-too]    other slips with the same record, as it was published
//   [data-back]           puts the numbers back

import { engine } from "../engine/engine.mjs";

const SIGNED = { passed_tests: "/measurements/correctness/passed", execution_time_ms: "/measurements/speed/time_ms" };
const PATIENCE = 150; // ms for which a stub that is torn off may stay as it is

/** @param {import("../page/calculator.mjs").Calculator} calculator */
export function slip(calculator) {
  const { root, form } = calculator;
  const stub = /** @type {HTMLElement} */ (root.querySelector("[data-verdict]"));
  const word = /** @type {HTMLElement} */ (stub.querySelector(".word"));
  const original = root.dataset.slip ?? "";
  const keys = JSON.parse(/** @type {HTMLElement} */ (document.querySelector("[data-shipped]")).dataset.shipped ?? "");
  const unchecked = word.textContent ?? "";
  let turn = 0; // of texts, to show the newest verdict
  let timer = 0;

  /** The record with the numbers of the form. */
  function text() {
    const record = JSON.parse(original);
    return Object.entries(SIGNED).reduce((text, [member, field]) => {
      const { value } = /** @type {HTMLInputElement} */ (form.elements.namedItem(field));
      return Number(value) === record[member] ? text : text.replace(`"${member}": ${record[member]}`, () => `"${member}": ${JSON.stringify(Number(value) || value)}`);
    }, original);
  }

  /** @param {string} state a verdict, unchecked or off @param {string} [heading] */
  function show(state, heading = unchecked) {
    clearTimeout(timer);
    stub.dataset.state = state;
    word.textContent = heading;
    root.toggleAttribute("data-torn", state === "not-authentic");
    for (const el of stub.querySelectorAll("[data-state-of]")) el.toggleAttribute("hidden", !el.getAttribute("data-state-of")?.split(" ").includes(state));
  }

  async function check() {
    const mine = ++turn;
    const checked = text();
    const at = new Date().toISOString();
    const { verdict, heading } = await engine.call("proof.verify", { text: checked, keys, at }).catch(() => ({ verdict: "off", heading: unchecked }));
    if (mine !== turn) return;
    show(verdict, heading);
    if (checked !== original) return;
    for (const other of document.querySelectorAll("[data-verdict-too] .stub")) {
      /** @type {HTMLElement} */ (other).dataset.state = verdict;
      const word = other.querySelector(".word");
      if (word) word.textContent = heading;
    }
  }

  form.addEventListener("input", () => {
    turn++;
    clearTimeout(timer);
    if (root.hasAttribute("data-torn")) timer = setTimeout(() => show("unchecked"), PATIENCE);
    else show("unchecked");
  });
  root.addEventListener("answered", check);
  root.addEventListener("refused", check);
  root.addEventListener("unavailable", () => show("off"));
  root.querySelector("[data-back]")?.addEventListener("click", () => {
    const focus = /** @type {HTMLElement} */ (form.elements.namedItem(SIGNED.passed_tests));
    calculator.reset();
    turn++;
    show("unchecked");
    calculator.changed();
    focus.focus();
  });
  if (calculator.newest) check();
}
