// The menu under More. Other modules handle its contents; that of variants is loaded
// when it is first opened. From then on the menu is data-served.

import { once, soon } from "../app/lazy.mjs";
import { importExport } from "../whatif/import-export.mjs";
import { announceNotLoaded, announce } from "../link/link-notices.mjs";

/** @typedef {import("../app/calculator.mjs").Calculator} Calculator */

const named = once(() => import("../whatif/variants.mjs"));

/** @param {Calculator} calculator @param {HTMLDetailsElement} menu */
export function moreMenu(calculator, menu) {
  const box = menu.closest(".tools");
  const serve = async () => {
    if (!menu.open) return;
    try {
      const { variants } = await named();
      variants(menu, (text) => announce(box, text));
      importExport(calculator, menu, (text) => announce(box, text));
      menu.toggleAttribute("data-served", true);
    } catch {
      announceNotLoaded(box);
    }
  };
  soon(named);
  menu.addEventListener("toggle", serve);
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
  return serve(); // it may be open already
}
