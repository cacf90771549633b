// Saves a page's inputs, requests and answers as a file, and reads the file
// back.
//
//   [data-exchange] with button[data-save], an <input type=file> and lines
//   [data-trouble=format|newer|page], of which the last one's [data-raw] takes the file's page

import { page } from "../page.mjs";
import { engine } from "../../engine/page-engine.mjs";
import { save } from "../../answer/save-file.mjs";
import { whole } from "../link/fragment.mjs";
import { take, VERSION } from "./saved.mjs";

const MOST = 1 << 28; // bytes worth reading

/** @type {WeakSet<Element>} */
const served = new WeakSet();

/** @param {import("../calculator.mjs").Calculator} calculator @param {HTMLElement} menu @param {(text?: string) => void} announce */
export function importExport(calculator, menu, announce) {
  const box = menu.querySelector("[data-exchange]");
  if (!box || served.has(box)) return;
  served.add(box);
  box.querySelector("[data-save]")?.addEventListener("click", () => write(calculator));
  box.querySelector("input")?.addEventListener("change", async ({ target }) => {
    const chooser = /** @type {HTMLInputElement} */ (target);
    const file = chooser.files?.[0];
    if (!file) return;
    const { trouble, about, inputs } = take(file.size > MOST ? "" : await file.text().catch(() => ""));
    chooser.value = ""; // so that the same can be chosen again
    for (const el of box.querySelectorAll("[data-trouble]")) {
      const line = /** @type {HTMLElement} */ (el);
      line.hidden = line.dataset.trouble !== trouble;
      const raw = line.querySelector("[data-raw]");
      if (raw) raw.textContent = about;
    }
    if (trouble === "") page.go(inputs);
    announce(trouble === "" ? chooser.dataset.done : "");
  });
}

/** Saves a file. @param {import("../calculator.mjs").Calculator} calculator */
export async function write(calculator) {
  const saved = { link: page.link(), inputs: whole(page.fragment()), operation: calculator.root.dataset.operation, ...calculator.settled };
  const late = new Promise((resolve) => setTimeout(resolve, 1000, {})); // without the engine the inputs are there all the same
  const { version } = await Promise.race([engine.ready, late]).catch(() => ({}));
  const content = { tallyproof: VERSION, page: location.pathname, engine: version, ...saved };
  const name = `tallyproof${location.pathname.replace(/\/$/, "").replaceAll("/", "-")}.json`;
  save(new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: "application/json" }), name);
}
