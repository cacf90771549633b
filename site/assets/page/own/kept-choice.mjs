// The choice among the rulebooks that are kept on this device, on a page that answers by a
// rulebook of the reader: in the page's own choice of rules, or in one of its own.
//
//   [data-kept-rules]  a choice for pages without a select of rules
//   [data-own-keep]    keeps the rulebook that answers; [data-own-forget] removes it;
//                      [data-own-told] takes why that failed

import { plain } from "../../answer/plain-text.mjs";
import { engine } from "../../engine/page-engine.mjs";
import { clearError, showError } from "../errors.mjs";
import { candidate, forget, keep, keptRules, watchRules } from "./kept-rules.mjs";

const BY = "kept"; // whose refusals these are

/** @param {import("./ruled.mjs").RuledCalculator} owner whose form has the page's place for a rulebook @param {HTMLTextAreaElement} place @param {() => void} back goes back to the arena's own rules */
export function keptChoice(owner, place, back) {
  const { root, form } = owner;
  const box = /** @type {HTMLElement} */ (form.querySelector("[data-kept-rules]"));
  const own = /** @type {HTMLSelectElement} */ (box.querySelector("select"));
  const arenas = /** @type {HTMLSelectElement | null} */ (form.querySelector("select[name='/rulebook']"));
  const select = arenas ?? own;
  const group = Object.assign(document.createElement("optgroup"), { label: "Kept on this device" });

  let arena = ""; // that answers, or answered last

  const fill = () => {
    const list = keptRules();
    group.replaceChildren(...list.map(({ name, text }) => {
      const option = new Option(plain(name), "own");
      option.dataset.kept = text;
      return option;
    }));
    if (list.length) select.append(group);
    else group.remove();
    box.hidden = arenas !== null || list.length === 0;
    sync();
  };

  /** Shows which of them answers, and what can be done with it. */
  const sync = () => {
    const text = candidate(place.value)?.text ?? "";
    const mine = /** @type {HTMLOptionElement[]} */ ([...group.children]);
    const one = mine.find(({ dataset }) => text !== "" && dataset.kept === text);
    const other = /** @type {HTMLOptionElement | null} */ (select.querySelector(":scope > [value=own]"));
    if (place.value) for (const option of [one ?? other]) if (option) option.selected = true;
    if (!place.value && !arenas) select.selectedIndex = 0;
    if (!place.value && select.value !== "own") arena = select.value;
    reveal("[data-own-keep]", text !== "" && !one);
    reveal("[data-own-forget]", one !== undefined);
  };

  const reveal = (/** @type {string} */ selector, /** @type {boolean} */ shown) => {
    for (const el of document.querySelectorAll(selector)) el.toggleAttribute("hidden", !shown);
  };
  const tell = (/** @type {string} */ why) => {
    for (const el of document.querySelectorAll("[data-own-told]")) el.textContent = why;
  };

  /** @param {Event} event */
  const choose = async (event) => {
    const text = select.selectedOptions[0]?.dataset.kept;
    if (text === undefined && arenas) return; // an arena's, as ever
    clearError(form, BY);
    event.stopPropagation(); // no inputs of the form have changed yet
    if (event.type !== "change") return;
    if (text === undefined) return place.value && back();
    const rulebook = JSON.parse(text);
    const { problems: [first] } = await engine.call("rulebook.check", { rulebook }).catch(({ message }) => ({ problems: [{ field: "", message }] }));
    if (select.selectedOptions[0]?.dataset.kept !== text) return; // another is chosen by now
    if (first) {
      showError(form, { field: select.name, message: `${plain(String(rulebook.name))} cannot answer: ${first.field} ${first.message}` }, BY);
      select.value = arena;
      return sync();
    }
    owner.fill({ rulebook });
  };
  for (const type of ["input", "change"]) select.addEventListener(type, choose);

  root.addEventListener("click", ({ target }) => {
    const button = /** @type {Element} */ (target).closest("[data-own-keep], [data-own-forget]");
    if (!button) return;
    const one = candidate(place.value);
    tell(button.matches("[data-own-keep]") ? keep(place.value) : forget(one?.name ?? ""));
    fill();
    /** @type {HTMLElement | null} */ (root.querySelector("[data-own-rules] button:not([hidden])"))?.focus(); // the button is gone
  });
  for (const act of ["answered", "refused"]) root.addEventListener(act, sync);
  watchRules(fill);
  fill();
}
