// What a page says of its link, its steps and its pin.
//
//   [data-link=broken|newer|rest|draft]   a hidden line of the page; its [data-raw] takes what it is about
//   [data-permalink]                      takes the link, for print
//   [data-tool=undo|redo|pin]             buttons that show whether there is something to undo, redo, compare

/** @param {"broken" | "newer" | "rest" | "draft"} line @param {boolean} show @param {string} [raw] */
export function tell(line, show, raw = "") {
  const el = document.querySelector(`[data-link=${line}]`);
  el?.toggleAttribute("hidden", !show);
  const text = el?.querySelector("[data-raw]");
  if (text) text.textContent = raw;
}

/** @param {boolean} undo whether there is something to undo @param {boolean} redo */
export function imprint(undo, redo) {
  for (const el of document.querySelectorAll("[data-permalink]")) el.textContent = location.href;
  set("undo", "aria-disabled", !undo);
  set("redo", "aria-disabled", !redo);
}

/** @param {boolean} pinned */
export const pressed = (pinned) => set("pin", "aria-pressed", pinned);

/** @param {string} tool @param {string} attribute @param {boolean} value */
function set(tool, attribute, value) {
  for (const button of document.querySelectorAll(`[data-tool=${tool}]`)) button.setAttribute(attribute, String(value));
}

/** Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y outside of texts, which undo by themselves. @param {() => void} undo @param {() => void} redo */
export function undoKeys(undo, redo) {
  addEventListener("keydown", (event) => {
    const { ctrlKey, metaKey, shiftKey, altKey, target } = event;
    const key = event.key.toLowerCase();
    if (!(ctrlKey || metaKey) || altKey || !(key === "z" || (key === "y" && !shiftKey)) || /** @type {Element} */ (target).matches("input[type=text], textarea")) return;
    event.preventDefault();
    if (key === "z" && !shiftKey) undo();
    else redo();
  });
}
