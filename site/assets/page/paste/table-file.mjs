// A file of agents or submissions, chosen in [data-table] or dropped on [data-drop]. Where
// a table is wanted, it may be a rulebook instead; on a page with steps, a file that Export
// has saved. [data-note] says how it was decoded if that is a guess.

import { once, soon } from "../../engine/lazy.mjs";
import { announceNotLoaded } from "../link/link-notices.mjs";
import { announce } from "../../form/controls.mjs";
import { showError } from "../errors.mjs";
import { page } from "../page.mjs";

const reader = once(() => import("./file-text.mjs"));

/** Opens a file that Export has saved: what is wrong with it, "" if nothing; undefined if it is no such file. @param {import("./file-text.mjs").Given} given */
const opened = async ({ saved, text = "" }) => (saved ? (await page.whatif?.later())?.openSaved(text) : undefined);

/**
 * @param {import("../fillable.mjs").FillableCalculator} calculator @param {string} field name of the control that takes the text
 * @param {(file: File, text: string) => void} [choose] called before the control takes the text of a file
 * @returns drops the file that is being read
 */
export function takeTable(calculator, field, choose) {
  const { root, form } = calculator;
  const control = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem(field));
  let turn = 0; // of files and resets, to keep the newest
  const drop = () => turn++;
  form.addEventListener("reset", drop);
  soon(reader);
  /** Says how a file was read, until the text is another one. @param {string} text */
  const tell = (text) => {
    const status = form.querySelector("[data-note]");
    if (status && status.textContent !== text) status.textContent = text;
  };
  control.addEventListener("input", () => tell(""));
  form.addEventListener("reset", () => tell(""));
  /** @param {File | undefined} file */
  const use = async (file) => {
    if (!file) return;
    const mine = ++turn;
    const { value } = control;
    const loaded = await reader().catch(() => announceNotLoaded(root.querySelector(".tools")));
    const given = await loaded?.read(file);
    if (!given || mine !== turn || control.value !== value) return; // what is typed counts, and no file that comes later
    const { problem = await opened(given), rulebook, text = "", note = "" } = given;
    if (problem === "") return; // it is open
    if (problem) return showError(form, { field, message: problem });
    if (rulebook && field === "/text") return void calculator.fill({ rulebook });
    choose?.(file, text);
    control.value = text;
    announce(control);
    tell(note);
  };
  const chooser = root.querySelector("[data-table]");
  chooser?.addEventListener("input", (event) => event.stopPropagation()); // no input has changed yet: an answer to those before would clear what is refused
  chooser?.addEventListener("change", ({ target }) => {
    const given = /** @type {HTMLInputElement} */ (target);
    use(given.files?.[0]);
    given.value = ""; // so that the same can be chosen again
  });
  const box = root.querySelector("[data-drop]");
  box?.addEventListener("dragover", (event) => {
    event.preventDefault();
    box.toggleAttribute("data-over", true);
  });
  box?.addEventListener("dragleave", () => box.removeAttribute("data-over"));
  box?.addEventListener("drop", (event) => {
    box.removeAttribute("data-over");
    const file = /** @type {DragEvent} */ (event).dataTransfer?.files[0];
    if (!file) return; // a text, which the control takes itself
    event.preventDefault();
    use(file);
  });
  return drop;
}
