// The menu under More. Other modules handle its contents, once it is opened. From
// then on the menu is data-served.

import { importExport } from "../whatif/import-export.mjs";
import { variants } from "../whatif/variants.mjs";
import { announce } from "../link/link-notices.mjs";

/** @typedef {import("../calculator.mjs").Calculator} Calculator */

/** @param {Calculator} calculator @param {HTMLDetailsElement} menu */
export function moreMenu(calculator, menu) {
  const box = menu.closest(".tools");
  const serve = () => {
    if (!menu.open) return;
    variants(menu, (text) => announce(box, text));
    importExport(calculator, menu, (text) => announce(box, text));
    menu.toggleAttribute("data-served", true);
  };
  menu.addEventListener("toggle", serve);
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
  serve(); // it may be open already
}
